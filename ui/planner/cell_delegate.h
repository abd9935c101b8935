// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints the cells of a CellTable.
#pragma once

#include "ui/kit/theme.h"

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
    [[nodiscard]] int widthOf(int column, const Theme& theme) const;

private:
    [[nodiscard]] static QFont fontOf(const Cell& cell, const Theme& theme);

    const CellModel* m_model;
};

}  // namespace ui
