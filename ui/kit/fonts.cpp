// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/fonts.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QStringList>

namespace ui {
namespace {

struct Row {
    int size, line;
    bool strong;
};

Row rowOf(FontUse use) {
    switch (use) {
    case FontUse::Axis:
        return {11, 14, false};
    case FontUse::Label:
        return {12, 16, false};
    case FontUse::LabelStrong:
        return {12, 16, true};
    case FontUse::Body:
        return {13, 18, false};
    case FontUse::BodyStrong:
        return {13, 18, true};
    case FontUse::Title:
        return {15, 20, true};
    case FontUse::Formula:
        return {17, 22, false};
    case FontUse::RunFigure:
        return {17, 22, true};
    case FontUse::Figure:
        return {20, 26, true};
    case FontUse::Number:
        return {24, 30, true};
    case FontUse::Lesson:
        return {15, 25, false};
    case FontUse::Code:
        return {13, 21, false};
    }
    return {13, 18, false};
}

QStringList familiesOf(FontUse use) {
    static const QStringList text{QStringLiteral("Roboto"), QStringLiteral("Noto Sans"),
                                  QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans CJK SC"),
                                  QStringLiteral("WenQuanYi Micro Hei")};
    static const QStringList code{QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono"),
                                  QStringLiteral("Noto Sans CJK SC"),
                                  QStringLiteral("WenQuanYi Micro Hei Mono")};
    return use == FontUse::Code ? code : text;
}

// Asking a family without a medium face for weight 500 silently gives 400: no emphasis at all. The machine's fonts are looked
// through once: every label and every box of a chart asks for its font anew.
QFont::Weight emphasis(const QFont& font) {
    static const QFont::Weight weight = [&font] {
        const QStringList styles = QFontDatabase::styles(QFontInfo(font).family());
        return styles.filter(QStringLiteral("Medium")).isEmpty() ? QFont::Bold : QFont::Medium;
    }();
    return weight;
}

}  // namespace

QFont fontFor(FontUse use, double scale) {
    const Row row = rowOf(use);
    QFont font;
    font.setFamilies(familiesOf(use));
    font.setPixelSize(qRound(row.size * scale));
    font.setHintingPreference(QFont::PreferNoHinting);
    if (row.strong) font.setWeight(emphasis(font));
    return font;
}

int lineHeight(FontUse use, double scale) { return qRound(rowOf(use).line * scale); }

double textWidth(const QFont& font, const QString& text) {
    return QFontMetricsF(font).horizontalAdvance(text);
}

}  // namespace ui
