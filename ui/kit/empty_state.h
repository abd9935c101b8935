// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A view without data: one line that says what it will show, and the one button that makes it so.
#pragma once

#include <QWidget>

namespace ui {

class Button;
class Label;

class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(const QString& sentence, QWidget* parent = nullptr);

    void setSentence(const QString& sentence);  // at most 48 characters a line
    void setButton(Button* button);             // owned; null = none
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, 60}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();

    Label* m_sentence;
    Button* m_button = nullptr;
};

}  // namespace ui
