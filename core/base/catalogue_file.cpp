// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about files, JSON text and numbers as people type them.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> fileSentences() {
    static constexpr Sentence kRows[] = {
        {"file.cannot-read", "the file cannot be read ({reason})"},
        {"file.cannot-write", "the file cannot be written ({reason})"},
        {"file.is-folder", "this is a folder, not a file"},
        {"file.not-a-file", "this is a named pipe, a socket or a device, not a file"},
        {"file.too-large", "the file has {bytes} bytes, more than the {limit} that are read"},
        {"fix.file.check-path", "check the path and its permissions"},
        {"fix.file.choose-other-place", "choose a folder that you may write to and that has space"},
        {"fix.file.smaller", "use a file of at most {limit} bytes"},
        {"fix.file.name-a-file", "name a file"},
        {"json.syntax", "{found} where {expected} should be"},
        {"json.duplicate-key", "the key \"{key}\" stands twice in one object, first in line {first}"},
        {"json.not-utf8", "the text is not valid UTF-8"},
        {"json.too-deep", "the nesting is deeper than {limit} levels"},
        {"json.trailing", "text follows after the end of the document"},
        {"fix.json.keep-one", "keep one of the two"},
        {"fix.json.mend", "mend the JSON at this place"},
        {"fix.json.save-utf8", "save the file as UTF-8"},
        {"number.not-a-number", "\"{text}\" is not a number"},
        {"number.too-large", "\"{text}\" is larger than a number can be here"},
        {"fix.number.write", "write it like 4, 0.5k, 175B or 175e9"},
        {"resource.missing", "the file {name} that belongs to the product was not found in {places}"},
        {"fix.resource.reinstall", "install again, or let SHARDSCOPE_RESOURCES name the folder of resources"},
    };
    return kRows;
}

}  // namespace core
