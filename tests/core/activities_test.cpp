// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The logic of the five things to do: the scheduler's board, the bug hunt's draws, the trace of one weight, the reverse
// quiz, the break-even dial.
#include "core/lesson/activities/break_even.h"
#include "core/lesson/activities/bug_hunt.h"
#include "core/lesson/activities/reverse_quiz.h"
#include "core/lesson/activities/schedule_board.h"
#include "core/lesson/activities/weight_trace.h"
#include "core/memory/framework_states.h"
#include "core/memory/memory_model.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "core/schedule/table.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace core;

namespace {

constexpr auto F = OpKind::Forward, I = OpKind::InputGradient, W = OpKind::WeightGradient;

Op op(OpKind kind, int stage, int microBatch) { return {kind, Stage(stage), MicroBatch(microBatch)}; }

Plan tinyPlan() { return *loadPlan(SHARDSCOPE_SOURCE_DIR "/resources/plans/tiny-2x2x2.shardscope.json"); }

LayoutSpec layoutOf(int tp, int pp, int dp) {
    LayoutSpec layout;
    layout.tp = tp;
    layout.pp = pp;
    layout.dp = dp;
    return layout;
}

}  // namespace

class ActivitiesTest : public QObject {
    Q_OBJECT
private slots:
    void aFilledBoardRunsAndKeepsWhatTheScheduleSays();
    void anEmptyBoardMissesEverything();
    void opsThatWaitForNothingLaidSayWhichOneIsMissing();
    void aDeadlockIsTheCycleOfItsWaits();
    void opsBeforeWhatTheyNeedAreOutOfOrder();
    void anOpIsLaidOnceAndOnItsOwnStage();
    void boardsInAnyOrderAreJudgedAsTablesAre();
    void aSoundBoardIsAPlanThatTheEngineTakes();

    void huntsAreDrawnBySeedAndEverySuspectComesUp();
    void reportsOfHuntsTravelAsJson();

    void aScalarHasSixteenBytesOnEveryReplicaWithoutZero();
    void zeroTakesPartAfterPartFromAllButTheOwner();
    void everyScalarOfEveryTensorHasOneOwner();
    void theTokenTableIsFollowedToItsCopy();
    void bytesOfAllScalarsAreThoseOfTheMemoryModel();

    void picturesOfAQuestionDiffer_data();
    void picturesOfAQuestionDiffer();
    void theSawtoothPeaksWhereTheMemoryModelSays();

    void moreTokensHideTheGatherAndFasterLinksSooner();
    void tensorSumsGrowAtTheNodesEdge();
    void theDialsTimesAreThoseOfTheFormulas();
};

void ActivitiesTest::aFilledBoardRunsAndKeepsWhatTheScheduleSays() {
    // 1F1B with I and W as one block: (m + p − 1) · 3 slots and p … 1 micro-batches kept; ZB-H1: 3m + p − 1 slots.
    ScheduleBoard board;
    board.fill(ScheduleKind::OneFOneB);
    QVERIFY(board.isSound());
    QCOMPARE(board.peakHeld(0), 4);
    QCOMPARE(board.peakHeld(3), 1);
    board.fill(ScheduleKind::GPipe);
    QVERIFY(board.isSound());
    QCOMPARE(board.peakHeld(0), 8);
    board.fill(ScheduleKind::ZbH1);
    QVERIFY(board.isSound());
    QCOMPARE(board.makespan(), 27.0);
    for (int stage = 0; stage < 4; ++stage) QCOMPARE(board.peakHeld(stage), 4);
    QCOMPARE(goalOf(ScheduleKind::ZbH1, 4, 8).makespan, 27.0);
}

void ActivitiesTest::anEmptyBoardMissesEverything() {
    const ScheduleBoard board;
    QCOMPARE(board.missingOps(), 3 * 4 * 8);
    QVERIFY(!board.isSound() && board.standstill().cycle.empty() && board.standstill().missing.empty());
    QCOMPARE(board.nextOf(2, I)->toText(), std::string("2I0"));
}

