// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/mends.h"

#include "core/config/hjson_edit.h"
#include "core/config/mend_rows.h"
#include "core/config/neox.h"
#include "core/config/script_edit.h"
#include "core/config/text_place.h"
#include "core/config/yaml_edit.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace core {

namespace {

using Kind = MendChange::Kind;

// "4", "4 or 8", "2, 4 or 8" → each; another text is one value.
std::vector<std::string> waysOf(const std::string& text) {
    std::vector<std::string> ways;
    for (std::size_t at = 0; at < text.size();) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
        if (error != std::errc()) return {text};
        const auto next = std::size_t(end - text.data());
        ways.push_back(text.substr(at, next - at));
        const std::string_view rest = std::string_view(text).substr(next);
        if (rest.empty()) return ways;
        const std::size_t gap = rest.starts_with(" or ") ? 4 : rest.starts_with(", ") ? 2 : 0;
        if (gap == 0) return {text};
        at = next + gap;
    }
    return {text};
}

// Nothing where a parameter is missing or empty.
std::optional<std::string> filled(std::string_view text, const std::map<std::string, std::string>& params) {
    std::string result;
    while (!text.empty()) {
        const std::size_t open = text.find('{'), close = open == text.npos ? open : text.find('}', open);
        const std::string name(close == text.npos ? "" : text.substr(open + 1, close - open - 1));
        const bool isName =
            !name.empty() && std::ranges::all_of(name, [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); });
        if (!isName) {
            const std::size_t cut = open == text.npos ? text.size() : open + 1;
            result += text.substr(0, cut);
            text.remove_prefix(cut);
            continue;
        }
        const auto value = params.find(name);
        if (value == params.end() || value->second.empty()) return std::nullopt;
        result += text.substr(0, open);
        result += value->second;
        text.remove_prefix(close + 1);
    }
    return result;
}

class Mending {
public:
    Mending(const Problem& problem, std::map<std::string, std::string> params, const std::vector<ConfigFile>& files,
            const Job& job)
        : m_params(std::move(params))
        , m_place(placeOf(problem.where))
        , m_files(files)
        , m_job(job) {}

    std::optional<ConfigMend> make(const MendRow& row) {
        std::optional<ConfigMend> mend;
        for (const MendChange& change : row.changes) {
            if (change.kind == Kind::None) break;
            const auto name = filled(change.name, m_params), value = filled(change.value, m_params);
            if (!name || !value || !apply(change.kind, *name, *value)) return std::nullopt;
            if (!mend) mend = label(change.kind, *name, *value);
        }
        if (!mend) return std::nullopt;
        for (const ConfigFile& file : m_files) {
            const auto before = m_now.find(file.name);
            if (before != m_now.end() && before->second != file.text)
                mend->changed.push_back({file.name, before->second});
        }
        return mend->changed.empty() ? std::nullopt : mend;
    }

private:
    [[nodiscard]] std::string lastOf(const std::string& path) const { return path.substr(path.rfind('/') + 1); }

    [[nodiscard]] ConfigMend label(Kind kind, const std::string& name, const std::string& value) const {
        const std::string here = m_place ? lastOf(m_place->pointer) : "";
        const std::string argument = isNeoX() ? neoxKey(name).value_or(name) : "--" + name;
        switch (kind) {
        case Kind::SetKey:
            return {MendAct::Set, lastOf(name), value, {}};
        case Kind::SetHere:
            return {MendAct::Set, here, value, {}};
        case Kind::RemoveKey:
            return {MendAct::Remove, lastOf(name), "", {}};
        case Kind::RemoveHere:
            return {MendAct::Remove, here, "", {}};
        case Kind::RenameHere:
            return {MendAct::Rename, lastOf(name), "", {}};
        case Kind::SetArgument:
            return {MendAct::Set, argument, value, {}};
        case Kind::RemoveArgument:
            return {MendAct::Remove, argument, "", {}};
        case Kind::RenameArgument:
            return {MendAct::Rename, "--" + value, "", {}};
        case Kind::AddArgument:
            return {MendAct::Add, argument, value, {}};
        case Kind::AddLine:
        case Kind::None:
            break;
        }
        return {MendAct::Add, name, value, {}};
    }

    // The text as changed so far; null of a file that is not among those given.
    std::string* textOf(const std::string& name) {
        const auto file = std::ranges::find(m_files, name, &ConfigFile::name);
        return file == m_files.end() ? nullptr : &m_now.try_emplace(name, file->text).first->second;
    }

    bool take(std::string& text, std::optional<std::string> next) {
        if (next) text = std::move(*next);
        return next.has_value();
    }

