// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// LogWindow: a read-only text, at its end.
#include "ui/window/log_window.h"

#include "ui/kit/theme.h"

#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace ui {

LogWindow* LogWindow::open(const QString& title, const QStringList& lines, QWidget* parent) {
    auto* window = new LogWindow(title, lines, parent);
    window->show();
    return window;
}

LogWindow::LogWindow(const QString& title, const QStringList& lines, QWidget* parent)
    : QDialog(parent) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    resize(760, 420);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* text = new QPlainTextEdit(lines.join(QLatin1Char('\n')), this);
    text->setReadOnly(true);
    text->setFrameShape(QFrame::NoFrame);
    text->setFont(themeOf(*this).font(FontUse::Code));
    text->moveCursor(QTextCursor::End);
    text->setAccessibleName(title);
    column->addWidget(text);
}

}  // namespace ui
