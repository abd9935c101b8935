// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/chip.h"

#include "ui/kit/paint.h"

#include <QEvent>
#include <QPainter>

namespace ui {

Role inkOf(Tone tone) {
    switch (tone) {
    case Tone::Ok:
        return Role::Ok;
    case Tone::Warn:
        return Role::Warn;
    case Tone::Danger:
        return Role::Danger;
    case Tone::Accent:
        return Role::Accent;
    case Tone::Neutral:
    case Tone::Plain:
        break;
    }
    return Role::Text2;
}

Role groundOf(Tone tone) {
    switch (tone) {
    case Tone::Ok:
        return Role::OkSoft;
    case Tone::Warn:
        return Role::WarnSoft;
    case Tone::Danger:
        return Role::DangerSoft;
    case Tone::Accent:
        return Role::AccentSoft;
    case Tone::Neutral:
    case Tone::Plain:
        break;
    }
    return Role::Sunken;
}

Chip::Chip(QWidget* parent)
    : QAbstractButton(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Chip::show(Tone tone, const QString& word, std::optional<Icon> icon) {
    m_tone = tone;
    m_icon = icon;
    setText(word);
    setAccessibleName(word);
    updateGeometry();
    update();
}

void Chip::setEmphasised() {
    m_emphasised = true;
    updateGeometry();
}

QFont Chip::textFont() const {
    return themeOf(*this).font(m_emphasised ? FontUse::BodyStrong : FontUse::Label);
}
double Chip::markWidth() const { return themeOf(*this).px(m_icon ? 14 : 8); }

QSize Chip::sizeHint() const {
    const Theme& theme = themeOf(*this);
    const double width =
        theme.px(8) + markWidth() + theme.px(5) + textWidth(textFont(), text()) + theme.px(9);
    return {int(std::ceil(width)), theme.ipx(m_emphasised ? 24 : 22)};
}

void Chip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    if (m_tone != Tone::Plain)
        drawBox(painter, rect(), height() / 2.0, theme.color(groundOf(m_tone)), Qt::transparent);
    else if (underMouse() && isEnabled())
        drawBox(painter, rect(), height() / 2.0, theme.color(Role::Sunken), Qt::transparent);
    const QColor ink = theme.color(inkOf(m_tone));
    const double mark = markWidth(), middle = height() / 2.0;
    double x = theme.px(8);
    if (m_icon) {
        const QColor color = m_tone == Tone::Plain && *m_icon == Icon::Ok ? theme.color(Role::Ok) : ink;
        drawIcon(painter, QRectF(x, middle - mark / 2, mark, mark), *m_icon, color);
    } else {
        drawDot(painter, {x + mark / 2, middle}, mark, ink);
    }
    x += mark + theme.px(5);
    drawText(painter, QRectF(x, 0, width() - x, height()), text(), textFont(), ink);
}

void Chip::changeEvent(QEvent* event) {
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::StyleChange) updateGeometry();
}

}  // namespace ui
