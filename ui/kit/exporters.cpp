// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/exporters.h"

#include "ui/kit/canvas.h"
#include "ui/kit/paint.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace ui {
namespace {

constexpr int kHead = 34, kFoot = 28, kMargin = 14;

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(exporters)
};

QSize pageSize(const Canvas& canvas) { return canvas.size() + QSize(0, kHead + kFoot); }

void drawPage(QPainter& painter, Canvas& canvas, const ExportText& text) {
    const Theme theme(ThemeKind::Light, 1.0, Patterns::On);
    const QSizeF size = pageSize(canvas);
    painter.fillRect(QRectF({}, size), theme.color(Role::Canvas));
    const double width = size.width() - 2 * kMargin;
    drawText(painter, QRectF(kMargin, 0, width, kHead), text.title, theme.font(FontUse::Title),
             theme.color(Role::Text));
    drawText(painter, QRectF(kMargin, size.height() - kFoot, width, kFoot), text.planLine,
             theme.font(FontUse::Label), theme.color(Role::Text2));
    painter.translate(0, kHead);
    painter.setClipRect(QRectF({}, QSizeF(canvas.size())));
    canvas.draw(painter, theme, canvas.size(), Medium::Export);
}

std::optional<QString> writeBytes(const QString& fileName, const QByteArray& bytes) {
    QSaveFile file(fileName);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return std::nullopt;
    return Texts::tr("%1 could not be written: %2").arg(fileName, file.errorString());
}

std::optional<QString> exportPng(Canvas& canvas, const QString& fileName, const ExportText& text) {
    QImage image(pageSize(canvas) * 2, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(2);
    QPainter painter(&image);
    drawPage(painter, canvas, text);
    painter.end();
    QSaveFile file(fileName);
    if (file.open(QIODevice::WriteOnly) && image.save(&file, "PNG") && file.commit()) return std::nullopt;
    return Texts::tr("%1 could not be written: %2").arg(fileName, file.errorString());
}

std::optional<QString> exportSvg(Canvas& canvas, const QString& fileName, const ExportText& text) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(pageSize(canvas));
    generator.setViewBox(QRect({}, pageSize(canvas)));
    generator.setTitle(text.title);
    generator.setDescription(text.planLine);
    QPainter painter(&generator);
    drawPage(painter, canvas, text);
    painter.end();
    return writeBytes(fileName, bytes);
}

std::optional<QString> exportPdf(Canvas& canvas, const QString& fileName, const ExportText& text) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(96);
    writer.setTitle(text.title);
    const QSizeF points = QSizeF(pageSize(canvas)) * 72.0 / 96.0;
    writer.setPageSize(QPageSize(points, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    drawPage(painter, canvas, text);
    painter.end();
    return writeBytes(fileName, bytes);
}

}  // namespace

std::optional<QString> exportCanvas(Canvas& canvas, const QString& fileName, const ExportText& text) {
    const QString ending = QFileInfo(fileName).suffix().toLower();
    if (ending == QStringLiteral("png")) return exportPng(canvas, fileName, text);
    if (ending == QStringLiteral("svg")) return exportSvg(canvas, fileName, text);
    if (ending == QStringLiteral("pdf")) return exportPdf(canvas, fileName, text);
    if (ending == QStringLiteral("csv")) return writeBytes(fileName, canvas.table().toCsv().toUtf8());
    return Texts::tr("%1 has no ending that can be written; use .png, .svg, .pdf or .csv").arg(fileName);
}

}  // namespace ui
