// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/tensorboard_export.h"

#include "core/base/file.h"
#include "core/telemetry/codec.h"
#include "core/telemetry/run_file.h"
#include "core/telemetry/tensorboard_export.h"

#include <QDateTime>
#include <QFileInfo>

#include <filesystem>

namespace ui {

core::Result<QString> exportToTensorBoard(const QString& runFile, const QString& fileName) {
    auto reader = core::RunFileReader::open(std::filesystem::path(runFile.toStdString()));
    if (!reader) return tl::make_unexpected(reader.error());
    std::vector<core::Event> events;
    QDateTime begun = QFileInfo(runFile).birthTime();
    while (const auto line = reader->nextLine()) {
        auto event = core::decodeEvent(*line);
        if (!event || !*event) continue;
        if (const auto* hello = std::get_if<core::HelloEvent>(&(*event)->body); hello && !hello->startedAt.empty())
            begun = QDateTime::fromString(QString::fromStdString(hello->startedAt), Qt::ISODateWithMs);
        events.push_back(std::move(**event));
    }
    if (!begun.isValid()) begun = QFileInfo(runFile).lastModified();
    const QString name = fileName.contains(QLatin1String("tfevents")) ? fileName : fileName + QStringLiteral(".tfevents");
    const std::string bytes = core::tensorBoardOf(events, double(begun.toMSecsSinceEpoch()) / 1e3);
    if (const auto written = core::writeFileAtomically(name.toStdString(), bytes); !written)
        return tl::make_unexpected(written.error());
    return name;
}

}  // namespace ui
