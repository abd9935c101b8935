// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run file fills the store as the pipe would. The plan comes from its first line, so the file needs no
// companion. Attaching to a run that was left reads the same line and leaves the rest to the follower.
#include "core/plan/plan_codec.h"
#include "core/telemetry/codec.h"
#include "core/telemetry/run_file.h"
#include "ui/engine/control_pipe.h"
#include "ui/engine/engine_client.h"
#include "ui/kit/to_qt.h"
#include "ui/state/sentences.h"

#include <QFileInfo>
#include <QLocale>

#include <filesystem>
#include <utility>

namespace ui {

namespace {

struct Recording {
    core::Plan plan;
    std::vector<core::Event> events;
    std::int64_t unknown = 0;
    std::int64_t damaged = 0;        // lines that are no JSON of an event, or are too long
    std::int64_t damagedBehind = 0;  // step before the first of them
    bool isCut = false;              // within its last line
};

const core::HelloEvent* helloOf(const std::vector<core::Event>& events) {
    for (const core::Event& event : events)
        if (const auto* hello = std::get_if<core::HelloEvent>(&event.body)) return hello;
    return nullptr;
}

// The events of a log that was watched (core/telemetry/log_reader.h): "megatron log".
bool isForeign(const core::HelloEvent& hello) { return hello.build.ends_with(" log") && hello.startedAt.empty(); }

core::Problem notARun(const QString& file) {
    return {.severity = core::Severity::Error,
            .code = "telemetry.not-a-run",
            .where = file.toStdString(),
            .params = {},
            .fix = "fix.telemetry.not-a-run",
            .upstreamMessage = {}};
}

core::Result<core::Plan> planOf(const std::vector<core::Event>& events, const QString& file) {
    if (const core::HelloEvent* hello = helloOf(events))
        return core::planFromText(hello->planText, file.toStdString());
    return core::refuse(notARun(file));
}

core::Result<Recording> readRecording(const QString& file) {
    auto reader = core::RunFileReader::open(std::filesystem::path(file.toStdString()));
    if (!reader) return tl::make_unexpected(reader.error());
    Recording recording;
    std::int64_t step = 0, tooLong = 0;
    const auto countDamaged = [&](std::int64_t lines) {
        if (lines > 0 && recording.damaged == 0) recording.damagedBehind = step;
        recording.damaged += lines;
    };
    const auto countTooLong = [&] {
        countDamaged(reader->skippedLines() - tooLong);
        tooLong = reader->skippedLines();
    };
    while (const auto line = reader->nextLine()) {
        countTooLong();
        auto event = core::decodeEvent(*line);
        if (!event) {
            countDamaged(1);
        } else if (!*event) {
            ++recording.unknown;
        } else {
            if (const auto* done = std::get_if<core::StepEvent>(&(*event)->body)) step = done->step;
            recording.events.push_back(std::move(**event));
        }
    }
    countTooLong();
    recording.isCut = reader->truncated();
    recording.unknown += recording.damaged;
    auto plan = planOf(recording.events, file);
    if (!plan) return tl::make_unexpected(plan.error());
    recording.plan = std::move(*plan);
    return recording;
}

core::Result<core::HelloEvent> firstHello(const QString& file) {
    auto reader = core::RunFileReader::open(std::filesystem::path(file.toStdString()));
    if (!reader) return tl::make_unexpected(reader.error());
    while (const auto line = reader->nextLine()) {
        const auto event = core::decodeEvent(*line);
        if (!event || !*event) continue;
        if (const auto* hello = std::get_if<core::HelloEvent>(&(*event)->body)) return *hello;
    }
    return core::refuse(notARun(file));
}

EndSentence endOf(const RunStore& store, const QString& file) {
    const QString name = QFileInfo(file).fileName();
    if (const auto& bye = store.bye()) {
        const bool failed = bye->reason == "failed";
        const EngineEnd end{.started = true, .code = bye->exitCode};
        if (failed) return describeEnd(end, store, false);
        return {bye->reason == "stopped" ? EngineState::Stopped : EngineState::Finished,
                EngineClient::tr("Replay of %1.").arg(name)};
    }
    return {EngineState::Stopped,
            EngineClient::tr("Replay of %1; the recording ends before the run did.").arg(name)};
}

QString damageOf(const Recording& recording, const RunStore& store) {
    const QLocale locale;
    QStringList sentences;
    if (recording.damaged > 0)
        sentences << EngineClient::tr("Damaged lines, left out: %1, the first behind step %2.")
                         .arg(locale.toString(qlonglong(recording.damaged)), locale.toString(qlonglong(recording.damagedBehind)));
    if (recording.isCut) sentences << EngineClient::tr("Its last line is cut off.");
    if (!store.bye()) sentences << EngineClient::tr("It ends before the run did.");
    if (sentences.isEmpty()) return {};
    const qlonglong last = store.lastStep() ? store.lastStep()->step : 0;
    sentences << EngineClient::tr("Steps read: %1, the last of them step %2.")
                     .arg(locale.toString(qlonglong(store.series().loss.size())), locale.toString(last));
    return sentences.join(QLatin1Char(' '));
}

}  // namespace

QString EngineClient::attach(const QString& file, const core::Calibration& here) {
    if (m_running) return tr("A run is going on. Stop it first.");
    auto control = std::make_shared<ControlPipe>(ControlPipe::open(controlPathOf(file)));
    if (!control->isOpen()) return tr("This run has ended.");
    if (!control->hold()) return tr("Another window looks after this run.");
    const auto hello = firstHello(file);
    if (!hello) return wholeSentences(hello.error());
    auto plan = planOf({{0, *hello}}, file);
    if (!plan) return wholeSentences(plan.error());
    m_store.begin(*plan, std::make_shared<const core::Snapshot>(
                             core::evaluate(*plan, hello->calibration.value_or(here))));
    m_runFile = file;
    m_leavable = true;
    begin(*m_follower);
    QMetaObject::invokeMethod(
        m_follower, [follower = m_follower, file, control] { follower->follow(file, std::move(*control)); },
        Qt::QueuedConnection);
    emit started();
    return {};
}

core::Result<QString> EngineClient::replay(const QString& file, const core::Calibration& here) {
    auto recording = readRecording(file);
    if (!recording) return tl::make_unexpected(recording.error());
    const core::Calibration calibration = helloOf(recording->events)->calibration.value_or(here);
    m_store.begin(recording->plan,
                  std::make_shared<const core::Snapshot>(core::evaluate(recording->plan, calibration)));
    m_store.setRecording(file);
    if (isForeign(*helloOf(recording->events))) m_store.setWatched(qs(helloOf(recording->events)->corpus));
    m_store.add(recording->events);
    m_store.countUnknown(recording->unknown);
    const EndSentence end = endOf(m_store, file);
    m_store.setState(end.state, end.text);
    return damageOf(*recording, m_store);
}

}  // namespace ui
