// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// For tests that run the real engine program: plans whose steps take milliseconds, their text, and what the
// event stream said.
#pragma once

#include "core/plan/plan_codec.h"
#include "core/telemetry/codec.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QString>

#include <functional>
#include <vector>

namespace engine_runs {

// Two ranks, one block each, five steps.
inline core::Plan smallPlan(const QString& text) {
    core::Plan plan;
    plan.name = "small";
    plan.model = {.name = "small",
                  .layers = 2,
                  .hidden = 16,
                  .heads = 2,
                  .kvHeads = 2,
                  .ffn = 64,
                  .vocabulary = 256,
                  .maxSequence = 32};
    plan.cluster = {.gpu = "virtual-card", .nodes = 1, .gpusPerNode = 2};
    plan.layout.pp = 2;
    plan.batch = {.micro = 1, .global = 4};
    plan.precision = core::Precision::Fp32;
    plan.data.path = text.toStdString();
    plan.run.steps = 5;
    plan.run.validateEvery = 5;
    plan.run.sample.every = 5;
    plan.run.sample.length = 8;
    return plan;
}

// The same, going on for hours, with nothing between its steps.
inline core::Plan endlessPlan(const QString& text) {
    core::Plan plan = smallPlan(text);
    plan.name = "endless";
    plan.run.steps = 100'000'000;
    plan.run.validateEvery = 0;
    plan.run.sample.every = 0;
    return plan;
}

// A text long enough to train on; its path, empty if it could not be written.
inline QString writeTrainingText(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return {};
    for (int i = 0; i < 400; ++i)
        file.write("It is a truth universally acknowledged, that a text of some length must be in want of a "
                   "reader.\n");
    return path;
}

inline std::vector<core::Event> eventsOf(const QByteArray& output) {
    std::vector<core::Event> events;
    for (const QByteArray& line : output.split('\n')) {
        if (line.isEmpty()) continue;
        const auto event = core::decodeEvent(line.toStdString());
        if (event && *event) events.push_back(**event);
    }
    return events;
}

template <class Body>
std::vector<Body> bodiesOf(const QByteArray& output) {
    std::vector<Body> bodies;
    for (const core::Event& event : eventsOf(output))
        if (const auto* body = std::get_if<Body>(&event.body)) bodies.push_back(*body);
    return bodies;
}

// Collects standard output until `done` says so, or a minute is over.
inline QByteArray readUntil(QProcess& process, const std::function<bool(const QByteArray&)>& done) {
    QByteArray output;
    QElapsedTimer timer;
    timer.start();
    while (!done(output) && timer.elapsed() < 60'000) {
        process.waitForReadyRead(100);
        output += process.readAllStandardOutput();
    }
    return output;
}

}  // namespace engine_runs
