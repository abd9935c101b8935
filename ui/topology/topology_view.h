// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The topology view: header, scene (Qt 3D, or painted where OpenGL cannot be used or the reader prefers it)
// and facts line. Full stands in Explore and shows the plan; Compact stands in Run and shows the run, if
// there is one, with its measured memory. Selects and hovers through the hall's Selection.
#pragma once

#include "ui/state/evaluator.h"
#include "ui/state/hall.h"
#include "ui/state/run_store.h"
#include "ui/topology/scene_input.h"
#include "ui/topology/scene_model.h"

#include <QTimer>
#include <QWidget>

class QPainter;
class QStackedLayout;

namespace ui {

class Button;
class EmptyState;
class FactsLine;
class HoverCard;
class Legend;
class RankWords;
class Segmented;
class Topology3D;
class TopologyPainted;
class ViewHeader;

enum class TopologyForm { Full, Compact };
enum class TopologyDrawing { Automatic, Painted };  // automatic: Qt 3D where OpenGL is usable

class TopologyView : public QWidget {
    Q_OBJECT
public:
    explicit TopologyView(const Hall& hall, QWidget* parent = nullptr,
                          TopologyForm form = TopologyForm::Full);
    ~TopologyView() override;

    void setForm(TopologyForm form);
    void setMode(TopologyMode mode);
    [[nodiscard]] TopologyMode mode() const { return m_mode; }
    void aim(const std::optional<SceneInput::Angles>& angles);  // the camera glides there; none = the mode's own
    void setDrawing(TopologyDrawing drawing);
    [[nodiscard]] TopologyDrawing drawing() const { return m_drawing; }
    [[nodiscard]] bool uses3d() const { return m_3d != nullptr; }

    // The whole view as it looks, the 3D area included. Waits for a frame, at most two seconds.
    [[nodiscard]] QImage grabPicture();
    // Writes the painted scene (.png, .svg, .pdf) or its table (.csv); the reason when it could not be
    // written.
    [[nodiscard]] std::optional<QString> exportTo(const QString& fileName);
    // For paper: the plan's cards with the groups of the selected one, or of rank 0, and the legend of the groups; also while the
    // view stands in Run or was never shown. False: the plan has no layout, nothing is painted.
    [[nodiscard]] bool paintPlan(QPainter& painter, const Theme& theme, const QSizeF& size) const;

    [[nodiscard]] const Scene& scene() const { return *m_scene; }
    [[nodiscard]] SceneInput* input() const;  // of whatever draws; null before the first layout
    [[nodiscard]] QWidget* canvas() const;

signals:
    void drawingChanged(ui::TopologyDrawing drawing);  // by the reader, in the view's menu

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildHeader();
    void arrangeForm();
    void setUpCanvas();
    void connectInput(SceneInput& input);
    void later();  // rebuild on the next turn of the event loop, if visible
    void rebuild();
    void showProblem();
    void showRank();
    [[nodiscard]] SceneRequest request() const;
    [[nodiscard]] const core::Snapshot& snapshot() const;
    [[nodiscard]] std::optional<int> failedRank() const;
    void pick(int item);
    void hover(int item, const QPoint& globalPosition);
    void walk(int steps);
    void openMenu();
    void savePicture();
    [[nodiscard]] TopologyPainted* makePainted();
    [[nodiscard]] Scene sceneIn(const Theme& theme) const;

    const Hall m_hall;
    SnapshotPtr m_snapshot;
    TopologyForm m_form;
    TopologyMode m_mode = TopologyMode::Groups;
    TopologyDrawing m_drawing = TopologyDrawing::Automatic;
    std::optional<SceneInput::Angles> m_aim;
    ScenePtr m_scene;
    QTimer m_rebuild;

    ViewHeader* m_header;
    Segmented* m_modes = nullptr;
    Legend* m_legend = nullptr;
    RankWords* m_rank = nullptr;
    Button *m_fit = nullptr, *m_more = nullptr;
    QWidget* m_stage;
    QStackedLayout* m_stack;
    EmptyState* m_empty;
    FactsLine* m_facts;
    HoverCard* m_hoverCard;
    Topology3D* m_3d = nullptr;
    TopologyPainted* m_painted = nullptr;
};

}  // namespace ui
