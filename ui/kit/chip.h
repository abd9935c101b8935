// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A state in one word on a soft round ground: engine state, problems, lock. Clickable. Danger only for
// failure.
#pragma once

#include "ui/kit/icons.h"

#include <QAbstractButton>

#include <optional>

namespace ui {

enum class Tone { Neutral, Plain, Ok, Warn, Danger, Accent };  // Plain: no ground

[[nodiscard]] Role inkOf(Tone tone);
[[nodiscard]] Role groundOf(Tone tone);

class Chip : public QAbstractButton {
    Q_OBJECT
public:
    explicit Chip(QWidget* parent = nullptr);

    // With an icon, or with a dot of 8 px where there is none.
    void show(Tone tone, const QString& word, std::optional<Icon> icon = std::nullopt);
    using QWidget::show;
    [[nodiscard]] Tone tone() const { return m_tone; }
    void setEmphasised();  // body size, medium weight, 24 high: the engine state

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QFont textFont() const;
    [[nodiscard]] double markWidth() const;

    Tone m_tone = Tone::Neutral;
    std::optional<Icon> m_icon;
    bool m_emphasised = false;
};

}  // namespace ui
