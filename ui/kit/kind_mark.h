// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ○ predicted, ● measured, ◐ simulated from measured costs, each with its word; painted, no glyphs.
#pragma once

#include "ui/kit/paint.h"

#include <QWidget>

#include <vector>

namespace ui {

struct KindWord {
    NumberKind kind;
    QString word;  // may be empty: the mark alone
};

[[nodiscard]] QString nameOf(NumberKind kind);

class KindMarks : public QWidget {
    Q_OBJECT
public:
    explicit KindMarks(QWidget* parent = nullptr);
    explicit KindMarks(std::vector<KindWord> words, QWidget* parent = nullptr);

    void setWords(std::vector<KindWord> words);
    void setRole(Role role);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    std::vector<KindWord> m_words;
    Role m_role = Role::Text2;
};

}  // namespace ui
