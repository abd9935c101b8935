// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/text_form.h"

#include "ui/desk/line_diff.h"

#include <QStringDecoder>
#include <QStringEncoder>

namespace ui {

namespace {

const char kUtf8Mark[] = "\xEF\xBB\xBF", kUtf16LeMark[] = "\xFF\xFE", kUtf16BeMark[] = "\xFE\xFF";

struct Decoded {
    QString text;
    TextEncoding encoding;
};

std::optional<QString> decodedAs(QStringConverter::Encoding encoding, const QByteArray& bytes) {
    QStringDecoder decoder(encoding, QStringConverter::Flag::Stateless | QStringConverter::Flag::ConvertInitialBom);
    const QString text = decoder(bytes);
    QStringEncoder encoder(encoding, QStringConverter::Flag::Stateless);
    if (decoder.hasError() || QByteArray(encoder(text)) != bytes) return std::nullopt;
    return text;
}

Decoded decoded(const QByteArray& bytes) {
    if (bytes.startsWith(kUtf8Mark))
        if (const auto text = decodedAs(QStringConverter::Utf8, bytes.mid(3)))
            return {*text, TextEncoding::Utf8WithMark};
    if (bytes.startsWith(QByteArray(kUtf16LeMark, 2)))
        if (const auto text = decodedAs(QStringConverter::Utf16LE, bytes.mid(2))) return {*text, TextEncoding::Utf16Le};
    if (bytes.startsWith(QByteArray(kUtf16BeMark, 2)))
        if (const auto text = decodedAs(QStringConverter::Utf16BE, bytes.mid(2))) return {*text, TextEncoding::Utf16Be};
    if (const auto text = decodedAs(QStringConverter::Utf8, bytes)) return {*text, TextEncoding::Utf8};
    return {QString::fromLatin1(bytes), TextEncoding::Latin1};
}

QByteArray encoded(const QString& text, TextEncoding encoding) {
    const auto as = [&](QStringConverter::Encoding which) {
        return QByteArray(QStringEncoder(which, QStringConverter::Flag::Stateless)(text));
    };
    switch (encoding) {
    case TextEncoding::Utf8WithMark:
        return kUtf8Mark + as(QStringConverter::Utf8);
    case TextEncoding::Utf16Le:
        return QByteArray(kUtf16LeMark, 2) + as(QStringConverter::Utf16LE);
    case TextEncoding::Utf16Be:
        return QByteArray(kUtf16BeMark, 2) + as(QStringConverter::Utf16BE);
    case TextEncoding::Latin1:
        if (QString::fromLatin1(text.toLatin1()) == text) return text.toLatin1();
        break;
    case TextEncoding::Utf8:
        break;
    }
    return as(QStringConverter::Utf8);
}

}  // namespace

QString TextForm::name() const {
    static const QString names[] = {QStringLiteral("UTF-8"), QStringLiteral("UTF-8 BOM"), QStringLiteral("UTF-16 LE"),
                                    QStringLiteral("UTF-16 BE"), QStringLiteral("Latin-1")};
    const QString ends = !mixedEnds.isEmpty()              ? QStringLiteral("LF + CRLF")
                         : lineEnd == QLatin1String("\r\n") ? QStringLiteral("CRLF")
                         : lineEnd == QLatin1String("\r")   ? QStringLiteral("CR")
                                                            : QStringLiteral("LF");
    return names[int(encoding)] + QStringLiteral(", ") + ends;
}

FormedText readForm(const QByteArray& bytes) {
    const Decoded read = decoded(bytes);
    FormedText formed;
    formed.form.encoding = read.encoding;
    QStringList ends;
    QHash<QString, int> counts;
    QString line;
    QStringList lines;
    for (qsizetype i = 0; i < read.text.size(); ++i) {
        const QChar c = read.text[i];
        if (c != QLatin1Char('\n') && c != QLatin1Char('\r')) {
            line += c;
            continue;
        }
        const bool pair = c == QLatin1Char('\r') && i + 1 < read.text.size() && read.text[i + 1] == QLatin1Char('\n');
        const QString end = pair ? QStringLiteral("\r\n") : QString(c);
        i += pair ? 1 : 0;
        ends << end;
        ++counts[end];
        lines << std::exchange(line, {});
    }
    lines << line;
    formed.text = lines.join(QLatin1Char('\n'));
    for (auto count = counts.cbegin(); count != counts.cend(); ++count)
        if (count.value() > counts.value(formed.form.lineEnd)) formed.form.lineEnd = count.key();
    if (counts.size() > 1) formed.form.mixedEnds = ends;
    return formed;
}

QByteArray written(const QString& text, const TextForm& form, const QString& original) {
    const QStringList lines = text.split(QLatin1Char('\n'));
    QStringList ends(lines.size(), form.lineEnd);
    if (!form.mixedEnds.isEmpty())
        for (const DiffLine& line : lineDiff(original.split(QLatin1Char('\n')), lines))
            if (line.kind == DiffLine::Kind::Same && line.before < form.mixedEnds.size())
                ends[line.after] = form.mixedEnds[line.before];
    QString whole;
    for (qsizetype i = 0; i < lines.size(); ++i) whole += i + 1 < lines.size() ? lines[i] + ends[i] : lines[i];
    return encoded(whole, form.encoding);
}

}  // namespace ui
