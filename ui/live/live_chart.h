// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the live charts share: header, chart or written empty state, redrawing at most seven times a second
// and only while visible, and the line where the engine stopped. A chart says what it shows in refresh().
#pragma once

#include "ui/state/hall.h"
#include "ui/state/run_store.h"

#include <QTimer>
#include <QWidget>

class QStackedLayout;

namespace ui {

class Button;
class EmptyState;
class LineChart;
class ViewHeader;
enum class Icon;

class LiveChart : public QWidget {
    Q_OBJECT
public:
    LiveChart(const Hall& hall, const QString& title, const QString& emptySentence, QWidget* parent);

    [[nodiscard]] LineChart& chart() { return *m_chart; }
    [[nodiscard]] bool showsData() const;
    [[nodiscard]] QString title() const { return m_title; }
    Button* addHeaderButton(Icon icon, const QString& toolTip);

signals:
    void startRequested();  // the button of the empty state

protected:
    [[nodiscard]] const RunStore& run() const { return m_hall.run; }
    [[nodiscard]] const Hall& hall() const { return m_hall; }
    [[nodiscard]] ViewHeader& header() { return *m_header; }
    [[nodiscard]] EmptyState& emptyState() { return *m_empty; }

    [[nodiscard]] virtual bool hasData() const = 0;
    virtual void refresh() = 0;     // only when hasData()
    virtual void refreshEmpty() {}  // only when not
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void later();  // drawn anew with the next tick

private:
    void update();

    const Hall m_hall;
    const QString m_title;
    ViewHeader* m_header;
    QStackedLayout* m_stack;
    EmptyState* m_empty;
    LineChart* m_chart;
    QTimer m_tick;
};

}  // namespace ui
