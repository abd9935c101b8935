// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/trial_page.h"

#include "ui/kit/button.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/ground.h"
#include "ui/planner/search_page.h"
#include "ui/state/plan_document.h"
#include "ui/state/sentences.h"
#include "ui/state/settings.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QStackedLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kMargin = 14;
constexpr double kPlans = 3, kFieldWidth = 64;

// "● 1.50 s"
QString marked(NumberKind kind, const QString& number) {
    const QChar sign = kind == NumberKind::Predicted ? QChar(0x25cb) : kind == NumberKind::Measured ? QChar(0x25cf) : QChar(0x25d0);
    return QStringLiteral("%1 %2").arg(sign).arg(number);
}

Cell number(const QString& text, double value, CellWeight weight = CellWeight::Normal) { return {text, value, Role::Text, weight}; }
Cell nothing(const QString& text = QStringLiteral("–")) { return {text, -1, Role::Text2}; }

// Whether what was predicted was too little or too much.
Cell difference(const core::TrialRun& run) {
    if (run.end != core::TrialEnd::Ran) return nothing();
    const double change = run.measured / run.candidate.predicted - 1;
    Cell cell = number(signedPercentText(change), change);
    cell.toolTip = TrialPage::tr("measured / predicted − 1 = %1 / %2 − 1").arg(timeText(run.measured.value()), timeText(run.candidate.predicted.value()));
    return cell;
}

Cell measuredCell(const core::TrialRun& run) {
    if (run.end == core::TrialEnd::Failed) return {TrialPage::tr("the run failed"), -1, Role::Danger};
    if (run.end == core::TrialEnd::NotRun) return nothing(TrialPage::tr("no log yet"));
    Cell cell = number(marked(run.simulated ? NumberKind::Simulated : NumberKind::Measured, timeText(run.measured.value())), run.measured.value());
    cell.toolTip = TrialPage::tr("The median of %1 updates in %2; the first fifth, which warms up, is left out")
                       .arg(wholeNumber(run.updates), qs(run.log));
    return cell;
}

Cell expectedCell(const core::TrialRun& run, double ratio) {
    if (run.end == core::TrialEnd::Failed) return nothing();
    Cell cell = number(timeText(run.expected.value()), run.expected.value(), CellWeight::Strong);
    cell.toolTip = run.end == core::TrialEnd::Ran
                       ? TrialPage::tr("As measured")
                       : TrialPage::tr("predicted × what the others measured over predicted = %1 × %2")
                             .arg(timeText(run.candidate.predicted.value()), threeDigits(ratio));
    return cell;
}

CellRow rowOf(const core::TrialRun& run, int place, double ratio) {
    CellRow row;
    row.cells = {number(wholeNumber(place), place),
                 {layoutWords(run.candidate.plan)},
                 {qs(run.candidate.folder)},
                 number(marked(NumberKind::Predicted, timeText(run.candidate.predicted.value())), run.candidate.predicted.value()),
                 measuredCell(run),
                 difference(run),
                 run.updates > 0 ? number(wholeNumber(run.updates), double(run.updates)) : nothing(),
                 expectedCell(run, ratio),
                 number(marked(NumberKind::Predicted, bytesText(run.candidate.memory)), double(run.candidate.memory.value())),
                 run.peak > core::Bytes(0)
                     ? number(marked(NumberKind::Measured, bytesText(run.peak)), double(run.peak.value()))
                     : nothing()};
    return row;
}

std::vector<CellColumn> columns() {
    return {{QString(), Qt::AlignRight, 0, TrialPage::tr("Place, by what is expected of a step")},
            {TrialPage::tr("Layout"), Qt::AlignLeft, 1, {}},
            {TrialPage::tr("Folder"), Qt::AlignLeft, 0, {}},
            {TrialPage::tr("Step predicted"), Qt::AlignRight, 0, {}},
            {TrialPage::tr("Step measured"), Qt::AlignRight, 0, TrialPage::tr("Half-filled: simulated from measured costs, in virtual time")},
            {TrialPage::tr("Difference"), Qt::AlignRight, 0, TrialPage::tr("Measured over predicted")},
            {TrialPage::tr("Updates"), Qt::AlignRight, 0, TrialPage::tr("That count: the first fifth warms up")},
            {TrialPage::tr("Expected"), Qt::AlignRight, 0,
             TrialPage::tr("Measured where it ran, else predicted and corrected by what the others measured")},
            {TrialPage::tr("Memory predicted"), Qt::AlignRight, 0, TrialPage::tr("Of the heaviest card")},
            {TrialPage::tr("Memory measured"), Qt::AlignRight, 0, TrialPage::tr("Of the fullest card, where the log says it")}};
}

