// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A view as rows of text: what assistive technology reads, what CSV and the clipboard get.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

namespace ui {

struct Table {
    QStringList header;
    std::vector<QStringList> rows;
    [[nodiscard]] QString toCsv() const;  // RFC 4180, UTF-8, one line per row
};

class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setTable(Table table);
    [[nodiscard]] const Table& table() const { return m_table; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    Table m_table;
};

}  // namespace ui
