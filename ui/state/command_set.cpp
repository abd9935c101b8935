// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// CommandSet and the fuzzy order of the palette.
#include "ui/state/command_set.h"

#include <algorithm>
#include <optional>

namespace ui {

namespace {

constexpr int kWordStart = 8;
constexpr int kRun = 4;
// An unbroken piece of the text goes before other words for it, these before scattered letters.
constexpr int kPiece = 2000, kOtherWord = 1000;

// Greedy left to right; none when a letter is missing.
std::optional<int> score(const QString& text, const QString& typed) {
    int points = 0, at = 0, previous = -2;
    for (const QChar wanted : typed) {
        const int found = int(text.indexOf(wanted, at, Qt::CaseInsensitive));
        if (found < 0) return std::nullopt;
        if (found == 0 || text[found - 1].isSpace()) points += kWordStart;
        if (found == previous + 1) points += kRun;
        points -= found - at;
        previous = found;
        at = found + 1;
    }
    return points;
}

bool beginsAWord(const QStringList& words, const QString& typed) {
    return std::any_of(words.begin(), words.end(),
                       [&](const QString& word) { return word.startsWith(typed, Qt::CaseInsensitive); });
}

// The typed words as one piece of the text; none where the text does not hold it.
std::optional<int> pieceScore(const QString& text, const QString& typed) {
    const qsizetype at = typed.isEmpty() ? -1 : text.indexOf(typed, 0, Qt::CaseInsensitive);
    if (at < 0) return std::nullopt;
    const bool startsAWord = at == 0 || text[at - 1].isSpace();
    return kPiece + (startsAWord ? kWordStart : 0) - int(at);
}

// As an unbroken run from a word's start would count; none where a typed word begins none of the row's.
std::optional<int> keywordScore(const CommandRow& row, const QString& typed) {
    const QStringList words =
        (row.keywords + QLatin1Char(' ') + row.text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    int points = kOtherWord;
    for (const QString& part : typed.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (!beginsAWord(words, part)) return std::nullopt;
        points += kWordStart + kRun * int(part.size() - 1);
    }
    return points;
}

}  // namespace

CommandSet::CommandSet(QObject* parent)
    : QObject(parent) {}

QAction* CommandSet::add(CommandRow row, std::function<void()> run) {
    auto* action = new QAction(row.icon, row.text, this);
    action->setObjectName(row.id);
    action->setShortcuts(row.keys);
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    m_rows.push_back(std::move(row));
    retip(m_rows.back(), {});
    return action;
}

void CommandSet::clear() {
    qDeleteAll(findChildren<QAction*>(Qt::FindDirectChildrenOnly));
    m_rows.clear();
}

QAction* CommandSet::action(const QString& id) const {
    return findChild<QAction*>(id, Qt::FindDirectChildrenOnly);
}

void CommandSet::setKeywords(const QString& id, const QString& keywords) {
    for (CommandRow& row : m_rows)
        if (row.id == id) row.keywords = keywords;
}

void CommandSet::setDisabledReason(const QString& id, const QString& reason) {
    const CommandRow* row = find(id);
    if (!row) return;
    action(id)->setEnabled(reason.isEmpty());
    retip(*row, reason);
}

QString CommandSet::categoryName(CommandCategory category) {
    switch (category) {
    case CommandCategory::File:
        return tr("File");
    case CommandCategory::Edit:
        return tr("Edit");
    case CommandCategory::View:
        return tr("View");
    case CommandCategory::Plan:
        return tr("Plan");
    case CommandCategory::Run:
        return tr("Run");
    case CommandCategory::Help:
        return tr("Help");
    }
    return {};
}

void CommandSet::retip(const CommandRow& row, const QString& reason) {
    QString tip = reason.isEmpty() ? row.tip : reason;
    if (tip.isEmpty()) tip = row.text;
    if (!row.keys.isEmpty())
        tip += QStringLiteral("  ") + row.keys.front().toString(QKeySequence::NativeText);
    action(row.id)->setToolTip(tip);
}

const CommandRow* CommandSet::find(const QString& id) const {
    const auto row =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const CommandRow& r) { return r.id == id; });
    return row == m_rows.end() ? nullptr : &*row;
}

std::vector<const CommandRow*> matchCommands(const CommandSet& commands, const QString& typed) {
    const QString letters = QString(typed).remove(QLatin1Char(' ')), piece = typed.simplified();
    std::vector<std::pair<int, const CommandRow*>> scored;
    for (const CommandRow& row : commands.rows()) {
        const auto points = std::max({pieceScore(row.text, piece), keywordScore(row, typed), score(row.text, letters)});
        if (points) scored.emplace_back(-*points, &row);
    }
    std::stable_sort(scored.begin(), scored.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<const CommandRow*> rows;
    for (const auto& [points, row] : scored) rows.push_back(row);
    return rows;
}

}  // namespace ui
