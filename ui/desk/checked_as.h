// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files are checked as: the release of DeepSpeed, the engine, cards, tensor and pipeline sizes. What is left
// empty comes from the files, and is said to.
#pragma once

#include "core/config/check.h"

#include <QWidget>

class QComboBox;

namespace ui {

class Label;
class NumberField;

class CheckedAs : public QWidget {
    Q_OBJECT
public:
    explicit CheckedAs(QWidget* parent = nullptr);
    [[nodiscard]] core::CheckOptions options() const;
    void showResolved(const core::ResolvedConfig& resolved);

signals:
    void changed();

private:
    QComboBox *m_version, *m_engine;
    NumberField *m_cards, *m_tensor, *m_pipeline;
    Label* m_source;
};

}  // namespace ui
