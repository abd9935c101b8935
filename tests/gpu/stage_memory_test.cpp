// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a stage allocates is what the planner lists, to the byte, for every layout; and nothing is left
// behind.
#include "tests/support/rank_model.h"
#include "tests/support/rank_threads.h"

#include <QtTest>

namespace {

struct Case {
    const char* name;
    int tp, pp, micro, sequence, threads, hidden, ffn;
    const char* preset = "tiny-gpt";
    core::SequenceParallel rows = core::SequenceParallel::Off;
};

core::Plan planOf(const Case& c) {
    core::Plan plan;
    plan.precision = core::Precision::Fp32;
    plan.model = *core::findModelPreset(c.preset);
    plan.model.hidden = c.hidden;
    plan.model.ffn = c.ffn;
    plan.model.vocabulary = 96;
    plan.sequenceLength = c.sequence;
    plan.batch.micro = c.micro;
    plan.layout.tp = c.tp;
    plan.layout.pp = c.pp;
    plan.run.threadsPerRank = c.threads;
    plan.sequenceParallel = c.rows;
    return plan;
}

core::Bytes listed(const core::Plan& plan, core::LayerKind layer) {
    core::Bytes bytes;
    for (const core::SavedTensor& tensor : core::engineSavedTensors(plan, layer)) bytes += tensor.bytes;
    return bytes;
}

core::Bytes wholeModel(const core::Plan& plan) {
    using core::LayerKind;
    return listed(plan, LayerKind::Embedding) + listed(plan, LayerKind::Block) * plan.model.layers +
           listed(plan, LayerKind::FinalNorm) + listed(plan, LayerKind::Head);
}

core::Bytes activations(const gpu::Arena& arena) {
    return arena.current()[std::size_t(core::MemoryCategory::Activations)];
}

}  // namespace

class StageMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void savedTensorsAndScratchAreWhatThePlannerLists_data() {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(m_cases.size()); ++i) QTest::newRow(m_cases[std::size_t(i)].name) << i;
    }
    void savedTensorsAndScratchAreWhatThePlannerLists() {
        QFETCH(int, index);
        const core::Plan plan = planOf(m_cases[std::size_t(index)]);
        const gpu::CancelToken cancel;
        const auto errors = test::runMembers(plan.layout.tp, {.link = {}}, cancel,
                                             [&](test::Member member) { check(plan, member); });
        for (const auto& error : errors)
            if (error) std::rethrow_exception(error);
    }

    void betweenInputAndWeightGradientLiesWhatThePlannerLists() {
        for (const auto& [recompute, rows] :
             {std::pair(core::Recompute::None, core::SequenceParallel::Off),
              {core::Recompute::Selective, core::SequenceParallel::Off},
              {core::Recompute::Full, core::SequenceParallel::Off},
              {core::Recompute::None, core::SequenceParallel::On},
              {core::Recompute::Full, core::SequenceParallel::On}}) {
            core::Plan plan = planOf(m_cases[1]);
            plan.sequenceParallel = rows;
            plan.recompute = recompute;
            const gpu::CancelToken cancel;
            const auto errors = test::runMembers(plan.layout.tp, {.link = {}}, cancel,
                                                 [&](test::Member member) { checkSplit(plan, member); });
            for (const auto& error : errors)
                if (error) std::rethrow_exception(error);
        }
    }

    void aMicroBatchCannotReturnBeforeItWentOut() {
        const core::Plan plan = planOf(m_cases.front());
        const gpu::CancelToken cancel;
        const auto errors = test::runMembers(1, {.link = {}}, cancel, [&](test::Member member) {
            test::RankModel model(plan, member.rank, member.group);
            model.backward(3, 1.0);
        });
        QVERIFY_THROWS_EXCEPTION(std::logic_error, std::rethrow_exception(errors.front()));
    }

    void aCancelledRunStopsBetweenLayers() {
        const core::Plan plan = planOf(m_cases.front());
        const gpu::CancelToken cancel;
        const auto errors = test::runMembers(1, {.link = {}}, cancel, [&](test::Member member) {
            test::RankModel model(plan, member.rank, member.group);
            model.cancel().cancel();
            const std::vector<std::int32_t> tokens(std::size_t(plan.batch.micro * plan.sequence()));
            (void)model.forward(0, tokens, tokens);
        });
        QVERIFY_THROWS_EXCEPTION(gpu::Cancelled, std::rethrow_exception(errors.front()));
    }

