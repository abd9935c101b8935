// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// devices: what a plan can run on here. A virtual card is one core with capped memory; its speed is measured.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/readable.h"
#include "core/base/text.h"
#include "core/cluster/cluster.h"
#include "gpu/training/calibration.h"

#include <fmt/format.h>

namespace app {

namespace {

core::Problem noCudaDevice() {
    core::Problem problem;
    problem.severity = core::Severity::Info;
    problem.code = "engine.cuda";
    return problem;
}

Reply devices() {
    const core::Calibration speed = gpu::measureCalibration();
    const core::Accelerator& card = *core::findAccelerator("virtual-card");
    Answer answer;
    answer.json["devices"] = Json::array({{{"name", card.name},
                                           {"kind", "virtual"},
                                           {"title", card.title},
                                           {"memory_bytes", card.memory.value()},
                                           {"cores", speed.cores}}});
    answer.json["calibration"] = {{"virtual_card_flops", speed.virtualCardFlops},
                                  {"virtual_card_flops_bf16", *speed.virtualCardFlopsBf16},
                                  {"virtual_card_flops_fp16", *speed.virtualCardFlopsFp16},
                                  {"virtual_card_bandwidth", speed.virtualCardBandwidth},
                                  {"cores", speed.cores}};
    answer.text = fmt::format("{}: any number of them, {} of memory each unless the plan says otherwise\n"
                              "  this machine                         {}\n"
                              "  matrix products of one core, fp32    {} {}\n"
                              "                               bf16    {} {}\n"
                              "                               fp16    {} {}\n"
                              "  element-wise work of one core        {} {} GB/s\n"
                              "{} measured just now\n",
                              card.title, core::toText(card.memory), core::counted(speed.cores, "core"),
                              kMeasured, flopRate(speed.virtualCardFlops), kMeasured,
                              flopRate(*speed.virtualCardFlopsBf16), kMeasured,
                              flopRate(*speed.virtualCardFlopsFp16), kMeasured,
                              core::threeDigits(speed.virtualCardBandwidth / 1e9), kMeasured);
    answer.problems = {noCudaDevice()};
    return answer;
}

}  // namespace

void addDevices(CLI::App& command, int& exit) { answerWith(command, exit, devices); }

}  // namespace app
