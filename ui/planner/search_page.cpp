// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/search_page.h"

#include "ui/kit/button.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/format.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/view_header.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/compare_view.h"
#include "ui/planner/compared_plans.h"
#include "ui/planner/formula_card.h"
#include "ui/planner/quantity_words.h"
#include "ui/planner/search_form.h"
#include "ui/planner/time_memory_chart.h"
#include "ui/state/plan_document.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QStackedLayout>

#include <algorithm>

namespace ui {

namespace {

core::RunEstimate runOf(const core::FoundPlan& found) {
    core::StepEstimate step;
    step.step = found.score.step;
    return core::estimateRun(found.plan, step, {});
}

std::vector<CellColumn> columnsOf(TimeUnit step, TimeUnit run, ByteUnit memory) {
    const auto number = [](const QString& title, const QString& tip) { return CellColumn{title, Qt::AlignRight, 0, tip}; };
    return {{QString(), Qt::AlignLeft, 0, SearchPage::tr("A: this plan. B: chosen. Diamond: no other is both as fast and as small")},
            number(QStringLiteral("T"), SearchPage::tr("Tensor parallel")),
            number(QStringLiteral("P"), SearchPage::tr("Pipeline parallel")),
            number(QStringLiteral("D"), SearchPage::tr("Data parallel")),
            number(QStringLiteral("C"), SearchPage::tr("Context parallel")),
            number(SearchPage::tr("ZeRO"), SearchPage::tr("ZeRO stage")),
            number(SearchPage::tr("Micro"), SearchPage::tr("Sequences in a micro-batch")),
            {SearchPage::tr("Recompute"), Qt::AlignLeft, 0, {}},
            {SearchPage::tr("Schedule"), Qt::AlignLeft, 0, SearchPage::tr("1F1B × 4: interleaved, with 4 chunks of the model on a card")},
            number(SearchPage::tr("Step, %1").arg(nameOf(step)), SearchPage::tr("Predicted time of one step")),
            number(SearchPage::tr("MFU, %"), SearchPage::tr("Model FLOPs utilisation, predicted")),
            number(SearchPage::tr("Run, %1").arg(nameOf(run)), SearchPage::tr("Predicted duration of the whole run")),
            number(SearchPage::tr("Cost, USD"), SearchPage::tr("Of the whole run, where a price is given")),
            {SearchPage::tr("Memory, %1").arg(nameOf(memory)), Qt::AlignRight, 1, SearchPage::tr("Predicted memory of the heaviest card")}};
}
constexpr int kContextColumn = 4, kScheduleColumn = 8, kStepColumn = 9, kCostColumn = 12, kMemoryColumn = 13;

// What a number of the table is called in core; null: it is a choice of the layout.
const char* quantityOf(int column) {
    switch (column) {
    case kStepColumn: return "step_seconds";
    case kStepColumn + 1: return "mfu";
    case kCostColumn - 1: return "days";
    case kCostColumn: return "cost";
    case kMemoryColumn: return "memory_bytes";
    default: return nullptr;
    }
}

Cell whole(int value) { return {wholeNumber(value), double(value), value == 1 ? Role::Text2 : Role::Text}; }

Cell numberCell(const QString& text, double value, CellWeight weight = CellWeight::Normal) { return {text, value, Role::Text, weight}; }

QString scheduleText(const core::Plan& plan) {
    if (plan.layout.pp == 1) return QStringLiteral("–");
    const bool interleaved = plan.schedule == core::ScheduleKind::Interleaved;
    QString text = nameOf(interleaved ? core::ScheduleKind::OneFOneB : plan.schedule);
    if (plan.layout.virtualStages > 1) text += QStringLiteral(" × %1").arg(plan.layout.virtualStages);
    return text;
}

QString recomputeText(const core::Plan& plan) {
    QString text = nameOf(plan.recompute);
    if (plan.sequenceParallel == core::SequenceParallel::On) text += SearchPage::tr(", SP", "sequence parallel");
    return text;
}

CellRow rowOf(const core::FoundPlan& found, TimeUnit unit, TimeUnit runUnit, ByteUnit memoryUnit) {
    const core::LayoutSpec& l = found.plan.layout;
    const core::RunEstimate run = runOf(found);
    const double seconds = found.score.step.value();
    Cell mark, memory = numberCell(bytesNumber(found.score.peak, memoryUnit), double(found.score.peak.value()));
    mark.mark = found.pareto ? CellMark::Front : CellMark::None;
    mark.sort = found.pareto ? 1 : 2;
    memory.share = found.score.peak / core::capacityOf(found.plan);
    memory.toolTip = SearchPage::tr("%1 of a card").arg(percentText(*memory.share));
    CellRow row;
    row.cells = {mark,
                 whole(l.tp),
                 whole(l.pp),
                 whole(l.dp),
                 whole(l.cp),
                 {wholeNumber(found.plan.zero.stage), double(found.plan.zero.stage)},
                 {wholeNumber(found.plan.batch.micro), double(found.plan.batch.micro)},
                 {recomputeText(found.plan)},
                 {scheduleText(found.plan)},
                 numberCell(threeDigits(inUnit(seconds, unit)), seconds, CellWeight::Strong),
                 numberCell(threeDigits(100 * found.score.mfu), found.score.mfu),
                 numberCell(threeDigits(inUnit(run.days * secondsIn(TimeUnit::Days), runUnit)), run.days),
                 run.cost ? numberCell(wholeNumber(qint64(*run.cost)), *run.cost) : Cell{QStringLiteral("–"), 0, Role::Text2},
                 memory};
    row.words = layoutWords(found.plan);
    return row;
}

void flush(QBoxLayout* box) {
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
}

}  // namespace

core::Plan withLayoutOf(const core::Plan& plan, const core::Plan& found) {
    core::Plan taken = plan;
    taken.cluster.nodes = found.cluster.nodes;
    taken.cluster.gpusPerNode = found.cluster.gpusPerNode;
    taken.layout = found.layout;
    taken.zero.stage = found.zero.stage;
    taken.batch = found.batch;
    taken.schedule = found.schedule;
    taken.scheduleTable = found.scheduleTable;
    taken.recompute = found.recompute;
    taken.sequenceParallel = found.sequenceParallel;
    return taken;
}

SearchPage::SearchPage(const Hall& hall, ComparedPlans& plans, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_plans(plans)
    , m_search(new PlanSearch(this))
    , m_form(new SearchForm(hall, *m_search, this))
    , m_compare(new CompareView(plans, CompareRows::Headlines, this))
    , m_formula(new FormulaCard(tr("Choose a number of a layout or a row of the comparison to see its formula with the values put in."), this)) {
    auto* top = new Splitter(Qt::Horizontal);
    top->addWidget(makeLayouts());
    top->addWidget(makeChart());
    auto* bottom = new Splitter(Qt::Horizontal);
    bottom->addWidget(m_compare);
    bottom->addWidget(m_formula);
    for (Splitter* splitter : {top, bottom}) {
        splitter->setStretchFactor(0, 2);
        splitter->setStretchFactor(1, 1);
    }
    m_compare->setMinimumSize(420, 150);
    m_formula->setMinimumWidth(240);
    auto* main = new Splitter(Qt::Vertical);
    main->addWidget(top);
    main->addWidget(bottom);
    main->setStretchFactor(0, 1);
    top->setObjectName(QStringLiteral("planner.top"));
    bottom->setObjectName(QStringLiteral("planner.bottom"));
    main->setObjectName(QStringLiteral("planner.main"));
    m_splitters = {top, bottom, main};
    auto* row = new QHBoxLayout(this);
    flush(row);
    row->addWidget(m_form);
    row->addWidget(main, 1);
    connect(m_form, &SearchForm::searchForChanged, this, [this] {
        m_table->sortBy(m_form->searchFor() == SearchFor::Smallest ? kMemoryColumn : kStepColumn, Qt::AscendingOrder);
    });
    connect(m_search, &PlanSearch::started, this, &SearchPage::showState);
    connect(m_search, &PlanSearch::finished, this, &SearchPage::takeResult);
    connect(m_compare, &CompareView::quantityChosen, this, &SearchPage::ask);
    connect(&plans, &ComparedPlans::changed, this, [this] {
        showMarks();
        explain();
    });
    connect(&hall.document, &PlanDocument::planChanged, this, [this] {
        if (isVisible()) showState();
    });
    connect(&hall.evaluator, &Evaluator::evaluated, this, [this] {
        if (isVisible()) m_header->setNote(staleness());
    });
    showState();
}

QWidget* SearchPage::makeLayouts() {
    auto* pane = new QWidget(this);
    m_header = new ViewHeader(tr("Layouts"), pane);
    m_filter = new QLineEdit(pane);
    m_filter->setObjectName(QStringLiteral("layoutFilter"));
    m_filter->setPlaceholderText(tr("Filter, such as T8 ZeRO-1"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setTextMargins(5, 0, 3, 0);
    m_filter->setFixedWidth(190);
    m_apply = new Button(ButtonKind::Normal, tr("Use this layout"), pane);
    m_apply->setObjectName(QStringLiteral("applyLayout"));
    m_apply->setSize(ButtonSize::Small);
    m_header->addRight(m_filter);
    m_header->addRight(m_apply);
    m_table = new CellTable(CellSorting::ByHeader, pane);
    m_table->setObjectName(QStringLiteral("layoutTable"));
    m_table->setAccessibleName(tr("Layouts"));
    m_table->setColumns(columnsOf(TimeUnit::Seconds, TimeUnit::Days, ByteUnit::GiB));
    m_empty = new EmptyState({}, pane);
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    auto* column = new QVBoxLayout(pane);
    flush(column);
    column->addWidget(m_header);
    column->addLayout(m_stack, 1);
    pane->setMinimumSize(520, 180);
    connect(m_filter, &QLineEdit::textChanged, m_table, &CellTable::setFilter);
    connect(m_table, &CellTable::chosen, this, &SearchPage::choose);
    connect(m_table, &CellTable::activated, this, &SearchPage::apply);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& at) {
        if (const char* quantity = quantityOf(at.column())) ask(QString::fromLatin1(quantity));
    });
    connect(m_apply, &Button::clicked, this, [this] { apply(m_chosen); });
    return pane;
}

QWidget* SearchPage::makeChart() {
    auto* pane = new QWidget(this);
    m_chartHeader = new ViewHeader(tr("Memory against time"), pane);
    m_chartHeader->setKinds({{NumberKind::Predicted, {}}});
    m_chart = new TimeMemoryChart(pane);
    m_chart->setObjectName(QStringLiteral("timeMemoryChart"));
    m_chartEmpty = new EmptyState(tr("Every layout found will be a point here: fast to the left, small below."), pane);
    m_chartStack = new QStackedLayout;
    m_chartStack->addWidget(m_chartEmpty);
    m_chartStack->addWidget(m_chart);
    auto* column = new QVBoxLayout(pane);
    flush(column);
    column->addWidget(m_chartHeader);
    column->addLayout(m_chartStack, 1);
    connect(m_chart, &TimeMemoryChart::chosen, this, &SearchPage::choose);
    m_chart->setExplanation([this](int point) {
        const core::FoundPlan& found = m_layouts[std::size_t(point)];
        HoverContent content;
        content.title = layoutWords(found.plan);
        content.value = timeText(found.score.step.value());
        content.lines = {{NumberKind::Predicted, tr("%1 on the heaviest card, %2 MFU").arg(bytesText(found.score.peak), percentText(found.score.mfu))}};
        if (found.pareto) content.lines.push_back({std::nullopt, tr("no other is both as fast and as small")});
        return content;
    });
    return pane;
}

// The fastest and the whole front, each once.
void SearchPage::takeResult() {
    m_layouts = m_search->result()->plans;
    for (const core::FoundPlan& found : m_search->result()->front)
        if (std::ranges::none_of(m_layouts, [&](const core::FoundPlan& other) { return other.plan == found.plan; })) m_layouts.push_back(found);
    m_chosen = -1;
    m_plans.dropOther();
    fillTable();
    fillChart();
    showState();
    showMarks();
    if (m_search->kept() && !m_layouts.empty()) choose(0);  // there is nothing else to choose
}

// That of a card: the searched cards are all alike.
ByteUnit SearchPage::memoryUnit() const {
    return m_layouts.empty() ? ByteUnit::GiB : unitFor(core::capacityOf(m_layouts.front().plan));
}

std::vector<core::FoundPlan> SearchPage::ranked() const {
    std::vector<core::FoundPlan> plans = m_layouts;
    if (m_form->searchFor() == SearchFor::Smallest)
        std::ranges::stable_sort(plans, {}, [](const core::FoundPlan& found) { return found.score.peak; });
    else
        std::ranges::stable_sort(plans, {}, [](const core::FoundPlan& found) { return found.score.step; });
    return plans;
}

void SearchPage::fillTable() {
    double most = 0, longest = 0;
    for (const core::FoundPlan& found : m_layouts) {
        most = std::max(most, found.score.step.value());
        longest = std::max(longest, runOf(found).days * secondsIn(TimeUnit::Days));
    }
    const TimeUnit unit = timeUnitFor(most), runUnit = timeUnitFor(longest);
    const ByteUnit memory = memoryUnit();
    m_table->setColumns(columnsOf(unit, runUnit, memory));
    std::vector<CellRow> rows;
    for (const core::FoundPlan& found : m_layouts) rows.push_back(rowOf(found, unit, runUnit, memory));
    m_table->setRows(std::move(rows));
    m_table->setShown(tellingColumns());
    m_table->sortBy(m_form->searchFor() == SearchFor::Smallest ? kMemoryColumn : kStepColumn, Qt::AscendingOrder);
}

// Without those that would say the same in every row.
std::vector<int> SearchPage::tellingColumns() const {
    const auto any = [this](auto&& says) { return std::ranges::any_of(m_layouts, says); };
    std::vector<int> columns;
    for (int column = 0; column <= kMemoryColumn; ++column) {
        if (column == kContextColumn && !any([](const core::FoundPlan& found) { return found.plan.layout.cp > 1; })) continue;
        if (column == kScheduleColumn && !any([](const core::FoundPlan& found) {
                return found.plan.layout.pp > 1 && found.plan.schedule != core::ScheduleKind::OneFOneB;
            }))
            continue;
        if (column == kCostColumn && !any([](const core::FoundPlan& found) { return runOf(found).cost.has_value(); })) continue;
        columns.push_back(column);
    }
    return columns;
}

void SearchPage::fillChart() {
    std::vector<TimeMemoryPoint> points;
    for (const core::FoundPlan& found : m_layouts)
        points.push_back({found.score.step.value(), found.score.peak, found.pareto ? PointKind::Front : PointKind::Other});
    const bool any = !points.empty();
    const core::Bytes capacity = any ? core::capacityOf(m_layouts.front().plan) : core::Bytes(0);
    m_chart->setPoints(std::move(points), capacity, core::Bytes(std::int64_t(double(capacity.value()) / (1 + m_search->wish().limits.margin))));
    m_chartHeader->setNote(tr("%1 on the heaviest card").arg(nameOf(memoryUnit())));
    m_chartStack->setCurrentIndex(any ? 1 : 0);
}

// Why the layouts are of another time; empty: they are not.
QString SearchPage::staleness() const {
    if (!m_search->result() || m_search->isRunning()) return {};
    const SearchWish& wish = m_search->wish();
    if (withLayoutOf(m_hall.document.plan(), wish.base) != wish.base) return tr("the plan has changed since: search again");
    if (wish.base.cluster.gpu == "virtual-card" && wish.calibration != m_hall.evaluator.calibration())
        return tr("this machine's speed was measured since: search again");
    return {};
}

void SearchPage::showState() {
    const SearchResultPtr& result = m_search->result();
    m_stack->setCurrentIndex(m_layouts.empty() ? 0 : 1);
    m_header->setKinds(m_layouts.empty() ? std::vector<KindWord>{} : std::vector<KindWord>{{NumberKind::Predicted, tr("predicted")}});
    m_apply->setEnabled(m_chosen >= 0);
    m_header->setNote(staleness());
    Button* button = nullptr;
    if (m_search->isRunning()) {
        m_empty->setSentence(m_search->isRescaling() ? tr("Looking for a layout of so many cards that keeps as much of this one as can be.")
                                                     : tr("Scoring layouts; the best stand here when the search ends or is stopped."));
    } else if (!result) {
        m_empty->setSentence(tr("All layouts of this model on its cards will stand here, the fastest first."));
        button = new Button(ButtonKind::Normal, Icon::Search, tr("Search layouts"), m_empty);
        connect(button, &Button::clicked, m_form, &SearchForm::begin, Qt::QueuedConnection);
    } else if (m_search->kept() && result->cancelled) {
        m_empty->setSentence(tr("Stopped: the plan was not rescaled."));
    } else if (m_search->kept()) {
        m_empty->setSentence(tr("This plan was not rescaled: no layout of so many cards keeps the global batch and fits."));
    } else if (result->smallest) {
        m_empty->setSentence(tr("No layout fits. The smallest, %1, needs ○ %2 and a card holds %3.")
                                 .arg(layoutWords(result->smallest->plan), bytesText(result->smallest->score.peak),
                                      bytesText(core::capacityOf(result->smallest->plan))));
    } else {
        m_empty->setSentence(tr("No layout of these cards is legal for this model; the reasons are at the left."));
    }
    m_empty->setButton(button);
}

void SearchPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showState();
}

void SearchPage::showMarks() {
    const SnapshotPtr a = m_plans.a().snapshot;
    std::optional<TimeMemoryPoint> point;
    if (a && a->step && a->memory) point = TimeMemoryPoint{a->step->step.value(), a->memory->peak(), PointKind::Other};
    m_chart->setA(point);
    m_chart->setCurrent(m_chosen);
    for (std::size_t i = 0; i < m_layouts.size(); ++i) {
        const core::FoundPlan& found = m_layouts[i];
        const bool isA = a && withLayoutOf(a->plan, found.plan) == a->plan;
        m_table->setMark(int(i), int(i) == m_chosen ? CellMark::B : isA ? CellMark::A : found.pareto ? CellMark::Front : CellMark::None);
    }
}

void SearchPage::choose(int layout) {
    if (layout < 0 || layout >= int(m_layouts.size())) return;
    m_chosen = layout;
    m_table->setCurrent(layout);
    m_apply->setEnabled(true);
    showMarks();
    m_plans.setOther(layoutWords(m_layouts[std::size_t(layout)].plan), withLayoutOf(m_hall.document.plan(), m_layouts[std::size_t(layout)].plan));
}

void SearchPage::apply(int layout) {
    if (layout < 0 || layout >= int(m_layouts.size())) return;
    const core::Plan& found = m_layouts[std::size_t(layout)].plan;
    m_hall.document.replace(withLayoutOf(m_hall.document.plan(), found), tr("Use layout %1").arg(layoutWords(found)));
}

void SearchPage::ask(const QString& quantity) {
    m_asked = quantity;
    explain();
}

void SearchPage::explain() {
    const ComparedPlan b = m_plans.b();
    if (m_asked.isEmpty() || !b.snapshot) return m_formula->show(std::nullopt);
    m_formula->show(core::derive(*b.snapshot, m_asked.toStdString()), QStringLiteral("B"));
}

}  // namespace ui
