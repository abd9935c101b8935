// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// states: drives the real window and the real engine into every state that a person meets (planned, large
// bubble, searched, plan A pinned, does not fit, empty run, running, finished, replay, out of memory, engine died,
// help) and writes pictures of the whole window, light and dark, at 1440 × 900 and 1280 × 800.
//
//   states DIR ENGINE [--chinese] [STATE …]     without STATE: all of them
#include "tests/support/shipped_plan.h"
#include "tests/support/signal_one.h"
#include "ui/engine/left_runs.h"
#include "ui/engine/run_files.h"
#include "ui/kit/theme_provider.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/planner_view.h"
#include "ui/planner/search_form.h"
#include "ui/planner/search_page.h"
#include "ui/state/pinned_plan.h"
#include "ui/window/help_window.h"
#include "ui/window/languages.h"
#include "ui/window/main_window.h"
#include "ui/window/plan_fields_window.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTextStream>

#include <csignal>
#include <functional>

namespace {

using namespace ui;

constexpr int kPatience = 120000;  // milliseconds

class Stage {
public:
    Stage(ThemeProvider& theme, QString folder, QString engine, core::Language language)
        : m_theme(theme)
        , m_folder(std::move(folder))
        , m_engine(std::move(engine))
        , m_languages(language) {}

