// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/scene_graph.h"

#include <QFile>
#include <QPainter>
#include <QUrl>

#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QGeometry>
#include <Qt3DExtras/QCuboidGeometry>
#include <Qt3DRender/QBlendEquation>
#include <Qt3DRender/QBlendEquationArguments>
#include <Qt3DRender/QCamera>
#include <Qt3DRender/QCameraSelector>
#include <Qt3DRender/QClearBuffers>
#include <Qt3DRender/QCullFace>
#include <Qt3DRender/QDepthTest>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QGraphicsApiFilter>
#include <Qt3DRender/QLayer>
#include <Qt3DRender/QLayerFilter>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QNoDepthMask>
#include <Qt3DRender/QNoDraw>
#include <Qt3DRender/QPaintedTextureImage>
#include <Qt3DRender/QParameter>
#include <Qt3DRender/QRenderCapture>
#include <Qt3DRender/QRenderPass>
#include <Qt3DRender/QRenderSurfaceSelector>
#include <Qt3DRender/QShaderProgram>
#include <Qt3DRender/QTechnique>
#include <Qt3DRender/QTexture>
#include <Qt3DRender/QViewport>

#include <algorithm>

// Q_INIT_RESOURCE names a function of the global namespace; a static library drops the resource without it.
static void loadShaderResource() { Q_INIT_RESOURCE(shaders); }

