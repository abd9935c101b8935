// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// PlanDocument and its one undo command: the plan before and after. Plans are small, so whole values are
// kept.
#include "ui/state/plan_document.h"

#include "core/plan/cards.h"
#include "ui/kit/to_qt.h"
#include "ui/state/sentences.h"

#include <QUndoCommand>

#include <tuple>

namespace ui {

class PlanCommand : public QUndoCommand {
public:
    struct Change {
        core::Plan before, after;
        QString label, from, to;  // "Tensor", "4", "8"; a label alone is the whole text
    };

    PlanCommand(PlanDocument& document, Change change, int drag)
        : m_document(document)
        , m_change(std::move(change))
        , m_drag(drag) {
        describe();
    }

    int id() const override { return m_drag; }
    void undo() override { m_document.apply(m_change.before); }
    void redo() override { m_document.apply(m_change.after); }

    bool mergeWith(const QUndoCommand* other) override {
        const auto& later = static_cast<const PlanCommand*>(other)->m_change;
        m_change.after = later.after;
        m_change.to = later.to;
        describe();
        setObsolete(m_change.before == m_change.after);
        return true;
    }

private:
    void describe() {
        setText(m_change.from.isEmpty() && m_change.to.isEmpty()
                    ? m_change.label
                    : PlanDocument::tr("%1 %2 → %3").arg(m_change.label, m_change.from, m_change.to));
    }

    PlanDocument& m_document;
    Change m_change;
    int m_drag;
};

namespace {
constexpr int kNoMerge = -1;
}

PlanDocument::PlanDocument(core::Plan plan, QObject* parent)
    : QObject(parent)
    , m_plan(std::move(plan)) {
    connect(&m_undo, &QUndoStack::cleanChanged, this, &PlanDocument::fileChanged);
    rememberNodes();
}

void PlanDocument::setCardsPolicy(core::CardsPolicy policy) {
    if (policy == m_policy) return;
    m_policy = policy;
    emit cardsPolicyChanged(policy);
}

void PlanDocument::setField(const QString& pointer, const core::FieldValue& value, Edit edit) {
    const std::string key = pointer.toStdString();
    const core::Field* field = core::findField(key);
    if (!field) return;
    if (m_draggedField != pointer) {
        m_draggedField = pointer;
        ++m_drag;
    }
    m_dragging = edit == Edit::Dragging;
    core::Plan after = core::withField(m_plan, key, value, m_policy);
    if (key.starts_with("/layout/") && core::cardsOf(after.cluster) != core::cardsOf(m_plan.cluster)) restoreNodes(after.cluster);
    if (!(after == m_plan))
        m_undo.push(new PlanCommand(*this,
                                    {m_plan, after, fieldLabel(*field),
                                     valueText(*field, field->get(m_plan)), valueText(*field, field->get(after))},
                                    m_drag));
    if (edit == Edit::Committed) m_draggedField.clear();
}

void PlanDocument::replace(const core::Plan& plan, const QString& undoText) {
    m_draggedField.clear();
    m_dragging = false;
    if (plan == m_plan) return;
    m_undo.push(new PlanCommand(*this, {m_plan, plan, undoText, {}, {}}, kNoMerge));
}

void PlanDocument::open(const core::Plan& plan, const QString& fileName) {
    m_draggedField.clear();
    m_dragging = false;
    m_undo.clear();
    m_fileName = fileName;
    m_nodes.clear();
    apply(plan);
    emit fileChanged();
}

void PlanDocument::setSaved(const QString& fileName) {
    m_fileName = fileName;
    m_undo.setClean();
    emit fileChanged();
}

void PlanDocument::apply(const core::Plan& plan) {
    m_plan = plan;
    rememberNodes();
    emit planChanged(m_plan, ++m_serial);
}

void PlanDocument::rememberNodes() {
    const core::ClusterSpec& cluster = m_plan.cluster;
    m_nodes.insert(core::cardsOf(cluster), {cluster.nodes, cluster.gpusPerNode});
}

void PlanDocument::restoreNodes(core::ClusterSpec& cluster) const {
    if (const auto known = m_nodes.find(core::cardsOf(cluster)); known != m_nodes.end())
        std::tie(cluster.nodes, cluster.gpusPerNode) = *known;
}

}  // namespace ui
