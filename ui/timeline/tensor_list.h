// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a card holds at one moment of the step, largest first: category, tensor, formula with its numbers, bytes.
#pragma once

#include "core/memory/memory_over_time.h"
#include "ui/timeline/popup_card.h"

#include <vector>

namespace ui {

class TensorList : public PopupCard {
    Q_OBJECT
public:
    TensorList(const QString& title, const QString& total, std::vector<core::HeldTensor> tensors, QWidget* parent);
    [[nodiscard]] const std::vector<core::HeldTensor>& tensors() const { return m_tensors; }
    [[nodiscard]] QString toText() const override;  // one line a tensor

private:
    std::vector<core::HeldTensor> m_tensors;
};

}  // namespace ui
