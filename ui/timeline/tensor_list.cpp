// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/tensor_list.h"

#include "ui/kit/button.h"
#include "ui/kit/format.h"
#include "ui/kit/kind_mark.h"
#include "ui/kit/label.h"
#include "ui/kit/legend.h"
#include "ui/kit/paint.h"
#include "ui/kit/to_qt.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kWidth = 520, kTallest = 420, kRow = 40, kMargin = 14, kAbove = 10;

QString nameOf(const core::HeldTensor& tensor) {
    const QString label = ledgerLabel(tensor.label);
    return tensor.name.empty() ? label : QStringLiteral("%1: %2").arg(label, qs(tensor.name));
}

QString howOf(const core::HeldTensor& tensor) {
    return QStringLiteral("%1 = %2").arg(qs(tensor.formula), qs(tensor.numbers));
}

}  // namespace

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

TensorList::TensorList(const QString& title, const QString& total, std::vector<core::HeldTensor> tensors, QWidget* parent)
    : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint)
    , m_title(title)
    , m_total(total)
    , m_tensors(std::move(tensors))
    , m_rows(new TensorRows(m_tensors, this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("tensorList"));
    setAccessibleName(title);
    const Theme& theme = themeOf(*this);
    setFixedWidth(theme.ipx(kWidth));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(theme.ipx(kMargin), theme.ipx(8), theme.ipx(8), theme.ipx(8));
    head->setSpacing(theme.ipx(10));
    auto* what = new Label(title, FontUse::BodyStrong, Role::Text, this);
    what->setElided();
    head->addWidget(what, 1);
    head->addWidget(new KindMarks({{NumberKind::Predicted, {}}}, this));
    head->addWidget(new Label(total, FontUse::BodyStrong, Role::Text, this));
    auto* copy = new Button(Icon::Share, tr("Copy the list as text"), this);
    connect(copy, &Button::clicked, this, [this] { QApplication::clipboard()->setText(toText()); });
    head->addWidget(copy);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    scroll->setWidget(m_rows);
    m_rows->setAutoFillBackground(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(scroll, 1);
    setFixedHeight(std::min(theme.ipx(kTallest), m_rows->height() + theme.ipx(48)));
}

void TensorList::openAt(const QPoint& global) {
    const QRect screen = this->screen()->availableGeometry();
    const int gap = themeOf(*this).ipx(kAbove);
    const int x = std::clamp(global.x() - width() / 2, screen.left() + gap, std::max(screen.left() + gap, screen.right() - width() - gap));
    const int above = global.y() - height() - gap;
    move(x, above >= screen.top() ? above : std::min(global.y() + gap, screen.bottom() - height()));
    show();
}

QString TensorList::toText() const {
    QStringList lines{QStringLiteral("%1: %2").arg(m_title, m_total)};
    for (const core::HeldTensor& tensor : m_tensors)
        lines << QStringLiteral("%1\t%2\t%3").arg(nameOf(tensor), bytesText(tensor.bytes), howOf(tensor));
    return lines.join(QLatin1Char('\n'));
}

void TensorList::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    drawBox(painter, QRectF(rect()), 0, theme.color(Role::Raised), theme.color(Role::Strong));
}

}  // namespace ui
