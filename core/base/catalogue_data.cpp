// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about the text to train on.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> dataSentences() {
    static constexpr Sentence kRows[] = {
        {"data.missing", "the text {path} does not exist"},
        {"data.unreadable", "the text {path} cannot be read"},
        {"data.not-a-file", "{path} is a device or a pipe, no text file"},
        {"data.binary", "{path} holds zero bytes, so it is no text"},
        {"data.not-utf8", "{path} is not UTF-8: byte {offset} starts no character"},
        {"data.no-text", "the folder {path} holds no UTF-8 text file"},
        {"data.too-short", "the text has {training} bytes to train on and {held_out} held out; each needs {needed}, "
                           "one sequence and its next byte"},
        {"data.none-on-machine", "no text was found on this machine; {path} and its like are missing"},
        {"fix.data.missing", "name a UTF-8 text file or a folder of them"},
        {"fix.data.unreadable", "check its permissions or name another text"},
        {"fix.data.not-a-file", "name a UTF-8 text file or a folder of them"},
        {"fix.data.binary", "name a UTF-8 text file"},
        {"fix.data.not-utf8", "convert it with iconv -t UTF-8 or name another text"},
        {"fix.data.no-text", "name a folder with UTF-8 text files"},
        {"fix.data.too-short", "use a longer text or a shorter sequence"},
        {"fix.data.none-on-machine", "install Debian's package fortunes or name a text with --data"},
    };
    return kRows;
}

}  // namespace core
