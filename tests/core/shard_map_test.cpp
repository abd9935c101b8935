// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Laws of the shard map: the slices of all tensor ranks make up the model, and the stages hold every unit.
#include "core/layout/shard_map.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace core;

namespace {

ModelSpec gptSpec() {
    return {.name = "test",
            .family = Family::Gpt,
            .layers = 3,
            .hidden = 24,
            .heads = 4,
            .kvHeads = 4,
            .ffn = 96,
            .vocabulary = 40,
            .maxSequence = 12,
            .embeddings = Embeddings::Tied};
}

ModelSpec llamaSpec(int kvHeads) {
    return {.name = "test",
            .family = Family::Llama,
            .layers = 2,
            .hidden = 32,
            .heads = 8,
            .kvHeads = kvHeads,
            .ffn = 48,
            .vocabulary = 40,
            .maxSequence = 12,
            .embeddings = Embeddings::Untied};
}

ShardMap mapOf(const ModelSpec& model, int tp, int pp = 1, int dp = 1, std::vector<int> stageLayers = {}) {
    LayoutSpec layout;
    layout.tp = tp;
    layout.dp = dp;
    layout.pp = pp;
    layout.stageLayers = std::move(stageLayers);
    return ShardMap(model, layout, model.maxSequence);
}

// How often each global element of a tensor is held over all tensor ranks; padding is counted under −1.
std::map<std::int64_t, int> holders(const ShardMap& map, const LocalTensor& slice, int tp) {
    std::map<std::int64_t, int> count;
    for (int rank = 0; rank < tp; ++rank)
        for (std::int64_t row = 0; row < slice.rows; ++row)
            for (std::int64_t column = 0; column < slice.columns; ++column)
                ++count[map.globalIndex(slice, rank, row, column)];
    return count;
}

const LocalTensor sliceNamed(const ShardMap& map, int unit, std::string_view name) {
    for (const LocalTensor& slice : map.locals(unit))
        if (map.tensors()[std::size_t(slice.tensor)].name == name) return slice;
    return {};
}

}  // namespace

class ShardMapTest : public QObject {
    Q_OBJECT

private slots:
    void slicesCoverEachElementOnceOrOncePerRank() {
        for (const ModelSpec& model : {gptSpec(), llamaSpec(8), llamaSpec(4)})
            for (const int tp : {1, 2, 4}) {
                const ShardMap map = mapOf(model, tp);
                for (int unit = 0; unit <= map.blocks() + 1; ++unit)
                    for (const LocalTensor& slice : map.locals(unit)) {
                        const ModelTensor& whole = map.tensors()[std::size_t(slice.tensor)];
                        const auto count = holders(map, slice, tp);
                        QCOMPARE(std::int64_t(count.size()), whole.elements());
                        QCOMPARE(count.begin()->first, std::int64_t(0));
                        QCOMPARE(count.rbegin()->first, whole.elements() - 1);
                        const int expected = whole.split == TensorSplit::Replicated ? tp : 1;
                        QVERIFY(
                            std::ranges::all_of(count, [&](const auto& e) { return e.second == expected; }));
                    }
            }
    }

    void unitsOfAllPresetsSumToTheParameterCount() {
        for (const ModelSpec& model : modelPresets()) {
            const ShardMap map = mapOf(model, 1);
            std::int64_t sum = 0;
            for (int unit = 0; unit <= map.blocks() + 1; ++unit) sum += map.unitElements(unit);
            QCOMPARE(sum, countParameters(model).total + countParameters(model).mtp);
            std::int64_t tensors = 0;
            for (const ModelTensor& tensor : map.tensors()) tensors += tensor.elements();
            QCOMPARE(tensors, sum);
        }
    }

    void stagesHoldEveryUnitOnceAndTheTiedTableTwice() {
        for (const ModelSpec& model : {gptSpec(), llamaSpec(8)})
            for (int pp = 1; pp <= model.layers; ++pp) {
                const ShardMap map = mapOf(model, 2, pp);
                std::map<int, int> held;
                for (int stage = 0; stage < pp; ++stage)
                    for (const int unit : map.units(Stage(stage))) ++held[unit];
                const bool tiedCopy = model.embeddings == Embeddings::Tied && pp > 1;
                QCOMPARE(held.size(), std::size_t(model.layers + 2 + (tiedCopy ? 1 : 0)));
                QCOMPARE(held.contains(ShardMap::kTiedHead), tiedCopy);
                QVERIFY(std::ranges::all_of(held, [](const auto& e) { return e.second == 1; }));
            }
    }

