// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/desk_file.h"

#include "core/base/file.h"
#include "ui/desk/code_layout.h"

#include <QFile>
#include <QFileInfo>
#include <QTextCursor>

namespace ui {

DeskFile::DeskFile(QString path, const QByteArray& bytes, QObject* parent)
    : QObject(parent)
    , m_path(std::move(path))
    , m_savedBytes(bytes)
    , m_layout(new CodeLayout(&m_document)) {
    FormedText read = readForm(bytes);
    m_form = std::move(read.form);
    m_document.setDocumentLayout(m_layout);
    m_document.setPlainText(read.text);
    m_savedText = text();
    m_document.setModified(false);
    m_document.clearUndoRedoStacks();
    m_highlighter = new CodeHighlighter(languageOf(m_path, m_savedText), &m_document);
    connect(&m_document, &QTextDocument::contentsChanged, this, &DeskFile::changed);
    connect(&m_document, &QTextDocument::modificationChanged, this, &DeskFile::changed);
}

QString DeskFile::name() const { return QFileInfo(m_path).fileName(); }

void DeskFile::change(const QString& wanted) {
    const QString now = text();
    const qsizetype shortest = std::min(now.size(), wanted.size());
    qsizetype head = 0, tail = 0;
    while (head < shortest && now[head] == wanted[head]) ++head;
    while (tail < shortest - head && now[now.size() - 1 - tail] == wanted[wanted.size() - 1 - tail]) ++tail;
    QTextCursor cursor(&m_document);
    cursor.beginEditBlock();
    cursor.setPosition(int(head));
    cursor.setPosition(int(now.size() - tail), QTextCursor::KeepAnchor);
    cursor.insertText(wanted.mid(head, wanted.size() - head - tail));
    cursor.endEditBlock();
}

bool DeskFile::changedOnDisk() const {
    QFile file(m_path);
    return file.open(QIODevice::ReadOnly) && file.readAll() != m_savedBytes;
}

core::Result<void> DeskFile::save() {
    const QByteArray bytes = written(text(), m_form, m_savedText);
    const auto saved = core::writeFileAtomically(m_path.toStdString(), {bytes.data(), std::size_t(bytes.size())});
    if (!saved) return saved;
    m_form = readForm(bytes).form;
    m_savedText = text();
    m_savedBytes = bytes;
    m_document.setModified(false);
    return {};
}

}  // namespace ui
