// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/scene.h"

#include <QFontMetricsF>

#include <algorithm>
#include <map>
#include <cmath>
#include <limits>

namespace ui {
namespace {

constexpr double kFitMargin = 0.08;
constexpr double kLabelInset = 6;  // pixels
constexpr double kLabelGap = 8;    // pixels between a point and its label

// Slab test; distance of the entry point, or nothing.
std::optional<float> hit(const SceneBox& box, const Ray& ray) {
    float enter = 0, leave = std::numeric_limits<float>::max();
    for (int axis = 0; axis < 3; ++axis) {
        const float low = box.center[axis] - box.size[axis] / 2, high = low + box.size[axis];
        const float inverse =
            1 / ray.direction[axis];  // infinite along a face: the comparisons below still hold
        float a = (low - ray.origin[axis]) * inverse, b = (high - ray.origin[axis]) * inverse;
        if (a > b) std::swap(a, b);
        enter = std::max(enter, a);
        leave = std::min(leave, b);
    }
    return enter <= leave ? std::optional(enter) : std::nullopt;
}

std::vector<QVector3D> cornersOf(const std::array<QVector3D, 2>& bounds) {
    std::vector<QVector3D> corners;
    for (int i = 0; i < 8; ++i)
        corners.emplace_back(bounds[std::size_t(i & 1)].x(), bounds[std::size_t(i >> 1 & 1)].y(),
                             bounds[std::size_t(i >> 2 & 1)].z());
    return corners;
}

QRectF projectedBounds(const Projector& projector, const std::vector<QVector3D>& points) {
    QRectF rect;
    for (const QVector3D& point : points) {
        const QRectF dot(projector(point), QSizeF(0.01, 0.01));
        rect = rect.isNull() ? dot : rect.united(dot);
    }
    return rect;
}

}  // namespace

std::array<QVector3D, 2> Scene::bounds() const {
    constexpr float kFar = std::numeric_limits<float>::max();
    QVector3D low(kFar, kFar, kFar), high(-kFar, -kFar, -kFar);
    const auto include = [&](const QVector3D& from, const QVector3D& to) {
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], from[axis]);
            high[axis] = std::max(high[axis], to[axis]);
        }
    };
    for (const SceneBox& box : boxes) include(box.center - box.size / 2, box.center + box.size / 2);
    for (const ScenePlate& plate : plates) {
        const QVector3D half(float(plate.size.width() / 2), 0, float(plate.size.height() / 2));
        include(plate.center - half, plate.center + half);
    }
    for (const SceneFrame& frame : frames) include(frame.low, frame.high);
    return boxes.empty() ? std::array{QVector3D(), QVector3D()} : std::array{low, high};
}

std::optional<int> pick(const Scene& scene, const Ray& ray) {
    std::optional<int> found;
    float nearest = std::numeric_limits<float>::max();
    for (const SceneBox& box : scene.boxes) {
        const auto distance = hit(box, ray);
        if (!distance || *distance >= nearest) continue;
        nearest = *distance;
        found = box.item;
    }
    return found;
}

std::vector<SceneBox> linkBoxes(const SceneLink& link) {
    const QVector3D along = link.to - link.from;
    const float length = along.length(), thick = link.thickness;
    const bool upright = std::abs(along.y()) > length / 2;
    // Lying links are flat: wide enough to be seen, thin enough to hug the card's top.
    const QVector3D across =
        upright ? QVector3D(thick * 1.6f, 0, thick * 1.6f) : QVector3D(thick * 1.6f, thick, thick * 1.6f);
    const auto boxAt = [&](const QVector3D& center, float extent) {
        SceneBox box{center, across, link.color, link.color, 0, -1};
        for (int axis = 0; axis < 3; ++axis)
            if (std::abs(along[axis]) > length / 2) box.size[axis] = extent;
        return box;
    };
    if (link.style == LinkStyle::Whole) return {boxAt((link.from + link.to) / 2, length)};
    const float step = thick * 3;
    const int dots = std::max(2, int(length / step));
    std::vector<SceneBox> boxes;
    for (int i = 0; i < dots; ++i)
        boxes.push_back(boxAt(link.from + along * ((float(i) + 0.5f) / float(dots)), thick * 1.6f));
    return boxes;
}

namespace {

// Sizes of all labels: texts are measured once, however often the camera is moved.
std::vector<QSizeF> labelSizes(const Scene& scene, const Theme& theme) {
    std::vector<QSizeF> sizes;
    std::map<FontUse, QFontMetricsF> metrics;
    for (const SceneLabel& label : scene.labels) {
        const QFontMetricsF& font = metrics.try_emplace(label.font, theme.font(label.font)).first->second;
        sizes.emplace_back(font.horizontalAdvance(label.text), font.height());
    }
    return sizes;
}

QRectF labelRect(const SceneLabel& label, const QPointF& at, const QSizeF& size, const Theme& theme) {
    const double gap = theme.px(kLabelGap);
    switch (label.side) {
    case SceneLabel::Side::Left:
        return {QPointF(at.x() - gap - size.width(), at.y() - size.height() / 2), size};
    case SceneLabel::Side::Below:
        return {QPointF(at.x() - size.width() / 2, at.y()), size};
    case SceneLabel::Side::Above:
        return {QPointF(at.x() + 1, at.y() - gap / 2 - size.height()), size};
    }
    return {};
}

bool isParted(const std::vector<QRectF>& row, std::size_t step) {
    for (std::size_t i = step; i < row.size(); i += step)
        if (row[i].intersects(row[i - step])) return false;
    return true;
}

// The names on one side of their points are a row, in order: every second, fourth … is kept until they part.
std::size_t stepOfRow(const std::vector<QRectF>& row) {
    std::size_t step = 1;
    while (step < row.size() && !isParted(row, step)) step *= 2;
    return step;
}

}  // namespace