QString refusalOf(const QString& folder, const core::Problems& problems) {
    return QStringLiteral("%1: %2").arg(QDir::toNativeSeparators(folder), wholeSentences(problems));
}

QString summaryOf(const core::TrialRanking& ranking) {
    const auto ran = std::ranges::count(ranking.runs, core::TrialEnd::Ran, &core::TrialRun::end);
    if (ran == 0) return TrialPage::tr("None of these runs has left a log yet. Start them, then read the logs.");
    QString text = TrialPage::tr("%Ln ran: measured over predicted %1, off by %2 in the mean and by %3 once corrected.", nullptr, int(ran))
                       .arg(threeDigits(ranking.ratio), percentText(ranking.meanError), percentText(ranking.meanErrorCorrected));
    if (ran > 1) text += QLatin1Char(' ') + TrialPage::tr("%1 of the pairs came out in the predicted order.").arg(percentText(ranking.agreement));
    return text;
}

}  // namespace

TrialPage::TrialPage(const Hall& hall, SearchPage& search, Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_search(search)
    , m_settings(settings)
    , m_problem(new Label({}, FontUse::Body, Role::Danger, this))
    , m_summary(new Label({}, FontUse::Body, Role::Text, this))
    , m_header(new ViewHeader(tr("Trial runs"), this))
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyState({}, this))
    , m_table(new CellTable(CellSorting::ByHeader, this))
    , m_jobs(QStringLiteral("trial")) {
    m_use = new Button(ButtonKind::Normal, tr("Use this layout"), this);
    m_use->setObjectName(QStringLiteral("useTrialLayout"));
    m_use->setSize(ButtonSize::Small);
    m_header->addRight(m_use);
    m_problem->setWrapped();
    m_problem->setContentsMargins(kMargin, 6, kMargin, 6);
    m_problem->setObjectName(QStringLiteral("trialProblem"));
    m_problem->hide();
    m_summary->setWrapped();
    m_summary->setContentsMargins(kMargin, 8, kMargin, 8);
    m_summary->setObjectName(QStringLiteral("trialSummary"));
    m_table->setObjectName(QStringLiteral("trialTable"));
    m_table->setAccessibleName(tr("Trial runs"));
    m_table->setColumns(columns());
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    column->addWidget(m_problem);
    column->addWidget(m_header);
    column->addWidget(m_summary);
    column->addLayout(m_stack, 1);
    column->addWidget(m_foot = makeFoot());
    connect(m_table, &CellTable::chosen, this, &TrialPage::choose);
    connect(m_table, &CellTable::activated, this, &TrialPage::use);
    connect(m_use, &Button::clicked, this, [this] { use(m_chosen); });
    connect(&search.search(), &PlanSearch::finished, this, &TrialPage::showState);
    connect(&hall.document, &PlanDocument::planChanged, this, [this] {
        if (isVisible()) showState();
    });
    showState();
}

