// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table of cells in the look of the design language: numbers to the right, a share or a signed bar inside a cell, a
// mark before a row; sorted by a click on a header where the table may be, filtered by typed words. Knows no plans.
#pragma once

#include "ui/kit/table.h"
#include "ui/kit/theme.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <QTableView>

#include <optional>
#include <vector>

namespace ui {

enum class CellMark { None, Front, A, B };  // Front: a diamond
enum class CellWeight { Normal, Strong };

struct Cell {
    QString text;
    double sort = 0;  // what the column is sorted by; texts sort by themselves where all are 0
    Role role = Role::Text;
    CellWeight weight = CellWeight::Normal;
    CellMark mark = CellMark::None;
    std::optional<double> share;  // 0..1: a bar left of the text
    std::optional<double> delta;  // −1..1: a bar to either side, in the role's colour
    QString toolTip;
};

struct CellColumn {
    QString title;
    Qt::AlignmentFlag align = Qt::AlignLeft;
    int stretch = 0;  // one column at most takes what is left, and cuts its texts where that is little
    QString toolTip;
};

struct CellRow {
    std::vector<Cell> cells;
    QString words;  // what the filter finds it by, beside its texts
};

class CellModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int kSortRole = Qt::UserRole;
    using QAbstractTableModel::QAbstractTableModel;

    void setColumns(std::vector<CellColumn> columns);
    void setRows(std::vector<CellRow> rows);
    void setMark(int row, CellMark mark);  // of the first column
    [[nodiscard]] const std::vector<CellColumn>& columns() const { return m_columns; }
    [[nodiscard]] const std::vector<CellRow>& rows() const { return m_rows; }
    [[nodiscard]] const Cell& cell(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<CellColumn> m_columns;
    std::vector<CellRow> m_rows;
};

class CellFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit CellFilter(CellModel* model, QObject* parent = nullptr);
    void setTyped(const QString& typed);  // every word must be found

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    CellModel* m_model;
    QStringList m_words;
};

enum class CellSorting { Fixed, ByHeader };

class CellTable : public QTableView {
    Q_OBJECT
public:
    explicit CellTable(CellSorting sorting, QWidget* parent = nullptr);

    void setColumns(std::vector<CellColumn> columns);
    // Keeps the current row by its number where it still exists; emits nothing.
    void setRows(std::vector<CellRow> rows);
    void setFilter(const QString& typed);
    void setMark(int row, CellMark mark) { m_model->setMark(row, mark); }
    void sortBy(int column, Qt::SortOrder order);
    void setShown(const std::vector<int>& columns);  // the others are hidden; until setColumns()

    [[nodiscard]] int count() const { return m_model->rowCount(); }
    [[nodiscard]] int shown() const { return m_filter->rowCount(); }
    [[nodiscard]] QString text(int row, int column) const;  // of the rows as they were set
    [[nodiscard]] int rowAt(int place) const;               // as they stand in the view
    [[nodiscard]] int current() const;                      // −1 = none
    void setCurrent(int row);                               // emits nothing
    [[nodiscard]] QRect placeOf(int row, int column) const;
    [[nodiscard]] Table table() const;  // as shown, for the clipboard and files

signals:
    void chosen(int row);     // by mouse or keys
    void activated(int row);  // double click, Enter

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fitColumns();
    [[nodiscard]] int sourceRow(const QModelIndex& shown) const;

    CellModel* m_model;
    CellFilter* m_filter;
    std::vector<int> m_wanted;  // widths of the columns' contents; 0 = hidden
    bool m_quiet = false;       // while rows and selection are set from outside
};

}  // namespace ui
