// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The workspaces: trees of splitters around views that they are given and do not know. All carry the window's
// banner. Explore and Run share one topology view; whichever is in front holds it. Plan and Learn have views of their own.
#pragma once

#include "ui/kit/splitter.h"
#include "ui/state/hall.h"
#include "ui/window/banner_message.h"

#include <QStackedWidget>
#include <QWidget>

#include <optional>

namespace ui {

class Banner;
class CommandSet;
class FiguresRow;
class LearnView;
class OutOfMemoryPanel;
class PlanPanel;
class PlannerView;
class RunRow;
class Settings;

// A place for one view; keeps its size while the view is away.
class ViewSlot : public QWidget {
    Q_OBJECT
public:
    explicit ViewSlot(QWidget* parent = nullptr);
    void hold(QWidget* view);
};

class Workspace : public QWidget {
    Q_OBJECT
public:
    explicit Workspace(QWidget* parent = nullptr);

    void showBanner(const std::optional<BannerMessage>& message);
    [[nodiscard]] const Banner& banner() const { return *m_banner; }
    void holdTopology(QWidget* view) { m_topology->hold(view); }

    void saveSplitters(Settings& settings) const;
    void restoreSplitters(const Settings& settings);
    void resetSplitters();

protected:
    // A splitter whose state is kept under `name`; `sizes` are those of a fresh layout.
    Splitter* keep(Splitter* splitter, const QString& name, const QList<int>& sizes);

    Banner* m_banner;
    ViewSlot* m_topology;

private:
    struct Kept {
        Splitter* splitter;
        QString name;
        QList<int> sizes;
    };
    QList<Kept> m_kept;
};

class ExploreWorkspace : public Workspace {
    Q_OBJECT
public:
    struct Views {
        QWidget *memory, *timeline;
    };
    ExploreWorkspace(const Hall& hall, CommandSet& commands, const Views& views, QWidget* parent = nullptr);
    [[nodiscard]] PlanPanel& panel() { return *m_panel; }
    [[nodiscard]] FiguresRow& figures() { return *m_figures; }

private:
    PlanPanel* m_panel;
    FiguresRow* m_figures;
};

class PlannerWorkspace : public Workspace {
    Q_OBJECT
public:
    explicit PlannerWorkspace(PlannerView* view, QWidget* parent = nullptr);
    [[nodiscard]] PlannerView& view() const { return *m_view; }

private:
    PlannerView* m_view;
};

class RunWorkspace : public Workspace {
    Q_OBJECT
public:
    struct Views {
        QWidget *memory, *timeline, *loss, *sample;
        QList<QWidget*> charts;  // throughput, gradient norm, learning rate, where a step goes
    };
    RunWorkspace(const Hall& hall, CommandSet& commands, const Views& views, QWidget* parent = nullptr);
    [[nodiscard]] RunRow& row() { return *m_row; }
    [[nodiscard]] OutOfMemoryPanel& outOfMemory() { return *m_outOfMemory; }
    // Loss and sample, or the out-of-memory panel in their place, which may push the panes around it and gives them
    // their sizes back when it goes.
    enum class Top { Charts, OutOfMemory };
    void showTop(Top top);
    [[nodiscard]] Top top() const;

private:
    RunRow* m_row;
    OutOfMemoryPanel* m_outOfMemory;
    QStackedWidget* m_top;
    Splitter *m_right, *m_main;  // those that the out-of-memory panel may push
    QList<int> m_rightSizes, m_mainSizes;  // before it came
};

class LearnWorkspace : public Workspace {
    Q_OBJECT
public:
    explicit LearnWorkspace(LearnView* view, QWidget* parent = nullptr);
    [[nodiscard]] LearnView& view() const { return *m_view; }

private:
    LearnView* m_view;
};

}  // namespace ui
