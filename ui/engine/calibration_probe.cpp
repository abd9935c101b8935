// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// CalibrationProbe: one process, one JSON object.
#include "ui/engine/calibration_probe.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace ui {

namespace {

constexpr qint64 kMostBytes = qint64(1) << 20;
constexpr int kPatienceMs = 10'000, kEndMs = 120'000;  // a probe takes a second or two

std::optional<core::Calibration> calibrationOf(const QJsonObject& object) {
    core::Calibration calibration;
    calibration.virtualCardFlops = object.value(QLatin1String("virtual_card_flops")).toDouble();
    calibration.virtualCardBandwidth = object.value(QLatin1String("virtual_card_bandwidth")).toDouble();
    const auto sixteenBits = [&](QLatin1String key) {
        const double flops = object.value(key).toDouble();
        return flops > 0 ? std::optional(flops) : std::nullopt;
    };
    calibration.virtualCardFlopsBf16 = sixteenBits(QLatin1String("virtual_card_flops_bf16"));
    calibration.virtualCardFlopsFp16 = sixteenBits(QLatin1String("virtual_card_flops_fp16"));
    calibration.cores = object.value(QLatin1String("cores")).toInt();
    calibration.measured = object.value(QLatin1String("measured")).toBool(true);
    const bool sound =
        calibration.virtualCardFlops > 0 && calibration.virtualCardBandwidth > 0 && calibration.cores > 0;
    return sound ? std::optional(calibration) : std::nullopt;
}

}  // namespace

std::optional<MachineDevices> parseDevices(const QByteArray& json) {
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject() || !document.object().contains(QLatin1String("devices"))) return std::nullopt;
    const QJsonObject object = document.object();
    MachineDevices devices;
    devices.calibration = calibrationOf(object.value(QLatin1String("calibration")).toObject());
    for (const QJsonValue device : object.value(QLatin1String("devices")).toArray())
        if (device.toObject().value(QLatin1String("kind")).toString() == QLatin1String("cuda"))
            ++devices.gpus;
    for (const QJsonValue problem : object.value(QLatin1String("problems")).toArray())
        devices.notes << problem.toObject().value(QLatin1String("message")).toString();
    return devices;
}

CalibrationProbe::CalibrationProbe(const EngineCommand& command, QObject* parent)
    : QObject(parent)
    , m_command(command) {
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) finish(false);
    });
    connect(&m_process, &QProcess::finished, this,
            [this](int, QProcess::ExitStatus status) { finish(status == QProcess::NormalExit); });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, [this] {
        if (m_process.bytesAvailable() > kMostBytes) m_process.kill();
    });
    for (QTimer* timer : {&m_patience, &m_end}) timer->setSingleShot(true);
    setPatience(kPatienceMs, kEndMs);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        m_late = true;
        emit late();
    });
    connect(&m_end, &QTimer::timeout, this, [this] {
        m_givenUp = true;
        m_process.kill();
    });
}

CalibrationProbe::~CalibrationProbe() {
    m_process.disconnect(this);
    m_process.kill();
    m_process.waitForFinished(1000);
}

void CalibrationProbe::setPatience(int late, int end) {
    m_patience.setInterval(late);
    m_end.setInterval(end);
}

void CalibrationProbe::start() {
    if (m_process.state() != QProcess::NotRunning) return;
    if (!m_command.usable()) {
        finish(false);
        return;
    }
    m_done = m_late = m_givenUp = false;
    m_patience.start();
    m_end.start();
    m_process.start(m_command.program,
                    m_command.arguments + QStringList{QStringLiteral("devices"), QStringLiteral("--json")});
}

void CalibrationProbe::finish(bool success) {
    if (m_done) return;
    m_done = true;
    m_patience.stop();
    m_end.stop();
    if (success) m_devices = parseDevices(m_process.readAllStandardOutput());
    emit done();
}

}  // namespace ui
