// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The language of the whole program: its catalogue of texts, that of problem sentences, and how numbers are written. One
// per application, owned by its main function. Widgets read their texts when they are made: after a change the window
// makes its parts anew.
#pragma once

#include "core/lesson/language.h"

#include <QString>
#include <QTranslator>

#include <memory>
#include <vector>

namespace ui {

class Languages {
public:
    explicit Languages(core::Language language);
    ~Languages();
    Languages(const Languages&) = delete;
    Languages& operator=(const Languages&) = delete;

    [[nodiscard]] core::Language current() const { return m_current; }
    void use(core::Language language);
    // "" = as the system speaks: Chinese on a Chinese system, else English.
    [[nodiscard]] static core::Language named(const QString& name);

private:
    void load(const QString& catalogue);

    core::Language m_current;
    std::vector<std::unique_ptr<QTranslator>> m_texts;
};

}  // namespace ui
