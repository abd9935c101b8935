// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a text file is written: encoding and line ends. Reading and writing without an edit gives the same bytes, of any
// bytes: what is no UTF-8 and has no mark is read as Latin-1. In the text itself lines end with \n alone.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace ui {

enum class TextEncoding { Utf8, Utf8WithMark, Utf16Le, Utf16Be, Latin1 };

struct TextForm {
    TextEncoding encoding = TextEncoding::Utf8;
    QString lineEnd = QStringLiteral("\n");  // of new lines
    QStringList mixedEnds{};  // of each line, where they differ; empty = all are `lineEnd`
    [[nodiscard]] QString name() const;  // "UTF-8, CRLF"
};

struct FormedText {
    QString text;
    TextForm form;
};
[[nodiscard]] FormedText readForm(const QByteArray& bytes);

// `original`: the text that `form` was read with; its lines keep the ends that they had. A letter that the encoding
// lacks makes the file UTF-8.
[[nodiscard]] QByteArray written(const QString& text, const TextForm& form, const QString& original);

}  // namespace ui
