// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The folder of recorded runs: one event stream a run, named by its start and its plan. The folder has a size
// cap: the oldest runs go first.
#pragma once

#include "core/telemetry/events.h"
#include "core/telemetry/run_file.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <atomic>
#include <optional>
#include <string_view>

namespace ui {

struct RunFile {
    QString path;
    QString title;  // name of the plan
    QDateTime started;
    qint64 bytes = 0;
};

[[nodiscard]] QString defaultRunFolder();                      // XDG data
[[nodiscard]] QList<RunFile> listRuns(const QString& folder);  // newest first
// Deletes the oldest runs until the rest takes at most `cap` bytes.
void shrinkRuns(const QString& folder, qint64 cap);
[[nodiscard]] QString newRunPath(const QString& folder, const QString& planName, const QDateTime& start);

// Writes the stream to disk as it comes, up to a cap. `bytes` and `isFull` may be read from any thread.
class RunRecorder {
public:
    // Empty path: records nothing. The calibration of the run's predictions travels in its hello, so that a
    // replay predicts the same wherever it is opened.
    [[nodiscard]] core::Result<void> open(const QString& path, qint64 cap,
                                          const std::optional<core::Calibration>& calibration = {});
    void write(std::string_view line, const core::Event& event);
    void flush();
    void close();
    [[nodiscard]] qint64 bytes() const { return m_bytes.load(std::memory_order_relaxed); }
    [[nodiscard]] bool isFull() const { return m_full.load(std::memory_order_relaxed); }  // cap or disk

private:
    [[nodiscard]] std::optional<std::string> completed(const core::Event& event) const;

    std::optional<core::RunFileWriter> m_file;
    std::optional<core::Calibration> m_calibration;
    qint64 m_cap = 0;
    std::atomic<qint64> m_bytes{0};
    std::atomic<bool> m_full{false};
};

}  // namespace ui
