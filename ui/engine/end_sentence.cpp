// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From exit code, signal and last events to the one sentence that a person reads. Exit codes: 0 done or
// stopped, 1 the answer is no, 2 not understood, 3 the engine failed.
#include "ui/engine/engine_client.h"
#include "ui/kit/format.h"
#include "ui/state/sentences.h"

namespace ui {

namespace {

QString afterStep(const RunStore& store) {
    const auto& step = store.lastStep();
    return step ? EngineClient::tr("after step %1").arg(QLocale().toString(qlonglong(step->step)))
                : EngineClient::tr("before the first step was done");
}

QString lastWords(const RunStore& store) {
    if (store.problem()) return wholeSentence(store.problem()->problem);
    return store.log().empty() ? EngineClient::tr("It gave no reason.") : store.log().back();
}

QString outOfMemory(const core::OutOfMemory& memory) {
    const ByteUnit unit = unitFor(memory.capacity);
    return EngineClient::tr("Rank %1 ran out of memory in step %2. It needed %3 and the card holds %4.")
        .arg(memory.rank)
        .arg(memory.step)
        .arg(bytesText(core::sum(memory.held) + memory.requested, unit), bytesText(memory.capacity, unit));
}

}  // namespace

EndSentence describeEnd(const EngineEnd& end, const RunStore& store, bool stopAsked) {
    if (!end.started)
        return {
            EngineState::Failed,
            EngineClient::tr("The engine program could not be started: %1. Check --engine, then start again.")
                .arg(end.startError)};
    if (stopAsked && (end.forced || end.code == 0))
        return {EngineState::Stopped,
                end.forced ? EngineClient::tr("Stopped %1. The engine did not answer in time and was ended.")
                                 .arg(afterStep(store))
                           : EngineClient::tr("Stopped %1.").arg(afterStep(store))};
    if (end.crashed && end.unseen)
        return {EngineState::Failed,
                EngineClient::tr("The engine ended %1 without a word. It was killed, or the machine was restarted.")
                    .arg(afterStep(store))};
    if (end.crashed)
        return {EngineState::Failed, EngineClient::tr("The engine stopped %1 (killed by signal %2).")
                                         .arg(afterStep(store))
                                         .arg(end.code)};
    if (store.bye() && store.bye()->exitCode == 0) {
        const EngineState state =
            store.bye()->reason == "stopped" ? EngineState::Stopped : EngineState::Finished;
        if (end.code == 0) return {state, EngineClient::tr("Ended %1.").arg(afterStep(store))};
        return {store.lastStep() ? state : EngineState::Failed,
                EngineClient::tr("Ended %1. %2").arg(afterStep(store), lastWords(store))};
    }
    if (end.code == 0)
        return {EngineState::Failed,
                EngineClient::tr("The engine ended %1 without a word. Start again, or look into the log.")
                    .arg(afterStep(store))};
    if (store.problem() && store.problem()->outOfMemory)
        return {EngineState::Failed, outOfMemory(*store.problem()->outOfMemory)};
    if (end.code == 1 && store.problem())
        return {EngineState::Failed,
                (store.lastStep() ? EngineClient::tr("Training ended %1. %2").arg(afterStep(store), lastWords(store))
                                  : EngineClient::tr("The run did not start. %1").arg(lastWords(store)))};
    if (end.code == 2)
        return {EngineState::Failed,
                EngineClient::tr("The engine did not understand the plan. %1").arg(lastWords(store))};
    return {EngineState::Failed, EngineClient::tr("The engine ended %1 with code %2. %3")
                                     .arg(afterStep(store))
                                     .arg(end.code)
                                     .arg(lastWords(store))};
}

}  // namespace ui
