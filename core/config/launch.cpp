// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/launch.h"

#include "core/config/mega_args.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace core {

namespace {

std::optional<std::int64_t> numberOf(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > 10'000'000)
        return std::nullopt;
    return value;
}

std::string_view baseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

int knownArguments(const ShellCommand& command) {
    int count = 0;
    if (command.words.front().text() == "echo" || command.words.front().text() == "printf") return 0;
    for (const ShellText& word : command.words)
        if (word.text().starts_with("--") && findMegaName(std::string_view(word.text()).substr(2)) != nullptr) ++count;
    return count;
}

// The launcher's own words end where the training program begins.
std::size_t programAt(const std::vector<ShellText>& words) {
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i].text().ends_with(".py")) return i;
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (words[i].text() == "-m" && !words[i + 1].text().starts_with("torch.distributed")) return i + 1;
    return words.size();
}

class LauncherWords {
public:
    LauncherWords(const std::vector<ShellText>& words, std::size_t end)
        : m_words(words.data(), end) {}

    [[nodiscard]] bool has(std::string_view program) const {
        return std::ranges::any_of(m_words, [&](const ShellText& word) { return baseName(word.text()) == program; });
    }

    // --name value, --name=value, with - and _ as the same; or -n value.
    [[nodiscard]] std::optional<std::string> value(std::initializer_list<std::string_view> names) const {
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            std::string word = m_words[i].text();
            const std::size_t equals = word.find('=');
            std::string name = word.substr(0, equals);
            if (name.starts_with("--")) std::replace(name.begin() + 2, name.end(), '_', '-');
            if (std::ranges::find(names, name) == names.end()) continue;
            if (equals != std::string::npos) return word.substr(equals + 1);
            if (i + 1 < m_words.size()) return m_words[i + 1].text();
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::int64_t> count(std::initializer_list<std::string_view> names) const {
        const auto text = value(names);
        // "2:4" of torchrun: at least and at most.
        return text ? numberOf(std::string_view(*text).substr(
                          text->find(':') == std::string::npos ? 0 : text->find(':') + 1))
                    : std::nullopt;
    }

private:
    std::span<const ShellText> m_words;
};

Launcher launcherOf(const LauncherWords& words) {
    if (words.has("deepspeed")) return Launcher::DeepSpeed;
    if (words.has("torchrun") || words.has("torch.distributed.launch") || words.has("torch.distributed.run"))
        return Launcher::Torchrun;
    if (words.has("srun")) return Launcher::Srun;
    return words.has("mpirun") || words.has("mpiexec") ? Launcher::Mpirun : Launcher::None;
}

void count(Launch& launch, const LauncherWords& words) {
    const auto describe = [&](std::string_view first, std::string_view second) {
        launch.worldSource = fmt::format("{}: {} {} · {} {}", launch.where, first, launch.nodes.value_or(1), second,
                                         launch.cardsPerNode.value_or(1));
    };
    switch (launch.launcher) {
    case Launcher::Torchrun:
        launch.nodes = words.value({"--nnodes"}) ? words.count({"--nnodes"}) : 1;
        launch.isElastic = words.value({"--nnodes"}).value_or("").find(':') != std::string::npos;
        launch.cardsPerNode = words.value({"--nproc-per-node"}) ? words.count({"--nproc-per-node"}) : 1;
        describe("--nnodes", "--nproc_per_node");
        break;
    case Launcher::DeepSpeed:
        launch.hostfilePath = words.value({"--hostfile", "-H"}).value_or("");
        launch.hasHostfile = words.value({"--hostfile", "-H"}) || words.value({"--include", "-i"});
        launch.hasNodes = words.value({"--num-nodes"}).has_value();
        launch.cardsPerNode = words.count({"--num-gpus"});
        launch.nodes = launch.hasNodes ? words.count({"--num-nodes"})
                       : launch.hasHostfile ? std::nullopt
                                            : std::optional<std::int64_t>(1);
        describe("--num_nodes", "--num_gpus");
        break;
    case Launcher::Srun:
        launch.world = words.count({"--ntasks", "-n"});
        launch.worldSource = launch.where + ": --ntasks";
        launch.nodes = words.count({"--nodes", "-N"});
        launch.cardsPerNode = words.count({"--ntasks-per-node"});
        break;
    case Launcher::Mpirun:
        launch.world = words.count({"-np", "-n", "--np"});
        launch.worldSource = launch.where + ": -np";
        break;
    case Launcher::None:
        break;
    }
    if (!launch.world && launch.nodes && launch.cardsPerNode) launch.world = *launch.nodes * *launch.cardsPerNode;
    if (!launch.world) launch.worldSource.clear();
}

std::optional<std::int64_t> slurmNumber(const ShellScript& script, const char* name) {
    const auto found = script.variables.find(name);
    if (found == script.variables.end() || found->second.elements.empty()) return std::nullopt;
    return numberOf(found->second.elements.front().text());
}

// srun starts as many tasks as #SBATCH lines ask for, when it says no number itself.
void slurmTasks(Launch& launch, const ShellScript& script) {
    if (launch.launcher != Launcher::Srun) return;
    const auto tasks = slurmNumber(script, "SLURM_NTASKS");
    const auto nodes = launch.nodes ? launch.nodes : slurmNumber(script, "SLURM_NNODES"),
               perNode = launch.cardsPerNode ? launch.cardsPerNode : slurmNumber(script, "SLURM_NTASKS_PER_NODE");
    launch.world = tasks ? tasks : nodes && perNode ? std::optional(*nodes * *perNode) : std::nullopt;
    if (launch.world) launch.worldSource = script.file + ": #SBATCH";
}

}  // namespace

