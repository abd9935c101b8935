// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rendered prose as rich text in the colours of the theme, and a label that shows it.
#pragma once

#include "core/lesson/prose.h"
#include "ui/kit/theme.h"

#include <QLabel>
#include <QString>

namespace ui {

// A link of "lesson:ID" or "help:PAGE" stays a link; a meaning becomes its line colour.
[[nodiscard]] QString proseHtml(const core::Prose& prose, const Theme& theme);

class ProseLabel : public QLabel {
    Q_OBJECT
public:
    explicit ProseLabel(FontUse use = FontUse::Lesson, Role role = Role::Text, QWidget* parent = nullptr);
    void setProse(core::Prose prose);

protected:
    void changeEvent(QEvent* event) override;

private:
    void restyle();

    FontUse m_use;
    Role m_role;
    core::Prose m_prose;
};

}  // namespace ui
