// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One answer of a question: 40 px or as many lines as it needs, a round mark for one choice, a square one for several.
// After the answer it says whether it was right.
#pragma once

#include <QAbstractButton>

namespace ui {

enum class ChoiceForm { One, Several };
enum class ChoiceVerdict { Open, Right, Wrong, Missed, Other };  // Other: not chosen, and not right

class ChoiceButton : public QAbstractButton {
    Q_OBJECT
public:
    ChoiceButton(ChoiceForm form, const QString& text, QWidget* parent = nullptr);

    void setVerdict(ChoiceVerdict verdict);
    [[nodiscard]] ChoiceVerdict verdict() const { return m_verdict; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QRect textRect(int width) const;  // wrapped; its height is what the text needs
    void drawMark(class QPainter& painter, const QRectF& box) const;

    ChoiceForm m_form;
    ChoiceVerdict m_verdict = ChoiceVerdict::Open;
};

}  // namespace ui
