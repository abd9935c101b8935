// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scene → the bytes of the vertex buffers that the shaders in resources/shaders read. No Qt 3D here.
#pragma once

#include "ui/topology/scene.h"

#include <QByteArray>
#include <QHash>
#include <QImage>

namespace ui {

struct Instances {
    QByteArray bytes;
    int count = 0;
};

inline constexpr float kLyingPixels = 40;  // size of letters that lie on cards, in the atlas
inline constexpr int kBoxFloats = 16;      // centre 3, size 3, fill 4, edge 4, edge width, shading
inline constexpr int kLineFloats = 7;      // position 3, colour 4
inline constexpr int kTextFloats = 21;     // at 3, right 3, down 3, pixels 4, piece 4, colour 4

[[nodiscard]] Instances solidInstances(const Scene& scene);  // cards, what lies on them, links
[[nodiscard]] Instances plateInstances(const Scene& scene);  // translucent, lowest first
[[nodiscard]] Instances linkInstances(const Scene& scene);   // once more, for what hides them
[[nodiscard]] Instances frameVertices(const Scene& scene, const QVector3D& eye);  // pairs of line ends

// A picture of every text of the scene, white on nothing, and where each lies in it (0..1, y down). Badges
// keep their colours.
struct LabelAtlas {
    QImage image;
    QHash<QString, QRectF> pieces;  // by atlasKey()
    QHash<QString, QSizeF> sizes;   // in logical pixels
};
enum class AtlasUse { Lying, Upright, Strong, Badge };
[[nodiscard]] QString atlasKey(AtlasUse use, const QString& text);
// With the texts of `before`, too, which is of the same theme and ratio: a plan that is changed to and fro needs it once.
[[nodiscard]] LabelAtlas buildAtlas(const Scene& scene, const Theme& theme, double pixelRatio, const LabelAtlas* before = nullptr);
[[nodiscard]] bool covers(const LabelAtlas& atlas, const Scene& scene);  // whether it has every text

[[nodiscard]] Instances lyingTexts(const Scene& scene, const OrbitCamera& camera, const LabelAtlas& atlas);
[[nodiscard]] Instances uprightTexts(const Scene& scene, const Projector& projector, const LabelAtlas& atlas,
                                     const Theme& theme);

}  // namespace ui
