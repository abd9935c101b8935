// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Registry of the editable fields of a plan. Drives sliders, command-line flags, undo texts and (later) lessons:
// a new field is one row.
#pragma once

#include "core/base/result.h"
#include "core/plan/plan.h"

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core {

using FieldValue = std::variant<std::int64_t, double, std::string>;  // enums travel by their name

enum class FieldKind { Integer, Real, Choice, Text };

// One stop of a slider. `rule` is empty for a valid stop, else the code of the rule it breaks given the other fields.
struct Stop {
    FieldValue value;
    std::string rule;
    bool operator==(const Stop&) const = default;
};

struct Field {
    std::string pointer;  // "/layout/tp": id, JSON pointer and key of translations
    std::string flag;     // "--tp"; empty = no flag
    std::string label;    // English; ui translates by pointer
    std::string unit;     // "", "sequences", "layers", "GiB"...
    FieldKind kind = FieldKind::Integer;
    std::function<FieldValue(const Plan&)> get;
    // Raw: no rule is applied. A name that is no choice, or a value of another kind, changes nothing.
    std::function<void(Plan&, const FieldValue&)> set;
    std::function<std::vector<Stop>(const Plan&)> stops;  // fieldStops() with Follow; empty for free text and reals
};

[[nodiscard]] const std::vector<Field>& planFields();
[[nodiscard]] const Field* findField(std::string_view pointer);

// Whether the number of cards, or the data-parallel size, gives way when tp or pp changes.
enum class CardsPolicy { Follow, Locked };

// The stops of a slider or list, and for each the rule that an edit to it would break: an error, or what the named
// framework would refuse. The present value is always among them. Rules that every stop breaks are another field's.
[[nodiscard]] std::vector<Stop> fieldStops(const Plan& plan, std::string_view pointer, CardsPolicy policy);

// What a user's edit of one field means for the whole plan: with Follow, nodes·gpus_per_node follows tp·cp·dp·pp; with
// Locked, dp follows the cards. The global batch stays and the number of micro-batches follows; when the edited
// field is the number of micro-batches ("/batch/micro_batches", derived) the global batch follows.
// An edit of the cards (nodes, cards per node, or "/cluster/cards", derived) makes dp follow under both policies.
// A schedule brings the number of chunks it needs; another pp or model drops an explicit stage split that no longer
// fits it, and a model drops a sequence it has no positions for.
// Where a quotient is not whole nothing follows, and a value that cannot work is still stored: validate() says why.
[[nodiscard]] Plan withField(const Plan& plan, std::string_view pointer, const FieldValue& value, CardsPolicy policy);

// "175e9", "175B", "0.5k", "4" → number.
[[nodiscard]] Result<double> parseNumber(std::string_view text, std::string_view where);
// Text of a flag or an entry box → value of the field's kind; an unknown choice is refused with a suggestion.
[[nodiscard]] Result<FieldValue> parseFieldValue(const Field& field, std::string_view text, std::string_view where);

}  // namespace core
