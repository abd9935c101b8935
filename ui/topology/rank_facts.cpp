// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/rank_facts.h"

#include "ui/kit/format.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>

namespace ui {
namespace {

constexpr std::size_t kLongGroup = 6;

QString say(const char* source) { return QCoreApplication::translate("ui::Topology", source); }

QString peakText(core::Bytes peak, core::Bytes capacity) {
    const ByteUnit unit = unitFor(capacity);
    return say(QT_TRANSLATE_NOOP("ui::Topology", "peak %1 of %2"))
        .arg(bytesNumber(peak, unit), bytesText(capacity, unit));
}

void addMemory(HoverContent& content, const SceneItem& item, const SceneRequest& request) {
    const auto bytes = predictedMemory(request.snapshot, item.stage);
    if (bytes) {
        const core::Bytes capacity = request.snapshot.memory->capacity;
        content.value = bytesText(core::sum(*bytes), unitFor(capacity));
        content.lines.push_back({NumberKind::Predicted, peakText(core::sum(*bytes), capacity)});
    }
    if (request.pinned && request.pinned->layout && item.firstRank < request.pinned->layout->ranks()) {
        const auto a = predictedMemory(*request.pinned, request.pinned->layout->coordinates(core::Rank(item.firstRank)).pp);
        if (a && bytes && core::sum(*a).value() > 0)
            content.lines.push_back({NumberKind::Predicted, say(QT_TRANSLATE_NOOP("ui::Topology", "A: %1, now %2"))
                                                                .arg(bytesText(core::sum(*a), unitFor(request.pinned->memory->capacity)),
                                                                     signedPercentText(core::sum(*bytes) / core::sum(*a) - 1))});
    }
    if (!request.measured) return;
    const auto event = request.measured->find(item.firstRank);
    if (event == request.measured->end()) return;
    content.value = bytesText(event->second.peak, unitFor(event->second.capacity));
    QString text = peakText(event->second.peak, event->second.capacity);
    if (bytes && core::sum(*bytes).value() > 0)
        text += QStringLiteral(", ") + signedPercentText(event->second.peak / core::sum(*bytes) - 1);
    content.lines.push_back({NumberKind::Measured, text});
}

std::vector<FactsLine::Piece> groupPieces(const core::Layout& layout, int rank, const Theme& theme) {
    std::vector<FactsLine::Piece> pieces;
    for (const auto kind : {core::GroupKind::Tensor, core::GroupKind::Pipeline, core::GroupKind::Data})
        pieces.push_back({groupText(layout.groupOf(kind, core::Rank(rank))), theme.axis(axisOf(kind))});
    return pieces;
}

}  // namespace

QString coordinatesText(const core::Layout& layout, int rank) {
    const core::Coordinates at = layout.coordinates(core::Rank(rank));
    return say(QT_TRANSLATE_NOOP("ui::Topology", "stage %1 · replica %2 · tensor rank %3"))
        .arg(at.pp)
        .arg(at.dp)
        .arg(at.tp);
}

QString placementText(const core::Layout& layout, int rank) {
    const core::Placement at = layout.placement(core::Rank(rank));
    return say(QT_TRANSLATE_NOOP("ui::Topology", "node %1, card %2")).arg(at.node).arg(at.device);
}

QString groupText(const core::Group& group) {
    QStringList ranks;
    for (std::size_t i = 0; i < group.ranks.size(); ++i) {
        const bool left = group.ranks.size() > kLongGroup && i >= 3 && i + 1 < group.ranks.size();
        if (!left)
            ranks << QString::number(group.ranks[i].value);
        else if (i == 3)
            ranks << QStringLiteral("…");
    }
    return u'{' + ranks.join(QStringLiteral(", ")) + u'}';
}

HoverContent hoverContent(const SceneItem& item, const SceneRequest& request) {
    HoverContent content;
    const core::Layout& layout = *request.snapshot.layout;
    if (item.kind == SceneItem::Kind::Card) {
        content.title = say(QT_TRANSLATE_NOOP("ui::Topology", "Rank %1")).arg(item.firstRank);
        content.symbols = coordinatesText(layout, item.firstRank);
        content.numbers = placementText(layout, item.firstRank);
        addMemory(content, item, request);
        return content;
    }
    const bool node = item.kind == SceneItem::Kind::Node;
    content.title = node ? say(QT_TRANSLATE_NOOP("ui::Topology", "Node %1")).arg(item.node)
                         : say(QT_TRANSLATE_NOOP("ui::Topology", "Stage %1")).arg(item.stage);
    content.value = QCoreApplication::translate("ui::Topology", "%Ln cards", nullptr, item.count);
    content.symbols = say(QT_TRANSLATE_NOOP("ui::Topology", "from rank %1")).arg(wholeNumber(item.firstRank));
    return content;
}

Table rankTable(const SceneRequest& request) {
    Table table;
    table.header = {say(QT_TRANSLATE_NOOP("ui::Topology", "Rank")),
                    say(QT_TRANSLATE_NOOP("ui::Topology", "Stage")),
                    say(QT_TRANSLATE_NOOP("ui::Topology", "Replica")),
                    say(QT_TRANSLATE_NOOP("ui::Topology", "Tensor rank")),
                    say(QT_TRANSLATE_NOOP("ui::Topology", "Node")),
                    say(QT_TRANSLATE_NOOP("ui::Topology", "Card")),
                    say(QT_TRANSLATE_NOOP("ui::Topology", "Peak predicted, bytes")),
                    say(QT_TRANSLATE_NOOP("ui::Topology", "Peak measured, bytes"))};
    if (!request.snapshot.layout) return table;
    const core::Layout& layout = *request.snapshot.layout;
    for (int rank = 0; rank < layout.ranks(); ++rank) {
        const core::Coordinates at = layout.coordinates(core::Rank(rank));
        const core::Placement place = layout.placement(core::Rank(rank));
        const auto predicted = predictedMemory(request.snapshot, at.pp);
        QStringList row;
        for (const int value : {rank, at.pp, at.dp, at.tp, place.node, place.device})
            row << QString::number(value);
        row << (predicted ? QString::number(core::sum(*predicted).value()) : QString());
        const bool measured = request.measured && request.measured->count(rank);
        row << (measured ? QString::number(request.measured->at(rank).peak.value()) : QString());
        table.rows.push_back(row);
    }
    return table;
}

FactsLine::FactsLine(QWidget* parent)
    : QWidget(parent) {
    setFixedHeight(themeOf(*this).ipx(34));
}

void FactsLine::setFacts(const QColor& dot, std::vector<Piece> left, std::vector<Piece> right) {
    m_dot = dot;
    m_left = std::move(left);
    m_right = std::move(right);
    setAccessibleName(text());
    update();
}

QString FactsLine::text() const {
    QStringList words;
    for (const auto* side : {&m_left, &m_right})
        for (const Piece& piece : *side) words << piece.text;
    return words.join(QStringLiteral("  "));
}

void FactsLine::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) setFixedHeight(themeOf(*this).ipx(34));
}