QWidget* TrialPage::makeBar() {
    auto* bar = new Ground(Role::Panel, this);
    bar->setEdge(Qt::BottomEdge);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(kMargin, 8, kMargin, 9);
    row->setSpacing(10);
    const auto field = [&](const QString& label, const char* name, double value) {
        auto* made = new NumberField(NumberRange::Whole, bar);
        made->setObjectName(QString::fromLatin1(name));
        made->setAccessibleName(label);
        made->setFieldWidth(kFieldWidth);
        made->setNumber(value);
        row->addWidget(new Label(label, FontUse::Body, Role::Text, bar));
        row->addWidget(made);
        connect(made, &NumberField::refused, this, &TrialPage::showProblem);
        connect(made, &NumberField::committed, this, [this] { showProblem({}); });
        return made;
    };
    m_plans = field(tr("Best layouts"), "trialPlans", kPlans);
    m_updates = field(tr("Updates of each"), "trialUpdates", double(core::kTrialUpdates));
    const auto button = [&](ButtonKind kind, Icon icon, const QString& text, const char* name) {
        auto* made = new Button(kind, icon, text, bar);
        made->setObjectName(QString::fromLatin1(name));
        row->addWidget(made);
        return made;
    };
    row->addSpacing(4);
    m_write = button(ButtonKind::Primary, Icon::Download, tr("Write short runs…"), "writeTrial");
    row->addStretch(1);
    m_open = button(ButtonKind::Normal, Icon::File, tr("Open a trial…"), "openTrial");
    m_again = button(ButtonKind::Normal, Icon::Redo, tr("Read the logs"), "readTrial");
    connect(m_write, &Button::clicked, this, &TrialPage::askWhereTo);
    connect(m_open, &Button::clicked, this, &TrialPage::askForTrial);
    connect(m_again, &Button::clicked, this, [this] { open(m_folder); });
    return bar;
}

QWidget* TrialPage::makeFoot() {
    auto* foot = new Ground(Role::Panel, this);
    foot->setEdge(Qt::TopEdge);
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(kMargin, 8, kMargin, 8);
    row->setSpacing(10);
    m_command = new Label({}, FontUse::Code, Role::Text, foot);
    m_command->setObjectName(QStringLiteral("trialCommand"));
    m_command->setElided();
    m_command->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_copy = new Button(ButtonKind::Normal, tr("Copy"), foot);
    m_copy->setObjectName(QStringLiteral("copyTrialCommand"));
    m_copy->setSize(ButtonSize::Small);
    m_copy->setToolTip(tr("Copy what starts this run"));
    row->addWidget(new Label(tr("Started by"), FontUse::LabelStrong, Role::Text2, foot));
    row->addWidget(m_command, 1);
    row->addWidget(m_copy);
    connect(m_copy, &Button::clicked, this, [this] {
        if (m_chosen >= 0) QApplication::clipboard()->setText(commandOf(m_ranking->runs[std::size_t(m_chosen)].candidate));
    });
    return foot;
}

QString TrialPage::problemText() const { return m_problem->isHidden() ? QString() : m_problem->text(); }

void TrialPage::showProblem(const QString& sentences) {
    m_problem->setText(sentences);
    m_problem->setVisible(!sentences.isEmpty());
}

void TrialPage::askWhereTo() {
    setFocus();  // a number that is being typed counts
    if (!problemText().isEmpty()) return;
    const QString folder = QFileDialog::getSaveFileName(this, tr("New folder for the short runs"), QDir(m_settings.lastFolder()).filePath(tr("trial")),
                                                        {}, nullptr, QFileDialog::DontUseNativeDialog | QFileDialog::DontConfirmOverwrite);
    if (!folder.isEmpty()) write(folder);
}

void TrialPage::askForTrial() {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of a trial"), m_folder.isEmpty() ? m_settings.lastFolder() : m_folder,
                                                             QFileDialog::ShowDirsOnly | QFileDialog::DontUseNativeDialog);
    if (!folder.isEmpty()) open(folder);
}

bool TrialPage::write(const QString& folder) {
    const auto plans = core::worthTrying(m_search.ranked(), std::int64_t(m_plans->number()));
    if (plans.empty()) {
        showProblem(m_search.layouts().empty() ? tr("Search layouts first: the best of them become short runs.")
                                               : tr("Nothing was written: the engine can run none of the layouts found, or no layouts were asked for."));
        return false;
    }
    const auto written = core::writeTrial(plans, folder.toStdString(), std::max<std::int64_t>(1, std::int64_t(m_updates->number())));
    if (!written) {
        showProblem(refusalOf(folder, written.error()));
        return false;
    }
    m_settings.setLastFolder(QFileInfo(folder).absolutePath());
    open(folder);
    return true;
}

void TrialPage::open(const QString& folder) {
    m_jobs.submit([this, folder]() -> LatestJob::Delivery {
        auto ranking = core::rankTrial(folder.toStdString());
        return [this, folder, ranking = std::move(ranking)] { take(folder, ranking); };
    });
}

