// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory per stage or per card, predicted and measured, against the capacity of a card; in Explore also one
// stage under ZeRO 0 … 3. Told what to show by setters, says what the user points at by signals; bind()
// connects both to the hall.
#pragma once

#include "ui/memory/memory_picture.h"
#include "ui/state/selection.h"

#include <QWidget>

#include <functional>
#include <memory>

namespace ui {

class Button;
class EmptyState;
class Legend;
class MemoryCanvas;
class Segmented;
class ViewHeader;
struct Hall;

enum class MemoryPlace { Explore, Run };

class MemoryView : public QWidget {
    Q_OBJECT
public:
    explicit MemoryView(MemoryPlace place, QWidget* parent = nullptr);

    void setSnapshot(std::shared_ptr<const core::Snapshot> snapshot);
    void setMeasured(MeasuredMemory measured);
    void setSelection(const SelectedItem& item);
    void setHovered(const SelectedItem& item);
    void setGrouping(MemoryGrouping grouping);
    [[nodiscard]] MemoryGrouping grouping() const { return m_question.grouping; }
    [[nodiscard]] MemoryCanvas* canvas() const { return m_canvas; }

    // Follows the hall: in Explore the plan, in Run the run (before the first one: the plan).
    void bind(const Hall& hall);

signals:
    void selectionRequested(const ui::SelectedItem& item);
    void hoverRequested(const ui::SelectedItem& item);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build();
    void buildMenu(Button& more);
    void refresh();
    void refreshHeader(const MemoryPicture& picture);
    void arrange();
    [[nodiscard]] QString emptySentence() const;
    [[nodiscard]] MemoryGrouping groupingAt(int entry) const;

    MemoryPlace m_place;
    std::shared_ptr<const core::Snapshot> m_snapshot;
    MeasuredMemory m_measured;
    MemoryQuestion m_question;
    SelectedItem m_selected, m_hovered;
    std::function<void()> m_pull;  // takes the newest data from the hall; only while visible, and when shown
    ViewHeader* m_header;
    Segmented* m_mode;
    MemoryCanvas* m_canvas;
    EmptyState* m_empty;
    Legend* m_legend;
    QWidget* m_legendPane;
};

}  // namespace ui
