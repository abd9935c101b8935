// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files on the desk and which one is in front. Owned by the window, so that a change of language, which makes the page
// anew, loses no edit.
#pragma once

#include "ui/desk/desk_file.h"

#include <QObject>

#include <memory>
#include <vector>

namespace ui {

class DeskFiles : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // Brings a file in front that is open already. Problems: it cannot be read, or is too large for a configuration.
    [[nodiscard]] core::Result<void> open(const QString& path);
    void close(int index);  // whatever has changed
    void setCurrent(int index);
    [[nodiscard]] int currentIndex() const { return m_current; }
    [[nodiscard]] DeskFile* current() const;  // null without files
    [[nodiscard]] DeskFile* find(const QString& path) const;
    [[nodiscard]] const std::vector<std::unique_ptr<DeskFile>>& all() const { return m_files; }

signals:
    void listChanged();
    void currentChanged();
    void textChanged();

private:
    std::vector<std::unique_ptr<DeskFile>> m_files;
    int m_current = -1;
};

}  // namespace ui
