// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// For tests of lessons: where the shipped ones are, a small plan, expressions evaluated, problems found, files written.
#pragma once

#include "core/lesson/lesson_check.h"
#include "core/lesson/question.h"

#include <QFile>
#include <QString>
#include <QTest>

#include <cmath>
#include <filesystem>
#include <string>

namespace core::testing {

inline const QString kResources = QStringLiteral(SHARDSCOPE_SOURCE_DIR) + "/resources";

inline std::filesystem::path planFolder() { return (kResources + "/plans").toStdString(); }
inline std::filesystem::path courseFolder() { return (kResources + "/lessons").toStdString(); }

inline Plan toyPlan() {
    Plan plan;
    plan.model = *findModelPreset("tiny-gpt");
    plan.layout.pp = 4;
    plan.layout.dp = 2;
    plan.batch.global = 16;
    plan.precision = Precision::Fp32;
    plan.cluster = {"virtual-card", 1, 8};
    return plan;
}

inline double value(const char* text, const QuantityScope& scope) {
    const auto expression = parseExpression(text);
    if (!expression) return NAN;
    const auto number = evaluateIn(*expression, scope);
    return number ? *number : NAN;
}

inline const Problem* firstWith(const Problems& problems, const std::string& code) {
    for (const Problem& problem : problems)
        if (problem.code == code) return &problem;
    return nullptr;
}

inline void write(const QString& name, const QString& text) {
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
}

}  // namespace core::testing
