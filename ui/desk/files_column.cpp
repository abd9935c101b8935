// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/files_column.h"

#include "ui/kit/button.h"
#include "ui/kit/paint.h"
#include "ui/kit/view_header.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

namespace ui {

FileRow::FileRow(const FileEntry& entry, bool isCurrent, QWidget* parent)
    : QAbstractButton(parent)
    , m_entry(entry)
    , m_current(isCurrent) {
    setText(entry.name);
    setToolTip(entry.path);
    setAccessibleName(entry.errors > 0     ? tr("%1, %2 errors").arg(entry.name).arg(entry.errors)
                      : entry.warnings > 0 ? tr("%1, %2 warnings").arg(entry.name).arg(entry.warnings)
                                           : tr("%1, sound").arg(entry.name));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize FileRow::sizeHint() const { return {themeOf(*this).ipx(180), themeOf(*this).ipx(32)}; }

void FileRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = themeOf(*this);
    if (m_current) drawSelectedRow(painter, rect(), theme);
    const double size = theme.px(14), middle = (height() - size) / 2.0;
    drawIcon(painter, QRectF(theme.px(13), middle, size, size), Icon::File,
             theme.color(m_current ? Role::Accent : Role::Text2));
    const bool wrong = m_entry.errors > 0, doubtful = m_entry.warnings > 0;
    const Role ink = wrong ? Role::Danger : doubtful ? Role::Warn : Role::Ok;
    drawIcon(painter, QRectF(width() - theme.px(28), middle, size, size),
             wrong ? Icon::Error : doubtful ? Icon::Warn : Icon::Ok, theme.color(ink));
    if (wrong || doubtful)
        drawText(painter, QRectF(width() - theme.px(74), 0, theme.px(40), height()),
                 QString::number(wrong ? m_entry.errors : m_entry.warnings), theme.font(FontUse::Body),
                 theme.color(ink), Qt::AlignRight);
    drawText(painter, QRectF(theme.px(36), 0, width() - theme.px(112), height()),
             m_entry.isModified ? m_entry.name + QStringLiteral(" *") : m_entry.name,
             theme.font(m_current ? FontUse::BodyStrong : FontUse::Body), theme.color(Role::Text));
    if (hasFocus()) drawFocusRing(painter, QRectF(rect()).adjusted(3, 3, -3, -3), theme);
}

void FileRow::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::MiddleButton)
        emit closeRequested();
    else
        QAbstractButton::mouseReleaseEvent(event);
}

void FileRow::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu;
    menu.addAction(tr("Close %1").arg(m_entry.name), this, &FileRow::closeRequested);
    menu.exec(event->globalPos());
}

void FileRow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Delete)
        emit closeRequested();
    else
        QAbstractButton::keyPressEvent(event);
}

FilesColumn::FilesColumn(QWidget* parent)
    : QWidget(parent) {
    auto* header = new ViewHeader(tr("Files"), this);
    auto* open = new Button(ButtonKind::Text, tr("Open…"), header);
    open->setObjectName(QStringLiteral("deskOpen"));
    open->setSize(ButtonSize::Small);
    connect(open, &Button::clicked, this, &FilesColumn::openRequested);
    header->addRight(open);
    m_list = new QVBoxLayout;
    m_list->setSpacing(0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 4);
    column->setSpacing(0);
    column->addWidget(header);
    column->addLayout(m_list);
}

void FilesColumn::setFiles(const std::vector<FileEntry>& entries, int current) {
    if (entries == m_entries && current == m_current) return;
    m_entries = entries;
    m_current = current;
    const bool hadFocus = std::ranges::any_of(m_rows, [](const FileRow* row) { return row->hasFocus(); });
    for (FileRow* row : m_rows) {
        row->hide();
        row->deleteLater();
    }
    m_rows.clear();
    for (int i = 0; i < int(entries.size()); ++i) {
        auto* row = new FileRow(entries[std::size_t(i)], i == current, this);
        row->setObjectName(QStringLiteral("file.") + entries[std::size_t(i)].name);
        connect(row, &FileRow::clicked, this, [this, i] { emit chosen(i); }, Qt::QueuedConnection);
        connect(row, &FileRow::closeRequested, this, [this, i] { emit closeRequested(i); }, Qt::QueuedConnection);
        m_list->addWidget(row);
        row->show();
        m_rows << row;
    }
    if (hadFocus && current >= 0) m_rows[current]->setFocus();
}

QSize DropPlace::sizeHint() const { return {themeOf(*this).ipx(200), themeOf(*this).ipx(64)}; }

void DropPlace::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    QPen pen(theme.color(Role::Strong), 1, Qt::DashLine);
    painter.setPen(pen);
    const QRectF box = QRectF(rect()).adjusted(14.5, 4.5, -14.5, -8.5);
    painter.drawRoundedRect(box, theme.px(6), theme.px(6));
    painter.setPen(theme.color(Role::Text2));
    painter.setFont(theme.font(FontUse::Label));
    painter.drawText(box, Qt::AlignCenter | Qt::TextWordWrap, tr("Drop any configuration, script or log here"));
}

}  // namespace ui
