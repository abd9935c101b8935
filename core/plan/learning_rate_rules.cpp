// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules of learning-rate schedules: what leaves no updates, and what DeepSpeed or Megatron would say.
#include "core/lr/registry.h"
#include "core/plan/rules.h"
#include "core/plan/training_updates.h"

#include <fmt/format.h>

namespace core {

namespace {

class RateRules {
public:
    explicit RateRules(const Plan& plan)
        : m_schedule(plan.lrSchedule)
        , m_row(lrSchedule(plan.lrSchedule.kind))
        , m_total(plan.lrSchedule.total > 0 ? plan.lrSchedule.total : updatesToTrain(plan)) {}

    Problems all() {
        warmup();
        if (m_schedule.kind == LrKind::DeepSpeedOneCycle) oneCycle();
        if (m_schedule.kind == LrKind::MegatronWsd) annealing();
        return std::move(m_problems);
    }

private:
    [[nodiscard]] bool deepSpeedWarmup() const { return m_row.readsKey("warmup_type"); }

    void add(Severity severity, const char* code, const char* where, const char* fix, std::string upstream = {}) {
        m_problems.push_back({severity,
                              code,
                              where,
                              {{"warmup", fmt::to_string(m_schedule.warmup)},
                               {"total", fmt::to_string(m_total)},
                               {"updates", fmt::to_string(m_schedule.wsd.updates)},
                               {"scheduler", std::string(m_row.foreignName)},
                               {"least", fmt::format("{}", m_schedule.oneCycle.minMomentum)},
                               {"most", fmt::format("{}", m_schedule.oneCycle.maxMomentum)}},
                              fix,
                              std::move(upstream)});
    }

    void warmup() {
        constexpr const char* kWhere = "/lr_schedule/warmup";
        if (deepSpeedWarmup() && m_schedule.warmup == 0)
            add(Severity::Warning, "lr.deepspeed-no-warmup", kWhere, "fix.lr.deepspeed-warmup",
                "warmup_num_steps must be a positive integer, got 0");
        if (m_schedule.kind == LrKind::MegatronInverseSquareRoot && m_schedule.warmup == 0)
            add(Severity::Warning, "lr.inverse-square-root-warmup", kWhere, "fix.lr.deepspeed-warmup");
        if (m_schedule.total == 0 || !m_row.readsKey("total") || !m_row.readsKey("warmup")) return;
        if (deepSpeedWarmup() && m_schedule.warmup > m_schedule.total)
            add(Severity::Warning, "lr.warmup-beyond-total", kWhere, "fix.lr.warmup",
                fmt::format("total_num_steps {} is less than warmup_num_steps {}", m_schedule.total,
                            m_schedule.warmup));
        else if (!deepSpeedWarmup() && m_schedule.warmup >= m_schedule.total)
            add(Severity::Error, "lr.warmup-beyond-total", kWhere, "fix.lr.warmup");
    }

    void oneCycle() {
        if (m_schedule.warmup == 0)
            add(Severity::Error, "lr.one-cycle-first-half", "/lr_schedule/warmup", "fix.lr.one-cycle-first-half",
                "cycle_first_step_size must be positive, got 0.0");
        if (m_schedule.oneCycle.minMomentum > m_schedule.oneCycle.maxMomentum)
            add(Severity::Error, "lr.one-cycle-momentum", "/lr_schedule/one_cycle/min_momentum",
                "fix.lr.one-cycle-momentum");
    }

    void annealing() {
        if (m_schedule.wsd.updates < 1 || m_schedule.wsd.updates > m_total)
            add(Severity::Error, "lr.wsd-updates", "/lr_schedule/wsd/updates", "fix.lr.wsd-updates");
    }

    const LrScheduleSpec& m_schedule;
    const LrScheduleRow& m_row;
    std::int64_t m_total;
    Problems m_problems;
};

}  // namespace

Problems learningRateProblems(const Plan& plan) { return RateRules(plan).all(); }

}  // namespace core
