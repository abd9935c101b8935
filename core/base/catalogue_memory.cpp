// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Labels of memory ledger entries and sentences about memory.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> memorySentences() {
    static constexpr Sentence kRows[] = {
        {"memory.does-not-fit", "stage {stage} needs {needed} but a card has {capacity}"},
    };
    return kRows;
}

}  // namespace core
