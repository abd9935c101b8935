// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Holds the rules of the house over the source tree, and holds each rule against a planted breach, so that a
// rule that has stopped looking is noticed.
#include "tests/rules/house_rules.h"

#include <QTest>

using rules::Files;
using rules::SourceFile;

class HouseRules : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void coreAndGpuIncludeNoQt() { expectNone(rules::qtOutsideTheLivingRooms(m_sources)); }
    void cudaAndNcclStayInTheirFiles() { expectNone(rules::cudaOutsideItsFiles(m_sources)); }
    void noFloorIncludesOneAboveOrBesideIt() { expectNone(rules::floorsThatLookUp(m_sources)); }
    void aViewKnowsTheHallTheKitAndItself() { expectNone(rules::viewsThatKnowEachOther(m_sources)); }
    void everyFileOpensWithItsLicenceAndItsPurpose() {
        expectNone(rules::filesWithoutOpening(m_sources + m_scripts));
    }
    void nothingIsMarkedUnfinished() { expectNone(rules::unfinishedMarks(m_sources + m_scripts)); }
    void noFileIsLongerThan600Lines();
    void nothingIsBuiltForTheBuildersOwnCpu() { expectNone(rules::nativeBuilds(m_scripts)); }
    void noFileNamesAPathOfOneMachine() {
        expectNone(rules::pathsOfADeveloper(m_sources + m_scripts + m_texts));
    }
    void testsSignalSingleProcessesOnly() { expectNone(rules::signalsPastTheGate(m_sources)); }
    void linkLinesKeepTheFloorsApart();
    void everyRuleSeesAPlantedBreach();
    void everyRuleLetsSoundFilesPass();

private:
    static void expectNone(const QStringList& breaches) {
        QVERIFY2(breaches.isEmpty(), qPrintable('\n' + breaches.join('\n')));
    }
    [[nodiscard]] QStringList linkedBy(const QString& room, const QString& target) const;

    Files m_sources, m_scripts, m_texts;
};

void HouseRules::initTestCase() {
    const QString root = SHARDSCOPE_SOURCE_DIR;
    const QStringList rooms{"core", "gpu", "ui", "app", "tests"};
    m_sources = rules::readTree(root, rooms, {"cpp", "h", "cu", "cuh"});
    m_scripts = rules::readTree(root, rooms + QStringList{"packaging"}, {"txt", "cmake", "sh", "py"});
    m_scripts.removeIf(
        [](const SourceFile& file) { return file.suffix() == "txt" && file.name() != "CMakeLists.txt"; });
    const QStringList topLevel{"CMakeLists.txt", "CMakePresets.json", "README.md", "CONTRIBUTING.md"};
    for (const QString& name : topLevel) {
        QFile file(root + '/' + name);
        if (!file.open(QIODevice::ReadOnly)) continue;
        Files& kind = name.startsWith("CMakeLists") ? m_scripts : m_texts;
        kind.append({name, QString::fromUtf8(file.readAll()).split('\n')});
    }
    m_texts += rules::readTree(root, {"resources"}, {"json", "md", "qss"});
    QVERIFY2(m_sources.size() > 20, "the source tree was not found");
}

void HouseRules::noFileIsLongerThan600Lines() {
    for (const QString& warning : rules::longFiles(m_sources, 400)) qInfo("%s", qPrintable(warning));
    expectNone(rules::longFiles(m_sources, 600));
}

QStringList HouseRules::linkedBy(const QString& room, const QString& target) const {
    for (const SourceFile& file : m_scripts)
        if (file.path == room + "/CMakeLists.txt") return rules::linkedBy(file, target);
    return {};
}

void HouseRules::linkLinesKeepTheFloorsApart() {
    const QStringList core = linkedBy("core", "shardscope_core"), gpu = linkedBy("gpu", "shardscope_gpu"),
                      ui = linkedBy("ui", "shardscope_ui"), explorer = linkedBy("app", "shardscope");
    QVERIFY(core.contains("fmt::fmt") && gpu.contains("shardscope_core") && ui.contains("shardscope_core"));
    QVERIFY(explorer.contains("shardscope_ui"));
    for (const QString& library : core + gpu) QVERIFY2(!library.startsWith("Qt6::"), qPrintable(library));
    QVERIFY(!core.contains("shardscope_gpu") && !core.contains("shardscope_ui") &&
            !gpu.contains("shardscope_ui"));
    QVERIFY2(!ui.contains("shardscope_gpu") && !explorer.contains("shardscope_gpu"),
             "the explorer runs the engine as a process of its own; it does not link it");
}

