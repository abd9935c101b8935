// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening and saving plans. A file that cannot be read changes nothing: the problem goes to whoever asked.
#pragma once

#include "core/base/result.h"
#include "ui/state/plan_document.h"
#include "ui/state/settings.h"

#include <QString>
#include <QWidget>

namespace ui {

class PlanFiles {
public:
    PlanFiles(PlanDocument& document, Settings& settings)
        : m_document(document)
        , m_settings(settings) {}

    core::Result<void> open(const QString& file);
    core::Result<void> save(const QString& file);
    // Asks for a name; empty = cancelled. Where to save: with the ending of plans.
    [[nodiscard]] QString askForPlan(QWidget* window) const;
    [[nodiscard]] QString askForRun(QWidget* window, const QString& runFolder) const;
    [[nodiscard]] QString askWhereToSave(QWidget* window) const;

private:
    PlanDocument& m_document;
    Settings& m_settings;
};

// The name that a plan is saved under, so that "Open plan…" lists it; one that ends in .json stays itself.
[[nodiscard]] QString withPlanEnding(const QString& file);
[[nodiscard]] bool looksLikeRun(const QString& file);  // by its name

}  // namespace ui
