// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A view as rows of text: what assistive technology reads, what CSV and the clipboard get.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace ui {

struct Table {
    QStringList header;
    std::vector<QStringList> rows;
    [[nodiscard]] QString toCsv() const;  // RFC 4180, UTF-8, one line per row
};

}  // namespace ui
