// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files come to: batch triple, cards and where their number came from, layout, ZeRO stage, precision, engine,
// every (micro, accumulation) that goes with the batch, and what single keys cost or save on a card.
#pragma once

#include "core/config/key_memory.h"

#include <QWidget>

class QGridLayout;

namespace ui {

class ValuesTable : public QWidget {
    Q_OBJECT
public:
    explicit ValuesTable(QWidget* parent = nullptr);
    void setResolved(const core::CheckReport& report, const core::ConfigMemory& memory = {});
    // Label → value, as shown.
    [[nodiscard]] QList<std::pair<QString, QString>> rows() const { return m_rows; }

private:
    [[nodiscard]] static QString shown(const std::optional<std::int64_t>& number);
    void add(const QString& label, const QString& value, bool wrong = false, const QString& tip = {});
    void addBatches(const core::ResolvedConfig& resolved);
    void addMemory(const core::ConfigMemory& memory);

    QWidget* m_content = nullptr;
    QGridLayout* m_grid = nullptr;
    QList<std::pair<QString, QString>> m_rows;
};

}  // namespace ui