void ActivitiesTest::opsThatWaitForNothingLaidSayWhichOneIsMissing() {
    ScheduleBoard board;
    QVERIFY(board.place(op(F, 1, 0), 0));
    QCOMPARE(board.standstill().missing.size(), std::size_t(1));
    QCOMPARE(board.standstill().missing.front().awaited, op(F, 0, 0));
    QCOMPARE(board.placed(1)[0].state, ScheduleBoard::State::Waits);
    QVERIFY(board.place(op(F, 0, 0), 0));
    QCOMPARE(board.placed(1)[0].state, ScheduleBoard::State::Runs);
    QCOMPARE(board.placed(1)[0].start, 1.0);
    QVERIFY(board.place(op(I, 0, 0), 1));
    QCOMPARE(board.standstill().missing.front().awaited, op(I, 1, 0));
}

void ActivitiesTest::aDeadlockIsTheCycleOfItsWaits() {
    // Stage 0 wants the gradient of micro-batch 0 before it sends 1; stage 1 wants 1 before it gives that gradient.
    ScheduleBoard board(2, 2);
    for (const Op& o : {op(F, 0, 0), op(I, 0, 0), op(F, 0, 1), op(W, 0, 0), op(I, 0, 1), op(W, 0, 1)}) QVERIFY(board.place(o, 99));
    for (const Op& o : {op(F, 1, 0), op(F, 1, 1), op(I, 1, 0), op(W, 1, 0), op(I, 1, 1), op(W, 1, 1)}) QVERIFY(board.place(o, 99));
    QVERIFY(board.isWhole() && !board.isSound());
    const std::vector<Wait> expected{{0, op(I, 0, 0), op(I, 1, 0)}, {1, op(F, 1, 1), op(F, 0, 1)}};
    QVERIFY(board.standstill().cycle == expected);
    QCOMPARE(board.placed(0)[1].state, ScheduleBoard::State::InCycle);
    QCOMPARE(cycleText(expected), std::string("0I0 on rank 0 waits for 1I0, behind 1F1 on rank 1, which waits for 0F1, behind "
                                              "0I0 on rank 0"));
    const auto plan = planOfBoard(board, tinyPlan(), 3);
    QVERIFY(!plan && plan.error().front().code == "schedule.deadlock");
    board.move(1, 1, 2);  // the gradient first: the circle opens
    QVERIFY(board.isSound());
}

void ActivitiesTest::opsBeforeWhatTheyNeedAreOutOfOrder() {
    ScheduleBoard board(1, 1);
    QVERIFY(board.place(op(W, 0, 0), 0));
    QVERIFY(board.place(op(F, 0, 0), 1));
    QVERIFY(board.place(op(I, 0, 0), 2));
    QCOMPARE(board.placed(0)[0].state, ScheduleBoard::State::OutOfOrder);
    board.move(0, 0, 2);
    QVERIFY(board.isSound());
}

void ActivitiesTest::anOpIsLaidOnceAndOnItsOwnStage() {
    ScheduleBoard board;
    QVERIFY(board.place(op(F, 0, 3), 0));
    QVERIFY(!board.place(op(F, 0, 3), 0));
    QVERIFY(!board.place(op(F, 4, 0), 0));
    QVERIFY(!board.place(op(F, 0, 8), 0));
    QVERIFY(!board.place(op(OpKind::Backward, 0, 0), 0));
    board.remove(0, 0);
    QVERIFY(board.row(0).empty());
    board.remove(0, 0);
}

void ActivitiesTest::boardsInAnyOrderAreJudgedAsTablesAre() {
    std::mt19937 random(3);
    int deadlocks = 0, sound = 0;
    for (int i = 0; i < 1200; ++i) {
        ScheduleBoard board(3, 3);
        board.fill(ScheduleKind::OneFOneB);
        for (int moves = 0; moves < 1 + i % 5; ++moves) {
            const int from = int(random() % 9);
            board.move(int(random() % 3), from, from + int(random() % 5) - 2);
        }
        const Problems problems = checkSchedule(board.schedule());
        QCOMPARE(board.isSound(), problems.empty());
        const bool deadlock = !problems.empty() && problems.front().code == "schedule.deadlock";
        if (deadlock) {
            QVERIFY(board.standstill().cycle.size() > 0);
            QCOMPARE(problems.front().params.at("cycle"), cycleText(board.standstill().cycle));
        }
        deadlocks += deadlock;
        sound += problems.empty();
        // Each rank's waits lead to the next of the circle.
        const auto& cycle = board.standstill().cycle;
        for (std::size_t w = 0; w < cycle.size(); ++w)
            QCOMPARE(cycle[w].awaited.stage.value, cycle[(w + 1) % cycle.size()].rank);
    }
    QVERIFY2(deadlocks > 20 && sound > 20, qPrintable(QString::number(deadlocks) + ' ' + QString::number(sound)));
}

