// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// --export: waits until there is something to show (with --start: trains for a while and prints its
// progress), writes the pictures, stops the engine and ends the program. Exit codes: 0 done, 1 the run was
// refused or ran out of memory, 2 the folder cannot be written, 3 the engine failed. Pictures are written in
// every case.
#pragma once

#include "ui/window/main_window.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace app {

class PictureRun : public QObject {
    Q_OBJECT
public:
    PictureRun(ui::MainWindow& window, QString folder, QObject* parent = nullptr);
    void afterEvaluation();              // the plan, or a replayed run
    void afterTraining(double seconds);  // starts the run

private:
    void searchLayouts(const std::function<void()>& then);
    void report();
    void finish();
    [[nodiscard]] int exitCode() const;

    ui::MainWindow& m_window;
    QString m_folder;
    QTimer m_progress, m_deadline;
    std::int64_t m_reported = 0;
    bool m_training = false, m_finished = false;
};

}  // namespace app
