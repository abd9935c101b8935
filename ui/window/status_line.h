// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window's last row, 26 high: what the engine does, how long ago it spoke, what the numbers rest on,
// which plan.
#pragma once

#include "ui/state/hall.h"

#include <QStringList>
#include <QTimer>
#include <QWidget>

namespace ui {

class EngineClient;
class KindMarks;

class StatusLine : public QWidget {
    Q_OBJECT
public:
    StatusLine(const Hall& hall, const EngineClient& client, QWidget* parent = nullptr);

    enum class About { Plan, Run };  // whose plan the right end names
    void setAbout(About about);
    // For tests and assistive technology: the words as they stand.
    [[nodiscard]] QStringList leftWords() const;
    [[nodiscard]] QStringList rightWords() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QStringList liveWords() const;
    [[nodiscard]] QStringList offWords() const;

    [[nodiscard]] double wordsEnd() const;
    void placeMarks();

    const Hall& m_hall;
    const EngineClient& m_client;
    KindMarks* m_marks;  // what ○ ● ◐ mean; in Explore
    About m_about = About::Plan;
    QTimer m_age;  // the age of the last message moves without messages
};

}  // namespace ui
