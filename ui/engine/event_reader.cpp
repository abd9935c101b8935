// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// EventReader: splits at newlines; the codec does the rest.
#include "ui/engine/event_reader.h"

#include "core/telemetry/codec.h"
#include "ui/state/sentences.h"

#include <QCoreApplication>

namespace ui {

namespace {
constexpr int kMaxComplaints = 20;

QString tr(const char* text) { return QCoreApplication::translate("ui::EventReader", text); }
}  // namespace

void EventReader::feed(const QByteArray& bytes) {
    qsizetype begin = 0;
    for (qsizetype end = bytes.indexOf('\n'); end >= 0; begin = end + 1, end = bytes.indexOf('\n', begin)) {
        if (m_skipping) {
            m_skipping = false;
        } else if (m_rest.isEmpty()) {
            line(bytes.constData() + begin, end - begin);
        } else {
            m_rest.append(bytes.constData() + begin, end - begin);
            line(m_rest.constData(), m_rest.size());
        }
        m_rest.clear();
    }
    if (m_skipping) return;
    m_rest.append(bytes.constData() + begin, bytes.size() - begin);
    if (m_rest.size() <= qsizetype(core::kMaxLineBytes)) return;
    line(m_rest.constData(), m_rest.size());
    m_rest.clear();
    m_skipping = true;
}

void EventReader::finish() {
    if (!m_rest.isEmpty()) line(m_rest.constData(), m_rest.size());
    m_rest.clear();
    m_skipping = false;
}

void EventReader::line(const char* begin, qsizetype size) {
    if (size == 0) return;
    if (size > qsizetype(core::kMaxLineBytes)) {
        ++m_unknown;
        if (m_complained++ < kMaxComplaints)
            m_complaints << tr("A line of the engine over 1 MiB was dropped.");
        return;
    }
    const std::string_view text(begin, std::size_t(size));
    auto event = core::decodeEvent(text);
    if (event && *event) {
        if (m_sink) m_sink(text, **event);
        m_events.push_back(std::move(**event));
        return;
    }
    ++m_unknown;
    if (!event && m_complained++ < kMaxComplaints) m_complaints << wholeSentences(event.error());
}

}  // namespace ui
