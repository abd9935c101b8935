// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files of the desk as a list, each with what is wrong in it; open, close, and the place to drop more.
#pragma once

#include <QAbstractButton>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace ui {

struct FileEntry {
    QString name, path;
    int errors = 0, warnings = 0;
    bool isModified = false;
    bool operator==(const FileEntry&) const = default;
};

class FileRow : public QAbstractButton {
    Q_OBJECT
public:
    FileRow(const FileEntry& entry, bool isCurrent, QWidget* parent);
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    FileEntry m_entry;
    bool m_current;
};

class FilesColumn : public QWidget {
    Q_OBJECT
public:
    explicit FilesColumn(QWidget* parent = nullptr);
    void setFiles(const std::vector<FileEntry>& entries, int current);
    [[nodiscard]] QList<FileRow*> rows() const { return m_rows; }

signals:
    void chosen(int index);
    void closeRequested(int index);
    void openRequested();

private:
    QVBoxLayout* m_list;
    QList<FileRow*> m_rows;
    std::vector<FileEntry> m_entries;
    int m_current = -1;
};

// "Drop any configuration, script or log here"
class DropPlace : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace ui