    MainWindow& open(core::Plan plan) {
        m_window.reset();
        MainWindow::Options options;
        options.plan = std::move(plan);
        options.helpFolder = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/help");
        options.lessonFolder = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/lessons");
        options.engine.command = findEngine(m_engine, QCoreApplication::applicationDirPath());
        options.engine.runFolder = runs();
        m_settings = std::make_unique<Settings>(m_scratch.filePath(QStringLiteral("settings.ini")));
        m_window = std::make_unique<MainWindow>(std::move(options), m_theme, *m_settings, m_languages);
        m_window->show();
        wait([this] { return m_window->hall().evaluator.snapshot()->parameters.total > 0; });
        settle(1500);
        return *m_window;
    }
    QString runs() const { return m_scratch.filePath(QStringLiteral("runs")); }
    RunStore& run() { return m_window->hall().run; }
    static void settle(int milliseconds) {
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < milliseconds) QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    static void wait(const std::function<bool()>& done) {
        QElapsedTimer timer;
        timer.start();
        while (!done() && timer.elapsed() < kPatience)
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    void train(std::int64_t steps) {
        m_window->startRun(MainWindow::StartWish::Anyway);
        wait([this, steps] {
            return (run().lastStep() && run().lastStep()->step >= steps) ||
                   run().state() == EngineState::Failed;
        });
    }
    // Every picture of exportPictures() whose name begins with "window" stays; single views go.
    void write(const QString& state) {
        for (const QSize& size : {QSize(1440, 900), QSize(1280, 800)}) {
            m_window->resize(size);
            settle(400);
            const QTemporaryDir all;
            const auto written = m_window->exportPictures(all.path());
            for (const QString& file : written ? *written : QStringList())
                if (const QString name = QFileInfo(file).fileName();
                    name.startsWith(QLatin1String("window-")))
                    QFile::copy(
                        file, QDir(m_folder).filePath(
                                  QStringLiteral("%1-%2-%3").arg(state).arg(size.width()).arg(name.mid(7))));
        }
        QTextStream(stdout) << state << '\n';
    }
    // Trains a little, leaves the run running and opens the next window.
    MainWindow& leaveAndReopen(const core::Plan& plan) {
        open(plan);
        train(20);
        m_window->engine().leave();
        wait([this] { return !m_window->engine().isRunning(); });
        return open(plan);
    }
    void end() {
        for (const LeftRun& run : findLeftRuns(runs()))
            if (run.life == LeftRun::Life::Going && !m_window->engine().isRunning())
                m_window->attachTo(run.file);
        if (m_window->engine().isRunning()) m_window->engine().stop();
        wait([this] { return !m_window->engine().isRunning(); });
    }

private:
    ThemeProvider& m_theme;
    QString m_folder, m_engine;
    QTemporaryDir m_scratch;
    std::unique_ptr<Settings> m_settings;
    Languages m_languages;
    std::unique_ptr<MainWindow> m_window;
};

core::Plan tiny() { return support::shippedPlan("tiny-2x2x2"); }

core::Plan cramped() {
    core::Plan plan = tiny();
    plan.run.cardMemory = core::Bytes(core::evaluate(plan).memory->peak().value() * 7 / 10);
    return plan;
}

struct State {
    const char* name;
    std::function<void(Stage&)> reach;
};

const State kStates[] = {
    {"planned", [](Stage& stage) { stage.open(tiny()); }},
    {"bubble",
     [](Stage& stage) {
         stage.open(tiny()).hall().document.setField(QStringLiteral("/layout/pp"), std::int64_t(4),
                                                     PlanDocument::Edit::Committed);
         Stage::settle(1000);
     }},
    {"large", [](Stage& stage) { stage.open(support::shippedPlan("llama-2-7b-16xa100")); }},
    {"searched",
     [](Stage& stage) {
         MainWindow& window = stage.open(support::shippedPlan("llama-2-7b-16xa100"));
         SearchPage& page = window.planner().search();
         page.form().begin();
         Stage::wait([&page] { return page.search().result() && !page.search().isRunning(); });
         page.choose(3);
         Stage::settle(500);
         emit page.table().clicked(page.table().model()->index(3, 9));
     }},
    {"pinned",
     [](Stage& stage) {
         MainWindow& window = stage.open(support::shippedPlan("llama-2-7b-16xa100"));
         PinnedPlan::of(window.hall().evaluator).pin();
         window.hall().document.setField(QStringLiteral("/layout/pp"), std::int64_t(2), PlanDocument::Edit::Committed);
         Stage::settle(1000);
     }},
    {"unfit",
     [](Stage& stage) {
         core::Plan plan = support::shippedPlan("llama-2-7b-16xa100");
         plan.batch.micro = 16;
         plan.batch.global = 256;
         stage.open(plan);
         Stage::settle(1500);
     }},
    {"broken",
     [](Stage& stage) {
         core::Plan plan = support::shippedPlan("llama-2-7b-16xa100");
         plan.layout.tp = 5;
         stage.open(plan);
     }},
    {"does-not-fit", [](Stage& stage) { stage.open(cramped()).startRun(); }},
    {"running",
     [](Stage& stage) {
         stage.open(tiny());
         stage.train(110);
     }},
    {"finished",
     [](Stage& stage) {
         core::Plan plan = tiny();
         plan.run.steps = 60;
         stage.open(plan);
         stage.train(60);
         stage.end();
     }},
    {"replay",
     [](Stage& stage) {
         core::Plan plan = tiny();
         plan.run.steps = 40;
         MainWindow& window = stage.open(plan);
         stage.train(40);
         Stage::wait([&window] { return !window.engine().isRunning(); });
         const auto runs = listRuns(stage.runs());
         if (!runs.isEmpty()) window.openRun(runs.front().path);
     }},
    {"out-of-memory",
     [](Stage& stage) {
         stage.open(cramped());
         stage.train(1);
         Stage::settle(1500);
     }},
    {"closing",
     [](Stage& stage) {
         MainWindow& window = stage.open(tiny());
         stage.train(20);
         window.close();
     }},
    {"left", [](Stage& stage) { stage.leaveAndReopen(tiny()).offerLeftRuns(); }},
    {"attached",
     [](Stage& stage) {
         MainWindow& window = stage.leaveAndReopen(tiny());
         const auto left = findLeftRuns(stage.runs());
         if (left.isEmpty() || !window.attachTo(left.front().file)) return;
         Stage::wait([&stage] { return stage.run().lastStep() && stage.run().lastStep()->step >= 40; });
     }},
    {"died",
     [](Stage& stage) {
         MainWindow& window = stage.open(tiny());
         stage.train(30);
         if (!signalOne(window.engine().processId(), SIGKILL)) return;
         Stage::wait([&stage] { return stage.run().state() == EngineState::Failed; });
     }},
};

void writeFields(const QString& folder) {
    PlanDocument document(tiny());
    Evaluator evaluator;
    Selection selection;
    RunStore run;
    const Hall hall{document, evaluator, selection, run};
    PlanFieldsWindow window(hall, nullptr);
    window.show();
    Stage::settle(500);
    window.grab().save(QDir(folder).filePath(QStringLiteral("fields.png")));
}

void writeHelp(ThemeProvider& theme, const QString& folder) {
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        theme.setKind(kind);
        HelpWindow help(loadHelp(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/help")), nullptr);
        help.showPage(QStringLiteral("memory-model"));
        Stage::settle(300);
        help.grab().save(QDir(folder).filePath(
            QStringLiteral("help-%1.png")
                .arg(kind == ThemeKind::Light ? QStringLiteral("light") : QStringLiteral("dark"))));
    }
    theme.setKind(ThemeKind::Light);
}

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT3D_RENDERER", "opengl");
    QCoreApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
    QApplication application(argc, argv);
    const QStringList words = QApplication::arguments();
    if (words.size() < 3) {
        QTextStream(stderr) << "states DIR ENGINE [--chinese] [STATE …]\n";
        return 2;
    }
    QStringList wished = words.mid(3);
    const bool chinese = wished.removeAll(QStringLiteral("--chinese")) > 0;
    if (!QDir().mkpath(words[1])) return 1;
    ThemeProvider theme(application);
    Stage stage(theme, words[1], words[2], chinese ? core::Language::Chinese : core::Language::English);
    const auto isWished = [&](const QString& name) { return wished.isEmpty() || wished.contains(name); };
    if (isWished(QStringLiteral("help"))) writeHelp(theme, words[1]);
    if (isWished(QStringLiteral("fields"))) writeFields(words[1]);
    for (const State& state : kStates) {
        const QString name = QString::fromLatin1(state.name);
        if (!isWished(name)) continue;
        state.reach(stage);
        stage.write(name);
        stage.end();
    }
    return 0;
}
