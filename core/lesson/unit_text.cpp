// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/unit_text.h"

namespace core {

std::string unitText(std::string_view unit, Language language) {
    struct Word {
        std::string_view unit, english, chinese;
    };
    static constexpr Word kWords[] = {{"d", "days", "天"}, {"h", "hours", "小时"}, {"bytes", "bytes", "字节"}};
    for (const Word& word : kWords)
        if (word.unit == unit) return std::string(language == Language::Chinese ? word.chinese : word.english);
    return std::string(unit);
}

std::string withUnit(const std::string& number, std::string_view unit, Language language) {
    if (unit.empty()) return number;
    if (unit == "%") return number + (language == Language::Chinese ? "%" : "\u202f%");
    return number + ' ' + unitText(unit, language);
}

}  // namespace core
