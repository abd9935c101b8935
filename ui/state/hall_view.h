// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What views of a plan and its run share: the snapshot they show, the selection of the window, and the wiring
// to the hall. In Explore such a view follows the plan, in Run the run (before the first one: the plan). It
// may also be used without a hall, told what to show by setters. Data are taken only while it is visible, and
// when it is shown.
#pragma once

#include "core/evaluate.h"
#include "ui/state/selection.h"

#include <QWidget>

#include <functional>
#include <memory>

namespace ui {

class MarkedCanvas;
class RunStore;
struct Hall;

enum class ViewPlace { Explore, Run };

class HallView : public QWidget {
    Q_OBJECT
public:
    explicit HallView(ViewPlace place, QWidget* parent = nullptr);

    void setSnapshot(std::shared_ptr<const core::Snapshot> snapshot);
    // Plan A of a comparison, drawn behind as a ghost; null = none. In Explore only.
    void setPinned(std::shared_ptr<const core::Snapshot> pinned);
    void setSelection(const SelectedItem& item);
    void setHovered(const SelectedItem& item);
    void bind(const Hall& hall);

signals:
    void selectionRequested(const ui::SelectedItem& item);
    void hoverRequested(const ui::SelectedItem& item);

protected:
    [[nodiscard]] ViewPlace place() const { return m_place; }
    [[nodiscard]] const std::shared_ptr<const core::Snapshot>& snapshot() const { return m_snapshot; }
    [[nodiscard]] const std::shared_ptr<const core::Snapshot>& pinned() const { return m_pinned; }
    [[nodiscard]] const SelectedItem& selected() const { return m_selected; }
    // The canvas's items become selection and hover; its marks follow both.
    void watch(MarkedCanvas& canvas);
    void mark();
    // The first error of the plan, else `sentence`: what an empty view says.
    [[nodiscard]] QString errorOr(const QString& sentence) const;
    // Title and plan under an exported picture.
    [[nodiscard]] QString exportLine() const;

    // Draws everything anew from the snapshot and what takeRun() kept.
    virtual void refresh() = 0;
    virtual void takeRun(const RunStore& run) = 0;
    // True: this selection asks for other data, so refresh() follows.
    virtual bool follow(const SelectedItem& selected) = 0;

    void showEvent(QShowEvent* event) override;

private:
    void bindSelection(Selection& selection);
    void showPlans(std::shared_ptr<const core::Snapshot> snapshot, std::shared_ptr<const core::Snapshot> pinned);

    ViewPlace m_place;
    std::shared_ptr<const core::Snapshot> m_snapshot, m_pinned;
    SelectedItem m_selected, m_hovered;
    MarkedCanvas* m_canvas = nullptr;
    std::function<void()> m_pull;  // takes the newest data from the hall
};

}  // namespace ui