void ActivitiesTest::aSoundBoardIsAPlanThatTheEngineTakes() {
    ScheduleBoard board;
    board.fill(ScheduleKind::ZbH1);
    const auto plan = planOfBoard(board, tinyPlan(), 7);
    QVERIFY(plan.has_value());
    QVERIFY(!hasErrors(validate(*plan)) && !hasErrors(engineLimits(*plan)));
    QCOMPARE(plan->run.steps, 7);
    QVERIFY(planSchedule(*plan)->ranks == board.schedule().ranks);
}

void ActivitiesTest::huntsAreDrawnBySeedAndEverySuspectComesUp() {
    std::map<Suspect, int> seen;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const Hunt hunt = drawHunt(seed);
        QVERIFY(std::ranges::count(hunt.suspects, hunt.culprit) == 1);
        Problems problems = validate(hunt.plan);
        if (!hasErrors(problems)) problems = engineLimits(hunt.plan);
        QVERIFY2(!hasErrors(problems), problems.empty() ? "" : describe(problems.front()).c_str());
        QVERIFY(hunt.plan == drawHunt(seed).plan && hunt.culprit == drawHunt(seed).culprit);
        ++seen[hunt.culprit];
    }
    QCOMPARE(seen.size(), enumNames<Suspect>().size());
    for (const auto& [suspect, times] : seen) QVERIFY(times > 20);
}

void ActivitiesTest::reportsOfHuntsTravelAsJson() {
    const HuntReport report{{4.1, 3.9}, {4.1, 3.8}, {0.5}, {0.25}, {{"block.0.norm1.weight", 0.5, 2}}, {{"embedding.token", 4, 2, 0.125}}};
    const auto back = huntReportFrom(toJsonText(report));
    QVERIFY(back && *back == report);
    for (const char* broken : {"", "{}", "{\"losses\":[1]}", "[]", "{\"losses\":\"x\"}"}) {
        const auto refused = huntReportFrom(broken);
        QVERIFY(!refused && refused.error().front().code == "hunt.not-a-report");
    }
}

void ActivitiesTest::aScalarHasSixteenBytesOnEveryReplicaWithoutZero() {
    const Plan plan = tinyPlan();
    const LayoutSpec spec = layoutOf(2, 2, 2);
    const Layout layout = *Layout::create(spec, 8);
    const ShardMap shards(plan.model, spec, plan.sequence());
    for (int tensor = 1; tensor < int(shards.tensors().size()); ++tensor) {
        const auto trace = traceWeight(layout, shards, 0, {tensor, 0, 0});
        QVERIFY(trace.has_value());
        QCOMPARE(trace->owner, -1);
        QCOMPARE(trace->holders.size(), std::size_t(trace->replicated ? 4 : 2));
        for (const WeightHolder& holder : trace->holders) QCOMPARE(holder.bytesAlways(), 16);
    }
    QVERIFY(!traceWeight(layout, shards, 0, {0, -1, 0}) && !traceWeight(layout, shards, 0, {0, 0, 1 << 20}));
    QVERIFY(!traceWeight(layout, shards, 0, {-1, 0, 0}) && !traceWeight(layout, shards, 0, {1 << 20, 0, 0}));
}

void ActivitiesTest::zeroTakesPartAfterPartFromAllButTheOwner() {
    const Plan plan = tinyPlan();
    const LayoutSpec spec = layoutOf(1, 1, 4);
    const Layout layout = *Layout::create(spec, 8);
    const ShardMap shards(plan.model, spec, plan.sequence());
    const int others[] = {16, 4, 2, 0};  // bytes that the three others always hold
    for (int zero = 0; zero < 4; ++zero) {
        const auto trace = traceWeight(layout, shards, zero, {5, 0, 0});
        QCOMPARE(trace->holders.size(), std::size_t(4));
        QCOMPARE(trace->bytesAlways(), 16 + 3 * others[zero]);
        for (const WeightHolder& holder : trace->holders) {
            const bool owns = zero == 0 || holder.at.dp == trace->owner;
            QCOMPARE(holder.of(WeightPart::Gradient), owns || zero < 2 ? Holding::Always : Holding::UntilReduced);
            QCOMPARE(holder.of(WeightPart::Weight), owns || zero < 3 ? Holding::Always : Holding::WhileUsed);
            QCOMPARE(holder.bytesAtMost(), owns || zero == 0 ? 16 : 4);
        }
    }
}

