// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One file on the desk: its text with undo, how it is written, what stands on disk.
#pragma once

#include "ui/desk/code_highlighter.h"
#include "ui/desk/text_form.h"

#include "core/base/result.h"

#include <QObject>
#include <QTextDocument>

namespace ui {

class CodeLayout;

class DeskFile : public QObject {
    Q_OBJECT
public:
    // Of a path whose bytes have been read.
    DeskFile(QString path, const QByteArray& bytes, QObject* parent);

    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] QString name() const;  // of the file, without its folder
    [[nodiscard]] QTextDocument& document() { return m_document; }
    [[nodiscard]] CodeLayout& layout() { return *m_layout; }
    [[nodiscard]] CodeHighlighter& highlighter() { return *m_highlighter; }
    [[nodiscard]] const TextForm& form() const { return m_form; }
    [[nodiscard]] QString text() const { return m_document.toPlainText(); }
    [[nodiscard]] const QString& savedText() const { return m_savedText; }
    [[nodiscard]] bool isModified() const { return m_document.isModified(); }
    // Since it was read or saved here; a file that is gone has not.
    [[nodiscard]] bool changedOnDisk() const;

    // One undoable act that changes only what differs.
    void change(const QString& text);
    [[nodiscard]] core::Result<void> save();

signals:
    void changed();

private:
    QString m_path, m_savedText;
    QByteArray m_savedBytes;
    TextForm m_form;
    QTextDocument m_document;
    CodeLayout* m_layout;            // owned by the document
    CodeHighlighter* m_highlighter;  // likewise
};

}  // namespace ui