namespace ui {

using Qt3DCore::QAttribute;

class AtlasImage : public Qt3DRender::QPaintedTextureImage {
public:
    using QPaintedTextureImage::QPaintedTextureImage;
    // Either of the two paints it; both would do so twice.
    void setImage(QImage image) {
        image.setDevicePixelRatio(1);
        m_image = std::move(image);
        if (size() == m_image.size())
            update();
        else
            setSize(m_image.size());
    }

protected:
    void paint(QPainter* painter) override {
        painter->setCompositionMode(QPainter::CompositionMode_Source);
        painter->drawImage(0, 0, m_image);
    }

private:
    QImage m_image;
};

namespace {

constexpr float kThroughOpacity = kHiddenLinkOpacity;

struct Column {
    const char* name;
    unsigned floats;
};

Qt3DCore::QBuffer* addColumns(Qt3DCore::QGeometry* geometry, std::initializer_list<Column> columns,
                              unsigned stride, unsigned divisor) {
    auto* buffer = new Qt3DCore::QBuffer(geometry);
    unsigned offset = 0;
    for (const Column& column : columns) {
        auto* attribute =
            new QAttribute(buffer, QString::fromLatin1(column.name), QAttribute::Float, column.floats, 0,
                           offset * unsigned(sizeof(float)), stride * unsigned(sizeof(float)), geometry);
        attribute->setAttributeType(QAttribute::VertexAttribute);
        attribute->setDivisor(divisor);
        geometry->addAttribute(attribute);
        offset += column.floats;
    }
    return buffer;
}

// The unit square as two triangles, corners 0..1.
void addSquare(Qt3DCore::QGeometry* geometry) {
    static constexpr std::array<float, 18> kCorners{0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0};
    auto* buffer = new Qt3DCore::QBuffer(geometry);
    buffer->setData(QByteArray(reinterpret_cast<const char*>(kCorners.data()), sizeof kCorners));
    auto* corners = new QAttribute(buffer, QAttribute::defaultPositionAttributeName(), QAttribute::Float, 3,
                                   6, 0, 3 * sizeof(float), geometry);
    corners->setAttributeType(QAttribute::VertexAttribute);
    geometry->addAttribute(corners);
}

// Qt wants the version in the first line; the files begin with their licence.
QByteArray shaderSource(const QString& name) {
    const QByteArray file =
        Qt3DRender::QShaderProgram::loadSource(QUrl(QStringLiteral("qrc:/shaders/") + name));
    return file.mid(std::max<qsizetype>(0, file.indexOf("#version")));
}

void addBlending(Qt3DRender::QRenderPass* pass) {
    auto* arguments = new Qt3DRender::QBlendEquationArguments(pass);
    arguments->setSourceRgba(Qt3DRender::QBlendEquationArguments::SourceAlpha);
    arguments->setDestinationRgba(Qt3DRender::QBlendEquationArguments::OneMinusSourceAlpha);
    auto* equation = new Qt3DRender::QBlendEquation(pass);
    equation->setBlendFunction(Qt3DRender::QBlendEquation::Add);
    pass->addRenderState(arguments);
    pass->addRenderState(equation);
    pass->addRenderState(new Qt3DRender::QNoDepthMask(pass));
}

void addDepthTest(Qt3DRender::QRenderPass* pass, Qt3DRender::QDepthTest::DepthFunction function) {
    auto* test = new Qt3DRender::QDepthTest(pass);
    test->setDepthFunction(function);
    pass->addRenderState(test);
}

QVector3D rgb(const QColor& color) {
    return {float(color.redF()), float(color.greenF()), float(color.blueF())};
}

}  // namespace

SceneGraph::SceneGraph(QObject* surface, Qt3DRender::QCamera* camera, QObject* parent)
    : QObject(parent)
    , m_camera(camera) {
    loadShaderResource();
    m_root = new Qt3DCore::QEntity;
    for (auto& layer : m_layers) layer = new Qt3DRender::QLayer(m_root);
    const auto parameter = [this](const char* name) {
        auto* made = new Qt3DRender::QParameter(m_root);
        made->setName(QString::fromLatin1(name));
        return made;
    };
    m_topLight = parameter("topLight");
    m_sideDark = parameter("sideDark");
    m_pixelRatio = parameter("pixelRatio");
    m_viewport = parameter("viewportSize");
    m_atlasParameter = parameter("atlas");
    auto* texture = new Qt3DRender::QTexture2D(m_root);
    texture->setFormat(Qt3DRender::QAbstractTexture::RGBA8_UNorm);
    texture->setGenerateMipMaps(true);
    texture->setMinificationFilter(Qt3DRender::QAbstractTexture::LinearMipMapLinear);
    texture->setMagnificationFilter(Qt3DRender::QAbstractTexture::Linear);
    texture->setMaximumAnisotropy(8);
    m_atlasImage = new AtlasImage;
    texture->addTextureImage(m_atlasImage);
    m_atlasParameter->setValue(QVariant::fromValue(texture));

    buildFrameGraph(surface);
    m_solid = addBoxes(Pass::Solid);
    m_plates = addBoxes(Pass::Translucent);
    m_frames = addLines(Pass::Translucent);
    m_through = addBoxes(Pass::Through);
    m_lying = addTexts(Pass::Lying);
    m_upright = addTexts(Pass::Upright);
}

SceneGraph::~SceneGraph() = default;  // root and frame graph belong to the window's engine

// Every branch draws one layer, in this order. A capture reads what is there after its own branch: it guards
// the last.
void SceneGraph::buildFrameGraph(QObject* surface) {
    auto* selector = new Qt3DRender::QRenderSurfaceSelector;
    selector->setSurface(surface);
    m_frameGraph = selector;
    auto* viewport = new Qt3DRender::QViewport(selector);
    auto* camera = new Qt3DRender::QCameraSelector(viewport);
    camera->setCamera(m_camera);
    m_clear = new Qt3DRender::QClearBuffers(camera);
    m_clear->setBuffers(Qt3DRender::QClearBuffers::ColorDepthBuffer);
    new Qt3DRender::QNoDraw(m_clear);
    for (Qt3DRender::QLayer* layer : m_layers) {
        Qt3DRender::QFrameGraphNode* parent = camera;
        if (layer == m_layers.back()) parent = m_capture = new Qt3DRender::QRenderCapture(camera);
        (new Qt3DRender::QLayerFilter(parent))->addLayer(layer);
    }
}

Qt3DRender::QMaterial* SceneGraph::material(Pass pass, const QString& shader) {
    using Qt3DRender::QDepthTest;
    auto* program = new Qt3DRender::QShaderProgram;
    program->setVertexShaderCode(shaderSource(shader + QStringLiteral(".vert")));
    program->setFragmentShaderCode(shaderSource(shader + QStringLiteral(".frag")));
    auto* renderPass = new Qt3DRender::QRenderPass;
    renderPass->setShaderProgram(program);
    const bool overAll = pass == Pass::Through || pass == Pass::Upright;
    addDepthTest(renderPass, overAll ? QDepthTest::Always : QDepthTest::LessOrEqual);
    if (pass != Pass::Solid) addBlending(renderPass);
    auto* cull = new Qt3DRender::QCullFace(renderPass);
    cull->setMode(shader == QStringLiteral("box") ? Qt3DRender::QCullFace::Back
                                                  : Qt3DRender::QCullFace::NoCulling);
    renderPass->addRenderState(cull);

    auto* technique = new Qt3DRender::QTechnique;
    technique->graphicsApiFilter()->setApi(Qt3DRender::QGraphicsApiFilter::OpenGL);
    technique->graphicsApiFilter()->setProfile(Qt3DRender::QGraphicsApiFilter::CoreProfile);
    technique->graphicsApiFilter()->setMajorVersion(3);
    technique->graphicsApiFilter()->setMinorVersion(2);
    technique->addRenderPass(renderPass);
    auto* effect = new Qt3DRender::QEffect;
    effect->addTechnique(technique);
    for (auto* parameter : {m_topLight, m_sideDark, m_pixelRatio, m_viewport, m_atlasParameter})
        effect->addParameter(parameter);
    effect->addParameter(new Qt3DRender::QParameter(QStringLiteral("topShare"), kTopShare));
    effect->addParameter(new Qt3DRender::QParameter(QStringLiteral("sideShare"), kSideShare));
    effect->addParameter(new Qt3DRender::QParameter(QStringLiteral("opacity"),
                                                    pass == Pass::Through ? kThroughOpacity : 1.0f));
    auto* made = new Qt3DRender::QMaterial;
    made->setEffect(effect);
    return made;
}

void SceneGraph::place(const Mesh& mesh, Pass pass, Qt3DRender::QMaterial* material) {
    mesh.entity->addComponent(mesh.renderer);
    mesh.entity->addComponent(material);
    mesh.entity->addComponent(m_layers[std::size_t(pass)]);
}

SceneGraph::Mesh SceneGraph::addBoxes(Pass pass) {
    Mesh mesh;
    mesh.entity = new Qt3DCore::QEntity(m_root);
    mesh.renderer = new Qt3DRender::QGeometryRenderer;
    auto* cube = new Qt3DExtras::QCuboidGeometry(mesh.renderer);
    mesh.buffer =
        addColumns(cube, {{"boxCenter", 3}, {"boxSize", 3}, {"boxFill", 4}, {"boxEdge", 4}, {"boxStyle", 2}},
                   kBoxFloats, 1);
    mesh.renderer->setGeometry(cube);
    place(mesh, pass, material(pass, QStringLiteral("box")));
    return mesh;
}

SceneGraph::Mesh SceneGraph::addLines(Pass pass) {
    Mesh mesh;
    mesh.entity = new Qt3DCore::QEntity(m_root);
    mesh.renderer = new Qt3DRender::QGeometryRenderer;
    auto* geometry = new Qt3DCore::QGeometry(mesh.renderer);
    mesh.buffer = addColumns(geometry, {{"vertexPosition", 3}, {"vertexColor", 4}}, kLineFloats, 0);
    mesh.renderer->setGeometry(geometry);
    mesh.renderer->setPrimitiveType(Qt3DRender::QGeometryRenderer::Lines);
    place(mesh, pass, material(pass, QStringLiteral("line")));
    return mesh;
}

SceneGraph::Mesh SceneGraph::addTexts(Pass pass) {
    Mesh mesh;
    mesh.entity = new Qt3DCore::QEntity(m_root);
    mesh.renderer = new Qt3DRender::QGeometryRenderer;
    auto* geometry = new Qt3DCore::QGeometry(mesh.renderer);
    addSquare(geometry);
    mesh.buffer = addColumns(geometry,
                             {{"textAt", 3},
                              {"textRight", 3},
                              {"textDown", 3},
                              {"textPixels", 4},
                              {"textPiece", 4},
                              {"textColor", 4}},
                             kTextFloats, 1);
    mesh.renderer->setGeometry(geometry);
    mesh.renderer->setVertexCount(6);
    place(mesh, pass, material(pass, QStringLiteral("text")));
    return mesh;
}

void SceneGraph::fill(const Mesh& mesh, const Instances& instances) {
    mesh.entity->setEnabled(instances.count > 0);
    if (instances.count == 0) return;
    if (mesh.buffer->data() != instances.bytes) mesh.buffer->setData(instances.bytes);
    if (mesh.renderer->primitiveType() == Qt3DRender::QGeometryRenderer::Lines)
        mesh.renderer->setVertexCount(instances.count);
    else
        mesh.renderer->setInstanceCount(instances.count);
}

void SceneGraph::setScene(const Scene& scene, const Theme& theme, double pixelRatio) {
    m_clear->setClearColor(scene.background);
    m_topLight->setValue(rgb(scene.topLight));
    m_sideDark->setValue(rgb(scene.sideDark));
    m_pixelRatio->setValue(float(pixelRatio));
    const bool same = m_atlasTheme == theme && m_atlasRatio == pixelRatio;
    if (!same || !covers(m_atlas, scene)) {
        m_atlas = buildAtlas(scene, theme, pixelRatio, same ? &m_atlas : nullptr);
        m_atlasImage->setImage(m_atlas.image);
        m_atlasTheme = theme;
        m_atlasRatio = pixelRatio;
    }
    fill(m_solid, solidInstances(scene));
    fill(m_plates, plateInstances(scene));
    fill(m_through, linkInstances(scene));
}

void SceneGraph::setCamera(const Scene& scene, const OrbitCamera& camera, const QSizeF& viewport,
                           const Theme& theme) {
    const auto bounds = scene.bounds();
    const float reach =
        (bounds[1] - bounds[0]).length() / 2 + (camera.target - (bounds[0] + bounds[1]) / 2).length() + 1;
    m_camera->lens()->setPerspectiveProjection(
        OrbitCamera::kFieldOfView, float(viewport.width() / std::max(viewport.height(), 1.0)),
        std::max(0.1f, camera.distance - reach), camera.distance + reach);
    m_camera->setPosition(camera.eye());
    m_camera->setViewCenter(camera.target);
    m_camera->setUpVector({0, 1, 0});
    m_viewport->setValue(QVector2D(float(viewport.width()), float(viewport.height())));
    fill(m_frames, frameVertices(scene, camera.eye()));
    fill(m_lying, lyingTexts(scene, camera, m_atlas));
    fill(m_upright, uprightTexts(scene, Projector(camera, viewport), m_atlas, theme));
}

void SceneGraph::capture(const std::function<void(const QImage&)>& then) {
    Qt3DRender::QRenderCaptureReply* reply = m_capture->requestCapture();
    connect(reply, &Qt3DRender::QRenderCaptureReply::completed, this, [reply, then] {
        then(reply->image());
        reply->deleteLater();
    });
}

}  // namespace ui
