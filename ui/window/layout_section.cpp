// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tensor, pipeline, data: three sliders, the lock of the number of cards, and the product.
#include "ui/kit/chip.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/paint.h"
#include "ui/kit/segmented.h"
#include "ui/kit/stop_row.h"
#include "ui/window/plan_sections.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

namespace {
constexpr int kProductHeight = 26, kProductGap = 8;
QString key(const char* pointer) { return QString::fromLatin1(pointer); }
}  // namespace

void ProductLine::show(const core::LayoutSpec& layout) {
    m_layout = layout;
    setAccessibleName(tr("%1 times %2 times %3 is %4 cards")
                          .arg(layout.tp)
                          .arg(layout.pp)
                          .arg(layout.dp)
                          .arg(layout.tp * layout.pp * layout.dp));
    update();
}

QSize ProductLine::sizeHint() const { return {0, themeOf(*this).ipx(kProductHeight)}; }

void ProductLine::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    struct Word {
        QString text;
        QColor color;
        FontUse use;
    };
    const QColor quiet = theme.color(Role::Text2);
    const QString times = QStringLiteral("×");
    const Word words[] = {{wholeNumber(m_layout.tp), theme.axis(Axis::Tensor), FontUse::Title},
                          {times, quiet, FontUse::Body},
                          {wholeNumber(m_layout.pp), theme.axis(Axis::Pipeline), FontUse::Title},
                          {times, quiet, FontUse::Body},
                          {wholeNumber(m_layout.dp), theme.axis(Axis::Data), FontUse::Title},
                          {QStringLiteral("="), quiet, FontUse::Body},
                          {wholeNumber(qint64(m_layout.tp) * m_layout.pp * m_layout.dp),
                           theme.color(Role::Text), FontUse::Title}};
    double total = theme.px(kProductGap) * 6;
    for (const Word& word : words) total += textWidth(theme.font(word.use), word.text);
    double x = (width() - total) / 2;
    for (const Word& word : words) {
        const double wide = textWidth(theme.font(word.use), word.text);
        drawText(painter, QRectF(x, 0, wide + 1, height()), word.text, theme.font(word.use), word.color);
        x += wide + theme.px(kProductGap);
    }
}

LayoutSection::LayoutSection(const Hall& hall, QWidget* parent)
    : PlanSection(hall,
                  {key("/layout"), key("/layout/tp"), key("/layout/pp"), key("/layout/dp"), key("/layout/cp"),
                   key("/layout/ep"), key("/layout/stage_layers"), key("/layout/order"), key("/sequence_parallel")},
                  parent)
    , m_lock(new Chip(this))
    , m_sequence(new Segmented({tr("Off"), tr("On")}, this)) {
    auto* top = new QHBoxLayout;
    top->addWidget(new Label(tr("Layout"), FontUse::LabelStrong, Role::Text, this));
    top->addStretch(1);
    top->addWidget(m_lock);
    rows().addLayout(top);
    m_tensor = addStopRow(key("/layout/tp"), tr("Tensor"), Axis::Tensor);
    m_pipeline = addStopRow(key("/layout/pp"), tr("Pipeline"), Axis::Pipeline);
    m_data = addStopRow(key("/layout/dp"), tr("Data"), Axis::Data);
    m_product = new ProductLine(this);
    rows().addWidget(m_product);
    m_sequenceRow = captionedRow(tr("Sequence parallel"), m_sequence);
    m_sequenceRow->setToolTip(tr("Between the split products the tensor group shares the sequence too: norms and residuals "
                                 "are held once, not tp times. The bytes sent are the same."));
    bindSegmented(*m_sequence, key("/sequence_parallel"));
    rows().addWidget(m_sequenceRow);
    m_lock->setObjectName(QStringLiteral("cardsLock"));
    connect(m_lock, &Chip::clicked, this, [this] {
        auto& document = this->hall().document;
        document.setCardsPolicy(document.cardsPolicy() == core::CardsPolicy::Locked
                                    ? core::CardsPolicy::Follow
                                    : core::CardsPolicy::Locked);
    });
    connect(&hall.document, &PlanDocument::cardsPolicyChanged, this,
            [this] { showPlan(this->hall().document.plan()); });
    begin();
}

void LayoutSection::showPlan(const core::Plan& plan) {
    showStopRow(*m_tensor, key("/layout/tp"), plan);
    showStopRow(*m_pipeline, key("/layout/pp"), plan);
    showStopRow(*m_data, key("/layout/dp"), plan);
    m_product->show(plan.layout);
    showSegmented(*m_sequence, key("/sequence_parallel"), plan);
    m_sequenceRow->setVisible(plan.layout.tp > 1 || plan.sequenceParallel == core::SequenceParallel::On);
    showLock();
}

void LayoutSection::showLock() {
    const core::Plan& plan = hall().document.plan();
    const bool locked = hall().document.cardsPolicy() == core::CardsPolicy::Locked;
    const int cards = plan.cluster.nodes * plan.cluster.gpusPerNode, needed = plan.layout.cards();
    const QString words = cards != needed ? tr("%1 needed, %2 there").arg(wholeNumber(needed), wholeNumber(cards))
                          : cards == 1    ? tr("1 card")
                                          : tr("%1 cards").arg(wholeNumber(cards));
    m_lock->show(cards != needed ? Tone::Danger : locked ? Tone::Accent : Tone::Neutral, words,
                 locked ? Icon::Lock : Icon::Unlock);
    m_lock->setToolTip(locked
                           ? tr("The number of cards is locked: data-parallel size follows. Click to unlock.")
                           : tr("The number of cards follows tensor × pipeline × data. Click to lock it."));
    m_lock->setAccessibleName(m_lock->toolTip());
}

}  // namespace ui
