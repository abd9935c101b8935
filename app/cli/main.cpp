// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// shardscope-cli: everything headless. `train` is the engine process that the explorer starts.
#include "app/cli/command.h"

int main(int argc, char** argv) {
    CLI::App cli{"Plans and runs 3D-parallel training of large language models", "shardscope-cli"};
    cli.set_version_flag("--version", SHARDSCOPE_VERSION);
    cli.require_subcommand(1);
    int exit = app::kYes;
    for (const app::CommandRow& row : app::commands()) row.add(*cli.add_subcommand(row.name, row.summary), exit);
    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return cli.exit(error) == 0 ? app::kYes : app::kNotUnderstood;
    }
    return exit;
}
