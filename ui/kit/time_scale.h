// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Time ↔ pixels: an immutable window onto [0, end]. Zooming and panning make a new one.
#pragma once

#include <algorithm>

namespace ui {

class TimeScale {
public:
    TimeScale() = default;
    TimeScale(double from, double to, double left, double width)
        : m_from(from)
        , m_to(std::max(to, from + 1e-12))
        , m_left(left)
        , m_width(std::max(1.0, width)) {}

    [[nodiscard]] double from() const { return m_from; }
    [[nodiscard]] double to() const { return m_to; }
    [[nodiscard]] double left() const { return m_left; }
    [[nodiscard]] double right() const { return m_left + m_width; }
    [[nodiscard]] double perSecond() const { return m_width / (m_to - m_from); }
    [[nodiscard]] double toPixel(double seconds) const { return m_left + (seconds - m_from) * perSecond(); }
    [[nodiscard]] double toSeconds(double pixel) const { return m_from + (pixel - m_left) / perSecond(); }

    // The window after zooming around the time under `pixel`, kept inside [0, end].
    [[nodiscard]] TimeScale zoomed(double factor, double pixel, double end) const {
        const double span = std::clamp((m_to - m_from) / factor, end * 1e-4, end);
        const double anchor = toSeconds(pixel);
        const double share = std::clamp((pixel - m_left) / m_width, 0.0, 1.0);
        return at(anchor - share * span, span, end);
    }
    [[nodiscard]] TimeScale panned(double pixels, double end) const {
        return at(m_from - pixels / perSecond(), m_to - m_from, end);
    }

private:
    [[nodiscard]] TimeScale at(double from, double span, double end) const {
        const double start = std::clamp(from, 0.0, std::max(0.0, end - span));
        return {start, start + span, m_left, m_width};
    }

    double m_from = 0, m_to = 1, m_left = 0, m_width = 1;
};

}  // namespace ui
