// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Any byte sequence gets problems with a place, never a crash and never an endless loop.
#include "core/base/file.h"
#include "core/config/check.h"
#include "tests/support/mutate.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace core;

namespace {

// Every fragment of the rule tables, by the key that holds it.
std::vector<std::string> seedsOf(const char* key) {
    std::vector<std::string> seeds;
    for (const char* table : {"config_rules_deepspeed.json", "config_rules_megatron.json"}) {
        const auto text = readTextFile(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/" + table);
        for (const auto& row : nlohmann::ordered_json::parse(text.value()))
            if (row.contains(key)) seeds.push_back(row.at(key).is_string() ? row.at(key).get<std::string>() : row.at(key).dump(1));
    }
    return seeds;
}

void checkAll(const char* file, const char* key) {
    QElapsedTimer clock;
    qint64 slowest = 0;
    const std::int64_t count = support::fuzz(seedsOf(key), [&](const std::string& text) {
        clock.start();
        const auto report = checkConfigs({{file, text}}, {.worldSize = 8, .tp = 2});
        slowest = std::max(slowest, clock.elapsed());
        const Problems& problems = report ? report->problems : report.error();
        for (const Problem& problem : problems) {
            QVERIFY2(!problem.where.empty(), problem.code.c_str());
            QVERIFY2(message(problem) != problem.code, problem.code.c_str());
        }
        QVERIFY(report || !problems.empty());
    });
    qInfo("%s: %lld inputs, the slowest %lld ms", file, static_cast<long long>(count), slowest);
    QVERIFY(count > 50);
    QVERIFY(slowest < 5000);
}

}  // namespace

class ConfigFuzzTest : public QObject {
    Q_OBJECT

private slots:
    void configurationsOfDeepSpeed() { checkAll("ds_config.json", "ds"); }
    void launchScripts() { checkAll("run.sh", "sh"); }
    void filesOfNeoX() { checkAll("model.yml", "yml"); }
};

QTEST_GUILESS_MAIN(ConfigFuzzTest)
#include "config_fuzz_test.moc"
