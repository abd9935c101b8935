// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <array>

// Q_INIT_RESOURCE names a function of the global namespace; a static library drops the resource without it.
static void loadIconResource() { Q_INIT_RESOURCE(icons); }

namespace ui {
namespace {

constexpr std::array<const char*, kIcons> kNames{
    "bulb",   "card", "close", "cube",     "down",  "download", "error",  "file",  "fit",
    "follow", "gear", "grid",  "help",     "info",  "left",     "lock",   "more",  "ok",
    "pause",  "pin",  "play",  "pot",      "redo",  "reset",    "right",  "search", "share",
    "step",   "stop", "sun",   "swap",     "terminal", "undo",  "unlock", "warn"};

QPixmap render(Icon icon, const QColor& color, int pixels) {
    loadIconResource();
    QFile file(QStringLiteral(":/icons/%1.svg").arg(nameOf(icon)));
    QPixmap pixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    if (!file.open(QIODevice::ReadOnly)) return pixmap;
    QByteArray svg = file.readAll();
    svg.replace("#000", color.name().toLatin1());
    QSvgRenderer renderer(svg);
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF(0, 0, pixels, pixels));
    return pixmap;
}

QPixmap cached(Icon icon, const QColor& color, int pixels) {
    const QString key = QStringLiteral("shardscope/%1/%2/%3").arg(nameOf(icon), color.name()).arg(pixels);
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = render(icon, color, pixels);
        QPixmapCache::insert(key, pixmap);
    }
    return pixmap;
}

class IconEngine : public QIconEngine {
public:
    IconEngine(Icon icon, Role role)
        : m_icon(icon)
        , m_role(role) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        drawIcon(*painter, rect, m_icon, colorOf(mode));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        return cached(m_icon, colorOf(mode), std::min(size.width(), size.height()));
    }
    QIconEngine* clone() const override { return new IconEngine(*this); }

private:
    [[nodiscard]] QColor colorOf(QIcon::Mode mode) const {
        return applicationTheme().color(mode == QIcon::Disabled ? Role::Disabled : m_role);
    }

    Icon m_icon;
    Role m_role;
};

}  // namespace

QLatin1String nameOf(Icon icon) { return QLatin1String(kNames[std::size_t(icon)]); }

void drawIcon(QPainter& painter, const QRectF& rect, Icon icon, const QColor& color) {
    const double ratio = painter.device() ? painter.device()->devicePixelRatioF() : 1.0;
    const double side = std::min(rect.width(), rect.height());
    QPixmap pixmap = cached(icon, color, qRound(side * ratio));
    painter.drawPixmap(QRectF(rect.center() - QPointF(side / 2, side / 2), QSizeF(side, side)), pixmap,
                       QRectF(pixmap.rect()));
}

QIcon themedIcon(Icon icon, Role role) { return QIcon(new IconEngine(icon, role)); }

void drawMark(QPainter& painter, const QRectF& rect, const Theme& theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.topLeft());
    painter.scale(rect.width() / 22, rect.height() / 22);
    painter.setPen(Qt::NoPen);
    const auto face = [&](Meaning meaning, const QPolygonF& shape) {
        painter.setBrush(theme.meaning(meaning).fill);
        painter.drawPolygon(shape);
    };
    face(Meaning::Parameters, QPolygonF({{11, 2}, {19, 6.4}, {11, 10.8}, {3, 6.4}}));
    face(Meaning::Gradients, QPolygonF({{3, 8.4}, {10, 12.3}, {10, 19.8}, {3, 15.9}}));
    face(Meaning::Activations, QPolygonF({{19, 8.4}, {12, 12.3}, {12, 19.8}, {19, 15.9}}));
    painter.restore();
}

QIcon markIcon(const Theme& theme) {
    QIcon icon;
    for (const int side : {16, 22, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        drawMark(painter, pixmap.rect(), theme);
        icon.addPixmap(pixmap);
    }
    return icon;
}

}  // namespace ui
