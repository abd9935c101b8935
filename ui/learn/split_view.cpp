// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The widths of the five matrices share the width of the view; the second one, which stands upright, decides the height.
#include "ui/learn/split_view.h"

#include "core/layout/shard_map.h"
#include "ui/kit/format.h"
#include "ui/kit/paint.h"
#include "ui/kit/view_header.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr double kMargin = 20, kTop = 14, kWords = 92, kGap = 58, kLine = 16, kShare = 0.28;

const core::ModelTensor* mlpTensor(const core::ShardMap& shards, core::TensorSplit split) {
    const auto found = std::ranges::find_if(shards.tensors(), [split](const core::ModelTensor& tensor) {
        return tensor.split == split && tensor.columns > 1 && tensor.name.find(".mlp.") != std::string::npos;
    });
    return found == shards.tensors().end() ? nullptr : &*found;
}

QString sizeText(std::int64_t rows, std::int64_t columns) {
    return QStringLiteral("%1 × %2").arg(wholeNumber(rows), wholeNumber(columns));
}

}  // namespace

SplitCanvas::SplitCanvas(QWidget* parent)
    : Canvas(parent) {
    setAccessibleName(tr("The two matrices of an MLP"));
}

void SplitCanvas::setSnapshot(const core::Snapshot& snapshot, AllReduces shown) {
    const core::Plan& plan = snapshot.plan;
    m_shown = shown;
    m_ranks = 0;
    if (snapshot.layout) {
        const core::ShardMap shards(plan.model, plan.layout, plan.sequence());
        // Stored with outputs as rows: the rows of the first tensor are the columns of the matrix that X is multiplied with.
        const core::ModelTensor* first = mlpTensor(shards, core::TensorSplit::Rows);
        if (first && mlpTensor(shards, core::TensorSplit::Columns)) {
            m_ranks = plan.layout.tp;
            m_hidden = first->columns;
            m_ffn = first->rows;
            for (const core::LocalTensor& local : shards.locals(first->unit))
                if (&shards.tensors()[std::size_t(local.tensor)] == first) m_part = local.rows;
            m_layers = plan.model.layers;
            constexpr std::int64_t kBytes = 2;
            m_message = core::Bytes(kBytes * plan.sequence() * plan.batch.micro * m_hidden);
        }
    }
    resetItems();
    update();
}

SplitCanvas::Places SplitCanvas::places(const Theme& theme, const QSizeF& size) const {
    Places at;
    at.gap = theme.px(kGap);
    const double left = theme.px(kMargin), top = theme.px(kTop), room = size.height() - top - theme.px(kWords);
    const double wide = size.width() - 2 * left - 5 * at.gap;
    const double longSide = std::max(40.0, std::min(wide / (2 + 4 * kShare), room)), shortSide = longSide * kShare;
    const double tokens = longSide * 0.36, middle = top + room / 2;
    double x = left;
    const auto next = [&](double width, double height) {
        const QRectF rect(x, middle - height / 2, width, height);
        x += width + at.gap;
        return rect;
    };
    at.input = next(shortSide, tokens);
    at.first = next(longSide, shortSide);
    at.middle = next(longSide, tokens);
    at.second = next(shortSide, longSide);
    at.sum = next(shortSide, longSide);
    at.output = next(shortSide, tokens);
    return at;
}

QRectF SplitCanvas::partOf(const Places& at, int item) const {
    const int rank = item % m_ranks;
    if (item < m_ranks) {
        const double wide = at.first.width() / m_ranks;
        return {at.first.left() + rank * wide, at.first.top(), wide, at.first.height()};
    }
    const double high = at.second.height() / m_ranks;
    return {at.second.left(), at.second.top() + rank * high, at.second.width(), high};
}

QRectF SplitCanvas::itemRect(int item) const { return partOf(places(themeOf(*this), size()), item); }

int SplitCanvas::itemAt(const QPointF& at) const {
    for (int item = 0; item < itemCount(); ++item)
        if (itemRect(item).contains(at)) return item;
    return -1;
}

HoverContent SplitCanvas::hoverContent(int item) const {
    HoverContent content;
    content.title = tr("Tensor rank %1").arg(item % m_ranks);
    content.symbols = item < m_ranks ? tr("its columns of W₁") : tr("its rows of W₂");
    content.numbers = item < m_ranks ? sizeText(m_hidden, m_part) : sizeText(m_part, m_hidden);
    return content;
}

Table SplitCanvas::table() const {
    Table table{{tr("Tensor rank"), tr("Columns of W₁"), tr("Rows of W₂")}, {}};
    for (int rank = 0; rank < m_ranks; ++rank) {
        const QString from = QStringLiteral("%1–%2").arg(rank * m_part).arg((rank + 1) * m_part - 1);
        table.rows.push_back({QString::number(rank), from, from});
    }
    return table;
}

