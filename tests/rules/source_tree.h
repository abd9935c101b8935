// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The source tree as the rules see it: text files with their path relative to the root, and the breaches
// found. Reads every file once; knows nothing of the rules themselves.
#pragma once

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QList>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace rules {

struct SourceFile {
    QString path;  // relative to the root, "ui/kit/palette.h"
    QStringList lines;

    [[nodiscard]] QString room() const { return path.section('/', 0, 0); }
    [[nodiscard]] QString name() const { return path.section('/', -1); }
    [[nodiscard]] QString suffix() const { return name().section('.', -1); }
};

struct Include {
    int line = 0;    // 1-based
    QString target;  // what stands between <> or ""
};

// Files of the given rooms and suffixes, by path. Build folders are not walked.
[[nodiscard]] inline QList<SourceFile> readTree(const QString& root, const QStringList& rooms,
                                                const QStringList& suffixes) {
    QStringList patterns;
    for (const QString& suffix : suffixes) patterns << "*." + suffix;
    QStringList paths;
    for (const QString& room : rooms) {
        QDirIterator files(root + '/' + room, patterns, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) paths << QDir(root).relativeFilePath(files.next());
    }
    paths.sort();
    QList<SourceFile> tree;
    for (const QString& path : paths) {
        QFile file(root + '/' + path);
        if (file.open(QIODevice::ReadOnly))
            tree.append({path, QString::fromUtf8(file.readAll()).split('\n')});
    }
    return tree;
}

[[nodiscard]] inline QList<Include> includes(const SourceFile& file) {
    static const QRegularExpression line(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"])re");
    QList<Include> found;
    for (int i = 0; i < file.lines.size(); ++i)
        if (const auto match = line.match(file.lines[i]); match.hasMatch())
            found.append({i + 1, match.captured(1)});
    return found;
}

[[nodiscard]] inline QString breach(const SourceFile& file, int line, const QString& what) {
    return QString("%1:%2: %3").arg(file.path).arg(line).arg(what);
}

}  // namespace rules
