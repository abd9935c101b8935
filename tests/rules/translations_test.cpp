// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Chinese catalogues are whole: no text of the window is untranslated or unfinished, every code that core speaks in has
// its sentence with the same parameters, and every field of a plan its name.
#include "core/base/catalogue.h"
#include "core/plan/fields.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace {

const QString kSource = QStringLiteral(SHARDSCOPE_SOURCE_DIR);

struct Message {
    QString context, source, translation;
    bool unfinished = false;
};

QList<Message> messagesOf(const QString& fileName) {
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly)) return {};
    QXmlStreamReader xml(&file);
    QList<Message> messages;
    QString context;
    Message message;
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::EndElement && xml.name() == QLatin1String("message")) messages << message;
        if (token != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("name")) context = xml.readElementText();
        else if (xml.name() == QLatin1String("message")) message = {context, {}, {}, false};
        else if (xml.name() == QLatin1String("source")) message.source = xml.readElementText();
        else if (xml.name() == QLatin1String("translation")) {
            const auto type = xml.attributes().value(QLatin1String("type"));
            message.unfinished = type == QLatin1String("unfinished");
            message.translation = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
    }
    return xml.hasError() ? QList<Message>{} : messages;
}

QSet<QString> parametersOf(const QString& text, const QString& pattern) {
    QSet<QString> parameters;
    const QRegularExpression expression(pattern);
    for (auto found = expression.globalMatch(text); found.hasNext();) parameters << found.next().captured(0);
    return parameters;
}

}  // namespace

class Translations : public QObject {
    Q_OBJECT

private slots:
    void everyTextOfTheWindowIsTranslated() {
        const QList<Message> messages = messagesOf(kSource + "/resources/i18n/shardscope_zh_CN.ts");
        QVERIFY(messages.size() > 600);
        for (const Message& message : messages) {
            const QByteArray what = (message.context + ": " + message.source).toUtf8();
            QVERIFY2(!message.unfinished, what + " is unfinished");
            QVERIFY2(!message.translation.isEmpty() || message.source.trimmed().isEmpty(), what + " has no translation");
            QCOMPARE(parametersOf(message.translation, "%[0-9n]+"), parametersOf(message.source, "%[0-9n]+"));
        }
    }

    // As the build's own target update_shardscope_ui_translations would; where nothing new appears, nothing was forgotten.
    void noTextOfTheWindowIsMissingFromTheCatalogue() {
        if (QStringLiteral(SHARDSCOPE_LUPDATE).isEmpty()) QSKIP("this build knows no lupdate");
        QTemporaryDir folder;
        const QString copy = folder.filePath("zh_CN.ts");
        QVERIFY(QFile::copy(kSource + "/resources/i18n/shardscope_zh_CN.ts", copy));
        QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
        QProcess lupdate;
        lupdate.setWorkingDirectory(kSource);
        lupdate.start(SHARDSCOPE_LUPDATE, {"-silent", "-no-obsolete", "-locations", "none", "-recursive", "-I", ".", "ui", "-ts", copy});
        QVERIFY(lupdate.waitForFinished(120'000));
        for (const Message& message : messagesOf(copy))
            QVERIFY2(!message.unfinished,
                     ("run lupdate and translate: " + message.context + ": " + message.source).toUtf8());
    }

    void everyCodeOfCoreHasAChineseSentence() {
        QHash<QString, QHash<QString, QString>> texts;
        for (const Message& message : messagesOf(kSource + "/resources/i18n/codes_zh_CN.ts"))
            texts[message.context][message.source] = message.translation;
        QSet<QString> known;
        for (const core::Sentence& row : core::catalogue()) {
            const QString code = QString::fromUtf8(row.code.data(), qsizetype(row.code.size()));
            const QString context = code.startsWith("fix.") ? "fix" : code.startsWith("ledger.") ? "ledger" : "problem";
            known << code;
            QVERIFY2(texts[context].contains(code), qPrintable("codes_zh_CN.ts has no sentence for " + code));
            const QString english = QString::fromUtf8(row.text.data(), qsizetype(row.text.size()));
            const QString braces = "\\{[a-z0-9_]+\\}";
            QVERIFY2(parametersOf(texts[context][code], braces) == parametersOf(english, braces), qPrintable(code));
        }
        for (const char* context : {"problem", "fix", "ledger"})
            for (const QString& code : texts[context].keys())
                QVERIFY2(known.contains(code), qPrintable("nothing says " + code + " any more"));
        for (const core::Field& field : core::planFields())
            QVERIFY2(!texts["field"].value(QString::fromStdString(field.pointer)).isEmpty(), field.pointer.c_str());
    }
};

QTEST_GUILESS_MAIN(Translations)
#include "translations_test.moc"