    void chunksLieRoundAboutTheRanksAndHoldWhatStagesHold() {
        ModelSpec model = gptSpec();
        model.layers = 12;
        for (const int pp : {1, 2, 3})
            for (const int chunks : {1, 2}) {
                LayoutSpec layout;
                layout.pp = pp;
                layout.virtualStages = chunks;
                const ShardMap map(model, layout, model.maxSequence);
                QCOMPARE(map.stages(), pp * chunks);
                std::map<int, int> held;
                for (int rank = 0; rank < pp; ++rank) {
                    QCOMPARE(int(map.stagesOf(rank).size()), chunks);
                    for (const Stage stage : map.stagesOf(rank)) QCOMPARE(stage.value % pp, rank);
                    for (const int unit : map.rankUnits(rank)) ++held[unit];
                }
                for (int unit = 0; unit < model.layers + 2; ++unit) QCOMPARE(held[unit], 1);
                QCOMPARE(held.count(ShardMap::kTiedHead) > 0, pp > 1);
                QCOMPARE(map.firstBlock(Stage(map.stages() - 1)), model.layers - model.layers / map.stages());
            }
    }

    void unitsFollowTheForwardPass() {
        const ShardMap map = mapOf(gptSpec(), 2, 3);
        QCOMPARE(map.units(Stage(0)), (std::vector{0, 1}));
        QCOMPARE(map.units(Stage(1)), (std::vector{2}));
        QCOMPARE(map.units(Stage(2)), (std::vector{3, 4, ShardMap::kTiedHead}));
        const ShardMap uneven = mapOf(gptSpec(), 1, 2, 1, {1, 2});
        QCOMPARE(uneven.firstBlock(Stage(1)), 1);
        QCOMPARE(uneven.blockCount(Stage(1)), 2);
    }

    void theTiedHeadHoldsTheTokenTableOnly() {
        const ShardMap map = mapOf(gptSpec(), 2, 2);
        const auto slices = map.locals(ShardMap::kTiedHead);
        QCOMPARE(slices.size(), std::size_t(1));
        QCOMPARE(map.tensors()[std::size_t(slices[0].tensor)].name, std::string("embedding.token"));
        QCOMPARE(map.unitElements(ShardMap::kTiedHead), std::int64_t(40 / 2 * 24));
    }

    void slicesOfAUnitLieOneAfterTheOther() {
        const ShardMap map = mapOf(gptSpec(), 4);
        std::int64_t offset = 0;
        for (const LocalTensor& slice : map.locals(2)) {
            QCOMPARE(slice.offset, offset);
            offset += slice.elements();
        }
        QCOMPARE(map.unitElements(2), offset);
    }

    void fusedRowsSplitEachOfQueryKeyAndValueByHeads() {
        const ShardMap map = mapOf(gptSpec(), 2);
        const LocalTensor slice = sliceNamed(map, 1, "block.0.attention.qkv.bias");
        QCOMPARE(slice.rows, std::int64_t(36));
        // Rank 1 holds heads 2 and 3 of q, k and v: rows 12..23 of each part of 24.
        QCOMPARE(map.globalIndex(slice, 1, 0, 0), std::int64_t(12));
        QCOMPARE(map.globalIndex(slice, 1, 11, 0), std::int64_t(23));
        QCOMPARE(map.globalIndex(slice, 1, 12, 0), std::int64_t(24 + 12));
        QCOMPARE(map.globalIndex(slice, 1, 35, 0), std::int64_t(48 + 23));
    }

    void moreTensorRanksThanKeyValueHeadsShareThem() {
        const int tp = 8;
        const ShardMap map = mapOf(llamaSpec(2), tp);
        const LocalTensor slice = sliceNamed(map, 1, "block.0.attention.qkv.weight");
        const ModelTensor& whole = map.tensors()[std::size_t(slice.tensor)];
        QCOMPARE(slice.rows, std::int64_t(4 + 4 + 4));
        for (const auto& [index, count] : holders(map, slice, tp))
            QCOMPARE(count, index / whole.columns < whole.parts[0] ? 1 : tp / 2);
    }

    void aVocabularyThatDoesNotDivideIsPadded() {
        ModelSpec model = gptSpec();
        model.vocabulary = 41;
        const ShardMap map = mapOf(model, 4);
        const LocalTensor slice = map.locals(0).front();
        QCOMPARE(slice.rows, std::int64_t(11));
        auto count = holders(map, slice, 4);
        QCOMPARE(count[ShardMap::kPadding], 3 * 24);
        count.erase(ShardMap::kPadding);
        QCOMPARE(std::int64_t(count.size()), map.tensors().front().elements());
    }

    void zeroPartsAreCeilings() {
        const ShardMap map = mapOf(gptSpec(), 1, 1, 7);
        for (int unit = 0; unit <= map.blocks() + 1; ++unit) {
            const std::int64_t part = map.partElements(unit), all = map.unitElements(unit);
            QVERIFY(part * 7 >= all && (part - 1) * 7 < all);
        }
    }

    void textNamesUnitsAndSlices() {
        const QString text = QString::fromStdString(mapOf(gptSpec(), 2, 3).toAscii());
        QVERIFY(text.contains("stage 2 unit tied head: 480 elements, part 480"));
        QVERIFY(text.contains("block.0.attention.qkv.weight"));
        QVERIFY(text.contains("(72, 24) -> (36, 24)"));
    }
};

QTEST_GUILESS_MAIN(ShardMapTest)
#include "shard_map_test.moc"
