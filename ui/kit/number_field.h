// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A number typed by a person: "4", "175e9", "175B", "0.5k". Right-aligned. Wrong input keeps its text, turns
// the outline to danger and says why; it is never clamped.
#pragma once

#include <QLineEdit>

namespace ui {

enum class NumberRange { Whole, Real };

class NumberField : public QLineEdit {
    Q_OBJECT
public:
    explicit NumberField(NumberRange range = NumberRange::Whole, QWidget* parent = nullptr);

    void setNumber(double number);  // emits nothing; leaves a text alone that is being edited
    [[nodiscard]] double number() const { return m_number; }
    // A rule that the plan breaks by this number; empty = fine. Shown as outline and tooltip.
    void setProblem(const QString& sentence);
    [[nodiscard]] QString problem() const { return m_problem; }
    // What 0 stands for, "default (300 GB/s)", written in its place; an empty text is then 0. Empty = 0 is a number.
    void setZeroWords(const QString& words);
    // The tooltip while nothing is wrong.
    void setHint(const QString& hint);
    void setFieldWidth(double designPixels);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void committed(double number);          // Enter or focus left, and the text is a new number
    void refused(const QString& sentence);  // Enter or focus left, and it is none

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void commit();
    void showWrong(bool wrong, const QString& sentence);
    [[nodiscard]] QString shown() const;

    NumberRange m_range;
    double m_number = 0;
    double m_width = 44;
    QString m_problem, m_hint;
};

}  // namespace ui
