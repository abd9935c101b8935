// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules of the house as functions from files to breaches ("FILE:LINE: what is wrong"). CONTRIBUTING.md
// says why.
#pragma once

#include "tests/rules/source_tree.h"

namespace rules {

using Files = QList<SourceFile>;

[[nodiscard]] inline bool isQt(const QString& header) {
    static const QRegularExpression qt("^(Qt[A-Z0-9]\\w*/)?Q[A-Z]\\w*(\\.h)?$|^q[a-z]+\\.h$|^Qt\\w+$");
    return qt.match(header).hasMatch();
}

[[nodiscard]] inline bool isCuda(const QString& header) {
    static const QRegularExpression cuda(
        "^(cuda|cublas|cudnn|curand|cusparse|nccl|nvtx|nvToolsExt|thrust/|cub/|cooperative_groups)");
    return cuda.match(header).hasMatch();
}

[[nodiscard]] inline bool mayIncludeCuda(const SourceFile& file) {
    return file.suffix() == "cu" || file.suffix() == "cuh" || file.name().startsWith("cuda_") ||
           file.name().startsWith("nccl_");
}

[[nodiscard]] inline QStringList qtOutsideTheLivingRooms(const Files& files) {
    QStringList breaches;
    for (const SourceFile& file : files)
        if (file.room() == "core" || file.room() == "gpu")
            for (const Include& include : includes(file))
                if (isQt(include.target))
                    breaches << breach(file, include.line, file.room() + " includes Qt: " + include.target);
    return breaches;
}

[[nodiscard]] inline QStringList cudaOutsideItsFiles(const Files& files) {
    QStringList breaches;
    for (const SourceFile& file : files)
        for (const Include& include : includes(file))
            if (isCuda(include.target) && (file.room() != "gpu" || !mayIncludeCuda(file)))
                breaches << breach(file, include.line,
                                   "CUDA or NCCL outside gpu/*.cu, cuda_*, nccl_*: " + include.target);
    return breaches;
}

// kill(2) of a process that did not start reaches every process of the user.
[[nodiscard]] inline QStringList signalsPastTheGate(const Files& files) {
    static const QRegularExpression call("(?:^|[^.>\\w])kill\\(");
    QStringList breaches;
    for (const SourceFile& file : files) {
        if (file.room() != "tests" || file.path == "tests/support/signal_one.h") continue;
        for (int line = 0; line < file.lines.size(); ++line)
            if (!file.lines[line].trimmed().startsWith("//") && call.match(file.lines[line]).hasMatch())
                breaches << breach(file, line + 1, "a test signals by itself; use tests/support/signal_one.h");
    }
    return breaches;
}

// Floors: a room may include only these rooms of the tree.
[[nodiscard]] inline QStringList roomsAFloorSees(const QString& room) {
    if (room == "core") return {"core"};
    if (room == "gpu") return {"core", "gpu"};
    if (room == "ui") return {"core", "ui"};
    return {"core", "gpu", "ui", "app", "tests"};
}

[[nodiscard]] inline QStringList floorsThatLookUp(const Files& files) {
    static const QStringList rooms{"core", "gpu", "ui", "app", "tests"};
    QStringList breaches;
    for (const SourceFile& file : files)
        for (const Include& include : includes(file)) {
            const QString target = include.target.section('/', 0, 0);
            if (rooms.contains(target) && !roomsAFloorSees(file.room()).contains(target))
                breaches << breach(file, include.line, file.room() + " includes " + include.target);
        }
    return breaches;
}

// Inside ui: the hall (state) and the kit know no view; a view knows the hall, the kit and itself; the engine
// client serves the hall; the window knows all.
[[nodiscard]] inline QStringList uiRoomsSeenFrom(const QString& room) {
    static const QStringList views{"topology", "memory", "timeline", "workflow", "live",
                                   "planner",  "config", "compare",  "lessons"};
    if (room == "kit") return {"kit"};
    if (views.contains(room)) return {"state", "kit", room};
    return {};  // state, engine, window: no limit inside ui but the one below
}

[[nodiscard]] inline QStringList viewsThatKnowEachOther(const Files& files) {
    QStringList breaches;
    for (const SourceFile& file : files) {
        if (file.room() != "ui") continue;
        const QString own = file.path.section('/', 1, 1);
        const QStringList seen = uiRoomsSeenFrom(own);
        for (const Include& include : includes(file)) {
            if (!include.target.startsWith("ui/")) continue;
            const QString other = include.target.section('/', 1, 1);
            const bool upstairs = other == "window" && own != "window";
            if (upstairs || (!seen.isEmpty() && !seen.contains(other)))
                breaches << breach(file, include.line, "ui/" + own + " includes " + include.target);
        }
    }
    return breaches;
}

[[nodiscard]] inline QStringList filesWithoutOpening(const Files& files) {
    QStringList breaches;
    for (const SourceFile& file : files) {
        const QString mark = QStringList{"cpp", "h", "cu", "cuh"}.contains(file.suffix()) ? "//" : "#";
        const int first = file.lines.value(0).startsWith("#!") ? 1 : 0;
        const QStringList head = file.lines.mid(first, 4);
        const bool spdx = head.value(0).startsWith(mark + " SPDX-FileCopyrightText: ") &&
                          head.value(1) == mark + " SPDX-License-Identifier: GPL-3.0-or-later";
        const QString header = file.name().section('.', 0, 0) + ".h\"";
        const bool body =
            head.value(2).startsWith("#include \"") && head.value(2).endsWith(header);  // it says it
        const bool purpose = body || head.value(2).startsWith(mark + ' ') ||
                             head.value(3).startsWith(mark + ' ') ||
                             (file.suffix() == "py" && head.value(2).startsWith("\"\"\""));
        if (!spdx)
            breaches << breach(file, first + 1, "does not open with the two SPDX lines");
        else if (!purpose)
            breaches << breach(file, first + 3, "does not say what it is for");
    }
    return breaches;
}

[[nodiscard]] inline QStringList unfinishedMarks(const Files& files) {
    static const QRegularExpression mark(QString("\\b(%1|%2|%3)\\b")
                                             .arg("TO"
                                                  "DO",
                                                  "FIX"
                                                  "ME",
                                                  "XX"
                                                  "X"));
    QStringList breaches;
    for (const SourceFile& file : files)
        for (int i = 0; i < file.lines.size(); ++i)
            if (mark.match(file.lines[i]).hasMatch())
                breaches << breach(file, i + 1, file.lines[i].trimmed());
    return breaches;
}

[[nodiscard]] inline QStringList longFiles(const Files& files, int limit) {
    QStringList breaches;
    for (const SourceFile& file : files)
        if (const int lines = int(file.lines.size()) - 1; lines > limit)
            breaches << breach(file, lines, QString("longer than %1 lines").arg(limit));
    return breaches;
}

[[nodiscard]] inline QStringList linesMatching(const Files& files, const QRegularExpression& pattern,
                                               const QString& what) {
    QStringList breaches;
    for (const SourceFile& file : files)
        for (int i = 0; i < file.lines.size(); ++i)
            if (pattern.match(file.lines[i]).hasMatch())
                breaches << breach(file, i + 1, what + file.lines[i].trimmed());
    return breaches;
}

// Programs must run on any machine of their kind: instruction sets are chosen at run time.
[[nodiscard]] inline QStringList nativeBuilds(const Files& files) {
    return linesMatching(files, QRegularExpression(QString("-m(arch|tune|cpu)=%1").arg("native")),
                         "asks for the builder's own CPU: ");
}

[[nodiscard]] inline QStringList pathsOfADeveloper(const Files& files) {
    static const QRegularExpression path(
        QString("(^|[^\\w.~$}])/(%1|%2|%3|%4)/\\w").arg("home", "Users", "root", "work"));
    return linesMatching(files, path, "path of one machine: ");
}

// Libraries named in the link lines of a room's CMakeLists.txt.
[[nodiscard]] inline QStringList linkedBy(const SourceFile& cmake, const QString& target) {
    static const QRegularExpression call("target_link_libraries\\(([^)]*)\\)");
    QStringList libraries;
    auto matches = call.globalMatch(cmake.lines.join(' '));
    while (matches.hasNext()) {
        const QStringList words = matches.next().captured(1).split(' ', Qt::SkipEmptyParts);
        if (words.value(0) == target) libraries << words.mid(1);
    }
    return libraries;
}

}  // namespace rules
