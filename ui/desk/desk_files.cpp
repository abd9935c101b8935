// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/desk_files.h"

#include "core/base/file.h"
#include "core/config/ds_config.h"

#include <QFileInfo>

#include <algorithm>

namespace ui {

core::Result<void> DeskFiles::open(const QString& path) {
    const QString whole = QFileInfo(path).absoluteFilePath();
    const auto known = std::ranges::find_if(m_files, [&](const auto& file) { return file->path() == whole; });
    if (known != m_files.end()) {
        setCurrent(int(known - m_files.begin()));
        return {};
    }
    const auto bytes = core::readTextFile(whole.toStdString(), core::kMaxConfigBytes);
    if (!bytes) return tl::make_unexpected(bytes.error());
    m_files.push_back(std::make_unique<DeskFile>(whole, QByteArray::fromStdString(*bytes), nullptr));
    connect(m_files.back().get(), &DeskFile::changed, this, &DeskFiles::textChanged);
    emit listChanged();
    setCurrent(int(m_files.size()) - 1);
    return {};
}

void DeskFiles::close(int index) {
    // The editor lets go of the document first.
    std::unique_ptr<DeskFile> closed = std::move(m_files[std::size_t(index)]);
    m_files.erase(m_files.begin() + index);
    m_current = std::min(m_current > index ? m_current - 1 : m_current, int(m_files.size()) - 1);
    emit currentChanged();
    emit listChanged();
}

void DeskFiles::setCurrent(int index) {
    m_current = index;
    emit currentChanged();
}

DeskFile* DeskFiles::current() const { return m_current < 0 ? nullptr : m_files[std::size_t(m_current)].get(); }

DeskFile* DeskFiles::find(const QString& path) const {
    const auto found = std::ranges::find_if(m_files, [&](const auto& file) { return file->path() == path; });
    return found == m_files.end() ? nullptr : found->get();
}

}  // namespace ui
