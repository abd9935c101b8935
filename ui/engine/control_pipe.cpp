// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// fifo(7), flock(2).
#include "ui/engine/control_pipe.h"

#include "core/telemetry/codec.h"

#include <QDir>
#include <QFile>
#include <QUuid>

#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ui {

namespace {

// A reader that goes away must show as a failed write, not end the program.
ssize_t writeQuietly(int descriptor, const std::string& bytes) {
    sigset_t pipeSignal, before;
    sigemptyset(&pipeSignal);
    sigaddset(&pipeSignal, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before);
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    const timespec atOnce{};
    while (sigtimedwait(&pipeSignal, nullptr, &atOnce) > 0) {}
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return written;
}

}  // namespace

QString controlPathOf(const QString& runFile) { return runFile + QStringLiteral(".control"); }

bool holdsControlFiles(const QString& folder) {
    if (!QDir().mkpath(folder)) return false;
    const QByteArray path = QFile::encodeName(
        QDir(folder).filePath(QStringLiteral(".pipe-") + QUuid::createUuid().toString(QUuid::WithoutBraces)));
    if (::mkfifo(path.constData(), S_IRUSR | S_IWUSR) != 0) return false;
    return ::unlink(path.constData()) == 0;
}

ControlPipe::ControlPipe(ControlPipe&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_held(std::exchange(other.m_held, false)) {}

ControlPipe& ControlPipe::operator=(ControlPipe&& other) noexcept {
    if (this == &other) return *this;
    close();
    m_descriptor = std::exchange(other.m_descriptor, -1);
    m_held = std::exchange(other.m_held, false);
    return *this;
}

ControlPipe ControlPipe::open(const QString& path) {
    ControlPipe pipe;
    const QByteArray name = QFile::encodeName(path);
    struct stat status {};
    if (::stat(name.constData(), &status) != 0 || !S_ISFIFO(status.st_mode)) return pipe;
    pipe.m_descriptor = ::open(name.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    return pipe;
}

bool ControlPipe::hold() {
    if (isOpen() && !m_held) m_held = ::flock(m_descriptor, LOCK_EX | LOCK_NB) == 0;
    return m_held;
}

bool ControlPipe::isEngineGone() const {
    if (!isOpen()) return true;
    pollfd writer{m_descriptor, POLLOUT, 0};
    return ::poll(&writer, 1, 0) > 0 && (writer.revents & POLLERR) != 0;
}

void ControlPipe::send(core::Command command) {
    if (isOpen()) (void)writeQuietly(m_descriptor, core::encode(command) + '\n');
}

void ControlPipe::close() {
    if (m_descriptor >= 0) ::close(m_descriptor);
    m_descriptor = -1;
    m_held = false;
}

}  // namespace ui
