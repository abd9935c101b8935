// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/number_field.h"

#include "core/plan/fields.h"
#include "ui/kit/format.h"
#include "ui/kit/style_parts.h"
#include "ui/kit/theme.h"
#include "ui/kit/to_qt.h"

#include <QEvent>
#include <QKeyEvent>

#include <cmath>

namespace ui {

namespace {
constexpr double kMostWhole = 0x1p53;  // a double holds every whole number up to here
}

NumberField::NumberField(NumberRange range, QWidget* parent)
    : QLineEdit(parent)
    , m_range(range) {
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setTextMargins(2, 0, 2, 0);
    setText(shown());
}

QString NumberField::shown() const {
    if (m_number == 0 && !placeholderText().isEmpty()) return {};
    constexpr double kBillion = 1e9, kTenths = 1e8;
    if (std::abs(m_number) >= kBillion && std::fmod(m_number, kTenths) == 0)
        return QString::number(m_number / kBillion, 'g', 6) + QLatin1Char('B');
    if (m_number == std::floor(m_number) && std::abs(m_number) < kMostWhole)
        return QString::number(qint64(m_number));
    return QString::number(m_number, 'g', 6);
}

void NumberField::setNumber(double number) {
    m_number = number;
    if (hasFocus() && isModified()) return;
    setText(shown());
    showWrong(!m_problem.isEmpty(), m_problem);
}

void NumberField::setZeroWords(const QString& words) {
    setPlaceholderText(words);
    setNumber(m_number);
}

void NumberField::setProblem(const QString& sentence) {
    m_problem = sentence;
    showWrong(!sentence.isEmpty(), sentence);
}

void NumberField::showWrong(bool wrong, const QString& sentence) {
    setProperty(kWrong, wrong);
    setToolTip(sentence.isEmpty() ? m_hint : sentence);
    setAccessibleDescription(sentence);
    update();
}

void NumberField::setHint(const QString& hint) {
    m_hint = hint;
    showWrong(!m_problem.isEmpty(), m_problem);
}

void NumberField::setFieldWidth(double designPixels) {
    m_width = designPixels;
    updateGeometry();
}

QSize NumberField::sizeHint() const {
    const Theme& theme = themeOf(*this);
    return {theme.ipx(m_width), theme.ipx(26)};
}

// A committed number is the plan's: undo and redo are then the plan's as well, not those of the typed text.
bool NumberField::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && !isModified()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) return false;
    }
    return QLineEdit::event(event);
}

void NumberField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        commit();
        return;
    }
    if (event->key() == Qt::Key_Escape && isModified()) {
        setText(shown());
        showWrong(!m_problem.isEmpty(), m_problem);
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void NumberField::focusOutEvent(QFocusEvent* event) {
    QLineEdit::focusOutEvent(event);
    if (isModified() && event->reason() != Qt::PopupFocusReason) commit();
}

void NumberField::commit() {
    if (text() == shown()) return setNumber(m_number);  // rounded, it would come back as another number
    const bool isDefault = text().trimmed().isEmpty() && !placeholderText().isEmpty();
    const QString typed = isDefault ? QStringLiteral("0") : text().trimmed();
    const auto parsed = core::parseNumber(typed.toStdString(), accessibleName().toStdString());
    QString wrong;
    if (!parsed)
        wrong = sentence(parsed.error().front());
    else if (m_range == NumberRange::Whole && *parsed != std::floor(*parsed))
        wrong = tr("%1 is not a whole number").arg(text());
    if (!wrong.isEmpty()) {
        showWrong(true, wrong);
        emit refused(wrong);
        return;
    }
    showWrong(!m_problem.isEmpty(), m_problem);
    const bool isNew = *parsed != m_number;
    m_number = *parsed;
    setText(shown());
    setModified(false);
    if (isNew) emit committed(m_number);
}

void NumberField::changeEvent(QEvent* event) {
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::StyleChange) updateGeometry();
}

}  // namespace ui
