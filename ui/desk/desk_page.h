// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The configuration desk: files that start one training run together, checked as they are edited; what is wrong in them,
// with mends; what they come to; the differences before saving; import into the plan and export from it. Beside the files
// two instruments: both rank orders, and learning rate and loss scale.
#pragma once

#include "core/config/launch_kit.h"
#include "ui/desk/desk_checker.h"
#include "ui/desk/desk_words.h"
#include "ui/state/hall.h"

#include <QWidget>

class QStackedWidget;

namespace ui {

class Banner;
class Button;
class CheckedAs;
class CodeEditor;
class DeskFiles;
class DiffView;
class EmptyState;
class FilesColumn;
class GroupsView;
class Label;
class ProblemsColumn;
class RateView;
class Segmented;
class ValuesTable;
class ViewHeader;
enum class Icon;
enum class Tone;

class DeskPage : public QWidget {
    Q_OBJECT
public:
    DeskPage(const Hall& hall, DeskFiles& files, QWidget* parent = nullptr);

    enum class Middle { Editor, Diff, RankOrders, Rates };
    void showMiddle(Middle middle);
    [[nodiscard]] Middle middle() const;

    // Whether a file is one for the desk, or a log, by its name.
    [[nodiscard]] static bool takes(const QString& path);
    void open(const QStringList& paths);
    void importPlan();
    // Into a folder; files that are there already are asked about.
    void exportKit(core::KitTarget target, const QString& folder);
    // False: files have changes, and the page asks about them.
    [[nodiscard]] bool mayClose();

    [[nodiscard]] CodeEditor& editor() { return *m_editor; }
    [[nodiscard]] const std::vector<DeskProblem>& problems() const { return m_problems; }
    [[nodiscard]] ValuesTable& values() { return *m_values; }
    [[nodiscard]] DiffView& diff() { return *m_diff; }
    [[nodiscard]] GroupsView& groups() { return *m_groups; }
    [[nodiscard]] RateView& rates() { return *m_rates; }
    [[nodiscard]] const DeskChecker& checker() const { return m_checker; }
    [[nodiscard]] QString message() const;  // of the banner; empty = none

signals:
    void planImported();
    void openPlanRequested(const QString& file);
    void openLogRequested(const QString& file);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* makeLeft();
    QWidget* makeMiddle();
    QWidget* makeRight();
    void connectParts();
    void showFile();
    void showState();
    void showReport(const DeskReport& report);
    void showMarks();
    void choose(int problem);
    void mend(int problem, int which);
    void applyChanges(const std::vector<core::ConfigFile>& changed);
    void askForFiles();
    void askForKit();
    enum class Save { IfUntouched, Anyway };  // by another program since it was read
    void saveCurrent(Save how);
    void close(int index);
    void importWith(const core::ModelSpec* model);
    void writeKit(const core::LaunchKit& kit, const QString& folder);
    void say(Tone tone, Icon icon, const QString& headline, const QString& text, const QList<Button*>& buttons = {});
    [[nodiscard]] Button* bannerButton(const QString& text, std::function<void()> act);
    [[nodiscard]] DeskInput input() const;

    const Hall m_hall;
    DeskFiles& m_files;
    DeskReport m_report;
    std::vector<DeskProblem> m_problems;
    int m_chosen = -1;

    Banner* m_banner;
    FilesColumn* m_list = nullptr;
    CheckedAs* m_checkedAs = nullptr;
    Label* m_orders = nullptr;
    Button *m_import = nullptr, *m_export = nullptr, *m_undo = nullptr, *m_showDiff = nullptr, *m_save = nullptr;
    ViewHeader *m_header = nullptr, *m_diffHeader = nullptr;
    QStackedWidget *m_middle = nullptr, *m_editorOrEmpty = nullptr;
    CodeEditor* m_editor = nullptr;
    EmptyState* m_empty = nullptr;
    DiffView* m_diff = nullptr;
    GroupsView* m_groups = nullptr;
    RateView* m_rates = nullptr;
    ProblemsColumn* m_problemList = nullptr;
    ValuesTable* m_values = nullptr;
    DeskChecker m_checker;
};

}  // namespace ui
