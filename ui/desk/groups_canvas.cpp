// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/groups_canvas.h"

#include "ui/kit/paint.h"
#include "ui/kit/to_qt.h"

#include <algorithm>

namespace ui {

namespace {

constexpr double kHead = 56, kMargin = 20, kLabel = 64, kGap = 1.5;

QString membersText(const std::vector<core::Rank>& ranks) {
    constexpr std::size_t kMost = 8;
    QStringList names;
    for (std::size_t i = 0; i < std::min(kMost, ranks.size()); ++i) names << QString::number(ranks[i].value);
    if (ranks.size() > kMost) names << QStringLiteral("…");
    return QLatin1Char('{') + names.join(QStringLiteral(", ")) + QLatin1Char('}');
}

bool contains(const std::vector<core::Rank>& ranks, int rank) {
    return std::ranges::find(ranks, rank, &core::Rank::value) != ranks.end();
}

}  // namespace

std::optional<WrongPair> wrongPair(const core::Misalignment& misalignment) {
    for (const core::Rank other : misalignment.otherRanks)
        if (!contains(misalignment.ranks, other.value))
            return WrongPair{misalignment.kind, misalignment.ranks.front(), other};
    return std::nullopt;
}

GroupsCanvas::GroupsCanvas(QWidget* parent)
    : Canvas(parent) {
    setAccessibleName(tr("Both rank orders"));
}

void GroupsCanvas::setPicture(GroupsPicture picture) {
    m_picture = std::move(picture);
    if (m_rank && m_picture.first && *m_rank >= m_picture.first->ranks()) m_rank.reset();
    resetItems();
    update();
}

void GroupsCanvas::setRank(std::optional<int> rank) {
    m_rank = rank;
    update();
}

bool GroupsCanvas::standsElsewhere(int rank) const {
    return m_picture.first && m_picture.second &&
           layoutOf(0).coordinates(core::Rank(rank)) != layoutOf(1).coordinates(core::Rank(rank));
}

QRectF GroupsCanvas::panel(int order, const QSizeF& size) const {
    const double half = size.width() / 2;
    return {order * half + kMargin + kLabel, kHead, half - 2 * kMargin - kLabel, size.height() - kHead - kMargin};
}

QRectF GroupsCanvas::rectIn(int order, int rank, const QSizeF& size) const {
    const core::LayoutSpec& spec = layoutOf(order).spec();
    const core::Coordinates at = layoutOf(order).coordinates(core::Rank(rank));
    const QRectF area = panel(order, size);
    const int within = spec.tp * spec.cp, index = at.tp + spec.tp * at.cp;
    const double stage = area.width() / spec.pp, replica = std::min(area.height() / spec.dp, 64.0);
    const double gap = std::min(8.0, stage * 0.08), card = (stage - gap) / within;
    return {area.left() + at.pp * stage + index * card + kGap / 2, area.top() + at.dp * replica + kGap / 2,
            std::max(1.0, card - kGap), std::max(1.0, replica - std::min(10.0, replica * 0.2))};
}

QRectF GroupsCanvas::rankRect(int order, int rank) const {
    if (!m_picture.first || !m_picture.second) return {};
    return rectIn(order, rank, size());
}

int GroupsCanvas::itemCount() const { return m_picture.first && m_picture.second ? 2 * m_picture.first->ranks() : 0; }

QRectF GroupsCanvas::itemRect(int item) const {
    const int ranks = m_picture.first->ranks();
    return rankRect(item / ranks, item % ranks);
}

int GroupsCanvas::itemAt(const QPointF& at) const {
    for (int item = 0; item < itemCount(); ++item)
        if (itemRect(item).contains(at)) return item;
    return -1;
}

HoverContent GroupsCanvas::hoverContent(int item) const {
    const int ranks = m_picture.first->ranks(), order = item / ranks, rank = item % ranks;
    HoverContent content;
    content.title = tr("Rank %1").arg(rank);
    for (const int which : {order, 1 - order}) {
        const core::Coordinates at = layoutOf(which).coordinates(core::Rank(rank));
        const core::Group group = layoutOf(which).groupOf(m_picture.kind, core::Rank(rank));
        const QString name = which == 0 ? m_picture.firstName : m_picture.secondName;
        content.lines.push_back(
            {{}, tr("%1: stage %2, replica %3, tensor rank %4").arg(name).arg(at.pp).arg(at.dp).arg(at.tp)});
        content.lines.push_back({{}, tr("its group: %1").arg(membersText(group.ranks))});
    }
    return content;
}

Table GroupsCanvas::table() const {
    Table table;
    table.header = {tr("kind"), m_picture.firstName, m_picture.secondName, tr("exchange wrong data")};
    for (const core::Misalignment& misaligned : m_picture.misaligned) {
        const auto pair = wrongPair(misaligned);
        table.rows.push_back({qs(core::toText(misaligned.kind)), membersText(misaligned.ranks),
                              membersText(misaligned.otherRanks),
                              pair ? tr("rank %1 and rank %2").arg(pair->a.value).arg(pair->b.value) : QString()});
    }
    return table;
}

void GroupsCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.fillRect(QRectF(QPointF(), size), theme.color(Role::Canvas));
    if (!m_picture.first || !m_picture.second) return;
    for (const int order : {0, 1}) {
        drawOrder(painter, theme, order, size);
        if (m_rank) drawGroup(painter, theme, order, size);
    }
    painter.fillRect(QRectF(size.width() / 2, 0, 1, size.height()), theme.color(Role::Border));
}

