// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Everything the live (or replayed) run has said so far. The engine client feeds it; views read it on `tick`,
// which comes at most 30 times a second and only when something changed.
#pragma once

#include "core/evaluate.h"
#include "core/telemetry/events.h"
#include "core/telemetry/series.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace ui {

enum class EngineState { Off, Starting, Training, Paused, Validating, Stopping, Finished, Stopped, Failed };

struct RunSeries {
    core::Series loss, validation, tokensPerSecond, gradNorm, learningRate, stepMs, virtualMs,
        bubble;  // x = step
};

class RunStore : public QObject {
    Q_OBJECT
public:
    explicit RunStore(QObject* parent = nullptr);

    // --- written by the engine client
    void begin(const core::Plan& plan,
               std::shared_ptr<const core::Snapshot> prediction);  // clears the last run
    void
    setPrediction(std::shared_ptr<const core::Snapshot> prediction);  // of the same plan, better calibrated
    void setRecording(const QString& file);                           // this run is a replay of that file
    void setWatched(const QString& log);                              // another program trains; its log is read
    void add(const std::vector<core::Event>& events);
    void addLog(const QString& line);
    void setState(EngineState state,
                  const QString& detail);  // Failed: `detail` says what happened, with numbers

    // --- read by views
    [[nodiscard]] EngineState state() const { return m_state; }
    [[nodiscard]] QString detail() const { return m_detail; }
    [[nodiscard]] bool hasRun() const { return m_prediction != nullptr; }
    [[nodiscard]] const QString& recording() const {
        return m_recording;
    }                                                                // file of a replay; empty = trained here
    // Name of the log that is read; empty = the engine of this project trains.
    [[nodiscard]] const QString& watched() const { return m_watched; }
    [[nodiscard]] const core::Plan& plan() const { return m_plan; }  // of the run, not of the document
    [[nodiscard]] const core::Snapshot* prediction() const { return m_prediction.get(); }
    [[nodiscard]] const std::shared_ptr<const core::Snapshot>& sharedPrediction() const {
        return m_prediction;
    }
    [[nodiscard]] const std::optional<core::HelloEvent>& hello() const { return m_hello; }
    [[nodiscard]] const RunSeries& series() const { return m_series; }
    [[nodiscard]] const std::optional<core::StepEvent>& lastStep() const { return m_lastStep; }
    [[nodiscard]] const std::optional<core::ValidationEvent>& lastValidation() const {
        return m_lastValidation;
    }
    // Mean seconds by the wall clock of one validation, one sample; 0 = none was measured yet.
    [[nodiscard]] double validationSeconds() const { return m_validationTime.mean(); }
    [[nodiscard]] double sampleSeconds() const { return m_sampleTime.mean(); }
    [[nodiscard]] const std::map<int, core::DeviceEvent>& devices() const { return m_devices; }  // by device
    [[nodiscard]] const std::map<int, core::MemoryEvent>& memory() const { return m_memory; }    // by rank
    // The last step all of whose ranks sent their spans.
    [[nodiscard]] const std::map<int, core::SpansEvent>& spans() const { return m_spans; }    // by rank
    [[nodiscard]] const std::deque<core::SampleEvent>& samples() const { return m_samples; }  // newest first
    [[nodiscard]] const std::vector<core::CollectiveEvent>& collectives() const { return m_collectives; }
    [[nodiscard]] const std::optional<core::ProblemEvent>& problem() const { return m_problem; }
    [[nodiscard]] const std::optional<core::CheckpointEvent>& lastCheckpoint() const { return m_lastCheckpoint; }
    [[nodiscard]] std::int64_t checkpoints() const { return m_checkpoints; }  // saved in this run
    [[nodiscard]] const std::optional<core::ByeEvent>& bye() const { return m_bye; }
    [[nodiscard]] const std::vector<QString>& log() const { return m_log; }
    [[nodiscard]] double secondsSinceLastMessage() const;
    [[nodiscard]] std::int64_t unknownLines() const { return m_unknown; }
    [[nodiscard]] std::int64_t droppedEvents() const { return m_dropped; }  // by the engine's writer
    void countUnknown(std::int64_t lines) { m_unknown += lines; }

signals:
    void tick();  // new data
    void stateChanged(ui::EngineState state);
    void warned(const core::Problem& problem);  // the run goes on

private:
    void addOne(const core::HelloEvent& event);
    void addOne(const core::PhaseEvent& event);
    void addOne(const core::StepEvent& event);
    void addOne(const core::ValidationEvent& event);
    void addOne(const core::MemoryEvent& event);
    void addOne(const core::SpansEvent& event);
    void addOne(const core::CollectiveEvent& event);
    void addOne(const core::DeviceEvent& event);
    void addOne(const core::SampleEvent& event);
    void addOne(const core::CheckpointEvent& event);
    void addOne(const core::LogEvent& event);
    void addOne(const core::ProblemEvent& event);
    void addOne(const core::DroppedEvent& event);
    void addOne(const core::ByeEvent& event);

    struct Mean {
        double sum = 0;
        int count = 0;
        void add(double seconds) {
            sum += seconds;
            ++count;
        }
        [[nodiscard]] double mean() const { return count > 0 ? sum / count : 0; }
    };
    EngineState m_state = EngineState::Off;
    Mean m_validationTime, m_sampleTime;
    double m_now = 0, m_evaluationBegan = 0;  // of the engine's clock: this event; step or validation before it
    QString m_detail, m_recording, m_watched;
    core::Plan m_plan;
    std::shared_ptr<const core::Snapshot> m_prediction;
    std::optional<core::HelloEvent> m_hello;
    RunSeries m_series;
    std::optional<core::StepEvent> m_lastStep;
    std::optional<core::ValidationEvent> m_lastValidation;
    std::optional<core::ByeEvent> m_bye;
    std::optional<core::CheckpointEvent> m_lastCheckpoint;
    std::int64_t m_checkpoints = 0;
    std::map<int, core::DeviceEvent> m_devices;
    std::map<int, core::MemoryEvent> m_memory;
    std::map<int, core::SpansEvent> m_spans, m_incomingSpans;
    std::deque<core::SampleEvent> m_samples;
    std::vector<core::CollectiveEvent> m_collectives;
    std::optional<core::ProblemEvent> m_problem;
    std::vector<QString> m_log;
    std::int64_t m_unknown = 0, m_dropped = 0;
    QElapsedTimer m_lastMessage;
    QTimer m_frame;
};

}  // namespace ui
