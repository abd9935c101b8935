// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The left panel of Explore, 296 wide: title row, the sections of the plan, one suggestion at the bottom.
// Scrolls.
#pragma once

#include "core/planner/advice.h"
#include "ui/state/hall.h"
#include "ui/state/latest_job.h"

#include <QTimer>
#include <QWidget>

namespace ui {

class Button;
class Callout;
class CommandSet;
class Label;
class PanelScroll;
class PlanSection;

class PlanPanel : public QWidget {
    Q_OBJECT
public:
    PlanPanel(const Hall& hall, CommandSet& commands, QWidget* parent = nullptr);

    [[nodiscard]] bool hasSuggestion() const { return m_advice.has_value(); }
    [[nodiscard]] QString suggestion() const;       // in words; empty = none
    [[nodiscard]] QString useOfSuggestion() const;  // "Use 24"; empty where nothing can be done
    void useSuggestion();
    // Scrolls to the control of a field and gives it the focus.
    void reveal(const QString& pointer);

signals:
    void suggestionChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeTitle(CommandSet& commands);
    void arrange();
    void askForAdvice();
    void showAdvice(std::optional<core::BubbleAdvice> advice);
    [[nodiscard]] static QString adviceText(const core::BubbleAdvice& advice);
    [[nodiscard]] QList<Button*> adviceButtons();
    void explainAdvice();

    const Hall& m_hall;
    Label* m_title = nullptr;
    PanelScroll* m_scroll;
    QList<PlanSection*> m_sections;
    Callout* m_callout;
    QWidget* m_foot = nullptr;  // holds the callout
    QTimer m_quiet;  // advice waits until the sliders rest
    std::optional<core::BubbleAdvice> m_advice;
    bool m_explained = false;
    LatestJob m_jobs;
};

}  // namespace ui
