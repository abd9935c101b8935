// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/groups_view.h"

#include "ui/desk/groups_canvas.h"
#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/segmented.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/state/selection.h"
#include "ui/state/sentences.h"

#include <QComboBox>

#include <algorithm>

namespace ui {

namespace {

constexpr core::GroupKind kKinds[] = {core::GroupKind::Tensor, core::GroupKind::Data, core::GroupKind::Pipeline};

QString orderName(core::RankOrder order) {
    switch (order) {
    case core::RankOrder::Megatron:
        return GroupsView::tr("Megatron");
    case core::RankOrder::MegatronTpPpDp:
        return GroupsView::tr("Megatron, --use-tp-pp-dp-mapping");
    case core::RankOrder::DeepSpeed3d:
        return GroupsView::tr("DeepSpeed, 3D topology");
    case core::RankOrder::DeepSpeedPipeline:
        return GroupsView::tr("DeepSpeed, PipelineModule without topology");
    }
    return {};
}

}  // namespace

GroupsView::GroupsView(const Hall& hall, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_header(new ViewHeader(tr("Rank orders"), this))
    , m_first(new QComboBox(this))
    , m_second(new QComboBox(this))
    , m_canvas(new GroupsCanvas(this))
    , m_verdict(new Label({}, FontUse::Body, Role::Text, this)) {
    m_kind = m_header->addSegmented({tr("Tensor"), tr("Data"), tr("Pipeline")});
    m_kind->setCurrent(1);
    m_first->setObjectName(QStringLiteral("firstOrder"));
    m_second->setObjectName(QStringLiteral("secondOrder"));
    m_first->setAccessibleName(tr("First order"));
    m_second->setAccessibleName(tr("Second order"));
    for (const auto& [order, name] : core::enumNames<core::RankOrder>()) {
        m_first->addItem(orderName(order));
        m_second->addItem(orderName(order));
    }
    m_second->setCurrentIndex(int(core::RankOrder::MegatronTpPpDp));
    m_verdict->setWrapped();
    auto* back = new Button(ButtonKind::Normal, Icon::Left, tr("Back to the files"), this);
    back->setSize(ButtonSize::Small);
    back->setObjectName(QStringLiteral("groupsBack"));
    connect(back, &Button::clicked, this, &GroupsView::backRequested);
    m_header->addRight(back);
    auto* choice = new QHBoxLayout;
    choice->setContentsMargins(14, 8, 14, 4);
    choice->addWidget(m_first, 1);
    choice->addSpacing(20);
    choice->addWidget(m_second, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addLayout(choice);
    column->addWidget(m_canvas, 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(14, 8, 14, 12);
    foot->addWidget(m_verdict, 1);
    column->addLayout(foot);
    for (QComboBox* box : {m_first, m_second}) connect(box, &QComboBox::activated, this, &GroupsView::refresh);
    connect(m_kind, &Segmented::chosen, this, &GroupsView::refresh);
    connect(m_canvas, &Canvas::itemSelected, this, [this](int item) {
        m_hall.selection.select(
            {.rank = item % m_canvas->picture().first->ranks(), .stage = {}, .microBatch = {}, .category = {}}, this);
    });
    connect(m_canvas, &Canvas::cleared, this, [this] { m_hall.selection.clear(this); });
    connect(&m_hall.selection, &Selection::changed, this,
            [this](const SelectedItem& item) { m_canvas->setRank(item.rank); });
    m_canvas->setRank(hall.selection.current().rank);
}

void GroupsView::setLayoutSpec(const core::LayoutSpec& spec, int cardsPerNode) {
    m_spec = spec;
    m_perNode = std::max(1, cardsPerNode);
    m_first->setCurrentIndex(int(spec.order));
    refresh();
}

void GroupsView::setOrders(core::RankOrder first, core::RankOrder second) {
    m_first->setCurrentIndex(int(first));
    m_second->setCurrentIndex(int(second));
    refresh();
}

QString GroupsView::verdict() const { return m_verdict->text(); }

void GroupsView::refresh() {
    GroupsPicture picture;
    core::LayoutSpec first = m_spec, second = m_spec;
    first.order = core::RankOrder(m_first->currentIndex());
    second.order = core::RankOrder(m_second->currentIndex());
    picture.firstName = m_first->currentText();
    picture.secondName = m_second->currentText();
    picture.kind = kKinds[std::max(0, m_kind->current())];
    const auto a = core::Layout::create(first, m_perNode), b = core::Layout::create(second, m_perNode);
    if (!a || !b) {
        m_canvas->setPicture(std::move(picture));
        m_verdict->setRole(Role::Danger);
        return m_verdict->setText(wholeSentences(!a ? a.error() : b.error()));
    }
    picture.first = *a;
    picture.second = *b;
    picture.misaligned = core::compareLayouts(*a, *b);
    const auto misaligned = std::ranges::find_if(picture.misaligned, [&](const core::Misalignment& row) {
        return row.kind == picture.kind && wrongPair(row).has_value();
    });
    const auto any = std::ranges::find_if(picture.misaligned,
                                          [](const core::Misalignment& row) { return wrongPair(row).has_value(); });
    const bool agree = picture.misaligned.empty();
    m_verdict->setRole(agree ? Role::Ok : any == picture.misaligned.end() ? Role::Warn : Role::Danger);
    const auto shown = misaligned != picture.misaligned.end() ? misaligned : any;
    if (agree) {
        m_verdict->setText(tr("Both orders give the same groups: the libraries agree on who exchanges what."));
    } else if (shown == picture.misaligned.end()) {
        m_verdict->setText(tr("The orders differ, and one of them has no group where the other has one."));
    } else {
        const WrongPair pair = *wrongPair(*shown);
        m_verdict->setText(
            tr("%1 groups differ. In the second order rank %2 and rank %3 are in one %4 group; in the first they hold "
               "different parts of the model or the data, and would exchange wrong data.")
                .arg(picture.misaligned.size())
                .arg(pair.a.value)
                .arg(pair.b.value)
                .arg(m_kind->current() >= 0 ? qs(core::toText(pair.kind)) : QString()));
        if (!m_hall.selection.current().rank) m_canvas->setRank(pair.a.value);
    }
    m_canvas->setPicture(std::move(picture));
}

}  // namespace ui
