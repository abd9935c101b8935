// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/scene_painter.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ui {
namespace {

constexpr float kTinyPixels = 3;  // boxes lower than this would be all edge
constexpr int kTextPixels = 20;   // letters are drawn at this size and laid onto the card by a transform

class Picture {
public:
    Picture(QPainter& painter, const Scene& scene, const OrbitCamera& camera, const QSizeF& size,
            const Theme& theme)
        : m_painter(painter)
        , m_scene(scene)
        , m_camera(camera)
        , m_theme(theme)
        , m_project(camera, size) {}

    void paint();

private:
    // One thing to draw, with the place that decides what it covers.
    struct Entry {
        std::tuple<float, float, float> farFirst;
        int kind = 0, index = 0;  // 0 plate, 1 card, 2 link box
    };

    [[nodiscard]] Entry entry(const QVector3D& at, int kind, int index) const;
    [[nodiscard]] QPolygonF quad(const QVector3D& origin, const QVector3D& a, const QVector3D& b) const;
    void plate(const ScenePlate& plate);
    void box(const SceneBox& box);
    void card(int index);
    void patch(const ScenePatch& patch);
    void topText(const SceneTopText& text);
    void frames(bool facingEye);
    void ghosts();
    void labels();
    void badges();

    QPainter& m_painter;
    const Scene& m_scene;
    const OrbitCamera& m_camera;
    const Theme& m_theme;
    Projector m_project;
    std::vector<SceneBox> m_links;
    std::vector<std::size_t> m_firstPatch, m_firstText;  // by box
};

Picture::Entry Picture::entry(const QVector3D& at, int kind, int index) const {
    const QVector3D d = at - m_project.eye();
    // Centres of one slab may differ by rounding; a coarse key keeps them together.
    const auto key = [](float distance) { return -std::round(std::abs(distance) * 64) / 64; };
    return {{key(d.y()), key(d.x()), key(d.z())}, kind, index};
}

QPolygonF Picture::quad(const QVector3D& origin, const QVector3D& a, const QVector3D& b) const {
    return QPolygonF(
        {m_project(origin), m_project(origin + a), m_project(origin + a + b), m_project(origin + b)});
}

void Picture::plate(const ScenePlate& plate) {
    const QVector3D x(float(plate.size.width()), 0, 0), z(0, 0, float(plate.size.height()));
    QColor fill = plate.fill;
    fill.setAlphaF(plate.opacity);
    m_painter.setPen(QPen(plate.line, 1));
    m_painter.setBrush(fill);
    m_painter.drawPolygon(quad(plate.center - x / 2 - z / 2, x, z));
}

void Picture::box(const SceneBox& box) {
    const QVector3D x(box.size.x(), 0, 0), y(0, box.size.y(), 0), z(0, 0, box.size.z());
    const QVector3D low = box.center - box.size / 2, eye = m_project.eye();
    const bool tiny = box.edgeWidth <= 1 && m_project.pixelsPerUnit(box.center) * box.size.y() < kTinyPixels;
    m_painter.setPen(box.edgeWidth > 0 && !tiny
                         ? QPen(box.edge, double(box.edgeWidth), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin)
                         : QPen(Qt::NoPen));
    const auto face = [&](const QColor& fill, const QPolygonF& polygon) {
        m_painter.setBrush(fill);
        m_painter.drawPolygon(polygon);
    };
    const QColor side = mix(m_scene.sideDark, box.fill, double(kSideShare));
    if (eye.x() > low.x() + x.x()) face(side, quad(low + x, y, z));
    if (eye.x() < low.x()) face(side, quad(low, y, z));
    if (eye.z() > low.z() + z.z()) face(box.fill, quad(low + z, x, y));
    if (eye.z() < low.z()) face(box.fill, quad(low, x, y));
    if (eye.y() > low.y() + y.y())
        face(mix(m_scene.topLight, box.fill, double(kTopShare)), quad(low + y, x, z));
    if (eye.y() < low.y()) face(side, quad(low, x, z));
}

void Picture::patch(const ScenePatch& patch) {
    const SceneBox& box = m_scene.boxes[std::size_t(patch.box)];
    const QVector3D eye = m_project.eye();
    const float left = box.center.x() + box.size.x() * (float(patch.area.left()) - 0.5f);
    const QVector3D x(box.size.x() * float(patch.area.width()), 0, 0);
    m_painter.setPen(patch.lineWidth > 0 ? QPen(patch.line, double(patch.lineWidth)) : QPen(Qt::NoPen));
    m_painter.setBrush(patch.fill);
    if (patch.face == ScenePatch::Face::Front) {
        const float z = box.center.z() + box.size.z() / 2;
        if (eye.z() <= z) return;
        const float bottom = box.center.y() + box.size.y() * (float(patch.area.top()) - 0.5f);
        m_painter.drawPolygon(quad({left, bottom, z}, x, {0, box.size.y() * float(patch.area.height()), 0}));
    } else {
        const float y = box.center.y() + box.size.y() / 2;
        if (eye.y() <= y) return;
        const float back = box.center.z() + box.size.z() * (float(patch.area.top()) - 0.5f);
        m_painter.drawPolygon(quad({left, y, back}, x, {0, 0, box.size.z() * float(patch.area.height())}));
    }
}

void Picture::topText(const SceneTopText& text) {
    const SceneBox& box = m_scene.boxes[std::size_t(text.box)];
    const QVector3D at = box.center + QVector3D(0, box.size.y() / 2, text.toFront);
    if (m_project.eye().y() <= at.y()) return;
    const TextAxes axes = textAxes(m_camera, text);
    const QPointF origin = m_project(at);
    const float step = 0.01f;
    const double scale = double(text.em) / kTextPixels / double(step);
    const QPointF right = (m_project(at + axes.right * step) - origin) * scale;
    const QPointF down = (m_project(at + axes.down * step) - origin) * scale;
    QFont font = m_theme.font(FontUse::BodyStrong);
    font.setPixelSize(kTextPixels);
    m_painter.save();
    m_painter.setTransform(QTransform(right.x(), right.y(), down.x(), down.y(), origin.x(), origin.y()),
                           true);
    m_painter.setFont(font);
    m_painter.setPen(text.color);
    m_painter.drawText(QRectF(-200, -kTextPixels, 400, 2 * kTextPixels), Qt::AlignCenter, text.text);
    m_painter.restore();
}

void Picture::card(int index) {
    box(m_scene.boxes[std::size_t(index)]);
    for (std::size_t i = m_firstPatch[std::size_t(index)]; i < m_firstPatch[std::size_t(index) + 1]; ++i)
        patch(m_scene.patches[i]);
    for (std::size_t i = m_firstText[std::size_t(index)]; i < m_firstText[std::size_t(index) + 1]; ++i)
        topText(m_scene.texts[i]);
}

void Picture::frames(bool facingEye) {
    for (const SceneFrame& frame : m_scene.frames)
        for (const FrameEdge& edge : frameEdges(frame, m_project.eye())) {
            if (edge.facesEye != facingEye) continue;
            QPen pen(frame.color, 1);
            if (!facingEye) pen.setDashPattern({2, 3});
            m_painter.setOpacity(facingEye ? kFacingFrameOpacity : kBackFrameOpacity);
            m_painter.setPen(pen);
            m_painter.drawLine(m_project(edge.from), m_project(edge.to));
        }
    m_painter.setOpacity(1);
}

// What cards cover of the links shines through; where a link is visible this changes nothing.
void Picture::ghosts() {
    m_painter.setOpacity(double(kHiddenLinkOpacity));
    for (const SceneBox& link : m_links) box(link);
    m_painter.setOpacity(1);
}

void Picture::badges() {
    for (const SceneBadge& badge : m_scene.badges) {
        const QPointF at = m_project(badge.at);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(badge.fill);
        m_painter.drawEllipse(at, m_theme.px(9), m_theme.px(9));
        m_painter.setPen(QPen(badge.mark, m_theme.px(2), Qt::SolidLine, Qt::RoundCap));
        m_painter.drawLine(at + QPointF(0, m_theme.px(-4.5)), at + QPointF(0, m_theme.px(0.5)));
        m_painter.drawPoint(at + QPointF(0, m_theme.px(3.9)));
    }
}

void Picture::labels() {
    for (const int index : uncoveredLabels(m_scene, m_project, m_theme)) {
        const SceneLabel& label = m_scene.labels[std::size_t(index)];
        m_painter.setFont(m_theme.font(label.font));
        m_painter.setPen(label.color);
        m_painter.drawText(labelRect(label, m_project(label.at), m_theme), Qt::AlignCenter | Qt::TextDontClip,
                           label.text);
    }
}

template <class Part>
std::vector<std::size_t> firstByBox(const std::vector<Part>& parts, std::size_t boxes) {
    std::vector<std::size_t> first(boxes + 1, 0);
    for (const Part& part : parts) ++first[std::size_t(part.box) + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    return first;
}

void Picture::paint() {
    m_painter.fillRect(QRectF(QPointF(), m_project.viewport()), m_scene.background);
    m_firstPatch = firstByBox(m_scene.patches, m_scene.boxes.size());
    m_firstText = firstByBox(m_scene.texts, m_scene.boxes.size());
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < m_scene.plates.size(); ++i)
        entries.push_back(entry(m_scene.plates[i].center, 0, int(i)));
    for (std::size_t i = 0; i < m_scene.boxes.size(); ++i)
        entries.push_back(entry(m_scene.boxes[i].center, 1, int(i)));
    for (const SceneLink& link : m_scene.links)
        for (const SceneBox& piece : linkBoxes(link)) {
            m_links.push_back(piece);
            entries.push_back(entry(link.slab, 2, int(m_links.size()) - 1));
        }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.farFirst < b.farFirst; });

    frames(false);
    for (const Entry& entry : entries) {
        if (entry.kind == 0)
            plate(m_scene.plates[std::size_t(entry.index)]);
        else if (entry.kind == 1)
            card(entry.index);
        else
            box(m_links[std::size_t(entry.index)]);
    }
    ghosts();
    frames(true);
    badges();
    labels();
}

}  // namespace

void paintScene(QPainter& painter, const Scene& scene, const OrbitCamera& camera, const QSizeF& size,
                const Theme& theme, Smoothing smoothing) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, smoothing == Smoothing::On);
    Picture(painter, scene, camera, size, theme).paint();
    painter.restore();
}

}  // namespace ui
