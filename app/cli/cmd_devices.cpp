// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// devices: what a plan can run on here. A virtual card is one core with capped memory; its speed is measured. GPUs are
// those that the CUDA plug-in finds; why it finds none is said in one sentence.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/readable.h"
#include "core/base/text.h"
#include "core/cluster/cluster.h"
#include "gpu/training/calibration.h"
#include "gpu/training/cuda_plugin.h"

#include <fmt/format.h>

namespace app {

namespace {

// The GPUs and the libraries around them, or why there are none: which is no fault of this machine.
void addGpus(Answer& answer) {
    const auto explain = [&](core::Problems problems) {
        for (core::Problem& problem : problems) {
            problem.severity = core::Severity::Info;
            problem.where.clear();
            answer.problems.push_back(std::move(problem));
        }
    };
    const core::Result<gpu::CudaPlugin> plugin = gpu::CudaPlugin::load();
    if (!plugin) return explain(plugin.error());
    const core::Result<std::vector<gpu::CudaCard>> cards = plugin->cards();
    if (!cards) return explain(cards.error());
    const core::Result<gpu::CudaSwitches> switches = gpu::cudaSwitches();
    if (!switches) return explain(switches.error());
    for (const gpu::CudaCard& card : *cards) {
        answer.json["devices"].push_back({{"name", card.name},
                                          {"kind", "cuda"},
                                          {"title", card.name},
                                          {"ordinal", card.ordinal},
                                          {"bus_id", card.busId},
                                          {"memory_bytes", card.memory.value()},
                                          {"compute_capability", fmt::format("{}.{}", card.major, card.minor)}});
        answer.text += fmt::format("GPU {}: {}, {}, compute capability {}.{}\n", card.ordinal, core::visible(card.name),
                                   core::toText(card.memory), card.major, card.minor);
    }
    answer.json["cuda"] = {{"libraries", plugin->module().libraries()}, {"switches", gpu::toText(*switches)}};
    answer.text += fmt::format("  {}; {}\n", core::visible(plugin->module().libraries()), gpu::toText(*switches));
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
    addGpus(answer);
    return answer;
}

}  // namespace

void addDevices(CLI::App& command, int& exit) { answerWith(command, exit, devices); }

}  // namespace app
