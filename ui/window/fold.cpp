// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/fold.h"

#include "ui/kit/icons.h"

#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

namespace {
constexpr int kTitleHeight = 24, kIcon = 16, kGap = 4, kRowGap = 6, kMark = 10;
}

FoldTitle::FoldTitle(const QString& title, FontUse use, QWidget* parent)
    : QAbstractButton(parent)
    , m_use(use) {
    setText(title);
    setAccessibleName(title);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FoldTitle::setSummary(const QString& summary, std::optional<NumberKind> kind) {
    m_summary = summary;
    m_kind = kind;
    setAccessibleDescription(summary);
    update();
}

QSize FoldTitle::sizeHint() const {
    const Theme& theme = themeOf(*this);
    return {theme.ipx(kIcon + kGap) + int(textWidth(theme.font(m_use), text())) + 1, theme.ipx(kTitleHeight)};
}

void FoldTitle::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const double icon = theme.px(kIcon), left = icon + theme.px(kGap);
    const Role ink = underMouse() ? Role::Text : Role::Text2;
    drawIcon(painter, QRectF(0, std::round((height() - icon) / 2), icon, icon), isChecked() ? Icon::Down : Icon::Right,
             theme.color(ink));
    const double wide = textWidth(theme.font(m_use), text());
    drawText(painter, QRectF(left, 0, wide + 1, height()), text(), theme.font(m_use), theme.color(Role::Text));
    double right = width();
    if (m_kind) {
        right -= theme.px(kMark);
        drawKindMark(painter, {right + theme.px(kMark) / 2, height() / 2.0}, *m_kind, theme.color(Role::Text2));
        right -= theme.px(kGap);
    }
    const double from = left + wide + theme.px(2 * kGap);
    if (!isChecked() && right > from)
        drawText(painter, QRectF(from, 0, right - from, height()), m_summary, theme.font(FontUse::Label),
                 theme.color(Role::Text2), Qt::AlignRight);
}

void FoldTitle::changeEvent(QEvent* event) {
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::StyleChange) updateGeometry();
}

Fold::Fold(const QString& title, FontUse use, QWidget* parent)
    : QWidget(parent)
    , m_title(new FoldTitle(title, use, this))
    , m_body(new QWidget(this))
    , m_rows(new QVBoxLayout(m_body)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kGap);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(kRowGap);
    column->addWidget(m_title);
    column->addWidget(m_body);
    m_body->hide();
    connect(m_title, &QAbstractButton::toggled, m_body, &QWidget::setVisible);
}

void unfold(QWidget& control) {
    for (QWidget* widget = &control; widget; widget = widget->parentWidget())
        if (auto* fold = qobject_cast<Fold*>(widget)) fold->setOpen(true);
}

}  // namespace ui
