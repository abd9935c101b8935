// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// slider: what a person waits for who moves a slider of the explorer at 256 cards. The real window in Explore, 1440 × 900;
// a slider is dragged from stop to stop by mouse events, and each move is timed from the event to the end of the last paint
// of any widget, by which time the buffers of the 3D scene hold the new plan. Frames of the 3D scene are measured apart: what
// Qt 3D does for them in the UI thread meanwhile is taken off and printed. On a machine that does other things too, the
// computing of the UI thread says more than the wall clock.
//
//   slider [MOVES]     prints median, 95th percentile and worst in milliseconds; exit 1 when a bar is missed
#include "core/plan/plan_codec.h"
#include "ui/kit/stop_row.h"
#include "ui/kit/theme_provider.h"
#include "ui/topology/topology_3d.h"
#include "ui/topology/topology_view.h"
#include "ui/window/languages.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QTextStream>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>
#include <vector>

namespace {

using namespace ui;

constexpr double kMoveBar = 16, kFrameBar = 60;  // milliseconds, 95th percentile
constexpr int kMoves = 200, kFrames = 40, kQuiet = 60, kPatience = 5000;

double milliseconds(const QElapsedTimer& timer) { return double(timer.nsecsElapsed()) / 1e6; }

double cpuMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

// Till when the UI thread painted: by the wall clock, and how long it computed for it; without frames of the 3D scene.
struct Wait {
    double wall = 0, cpu = 0, frames = 0;
};

// Sums what the clock of Qt's animations takes, which is what prepares the frames of Qt 3D.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        if (event->type() != QEvent::Timer || !receiver->inherits("QAnimationDriver")) return QApplication::notify(receiver, event);
        QElapsedTimer timer;
        timer.start();
        const double cpu = cpuMilliseconds();
        const bool done = QApplication::notify(receiver, event);
        m_frames.wall += milliseconds(timer);
        m_frames.cpu += cpuMilliseconds() - cpu;
        return done;
    }
    [[nodiscard]] const Wait& frames() const { return m_frames; }

private:
    Wait m_frames;
};

class PaintWatch : public QObject {
public:
    explicit PaintWatch(TimedApplication& application)
        : m_application(application) {
        application.installEventFilter(this);
    }
    void begin() {
        m_painted = false;
        m_last = {};
        m_frames = m_application.frames();
        m_cpu = cpuMilliseconds();
        m_timer.start();
    }
    // One turn of the event loop; the heartbeat ends its rest.
    void turn() {
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        if (!std::exchange(m_painted, false)) return;
        const Wait& all = m_application.frames();
        m_last.frames = all.wall - m_frames.wall;
        m_last.wall = now() - m_last.frames;
        m_last.cpu = cpuMilliseconds() - m_cpu - (all.cpu - m_frames.cpu);
    }
    [[nodiscard]] double now() const { return milliseconds(m_timer); }
    [[nodiscard]] const Wait& last() const { return m_last; }

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        m_painted |= event->type() == QEvent::Paint;
        return false;
    }

private:
    TimedApplication& m_application;
    Wait m_frames;  // when the move began
    QElapsedTimer m_timer;
    bool m_painted = false;
    double m_cpu = 0;
    Wait m_last;
};

core::Plan plan() {
    auto loaded = core::loadPlan(SHARDSCOPE_SOURCE_DIR "/resources/plans/gpt3-175b-1024xa100.shardscope.json");
    if (!loaded) qFatal("the plan was not read");
    loaded->cluster.nodes = 32;
    loaded->layout.dp = 256 / (loaded->layout.tp * loaded->layout.pp);
    loaded->batch.global = std::int64_t(loaded->batch.micro) * loaded->layout.dp * 64;
    return *loaded;
}