void SplitCanvas::drawCaption(QPainter& painter, const Theme& theme, const QRectF& matrix, double gap, const QString& name,
                              const QString& words) const {
    const QRectF line(matrix.left() - gap / 2 + 2, matrix.bottom() + 5, matrix.width() + gap - 4, theme.px(kLine));
    drawText(painter, line, name, theme.font(FontUse::LabelStrong), theme.color(Role::Text), Qt::AlignHCenter);
    drawText(painter, line.translated(0, theme.px(kLine)), words, theme.font(FontUse::Axis), theme.color(Role::Text2),
             Qt::AlignHCenter);
}

void SplitCanvas::drawPart(QPainter& painter, const Theme& theme, const QRectF& part, int rank) const {
    drawBox(painter, part, 0, theme.axisTint(Axis::Tensor, rank, m_ranks), theme.color(Role::CardEdge));
    const QFont font = theme.font(FontUse::Axis);
    if (part.width() < theme.px(14) || part.height() < theme.px(14)) return;
    drawText(painter, part, QString::number(rank), font, rank * 2 >= m_ranks && m_ranks > 1 ? QColor(Qt::white) : theme.color(Role::Text),
             Qt::AlignHCenter);
}

// What each rank has after W₂ is as large as the result, and only a part of its sum.
void SplitCanvas::drawSum(QPainter& painter, const Theme& theme, const Places& at) const {
    const double pitch = at.sum.height() / m_ranks, high = std::min(at.output.height(), pitch - theme.px(4));
    for (int rank = 0; rank < m_ranks; ++rank)
        drawPart(painter, theme, QRectF(at.sum.left(), at.sum.top() + rank * pitch + (pitch - high) / 2, at.sum.width(), high), rank);
}

QString SplitCanvas::sentence() const {
    if (m_ranks == 1) return tr("One card holds both matrices whole: there is nothing to add up.");
    return tr("An all-reduce here and one behind attention, and both once more backwards: 4 × %1 layers = %2 for a micro-batch, "
              "%3 each.")
        .arg(m_layers)
        .arg(wholeNumber(4 * m_layers), bytesText(m_message));
}

void SplitCanvas::draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium) {
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    if (m_ranks == 0) return;
    const Places at = places(theme, size);
    const QColor plain = theme.color(Role::Card), edge = theme.color(Role::CardEdge);
    for (const QRectF& whole : {at.input, at.output}) drawBox(painter, whole, 0, plain, edge);
    for (int item = 0; item < itemCount(); ++item) drawPart(painter, theme, partOf(at, item), item % m_ranks);
    for (int rank = 0; rank < m_ranks; ++rank) {
        const double wide = at.middle.width() / m_ranks;
        drawPart(painter, theme, QRectF(at.middle.left() + rank * wide, at.middle.top(), wide, at.middle.height()), rank);
    }
    drawSum(painter, theme, at);
    const auto sign = [&](const QRectF& before, const QString& text) {
        drawText(painter, QRectF(before.right(), before.center().y() - theme.px(12), at.gap, theme.px(24)), text,
                 theme.font(FontUse::Formula), theme.color(Role::Text), Qt::AlignHCenter);
    };
    sign(at.input, QStringLiteral("·"));
    sign(at.first, QStringLiteral("="));
    sign(at.middle, QStringLiteral("·"));
    sign(at.second, QStringLiteral("="));
    sign(at.sum, m_ranks > 1 ? QStringLiteral("Σ →") : QStringLiteral("="));
    drawCaption(painter, theme, at.input, at.gap, QStringLiteral("X"), tr("on every card"));
    drawCaption(painter, theme, at.first, at.gap, QStringLiteral("W₁"), tr("%1, by columns").arg(sizeText(m_hidden, m_ffn)));
    drawCaption(painter, theme, at.middle, at.gap, QStringLiteral("H"), tr("stays where it is"));
    drawCaption(painter, theme, at.second, at.gap, QStringLiteral("W₂"), tr("by rows"));
    drawCaption(painter, theme, at.sum, at.gap, tr("parts of the sum"), m_ranks > 1 ? QStringLiteral("all-reduce →") : QString());
    drawCaption(painter, theme, at.output, at.gap, QStringLiteral("Y"), tr("on every card"));
    if (m_shown == AllReduces::Hidden) return;
    drawText(painter, QRectF(theme.px(kMargin), size.height() - theme.px(28), size.width() - theme.px(2 * kMargin), theme.px(20)),
             sentence(), theme.font(FontUse::Label), theme.color(Role::Text2));
}

SplitView::SplitView(QWidget* parent)
    : QWidget(parent)
    , m_canvas(new SplitCanvas(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new ViewHeader(tr("The two matrices of an MLP"), this));
    column->addWidget(m_canvas, 1);
}

}  // namespace ui
