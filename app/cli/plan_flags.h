// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Flags that write fields of a plan, generated from core's registry of fields. Shared by every command that
// takes a PLAN or flags.
//
// Cards: overriding tp, cp or pp without --dp keeps the cards and recomputes dp; with --dp the cards follow.
// --schedule-table FILE reads a table of ops into the plan (core/schedule/table.h). --set comes last (plan_values.h).
// A dp that does not come out whole is a broken rule (exit code 1), a value that is no number or name is not
// understood (2).
#pragma once

#include "core/base/result.h"
#include "core/plan/fields.h"
#include "core/plan/plan.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace app {

struct FlaggedPlan {
    core::Plan plan;
    core::Problems problems;  // rules broken while cards and dp were settled; core::validate() has not run
    // With such an error dp is not known, and `plan` holds what it was before.
    [[nodiscard]] bool settled() const { return !core::hasErrors(problems); }
};

class PlanFlags {
public:
    // Adds the flags of `only`, or every flag of the registry, to `command`. Must outlive it at a fixed
    // address.
    explicit PlanFlags(CLI::App& command, std::span<const std::string_view> only = {});
    PlanFlags(const PlanFlags&) = delete;
    PlanFlags& operator=(const PlanFlags&) = delete;

    [[nodiscard]] bool given(std::string_view flag) const;
    [[nodiscard]] std::vector<std::string> givenFlags() const;
    [[nodiscard]] core::Result<FlaggedPlan> over(core::Plan base) const;
    // Without a plan file, on top of defaults: the cards follow the layout unless they are given, and the
    // global batch is 4·dp·pp unless it is given.
    [[nodiscard]] core::Result<FlaggedPlan> alone(core::Plan defaults) const;
    // `file` when there is one, else alone(defaultPlan()). Neither file nor --model is refused.
    [[nodiscard]] core::Result<FlaggedPlan> overFileOrAlone(const std::string& file) const;

    // Places of problems for whoever typed them: the flag that set the field, else its place in `file`.
    [[nodiscard]] core::Problems located(core::Problems problems, const std::string& file) const;

private:
    [[nodiscard]] bool cardsGiven() const;
    [[nodiscard]] std::string shapeFlag() const;  // the first that was given of those that ask for another dp
    // The flags with a field of their own; cards and dp settled.
    [[nodiscard]] core::Result<FlaggedPlan> settled(core::Plan base) const;
    [[nodiscard]] core::Result<FlaggedPlan> withSet(core::Result<FlaggedPlan> flagged) const;
    [[nodiscard]] core::Result<core::Plan> withFields(core::Plan plan) const;
    // --schedule-table FILE: the table, the schedule `table`, and its chunks where no flag gives them.
    [[nodiscard]] core::Result<core::Plan> withTable(core::Plan plan) const;

    std::string m_tableFile;
    std::vector<std::string> m_values;  // of --set
    std::map<std::string, std::string, std::less<>> m_texts;  // by flag; CLI11 writes here
    std::map<std::string, CLI::Option*, std::less<>> m_options;
};

// A whole number as people type it ("64", "0.5k"), of at least 1.
[[nodiscard]] core::Result<std::int64_t> parseCount(std::string_view text, std::string_view where);

// The argument PLAN of a command: a file, or the bare name of a plan that comes with the product ("tiny-2x2x2").
CLI::Option* addPlanOption(CLI::App& command, std::string& file, const std::string& help,
                           const std::string& name = "PLAN");

// The file that a PLAN names. A name that is neither a file nor a shipped plan is refused with the nearest shipped one.
[[nodiscard]] core::Result<core::Plan> openPlan(const std::string& file);

// What `estimate` assumes where no flag says otherwise.
[[nodiscard]] core::Plan defaultPlan();

}  // namespace app