namespace {

SourceFile planted(const QString& path, const QString& text) {
    return {path, QString("// SPDX-FileCopyrightText: 2026 The Shardscope authors\n"
                          "// SPDX-License-Identifier: GPL-3.0-or-later\n//\n// Planted.\n%1\n")
                      .arg(text)
                      .split('\n')};
}

}  // namespace

void HouseRules::everyRuleSeesAPlantedBreach() {
    QCOMPARE(rules::qtOutsideTheLivingRooms({planted("core/a.h", "#include <QString>")}).size(), 1);
    QCOMPARE(rules::qtOutsideTheLivingRooms({planted("gpu/a.h", "#include <QtCore/QObject>")}).size(), 1);
    QCOMPARE(rules::qtOutsideTheLivingRooms({planted("core/a.h", "#  include <qglobal.h>")}).size(), 1);
    QCOMPARE(rules::cudaOutsideItsFiles({planted("gpu/device/card.h", "#include <cuda_runtime.h>")}).size(),
             1);
    QCOMPARE(rules::cudaOutsideItsFiles({planted("ui/live/cuda_chart.cpp", "#include <nccl.h>")}).size(), 1);
    QCOMPARE(
        rules::floorsThatLookUp({planted("ui/live/chart.cpp", "#include \"gpu/device/arena.h\"")}).size(), 1);
    QCOMPARE(rules::floorsThatLookUp({planted("core/plan/plan.h", "#include \"ui/kit/palette.h\"")}).size(),
             1);
    QCOMPARE(
        rules::viewsThatKnowEachOther({planted("ui/live/chart.cpp", "#include \"ui/memory/bars.h\"")}).size(),
        1);
    QCOMPARE(rules::viewsThatKnowEachOther({planted("ui/kit/canvas.h", "#include \"ui/state/selection.h\"")})
                 .size(),
             1);
    QCOMPARE(rules::viewsThatKnowEachOther({planted("ui/state/store.h", "#include \"ui/window/window.h\"")})
                 .size(),
             1);
    QCOMPARE(rules::filesWithoutOpening({SourceFile{"core/a.h", {"#pragma once"}}}).size(), 1);
    QCOMPARE(rules::unfinishedMarks({planted("core/a.h", QString("// %1: later")
                                                             .arg("TO"
                                                                  "DO"))})
                 .size(),
             1);
    QCOMPARE(rules::signalsPastTheGate({planted("tests/app/a_test.cpp", QString("    ::%1(pid, 9);").arg("kill"))})
                 .size(),
             1);
    QCOMPARE(rules::longFiles({planted("core/a.h", QString(600, '\n'))}, 600).size(), 1);
    QCOMPARE(rules::nativeBuilds(
                 {planted("gpu/CMakeLists.txt", QString("add_compile_options(-march=%1)").arg("native"))})
                 .size(),
             1);
    QCOMPARE(
        rules::pathsOfADeveloper({planted("core/a.cpp", QString("open(\"/%1/ann/corpus.txt\")").arg("home"))})
            .size(),
        1);
}

void HouseRules::everyRuleLetsSoundFilesPass() {
    const Files sound{
        planted("core/a.h", "#include <queue>\n#include <nlohmann/json.hpp>"),
        planted("gpu/kernels/cuda_gemm.cpp", "#include <cublas_v2.h>\n#include \"core/base/units.h\""),
        planted(
            "ui/live/chart.cpp",
            "#include \"ui/state/run_store.h\"\n#include \"ui/kit/palette.h\"\n#include \"ui/live/chart.h\""),
        planted("ui/window/window.cpp", "#include \"ui/live/chart.h\"\n#include <QMainWindow>")};
    expectNone(rules::qtOutsideTheLivingRooms(sound));
    expectNone(rules::cudaOutsideItsFiles(sound));
    expectNone(rules::floorsThatLookUp(sound));
    expectNone(rules::viewsThatKnowEachOther(sound));
    expectNone(rules::filesWithoutOpening(sound));
    expectNone(rules::unfinishedMarks(sound));
    expectNone(rules::signalsPastTheGate({planted("tests/app/a_test.cpp", "    process.kill();")}));
    expectNone(rules::nativeBuilds(sound));
}

QTEST_GUILESS_MAIN(HouseRules)
#include "house_rules_test.moc"
