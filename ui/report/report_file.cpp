// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_file.h"

#include "core/base/catalogue.h"
#include "core/base/file.h"
#include "core/report/report.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QPageLayout>
#include <QPageSize>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QUrl>

#include <cmath>

namespace ui {

namespace {

constexpr int kResolution = 300;
constexpr double kMarginMillimetres = 14, kPrintedPixels = 860;

// In the loaded translations, placeholders unfilled; empty = core's English one.
std::string translated(const std::string& code) {
    const char* context = code.starts_with("fix.") ? "fix" : code.starts_with("ledger.") ? "ledger" : "problem";
    const std::string text = QCoreApplication::translate(context, code.c_str()).toStdString();
    return text != code ? text : std::string(core::sentence(code));
}

core::Report reportOf(const core::Snapshot& snapshot, core::Language language, core::ReportForm form) {
    return core::makeReport(
        snapshot, {language, translated, form,
                   QStringLiteral("Shardscope %1").arg(QCoreApplication::applicationVersion()).toStdString()});
}

void addPicture(QTextDocument& document, const core::ReportPicture& picture) {
    constexpr double kSharp = 4;  // pixels a CSS pixel
    QImage image(int(std::ceil(picture.width * kSharp)), int(std::ceil(picture.height * kSharp)), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    QSvgRenderer(QByteArray::fromStdString(picture.svg)).render(&painter, QRectF(QPointF(), QSizeF(image.size())));
    painter.end();
    document.addResource(QTextDocument::ImageResource, QUrl(QString::fromStdString(picture.name)), image);
}

core::Result<void> writePdf(const core::Report& report, const QString& file, const QString& title) {
    QFile output(file);
    if (!output.open(QIODevice::WriteOnly)) {
        core::Problem problem{core::Severity::Error, "file.cannot-write", file.toStdString()};
        problem.params = {{"reason", output.errorString().toStdString()}};
        problem.fix = "fix.file.choose-other-place";
        return core::refuse(problem);
    }
    QPdfWriter writer(&output);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins({kMarginMillimetres, kMarginMillimetres, kMarginMillimetres, kMarginMillimetres}, QPageLayout::Millimeter);
    writer.setResolution(kResolution);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Shardscope"));
    // The page of the browser, made as wide as the paper.
    const QRect paper = writer.pageLayout().paintRectPixels(kResolution);
    const double scale = paper.width() / kPrintedPixels;
    QTextDocument document;
    for (const core::ReportPicture& picture : report.pictures) addPicture(document, picture);
    document.setDocumentMargin(0);
    document.setHtml(QString::fromStdString(report.html));
    document.setPageSize(QSizeF(kPrintedPixels, std::floor(paper.height() / scale)));
    QPainter painter(&writer);
    painter.scale(scale, scale);
    for (int page = 0; page < document.pageCount(); ++page) {
        if (page > 0) writer.newPage();
        const QRectF view(0, page * document.pageSize().height(), kPrintedPixels, document.pageSize().height());
        painter.save();
        painter.translate(0, -view.top());
        document.drawContents(&painter, view);
        painter.restore();
    }
    return {};
}

}  // namespace

bool isReportFile(const QString& file) {
    const QString ending = QFileInfo(file).suffix().toLower();
    return ending == QLatin1String("html") || ending == QLatin1String("htm") || ending == QLatin1String("pdf");
}

core::Result<void> writeReport(const core::Snapshot& snapshot, const QString& file, core::Language language) {
    if (QFileInfo(file).suffix().toLower() == QLatin1String("pdf"))
        return writePdf(reportOf(snapshot, language, core::ReportForm::RichText), file, QString::fromStdString(snapshot.plan.name));
    return core::writeFileAtomically(file.toStdString(), reportOf(snapshot, language, core::ReportForm::WebPage).html);
}

}  // namespace ui
