// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The texts of a scene in one picture, packed in rows.
#include "ui/topology/instances.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr int kWidth = 2048, kPadding = 4;
constexpr int kHeights = 256;  // the picture grows in such pieces: a texture of another size is made anew
constexpr qsizetype kMostKept = 1500;  // texts

struct Piece {
    AtlasUse use;
    QString text;
};

std::vector<Piece> piecesOf(const Scene& scene) {
    std::vector<Piece> pieces;
    for (const SceneTopText& text : scene.texts) pieces.push_back({AtlasUse::Lying, text.text});
    for (const SceneLabel& label : scene.labels)
        pieces.push_back(
            {label.font == FontUse::LabelStrong ? AtlasUse::Strong : AtlasUse::Upright, label.text});
    if (!scene.badges.empty()) pieces.push_back({AtlasUse::Badge, {}});
    return pieces;
}

QFont fontOf(AtlasUse use, const Theme& theme) {
    if (use == AtlasUse::Upright) return theme.font(FontUse::Label);
    if (use == AtlasUse::Strong) return theme.font(FontUse::LabelStrong);
    QFont font = theme.font(FontUse::BodyStrong);
    font.setPixelSize(int(kLyingPixels));
    return font;
}

QSizeF sizeOf(const Piece& piece, const Theme& theme) {
    if (piece.use == AtlasUse::Badge) return QSizeF(theme.px(20), theme.px(20));
    const QFontMetricsF metrics(fontOf(piece.use, theme));
    return {std::ceil(metrics.horizontalAdvance(piece.text)) + 2, std::ceil(metrics.height())};
}

void drawBadge(QPainter& painter, const QRectF& rect, const SceneBadge& badge, const Theme& theme) {
    const QPointF at = rect.center();
    painter.setPen(Qt::NoPen);
    painter.setBrush(badge.fill);
    painter.drawEllipse(at, theme.px(9), theme.px(9));
    painter.setPen(QPen(badge.mark, theme.px(2), Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(at + QPointF(0, theme.px(-4.5)), at + QPointF(0, theme.px(0.5)));
    painter.drawPoint(at + QPointF(0, theme.px(3.9)));
}

struct Placed {
    Piece piece;
    QRectF rect;  // logical pixels
};

// Rows from above, each as high as its highest piece. Returns the height used.
double pack(std::vector<Placed>& pieces, double width) {
    double x = 0, y = 0, row = 0;
    for (Placed& placed : pieces) {
        if (x + placed.rect.width() + kPadding > width) {
            x = 0;
            y += row + kPadding;
            row = 0;
        }
        placed.rect.moveTo(x, y);
        x += placed.rect.width() + kPadding;
        row = std::max(row, placed.rect.height());
    }
    return y + row;
}

}  // namespace

QString atlasKey(AtlasUse use, const QString& text) { return QString::number(int(use)) + u':' + text; }

bool covers(const LabelAtlas& atlas, const Scene& scene) {
    return std::ranges::all_of(piecesOf(scene), [&](const Piece& piece) { return atlas.sizes.contains(atlasKey(piece.use, piece.text)); });
}

LabelAtlas buildAtlas(const Scene& scene, const Theme& theme, double pixelRatio, const LabelAtlas* before) {
    LabelAtlas atlas;
    std::vector<Placed> placed;
    std::vector<Piece> pieces = piecesOf(scene);
    if (before && before->sizes.size() < kMostKept)
        for (auto piece = before->sizes.keyBegin(); piece != before->sizes.keyEnd(); ++piece) {
            const auto use = AtlasUse(piece->section(u':', 0, 0).toInt());
            if (use != AtlasUse::Badge) pieces.push_back({use, piece->section(u':', 1)});  // its colours are the scene's
        }
    for (const Piece& piece : pieces) {
        const QString key = atlasKey(piece.use, piece.text);
        if (atlas.sizes.contains(key)) continue;
        atlas.sizes.insert(key, sizeOf(piece, theme));
        placed.push_back({piece, QRectF(QPointF(), atlas.sizes.value(key))});
    }
    const double width = kWidth / pixelRatio;
    const int steps = int(std::floor(pack(placed, width) * pixelRatio / kHeights)) + 1;
    atlas.image = QImage(kWidth, steps * kHeights, QImage::Format_RGBA8888);
    atlas.image.setDevicePixelRatio(pixelRatio);
    atlas.image.fill(Qt::transparent);
    QPainter painter(&atlas.image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    const double fullHeight = atlas.image.height() / pixelRatio;
    for (const Placed& one : placed) {
        if (one.piece.use == AtlasUse::Badge) drawBadge(painter, one.rect, scene.badges.front(), theme);
        painter.setFont(fontOf(one.piece.use, theme));
        painter.setPen(Qt::white);
        painter.drawText(one.rect.adjusted(1, 0, 0, 0), Qt::AlignVCenter | Qt::TextDontClip, one.piece.text);
        atlas.pieces.insert(atlasKey(one.piece.use, one.piece.text),
                            {one.rect.x() / width, one.rect.y() / fullHeight, one.rect.width() / width,
                             one.rect.height() / fullHeight});
    }
    return atlas;
}

}  // namespace ui
