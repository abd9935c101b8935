// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A remark on a soft ground: icon, at most two sentences with numbers, at most two buttons. Callout stands in
// a panel; Banner is the same in one line across the window, pushing the content down.
#pragma once

#include "ui/kit/button.h"
#include "ui/kit/chip.h"

#include <QWidget>

namespace ui {

class Label;

class Callout : public QWidget {
    Q_OBJECT
public:
    Callout(Tone tone, Icon icon, QWidget* parent = nullptr);

    void setText(const QString& text);
    [[nodiscard]] QString text() const;
    // Replaces the buttons; the callout owns them.
    void setButtons(const QList<Button*>& buttons);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();

    Tone m_tone;
    Icon m_icon;
    Label* m_text;
    QWidget* m_buttons;
};

class Banner : public QWidget {
    Q_OBJECT
public:
    explicit Banner(QWidget* parent = nullptr);

    // `headline` in medium weight, `text` behind it.
    void setMessage(Tone tone, Icon icon, const QString& headline, const QString& text);
    void setButtons(const QList<Button*>& buttons);  // the banner owns them
    [[nodiscard]] QString headline() const;
    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();

    Tone m_tone = Tone::Accent;
    Icon m_icon = Icon::Info;
    Label* m_headline;
    Label* m_text;
    QWidget* m_buttons;
};

}  // namespace ui
