// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one view lights up in the others besides the selection: the groups that talk at the step it explains, and what they
// send. Belongs to the window's selection and lives as long.
#pragma once

#include "core/layout/layout.h"

#include <QObject>
#include <QString>

#include <vector>

namespace ui {

class Selection;

struct LitGroups {
    QString words;                    // "Reduce gradients: 4 data groups, 13.0 MiB a step"
    std::vector<core::Group> groups;  // empty with words: every rank by itself
    [[nodiscard]] bool empty() const { return words.isEmpty(); }
    bool operator==(const LitGroups&) const = default;
};

class Spotlight : public QObject {
    Q_OBJECT
public:
    // Made when first asked for.
    [[nodiscard]] static Spotlight& of(Selection& selection);

    [[nodiscard]] const LitGroups& lit() const { return m_lit; }
    void show(LitGroups lit, const QObject* source);
    // Only by the view that lit it.
    void clear(const QObject* source);

signals:
    void changed();

private:
    using QObject::QObject;
    LitGroups m_lit;
    const QObject* m_source = nullptr;
};

}  // namespace ui
