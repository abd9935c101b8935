// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The editor of one file at a time: a gutter with line numbers and marks, wave underlines, the short message behind its
// line, the whole of it as tooltip, and a card below the line of the chosen problem. Files dropped on it go to the page.
#pragma once

#include "core/base/problem.h"

#include <QPlainTextEdit>
#include <QPointer>

#include <vector>

namespace ui {

class DeskFile;

struct EditorMark {
    int line = 0, column = 0;  // from 0
    core::Severity severity{};
    QString message;  // behind the line
    QString whole;    // tooltip
};

class CodeEditor : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit CodeEditor(QWidget* parent = nullptr);

    void setFile(DeskFile* file);
    [[nodiscard]] DeskFile* file() const { return m_file; }
    void setMarks(const std::vector<EditorMark>& marks);
    [[nodiscard]] int markCount() const { return int(m_marks.size()); }
    // Scrolls to a place and puts the cursor there.
    void reveal(int line, int column);
    // Below a line; the editor owns it. Null = none.
    void setCard(int line, QWidget* card);
    [[nodiscard]] QWidget* card() const { return m_card; }
    [[nodiscard]] int gutterWidth() const;

signals:
    void saveRequested();
    void markClicked(int line);

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    friend class Gutter;
    struct Placed {
        QTextCursor at;  // of the underlined word; moves with the text
        EditorMark mark;
    };
    void restyle();
    void placeGutter();
    void placeCard();
    void paintGutter(const QRect& rect);
    void paintMessages();
    [[nodiscard]] const Placed* markAt(int line) const;  // the worst of that line
    [[nodiscard]] QString tipAt(const QPoint& at) const;

    QPointer<DeskFile> m_file;
    std::vector<Placed> m_marks;
    QTextDocument* m_none;  // shown without a file
    QWidget* m_gutter;
    QPointer<QWidget> m_card;
    int m_cardLine = -1;
};

}  // namespace ui
