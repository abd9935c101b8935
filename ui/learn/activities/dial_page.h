// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Break-even dial": tokens, link and tensor size, and what comes out from behind the computing.
#pragma once

#include "core/lesson/activities/break_even.h"
#include "ui/learn/activities/activity_page.h"

namespace ui {

class DialCanvas;
class Label;
class StopRow;

class DialPage : public ActivityPage {
    Q_OBJECT
public:
    explicit DialPage(QWidget* parent);

    [[nodiscard]] const core::DialSetting& setting() const { return m_setting; }
    [[nodiscard]] DialCanvas& canvas() const { return *m_canvas; }
    [[nodiscard]] QString words() const;

private:
    void showSetting();

    core::DialSetting m_setting;
    DialCanvas* m_canvas;
    StopRow *m_tokens, *m_link, *m_tensor;
    Label* m_words;
};

}  // namespace ui