    bool apply(Kind kind, const std::string& name, const std::string& value) {
        switch (kind) {
        case Kind::SetKey:
        case Kind::SetHere:
        case Kind::RemoveKey:
        case Kind::RemoveHere:
        case Kind::RenameHere:
            return applyToConfig(kind, name, value);
        default:
            return applyToScript(kind, name, value);
        }
    }

    bool applyToConfig(Kind kind, const std::string& name, const std::string& value) {
        const bool here = kind == Kind::SetHere || kind == Kind::RemoveHere || kind == Kind::RenameHere;
        if (here && (!m_place || !m_place->pointer.starts_with('/'))) return false;
        if (!here && !m_job.deepspeed) return false;
        std::string* text = textOf(here ? m_place->file : m_job.deepspeed->json().file);
        if (text == nullptr) return false;
        const std::string pointer = here ? pointerOf(m_place->pointer) : "/" + name;
        if (kind == Kind::RenameHere) return rename(*text, pointer, name);
        if (kind == Kind::RemoveKey || kind == Kind::RemoveHere) return remove(*text, pointer);
        return set(*text, pointer, value);
    }

    [[nodiscard]] bool isNeoX() const { return m_job.flavour == MegaFlavour::NeoX; }

    // Outermost keys of NeoX are known by their names with _.
    [[nodiscard]] std::string pointerOf(std::string pointer) const {
        if (isNeoX())
            std::replace(pointer.begin(),
                         pointer.begin() + std::ptrdiff_t(std::min(pointer.find('/', 1), pointer.size())), '-', '_');
        return pointer;
    }

    [[nodiscard]] std::optional<MemberEditor> editorOf(const std::string& text) const {
        return isNeoX() ? yamlEditor(text) : hjsonEditor(text);
    }
    bool set(std::string& text, const std::string& pointer, const std::string& value) {
        const auto editor = editorOf(text);
        return editor && take(text, editor->withValue(pointer, value));
    }
    bool remove(std::string& text, const std::string& pointer) {
        const auto editor = editorOf(text);
        return editor && take(text, editor->without(pointer));
    }
    bool renameKey(std::string& text, const std::string& pointer, const std::string& name) {
        const auto editor = editorOf(text);
        return editor && take(text, editor->withKey(pointer, name));
    }

    // A replacement in another object, or of another type, is written anew.
    bool rename(std::string& text, const std::string& pointer, const std::string& name) {
        if (name.find('/') == std::string::npos || pointer == "/" + name) return renameKey(text, pointer, lastOf(name));
        const std::string parent = pointer.substr(0, pointer.rfind('/')), wanted = "/" + name;
        const bool offload = lastOf(name).starts_with("offload_");
        if (offload || parent != wanted.substr(0, wanted.rfind('/'))) {
            if (!offload || !m_job.deepspeed->flag(pointer.substr(1))) return false;
            return remove(text, pointer) && set(text, wanted, "{ \"device\": \"cpu\" }");
        }
        return renameKey(text, pointer, lastOf(name));
    }

    // An argument is a key of NeoX there, a flag one that is true; fp16 and bf16 are blocks.
    bool applyToNeoX(Kind kind, const std::string& name, const std::string& value) {
        const bool block = name == "fp16" || name == "bf16";
        const auto key = block ? std::optional(name + "/enabled") : neoxKey(name);
        if (!key) return false;
        const auto written = m_job.args->all().find(name);
        const auto place = written == m_job.args->all().end() ? std::nullopt : placeOf(written->second.where);
        std::string* text = textOf(place ? place->file : m_job.args->file);
        if (text == nullptr) return false;
        const std::string pointer = '/' + *key;
        if (kind == Kind::RemoveArgument) return block ? set(*text, pointer, "false") : remove(*text, pointer);
        if (kind == Kind::AddArgument && place) return false;
        if (kind != Kind::AddArgument && kind != Kind::SetArgument) return false;
        const bool plain = value.find_first_not_of("0123456789.-+e") == std::string::npos;
        return set(*text, pointer, value.empty() ? "true" : plain ? value : nlohmann::json(value).dump());
    }

    bool applyToScript(Kind kind, const std::string& name, const std::string& value) {
        if (!m_job.args) return false;
        if (isNeoX()) return applyToNeoX(kind, name, value);
        std::string* text = textOf(m_job.args->file);
        if (text == nullptr) return false;
        // What is read of the text as it was holds while it has not changed.
        const bool first = !m_scriptChanged.contains(m_job.args->file);
        std::optional<Job> again;
        if (!first) {
            auto read = readJob({{m_job.args->file, *text}});
            if (!read || !read->args) return false;
            again = std::move(*read);
        }
        m_scriptChanged.insert(m_job.args->file);
        const MegaArgs& args = first ? *m_job.args : *again->args;
        const std::string before = *text;
        const ScriptEdit script(before, args);
        const std::string anchor = m_place && m_place->pointer.starts_with("--") ? m_place->pointer.substr(2) : "";
        switch (kind) {
        case Kind::SetArgument:
            return take(*text, script.withValue(name, value));
        case Kind::RemoveArgument:
            return take(*text, script.without(name));
        case Kind::RenameArgument:
            return take(*text, script.withName(name, value));
        case Kind::AddArgument:
            return !args.has(name) &&
                   take(*text, script.withArgument("--" + name + (value.empty() ? "" : " " + value), anchor));
        default:
            return take(*text, script.withLineBefore(name));
        }
    }