ShellVariables slurmVariables(std::string_view text) {
    struct Row {
        std::string_view name, letter, variable;
    };
    static constexpr Row kRows[] = {{"--nodes", "-N", "SLURM_NNODES"},
                                    {"--nodes", "-N", "SLURM_JOB_NUM_NODES"},
                                    {"--ntasks", "-n", "SLURM_NTASKS"},
                                    {"--ntasks-per-node", "", "SLURM_NTASKS_PER_NODE"},
                                    {"--gpus-per-node", "", "SLURM_GPUS_PER_NODE"},
                                    {"--gres", "", "SLURM_GPUS_ON_NODE"}};
    ShellVariables variables;
    int line = 0;
    while (!text.empty()) {
        ++line;
        const std::string_view row = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(row.size() + 1, text.size()));
        if (!row.starts_with("#SBATCH")) continue;
        const std::vector<ShellText> words = ShellText(row.substr(7), {line, 8}).split();
        for (const Row& known : kRows) {
            const LauncherWords options(words, words.size());
            auto value = options.value({known.name, known.letter.empty() ? known.name : known.letter});
            if (!value) continue;
            const std::string number =
                value->substr(value->rfind(':') == std::string::npos ? 0 : value->rfind(':') + 1);
            if (numberOf(number)) variables[std::string(known.variable)] = {{ShellText(number, {line, 1})}, false};
        }
    }
    if (variables.contains("SLURM_GPUS_PER_NODE"))
        variables.try_emplace("SLURM_GPUS_ON_NODE", variables["SLURM_GPUS_PER_NODE"]);
    return variables;
}

std::optional<Launch> findLaunch(const ShellScript& script) {
    const ShellCommand* best = nullptr;
    int most = 0;
    for (const ShellCommand& command : script.commands)
        if (const int known = knownArguments(command); known > most) {
            best = &command;
            most = known;
        }
    if (best == nullptr) return std::nullopt;
    Launch launch;
    const std::vector<ShellText>& words = best->words;
    const std::size_t program = programAt(words);
    launch.where = script.where(words.front().at());
    launch.environment = best->environment;
    if (program < words.size()) {
        const LauncherWords own(words, program);
        launch.launcher = launcherOf(own);
        launch.program = baseName(words[program].text());
        count(launch, own);
        if (!launch.world) slurmTasks(launch, script);
        launch.allocatedNodes = slurmNumber(script, "SLURM_NNODES");
        launch.arguments.assign(words.begin() + std::ptrdiff_t(program) + 1, words.end());
    } else if (words.front().text().starts_with("--")) {
        // A list of arguments, one or more a line.
        for (const ShellCommand& command : script.commands)
            if (command.words.front().text().starts_with("--"))
                launch.arguments.insert(launch.arguments.end(), command.words.begin(), command.words.end());
    } else {
        launch.arguments = words;
    }
    return launch;
}

}  // namespace core