QRectF labelRect(const SceneLabel& label, const QPointF& at, const Theme& theme) {
    const QFont font = theme.font(label.font);
    return labelRect(label, at, QSizeF(textWidth(font, label.text), QFontMetricsF(font).height()), theme);
}

namespace {

std::vector<int> uncovered(const Scene& scene, const Projector& projector, const std::vector<QSizeF>& sizes, const Theme& theme) {
    std::vector<int> shown;
    std::vector<QRectF> taken;
    std::map<SceneLabel::Side, std::vector<QRectF>> rows;
    for (std::size_t i = 0; i < scene.labels.size(); ++i) {
        const SceneLabel& label = scene.labels[i];
        rows[label.side].push_back(labelRect(label, projector(label.at), sizes[i], theme).adjusted(-3, 0, 3, 0));
    }
    std::map<SceneLabel::Side, std::size_t> steps, numbers;
    for (const auto& [side, row] : rows) steps[side] = stepOfRow(row);
    for (std::size_t i = 0; i < scene.labels.size(); ++i) {
        const SceneLabel::Side side = scene.labels[i].side;
        const std::size_t number = numbers[side]++;
        if (number % steps[side] != 0) continue;
        const QRectF& rect = rows[side][number];
        if (std::any_of(taken.begin(), taken.end(),
                        [&](const QRectF& other) { return other.intersects(rect); }))
            continue;
        taken.push_back(rect);
        shown.push_back(int(i));
    }
    return shown;
}

}  // namespace

std::vector<int> uncoveredLabels(const Scene& scene, const Projector& projector, const Theme& theme) {
    return uncovered(scene, projector, labelSizes(scene, theme), theme);
}

OrbitCamera fitted(const Scene& scene, const OrbitCamera& angles, const QSizeF& viewport,
                   const Theme& theme) {
    const auto bounds = scene.bounds();
    const std::vector<QVector3D> corners = cornersOf(bounds);
    OrbitCamera camera = angles;
    camera.target = (bounds[0] + bounds[1]) / 2;
    camera.distance = std::max(26.0f, (bounds[1] - bounds[0]).length() * 3);
    if (scene.empty() || viewport.width() < 2 * kLabelInset + 8 || viewport.height() < 2 * kLabelInset + 8)
        return camera;

    const QRectF inner =
        QRectF(QPointF(), viewport).adjusted(kLabelInset, kLabelInset, -kLabelInset, -kLabelInset);
    const double mx = std::max(0.0, viewport.width() * kFitMargin - kLabelInset);
    const double my = std::max(0.0, viewport.height() * kFitMargin - kLabelInset);
    const std::vector<QSizeF> sizes = labelSizes(scene, theme);
    for (int round = 0; round < 16;
         ++round) {  // labels keep their pixels while the scene scales, so approach it
        const Projector projector(camera, viewport);
        QRectF needed = projectedBounds(projector, corners).adjusted(-mx, -my, mx, my);
        for (const int i : uncovered(scene, projector, sizes, theme)) {
            const SceneLabel& label = scene.labels[std::size_t(i)];
            needed = needed.united(labelRect(label, projector(label.at), sizes[std::size_t(i)], theme));
        }
        camera = camera.panned(inner.center() - needed.center(), viewport);
        const double ratio = std::max(needed.width() / inner.width(), needed.height() / inner.height());
        camera.distance *= float(std::clamp(ratio, 0.2, 5.0));
        if (std::abs(ratio - 1) < 1e-3) break;
    }
    return camera;
}

TextAxes textAxes(const OrbitCamera& camera, const SceneTopText& text) {
    constexpr float kOwnFace = 0.1f;  // texts moved farther to the front than this leave room for a drawing
    const int quarter = text.toFront > kOwnFace ? 0 : int(std::lround(camera.azimuth / 90));
    switch ((quarter % 4 + 4) % 4) {
    case 1:
        return {{0, 0, -1}, {1, 0, 0}};
    case 2:
        return {{-1, 0, 0}, {0, 0, -1}};
    case 3:
        return {{0, 0, 1}, {-1, 0, 0}};
    default:
        return {{1, 0, 0}, {0, 0, 1}};
    }
}

std::array<FrameEdge, 12> frameEdges(const SceneFrame& frame, const QVector3D& eye) {
    const QVector3D low = frame.low, high = frame.high, toEye = (eye - (low + high) / 2).normalized();
    const int axis =
        std::abs(toEye.z()) >= std::abs(toEye.x()) ? 2 : 0;  // the upright face turned most to the eye
    const float plane = toEye[axis] > 0 ? high[axis] : low[axis];
    const auto at = [&](int i, int j, int k) {
        return QVector3D(i ? high.x() : low.x(), j ? high.y() : low.y(), k ? high.z() : low.z());
    };
    std::array<FrameEdge, 12> edges;
    std::size_t n = 0;
    for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b) {
            edges[n++] = {at(0, a, b), at(1, a, b)};
            edges[n++] = {at(a, 0, b), at(a, 1, b)};
            edges[n++] = {at(a, b, 0), at(a, b, 1)};
        }
    for (FrameEdge& edge : edges) edge.facesEye = edge.from[axis] == plane && edge.to[axis] == plane;
    return edges;
}

}  // namespace ui
