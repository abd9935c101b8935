// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks the files of the desk together, a moment after the last change, in a thread of its own. All members: UI thread.
#pragma once

#include "core/config/key_memory.h"
#include "core/config/mends.h"
#include "ui/state/latest_job.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace ui {

struct DeskFindings {
    core::MendedReport mended;
    core::ConfigMemory memory;
};
using DeskReport = std::shared_ptr<const DeskFindings>;

struct DeskInput {
    std::vector<core::ConfigFile> files;
    core::CheckOptions options;  // without `open`: the checker opens files beside those of the desk
    core::Plan plan{};           // whose model and accelerator stand in where the files name none
};

class DeskChecker : public QObject {
    Q_OBJECT
public:
    explicit DeskChecker(QObject* parent = nullptr);

    // `input` is asked when the check begins.
    void setInput(std::function<DeskInput()> input) { m_input = std::move(input); }
    void later();
    void now();
    // The first mend of every error and warning, one after the other, until none is left; texts of the files that change.
    void mendAll(std::function<void(std::vector<core::ConfigFile> changed)> take);
    [[nodiscard]] bool isBusy() const { return m_delay.isActive() || m_jobs.isBusy(); }
    [[nodiscard]] double lastMilliseconds() const { return m_milliseconds; }

signals:
    void checked(ui::DeskReport report);

private:
    std::function<DeskInput()> m_input;
    QTimer m_delay;
    double m_milliseconds = 0;
    LatestJob m_jobs;  // last: ends before the rest goes
};

// A file that another one names, from beside that one.
[[nodiscard]] std::optional<core::ConfigFile> openBeside(const std::string& path, const std::string& from);

}  // namespace ui
