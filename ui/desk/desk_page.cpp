// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// DeskPage: its parts, and what the checker's reports mean for them. What its buttons do: desk_page_acts.cpp.
#include "ui/desk/desk_page.h"

#include "ui/desk/checked_as.h"
#include "ui/desk/code_editor.h"
#include "ui/desk/desk_files.h"
#include "ui/desk/diff_view.h"
#include "ui/desk/files_column.h"
#include "ui/desk/fix_card.h"
#include "ui/desk/groups_view.h"
#include "ui/desk/problems_column.h"
#include "ui/desk/rate_view.h"
#include "ui/desk/values_table.h"
#include "ui/kit/button.h"
#include "ui/kit/callout.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/label.h"
#include "ui/kit/segmented.h"
#include "ui/kit/splitter.h"
#include "ui/kit/view_header.h"
#include "ui/state/plan_document.h"

#include <QStackedWidget>

#include <algorithm>

namespace ui {

namespace {

// Sizes that the ranks are laid out by; nothing where the files do not say them.
std::optional<core::LayoutSpec> layoutOf(const core::ResolvedConfig& resolved) {
    constexpr std::int64_t kMost = 4096;
    if (!resolved.dataParallelSize || resolved.worldSize.value_or(0) > kMost || resolved.tp < 1 || resolved.pp < 1)
        return std::nullopt;
    core::LayoutSpec spec;
    spec.tp = int(resolved.tp);
    spec.pp = int(resolved.pp);
    spec.dp = int(*resolved.dataParallelSize * std::max<std::int64_t>(1, resolved.sequenceParallel));
    spec.order = resolved.order;
    return spec;
}

QVBoxLayout* flush(QWidget* holder) {
    auto* column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

}  // namespace

DeskPage::DeskPage(const Hall& hall, DeskFiles& files, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_files(files)
    , m_banner(new Banner(this)) {
    setAcceptDrops(true);
    auto* panes = new Splitter(Qt::Horizontal, this);
    panes->setObjectName(QStringLiteral("desk"));
    for (QWidget* pane : {makeLeft(), makeMiddle(), makeRight()}) panes->addWidget(pane);
    panes->setStretchFactor(0, 0);
    panes->setStretchFactor(1, 1);
    panes->setStretchFactor(2, 0);
    panes->setSizes({296, 720, 424});
    auto* column = flush(this);
    column->addWidget(m_banner);
    column->addWidget(panes, 1);
    m_banner->hide();
    m_checker.setInput([this] { return input(); });
    connectParts();
    showFile();
    m_checker.now();
}

QWidget* DeskPage::makeLeft() {
    auto* left = new QWidget;
    left->setMinimumWidth(250);
    auto* column = flush(left);
    m_list = new FilesColumn(left);
    m_checkedAs = new CheckedAs(left);
    m_orders = new Label({}, FontUse::Label, Role::Text2, left);
    m_orders->setWrapped();
    m_orders->setObjectName(QStringLiteral("orderVerdict"));
    auto* orders = new Button(ButtonKind::Text, tr("Show both rank orders"), left);
    orders->setObjectName(QStringLiteral("showOrders"));
    auto* rates = new Button(ButtonKind::Text, tr("Learning rate and loss scale"), left);
    rates->setObjectName(QStringLiteral("showRates"));
    m_import = new Button(ButtonKind::Normal, tr("Import into the plan"), left);
    m_import->setObjectName(QStringLiteral("importPlan"));
    m_export = new Button(ButtonKind::Normal, Icon::Download, tr("Export launch kit"), left);
    m_export->setObjectName(QStringLiteral("exportKit"));
    connect(orders, &Button::clicked, this, [this] { showMiddle(Middle::RankOrders); });
    connect(rates, &Button::clicked, this, [this] { showMiddle(Middle::Rates); });
    auto* inner = new QVBoxLayout;
    inner->setContentsMargins(14, 10, 14, 10);
    inner->setSpacing(6);
    inner->addWidget(new Label(tr("Rank order"), FontUse::LabelStrong, Role::Text, left));
    inner->addWidget(m_orders);
    for (Button* button : {orders, rates}) {
        button->setSize(ButtonSize::Small);
        inner->addWidget(button, 0, Qt::AlignLeft);
    }
    column->addWidget(m_list);
    column->addWidget(m_checkedAs);
    column->addLayout(inner);
    column->addStretch(1);
    auto* plan = new QVBoxLayout;
    plan->setContentsMargins(14, 4, 14, 4);
    plan->setSpacing(6);
    plan->addWidget(m_import);
    plan->addWidget(m_export);
    column->addLayout(plan);
    column->addWidget(new DropPlace(left));
    return left;
}

QWidget* DeskPage::makeMiddle() {
    m_middle = new QStackedWidget;
    m_middle->setMinimumWidth(420);
    auto* writing = new QWidget;
    auto* column = flush(writing);
    m_header = new ViewHeader(tr("No file"), writing);
    m_undo = new Button(ButtonKind::Normal, Icon::Undo, tr("Undo"), m_header);
    m_undo->setObjectName(QStringLiteral("deskUndo"));
    m_showDiff = new Button(ButtonKind::Normal, tr("Changes"), m_header);
    m_showDiff->setObjectName(QStringLiteral("deskDiff"));
    m_save = new Button(ButtonKind::Primary, tr("Save"), m_header);
    m_save->setObjectName(QStringLiteral("deskSave"));
    for (Button* button : {m_undo, m_showDiff, m_save}) {
        button->setSize(ButtonSize::Small);
        m_header->addRight(button);
    }
    m_editor = new CodeEditor(writing);
    m_editor->setObjectName(QStringLiteral("deskEditor"));
    m_empty =
        new EmptyState(tr("A ds_config, a launch script, a hostfile: what starts one run, checked together."), writing);
    auto* open = new Button(ButtonKind::Primary, tr("Open files…"), m_empty);
    connect(open, &Button::clicked, this, &DeskPage::askForFiles);
    m_empty->setButton(open);
    m_editorOrEmpty = new QStackedWidget(writing);
    m_editorOrEmpty->addWidget(m_editor);
    m_editorOrEmpty->addWidget(m_empty);
    column->addWidget(m_header);
    column->addWidget(m_editorOrEmpty, 1);

    auto* changes = new QWidget;
    auto* rows = flush(changes);
    m_diffHeader = new ViewHeader(tr("Changes"), changes);
    auto* form = m_diffHeader->addSegmented({tr("One column"), tr("Side by side")});
    form->setObjectName(QStringLiteral("diffForm"));
    auto* back = new Button(ButtonKind::Normal, Icon::Left, tr("Back to the file"), m_diffHeader);
    back->setSize(ButtonSize::Small);
    auto* save = new Button(ButtonKind::Primary, tr("Save"), m_diffHeader);
    save->setSize(ButtonSize::Small);
    save->setObjectName(QStringLiteral("diffSave"));
    m_diffHeader->addRight(back);
    m_diffHeader->addRight(save);
    m_diff = new DiffView(changes);
    rows->addWidget(m_diffHeader);
    rows->addWidget(m_diff, 1);
    connect(form, &Segmented::chosen, this, [this](int which) { m_diff->setForm(DiffForm(which)); });
    connect(back, &Button::clicked, this, [this] { showMiddle(Middle::Editor); });
    connect(save, &Button::clicked, this, [this] { saveCurrent(Save::IfUntouched); });

    m_groups = new GroupsView(m_hall);
    m_rates = new RateView(m_hall);
    for (QWidget* page : QList<QWidget*>{writing, changes, m_groups, m_rates}) m_middle->addWidget(page);
    connect(m_groups, &GroupsView::backRequested, this, [this] { showMiddle(Middle::Editor); });
    connect(m_rates, &RateView::backRequested, this, [this] { showMiddle(Middle::Editor); });
    return m_middle;
}

QWidget* DeskPage::makeRight() {
    m_problemList = new ProblemsColumn;
    m_values = new ValuesTable;
    auto* right = new Splitter(Qt::Vertical);
    right->setMinimumWidth(330);
    right->addWidget(m_problemList);
    right->addWidget(m_values);
    right->setSizes({520, 280});
    return right;
}

void DeskPage::connectParts() {
    connect(m_list, &FilesColumn::chosen, this, [this](int index) {
        showMiddle(Middle::Editor);
        m_files.setCurrent(index);
    });
    connect(m_list, &FilesColumn::closeRequested, this, &DeskPage::close);
    connect(m_list, &FilesColumn::openRequested, this, &DeskPage::askForFiles);
    connect(m_checkedAs, &CheckedAs::changed, &m_checker, &DeskChecker::now);
    connect(&m_files, &DeskFiles::currentChanged, this, &DeskPage::showFile);
    connect(&m_files, &DeskFiles::listChanged, this, [this] {
        showState();
        m_checker.now();
    });
    connect(&m_files, &DeskFiles::textChanged, this, [this] {
        showState();
        m_checker.later();
    });
    connect(&m_checker, &DeskChecker::checked, this, &DeskPage::showReport);
    connect(&m_hall.document, &PlanDocument::planChanged, this, [this] {
        if (!m_files.all().empty()) m_checker.later();
    });
    connect(m_undo, &Button::clicked, this, [this] { m_editor->undo(); });
    connect(m_showDiff, &Button::clicked, this, [this] { showMiddle(Middle::Diff); });
    connect(m_save, &Button::clicked, this, [this] { saveCurrent(Save::IfUntouched); });
    connect(m_editor, &CodeEditor::saveRequested, this, [this] { saveCurrent(Save::IfUntouched); });
    connect(m_editor, &CodeEditor::markClicked, this, [this](int line) {
        const DeskFile* file = m_files.current();
        const auto at = std::ranges::find_if(m_problems, [&](const DeskProblem& problem) {
            return file && problem.file == file->path() && problem.line == line;
        });
        if (at != m_problems.end()) choose(int(at - m_problems.begin()));
    });
    connect(m_problemList, &ProblemsColumn::chosen, this, &DeskPage::choose);
    connect(m_problemList, &ProblemsColumn::mendRequested, this, &DeskPage::mend);
    connect(m_problemList, &ProblemsColumn::mendAllRequested, this, [this] {
        m_checker.mendAll([this](const std::vector<core::ConfigFile>& changed) { applyChanges(changed); });
    });
    connect(m_import, &Button::clicked, this, &DeskPage::importPlan);
    connect(m_export, &Button::clicked, this, &DeskPage::askForKit);
}

void DeskPage::showMiddle(Middle middle) {
    DeskFile* file = m_files.current();
    if (middle == Middle::Diff && file) {
        m_diff->setTexts(file->savedText(), file->text());
        m_diffHeader->setTitle(tr("Changes of %1").arg(file->name()));
        m_diffHeader->setNote(tr("%1 lines less, %2 lines more").arg(m_diff->removedLines()).arg(m_diff->addedLines()));
    }
    if (middle == Middle::RankOrders) {
        const auto spec = m_report ? layoutOf(m_report->mended.report.resolved) : std::nullopt;
        const core::Plan& plan = m_hall.document.plan();
        m_groups->setLayoutSpec(spec.value_or(plan.layout), plan.cluster.gpusPerNode);
    }
    m_middle->setCurrentIndex(int(middle));
}

DeskPage::Middle DeskPage::middle() const { return Middle(m_middle->currentIndex()); }

void DeskPage::showFile() {
    DeskFile* file = m_files.current();
    m_chosen = -1;
    m_editor->setFile(file);
    m_editorOrEmpty->setCurrentIndex(file ? 0 : 1);
    showState();
    showMarks();
}

void DeskPage::showState() {
    const DeskFile* file = m_files.current();
    m_header->setTitle(file ? file->name() : tr("No file"));
    m_header->setNote(!file ? QString() : file->isModified() ? tr("changed") : file->form().name());
    const auto& all = m_files.all();
    m_undo->setEnabled(file && m_editor->document()->isUndoAvailable());
    m_showDiff->setEnabled(file && file->isModified());
    m_save->setEnabled(file && file->isModified());
    m_import->setEnabled(!all.empty());
    std::vector<FileEntry> entries;
    for (const auto& open : all) {
        FileEntry entry{open->name(), open->path(), 0, 0, open->isModified()};
        for (const DeskProblem& problem : m_problems)
            if (problem.file == open->path()) {
                entry.errors += problem.severity == core::Severity::Error;
                entry.warnings += problem.severity == core::Severity::Warning;
            }
        entries.push_back(std::move(entry));
    }
    m_list->setFiles(entries, m_files.currentIndex());
}

DeskInput DeskPage::input() const {
    DeskInput input;
    for (const auto& file : m_files.all())
        input.files.push_back({file->path().toStdString(), file->text().toStdString()});
    input.options = m_checkedAs->options();
    input.plan = m_hall.document.plan();
    return input;
}

void DeskPage::showReport(const DeskReport& report) {
    m_report = report;
    const core::CheckReport& checked = report->mended.report;
    m_problems = deskProblems(report->mended);
    m_chosen = -1;
    const bool filled = !m_files.all().empty();
    m_problemList->setProblems(m_problems, filled ? ProblemsColumn::Files::Some : ProblemsColumn::Files::None);
    m_values->setResolved(checked, report->memory);
    m_values->setVisible(filled);
    m_checkedAs->showResolved(checked.resolved);
    showState();
    showMarks();
    const auto spec = layoutOf(checked.resolved);
    if (!spec) return m_orders->setText(tr("Known once the files say how many cards there are."));
    core::LayoutSpec other = *spec;
    other.order = core::RankOrder::DeepSpeed3d;
    const int perNode = int(checked.resolved.cardsPerNode.value_or(m_hall.document.plan().cluster.gpusPerNode));
    const auto ours = core::Layout::create(*spec, std::max(1, perNode)),
               theirs = core::Layout::create(other, std::max(1, perNode));
    if (!ours || !theirs) return m_orders->setText({});
    const bool agree = core::compareLayouts(*ours, *theirs).empty();
    const auto tensor = ours->groups(core::GroupKind::Tensor);
    const bool within =
        std::ranges::none_of(tensor, [&](const core::Group& group) { return ours->crossesNodes(group); });
    m_orders->setRole(agree && within ? Role::Ok : Role::Danger);
    m_orders->setText(
        (agree ? tr("✓ DeepSpeed and Megatron groups agree.") : tr("✗ DeepSpeed and Megatron groups differ.")) +
        QLatin1Char('\n') +
        (within ? tr("✓ Tensor groups of %1 stay within nodes of %2.").arg(spec->tp).arg(perNode)
                : tr("✗ Tensor groups of %1 reach beyond nodes of %2.").arg(spec->tp).arg(perNode)));
}

void DeskPage::showMarks() {
    const DeskFile* file = m_files.current();
    if (!file) return;
    std::vector<EditorMark> marks;
    for (const DeskProblem& problem : m_problems)
        if (problem.file == file->path() && problem.line >= 0)
            marks.push_back({problem.line, problem.column, problem.severity, problem.title, wholeWords(problem)});
    m_editor->setMarks(marks);
    m_editor->setCard(-1, nullptr);
}

void DeskPage::choose(int index) {
    if (index < 0 || index >= int(m_problems.size())) return;
    const DeskProblem problem = m_problems[std::size_t(index)];
    if (!problem.file.isEmpty() && !m_files.find(problem.file)) open({problem.file});
    const auto& all = m_files.all();
    const auto at = std::ranges::find_if(all, [&](const auto& file) { return file->path() == problem.file; });
    if (at == all.end()) return;
    showMiddle(Middle::Editor);
    if (m_files.current() != at->get()) m_files.setCurrent(int(at - all.begin()));
    m_chosen = index;
    m_problemList->setChosen(index);
    if (problem.line < 0) return;
    m_editor->reveal(problem.line, problem.column);
    if (problem.mends.empty()) return m_editor->setCard(-1, nullptr);
    auto* card = new FixCard(problem, m_files.current()->text(), m_editor->viewport());
    connect(card, &FixCard::mendRequested, this, [this, index](int which) { mend(index, which); });
    m_editor->setCard(problem.line, card);
}

}  // namespace ui
