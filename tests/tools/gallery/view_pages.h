// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The painted views on a plan, at the sizes of the design.
#pragma once

#include <QSize>
#include <QString>

#include <vector>

class QWidget;

namespace gallery {

struct Page {
    QString name;
    QWidget* widget;  // owned by whoever shows it
    QSize size;
};

// Empty, with a message on standard error, when the plan cannot be read.
[[nodiscard]] std::vector<Page> viewPages(const QString& planFile);

}  // namespace gallery
