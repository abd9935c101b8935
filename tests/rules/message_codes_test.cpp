// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every code of a problem or remedy that core, the engine or the command line writes has its sentence in the
// catalogue. Codes are found as the text literals whose first word is one of the catalogue's.
#include "core/base/catalogue.h"
#include "tests/rules/source_tree.h"

#include <QHash>
#include <QSet>
#include <QTest>

#include <algorithm>

namespace {

struct Use {
    QString code, where;
};

// "layout.cards" → "layout", "fix.layout.cards" → "layout"
QString roomOf(const QString& code) {
    return code.section('.', code.startsWith("fix.") ? 1 : 0).section('.', 0, 0);
}

QSet<QString> catalogueCodes() {
    QSet<QString> codes;
    for (const core::Sentence& row : core::catalogue())
        codes << QString::fromUtf8(row.code.data(), qsizetype(row.code.size()));
    return codes;
}

QList<Use> literalsThatLookLikeCodes(const QStringList& rooms = {"core", "gpu", "app/cli"}) {
    static const QRegularExpression literal(R"re("((?:fix\.)?[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*)")re");
    QList<Use> uses;
    for (const rules::SourceFile& file :
         rules::readTree(SHARDSCOPE_SOURCE_DIR, rooms, {"cpp", "h"})) {
        if (file.name().startsWith("catalogue")) continue;
        for (int line = 0; line < file.lines.size(); ++line) {
            auto matches = literal.globalMatch(file.lines[line]);
            while (matches.hasNext())
                uses.append({matches.next().captured(1), QString("%1:%2").arg(file.path).arg(line + 1)});
        }
    }
    return uses;
}

}  // namespace

class MessageCodes : public QObject {
    Q_OBJECT

private slots:
    void everyCodeThatIsWrittenHasASentence() {
        const QSet<QString> known = catalogueCodes();
        QSet<QString> rooms;
        for (const QString& code : known) rooms << roomOf(code);
        int checked = 0;
        for (const Use& use : literalsThatLookLikeCodes()) {
            const bool isFile = use.code.endsWith(".json") || use.code.endsWith(".safetensors");
            const bool isCode = use.code.startsWith("fix.") || rooms.contains(roomOf(use.code));
            if (isFile || !isCode) continue;
            ++checked;
            QVERIFY2(known.contains(use.code), qPrintable(use.where + ": no sentence for " + use.code));
        }
        QVERIFY2(checked > 200, "the codes are no longer found where this test looks");
    }

    // A parameter has its name in the file that says the sentence, or comes from the one place that gives it to all.
    void everySentenceFindsItsParametersWhereItIsSaid() {
        static const QRegularExpression literal(R"re("((?:fix\.)?[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*)")re");
        static const QRegularExpression placeholder(R"re(\{([a-z_]+)\})re");
        static const std::pair<const char*, const char*> givenToAll[] = {
            {"core/config/", "source"},   // by the loops over the rules
            {"core/import/", "key"}};     // by ConfigReader::refuse()
        QString adviceNumbers;  // given to every rule of advice in one place
        for (const rules::SourceFile& file : rules::readTree(SHARDSCOPE_SOURCE_DIR, {"core"}, {"cpp"}))
            if (file.path.endsWith("core/planner/advice_rules.cpp")) adviceNumbers = file.lines.join('\n');
        QHash<QString, QStringList> wanted;
        for (const core::Sentence& row : core::catalogue()) {
            auto matches = placeholder.globalMatch(QString::fromUtf8(row.text.data(), qsizetype(row.text.size())));
            const QString code = QString::fromUtf8(row.code.data(), qsizetype(row.code.size()));
            while (matches.hasNext()) wanted[code] << matches.next().captured(1);
        }
        int checked = 0;
        for (const rules::SourceFile& file :
             rules::readTree(SHARDSCOPE_SOURCE_DIR, {"core", "gpu", "app/cli", "ui"}, {"cpp", "h"})) {
            // The search only counts which rules its candidates break; the mends name remedies, and say none.
            if (file.name().startsWith("catalogue") || file.path.endsWith("core/planner/search.cpp") ||
                file.path.endsWith("core/config/mend_rows.cpp"))
                continue;
            const QString whole = file.lines.join('\n');
            for (const QString& line : file.lines) {
                if (line.trimmed().startsWith("//")) continue;
                auto matches = literal.globalMatch(line.section("//", 0, 0));
                while (matches.hasNext()) {
                    const QRegularExpressionMatch match = matches.next();
                    const QString code = match.captured(1);
                    const QString before = line.left(match.capturedStart()).trimmed();
                    if (before.endsWith("==") || before.endsWith("!=") || before.contains("hasError("))
                        continue;  // a question, not a sentence
                    for (const QString& name : wanted.value(code)) {
                        ++checked;
                        const bool ofAdvice = file.path.contains("core/planner/advice_") && adviceNumbers.contains('"' + name + '"');
                        const bool given = ofAdvice || std::ranges::any_of(givenToAll, [&](const auto& row) {
                            return file.path.contains(row.first) && name == row.second;
                        });
                        QVERIFY2(given || whole.contains('"' + name + '"'),
                                 qPrintable(file.path + ": " + code + " lacks {" + name + "}"));
                    }
                }
            }
        }
        QVERIFY2(checked > 400, "the sentences are no longer found where this test looks");
    }

    void everySentenceIsWrittenSomewhere() {
        QSet<QString> used;
        for (const Use& use : literalsThatLookLikeCodes({"core", "gpu", "app/cli", "ui"})) used << use.code;
        for (const QString& code : catalogueCodes()) {
            if (code.startsWith("data.") || code.startsWith("fix.data."))
                continue;  // the engine puts these together from a reason
            QVERIFY2(used.contains(code), qPrintable("nothing says " + code));
        }
    }
};

QTEST_GUILESS_MAIN(MessageCodes)
#include "message_codes_test.moc"
