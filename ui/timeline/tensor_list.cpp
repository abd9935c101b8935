// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/tensor_list.h"

#include "ui/kit/format.h"
#include "ui/kit/legend.h"
#include "ui/kit/paint.h"
#include "ui/kit/to_qt.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int kRow = 40, kMargin = 14;

QString nameOf(const core::HeldTensor& tensor) {
    const QString label = ledgerLabel(tensor.label);
    return tensor.name.empty() ? label : QStringLiteral("%1: %2").arg(label, qs(tensor.name));
}

QString howOf(const core::HeldTensor& tensor) {
    return QStringLiteral("%1 = %2").arg(qs(tensor.formula), qs(tensor.numbers));
}

class TensorRows : public QWidget {
public:
    TensorRows(const std::vector<core::HeldTensor>& tensors, QWidget* parent)
        : QWidget(parent)
        , m_tensors(tensors) {
        core::Bytes most;
        for (const core::HeldTensor& tensor : tensors) most = std::max(most, tensor.bytes);
        m_unit = unitFor(most);
        setFixedHeight(int(tensors.size()) * themeOf(*this).ipx(kRow));
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const Theme& theme = themeOf(*this);
        const double row = theme.px(kRow), edge = theme.px(kMargin);
        for (std::size_t i = 0; i < m_tensors.size(); ++i) {
            const core::HeldTensor& tensor = m_tensors[i];
            const QRectF line(edge, double(i) * row, width() - 2 * edge, row);
            const QString bytes = bytesText(tensor.bytes, m_unit);
            const double wide = textWidth(theme.font(FontUse::Body), bytes), left = line.left() + theme.px(20);
            drawDatum(painter, QRectF(line.left(), line.top() + theme.px(8), theme.px(11), theme.px(11)), 2, theme,
                      meaningOf(tensor.category), NumberKind::Predicted);
            drawText(painter, QRectF(left, line.top() + theme.px(4), line.right() - left - wide - theme.px(12), theme.px(18)),
                     nameOf(tensor), theme.font(FontUse::Body), theme.color(Role::Text));
            drawText(painter, QRectF(left, line.top() + theme.px(21), line.right() - left, theme.px(15)), howOf(tensor),
                     theme.font(FontUse::Axis), theme.color(Role::Text2));
            drawText(painter, QRectF(line.right() - wide - 1, line.top() + theme.px(4), wide + 1, theme.px(18)), bytes,
                     theme.font(FontUse::Body), theme.color(Role::Text), Qt::AlignRight);
            painter.fillRect(QRectF(line.left(), line.bottom() - 1, line.width(), 1), theme.color(Role::Grid));
        }
    }

private:
    const std::vector<core::HeldTensor>& m_tensors;
    ByteUnit m_unit = ByteUnit::GiB;
};

}  // namespace

TensorList::TensorList(const QString& title, const QString& total, std::vector<core::HeldTensor> tensors, QWidget* parent)
    : PopupCard(title, total, parent)
    , m_tensors(std::move(tensors)) {
    setObjectName(QStringLiteral("tensorList"));
    setList(new TensorRows(m_tensors, this));
}

QString TensorList::toText() const {
    QStringList lines{firstLine()};
    for (const core::HeldTensor& tensor : m_tensors)
        lines << QStringLiteral("%1\t%2\t%3").arg(nameOf(tensor), bytesText(tensor.bytes), howOf(tensor));
    return lines.join(QLatin1Char('\n'));
}

}  // namespace ui
