// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a card holds at one moment of the step, largest first: category, tensor, formula with its numbers, bytes. Opens
// above a point and closes on a click elsewhere or Esc.
#pragma once

#include "core/memory/memory_over_time.h"

#include <QFrame>

#include <vector>

namespace ui {

class TensorRows;

class TensorList : public QFrame {
    Q_OBJECT
public:
    TensorList(const QString& title, const QString& total, std::vector<core::HeldTensor> tensors, QWidget* parent);
    void openAt(const QPoint& global);  // deletes itself when closed
    [[nodiscard]] const std::vector<core::HeldTensor>& tensors() const { return m_tensors; }
    [[nodiscard]] QString toText() const;  // title and one line a tensor, for the clipboard

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title, m_total;
    std::vector<core::HeldTensor> m_tensors;
    TensorRows* m_rows;
};

}  // namespace ui
