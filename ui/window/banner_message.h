// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One message of the window, shown as a banner in whichever workspace is in front. A newer message of the
// same or a higher rank replaces the old one.
#pragma once

#include "ui/kit/button.h"
#include "ui/kit/chip.h"

#include <QList>
#include <QString>

#include <functional>

namespace ui {

struct BannerAction {
    QString text;
    ButtonKind kind = ButtonKind::Normal;
    std::function<void()> run;
};

struct BannerMessage {
    QString id;  // "engine.died"; what dismisses it names it
    Tone tone = Tone::Accent;
    Icon icon = Icon::Info;
    QString headline, text;
    QList<BannerAction> actions;
};

}  // namespace ui
