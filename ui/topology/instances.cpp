// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/instances.h"

#include <algorithm>
#include <array>

namespace ui {
namespace {

constexpr float kLift = 0.003f;  // what lies on a face stands this far off it, layer by layer
constexpr float kDash = 0.05f, kDashGap = 0.075f;

enum class Shading { Flat, ByFace };

class Writer {
public:
    Writer& put(const QVector3D& v) { return put({v.x(), v.y(), v.z()}); }
    Writer& put(const QColor& c) {
        return put({float(c.redF()), float(c.greenF()), float(c.blueF()), float(c.alphaF())});
    }
    Writer& put(const QRectF& r) {
        return put({float(r.x()), float(r.y()), float(r.width()), float(r.height())});
    }
    Writer& put(std::initializer_list<float> values) {
        m_values.insert(m_values.end(), values);
        return *this;
    }
    void reserve(std::size_t floats) { m_values.reserve(floats); }
    [[nodiscard]] Instances done(int floatsEach) const {
        return {QByteArray(reinterpret_cast<const char*>(m_values.data()),
                           qsizetype(m_values.size() * sizeof(float))),
                int(m_values.size()) / floatsEach};
    }

private:
    std::vector<float> m_values;
};

void putBox(Writer& out, const SceneBox& box, Shading shading) {
    out.put(box.center).put(box.size).put(box.fill).put(box.edge);
    out.put({box.edgeWidth, shading == Shading::ByFace ? 1.0f : 0.0f});
}

// A patch is a box without depth in front of its face.
SceneBox boxOf(const SceneBox& card, const ScenePatch& patch, float lift) {
    const bool front = patch.face == ScenePatch::Face::Front;
    const QVector3D low = card.center - card.size / 2;
    const auto middle = patch.area.center();
    SceneBox box;
    box.fill = patch.fill;
    box.edge = patch.line.isValid() ? patch.line : patch.fill;
    box.edgeWidth = patch.lineWidth;
    box.center.setX(low.x() + card.size.x() * float(middle.x()));
    box.size.setX(card.size.x() * float(patch.area.width()));
    const int along = front ? 1 : 2, across = front ? 2 : 1;
    box.center[along] = low[along] + card.size[along] * float(middle.y());
    box.size[along] = card.size[along] * float(patch.area.height());
    box.center[across] = low[across] + card.size[across] + lift;
    return box;
}

}  // namespace

Instances solidInstances(const Scene& scene) {
    Writer out;
    for (const SceneBox& box : scene.boxes) putBox(out, box, Shading::ByFace);
    int layer = 1, card = -1;
    for (const ScenePatch& patch : scene.patches) {
        layer = patch.box == card && patch.face == ScenePatch::Face::Front ? layer + 1 : 1;
        card = patch.box;
        putBox(out, boxOf(scene.boxes[std::size_t(patch.box)], patch, kLift * float(std::min(layer, 2))),
               Shading::Flat);
    }
    for (const SceneLink& link : scene.links)
        for (const SceneBox& box : linkBoxes(link)) putBox(out, box, Shading::ByFace);
    return out.done(kBoxFloats);
}

Instances plateInstances(const Scene& scene) {
    std::vector<ScenePlate> plates = scene.plates;
    std::stable_sort(plates.begin(), plates.end(),
                     [](const ScenePlate& a, const ScenePlate& b) { return a.center.y() < b.center.y(); });
    Writer out;
    for (const ScenePlate& plate : plates) {
        QColor fill = plate.fill;
        fill.setAlphaF(plate.opacity);
        putBox(out,
               {plate.center,
                {float(plate.size.width()), 0, float(plate.size.height())},
                fill,
                plate.line,
                1,
                -1},
               Shading::Flat);
    }
    return out.done(kBoxFloats);
}

Instances linkInstances(const Scene& scene) {
    Writer out;
    for (const SceneLink& link : scene.links)
        for (const SceneBox& box : linkBoxes(link)) putBox(out, box, Shading::ByFace);
    return out.done(kBoxFloats);
}

Instances frameVertices(const Scene& scene, const QVector3D& eye) {
    constexpr std::size_t kUsualLines = 64;  // of a frame: nine edges, some of them dashed
    Writer out;
    out.reserve(scene.frames.size() * kUsualLines * 2 * kLineFloats);
    const auto line = [&](const QVector3D& from, const QVector3D& to, const std::array<float, 4>& ink) {
        out.put({from.x(), from.y(), from.z(), ink[0], ink[1], ink[2], ink[3], to.x(), to.y(), to.z(), ink[0], ink[1], ink[2], ink[3]});
    };
    for (const SceneFrame& frame : scene.frames)
        for (const FrameEdge& edge : frameEdges(frame, eye)) {
            const std::array<float, 4> ink{float(frame.color.redF()), float(frame.color.greenF()), float(frame.color.blueF()),
                                           float(edge.facesEye ? kFacingFrameOpacity : kBackFrameOpacity)};
            if (edge.facesEye) {
                line(edge.from, edge.to, ink);
                continue;
            }
            const float length = (edge.to - edge.from).length();
            const QVector3D along = (edge.to - edge.from).normalized();
            for (float at = 0; at < length; at += kDash + kDashGap)
                line(edge.from + along * at, edge.from + along * std::min(at + kDash, length), ink);
        }
    return out.done(kLineFloats);
}

Instances lyingTexts(const Scene& scene, const OrbitCamera& camera, const LabelAtlas& atlas) {
    Writer out;
    for (const SceneTopText& text : scene.texts) {
        const QString key = atlasKey(AtlasUse::Lying, text.text);
        const SceneBox& box = scene.boxes[std::size_t(text.box)];
        const QSizeF size = atlas.sizes.value(key);
        const TextAxes axes = textAxes(camera, text);
        const float unit = text.em / kLyingPixels;
        out.put(box.center + QVector3D(0, box.size.y() / 2 + 3 * kLift, text.toFront));
        out.put(axes.right * float(size.width()) * unit).put(axes.down * float(size.height()) * unit);
        out.put(QRectF()).put(atlas.pieces.value(key)).put(text.color);
    }
    return out.done(kTextFloats);
}

Instances uprightTexts(const Scene& scene, const Projector& projector, const LabelAtlas& atlas,
                       const Theme& theme) {
    Writer out;
    const auto piece = [&](const QVector3D& at, const QString& key, const QPointF& offset,
                           const QColor& ink) {
        out.put(at).put(QVector3D()).put(QVector3D());
        out.put(QRectF(offset, atlas.sizes.value(key))).put(atlas.pieces.value(key)).put(ink);
    };
    for (const SceneBadge& badge : scene.badges) {
        const QString key = atlasKey(AtlasUse::Badge, {});
        const QSizeF size = atlas.sizes.value(key);
        piece(badge.at, key, {-size.width() / 2, -size.height() / 2}, QColor(0, 0, 0, 0));
    }
    for (const int index : uncoveredLabels(scene, projector, theme)) {
        const SceneLabel& label = scene.labels[std::size_t(index)];
        const auto use = label.font == FontUse::LabelStrong ? AtlasUse::Strong : AtlasUse::Upright;
        piece(label.at, atlasKey(use, label.text), labelRect(label, {0, 0}, theme).topLeft(), label.color);
    }
    return out.done(kTextFloats);
}

}  // namespace ui
