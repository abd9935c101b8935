// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/topology_3d.h"

#include "ui/topology/scene_graph.h"

#include <QFocusEvent>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QResizeEvent>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <Qt3DExtras/Qt3DWindow>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QRenderSettings>

namespace ui {

bool openGlUsable() {
    QOpenGLContext context;
    QSurfaceFormat format;
    format.setVersion(3, 2);
    format.setProfile(QSurfaceFormat::CoreProfile);
    context.setFormat(format);
    if (!context.create()) return false;
    QOffscreenSurface surface;
    surface.setFormat(context.format());
    surface.create();
    if (!surface.isValid() || !context.makeCurrent(&surface)) return false;
    const QSurfaceFormat made = context.format();
    context.doneCurrent();
    return made.renderableType() == QSurfaceFormat::OpenGL && made.version() >= qMakePair(3, 2);
}

Topology3D::Topology3D(QWidget* parent)
    : QWidget(parent) {
    // The other renderer of Qt 3D 6.4 crashes without a display and knows no GLSL 1.50.
    if (!qEnvironmentVariableIsSet("QT3D_RENDERER")) qputenv("QT3D_RENDERER", "opengl");
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Grid of cards"));
    m_window = new Qt3DExtras::Qt3DWindow(nullptr, Qt3DRender::API::OpenGL);
    m_window->renderSettings()->setRenderPolicy(Qt3DRender::QRenderSettings::OnDemand);
    m_graph = new SceneGraph(m_window, m_window->camera(), this);
    m_window->setRootEntity(m_graph->root());
    m_window->setActiveFrameGraph(m_graph->frameGraph());
    m_window->installEventFilter(this);

    QWidget* container = QWidget::createWindowContainer(m_window, this);
    container->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(container);
    connect(&m_input, &SceneInput::cameraChanged, this, [this] {
        m_graph->setCamera(m_input.scene(), m_input.camera(), m_input.viewport(), m_input.theme());
    });
}

Topology3D::~Topology3D() { m_window->removeEventFilter(this); }

QWindow* Topology3D::window3d() const { return m_window; }

void Topology3D::setScene(ScenePtr scene, const Theme& theme) {
    m_graph->setScene(*scene, theme, m_window->devicePixelRatio());
    m_input.setScene(std::move(scene), theme);
}

void Topology3D::capture(const std::function<void(const QImage&)>& then) { m_graph->capture(then); }

void Topology3D::focusInEvent(QFocusEvent*) { m_window->requestActivate(); }

bool Topology3D::eventFilter(QObject*, QEvent* event) {
    if (event->type() == QEvent::Resize) m_input.setViewport(static_cast<QResizeEvent*>(event)->size());
    return m_input.handle(event);
}

}  // namespace ui
