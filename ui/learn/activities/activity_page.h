// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The frame of a thing to do: at the left what it is about and its controls, at the right its picture.
#pragma once

#include "ui/kit/theme.h"

#include <QWidget>

class QVBoxLayout;

namespace ui {

class Label;
class PlainScroll;
class Splitter;

class ActivityPage : public QWidget {
    Q_OBJECT
public:
    ActivityPage(const QString& title, const QString& intro, QWidget* parent);

signals:
    void left();  // to the list of lessons

protected:
    [[nodiscard]] QVBoxLayout& strip() { return *m_strip; }  // below the introduction
    [[nodiscard]] QVBoxLayout& stage() { return *m_stage; }
    // Further text of the strip; wraps.
    Label* addText(const QString& text, FontUse use = FontUse::Body, Role role = Role::Text);
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();

    QWidget *m_head, *m_body;
    PlainScroll* m_scroll;
    QVBoxLayout *m_strip, *m_stage;
};

}  // namespace ui
