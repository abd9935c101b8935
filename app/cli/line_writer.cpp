// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The queue between those who add and the thread that writes.
#include "app/cli/line_writer.h"

#include <cerrno>
#include <utility>

namespace app {

namespace {

constexpr int kLookMilliseconds = 20;

}  // namespace

LineWriter::LineWriter(int descriptor, Settings settings)
    : m_output(descriptor)
    , m_settings(std::move(settings)) {
    m_thread = std::thread([this] { run(); });
}

LineWriter::~LineWriter() {
    hurry();
    close();
}

void LineWriter::add(std::string line, LineWeight weight, double time) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_over) return;
        m_bytes += line.size();
        m_lines.push_back({std::move(line), weight, time});
        if (m_bytes > m_settings.mostBytes) leaveOut();
    }
    m_changed.notify_one();
}

// Down to three quarters, so that this walk is seldom.
void LineWriter::leaveOut() {
    const std::size_t goal = m_settings.mostBytes / 4 * 3;
    for (const LineWeight weight : {LineWeight::Detail, LineWeight::Progress, LineWeight::Milestone}) {
        std::deque<Line> kept;
        for (Line& line : m_lines) {
            if (line.weight != weight || m_bytes <= goal) {
                kept.push_back(std::move(line));
                continue;
            }
            m_bytes -= line.text.size();
            ++m_leftOut;
        }
        m_lines = std::move(kept);
        if (m_bytes <= goal) return;
    }
}

void LineWriter::hurry() {
    const std::lock_guard lock(m_mutex);
    if (m_hurried) return;
    m_hurried = true;
    m_lastProgress = Clock::now();
}

void LineWriter::close() {
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_changed.notify_one();
    if (m_thread.joinable()) m_thread.join();
}

int LineWriter::error() const {
    const std::lock_guard lock(m_mutex);
    return m_error;
}

bool LineWriter::next(std::string& text) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_closing || !m_lines.empty(); });
    if (m_lines.empty()) return false;  // whatever was left out stood before a line that was not
    if (m_leftOut > 0 && m_begun) {
        text = m_settings.leftOut(std::exchange(m_leftOut, 0), m_lines.front().time);
        return true;
    }
    text = std::move(m_lines.front().text);
    m_bytes -= text.size();
    m_lines.pop_front();
    m_begun = true;
    return true;
}

bool LineWriter::outOfPatience() {
    const std::lock_guard lock(m_mutex);
    return m_hurried && Clock::now() - m_lastProgress > m_settings.patience;
}

bool LineWriter::writeWhole(const std::string& text) {
    for (std::string_view rest = text; !rest.empty();) {
        const ssize_t written = m_output.write(rest);
        if (written >= 0) {
            rest.remove_prefix(std::size_t(written));
            const std::lock_guard lock(m_mutex);
            m_lastProgress = Clock::now();
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            if (outOfPatience()) return false;
            m_output.waitForRoom(kLookMilliseconds);
        } else if (errno != EINTR) {
            const std::lock_guard lock(m_mutex);
            m_error = errno;
            return false;
        }
    }
    return true;
}

void LineWriter::run() {
    std::string text;
    while (next(text))
        if (!writeWhole(text)) break;
    int error = 0;
    {
        const std::lock_guard lock(m_mutex);
        m_over = true;
        m_lines.clear();
        error = m_error;
    }
    if (error != 0 && m_settings.onLost) m_settings.onLost(error);
}

}  // namespace app
