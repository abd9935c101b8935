// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Model and cluster: presets with their exact parameter counts, accelerators with their memory, nodes ×
// cards.
#include "core/cluster/cluster.h"
#include "core/model/model_spec.h"
#include "ui/kit/card_title.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/window/detail_combo.h"
#include "ui/window/plan_sections.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int kSmallField = 40, kMemoryField = 64, kGap = 6;
constexpr char kVirtualCard[] = "virtual-card";

QString parametersText(const core::ModelSpec& model) {
    return ModelSection::tr("%1 parameters").arg(shortNumber(double(core::countParameters(model).total)));
}

QString key(const char* pointer) { return QString::fromLatin1(pointer); }

}  // namespace

ModelSection::ModelSection(const Hall& hall, QWidget* parent)
    : PlanSection(hall,
                  {key("/model"), key("/model/name"), key("/cluster/gpu"), key("/cluster/nodes"),
                   key("/cluster/gpus_per_node"), key("/run/card_memory_bytes"), key("/sequence_length")},
                  parent)
    , m_model(new DetailCombo(this))
    , m_accelerator(new DetailCombo(this))
    , m_nodes(new NumberField(NumberRange::Whole, this))
    , m_cardsPerNode(new NumberField(NumberRange::Whole, this))
    , m_cardMemory(new NumberField(NumberRange::Real, this))
    , m_memoryRow(makeCardMemory()) {
    fillModels();
    fillAccelerators();
    setRowSpacing(kGap);
    rows().addWidget(new Label(tr("Model and cluster"), FontUse::LabelStrong, Role::Text, this));
    rows().addWidget(m_model);
    auto* cluster = new QHBoxLayout;
    cluster->setSpacing(kGap);
    cluster->addWidget(m_accelerator, 1);
    cluster->addWidget(m_nodes);
    cluster->addWidget(new Label(QStringLiteral("×"), FontUse::Body, Role::Text2, this));
    cluster->addWidget(m_cardsPerNode);
    rows().addLayout(cluster);
    rows().addWidget(m_memoryRow);
    const std::pair<NumberField*, const char*> numbers[] = {{m_nodes, "/cluster/nodes"},
                                                            {m_cardsPerNode, "/cluster/gpus_per_node"}};
    for (const auto& [field, pointer] : numbers) {
        field->setFieldWidth(kSmallField);
        field->setObjectName(key(pointer));
        connect(field, &NumberField::committed, this, [this, pointer = key(pointer)](double number) {
            setField(pointer, std::int64_t(number), PlanDocument::Edit::Committed);
        });
    }
    m_nodes->setAccessibleName(tr("Nodes"));
    m_nodes->setHint(tr("Nodes"));
    m_cardsPerNode->setAccessibleName(tr("Cards per node"));
    m_cardsPerNode->setHint(tr("Cards per node"));
    begin();
}

QWidget* ModelSection::makeCardMemory() {
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kGap);
    line->addWidget(new Label(tr("Memory of a card"), FontUse::Body, Role::Text, row));
    line->addStretch(1);
    line->addWidget(m_cardMemory);
    line->addWidget(new Label(tr("MiB"), FontUse::Label, Role::Text2, row));
    m_cardMemory->setFieldWidth(kMemoryField);
    m_cardMemory->setObjectName(key("/run/card_memory_bytes"));
    m_cardMemory->setAccessibleName(tr("Memory of a virtual card in MiB"));
    connect(m_cardMemory, &NumberField::committed, this, [this](double mebibytes) {
        setField(key("/run/card_memory_bytes"), std::int64_t(core::mebibytes(mebibytes).value()),
                 PlanDocument::Edit::Committed);
    });
    return row;
}

void ModelSection::fillModels() {
    m_model->setObjectName(key("/model"));
    m_model->setAccessibleName(tr("Model"));
    for (const core::ModelSpec& model : core::modelPresets()) {
        const QString name = QString::fromStdString(model.name);
        m_model->addEntry(name, name, parametersText(model));
    }
    connect(m_model, &DetailCombo::keyChosen, this, [this](const QString& name) {
        setField(key("/model"), name.toStdString(), PlanDocument::Edit::Committed);
    });
}

void ModelSection::fillAccelerators() {
    m_accelerator->setObjectName(key("/cluster/gpu"));
    m_accelerator->setAccessibleName(tr("Accelerator"));
    for (const core::Accelerator& card : core::accelerators())
        m_accelerator->addEntry(QString::fromStdString(card.name), titleOf(card), {});
    connect(m_accelerator, &DetailCombo::keyChosen, this, [this](const QString& name) {
        setField(key("/cluster/gpu"), name.toStdString(), PlanDocument::Edit::Committed);
    });
}

void ModelSection::showPlan(const core::Plan& plan) {
    const core::ModelSpec* preset = core::findModelPreset(plan.model.name);
    const QString name = QString::fromStdString(plan.model.name);
    const bool own = !preset || !(*preset == plan.model);
    m_model->showKey(own ? QString() : name, name.isEmpty() ? tr("Own model") : name,
                     parametersText(plan.model));
    const core::Accelerator* card = core::acceleratorOf(plan.cluster);
    m_accelerator->showKey(QString::fromStdString(plan.cluster.gpu), QString::fromStdString(plan.cluster.gpu),
                           {});
    m_nodes->setNumber(plan.cluster.nodes);
    m_cardsPerNode->setNumber(plan.cluster.gpusPerNode);
    m_memoryRow->setVisible(plan.cluster.gpu == kVirtualCard);
    const core::Bytes memory = plan.run.cardMemory.value() > 0 ? plan.run.cardMemory
                               : card                          ? card->memory
                                                               : core::Bytes(0);
    m_cardMemory->setNumber(core::toMiB(memory));
}

}  // namespace ui