void ActivitiesTest::everyScalarOfEveryTensorHasOneOwner() {
    const Plan plan = tinyPlan();
    const LayoutSpec spec = layoutOf(2, 2, 4);
    const Layout layout = *Layout::create(spec, 16);
    const ShardMap shards(plan.model, spec, plan.sequence());
    for (int tensor = 1; tensor < int(shards.tensors().size()); ++tensor) {
        const ModelTensor& whole = shards.tensors()[std::size_t(tensor)];
        std::set<int> owners;
        for (std::int64_t row = 0; row < whole.rows; row += std::max<std::int64_t>(1, whole.rows / 7))
            for (std::int64_t column = 0; column < whole.columns; column += std::max<std::int64_t>(1, whole.columns / 5)) {
                const auto trace = traceWeight(layout, shards, 3, {tensor, row, column});
                QVERIFY2(trace.has_value(), whole.name.c_str());
                int always = 0;
                for (const WeightHolder& holder : trace->holders) {
                    always += holder.bytesAlways() == 16;
                    QCOMPARE(holder.rank, layout.rank(holder.at));
                }
                QCOMPARE(always, trace->replicated ? spec.tp : 1);
                owners.insert(trace->owner);
            }
        QVERIFY(*owners.begin() >= 0 && *owners.rbegin() < spec.dp);
    }
}

void ActivitiesTest::theTokenTableIsFollowedToItsCopy() {
    const Plan plan = tinyPlan();
    const LayoutSpec spec = layoutOf(1, 2, 2);
    const Layout layout = *Layout::create(spec, 4);
    const ShardMap shards(plan.model, spec, plan.sequence());
    const auto trace = traceWeight(layout, shards, 1, {0, 3, 5});
    QCOMPARE(trace->holders.size(), std::size_t(4));
    for (const WeightHolder& holder : trace->holders) QCOMPARE(holder.tiedCopy, holder.at.pp == 1);
}

// Followed one by one, the scalars of a stage make up the model states that the memory model counts for its cards.
void ActivitiesTest::bytesOfAllScalarsAreThoseOfTheMemoryModel() {
    Plan plan = tinyPlan();
    plan.model.layers = 1;
    plan.model.hidden = 8;
    plan.model.heads = plan.model.kvHeads = 2;
    plan.model.ffn = 16;
    plan.model.vocabulary = 16;
    plan.sequenceLength = plan.model.maxSequence = 4;
    plan.framework = Framework::DeepSpeed;
    plan.precision = Precision::Fp16;
    for (const int zero : {0, 1}) {
        const LayoutSpec spec = layoutOf(2, 1, 2);
        const Layout layout = *Layout::create(spec, 4);
        const ShardMap shards(plan.model, spec, plan.sequence());
        std::int64_t always = 0;
        for (int tensor = 0; tensor < int(shards.tensors().size()); ++tensor)
            for (std::int64_t row = 0; row < shards.tensors()[std::size_t(tensor)].rows; ++row)
                for (std::int64_t column = 0; column < shards.tensors()[std::size_t(tensor)].columns; ++column)
                    always += traceWeight(layout, shards, zero, {tensor, row, column})->bytesAlways();
        plan.layout = spec;
        plan.zero.stage = zero;
        plan.cluster = {.gpu = "a100-80gb", .nodes = 1, .gpusPerNode = 4};
        const Ledger ledger = stageMemory(plan, layout, shards, *buildSchedule(ScheduleKind::OneFOneB, 1, 4)).front().ledger;
        Bytes states;
        for (const auto category : {MemoryCategory::Parameters, MemoryCategory::Gradients, MemoryCategory::Optimizer})
            states += ledger.of(category);
        const std::int64_t cards = spec.cards();
        // The whole stage is padded to a multiple of the replicas: less than one scalar's states a replica.
        QVERIFY2(std::abs(states.value() * cards - always) <= 16 * cards, qPrintable(QString::number(states.value() * cards - always)));
    }
}

void ActivitiesTest::picturesOfAQuestionDiffer_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("memory") << int(PictureKind::Memory);
    QTest::newRow("timeline") << int(PictureKind::Timeline);
    QTest::newRow("traffic") << int(PictureKind::Traffic);
}

