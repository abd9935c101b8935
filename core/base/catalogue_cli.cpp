// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about the command line: commands, flags and the numbers behind them. They stand here and not with
// the program, because its problems travel as events and are shown by others.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> commandLineSentences() {
    static constexpr Sentence kRows[] = {
        {"cli.unknown-command", "\"{word}\" is not a command of this version"},
        {"cli.later-command", "the command \"{word}\" is not supported yet by this version"},
        {"cli.no-command", "a command is missing"},
        {"cli.unknown-flag", "this is no flag of \"{command}\", and no word it expects"},
        {"cli.usage", "{reason}"},
        {"cli.file-exists", "{file} exists already"},
        {"fix.cli.file-exists", "name another file, or add --force to replace it"},
        {"cli.model-source", "\"{text}\" is neither a preset nor a file here, and nothing is downloaded"},
        {"fix.cli.nearest-preset", "the nearest preset is {nearest}; a config.json on this machine may be named too"},
        {"fix.cli.preset-or-file", "name a preset of \"shardscope-cli model --list\", or a config.json on this machine"},
        {"cli.no-value", "its value is missing"},
        {"cli.twice", "it is given more than once"},
        {"cli.no-model", "no model is named"},
        {"cli.unknown-value", "\"{text}\" is not known here"},
        {"cli.not-whole", "\"{text}\" is not a whole number"},
        {"cli.too-large", "{text} is more than this holds"},
        {"cli.not-positive", "{text} is less than 1"},
        {"cli.negative", "{text} is less than 0"},
        {"cli.train-needs", "there is neither a plan file nor a checkpoint to resume from"},
        {"fix.cli.train-needs", "name a plan file, or a checkpoint with --resume"},
        {"cli.needs-plan", "there is neither a plan file nor a model"},
        {"cli.bare-count", "the textbook answer for a bare count takes no {other}"},
        {"cli.zero-stage", "ZeRO has no stage {text}"},
        {"cli.dp-not-whole", "{cards} cards do not divide by tp·cp·pp = {shape}"},
        {"cli.needs-cards", "nothing says how many cards there are"},
        {"fix.cli.give-cards", "give --cards, or --nodes and --gpus-per-node"},
        {"cli.cards-and-dp", "{cards} cards are not tp·cp·pp·dp = {product}"},
        {"cli.cards-and-nodes", "the number of cards is given twice, here and by its nodes"},
        {"cli.too-many-cards", "{text} cards are more than can be counted here"},
        {"cli.lr-needs", "there is neither a plan file nor a peak learning rate"},
        {"cli.lr-total", "without a plan file the length of the schedule is not known"},
        {"cli.min-lr", "the rate {text} is above the peak {peak}"},
        {"cli.lr-unread", "the schedule {scheduler} does not look at this flag"},
        {"cli.lr-steps", "without a plan file the number of updates is not known"},
        {"cli.cost", "{text} is more than a cost can be here"},
        {"cli.too-many-ops", "the table would have more than {limit} ops"},
        {"cli.too-many-rates", "more than {limit} updates are not listed"},
        {"cli.output-not-written", "it cannot be written ({reason}), and what was printed is not complete"},
        {"fix.cli.output-not-written", "send it to a place with room"},
        {"bench.no-torch", "no PyTorch was found, so only this engine was measured"},
        {"fix.bench.no-torch", "name a Python that imports torch; on Debian: apt install python3-torch libopenblas0-openmp"},
        {"cli.control-file", "the control file cannot be made ({reason})"},
        {"fix.cli.control-file", "name a new file in a folder of this machine that can be written"},
        {"cli.record-full", "the run file {file} has reached its limit of {limit}; training goes on unrecorded"},
        {"fix.cli.record-full", "record a long run with a higher --record-limit"},
        {"cli.calibration", "\"{text}\" is no speed of a virtual card"},
        {"fix.cli.calibration", "give FLOP/s, bytes/s and cores, as in 6e10,8e9,2"},
        {"fix.cli.fewer-ops", "use fewer stages or micro-batches"},
        {"fix.cli.help", "\"shardscope-cli {command} --help\" lists its flags"},
        {"fix.cli.choices", "use {choices}"},
        {"fix.cli.did-you-mean", "did you mean {nearest}?"},
        {"fix.cli.commands", "the commands are {choices}"},
        {"fix.cli.give-plan", "name a plan file, or a preset with --model"},
        {"fix.cli.give-whole", "write a whole number such as 8 or 64"},
        {"fix.cli.zero-stage", "use 0, 1, 2 or 3"},
        {"fix.cli.cards", "use {nearest} cards, or give --dp"},
        {"fix.cli.once", "give it once"},
        {"fix.cli.one-of", "leave one of the two out"},
        {"fix.cli.presets", "\"shardscope-cli model --list\" lists them"},
        {"fix.cli.give-lr", "name a plan file, or give --lr and --total"},
        {"fix.cli.fewer-rates", "use {limit} or fewer"},
        {"fix.cli.give-steps", "name a plan file, or give --steps"},
        {"fix.cli.cost", "use costs up to {most}; only their ratios matter"},
        {"fix.cli.later-command", "the commands of this version are {choices}"},
        {"fix.cli.lower-min-lr", "give at most the peak"},
        {"cli.one-log", "one log is watched at a time"},
        {"fix.cli.one-log", "name a file, - for standard input, or --command with a command line"},
    };
    return kRows;
}

}  // namespace core
