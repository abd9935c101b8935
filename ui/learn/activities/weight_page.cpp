// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/activities/weight_page.h"

#include "ui/kit/label.h"
#include "ui/kit/segmented.h"
#include "ui/kit/stop_row.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/learn/activities/weight_canvas.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

const std::vector<double> kSizes{1, 2, 4};

}  // namespace

WeightPage::WeightPage(const core::ModelSpec& model, QWidget* parent)
    : ActivityPage(tr("Follow one weight"),
                   tr("Training in 16 bits keeps sixteen bytes for every weight: 2 of the weight, 2 of its gradient, 4 of its "
                      "master copy and 4 of each moment. Choose one scalar and ask of every card: do you hold it, and when?"),
                   parent)
    , m_model(model)
    , m_tensor(new TensorCanvas(this))
    , m_holders(new HolderCanvas(this)) {
    m_layout.tp = m_layout.pp = m_layout.dp = 2;
    auto* top = new ViewHeader(tr("The tensor"), this);
    stage().addWidget(top);
    stage().addWidget(m_tensor, 2);
    auto* below = new ViewHeader(tr("The cards"), this);
    below->setNote(tr("solid: always · dashed: for a time · empty: never"));
    auto* legend = below->addRightLegend();
    std::vector<LegendEntry> entries = memoryLegend(NumberKind::Measured);
    constexpr std::size_t kStates = 3;  // parameters, gradients, optimizer
    entries.resize(std::min(kStates, entries.size()));
    legend->setEntries(entries);
    stage().addWidget(below);
    stage().addWidget(m_holders, 3);

    m_names = new QComboBox(this);
    m_names->setObjectName(QStringLiteral("weightTensor"));
    m_names->setAccessibleName(tr("Tensor"));
    const core::ShardMap shards(m_model, {}, m_model.maxSequence);
    for (const core::ModelTensor& tensor : shards.tensors()) m_names->addItem(qs(tensor.name));
    strip().addWidget(m_names);
    auto* line = new QHBoxLayout;
    const auto field = [&](const QString& name, const char* objectName) {
        auto* box = new QSpinBox(this);
        box->setObjectName(QString::fromLatin1(objectName));
        box->setAccessibleName(name);
        line->addWidget(new Label(name, FontUse::Body, Role::Text, this));
        line->addWidget(box);
        connect(box, &QSpinBox::valueChanged, this, [this] { choose(m_row->value(), m_column->value()); });
        return box;
    };
    m_row = field(tr("Row"), "weightRow");
    m_column = field(tr("Column"), "weightColumn");
    line->addStretch(1);
    strip().addLayout(line);
    strip().addWidget(addSize(tr("Tensor"), Axis::Tensor, &core::LayoutSpec::tp, "weightTp"));
    strip().addWidget(addSize(tr("Pipeline"), Axis::Pipeline, &core::LayoutSpec::pp, "weightPp"));
    strip().addWidget(addSize(tr("Data"), Axis::Data, &core::LayoutSpec::dp, "weightDp"));
    auto* zero = new QHBoxLayout;
    zero->addWidget(new Label(QStringLiteral("ZeRO"), FontUse::Body, Role::Text, this));
    m_stages = new Segmented({QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3")}, this);
    m_stages->setObjectName(QStringLiteral("weightZero"));
    m_stages->setCurrent(m_zero);
    zero->addWidget(m_stages);
    zero->addStretch(1);
    strip().addLayout(zero);
    m_words = addText({}, FontUse::Body);
    m_words->setObjectName(QStringLiteral("weightWords"));
    strip().addStretch(1);
    connect(m_names, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_place = {index, 0, 0};
        showTrace();
    });
    connect(m_stages, &Segmented::chosen, this, [this](int zeroStage) {
        m_zero = zeroStage;
        showTrace();
    });
    connect(m_tensor, &TensorCanvas::chosen, this, &WeightPage::choose);
    const int up = m_names->findText(QStringLiteral("block.0.mlp.up.weight"));
    m_place.tensor = std::max(0, up);
    const QSignalBlocker quiet(m_names);
    m_names->setCurrentIndex(m_place.tensor);
    showTrace();
}

StopRow* WeightPage::addSize(const QString& name, Axis axis, int core::LayoutSpec::*size, const char* objectName) {
    auto* row = new StopRow(name, axis, this);
    row->setObjectName(QString::fromLatin1(objectName));
    row->setStops(kSizes, std::vector<StopState>(kSizes.size()));
    row->setNumber(m_layout.*size);
    const auto set = [this, row, size](double number) {
        const auto nearest = std::ranges::find(kSizes, number);
        if (nearest == kSizes.end()) {
            row->setProblem(tr("Use 1, 2 or 4."));
            return;
        }
        row->setProblem({});
        m_layout.*size = int(number);
        showTrace();
    };
    connect(row, &StopRow::committed, this, set);
    connect(row, &StopRow::dragged, this, set);
    return row;
}

void WeightPage::choose(qint64 row, qint64 column) {
    m_place.row = row;
    m_place.column = column;
    showTrace();
}

void WeightPage::showTrace() {
    const auto layout = core::Layout::create(m_layout, m_layout.cards());
    if (!layout) return;
    const core::ShardMap shards(m_model, m_layout, m_model.maxSequence);
    const core::ModelTensor& tensor = shards.tensors()[std::size_t(m_place.tensor)];
    m_place.row = std::min(m_place.row, tensor.rows - 1);
    m_place.column = std::min(m_place.column, tensor.columns - 1);
    for (const auto& [box, most, value] : {std::tuple(m_row, tensor.rows, m_place.row), {m_column, tensor.columns, m_place.column}}) {
        const QSignalBlocker quiet(box);
        box->setRange(0, int(most - 1));
        box->setValue(int(value));
    }
    m_tensor->setTensor(shards, m_layout.tp, m_place);
    const auto trace = core::traceWeight(*layout, shards, m_zero, m_place);
    if (!trace) return;
    m_holders->setTrace(*layout, *trace);
    QString text = tr("Stage %1 has the layer. %2 of %3 cards ever hold the scalar.")
                       .arg(trace->stage)
                       .arg(trace->holders.size())
                       .arg(m_layout.cards());
    text += QLatin1Char('\n') + (trace->replicated ? tr("The tensor is not cut: every tensor rank has it.")
                                                   : tr("The tensor is cut: one tensor rank of each replica has it."));
    text += QLatin1Char('\n') + (trace->owner < 0 ? tr("Without ZeRO every replica keeps all sixteen bytes.")
                                                  : tr("Replica %1 owns it: its optimizer makes the update.").arg(trace->owner));
    text += QLatin1Char('\n') + tr("Held always, over all cards: %1 bytes.").arg(trace->bytesAlways());
    m_words->setText(text);
}

QString WeightPage::words() const { return m_words->text(); }

}  // namespace ui
