// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/view_header.h"

#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/segmented.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QResizeEvent>

namespace ui {

namespace {

constexpr char kExplains[] = "shardscopeExplains";  // of the figure: a formula, not a number that was measured

}  // namespace

ViewHeader::ViewHeader(const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_title(new Label(title, FontUse::BodyStrong, Role::Text, this))
    , m_kinds(new KindMarks(this))
    , m_note(new Label({}, FontUse::Label, Role::Text2, this))
    , m_figure(new Label({}, FontUse::Body, Role::Text, this))
    , m_unit(new Label({}, FontUse::Label, Role::Text2, this))
    , m_left(new QHBoxLayout)
    , m_right(new QHBoxLayout) {
    auto* row = new QHBoxLayout(this);
    m_left->addWidget(m_title);
    m_left->addWidget(m_kinds);
    m_left->addWidget(m_note);
    m_right->addWidget(m_figure);
    m_right->addWidget(m_unit);
    row->addLayout(m_left);
    row->addStretch(1);
    row->addLayout(m_right);
    m_note->setMinimumWidth(0);
    for (QWidget* widget : {static_cast<QWidget*>(m_kinds), static_cast<QWidget*>(m_note),
                            static_cast<QWidget*>(m_figure), static_cast<QWidget*>(m_unit)})
        widget->hide();
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    arrange();
}

void ViewHeader::setTitle(const QString& title) { m_title->setText(title); }

void ViewHeader::setKinds(std::vector<KindWord> words) {
    m_kinds->setVisible(!words.empty());
    m_kinds->setWords(std::move(words));
}

void ViewHeader::setNote(const QString& note) {
    m_note->setText(note);
    arrange();
}

void ViewHeader::setFigure(const QString& figure, const QString& toolTip) {
    m_figure->setToolTip(toolTip);
    m_figure->setUse(FontUse::Label);
    m_figure->setRole(Role::Text2);
    m_figure->setText(figure);
    m_figure->setProperty(kExplains, true);
    arrange();
}

void ViewHeader::setFigureWithUnit(const QString& number, const QString& unit) {
    m_figure->setText(number);
    m_figure->setProperty(kExplains, false);
    m_unit->setText(unit);
    arrange();
}

Segmented* ViewHeader::addSegmented(const QStringList& entries) {
    auto* segmented = new Segmented(entries, this);
    m_left->addWidget(segmented);
    return segmented;
}

Segmented* ViewHeader::addRightSegmented(const QStringList& entries) {
    auto* segmented = new Segmented(entries, this);
    m_right->addWidget(segmented);
    return segmented;
}

Legend* ViewHeader::addLegend() {
    auto* legend = new Legend(this);
    m_left->addWidget(legend, 1);
    return legend;
}

Legend* ViewHeader::addRightLegend() {
    auto* legend = new Legend(this);
    m_right->addWidget(legend, 1);
    return legend;
}

KindMarks* ViewHeader::addRightKinds() {
    auto* kinds = new KindMarks(this);
    m_right->addWidget(kinds);
    return kinds;
}

Button* ViewHeader::addIconButton(Icon icon, const QString& toolTip) {
    auto* button = new Button(icon, toolTip, this);
    m_right->addWidget(button);
    return button;
}

void ViewHeader::addRight(QWidget* widget) { m_right->addWidget(widget); }

bool ViewHeader::isNarrow(const QWidget& view) {
    return view.window()->width() < themeOf(view).px(1360);
}

void ViewHeader::arrange() {
    const Theme& theme = themeOf(*this);
    setFixedHeight(theme.ipx(36));
    layout()->setContentsMargins(theme.ipx(12), 0, theme.ipx(8), 1);
    // Narrow windows give their room to the words instead of the gaps.
    const bool narrow = isNarrow(*this);
    const int gap = theme.ipx(narrow ? 5 : 10);
    layout()->setSpacing(gap);
    m_left->setSpacing(gap);
    m_right->setSpacing(gap);
    for (Segmented* segmented : findChildren<Segmented*>(QString(), Qt::FindDirectChildrenOnly))
        segmented->setPadding(narrow ? 7 : 10);

    // Where not all has room, note and then an explaining figure leave it to the title; they come back with the room. A
    // measured figure stays.
    int needed = layout()->contentsMargins().left() + layout()->contentsMargins().right();
    for (const QLayout* part : {m_left, m_right})
        for (int i = 0; i < part->count(); ++i) {
            const QWidget* widget = part->itemAt(i)->widget();
            const bool optional = widget == m_note || widget == m_figure || widget == m_unit;
            if (!widget || optional || widget->isHidden()) continue;
            const bool shrinks = qobject_cast<const Legend*>(widget) != nullptr;
            needed += (shrinks ? widget->minimumSizeHint() : widget->sizeHint()).width() + gap;
        }
    const auto widthOf = [&](const Label* label) { return label->text().isEmpty() ? 0 : label->sizeHint().width() + gap; };
    const bool figure = !m_figure->property(kExplains).toBool() || needed + widthOf(m_figure) + widthOf(m_unit) <= width();
    if (figure) needed += widthOf(m_figure) + widthOf(m_unit);
    m_figure->setVisible(figure && !m_figure->text().isEmpty());
    m_unit->setVisible(figure && !m_unit->text().isEmpty());
    m_note->setVisible(!m_note->text().isEmpty() && needed + widthOf(m_note) <= width());
}

void ViewHeader::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.color(Role::Panel));
    painter.fillRect(QRectF(0, height() - 1, width(), 1), theme.color(Role::Border));
}

void ViewHeader::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

void ViewHeader::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

}  // namespace ui
