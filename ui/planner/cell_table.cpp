// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// CellTable and its models; how a cell is painted is in cell_delegate.cpp.
#include "ui/planner/cell_table.h"

#include "ui/planner/cell_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace ui {

namespace {
constexpr int kRowHeight = 28, kLeastStretched = 88;

// That the contents of the columns need; 0 = hidden.
std::vector<int> widthsOf(const QTableView& view, int columns) {
    const auto* delegate = static_cast<const CellDelegate*>(view.itemDelegate());
    std::vector<int> widths;
    for (int column = 0; column < columns; ++column)
        widths.push_back(view.isColumnHidden(column) ? 0 : std::max(delegate->widthOf(column, view), view.horizontalHeader()->minimumSectionSize()));
    return widths;
}
}

void CellModel::setColumns(std::vector<CellColumn> columns) {
    beginResetModel();
    m_columns = std::move(columns);
    m_rows.clear();
    endResetModel();
}

void CellModel::setRows(std::vector<CellRow> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void CellModel::setMark(int row, CellMark mark) {
    if (row < 0 || row >= rowCount()) return;
    m_rows[std::size_t(row)].cells.front().mark = mark;
    emit dataChanged(index(row, 0), index(row, 0));
}

const Cell& CellModel::cell(const QModelIndex& index) const {
    return m_rows[std::size_t(index.row())].cells[std::size_t(index.column())];
}

int CellModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

int CellModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_columns.size()); }

QVariant CellModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const Cell& cell = this->cell(index);
    if (role == Qt::DisplayRole) return cell.text;
    if (role == Qt::ToolTipRole && !cell.toolTip.isEmpty()) return cell.toolTip;
    if (role == Qt::ToolTipRole && m_columns[std::size_t(index.column())].stretch > 0) return cell.text;
    if (role == Qt::TextAlignmentRole) return int(m_columns[std::size_t(index.column())].align | Qt::AlignVCenter);
    if (role == kSortRole) return cell.sort;
    return {};
}

QVariant CellModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section >= columnCount()) return {};
    const CellColumn& column = m_columns[std::size_t(section)];
    if (role == Qt::DisplayRole) return column.title;
    if (role == Qt::ToolTipRole && !column.toolTip.isEmpty()) return column.toolTip;
    if (role == Qt::TextAlignmentRole) return int(column.align | Qt::AlignVCenter);
    return {};
}

CellFilter::CellFilter(CellModel* model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model) {
    setSourceModel(model);
}

void CellFilter::setTyped(const QString& typed) {
    m_words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool CellFilter::filterAcceptsRow(int row, const QModelIndex&) const {
    const CellRow& source = m_model->rows()[std::size_t(row)];
    QString all = source.words;
    for (const Cell& cell : source.cells) all += QLatin1Char(' ') + cell.text;
    return std::ranges::all_of(m_words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

bool CellFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const Cell &a = m_model->cell(left), &b = m_model->cell(right);
    if (a.sort != b.sort) return a.sort < b.sort;
    return a.sort == 0 && QString::localeAwareCompare(a.text, b.text) < 0;
}

CellTable::CellTable(CellSorting sorting, QWidget* parent)
    : QTableView(parent)
    , m_model(new CellModel(this))
    , m_filter(new CellFilter(m_model, this)) {
    setHorizontalHeader(new CellHeader(m_model, this));
    setModel(m_filter);
    setItemDelegate(new CellDelegate(m_model, this));
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(sorting == CellSorting::ByHeader);
    horizontalHeader()->setMinimumSectionSize(24);
    if (sorting == CellSorting::ByHeader) setSortingEnabled(true);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (!m_quiet && now.isValid()) emit chosen(sourceRow(now));
    });
    connect(this, &QTableView::doubleClicked, this, [this](const QModelIndex& at) { emit activated(sourceRow(at)); });
    fitColumns();
}

void CellTable::setColumns(std::vector<CellColumn> columns) {
    for (int column = 0; column < m_model->columnCount(); ++column) setColumnHidden(column, false);
    m_model->setColumns(std::move(columns));
    fitColumns();
}

