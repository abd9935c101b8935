// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counts pixels of one colour in what a widget shows.
#pragma once

#include <QImage>
#include <QPixmap>
#include <QWidget>

namespace support {

inline int countPixels(const QImage& image, const QRectF& rect, const QColor& color) {
    int found = 0;
    const QRect area = rect.toAlignedRect() & image.rect();
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x) found += image.pixelColor(x, y) == color;
    return found;
}

inline int countPixels(QWidget& widget, const QRectF& rect, const QColor& color) {
    return countPixels(widget.grab().toImage(), rect, color);
}

}  // namespace support
