// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the topology shows, as plain geometry with colours: no widget, no Qt 3D, no camera. Both renderers
// (the instanced 3D scene and the painted grid) draw exactly this. Axes: stage → x, replica → y, tensor rank
// → −z; one unit is about two thirds of a card's width. Built by buildScene() (scene_model.h).
#pragma once

#include "ui/kit/theme.h"
#include "ui/topology/orbit_camera.h"

#include <QRectF>
#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace ui {

inline const QVector3D kCardSize(1.55f, 0.34f, 1.05f);
inline const QVector3D kFlatCardSize(2.50f, 0.34f, 1.55f);

// What a box stands for: one card, or with level of detail all cards of a node or of a stage.
struct SceneItem {
    enum class Kind { Card, Node, Stage };
    Kind kind = Kind::Card;
    int firstRank = 0;
    int count = 1;  // cards
    int stage = 0;  // of the first rank
    int node = 0;   // of the first rank
};

struct SceneBox {
    QVector3D center, size;
    QColor fill, edge;
    float edgeWidth = 1;  // pixels
    int item = -1;        // index into Scene::items
};

// A rectangle lying on a face of a box, in 0..1 of the face. Front: x to the right, y up. Top: x to the
// right, y to the front.
struct ScenePatch {
    enum class Face { Front, Top };
    int box = 0;
    Face face = Face::Front;
    QRectF area;
    QColor fill, line;
    float lineWidth = 0;  // 0 = none
};

struct SceneTopText {
    int box = 0;
    QString text;
    QColor color;
    float em = 0.4f;    // height of the letters' square, scene units
    float toFront = 0;  // from the middle of the top face
};

struct ScenePlate {
    QVector3D center;
    QSizeF size;  // along x and z
    QColor fill, line;
    float opacity = 1;
};

struct SceneFrame {
    QVector3D low, high;
    QColor color;
};

enum class LinkStyle { Whole, Dotted };  // inside a node, across nodes

struct SceneLink {
    QVector3D from, to;
    QVector3D slab;  // middle of the gap it lies in, for sorting behind and before cards
    Axis axis = Axis::Tensor;
    QColor color;
    LinkStyle style = LinkStyle::Whole;
    float thickness = 0.05f;
    int fromRank = 0, toRank = 0;
};

// Text that always faces the reader, in pixels beside a point of the scene.
struct SceneLabel {
    enum class Side { Left, Below, Above };  // where the text lies, seen from the point
    QVector3D at;
    QString text;
    QColor color;
    Side side = Side::Below;
    FontUse font = FontUse::Label;
};

struct SceneBadge {
    QVector3D at;
    QColor fill, mark;
};

struct Scene {
    QColor background;
    QColor topLight, sideDark;  // mixed into the top (12 %) and side (13 %) faces
    std::vector<SceneItem> items;
    std::vector<SceneBox> boxes;      // boxes[i].item == i: every item has one box
    std::vector<ScenePatch> patches;  // ordered by box
    std::vector<SceneTopText> texts;
    std::vector<ScenePlate> plates;
    std::vector<SceneFrame> frames;
    std::vector<SceneLink> links;
    std::vector<SceneLabel> labels;
    std::vector<SceneBadge> badges;
    OrbitCamera home;  // its angles only; fitted() finds target and distance

    [[nodiscard]] bool empty() const { return boxes.empty(); }
    [[nodiscard]] std::array<QVector3D, 2>
    bounds() const;  // lowest and highest corner of boxes, plates and frames
};

inline constexpr float kTopShare = 0.12f, kSideShare = 0.13f;
inline constexpr float kHiddenLinkOpacity = 0.35f;

// The nearest box that the ray hits: index into Scene::items.
[[nodiscard]] std::optional<int> pick(const Scene& scene, const Ray& ray);

// The boxes of a link: one, or a row of dots.
[[nodiscard]] std::vector<SceneBox> linkBoxes(const SceneLink& link);

// Pixel rectangle of a label whose point is projected to `at`.
[[nodiscard]] QRectF labelRect(const SceneLabel& label, const QPointF& at, const Theme& theme);
// Indices of the labels that do not cover one another; earlier ones win.
[[nodiscard]] std::vector<int> uncoveredLabels(const Scene& scene, const Projector& projector,
                                               const Theme& theme);

// scene.home with target and distance so that the scene fills the viewport with 8 % margin and no label is
// cut.
[[nodiscard]] OrbitCamera fitted(const Scene& scene, const OrbitCamera& angles, const QSizeF& viewport,
                                 const Theme& theme);

// Directions in which the letters on a card's top run. They turn with the camera by quarters, so that numbers
// never stand on their heads; text that shares the face with a drawing stays where it is.
struct TextAxes {
    QVector3D right, down;
};
[[nodiscard]] TextAxes textAxes(const OrbitCamera& camera, const SceneTopText& text);

inline constexpr double kFacingFrameOpacity = 0.8, kBackFrameOpacity = 0.55;

// Edges of a frame, to be drawn whole on its face towards the eye and dotted elsewhere.
struct FrameEdge {
    QVector3D from, to;
    bool facesEye = false;
};
[[nodiscard]] std::array<FrameEdge, 12> frameEdges(const SceneFrame& frame, const QVector3D& eye);

}  // namespace ui