private:
    static void require(bool holds, const char* what) {
        if (!holds) throw std::runtime_error(what);
    }

    static void check(const core::Plan& plan, test::Member member) {
        test::RankModel model(plan, member.rank, member.group);
        model.initialise();
        const std::vector<std::int32_t> tokens(std::size_t(plan.batch.micro * plan.sequence()), 7);
        for (int m = 0; m < 3; ++m) {
            (void)model.forward(m, tokens, tokens);
            require(activations(model.arena()) == wholeModel(plan) * (m + 1),
                    "a micro-batch holds what is listed");
        }
        for (int m = 0; m < 3; ++m) model.backward(m, 1.0);
        require(activations(model.arena()).value() == 0, "backward frees everything");
        core::Bytes scratch;
        for (int stage = 0; stage < plan.layout.pp; ++stage) {
            const core::Bytes planned =
                core::engineScratchBytes(plan, stage == 0, stage == plan.layout.pp - 1);
            require(model.stage(stage).scratchPeak() == planned, "scratch is used to the last byte");
            scratch += planned + core::rotaryTableBytes(plan);
        }
        require(model.arena().current()[std::size_t(core::MemoryCategory::Temporary)] == scratch,
                "scratch is counted");
        require(model.store().held() == 0, "every gathered unit is released");

        model.arena().resetPeak();
        (void)model.evaluate(tokens, tokens);
        require(model.arena().atPeak()[std::size_t(core::MemoryCategory::Activations)] <= wholeModel(plan),
                "validation needs no more than training");
    }

    static core::Bytes sum(const std::vector<core::SavedTensor>& tensors) {
        core::Bytes bytes;
        for (const core::SavedTensor& tensor : tensors) bytes += tensor.bytes;
        return bytes;
    }

    static void checkSplit(const core::Plan& plan, test::Member member) {
        test::RankModel split(plan, member.rank, member.group), whole(plan, member.rank, member.group);
        split.initialise();
        whole.initialise();
        std::vector<std::int32_t> tokens(std::size_t(plan.batch.micro * plan.sequence()));
        for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i] = std::int32_t(i * 7 % 90);
        core::Bytes forward, pending;
        for (const auto layer : {core::LayerKind::Embedding, core::LayerKind::Block,
                                 core::LayerKind::FinalNorm, core::LayerKind::Head}) {
            const std::int64_t count = layer == core::LayerKind::Block ? plan.model.layers : 1;
            forward += core::savedBytes(plan, layer) * count;
            pending += (sum(core::engineWeightTensors(plan, layer)) +
                        sum(core::engineGradientTensors(plan, layer))) *
                       count;
        }
        for (int m = 0; m < 2; ++m) {
            require(split.forward(m, tokens, tokens) == whole.forward(m, tokens, tokens), "equal losses");
            require(activations(split.arena()) == forward, "forward keeps what is listed");
            split.inputGradient(m, 0.5);
            require(activations(split.arena()) == pending, "what the weight gradient needs stays");
            split.weightGradient(m);
            whole.backward(m, 0.5);
            require(activations(split.arena()).value() == 0, "the weight gradient frees everything");
        }
        test::Tensors ours = split.zeros(), right = whole.zeros();
        split.gatherGradients(ours);
        whole.gatherGradients(right);
        require(ours == right, "the parts give the numbers of the whole, bit by bit");
        const std::vector<float>& sample = right.at("block.0.mlp.up.weight");
        require(std::ranges::any_of(sample, [](float g) { return g != 0; }), "and these are no zeros");
    }

    // Shapes in which the MLP, the attention's tiles, or the qkv gradient decide the size of the scratch.
    const std::vector<Case> m_cases = {
        {"one rank", 1, 1, 2, 32, 1, 64, 256},
        {"tensor ranks", 2, 1, 2, 32, 1, 64, 256},
        {"four tensor ranks, odd sequence", 4, 1, 1, 37, 1, 64, 256},
        {"pipeline stages", 1, 4, 2, 16, 1, 64, 256},
        {"tensor ranks and stages", 2, 2, 1, 70, 1, 64, 256},
        {"threads", 1, 2, 1, 96, 3, 64, 256},
        {"narrow MLP", 1, 1, 1, 32, 1, 64, 32},
        {"long sequence, narrow model", 2, 1, 1, 200, 2, 16, 16},
        {"LLaMA", 1, 1, 2, 32, 1, 64, 256, "tiny-llama"},
        {"LLaMA, tensor ranks and stages", 2, 2, 1, 70, 1, 64, 176, "tiny-llama"},
        {"LLaMA, narrow MLP, threads", 2, 1, 1, 96, 3, 64, 16, "tiny-llama"},
        {"rows split", 2, 1, 2, 32, 1, 64, 256, "tiny-gpt", core::SequenceParallel::On},
        {"rows split, stages", 4, 2, 1, 68, 1, 64, 256, "tiny-gpt", core::SequenceParallel::On},
        {"rows split, narrow MLP, threads", 2, 1, 3, 34, 2, 64, 16, "tiny-gpt", core::SequenceParallel::On},
        {"LLaMA, rows split", 2, 2, 1, 70, 1, 64, 176, "tiny-llama", core::SequenceParallel::On},
    };
};

QTEST_GUILESS_MAIN(StageMemoryTest)
#include "stage_memory_test.moc"