void FactsLine::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), theme.color(Role::Panel));
    painter.fillRect(QRectF(0, 0, width(), 1), theme.color(Role::Border));
    const double gap = theme.px(14), edge = theme.px(12), top = 1, high = height() - 1;
    double right = width() - edge;
    for (auto piece = m_right.rbegin(); piece != m_right.rend(); ++piece) {
        const double wide = textWidth(theme.font(piece->font), piece->text);
        drawText(painter, {right - wide, top, wide + 1, high}, piece->text, theme.font(piece->font),
                 piece->color);
        right -= wide + gap;
    }
    double left = edge;
    if (m_dot.isValid()) {
        drawDot(painter, {left + theme.px(5), height() / 2.0 + 0.5}, theme.px(10), m_dot);
        left += theme.px(10) + gap;
    }
    for (const Piece& piece : m_left) {
        const double wide = std::min(textWidth(theme.font(piece.font), piece.text) + 1, right - left);
        if (wide < theme.px(24)) break;
        drawText(painter, {left, top, wide, high}, piece.text, theme.font(piece.font), piece.color);
        left += wide + gap;
    }
}

namespace {

// "A: T2 P4 D2, 16 cards; now 32, +16"
QString pinnedWords(const SceneRequest& request) {
    const int before = request.pinned->plan.layout.cards(), now = request.snapshot.layout->ranks();
    const core::LayoutSpec& a = request.pinned->plan.layout;
    const QString words = QStringLiteral("A: T%1 P%2 D%3, ").arg(a.tp).arg(a.pp).arg(a.dp) +
                          QCoreApplication::translate("ui::Topology", "%Ln cards", nullptr, before);
    if (before == now) return words;
    const QString change = (now > before ? QStringLiteral("+") : QStringLiteral("−")) + wholeNumber(std::abs(now - before));
    return say(QT_TRANSLATE_NOOP("ui::Topology", "%1; now %2, %3")).arg(words, wholeNumber(now), change);
}

}  // namespace