    std::map<std::string, std::string> m_params;
    std::optional<ProblemPlace> m_place;
    const std::vector<ConfigFile>& m_files;
    const Job& m_job;
    std::map<std::string, std::string> m_now;  // file → its text as changed
    std::set<std::string> m_scriptChanged;
};

std::vector<std::string> filesNamed(const Problems& problems) {
    std::vector<std::string> names;
    for (const Problem& problem : problems) {
        const auto place = placeOf(problem.where);
        names.push_back(place ? place->file : problem.where);
    }
    return names;
}

std::size_t errorsOf(const Problems& problems) {
    return std::size_t(std::ranges::count(problems, Severity::Error, &Problem::severity));
}

// The same rule about the same thing, wherever its line is now.
bool isSame(const Problem& a, const Problem& b) {
    if (a.code != b.code) return false;
    const auto placeA = placeOf(a.where), placeB = placeOf(b.where);
    if (!placeA || !placeB) return a.where == b.where;
    return placeA->file == placeB->file && placeA->pointer == placeB->pointer;
}

std::size_t countOf(const Problems& problems, const Problem& problem) {
    return std::size_t(std::ranges::count_if(problems, [&](const Problem& other) { return isSame(problem, other); }));
}

std::vector<ConfigFile> with(std::vector<ConfigFile> files, const ConfigMend& mend) {
    for (ConfigFile& file : files)
        for (const ConfigFile& changed : mend.changed)
            if (changed.name == file.name) file.text = changed.text;
    return files;
}

constexpr std::size_t kMostMended = 40;  // each costs a check of all files

}  // namespace

std::vector<ConfigMend> configMends(const Problem& problem, const std::vector<ConfigFile>& files, const Job& job) {
    std::vector<ConfigMend> mends;
    for (const MendRow& row : mendRows()) {
        if (row.fix != problem.fix || (!row.code.empty() && row.code != problem.code)) continue;
        const auto nearest = problem.params.find("nearest");
        const std::vector<std::string> ways =
            nearest == problem.params.end() ? std::vector<std::string>{""} : waysOf(nearest->second);
        for (const std::string& way : ways) {
            auto params = problem.params;
            if (nearest != problem.params.end()) params["nearest"] = way;
            auto mend = Mending(problem, std::move(params), files, job).make(row);
            const auto known = [&](const ConfigMend& other) {
                return std::ranges::equal(other.changed, mend->changed, {}, &ConfigFile::text, &ConfigFile::text);
            };
            if (mend && std::ranges::none_of(mends, known)) mends.push_back(std::move(*mend));
        }
    }
    return mends;
}

MendedReport checkWithMends(const std::vector<ConfigFile>& files, const CheckOptions& options) {
    MendedReport mended;
    std::vector<ConfigFile> readable = files;
    Problems unread;
    std::optional<Job> job;
    while (!job && !readable.empty()) {
        auto read = readJob(readable, options.open);
        if (read) {
            job = std::move(*read);
            break;
        }
        const std::vector<std::string> names = filesNamed(read.error());
        const std::size_t before = readable.size();
        std::erase_if(readable,
                      [&](const ConfigFile& file) { return std::ranges::find(names, file.name) != names.end(); });
        unread.insert(unread.end(), read.error().begin(), read.error().end());
        if (readable.size() == before) break;  // a file that another one names
    }
    if (job && (job->args || job->deepspeed)) mended.report = checkJob(*job, options);
    Problems& problems = mended.report.problems;
    const std::size_t errors = errorsOf(problems);
    mended.mends.resize(problems.size());
    for (std::size_t i = 0; i < std::min(problems.size(), kMostMended); ++i)
        for (ConfigMend& mend : configMends(problems[i], readable, *job)) {
            const auto after = checkConfigs(with(readable, mend), options);
            const std::size_t most = problems[i].severity == Severity::Error ? errors - 1 : errors;
            if (after && errorsOf(after->problems) <= most &&
                countOf(after->problems, problems[i]) < countOf(problems, problems[i]))
                mended.mends[i].push_back(std::move(mend));
        }
    problems.insert(problems.begin(), unread.begin(), unread.end());
    mended.mends.insert(mended.mends.begin(), unread.size(), {});
    mended.job = std::move(job);
    return mended;
}

}  // namespace core
