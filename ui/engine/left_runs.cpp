// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A pipe with a reader: going. Without: the last lines of the run file tell how it ended, or do not.
#include "ui/engine/left_runs.h"

#include "core/telemetry/codec.h"
#include "core/telemetry/run_file.h"
#include "ui/engine/control_pipe.h"
#include "ui/engine/run_files.h"

#include <QFile>
#include <QFileInfo>

#include <filesystem>

namespace ui {

namespace {

void readEnd(LeftRun& run) {
    auto reader = core::RunFileReader::open(std::filesystem::path(run.file.toStdString()));
    if (!reader) return;
    run.lastStep = reader->lastStep();
    reader->seek(reader->duration());
    while (const auto line = reader->nextLine()) {
        const auto event = core::decodeEvent(*line);
        if (!event || !*event) continue;
        if (const auto* bye = std::get_if<core::ByeEvent>(&(*event)->body)) run.bye = *bye;
    }
}

}  // namespace

QList<LeftRun> findLeftRuns(const QString& folder) {
    QList<LeftRun> left;
    for (const RunFile& file : listRuns(folder)) {
        const QString control = controlPathOf(file.path);
        if (!QFileInfo::exists(control)) continue;
        ControlPipe pipe = ControlPipe::open(control);
        if (pipe.isOpen() && !pipe.hold()) continue;
        LeftRun run{file.path, file.title, file.started, LeftRun::Life::Going, 0, {}};
        readEnd(run);
        if (!pipe.isOpen()) run.life = run.bye ? LeftRun::Life::Ended : LeftRun::Life::Died;
        left << run;
    }
    return left;
}

void forgetLeftRun(const LeftRun& run) { QFile::remove(controlPathOf(run.file)); }

}  // namespace ui