void TrialPage::take(const QString& folder, const core::Result<core::TrialRanking>& ranking) {
    showProblem(ranking ? QString() : refusalOf(folder, ranking.error()));
    if (!ranking) return;
    const std::string chosen = m_chosen >= 0 && folder == m_folder ? m_ranking->runs[std::size_t(m_chosen)].candidate.folder : std::string();
    m_folder = folder;
    m_ranking = *ranking;
    std::vector<CellRow> rows;
    for (const core::TrialRun& run : m_ranking->runs) rows.push_back(rowOf(run, int(rows.size()) + 1, m_ranking->ratio));
    m_table->setRows(std::move(rows));
    m_table->sortBy(0, Qt::AscendingOrder);
    const auto same = std::ranges::find(m_ranking->runs, chosen, [](const core::TrialRun& run) { return run.candidate.folder; });
    choose(same == m_ranking->runs.end() ? 0 : int(same - m_ranking->runs.begin()));
    showState();
    emit ranked();
}

QString TrialPage::commandOf(const core::TrialCandidate& candidate) const {
    if (candidate.script.empty()) return {};
    QString script = QDir(m_folder).filePath(QStringLiteral("%1/%2").arg(qs(candidate.folder), qs(candidate.script)));
    if (!script.contains(QLatin1Char(' ')) && !script.contains(QLatin1Char('\''))) return script;
    return QLatin1Char('\'') + script.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
}

void TrialPage::choose(int run) {
    m_chosen = run;
    m_table->setCurrent(run);
    m_use->setEnabled(isUsable(run));
    const QString command = commandOf(m_ranking->runs[std::size_t(run)].candidate);
    m_command->setText(command.isEmpty() ? tr("a script of your own: no kit is written for this framework") : command);
    m_copy->setVisible(!command.isEmpty());
}

// Layouts of another model would be no layouts of this plan.
bool TrialPage::isUsable(int run) const {
    return m_ranking && run >= 0 && m_ranking->runs[std::size_t(run)].candidate.plan.model == m_hall.document.plan().model;
}

void TrialPage::use(int run) {
    if (!isUsable(run)) return;
    const core::Plan& plan = m_hall.document.plan();
    core::Plan found = m_ranking->runs[std::size_t(run)].candidate.plan;
    found.batch.ramp = plan.batch.ramp;  // short runs have none
    m_hall.document.replace(withLayoutOf(plan, found), tr("Use layout %1").arg(layoutWords(found)));
}

void TrialPage::showState() {
    const bool open = m_ranking.has_value(), found = !m_search.layouts().empty();
    m_stack->setCurrentIndex(open ? 1 : 0);
    for (QWidget* widget : {static_cast<QWidget*>(m_summary), m_foot, static_cast<QWidget*>(m_again), static_cast<QWidget*>(m_use)})
        widget->setVisible(open);
    m_write->setEnabled(found);
    m_write->setToolTip(found ? tr("The best layouts of the search, a folder each, with what starts it") : tr("Search layouts first"));
    m_header->setKinds(open ? std::vector<KindWord>{{NumberKind::Predicted, tr("predicted")}, {NumberKind::Measured, tr("measured")}}
                            : std::vector<KindWord>{});
    m_header->setNote(open ? QDir::toNativeSeparators(m_folder) : QString());
    if (open) {
        m_summary->setText(summaryOf(*m_ranking));
        m_use->setEnabled(isUsable(m_chosen));
        m_use->setToolTip(m_chosen >= 0 && !isUsable(m_chosen) ? tr("This trial is of another model than the plan.") : QString());
        return;
    }
    m_empty->setSentence(tr("The best layouts of a search, written as runs of a few updates. When they have run, their logs are read here: "
                            "predicted beside measured, and the layouts ranked again."));
    Button* button = nullptr;
    if (!found) {
        button = new Button(ButtonKind::Normal, Icon::Search, tr("Search layouts"), m_empty);
        connect(button, &Button::clicked, this, &TrialPage::searchRequested, Qt::QueuedConnection);
    }
    m_empty->setButton(button);
}

void TrialPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showState();
    if (!m_folder.isEmpty()) open(m_folder);
}

}  // namespace ui