void CellTable::setRows(std::vector<CellRow> rows) {
    const int before = current();
    m_quiet = true;
    m_model->setRows(std::move(rows));
    m_quiet = false;
    fitColumns();
    setCurrent(before < count() ? before : -1);
}

void CellTable::setFilter(const QString& typed) {
    m_quiet = true;
    m_filter->setTyped(typed);
    m_quiet = false;
}

void CellTable::sortBy(int column, Qt::SortOrder order) { sortByColumn(column, order); }

void CellTable::setShown(const std::vector<int>& columns) {
    for (int column = 0; column < m_model->columnCount(); ++column)
        setColumnHidden(column, std::ranges::find(columns, column) == columns.end());
    fitColumns();
}

QString CellTable::text(int row, int column) const {
    return m_model->rows()[std::size_t(row)].cells[std::size_t(column)].text;
}

int CellTable::sourceRow(const QModelIndex& shown) const { return m_filter->mapToSource(shown).row(); }

int CellTable::rowAt(int place) const {
    const QModelIndex at = m_filter->index(place, 0);
    return at.isValid() ? sourceRow(at) : -1;
}

int CellTable::current() const {
    const QModelIndex at = currentIndex();
    return at.isValid() ? sourceRow(at) : -1;
}

void CellTable::setCurrent(int row) {
    m_quiet = true;
    if (row < 0) {
        selectionModel()->clear();
    } else {
        const QModelIndex at = m_filter->mapFromSource(m_model->index(row, 0));
        selectionModel()->setCurrentIndex(at, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        if (at.isValid()) scrollTo(at);
    }
    m_quiet = false;
}

QRect CellTable::placeOf(int row, int column) const {
    return visualRect(m_filter->mapFromSource(m_model->index(row, column)));
}

Table CellTable::table() const {
    Table table;
    for (const CellColumn& column : m_model->columns()) table.header << column.title;
    for (int place = 0; place < shown(); ++place) {
        QStringList row;
        for (const Cell& cell : m_model->rows()[std::size_t(rowAt(place))].cells) row << cell.text;
        table.rows.push_back(row);
    }
    return table;
}

void CellTable::fitColumns() {
    const Theme& theme = themeOf(*this);
    verticalHeader()->setDefaultSectionSize(theme.ipx(kRowHeight));
    verticalHeader()->setMinimumSectionSize(theme.ipx(kRowHeight));
    horizontalHeader()->setFont(theme.font(FontUse::LabelStrong));
    horizontalHeader()->setFixedHeight(theme.ipx(kRowHeight));
    m_wanted = widthsOf(*this, m_model->columnCount());
    resizeEvent(nullptr);
}

// The column that stretches takes what the others leave, less than its contents want where that is little; where there is
// none, all widen in proportion.
void CellTable::resizeEvent(QResizeEvent* event) {
    if (event) {
        QTableView::resizeEvent(event);
        m_wanted = widthsOf(*this, m_model->columnCount());  // a narrow window has narrower gaps
    }
    int sum = 0, stretched = -1;
    for (std::size_t i = 0; i < m_wanted.size(); ++i) {
        sum += m_wanted[i];
        if (m_model->columns()[i].stretch > 0) stretched = int(i);
    }
    const int room = viewport()->width() - sum;
    for (std::size_t i = 0; i < m_wanted.size(); ++i) {
        if (m_wanted[i] == 0) continue;
        int width = m_wanted[i];
        if (int(i) == stretched) width = std::max(width + room, std::min(width, themeOf(*this).ipx(kLeastStretched)));
        if (room > 0 && stretched < 0 && sum > 0) width += room * m_wanted[i] / sum;
        setColumnWidth(int(i), width);
    }
}

void CellTable::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::StyleChange) fitColumns();
}

void CellTable::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        if (current() >= 0) emit activated(current());
        return;
    }
    QTableView::keyPressEvent(event);
}

}  // namespace ui
