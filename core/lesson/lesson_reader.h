// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson from its folder: lesson.json says what happens, en.md and zh_CN.md say it in words. The form of both, for
// authors: resources/help/lessons.md.
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <filesystem>
#include <vector>

namespace core {

// What could be read, and every fault of it with its place. A lesson with errors among its problems is not for showing.
struct LessonReading {
    Lesson lesson;
    Problems problems;
};

// `planFolder` holds the plans that "base" names, without their suffix.
[[nodiscard]] LessonReading readLesson(const std::filesystem::path& folder, const std::filesystem::path& planFolder);

// Folders with a lesson.json in them: `path` itself or those below it, by name.
[[nodiscard]] std::vector<std::filesystem::path> lessonFolders(const std::filesystem::path& path);

}  // namespace core