void ActivitiesTest::picturesOfAQuestionDiffer() {
    QFETCH(int, kind);
    std::set<std::size_t> places;
    std::set<std::string> rights;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const ReverseQuestion question = drawReverse(PictureKind(kind), seed);
        QCOMPARE(question.choices.size(), std::size_t(4));
        for (std::size_t a = 0; a < 4; ++a)
            for (std::size_t b = a + 1; b < 4; ++b)
                QVERIFY(!(signsOf(question.kind, evaluate(question.choices[a])) == signsOf(question.kind, evaluate(question.choices[b]))));
        QVERIFY(question.choices == drawReverse(PictureKind(kind), seed).choices);
        places.insert(question.right);
        rights.insert(planToText(question.choices[question.right]));
    }
    QCOMPARE(places.size(), std::size_t(4));
    QVERIFY(rights.size() >= 8);
}

void ActivitiesTest::theSawtoothPeaksWhereTheMemoryModelSays() {
    for (std::uint64_t seed = 0; seed < 12; ++seed)
        for (const Plan& plan : drawReverse(PictureKind::Memory, seed).choices) {
            const Snapshot snapshot = evaluate(plan);
            for (int rank = 0; rank < plan.layout.pp; ++rank) {
                const MemoryTrace trace = memoryTrace(snapshot, rank);
                QCOMPARE(trace.peak(), snapshot.memory->stages[std::size_t(rank)].ledger.total());
                QCOMPARE(trace.steps.front().second, trace.states);
                QCOMPARE(trace.steps.back().second, trace.states);  // every micro-batch is given back
            }
        }
}

void ActivitiesTest::moreTokensHideTheGatherAndFasterLinksSooner() {
    int before = 1 << 30;
    for (const double link : dialLinks()) {
        const auto tokens = breakEvenTokens({2048, link, 1});
        if (!tokens) continue;
        QVERIFY(*tokens <= before);
        before = *tokens;
        QVERIFY(readDial({*tokens, link, 1}).exposed.value() <= 0);
        QVERIFY(readDial({*tokens - 64, link, 1}).exposed.value() > 0);
    }
    QVERIFY(before < 1 << 17);
    // There the two curves meet, at any size of the tensor groups.
    for (const int tp : dialTensorSizes())
        for (const double link : dialLinks())
            if (const auto tokens = breakEvenTokens({2048, link, tp}); tokens && *tokens >= 1024) {
                const DialReading reading = readDial({*tokens, link, tp});
                QVERIFY2(reading.compute.value() / reading.gather.value() < 1.1, qPrintable(QString("%1 %2 %3").arg(tp).arg(link).arg(*tokens)));
            }
    QCOMPARE(readDial({512, 25e9, 1}).gather.value(), readDial({8192, 25e9, 1}).gather.value());
}

void ActivitiesTest::tensorSumsGrowAtTheNodesEdge() {
    QCOMPARE(readDial({4096, 25e9, 1}).sums.value(), 0.0);
    const DialReading inside = readDial({4096, 6.25e9, 8}), across = readDial({4096, 6.25e9, 16});
    QVERIFY(!inside.tensorCrossesNodes && across.tensorCrossesNodes);
    QVERIFY(across.sums.value() > 2 * inside.sums.value());
}

void ActivitiesTest::theDialsTimesAreThoseOfTheFormulas() {
    // 202,383,360 weights of a LLaMA-2 7B block (4·4096² + 3·4096·11008 + 2·4096), 2 bytes each, ring over 64 cards of which
    // eight share a node's ports, at the 0.85 of it that collectives reach: (63/64 · S) / (0.85 · 8 · β) + 63 · α.
    const double link = 3.125e9, bytes = 2.0 * 202'383'360;
    const Accelerator& card = *findAccelerator("a100-80gb");
    const double gather = bytes * 63 / 64 / (0.85 * 8 * link) + 63 * card.interNodeLatency;
    const DialReading reading = readDial({2048, link, 1});
    QVERIFY2(std::abs(reading.gather.value() / gather - 1) < 1e-9, qPrintable(QString::number(reading.gather.value() / gather)));
    // Work of 2 FLOPs a weight and token, at an efficiency between a half and all of the peak.
    const double flops = 2.0 * 202'383'360 * 2048;
    QVERIFY(reading.compute.value() > flops / card.peakFlopsBf16 && reading.compute.value() < 2.5 * flops / card.peakFlopsBf16);
}

QTEST_GUILESS_MAIN(ActivitiesTest)
#include "activities_test.moc"
