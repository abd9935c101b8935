// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the model makes of a prompt, newest first: the prompt strong in accent, the newest text in full ink.
#pragma once

#include "ui/state/hall.h"

#include <QWidget>

class QStackedLayout;
class QTextBrowser;

namespace ui {

class EmptyState;
class ViewHeader;

class SamplePane : public QWidget {
    Q_OBJECT
public:
    explicit SamplePane(const Hall& hall, QWidget* parent = nullptr);
    [[nodiscard]] bool showsData() const;
    [[nodiscard]] QString text() const;

signals:
    void changePromptRequested();

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void write();

    const Hall m_hall;
    QStackedLayout* m_stack;
    EmptyState* m_empty;
    QTextBrowser* m_text;
    std::int64_t m_shownStep = -1;
    std::size_t m_shown = 0;
};

}  // namespace ui
