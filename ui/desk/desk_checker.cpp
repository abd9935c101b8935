// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/desk_checker.h"

#include "core/base/file.h"

#include <QElapsedTimer>

#include <algorithm>
#include <filesystem>

namespace ui {

namespace {

constexpr int kDelayMs = 250;
constexpr int kMostMends = 60;

core::CheckOptions opening(core::CheckOptions options, const std::vector<core::ConfigFile>& files) {
    options.open = [files](const std::string& path, const std::string& from) -> std::optional<core::ConfigFile> {
        const std::string beside = (std::filesystem::path(from).parent_path() / path).lexically_normal().string();
        for (const core::ConfigFile& file : files)
            if (file.name == beside) return file;
        return openBeside(path, from);
    };
    return options;
}

// Applies mends to `files`; what a mend changes is checked again before the next.
void mendFiles(std::vector<core::ConfigFile>& files, const core::CheckOptions& options) {
    for (int round = 0; round < kMostMends; ++round) {
        const core::MendedReport mended = core::checkWithMends(files, opening(options, files));
        const core::ConfigMend* next = nullptr;
        for (std::size_t i = 0; i < mended.mends.size() && !next; ++i)
            if (!mended.mends[i].empty() && mended.report.problems[i].severity != core::Severity::Info)
                next = &mended.mends[i].front();
        if (!next) return;
        for (const core::ConfigFile& changed : next->changed)
            std::ranges::find(files, changed.name, &core::ConfigFile::name)->text = changed.text;
    }
}

}  // namespace

std::optional<core::ConfigFile> openBeside(const std::string& path, const std::string& from) {
    const std::filesystem::path beside = std::filesystem::path(from).parent_path() / path;
    auto text = core::readTextFile(beside, core::kMaxConfigBytes);
    if (!text) return std::nullopt;
    return core::ConfigFile{beside.string(), std::move(*text)};
}

DeskChecker::DeskChecker(QObject* parent)
    : QObject(parent)
    , m_jobs(QStringLiteral("configuration check")) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &DeskChecker::now);
}

void DeskChecker::later() { m_delay.start(); }

void DeskChecker::now() {
    m_delay.stop();
    m_jobs.submit([this, input = m_input()]() -> LatestJob::Delivery {
        QElapsedTimer clock;
        clock.start();
        const auto findings = std::make_shared<DeskFindings>();
        findings->mended = core::checkWithMends(input.files, opening(input.options, input.files));
        if (const auto& job = findings->mended.job; job && (job->args || job->deepspeed))
            findings->memory = core::configMemory(*job, findings->mended.report, input.plan);
        const DeskReport report = findings;
        const double milliseconds = double(clock.nsecsElapsed()) / 1e6;
        return [this, report, milliseconds] {
            m_milliseconds = milliseconds;
            emit checked(report);
        };
    });
}

void DeskChecker::mendAll(std::function<void(std::vector<core::ConfigFile>)> take) {
    m_jobs.submit([input = m_input(), take = std::move(take)]() -> LatestJob::Delivery {
        std::vector<core::ConfigFile> files = input.files, changed;
        mendFiles(files, input.options);
        for (std::size_t i = 0; i < files.size(); ++i)
            if (files[i].text != input.files[i].text) changed.push_back(files[i]);
        return [take, changed = std::move(changed)] { take(changed); };
    });
}

}  // namespace ui
