// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Run files: names "2026-11-30T08-40-12-250 tiny-2x2x2.ndjson", so that they sort by their start.
#include "ui/engine/run_files.h"

#include "core/telemetry/codec.h"
#include "ui/engine/control_pipe.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>

#include <filesystem>

namespace ui {

namespace {
QString stampFormat() { return QStringLiteral("yyyy-MM-dd'T'HH-mm-ss-zzz"); }
QString suffix() { return QStringLiteral(".ndjson"); }
constexpr int kStampLength = 23;
constexpr qint64 kAtWorkSeconds = 120;  // another window may be writing a file that changed so lately
}  // namespace

QString defaultRunFolder() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation))
        .filePath(QStringLiteral("shardscope/runs"));
}

QList<RunFile> listRuns(const QString& folder) {
    QList<RunFile> runs;
    const auto files =
        QDir(folder).entryInfoList({QLatin1Char('*') + suffix()}, QDir::Files, QDir::Name | QDir::Reversed);
    for (const QFileInfo& file : files) {
        const QString name = file.completeBaseName();
        const QDateTime started = QDateTime::fromString(name.left(kStampLength), stampFormat());
        if (started.isValid())
            runs << RunFile{file.absoluteFilePath(), name.mid(kStampLength + 1), started, file.size()};
    }
    return runs;
}

void shrinkRuns(const QString& folder, qint64 cap) {
    const QDateTime now = QDateTime::currentDateTime();
    qint64 total = 0;
    for (const RunFile& run : listRuns(folder)) {
        total += run.bytes;
        const bool atWork = QFileInfo(run.path).lastModified().secsTo(now) < kAtWorkSeconds;
        const bool isLeft = QFileInfo::exists(controlPathOf(run.path));
        if (total > cap && !atWork && !isLeft) QFile::remove(run.path);
    }
}

QString newRunPath(const QString& folder, const QString& planName, const QDateTime& start) {
    QString name = planName;
    name.replace(QRegularExpression(QStringLiteral("[^\\w.+ -]+")), QStringLiteral("-"));
    return QDir(folder).filePath(start.toString(stampFormat()) + QLatin1Char(' ') + name.left(60) + suffix());
}

core::Result<void> RunRecorder::open(const QString& path, qint64 cap,
                                     const std::optional<core::Calibration>& calibration) {
    close();
    m_calibration = calibration;
    m_cap = cap;
    m_bytes = 0;
    m_full = false;
    if (path.isEmpty()) return {};
    QDir().mkpath(QFileInfo(path).absolutePath());
    auto file = core::RunFileWriter::create(std::filesystem::path(path.toStdString()));
    if (!file) return tl::make_unexpected(file.error());
    m_file.emplace(std::move(*file));
    return {};
}

// The hello with the calibration of this window's predictions in it, whatever the engine measured; none for
// other events.
std::optional<std::string> RunRecorder::completed(const core::Event& event) const {
    const auto* hello = std::get_if<core::HelloEvent>(&event.body);
    if (!hello || !m_calibration) return std::nullopt;
    core::HelloEvent whole = *hello;
    whole.calibration = m_calibration;
    return core::encode({event.t, std::move(whole)});
}

void RunRecorder::write(std::string_view line, const core::Event& event) {
    if (!m_file || m_full) return;
    const auto whole = completed(event);
    if (whole) line = *whole;
    if (m_bytes + qint64(line.size()) > m_cap) {
        m_full = true;
        return;
    }
    const auto* step = std::get_if<core::StepEvent>(&event.body);
    const auto done =
        m_file->append(line, event.t, step ? std::optional<std::int64_t>(step->step) : std::nullopt);
    if (!done) m_full = true;
    m_bytes = m_file->bytes();
}

void RunRecorder::flush() {
    if (m_file && !m_full && !m_file->flush()) m_full = true;
}

void RunRecorder::close() {
    if (m_file && !m_file->close()) m_full = true;
    m_file.reset();
}

}  // namespace ui
