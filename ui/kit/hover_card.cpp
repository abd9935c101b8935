// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/hover_card.h"

#include <QBitmap>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>
#include <QScreen>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr double kPadX = 12, kPadY = 10, kWidest = 320, kNarrowest = 220, kAwayFromPointer = 12;
constexpr int kDelayMs = 120;

double textHeight(const QString& text, const QFont& font, double width) {
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, text).height();
}

}  // namespace

QString HoverContent::toText() const {
    QStringList parts{value.isEmpty() ? title : title + QStringLiteral(": ") + value};
    if (!symbols.isEmpty()) parts << symbols;
    if (!numbers.isEmpty()) parts << numbers;
    for (const HoverLine& line : lines) parts << line.text;
    return parts.join(QLatin1Char('\n'));
}

HoverCard::HoverCard(QWidget* owner)
    : QWidget(owner, Qt::ToolTip | Qt::FramelessWindowHint) {
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    m_delay.setSingleShot(true);
    connect(&m_delay, &QTimer::timeout, this, [this] { showNow(m_content, m_pointer); });
}

void HoverCard::schedule(const HoverContent& content, const QPoint& globalPointer) {
    if (content.isEmpty()) return dismiss();
    if (isVisible()) return showNow(content, globalPointer);
    m_content = content;
    m_pointer = globalPointer;
    m_delay.start(kDelayMs);
}

void HoverCard::showNow(const HoverContent& content, const QPoint& globalPointer) {
    m_delay.stop();
    m_content = content;
    m_pointer = globalPointer;
    setAccessibleName(content.toText());
    place();
    show();
    raise();
    update();
}

void HoverCard::dismiss() {
    m_delay.stop();
    hide();
}

std::vector<HoverCard::Row> HoverCard::rows() const {
    std::vector<Row> rows;
    if (!m_content.symbols.isEmpty()) rows.push_back({m_content.symbols, FontUse::Label, Role::Text2, {}});
    if (!m_content.numbers.isEmpty()) rows.push_back({m_content.numbers, FontUse::Label, Role::Text, {}});
    for (const HoverLine& line : m_content.lines)
        rows.push_back({line.text, FontUse::Label, Role::Text2, line.kind});
    return rows;
}

double HoverCard::titleIndent() const { return m_content.meaning ? themeOf(*this).px(18) : 0; }

void HoverCard::place() {
    const Theme& theme = themeOf(*this);
    const QFont titleFont = theme.font(FontUse::BodyStrong);
    double width = titleIndent() + textWidth(titleFont, m_content.title) + theme.px(16) +
                   textWidth(titleFont, m_content.value);
    for (const Row& row : rows())
        width = std::max(width, textWidth(theme.font(row.use), row.text) + (row.kind ? theme.px(15) : 0));
    width = std::clamp(width, theme.px(kNarrowest - 2 * kPadX), theme.px(kWidest - 2 * kPadX));
    double height = theme.px(18);
    for (const Row& row : rows())
        height +=
            textHeight(row.text, theme.font(row.use), width - (row.kind ? theme.px(15) : 0)) + theme.px(4);
    resize(int(std::ceil(width + 2 * theme.px(kPadX))), int(std::ceil(height + 2 * theme.px(kPadY))));

    QBitmap shape(size());
    shape.clear();
    QPainter painter(&shape);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Qt::color1);
    painter.drawRoundedRect(rect(), theme.px(6), theme.px(6));
    painter.end();
    setMask(shape);

    const QScreen* screen = QGuiApplication::screenAt(m_pointer);
    const QRect area = (screen ? screen : QGuiApplication::primaryScreen())->availableGeometry();
    const int away = theme.ipx(kAwayFromPointer);
    QPoint at = m_pointer + QPoint(away, away);
    if (at.x() + this->width() > area.right()) at.setX(m_pointer.x() - away - this->width());
    if (at.y() + this->height() > area.bottom()) at.setY(m_pointer.y() - away - this->height());
    move(std::max(area.left(), at.x()), std::max(area.top(), at.y()));
}

void HoverCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    drawBox(painter, rect(), theme.px(6), theme.color(Role::Raised), theme.color(Role::Strong));
    const double left = theme.px(kPadX), width = this->width() - 2 * left;
    double y = theme.px(kPadY);
    const QFont titleFont = theme.font(FontUse::BodyStrong);
    const QRectF head(left, y, width, theme.px(18));
    if (m_content.meaning)
        drawDatum(painter, QRectF(left, y + theme.px(3), theme.px(12), theme.px(12)), 2, theme,
                  *m_content.meaning, m_content.swatch);
    const double value = textWidth(titleFont, m_content.value);
    drawText(painter, head.adjusted(titleIndent(), 0, -value - theme.px(8), 0), m_content.title, titleFont,
             theme.color(Role::Text));
    drawText(painter, head, m_content.value, titleFont, theme.color(Role::Text), Qt::AlignRight);
    y += theme.px(18 + 4);
    for (const Row& row : rows()) {
        const QFont font = theme.font(row.use);
        const double indent = row.kind ? theme.px(15) : 0;
        const double height = textHeight(row.text, font, width - indent);
        if (row.kind)
            drawKindMark(painter, {left + theme.px(5), y + QFontMetricsF(font).height() / 2}, *row.kind,
                         theme.color(row.role), theme.px(9));
        painter.setFont(font);
        painter.setPen(theme.color(row.role));
        painter.drawText(QRectF(left + indent, y, width - indent, height + 2), Qt::TextWordWrap, row.text);
        y += height + theme.px(4);
    }
}

}  // namespace ui