void GroupsCanvas::drawOrder(QPainter& painter, const Theme& theme, int order, const QSizeF& size) const {
    const core::Layout& layout = layoutOf(order);
    const QRectF area = panel(order, size);
    const core::LayoutSpec& spec = layout.spec();
    drawText(painter, QRectF(area.left(), 6, area.width(), 20), order == 0 ? m_picture.firstName : m_picture.secondName,
             theme.font(FontUse::BodyStrong), theme.color(Role::Text));
    const QFont small = theme.font(FontUse::Axis);
    const double stage = area.width() / spec.pp, replica = std::min(area.height() / spec.dp, 64.0);
    for (int pp = 0; pp < spec.pp; ++pp)
        if (stage > 30)
            drawText(painter, QRectF(area.left() + pp * stage, kHead - 20, stage - 8, 16), tr("stage %1").arg(pp),
                     small, theme.axis(Axis::Pipeline));
    for (int dp = 0; dp < spec.dp; ++dp)
        if (replica > 14)
            drawText(painter,
                     QRectF(area.left() - kLabel, area.top() + dp * replica, kLabel - 8, std::min(replica, 40.0)),
                     tr("replica %1").arg(dp), small, theme.axis(Axis::Data), Qt::AlignRight);
    for (int rank = 0; rank < layout.ranks(); ++rank) {
        const QRectF box = rectIn(order, rank, size);
        const bool elsewhere = standsElsewhere(rank);
        drawBox(painter, box, 2, theme.color(elsewhere ? Role::DangerSoft : Role::Raised),
                theme.color(elsewhere ? Role::Danger : Role::Strong), 1);
        const QFont number = theme.font(box.width() > 20 ? FontUse::Label : FontUse::Axis);
        if (box.width() > textWidth(number, QString::number(rank)) && box.height() > 12)
            drawText(painter, box, QString::number(rank), number,
                     theme.color(elsewhere ? Role::Danger : Role::Text), Qt::AlignHCenter);
    }
}

void GroupsCanvas::drawGroup(QPainter& painter, const Theme& theme, int order, const QSizeF& size) const {
    const core::Group group = layoutOf(order).groupOf(m_picture.kind, core::Rank(*m_rank));
    const core::Group ours = layoutOf(0).groupOf(m_picture.kind, core::Rank(*m_rank));
    const QColor ink = theme.axis(axisOf(m_picture.kind));
    std::optional<QPointF> before;
    for (const core::Rank member : group.ranks) {
        const QRectF box = rectIn(order, member.value, size);
        const bool wrong = order == 1 && !contains(ours.ranks, member.value);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(wrong ? theme.color(Role::Danger) : ink, 2));
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 2, 2);
        if (before) {
            painter.setPen(QPen(wrong ? theme.color(Role::Danger) : ink, 1.5, Qt::DashLine));
            painter.drawLine(*before, box.center());
        }
        before = box.center();
    }
    drawSelectedOutline(painter, rectIn(order, *m_rank, size), theme);
}

}  // namespace ui
