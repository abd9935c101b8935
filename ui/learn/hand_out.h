// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson on paper: its texts with their numbers, its questions to be ticked, pictures of the learner's own plan, and the
// answers with their reasons at the end. A4, light theme, text stays text.
#pragma once

#include "core/lesson/lesson.h"

#include <QImage>
#include <QList>
#include <QString>

#include <optional>

class QTextDocument;

namespace ui {

struct HandOutPicture {
    QString title;
    QImage image;  // with its device pixel ratio
};

struct HandOut {
    const core::Lesson& lesson;
    core::Language language;
    QString planLine;  // the learner's plan in a line, below its pictures
    QList<HandOutPicture> pictures;
};

void fillHandOut(QTextDocument& document, const HandOut& handOut);
// The reason when it could not be written.
[[nodiscard]] std::optional<QString> writeHandOut(const HandOut& handOut, const QString& fileName);

}  // namespace ui
