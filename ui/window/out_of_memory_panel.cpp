// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Facts at the left, ways out at the right. Looking for ways evaluates whole plans, so it happens off the UI
// thread.
#include "ui/window/out_of_memory_panel.h"

#include "ui/kit/button.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/state/plan_document.h"
#include "ui/state/run_store.h"
#include "ui/state/way_words.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {
constexpr int kRightWidth = 460, kWayHeight = 44;
constexpr std::size_t kWaysInSight = 7;  // where the window has the height; more are scrolled to
}

OutOfMemoryPanel::OutOfMemoryPanel(const Hall& hall, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_jobs(QStringLiteral("ways to fit")) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(makeLeft(), 1);
    row->addWidget(makeRight());
    arrange();
}

QWidget* OutOfMemoryPanel::makeLeft() {
    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_headline = new QWidget(left);
    m_headline->setAutoFillBackground(true);
    auto* words = new QVBoxLayout(m_headline);
    words->setContentsMargins(16, 12, 16, 10);
    words->setSpacing(2);
    m_title = new Label({}, FontUse::Title, Role::Text, m_headline);
    m_text = new Label({}, FontUse::Body, Role::Text, m_headline);
    m_title->setWrapped();
    m_text->setWrapped();
    m_title->setObjectName(QStringLiteral("oomTitle"));
    words->addWidget(m_title);
    words->addWidget(m_text);
    m_table = new HeldTable(left);
    column->addWidget(m_headline);
    column->addWidget(m_table);
    column->addStretch(1);
    return left;
}

QWidget* OutOfMemoryPanel::makeRight() {
    m_right = new QWidget(this);
    auto* column = new QVBoxLayout(m_right);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(2);
    column->addWidget(new Label(tr("Ways to make it fit"), FontUse::Title, Role::Text, m_right));
    m_listNote = new Label({}, FontUse::Label, Role::Text2, m_right);
    m_listNote->setWrapped();
    column->addWidget(m_listNote);
    column->addSpacing(6);
    auto* scroll = new QScrollArea(m_right);
    scroll->setObjectName(QStringLiteral("waysScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* rows = new QWidget;
    auto* stack = new QVBoxLayout(rows);
    stack->setContentsMargins(0, 0, 0, 0);
    m_list = new QVBoxLayout;
    m_list->setSpacing(0);
    stack->addLayout(m_list);
    stack->addStretch(1);
    scroll->setWidget(rows);
    rows->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    column->addWidget(scroll, 1);
    column->addSpacing(10);
    m_start = new Button(ButtonKind::Primary, Icon::Play, tr("Start again"), m_right);
    m_start->setObjectName(QStringLiteral("startAgain"));
    m_start->hide();
    connect(m_start, &Button::clicked, this, &OutOfMemoryPanel::startAgain);
    column->addWidget(m_start);
    return m_right;
}

void OutOfMemoryPanel::show(const core::OutOfMemory& memory, const core::Calibration& calibration) {
    const RunStore& run = m_hall.run;
    const ByteUnit unit = unitFor(memory.capacity);
    const core::Bytes needed = core::sum(memory.held) + memory.requested;
    m_title->setText(tr("Rank %1 ran out of memory in step %2").arg(memory.rank).arg(memory.step));
    QString text = tr("It needed %1 and the card holds %2.")
                       .arg(bytesText(needed, unit), bytesText(memory.capacity, unit));
    if (run.prediction() && run.prediction()->memory)
        text +=
            QLatin1Char(' ') +
            tr("The plan had predicted a peak of %1.").arg(bytesText(run.prediction()->memory->peak(), unit));
    m_text->setText(text + QLatin1Char(' ') + tr("All ranks ended cleanly."));
    m_table->show(memory);
    m_start->hide();
    m_listNote->setText(tr("computing"));
    m_jobs.submit([this, plan = run.plan(), needed, calibration]() -> LatestJob::Delivery {
        auto ways = core::waysToFit(plan, core::RunsOn::Engine, needed, calibration);
        return [this, ways = std::move(ways)] { showWays(ways); };
    });
}

void OutOfMemoryPanel::showWays(std::vector<core::FitAdvice> ways) {
    m_ways = std::move(ways);
    while (QLayoutItem* item = m_list->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const bool onlyLarger = m_ways.size() == 1 && m_ways.front().changes.front() == core::FitChange::LargerCards;
    m_listNote->setText(m_ways.empty() ? tr("Nothing else fits: no change of this plan, and no two of them. Use more "
                                            "cards or a smaller model.")
                        : onlyLarger   ? tr("Nothing else fits: no change of this plan on such cards, and no two of them.")
                                       : tr("Peak of the heaviest card, predicted"));
    for (std::size_t i = 0; i < m_ways.size(); ++i) m_list->addWidget(makeWay(m_ways[i], i == 0));
    m_right->findChild<QScrollArea*>(QStringLiteral("waysScroll"))
        ->setMinimumHeight(themeOf(*this).ipx(kWayHeight * int(std::min(m_ways.size(), kWaysInSight))));
}

QWidget* OutOfMemoryPanel::makeWay(const core::FitAdvice& way, bool first) {
    auto* row = new QWidget(m_right);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 5, 0, 5);
    line->setSpacing(10);
    const WayWords words = wayWords(way);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    auto* title = new Label(words.title, FontUse::Body, Role::Text, row);
    title->setWrapped();
    texts->addWidget(title);
    if (!words.note.isEmpty()) texts->addWidget(new Label(words.note, FontUse::Label, Role::Text2, row));
    line->addLayout(texts, 1);
    line->addWidget(new Label(bytesText(way.peak, unitFor(way.plan.run.cardMemory)), FontUse::Body, Role::Text, row));
    auto* button = new Button(first ? ButtonKind::Primary : ButtonKind::Normal, tr("Apply"), row);
    button->setSize(ButtonSize::Small);
    button->setAccessibleName(tr("Apply: %1").arg(words.title));
    connect(button, &Button::clicked, this, [this, way, button] {
        apply(way);
        for (Button* other : m_right->findChildren<Button*>())
            if (other != m_start) {
                other->setText(other == button ? tr("Applied") : tr("Apply"));
                other->setEnabled(other != button);
            }
    });
    line->addWidget(button);
    return row;
}

void OutOfMemoryPanel::apply(const core::FitAdvice& way) {
    m_hall.document.replace(way.plan, tr("Make it fit: %1").arg(wayWords(way).title));
    for (Button* button : m_right->findChildren<Button*>())
        if (button != m_start && button->kind() == ButtonKind::Primary) button->setKind(ButtonKind::Normal);
    m_start->show();
    m_start->setFocus(Qt::OtherFocusReason);
}

void OutOfMemoryPanel::arrange() {
    const Theme& theme = themeOf(*this);
    m_right->setFixedWidth(theme.ipx(kRightWidth));
    QPalette ground = m_headline->palette();
    ground.setColor(QPalette::Window, theme.color(Role::DangerSoft));
    m_headline->setPalette(ground);
}

void OutOfMemoryPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.color(Role::Canvas));
    painter.fillRect(QRect(m_right->x(), 0, 1, height()), theme.color(Role::Border));
}

void OutOfMemoryPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange && m_right) arrange();
}

}  // namespace ui
