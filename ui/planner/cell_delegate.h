// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints the cells and the header of a CellTable.
#pragma once

#include "ui/kit/theme.h"

#include <QHeaderView>
#include <QStyledItemDelegate>

namespace ui {

class CellModel;
struct Cell;

class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    CellDelegate(const CellModel* model, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    // That header and every cell of the column need.
    [[nodiscard]] int widthOf(int column, const QWidget& view) const;

private:
    [[nodiscard]] static QFont fontOf(const Cell& cell, const Theme& theme);

    const CellModel* m_model;
};

// Titles in line with the cells below them; a triangle beside the one that is sorted by.
class CellHeader : public QHeaderView {
    Q_OBJECT
public:
    CellHeader(const CellModel* model, QWidget* parent);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;

private:
    const CellModel* m_model;
};

}  // namespace ui
