// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands by name: what registry.cpp lists and the cmd_*.cpp define.
#pragma once

#include <CLI/CLI.hpp>

namespace app {

void addModel(CLI::App& command, int& exit);
void addEstimate(CLI::App& command, int& exit);
void addPlan(CLI::App& command, int& exit);
void addCalibrate(CLI::App& command, int& exit);
void addRescale(CLI::App& command, int& exit);
void addCompare(CLI::App& command, int& exit);
void addReport(CLI::App& command, int& exit);
void addSchedule(CLI::App& command, int& exit);
void addLayout(CLI::App& command, int& exit);
void addLr(CLI::App& command, int& exit);
void addTrain(CLI::App& command, int& exit);
void addCheckpoint(CLI::App& command, int& exit);
void addCheck(CLI::App& command, int& exit);
void addImport(CLI::App& command, int& exit);
void addExport(CLI::App& command, int& exit);
void addWatch(CLI::App& command, int& exit);
void addParity(CLI::App& command, int& exit);
void addBench(CLI::App& command, int& exit);
void addValidate(CLI::App& command, int& exit);
void addDevices(CLI::App& command, int& exit);
void addLesson(CLI::App& command, int& exit);

}  // namespace app