void showFacts(FactsLine& line, const SceneRequest& request) {
    const Theme& theme = request.theme;
    const QColor text = theme.color(Role::Text), soft = theme.color(Role::Text2);
    if (!request.snapshot.layout) return line.setFacts({}, {}, {});
    const core::Layout& layout = *request.snapshot.layout;
    const auto rank = request.selected.rank;
    if (rank && *rank < layout.ranks()) {
        const bool failed = request.failedRank == rank;
        std::vector<FactsLine::Piece> left{{say(QT_TRANSLATE_NOOP("ui::Topology", "Rank %1")).arg(*rank), text, FontUse::BodyStrong},
                                           {placementText(layout, *rank), soft},
                                           {coordinatesText(layout, *rank), soft}};
        if (request.pinned) left.push_back({pinnedWords(request), soft});
        return line.setFacts(theme.color(failed ? Role::Danger : Role::AccentFill), std::move(left),
                             groupPieces(layout, *rank, theme));
    }
    const int nodes = layout.placement(core::Rank(layout.ranks() - 1)).node + 1;
    std::vector<FactsLine::Piece> left{
        {QCoreApplication::translate("ui::Topology", "%Ln cards", nullptr, layout.ranks()), text,
         FontUse::BodyStrong},
        {QCoreApplication::translate("ui::Topology", "on %Ln nodes", nullptr, nodes), soft}};
    const core::ClusterSpec& cluster = request.snapshot.plan.cluster;
    if (const int there = cluster.nodes * cluster.gpusPerNode; there != layout.ranks())
        left = {{say(QT_TRANSLATE_NOOP("ui::Topology", "%1 cards needed, %2 there")).arg(layout.ranks()).arg(there),
                 theme.color(Role::Danger), FontUse::BodyStrong}};
    if (request.selected.stage)
        left.insert(left.begin(),
                    {say(QT_TRANSLATE_NOOP("ui::Topology", "Stage %1")).arg(*request.selected.stage), text,
                     FontUse::BodyStrong});
    if (request.pinned) return line.setFacts({}, std::move(left), {{pinnedWords(request), soft}});
    line.setFacts({}, std::move(left),
                  {{say(QT_TRANSLATE_NOOP("ui::Topology", "select a card to see its groups")), soft}});
}

RankWords::RankWords(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void RankWords::setRank(const QString& name, const QString& place, Role dot) {
    m_name = name;
    m_place = place;
    m_dot = dot;
    setAccessibleName(name + u' ' + place);
    updateGeometry();
    update();
}

QSize RankWords::sizeHint() const {
    if (m_name.isEmpty()) return {0, 0};
    const Theme& theme = themeOf(*this);
    const double wide =
        textWidth(theme.font(FontUse::LabelStrong), m_name) + textWidth(theme.font(FontUse::Label), m_place);
    return {int(wide + theme.px(10 + 6 + 6)) + 2, theme.ipx(16)};
}

QSize RankWords::minimumSizeHint() const {
    if (m_name.isEmpty()) return {0, 0};
    const Theme& theme = themeOf(*this);
    return {int(textWidth(theme.font(FontUse::LabelStrong), m_name) + theme.px(16)) + 2, theme.ipx(16)};
}

void RankWords::paintEvent(QPaintEvent*) {
    if (m_name.isEmpty()) return;
    const Theme& theme = themeOf(*this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    drawDot(painter, {theme.px(4), height() / 2.0}, theme.px(8), theme.color(m_dot));
    const QFont strong = theme.font(FontUse::LabelStrong);
    const double from = theme.px(14), wide = textWidth(strong, m_name) + 1;
    drawText(painter, QRectF(from, 0, wide, height()), m_name, strong, theme.color(Role::Text));
    const double next = from + wide + theme.px(6);
    if (width() - next > theme.px(24))
        drawText(painter, QRectF(next, 0, width() - next, height()), m_place, theme.font(FontUse::Label),
                 theme.color(Role::Text2));
}

}  // namespace ui
