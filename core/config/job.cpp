// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/job.h"

#include "core/config/neox.h"

#include <algorithm>
#include <charconv>

namespace core {

namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::string_view baseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool isJson(const ConfigFile& file) {
    if (file.name.ends_with(".json") || file.name.ends_with(".hjson")) return true;
    for (const std::string_view line : linesOf(file.text)) {
        const std::string_view content = trimmed(line);
        if (content.empty() || content.starts_with('#') || content.starts_with("//")) continue;
        return content.starts_with('{');
    }
    return false;
}

bool isYaml(const ConfigFile& file) { return file.name.ends_with(".yml") || file.name.ends_with(".yaml"); }

// "host slots=8" lines; nothing where one is not.
std::optional<std::int64_t> hostSlots(std::string_view text) {
    std::int64_t total = 0;
    for (const std::string_view line : linesOf(text)) {
        const std::string_view content = trimmed(line.substr(0, line.find('#')));
        if (content.empty()) continue;
        const std::size_t slots = content.find("slots=");
        if (slots == content.npos || content.find_first_of("{}()$;|&") != content.npos) return std::nullopt;
        std::int64_t count = 0;
        const std::string_view digits = content.substr(slots + 6);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
        if (error != std::errc() || count < 1 || count > 1024 || total > 10'000'000) return std::nullopt;
        total += count;
    }
    return total > 0 ? std::optional(total) : std::nullopt;
}

MegaFlavour flavourOf(const MegaArgs& args, const Launch& launch) {
    if (launch.launcher == Launcher::DeepSpeed) return MegaFlavour::MegatronDeepSpeed;
    for (const char* name : {"deepspeed", "deepspeed_config", "deepspeed-config", "zero-stage", "no-pipeline-parallel",
                             "ds-sequence-parallel-size", "deepspeed-activation-checkpointing", "num-key-value-heads",
                             "enable-zbh1-pipeline"})
        if (args.has(name)) return MegaFlavour::MegatronDeepSpeed;
    return MegaFlavour::MegatronLm;
}

class Assembly {
public:
    explicit Assembly(const OpenFile& open)
        : m_open(open) {}

    Result<void> add(const ConfigFile& file) {
        if (isYaml(file)) return neox(file);
        if (isJson(file)) return json(file);
        if (const auto slots = hostSlots(file.text)) {
            m_job.hostCards = slots;
            m_job.hostfile = file.name;
            return {};
        }
        return script(file);
    }

    Result<Job> finish() {
        if (m_job.args && m_job.launch && !m_job.deepspeed)
            if (const auto named = namedConfig()) {
                const auto read = json(*named);
                if (!read) return tl::make_unexpected(read.error());
            }
        if (!m_job.hostCards && m_job.launch) namedHostfile();
        return std::move(m_job);
    }

private:
    void append(const Problems& problems) {
        m_job.problems.insert(m_job.problems.end(), problems.begin(), problems.end());
    }

    Result<void> neox(const ConfigFile& file) {
        Result<NeoX> read = readNeoX(file.text, file.name);
        if (!read) return tl::make_unexpected(read.error());
        append(read->problems);
        m_job.flavour = MegaFlavour::NeoX;
        // NeoX takes several files; a later one adds to, and wins over, an earlier one.
        if (!m_job.args) {
            m_job.args = std::move(read->args);
            m_job.deepspeed = std::move(read->deepspeed);
            return {};
        }
        for (const auto& [name, value] : read->args.all()) m_job.args->set(name, value);
        if (!read->deepspeed.members("").empty()) m_job.deepspeed = std::move(read->deepspeed);
        return {};
    }

    Result<void> json(const ConfigFile& file) {
        Result<DsConfig> read = readDsConfig(file.text, file.name);
        if (!read) return tl::make_unexpected(read.error());
        // A model of Hugging Face, or a plan of ours.
        for (const char* key : {"architectures", "model_type", "layout"})
            if (read->has(key)) return refuse({Severity::Error, "config.nothing", file.name, {}, "fix.config.nothing"});
        if (looksLikeNeoX(*read)) {
            append(read->json().duplicates);
            return neox(file);
        }
        m_job.deepspeed = std::move(*read);
        return {};
    }

    Result<void> script(const ConfigFile& file) {
        Result<ShellScript> read = readShell(file.text, file.name, slurmVariables(file.text));
        if (!read) return tl::make_unexpected(read.error());
        remarks(*read);
        std::optional<Launch> launch = findLaunch(*read);
        if (!launch) return refuse({Severity::Error, "config.nothing", file.name, {}, "fix.config.nothing"});
        const bool own = launch->program.empty() || launch->program.starts_with("pretrain_");
        MegaParsed parsed = parseMegaArgs(launch->arguments, file.name, own ? MegaProgram::Own : MegaProgram::Extended);
        parsed.args.place = launch->where;
        append(parsed.problems);
        append(read->notes);
        m_job.flavour = flavourOf(parsed.args, *launch);
        m_job.args = std::move(parsed.args);
        m_job.launch = std::move(launch);
        m_script = std::move(*read);
        return {};
    }

    // "# shardscope: /optimizer/eps 1e-08"
    void remarks(const ShellScript& script) {
        constexpr std::string_view kMark = "# shardscope: ";
        for (const auto& [text, at] : script.comments) {
            if (!text.starts_with(kMark)) continue;
            const std::string_view rest = trimmed(std::string_view(text).substr(kMark.size()));
            const std::size_t cut = rest.find(' ');
            if (rest.starts_with('/') && cut != rest.npos)
                m_job.remarks.emplace_back(rest.substr(0, cut), rest.substr(cut + 1));
        }
    }

    // Written by the script itself, or a file beside it.
    std::optional<ConfigFile> named(const std::string& path) const {
        for (const ShellWritten& written : m_script.written)
            if (baseName(written.path) == baseName(path))
                return ConfigFile{m_script.file + " → " + path, written.content.text()};
        return m_open ? m_open(path, m_script.file) : std::nullopt;
    }

    std::optional<ConfigFile> namedConfig() const {
        // Also a name that only a run completes (ds_config.$SLURM_JOB_ID.json): the script that writes it says it
        // likewise.
        for (const char* name : {"deepspeed_config", "deepspeed-config"})
            if (const auto found = m_job.args->all().find(name);
                found != m_job.args->all().end() && !found->second.values.empty())
                return named(found->second.values.front().text());
        return std::nullopt;
    }

    void namedHostfile() {
        const auto file = m_job.launch->hostfilePath.empty() ? std::nullopt : named(m_job.launch->hostfilePath);
        if (!file) return;
        m_job.hostCards = hostSlots(file->text);
        m_job.hostfile = file->name;
    }

    const OpenFile& m_open;
    Job m_job;
    ShellScript m_script;
};

}  // namespace

Result<Job> readJob(const std::vector<ConfigFile>& files, const OpenFile& open) {
    Assembly assembly(open);
    for (const ConfigFile& file : files)
        if (const auto added = assembly.add(file); !added) return tl::make_unexpected(added.error());
    return assembly.finish();
}

}  // namespace core