void send(QWidget& widget, QEvent::Type type, const QPointF& at, Qt::MouseButtons buttons) {
    QMouseEvent event(type, at, widget.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, buttons,
                      Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

void settle(int quiet) {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < quiet) QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
}

struct Numbers {
    double median, p95, worst;
};
Numbers numbersOf(std::vector<double> values) {
    std::ranges::sort(values);
    const auto at = [&](double share) { return values[std::size_t(std::ceil(share * double(values.size()))) - 1]; };
    return {at(0.5), at(0.95), values.back()};
}

bool print(QTextStream& out, const char* what, const std::vector<double>& values, double bar) {
    const Numbers n = numbersOf(values);
    out << QStringLiteral("%1  %2 times: median %3 ms, 95 % within %4 ms (bar %5 ms), worst %6 ms\n")
               .arg(QString::fromLatin1(what), -38)
               .arg(values.size(), 4)
               .arg(n.median, 6, 'f', 1)
               .arg(n.p95, 6, 'f', 1)
               .arg(bar)
               .arg(n.worst, 6, 'f', 1);
    return n.p95 <= bar;
}

// Drags the slider back and forth over all its stops, `moves` times.
std::vector<Wait> drag(MainWindow& window, PaintWatch& watch, const char* pointer, int moves) {
    StopSlider& slider = *window.findChild<StopRow*>(QString::fromLatin1(pointer))->slider();
    const auto at = [&](int stop) { return slider.stopPosition(stop); };
    int stop = slider.value(), step = 1;
    send(slider, QEvent::MouseButtonPress, at(stop), Qt::LeftButton);
    settle(200);
    std::vector<Wait> times;
    for (int i = 0; i < moves; ++i) {
        if (stop + step > slider.maximum() || stop + step < slider.minimum()) step = -step;
        stop += step;
        const quint64 before = window.hall().evaluator.serial();
        watch.begin();
        send(slider, QEvent::MouseMove, at(stop), Qt::LeftButton);
        while (watch.now() < kPatience && (window.hall().evaluator.serial() == before || watch.now() < watch.last().wall + watch.last().frames + kQuiet))
            watch.turn();
        if (window.hall().evaluator.serial() != before && watch.last().wall > 0) times.push_back(watch.last());
    }
    send(slider, QEvent::MouseButtonRelease, at(stop), Qt::NoButton);
    settle(200);
    return times;
}

// A frame of the 3D scene after its camera has moved.
std::vector<double> frames(TopologyView& topology) {
    auto* scene = topology.findChild<Topology3D*>();
    std::vector<double> times;
    for (int i = 0; scene && i < kFrames; ++i) {
        bool done = false;
        QElapsedTimer timer;
        timer.start();
        scene->capture([&](const QImage&) {
            times.push_back(milliseconds(timer));
            done = true;
        });
        while (!done && timer.elapsed() < kPatience)
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    }
    return times;
}

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT3D_RENDERER", "opengl");
    qputenv("QT3D_DISABLE_SHADER_CACHE", "1");
    QCoreApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
    TimedApplication application(argc, argv);
    const int moves = argc > 1 ? std::max(1, QString::fromLocal8Bit(argv[1]).toInt()) : kMoves;
    const QTemporaryDir folder;
    ThemeProvider theme(application);
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Languages languages(core::Language::English);
    MainWindow::Options options;
    options.plan = plan();
    options.engine.runFolder = folder.filePath(QStringLiteral("runs"));
    MainWindow window(std::move(options), theme, settings, languages);
    window.show();
    QTimer heartbeat;
    heartbeat.start(2);
    settle(2500);
    PaintWatch watch(application);
    auto& topology = static_cast<TopologyView&>(*window.views().topology);
    QTextStream out(stdout);
    out << QStringLiteral("%1 cards, window %2 × %3, topology %4\n")
               .arg(window.hall().evaluator.snapshot()->layout->ranks())
               .arg(window.width())
               .arg(window.height())
               .arg(topology.uses3d() ? QStringLiteral("in 3D") : QStringLiteral("painted"));
    bool met = true;
    for (const char* pointer : {"/layout/tp", "/layout/pp", "/batch/micro"}) {
        std::vector<double> wall, cpu, frames;
        for (const Wait& wait : drag(window, watch, pointer, moves)) {
            wall.push_back(wait.wall);
            cpu.push_back(wait.cpu);
            frames.push_back(wait.frames);
        }
        met &= print(out, pointer, wall, kMoveBar);
        print(out, "  of that, computing of the UI thread", cpu, kMoveBar);
        print(out, "  frames of the 3D scene meanwhile", frames, kFrameBar);
    }
    if (const auto times = frames(topology); !times.empty()) met &= print(out, "frame of the 3D scene", times, kFrameBar);
    return met ? 0 : 1;
}
