// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reading a ds_config, held against what DeepSpeed and hjson themselves do (tests/tools/make_deepspeed_cases.py).
#include "core/base/file.h"
#include "core/config/check.h"
#include "core/config/hjson.h"

#include <QTest>

using namespace core;
using Json = nlohmann::ordered_json;

namespace {

const Json& golden() {
    static const Json json =
        Json::parse(readTextFile(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/deepspeed_cases.json").value());
    return json;
}

std::optional<std::int64_t> numberOrNothing(const Json& value) {
    return value.is_null() ? std::nullopt : std::optional(value.get<std::int64_t>());
}

// Whether a value of DeepSpeed's message says what ours says: pydantic puts words of its own before it.
bool sameMessage(const std::string& theirs, const std::string& ours) {
    return !ours.empty() && theirs.find(ours) != std::string::npos;
}

std::string joined(const Problems& problems) {
    std::string text;
    for (const Problem& problem : problems) text += describe(problem) + " [" + problem.upstreamMessage + "]\n";
    return text;
}

// Numbers as equal as hjson's own: an integer of 30 digits arrives as a real one here.
bool equal(const Json& a, const Json& b) {
    if (a.is_number() && b.is_number()) return a.get<double>() == b.get<double>();
    if (a.is_structured() != b.is_structured() || a.size() != b.size()) return false;
    if (a.is_object()) {
        for (const auto& [key, value] : a.items())
            if (!b.contains(key) || !equal(value, b.at(key))) return false;
        return true;
    }
    if (!a.is_array()) return a == b;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!equal(a[i], b[i])) return false;
    return true;
}

}  // namespace

class ConfigDeepSpeedTest : public QObject {
    Q_OBJECT

private slots:
    void everyTextIsReadAsHjsonReadsIt();
    void placesAreThoseOfTheText();
    void everyDuplicateIsNamedOnce();
    void whatADuplicateReplacesIsForgotten();
    void everyBatchIsResolvedAsDeepSpeedResolvesIt();
    void whatIsSuggestedPasses();
    void everyLegalPairIsListedAndNoOther();
    void everyConfigurationIsRefusedAsDeepSpeedRefusesIt();
    void defaultsFollowTheVersion();
    void versionsAreReadInEveryUsualForm();
    void everyKeyStandsOnceInTheTable();
};

void ConfigDeepSpeedTest::everyTextIsReadAsHjsonReadsIt() {
    for (const Json& row : golden().at("texts")) {
        const std::string text = row.at("text");
        const auto read = readHjson(text, "f");
        QVERIFY2(read.has_value() == row.contains("value"), text.c_str());
        if (read) QVERIFY2(equal(read->json.root, row.at("value")), (text + " -> " + read->json.root.dump()).c_str());
        if (!read) QVERIFY2(read.error().front().where.starts_with("f:"), text.c_str());
    }
}

void ConfigDeepSpeedTest::placesAreThoseOfTheText() {
    const auto config = readDsConfig("{\n  # é\n  zero_optimization: {\n    \"stage\": 2, overlap_comm: true\n  }\n}", "f");
    QVERIFY(config);
    QCOMPARE(config->where("zero_optimization/stage"), std::string("f:4:14 (/zero_optimization/stage)"));
    QCOMPARE(config->whereKey("zero_optimization/overlap_comm"), std::string("f:4:17 (/zero_optimization/overlap_comm)"));
    QCOMPARE(config->where("zero_optimization/absent"), std::string("f:3:22 (/zero_optimization/absent)"));
}

// The placeholder stood in the object that the second one replaces.
void ConfigDeepSpeedTest::whatADuplicateReplacesIsForgotten() {
    const auto config = readDsConfig("{a: {b: $RATE\n}, a: {c: $SIZE\n}, d: $ONE\n, d: 2}", "ds.json");
    QVERIFY(config);
    QCOMPARE(config->placeholders(), std::vector<std::string>{"a/c"});
    QCOMPARE(config->where("a/b"), std::string("ds.json:2:7 (/a/b)"));
    QCOMPARE(config->whereKey("a"), std::string("ds.json:2:4 (/a)"));
}

void ConfigDeepSpeedTest::everyDuplicateIsNamedOnce() {
    const auto config = readDsConfig("{\"a\": {\"x\": 1}, \"a\": {\"x\": 2}, b: 1, b: 2}", "f");
    QVERIFY(config);
    QCOMPARE(config->json().duplicates.size(), std::size_t(2));
    QCOMPARE(config->whole("a/x"), std::optional<std::int64_t>(2));
}

void ConfigDeepSpeedTest::everyBatchIsResolvedAsDeepSpeedResolvesIt() {
    int refused = 0, resolved = 0;
    for (const Json& row : golden().at("batches")) {
        const Json& given = row.at("given");
        const std::int64_t split = row.value("sequence_parallel", std::int64_t(1));
        const DsBatch batch = resolveDsBatch({numberOrNothing(given[0]), numberOrNothing(given[1]), numberOrNothing(given[2])},
                                             {row.at("world").get<std::int64_t>() / split, split > 1});
        const std::string place = row.dump() + " -> " + batch.upstream;
        if (row.contains("message")) {
            ++refused;
            QVERIFY2(batch.upstream == row.at("message").get<std::string>(), place.c_str());
        } else {
            ++resolved;
            QVERIFY2(batch.upstream.empty(), place.c_str());
            QVERIFY2((Json{batch.train, batch.micro, batch.accumulation} == row.at("resolved")), place.c_str());
        }
    }
    QVERIFY(refused > 100 && resolved > 40);
}

// What a refusal suggests is taken, and passes.
void ConfigDeepSpeedTest::whatIsSuggestedPasses() {
    int taken = 0;
    const std::int64_t kNone = 0, kValues[] = {kNone, -2, 1, 3, 4, 8, 100};
    for (const std::int64_t train : {kNone, std::int64_t(1), std::int64_t(100), std::int64_t(64)})
        for (const std::int64_t micro : kValues)
            for (const std::int64_t steps : kValues)
                for (const std::int64_t world : {1, 16}) {
                    Json json = Json::object();
                    if (train != kNone) json["train_batch_size"] = train;
                    if (micro != kNone) json["train_micro_batch_size_per_gpu"] = micro;
                    if (steps != kNone) json["gradient_accumulation_steps"] = steps;
                    const auto config = readDsConfig(json.dump(), "ds.json");
                    QVERIFY(config);
                    const auto number = [&](const char* key) { return config->whole(key); };
                    const DsBatchGiven given{number("train_batch_size"), number("train_micro_batch_size_per_gpu"),
                                             number("gradient_accumulation_steps")};
                    const DsBatchWorld cards{world, false};
                    const Problems problems = dsBatchProblems(*config, resolveDsBatch(given, cards), cards);
                    if (problems.empty() || problems.front().code != "ds.batch") continue;
                    const Problem& problem = problems.front();
                    const auto param = [&](const char* name) { return std::stoll(problem.params.at(name)); };
                    std::vector<DsBatchGiven> mended;
                    if (problem.fix == "fix.ds.batch-pair")
                        mended = {{given.train ? given.train : param("train"), param("micro"), param("accumulation")}};
                    if (problem.fix == "fix.ds.batch-triple") mended = {{param("nearest"), param("micro"), param("accumulation")}};
                    if (problem.fix == "fix.ds.batch-multiple") {
                        const std::string nearest = problem.params.at("nearest");
                        mended = {{std::stoll(nearest), given.micro, given.accumulation}};
                        if (const auto other = nearest.find(" or "); other != std::string::npos)
                            mended.push_back({std::stoll(nearest.substr(other + 4)), given.micro, given.accumulation});
                    }
                    QVERIFY2(!mended.empty(), describe(problem).c_str());
                    for (const DsBatchGiven& suggestion : mended)
                        QVERIFY2(resolveDsBatch(suggestion, cards).upstream.empty(), (json.dump() + describe(problem)).c_str());
                    ++taken;
                }
    QVERIFY(taken > 50);
}

void ConfigDeepSpeedTest::everyLegalPairIsListedAndNoOther() {
    for (std::int64_t world : {1, 3, 8})
        for (std::int64_t train = 1; train <= 300; ++train) {
            std::vector<std::pair<std::int64_t, std::int64_t>> expected;
            for (std::int64_t micro = 1; micro <= train; ++micro)
                for (std::int64_t steps = 1; micro * steps * world <= train; ++steps)
                    if (micro * steps * world == train) expected.emplace_back(micro, steps);
            QVERIFY(legalBatches(train, world) == expected);
        }
    QVERIFY(legalBatches(0, 4).empty());
}

void ConfigDeepSpeedTest::everyConfigurationIsRefusedAsDeepSpeedRefusesIt() {
    int refused = 0;
    for (const Json& row : golden().at("configs")) {
        const std::string text = row.at("config").dump();
        const auto report = checkConfigs({{"ds_config.json", text}}, {.worldSize = 4});
        QVERIFY(report);
        const std::string place = row.dump() + "\n" + joined(report->problems);
        const bool isEngineRule = std::ranges::any_of(report->problems, [](const Problem& problem) {
            return problem.severity == Severity::Error && problem.code == "ds.accumulation-mix";
        });
        if (!row.contains("message")) {
            // The engine, which comes after the configuration, may still refuse.
            QVERIFY2(!hasErrors(report->problems) || isEngineRule, place.c_str());
            continue;
        }
        ++refused;
        const std::string theirs = row.at("message");
        const bool typed = theirs.find("Input should be") != std::string::npos;
        QVERIFY2(std::ranges::any_of(report->problems,
                                     [&](const Problem& problem) {
                                         return problem.severity == Severity::Error &&
                                                (sameMessage(theirs, problem.upstreamMessage) ||
                                                 (typed && (problem.code == "ds.wrong-type" ||
                                                            problem.code == "ds.unknown-choice")));
                                     }),
                 place.c_str());
    }
    QVERIFY(refused >= 30);
}

void ConfigDeepSpeedTest::defaultsFollowTheVersion() {
    const DsKey* clip = findDsKey("gradient_clipping");
    QVERIFY(clip != nullptr);
    QCOMPARE(dsDefault(*clip, {0, 19, 3}), std::string_view("1.0"));
    QCOMPARE(dsDefault(*clip, {0, 19, 2}), std::string_view("0.0"));
    QCOMPARE(dsDefault(*findDsKey("steps_per_print"), {0, 15, 1}), std::string_view("10"));
    QCOMPARE(dsDefault(*findDsKey("steps_per_print"), {0, 15, 2}), std::string_view("null"));
}

void ConfigDeepSpeedTest::versionsAreReadInEveryUsualForm() {
    QVERIFY((parseVersion("0.16", "f").value() == Version{0, 16, 0}));
    QVERIFY((parseVersion("v0.16.4", "f").value() == Version{0, 16, 4}));
    for (const char* bad : {"", "0", "0.", "0.16.", "0.16.4.1", "new", "0.-1", "0.1x"}) QVERIFY2(!parseVersion(bad, "f"), bad);
}

void ConfigDeepSpeedTest::everyKeyStandsOnceInTheTable() {
    std::set<std::string_view> paths;
    for (const DsKey& key : dsKeys()) {
        QVERIFY2(paths.insert(key.path).second, std::string(key.path).c_str());
        if (!key.fallback.empty())
            QVERIFY2(!Json::parse(key.fallback, nullptr, false).is_discarded(), std::string(key.path).c_str());
        const std::size_t cut = key.path.rfind('/');
        if (cut != key.path.npos) {
            const DsKey* parent = findDsKey(key.path.substr(0, cut));
            QVERIFY2(parent != nullptr && parent->type == DsType::Object, std::string(key.path).c_str());
        }
        if (!key.instead.empty()) QVERIFY2(findDsKey(key.instead) != nullptr, std::string(key.path).c_str());
    }
    QVERIFY(paths.size() > 200);
}

QTEST_GUILESS_MAIN(ConfigDeepSpeedTest)
#include "config_deepspeed_test.moc"
