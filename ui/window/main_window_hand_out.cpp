// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: the hand-out of the open lesson, with pictures of the learner's own plan.
#include "ui/kit/canvas.h"
#include "ui/kit/legend.h"
#include "ui/kit/plan_facts.h"
#include "ui/learn/hand_out.h"
#include "ui/learn/learn_view.h"
#include "ui/state/hall_view.h"
#include "ui/window/languages.h"
#include "ui/window/main_window.h"

#include <QFileDialog>
#include <QPainter>

#include <functional>
#include <optional>

namespace ui {

namespace {

constexpr QSize kPicture(940, 380);
constexpr int kPixelRatio = 2;
constexpr double kLegend = 30, kMargin = 14;

// `paint` says whether there was something to paint.
std::optional<QImage> picture(const std::function<bool(QPainter&, const Theme&, const QSizeF&)>& paint) {
    QImage image(kPicture * kPixelRatio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kPixelRatio);
    QPainter painter(&image);
    const Theme theme(ThemeKind::Light, 1.0, Patterns::On);
    painter.fillRect(QRect({}, kPicture), theme.color(Role::Canvas));
    painter.setClipRect(QRect({}, kPicture));
    return paint(painter, theme, kPicture) ? std::optional(image) : std::nullopt;
}

// The canvas below the legend of its view.
std::optional<QImage> pictureOf(const QWidget& view, Canvas& canvas) {
    return picture([&](QPainter& painter, const Theme& theme, const QSizeF& size) {
        double top = 0;
        if (const auto* legend = view.findChild<Legend*>(); legend && !legend->entries().empty()) {
            drawLegend(painter, {kMargin, kMargin / 2}, size.width() - 2 * kMargin, theme, legend->entries());
            top = kLegend;
        }
        painter.translate(0, top);
        canvas.draw(painter, theme, size - QSizeF(0, top), Medium::Export);
        return true;
    });
}

}  // namespace

core::Result<void> MainWindow::writeLessonHandOut(const QString& file) {
    const core::Lesson* lesson = learn().player().lesson();
    if (!lesson) return core::refuse({.code = "course.none-open", .where = file.toStdString(), .fix = "fix.course.none-open"});
    HandOut handOut{*lesson, m_languages.current(), planLine(*m_evaluator.snapshot()), {}};
    if (auto cards = picture(m_views.paintTopology)) handOut.pictures << HandOutPicture{tr("Cards"), *cards};
    const std::pair<QString, QWidget*> views[] = {{tr("Memory"), m_views.exploreMemory}, {tr("Timeline"), m_views.exploreTimeline}};
    for (const auto& [title, view] : views) {
        // A view that nobody has looked at since the plan changed has not drawn it yet.
        if (auto* ofPlan = qobject_cast<HallView*>(view)) ofPlan->setSnapshot(m_evaluator.snapshot());
        for (Canvas* canvas : view->findChildren<Canvas*>())
            if (auto drawn = pictureOf(*view, *canvas)) handOut.pictures << HandOutPicture{title, *drawn};
    }
    const auto reason = writeHandOut(handOut, file);
    if (!reason) return {};
    return core::refuse({.code = "file.cannot-write",
                         .where = file.toStdString(),
                         .params = {{"reason", reason->toStdString()}},
                         .fix = "fix.file.choose-other-place"});
}

void MainWindow::askForHandOut() {
    if (!learn().player().lesson()) return refuseFile(tr("No lesson is open. Open one in Learn first."), {});
    const QString name = QString::fromStdString(learn().player().lesson()->id) + QStringLiteral(".pdf");
    const QString file = QFileDialog::getSaveFileName(this, tr("Where to write the hand-out"), name, tr("PDF (*.pdf)"), nullptr,
                                                      QFileDialog::DontUseNativeDialog);
    if (file.isEmpty()) return;
    if (const auto written = writeLessonHandOut(file); !written) refuseFile(tr("The hand-out was not written."), written.error());
}

}  // namespace ui
