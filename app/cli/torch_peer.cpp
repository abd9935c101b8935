// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/torch_peer.h"

#include "app/cli/line_process.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace app {

namespace {

namespace fs = std::filesystem;

using Environment = std::map<std::string, std::string>;

nlohmann::json answerOf(LineProcess& process) {
    const auto line = process.read();
    return line ? nlohmann::json::parse(*line, nullptr, false) : nlohmann::json();
}

double stepOf(LineProcess& process) {
    process.write("step 1");
    const nlohmann::json answer = answerOf(process);
    if (!answer.is_object()) throw std::runtime_error("PyTorch ended within a step");
    return answer.at("seconds").at(0).get<double>();
}

// Debian's torch takes whichever BLAS the system prefers; the others lie beside it.
std::vector<Environment> environments() {
    std::vector<Environment> found{{}};
    std::error_code ignored;
    for (const char* build : {"openblas-openmp", "openblas-pthread"})
        for (const auto& folder : fs::directory_iterator("/usr/lib", ignored))
            if (fs::exists(folder.path() / build / "libblas.so.3", ignored))
                found.push_back({{"LD_LIBRARY_PATH", (folder.path() / build).string()}});
    return found;
}

std::vector<std::string> arguments(const fs::path& script, const core::Plan& plan, int threads) {
    const core::ModelSpec& model = plan.model;
    std::vector<std::string> words{script.string()};
    const auto add = [&](const char* flag, std::int64_t value) {
        words.emplace_back(flag);
        words.push_back(std::to_string(value));
    };
    add("--layers", model.layers);
    add("--hidden", model.hidden);
    add("--heads", model.heads);
    add("--sequence", plan.sequence());
    add("--vocabulary", model.vocabulary);
    add("--batch", plan.batch.global);
    add("--threads", threads);
    return words;
}

struct Started {
    std::shared_ptr<LineProcess> process;
    nlohmann::json about;
    double seconds = 0;
};

std::optional<Started> start(const std::string& python, const std::vector<std::string>& words,
                             const Environment& environment) {
    Started started{std::make_shared<LineProcess>(python, words, environment), {}, 0};
    started.about = answerOf(*started.process);
    if (!started.about.is_object()) return std::nullopt;
    (void)stepOf(*started.process);
    started.seconds = stepOf(*started.process);
    return started;
}

}  // namespace

std::optional<TorchPeer> startTorch(const std::string& python, const fs::path& script, const core::Plan& plan,
                                    int threads) {
    const std::vector<std::string> words = arguments(script, plan, threads);
    std::optional<Started> best;
    for (const Environment& environment : environments()) {
        auto started = start(python, words, environment);
        if (!started) continue;
        const bool bringsItsOwn = started->about.at("blas") == "built in";
        if (!best || started->seconds < best->seconds) best = std::move(started);
        if (bringsItsOwn) break;
    }
    if (!best) return std::nullopt;
    return TorchPeer{best->about.at("version").get<std::string>(), best->about.at("blas").get<std::string>(),
                     [process = best->process] { return stepOf(*process); }};
}

std::vector<std::string> pythons() {
    std::vector<std::string> found{"/usr/bin/python3"};
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    std::error_code ignored;
    for (std::string folder; std::getline(folders, folder, ':');) {
        const fs::path python = fs::path(folder) / "python3";
        if (!fs::exists(python, ignored)) continue;
        if (!fs::equivalent(python, found.front(), ignored)) found.push_back(python.string());
        break;
    }
    return found;
}

}  // namespace app
