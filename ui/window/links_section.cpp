// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links by class, folded: bandwidth and latency in place of the accelerator's own, and, where they are simulated, who
// waits for them.
#include "core/cost/group_links.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/segmented.h"
#include "ui/window/fold.h"
#include "ui/window/plan_sections.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int kGap = 6, kNumberField = 48;
constexpr double kGigabyte = 1e9, kMicrosecond = 1e-6;

QString key(const char* pointer) { return QString::fromLatin1(pointer); }

struct LinkRow {
    core::LinkClass linkClass;
    const char *bandwidth, *latency;  // fields
};
constexpr LinkRow kRows[] = {
    {core::LinkClass::WithinNode, "/cluster/links/intra_node_bandwidth", "/cluster/links/intra_node_latency"},
    {core::LinkClass::BetweenNodes, "/cluster/links/inter_node_bandwidth", "/cluster/links/inter_node_latency"}};

bool acts(const core::Plan& plan, core::LinkClass linkClass) {
    return linkClass == core::LinkClass::WithinNode ? plan.cluster.gpusPerNode > 1 : plan.cluster.nodes > 1;
}

bool isSimulated(const core::Plan& plan) {
    return plan.cluster.gpu == "virtual-card" && plan.run.backend != core::Backend::Cuda;
}

}  // namespace

LinksSection::LinksSection(const Hall& hall, QWidget* parent)
    : PlanSection(hall,
                  {key("/cluster/links"), key(kRows[0].bandwidth), key(kRows[0].latency), key(kRows[1].bandwidth),
                   key(kRows[1].latency), key("/run/simulated_links/delay")},
                  parent)
    , m_fold(new Fold(tr("Links"), FontUse::LabelStrong, this))
    , m_delay(new Segmented({tr("Virtual time"), tr("Wall clock too")}, this)) {
    m_fold->setObjectName(key("links"));
    rows().addWidget(m_fold);
    addClass(0, tr("Within a node"), tr("Bandwidth within a node in GB/s"), tr("Latency within a node in microseconds"));
    addClass(1, tr("Between nodes"), tr("Bandwidth between nodes in GB/s"), tr("Latency between nodes in microseconds"));
    bindSegmented(*m_delay, key("/run/simulated_links/delay"));
    m_delayRow = captionedRow(tr("Charged to"), m_delay);
    m_delayRow->setToolTip(tr("Links of virtual cards are simulated: messages take their time on the virtual clock. On "
                              "the wall clock too, people wait for them."));
    m_fold->rows().addWidget(m_delayRow);
    begin();
}

void LinksSection::addClass(int index, const QString& caption, const QString& bandwidth, const QString& latency) {
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kGap);
    line->addWidget(new Label(caption, FontUse::Body, Role::Text, row));
    line->addStretch(1);
    const auto add = [&](const char* pointer, const QString& name, double unit, const QString& unitName) {
        NumberField* field = makeNumber(key(pointer), name, unit);
        field->setFieldWidth(kNumberField);
        line->addWidget(field);
        line->addWidget(new Label(unitName, FontUse::Label, Role::Text2, row));
        return field;
    };
    LinkFields& fields = m_classes[std::size_t(index)];
    fields.bandwidth = add(kRows[index].bandwidth, bandwidth, kGigabyte, tr("GB/s"));
    fields.latency = add(kRows[index].latency, latency, kMicrosecond, tr("µs"));
    fields.row = row;
    row->setToolTip(tr("Bandwidth of a card in one direction, and the latency of a message. Empty: the accelerator's own."));
    m_fold->rows().addWidget(row);
}

void LinksSection::showPlan(const core::Plan& plan) {
    core::Plan without = plan;
    without.cluster.links = {};
    const core::Accelerator* card = core::acceleratorOf(plan.cluster);
    QStringList bandwidths;
    for (std::size_t i = 0; i < m_classes.size(); ++i) {
        const LinkRow& row = kRows[i];
        const core::Link own = card ? core::plannedLink(without, *card, row.linkClass) : core::Link{};
        const auto words = [](double value) { return value > 0 ? QString::number(value, 'g', 4) : QString(); };
        showNumber(*m_classes[i].bandwidth, key(row.bandwidth), plan, words(own.bandwidth / kGigabyte));
        showNumber(*m_classes[i].latency, key(row.latency), plan, words(own.latency / kMicrosecond));
        m_classes[i].row->setVisible(acts(plan, row.linkClass));
        if (card && acts(plan, row.linkClass))
            bandwidths << threeDigits(core::plannedLink(plan, *card, row.linkClass).bandwidth / kGigabyte);
    }
    showSegmented(*m_delay, key("/run/simulated_links/delay"), plan);
    m_delayRow->setVisible(isSimulated(plan));
    const QString summary = withUnit(bandwidths.join(QStringLiteral(" · ")), tr("GB/s"));
    m_fold->title().setSummary(bandwidths.isEmpty() ? QString() : summary,
                               isSimulated(plan) ? NumberKind::Simulated : NumberKind::Predicted);
    m_fold->title().setToolTip(isSimulated(plan) ? tr("Simulated: charged to the virtual clock of every card.")
                                                 : tr("Assumed by the prediction."));
    setVisible(plan.layout.cards() > 1);
}

}  // namespace ui
