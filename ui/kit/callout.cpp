// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/callout.h"

#include "ui/kit/label.h"
#include "ui/kit/paint.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {
namespace {

QWidget* buttonRow(QWidget* parent) {
    auto* holder = new QWidget(parent);
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->setSizeConstraint(QLayout::SetMinimumSize);
    return holder;
}

void fill(QWidget& holder, const QList<Button*>& buttons) {
    const QList<Button*> old = holder.findChildren<Button*>(Qt::FindDirectChildrenOnly);
    for (Button* button : old) {
        // A button may replace its own row from its click handler, so it must outlive this call.
        button->hide();
        holder.layout()->removeWidget(button);
        button->setParent(nullptr);
        button->deleteLater();
    }
    for (Button* button : buttons) {
        button->setParent(&holder);
        holder.layout()->addWidget(button);
        button->show();
    }
    holder.setVisible(!buttons.isEmpty());
}

}  // namespace

Callout::Callout(Tone tone, Icon icon, QWidget* parent)
    : QWidget(parent)
    , m_tone(tone)
    , m_icon(icon)
    , m_text(new Label({}, FontUse::Body, Role::Text, this))
    , m_buttons(buttonRow(this)) {
    m_text->setWrapped();
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addWidget(m_text);
    column->addWidget(m_buttons, 0, Qt::AlignLeft);
    m_buttons->hide();
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    arrange();
}

void Callout::setText(const QString& text) { m_text->setText(text); }
QString Callout::text() const { return m_text->text(); }
void Callout::setButtons(const QList<Button*>& buttons) { fill(*m_buttons, buttons); }

void Callout::arrange() {
    const Theme& theme = themeOf(*this);
    layout()->setContentsMargins(theme.ipx(38), theme.ipx(10), theme.ipx(12), theme.ipx(10));
}

void Callout::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    drawBox(painter, rect(), theme.px(6), theme.color(groundOf(m_tone)), Qt::transparent);
    drawIcon(painter, QRectF(theme.px(12), theme.px(11), theme.px(16), theme.px(16)), m_icon,
             theme.color(inkOf(m_tone)));
}

void Callout::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

Banner::Banner(QWidget* parent)
    : QWidget(parent)
    , m_headline(new Label({}, FontUse::BodyStrong, Role::Text, this))
    , m_text(new Label({}, FontUse::Body, Role::Text, this))
    , m_buttons(buttonRow(this)) {
    auto* row = new QHBoxLayout(this);
    row->setSpacing(5);
    row->addWidget(m_headline);
    row->addWidget(m_text, 1);
    row->addWidget(m_buttons);
    m_text->setElided();
    m_buttons->hide();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    arrange();
}

void Banner::setMessage(Tone tone, Icon icon, const QString& headline, const QString& text) {
    m_tone = tone;
    m_icon = icon;
    m_headline->setText(headline);
    m_text->setText(text);
    setAccessibleName(headline + QLatin1Char(' ') + text);
    update();
}

void Banner::setButtons(const QList<Button*>& buttons) { fill(*m_buttons, buttons); }
QString Banner::headline() const { return m_headline->text(); }
QString Banner::text() const { return m_text->text(); }

void Banner::arrange() {
    const Theme& theme = themeOf(*this);
    layout()->setContentsMargins(theme.ipx(38), 0, theme.ipx(12), 0);
    setFixedHeight(theme.ipx(44));
}

void Banner::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.color(groundOf(m_tone)));
    painter.fillRect(QRectF(0, height() - 1, width(), 1), theme.color(Role::Border));
    const double side = theme.px(16);
    drawIcon(painter, QRectF(theme.px(12), std::round((height() - side) / 2), side, side), m_icon,
             theme.color(inkOf(m_tone)));
}

void Banner::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

}  // namespace ui
