// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Qt 3D side of the topology: a frame graph of five passes (solid, translucent floors and frames, links
// seen through cards, numbers, labels) and one instanced geometry for each. Knows no window and no input.
#pragma once

#include "ui/topology/instances.h"

#include <QObject>

#include <functional>
#include <optional>

namespace Qt3DCore {
class QBuffer;
class QEntity;
}  // namespace Qt3DCore
namespace Qt3DRender {
class QCamera;
class QClearBuffers;
class QFrameGraphNode;
class QGeometryRenderer;
class QLayer;
class QMaterial;
class QParameter;
class QRenderCapture;
}  // namespace Qt3DRender

namespace ui {

class AtlasImage;

class SceneGraph : public QObject {
    Q_OBJECT
public:
    SceneGraph(QObject* surface, Qt3DRender::QCamera* camera, QObject* parent = nullptr);
    ~SceneGraph() override;

    [[nodiscard]] Qt3DCore::QEntity* root() const { return m_root; }
    [[nodiscard]] Qt3DRender::QFrameGraphNode* frameGraph() const { return m_frameGraph; }

    void setScene(const Scene& scene, const Theme& theme, double pixelRatio);
    void setCamera(const Scene& scene, const OrbitCamera& camera, const QSizeF& viewport, const Theme& theme);
    // The picture of a coming frame, upright.
    void capture(const std::function<void(const QImage&)>& then);

private:
    struct Mesh {
        Qt3DRender::QGeometryRenderer* renderer = nullptr;
        Qt3DCore::QBuffer* buffer = nullptr;
        Qt3DCore::QEntity* entity = nullptr;
    };
    enum class Pass { Solid, Translucent, Through, Lying, Upright };

    void buildFrameGraph(QObject* surface);
    Mesh addBoxes(Pass pass);
    Mesh addLines(Pass pass);
    Mesh addTexts(Pass pass);
    Qt3DRender::QMaterial* material(Pass pass, const QString& shader);
    void place(const Mesh& mesh, Pass pass, Qt3DRender::QMaterial* material);
    static void fill(const Mesh& mesh, const Instances& instances);

    Qt3DCore::QEntity* m_root = nullptr;
    Qt3DRender::QCamera* m_camera = nullptr;
    Qt3DRender::QFrameGraphNode* m_frameGraph = nullptr;
    Qt3DRender::QRenderCapture* m_capture = nullptr;
    Qt3DRender::QClearBuffers* m_clear = nullptr;
    std::array<Qt3DRender::QLayer*, 5> m_layers{};
    Mesh m_solid, m_plates, m_frames, m_through, m_lying, m_upright;
    Qt3DRender::QParameter *m_topLight = nullptr, *m_sideDark = nullptr, *m_pixelRatio = nullptr,
                           *m_viewport = nullptr, *m_atlasParameter = nullptr;
    AtlasImage* m_atlasImage = nullptr;
    LabelAtlas m_atlas;
    std::optional<Theme> m_atlasTheme;  // that the atlas was drawn with
    double m_atlasRatio = 0;
};

}  // namespace ui
