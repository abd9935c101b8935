// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The closed box and the rows of the open list paint the detail themselves.
#include "ui/window/detail_combo.h"

#include "ui/kit/paint.h"

#include <QAbstractItemView>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QStyledItemDelegate>
#include <QWheelEvent>

namespace ui {

namespace {

enum EntryRole { kKey = Qt::UserRole, kDetail, kProblem };
constexpr int kRowHeight = 28;

void paintEntry(QPainter& painter, const QRectF& rect, const Theme& theme, const QString& text,
                const QString& detail) {
    const QFont font = theme.font(FontUse::Body), quiet = theme.font(FontUse::Label);
    const double detailWidth = detail.isEmpty() ? 0 : textWidth(quiet, detail) + theme.px(8);
    drawText(painter, rect.adjusted(0, 0, -detailWidth, 0), text, font, theme.color(Role::Text));
    drawText(painter, rect, detail, quiet, theme.color(Role::Text2), Qt::AlignRight);
}

class EntryDelegate : public QStyledItemDelegate {
public:
    explicit EntryDelegate(QWidget* owner)
        : QStyledItemDelegate(owner)
        , m_owner(owner) {}

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        const Theme& theme = themeOf(*m_owner);
        const double width = textWidth(theme.font(FontUse::Body), index.data().toString()) +
                             textWidth(theme.font(FontUse::Label), index.data(kDetail).toString()) +
                             theme.px(44);
        return {int(width), theme.ipx(kRowHeight)};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Theme& theme = themeOf(*m_owner);
        const QRectF row(option.rect);
        if (option.state & QStyle::State_Selected) drawSelectedRow(*painter, row, theme);
        const QRectF text = row.adjusted(theme.px(10), 0, -theme.px(10), 0);
        paintEntry(*painter, text, theme, index.data().toString(), index.data(kDetail).toString());
        if (index.data(kProblem).toString().isEmpty()) return;
        painter->setPen(QPen(theme.color(Role::Warn), theme.px(1.5), Qt::DotLine));
        const double wide = textWidth(theme.font(FontUse::Body), index.data().toString());
        const double y = row.center().y() + theme.px(9);
        painter->drawLine(QPointF(text.left(), y), QPointF(text.left() + wide, y));
    }

private:
    QWidget* m_owner;
};

}  // namespace

DetailCombo::DetailCombo(QWidget* parent)
    : QComboBox(parent) {
    setItemDelegate(new EntryDelegate(this));
    setFocusPolicy(Qt::StrongFocus);  // not by the wheel
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(6);
    connect(this, &QComboBox::activated, this,
            [this](int index) { emit keyChosen(itemData(index, kKey).toString()); });
}

void DetailCombo::addEntry(const QString& key, const QString& text, const QString& detail) {
    addItem(text, key);
    setItemData(count() - 1, detail, kDetail);
}

void DetailCombo::setEntryProblem(int index, const QString& reason) {
    setItemData(index, reason, kProblem);
    setItemData(index, reason, Qt::ToolTipRole);
}

void DetailCombo::showKey(const QString& key, const QString& text, const QString& detail) {
    const int index = findData(key, kKey);
    m_foreignText = index < 0 ? text : QString();
    m_foreignDetail = index < 0 ? detail : QString();
    const QSignalBlocker quiet(this);
    setCurrentIndex(index);
    update();
}

// The wheel scrolls the panel unless this list was chosen before.
void DetailCombo::wheelEvent(QWheelEvent* event) {
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

void DetailCombo::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRectF edit(
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this));
    const bool foreign = currentIndex() < 0;
    paintEntry(painter, edit.adjusted(2, 0, -2, 0), themeOf(*this), foreign ? m_foreignText : currentText(),
               foreign ? m_foreignDetail : currentData(kDetail).toString());
}

}  // namespace ui
