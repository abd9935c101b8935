// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Placed by hand: the workspaces stand in the middle of the window, whatever the menus and the chip take.
#include "ui/window/header_bar.h"

#include "ui/kit/chip.h"
#include "ui/kit/icons.h"
#include "ui/kit/paint.h"
#include "ui/kit/segmented.h"

#include <QEvent>
#include <QMenuBar>
#include <QPainter>

namespace ui {

namespace {
constexpr int kHeight = 44, kMark = 22, kMargin = 12, kFieldWidth = 236, kFieldHeight = 28, kGap = 10;
}

CommandField::CommandField(const QString& keys, QWidget* parent)
    : QAbstractButton(parent)
    , m_keys(keys) {
    setText(tr("Search commands"));
    setAccessibleName(text());
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
}

QSize CommandField::sizeHint() const {
    const Theme& theme = themeOf(*this);
    return {theme.ipx(kFieldWidth), theme.ipx(kFieldHeight)};
}

void CommandField::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const QColor quiet = theme.color(Role::Text2);
    drawBox(painter, QRectF(rect()), theme.px(4), theme.color(Role::Raised),
            theme.color(underMouse() ? Role::Strong : Role::Border));
    const double icon = theme.px(14);
    drawIcon(painter, QRectF(theme.px(9), (height() - icon) / 2, icon, icon), Icon::Search, quiet);
    const QFont keyFont = theme.font(FontUse::Axis);
    const double keyWidth = textWidth(keyFont, m_keys) + theme.px(10);
    const QRectF key(width() - keyWidth - theme.px(6), (height() - theme.px(18)) / 2, keyWidth, theme.px(18));
    drawText(painter, QRectF(theme.px(31), 0, key.left() - theme.px(35), height()), text(),
             theme.font(FontUse::Body), quiet);
    drawBox(painter, key, theme.px(3), theme.color(Role::Window), theme.color(Role::Border));
    drawText(painter, key, m_keys, keyFont, quiet, Qt::AlignHCenter);
}

HeaderBar::HeaderBar(const QStringList& workspaces, const QString& paletteKeys, QWidget* parent)
    : QWidget(parent)
    , m_menus(new QMenuBar(this))
    , m_workspaces(new Segmented(workspaces, this))
    , m_problems(new Chip(this))
    , m_field(new CommandField(paletteKeys, this)) {
    m_menus->setNativeMenuBar(false);
    m_workspaces->setPadding(18);
    m_workspaces->setAccessibleName(tr("Workspace"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_problems, &Chip::clicked, this, &HeaderBar::problemsClicked);
    showProblems(0, 0);
}

void HeaderBar::showProblems(int errors, int suggestions) {
    if (errors > 0)
        m_problems->show(Tone::Danger, errors == 1 ? tr("1 problem") : tr("%1 problems").arg(errors),
                         Icon::Error);
    else if (suggestions > 0)
        m_problems->show(Tone::Warn,
                         suggestions == 1 ? tr("1 suggestion") : tr("%1 suggestions").arg(suggestions),
                         Icon::Warn);
    else
        m_problems->show(Tone::Plain, tr("No problems"), Icon::Ok);
    place();
}

QSize HeaderBar::sizeHint() const { return {0, themeOf(*this).ipx(kHeight)}; }

void HeaderBar::place() {
    const Theme& theme = themeOf(*this);
    const auto centred = [this](QWidget& widget, int x, const QSize& size) {
        widget.setGeometry(x, (height() - size.height()) / 2, size.width(), size.height());
    };
    const int menuLeft = theme.ipx(kMargin + kMark + 8);
    QSize menus = m_menus->sizeHint();
    const QSize segments = m_workspaces->sizeHint();
    const int segmentLeft = (width() - segments.width()) / 2;
    menus.setWidth(qMin(menus.width(), segmentLeft - menuLeft));
    centred(*m_menus, menuLeft, menus);
    centred(*m_workspaces, segmentLeft, segments);
    const QSize field = m_field->sizeHint();
    const int fieldLeft = width() - theme.ipx(kMargin) - field.width();
    centred(*m_field, fieldLeft, field);
    const QSize chip = m_problems->sizeHint();
    centred(*m_problems, fieldLeft - theme.ipx(kGap) - chip.width(), chip);
}

void HeaderBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.color(Role::Window));
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.color(Role::Border));
    const double mark = theme.px(kMark);
    drawMark(painter, QRectF(theme.px(kMargin), (height() - mark) / 2, mark, mark), theme);
}

void HeaderBar::resizeEvent(QResizeEvent*) { place(); }

void HeaderBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) {
        updateGeometry();
        place();
    }
}

}  // namespace ui
