// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// For tests of the whole window: opens it on a plan with a text to train on, moves its controls by mouse and
// keys, and ends its engine. Needs a display and the real engine program.
#pragma once

#include "tests/support/shipped_plan.h"
#include "ui/kit/button.h"
#include "ui/kit/stop_row.h"
#include "ui/kit/theme_provider.h"
#include "ui/window/languages.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace ui::testing {

inline constexpr int kEngineTimeout = 25000;  // milliseconds

inline QString key(const char* text) { return QString::fromLatin1(text); }

inline core::Plan defaultPlan() { return support::shippedPlan("tiny-2x2x2"); }

class WindowStage {
public:
    WindowStage()
        : m_theme(*static_cast<QApplication*>(QCoreApplication::instance()))
        , m_settings(m_folder.filePath(key("settings.ini"))) {}

    void openWindow(core::Plan plan, const QString& engine = key(SHARDSCOPE_CLI)) {
        m_window = std::make_unique<MainWindow>(options(std::move(plan), engine), m_theme, m_settings, m_languages);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QApplication::setActiveWindow(m_window.get());  // there may be no window manager to do so
        QTRY_VERIFY(m_window->hall().evaluator.snapshot()->layout.has_value());
    }
    // Without the window, whose engine is stopped first.
    void closeWindow() {
        if (m_window && m_window->engine().isRunning()) {
            m_window->engine().stop();
            QTRY_VERIFY_WITH_TIMEOUT(!m_window->engine().isRunning(), 10000);
        }
        m_window.reset();
    }
    [[nodiscard]] MainWindow::Options options(core::Plan plan, const QString& engine = key(SHARDSCOPE_CLI)) {
        MainWindow::Options options;
        if (plan.data.path.empty()) plan.data.path = corpus().toStdString();
        options.plan = std::move(plan);
        options.engine.command = findEngine(engine, QCoreApplication::applicationDirPath());
        options.engine.runFolder = runs();
        options.shippedPlans = qEnvironmentVariable("SHARDSCOPE_RESOURCES") + key("/plans");
        options.helpFolder = qEnvironmentVariable("SHARDSCOPE_RESOURCES") + key("/help");
        options.lessonFolder = qEnvironmentVariable("SHARDSCOPE_RESOURCES") + key("/lessons");
        return options;
    }

    [[nodiscard]] bool hasWindow() const { return m_window != nullptr; }
    [[nodiscard]] MainWindow& window() { return *m_window; }
    [[nodiscard]] ThemeProvider& theme() { return m_theme; }
    [[nodiscard]] Settings& settings() { return m_settings; }
    [[nodiscard]] Languages& languages() { return m_languages; }
    [[nodiscard]] QString file(const char* name) const { return m_folder.filePath(key(name)); }
    [[nodiscard]] QString runs() const { return file("runs"); }
    [[nodiscard]] RunStore& run() { return m_window->hall().run; }
    [[nodiscard]] PlanDocument& document() { return m_window->hall().document; }
    template <class T>
    [[nodiscard]] T* find(const char* name) {
        return m_window->findChild<T*>(key(name));
    }
    void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton); }

    // Presses at the stop of the present value, moves over `stops` one by one, releases.
    void drag(const char* pointer, const std::vector<int>& stops) {
        auto* row = find<StopRow>(pointer);
        QVERIFY(row);
        StopSlider* slider = row->slider();
        QTest::mousePress(slider, Qt::LeftButton, {}, slider->stopPosition(slider->value()).toPoint());
        for (const int stop : stops) QTest::mouseMove(slider, slider->stopPosition(stop).toPoint());
        QTest::mouseRelease(slider, Qt::LeftButton, {}, slider->stopPosition(stops.back()).toPoint());
    }
    void settle() {
        QTRY_COMPARE(m_window->hall().evaluator.serial(), document().serial());
        QTest::qWait(100);
    }
    void startAndTrain(std::int64_t steps) {
        click(find<Button>("startButton"));
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep() && run().lastStep()->step >= steps, kEngineTimeout);
    }

private:
    // A text large enough for the batch.
    [[nodiscard]] QString corpus() const {
        QFile text(file("corpus.txt"));
        if (!text.open(QIODevice::WriteOnly)) return {};
        for (int i = 0; i < 4000; ++i)
            text.write(
                QByteArray(
                    "A pipeline of stages keeps its cards busy when there are many micro-batches. Line ") +
                QByteArray::number(i) + "\n");
        return text.fileName();
    }

    QTemporaryDir m_folder;
    ThemeProvider m_theme;
    Settings m_settings;
    Languages m_languages{core::Language::English};
    std::unique_ptr<MainWindow> m_window;
};

// The body of main() of such a test.
template <class Test>
int runWindowTest(int argc, char** argv) {
    qputenv("QT3D_RENDERER", "opengl");
    qputenv("QT3D_DISABLE_SHADER_CACHE", "1");
    QCoreApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
    QApplication application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

}  // namespace ui::testing
