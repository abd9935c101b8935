// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/kind_mark.h"

#include <QCoreApplication>
#include <QEvent>
#include <QPainter>

#include <cmath>

namespace ui {
namespace {

constexpr double kMark = 10, kGap = 5, kBetween = 10;

double widthOf(const KindWord& word, const Theme& theme) {
    const double text =
        word.word.isEmpty() ? 0 : theme.px(kGap) + textWidth(theme.font(FontUse::Label), word.word);
    return theme.px(kMark) + text;
}

}  // namespace

QString nameOf(NumberKind kind) {
    switch (kind) {
    case NumberKind::Predicted:
        return QCoreApplication::translate("kind", "predicted");
    case NumberKind::Measured:
        return QCoreApplication::translate("kind", "measured");
    case NumberKind::Simulated:
        return QCoreApplication::translate("kind", "simulated");
    }
    return {};
}

KindMarks::KindMarks(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

KindMarks::KindMarks(std::vector<KindWord> words, QWidget* parent)
    : KindMarks(parent) {
    setWords(std::move(words));
}

void KindMarks::setWords(std::vector<KindWord> words) {
    m_words = std::move(words);
    QStringList names;
    for (const KindWord& word : m_words) names << (word.word.isEmpty() ? nameOf(word.kind) : word.word);
    setAccessibleName(names.join(QStringLiteral(", ")));
    setToolTip(m_words.size() == 1 && m_words.front().word.isEmpty() ? names.front() : QString());
    updateGeometry();
    update();
}

void KindMarks::setRole(Role role) {
    m_role = role;
    update();
}

QSize KindMarks::sizeHint() const {
    const Theme& theme = themeOf(*this);
    double width = 0;
    for (const KindWord& word : m_words) width += widthOf(word, theme) + theme.px(kBetween);
    return {int(std::ceil(std::max(0.0, width - theme.px(kBetween)))) + 1, theme.ipx(16)};
}

void KindMarks::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const QColor color = theme.color(m_role);
    double x = 0;
    for (const KindWord& word : m_words) {
        drawKindMark(painter, {x + theme.px(kMark) / 2, height() / 2.0}, word.kind, color, theme.px(kMark));
        const double text = x + theme.px(kMark + kGap);
        drawText(painter, QRectF(text, 0, width() - text, height()), word.word, theme.font(FontUse::Label),
                 color);
        x += widthOf(word, theme) + theme.px(kBetween);
    }
}

void KindMarks::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) updateGeometry();
}

}  // namespace ui
