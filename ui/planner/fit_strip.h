// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether the plan of the window fits its cards, and still with 6 % more memory than predicted; where not, the smallest
// change that does it, taken by one click. Nothing is shown while the plan fits with that to spare.
#pragma once

#include "core/evaluate.h"
#include "core/planner/advice.h"
#include "ui/state/hall.h"
#include "ui/state/latest_job.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace ui {

class Banner;

class FitStrip : public QWidget {
    Q_OBJECT
public:
    explicit FitStrip(const Hall& hall, QWidget* parent = nullptr);

    void setWanted(bool wanted);  // by the page that is in front
    // The smallest change, once it is known.
    [[nodiscard]] const std::optional<core::FitAdvice>& way() const { return m_way; }
    [[nodiscard]] QString text() const;  // of the banner; empty: nothing to say

    void look();  // at the newest plan; costs some evaluations, so only while it is seen

private:
    void say(const std::optional<core::FitAdvice>& way);

    const Hall m_hall;
    Banner* m_banner;
    std::optional<core::FitAdvice> m_way;
    std::shared_ptr<const core::Snapshot> m_looked;
    bool m_wanted = true, m_speaks = false;
    LatestJob m_jobs;
};

}  // namespace ui
