// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan being edited, with undo: one entry per drag. Emits every new plan with a serial number.
#pragma once

#include "core/plan/fields.h"
#include "core/plan/plan.h"

#include <QHash>
#include <QObject>
#include <QString>
#include <QUndoStack>

#include <utility>

namespace ui {

class PlanDocument : public QObject {
    Q_OBJECT
public:
    explicit PlanDocument(core::Plan plan, QObject* parent = nullptr);

    enum class Edit { Dragging, Committed };  // edits of one field merge until one is committed

    [[nodiscard]] const core::Plan& plan() const { return m_plan; }
    [[nodiscard]] quint64 serial() const { return m_serial; }
    [[nodiscard]] core::CardsPolicy cardsPolicy() const { return m_policy; }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }
    [[nodiscard]] QString fileName() const { return m_fileName; }  // empty = never saved
    [[nodiscard]] bool isModified() const { return !m_undo.isClean(); }
    // While a slider is held: what is no picture of the plan can wait until it is let go.
    [[nodiscard]] bool isDragging() const { return m_dragging; }

    void setCardsPolicy(core::CardsPolicy policy);
    // Through core::withField(); undo text "Tensor 4 → 8". An edit of the layout that leads back to a number of cards finds
    // the nodes that these cards stood in.
    void setField(const QString& pointer, const core::FieldValue& value, Edit edit);
    // A whole new plan as one undoable act (preset, fix of a problem).
    void replace(const core::Plan& plan, const QString& undoText);
    // A plan from a file: clears the undo history.
    void open(const core::Plan& plan, const QString& fileName);
    void setSaved(const QString& fileName);

signals:
    void planChanged(const core::Plan& plan, quint64 serial);
    void cardsPolicyChanged(core::CardsPolicy policy);
    void fileChanged();

private:
    friend class PlanCommand;
    void apply(const core::Plan& plan);
    void rememberNodes();
    void restoreNodes(core::ClusterSpec& cluster) const;

    core::Plan m_plan;
    QHash<std::int64_t, std::pair<int, int>> m_nodes;  // by number of cards: nodes and cards per node it had last
    core::CardsPolicy m_policy = core::CardsPolicy::Follow;
    QUndoStack m_undo;
    QString m_fileName;
    quint64 m_serial = 0;
    QString m_draggedField;  // empty = no drag is open
    bool m_dragging = false;
    int m_drag = 0;          // commands of one drag carry its number and merge
};

}  // namespace ui
