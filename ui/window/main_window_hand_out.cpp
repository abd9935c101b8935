// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MainWindow: the hand-out of the open lesson, with pictures of the learner's own plan.
#include "ui/kit/canvas.h"
#include "ui/kit/plan_facts.h"
#include "ui/learn/hand_out.h"
#include "ui/learn/learn_view.h"
#include "ui/state/hall_view.h"
#include "ui/window/languages.h"
#include "ui/window/main_window.h"

#include <QFileDialog>
#include <QPainter>

namespace ui {

namespace {

constexpr QSize kPicture(940, 380);
constexpr int kPixelRatio = 2;

QImage pictureOf(Canvas& canvas) {
    QImage image(kPicture * kPixelRatio, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(kPixelRatio);
    QPainter painter(&image);
    const Theme theme(ThemeKind::Light, 1.0, Patterns::On);
    painter.fillRect(QRect({}, kPicture), theme.color(Role::Canvas));
    painter.setClipRect(QRect({}, kPicture));
    canvas.draw(painter, theme, kPicture, Medium::Export);
    return image;
}

}  // namespace

core::Result<void> MainWindow::writeLessonHandOut(const QString& file) {
    const core::Lesson* lesson = learn().player().lesson();
    if (!lesson) return core::refuse({.code = "course.none-open", .where = file.toStdString(), .fix = "fix.course.none-open"});
    HandOut handOut{*lesson, m_languages.current(), planLine(*m_evaluator.snapshot()), {}};
    const std::pair<QString, QWidget*> views[] = {{tr("Cards"), m_views.topology},
                                                  {tr("Memory"), m_views.exploreMemory},
                                                  {tr("Timeline"), m_views.exploreTimeline}};
    for (const auto& [title, view] : views) {
        // A view that nobody has looked at since the plan changed has not drawn it yet.
        if (auto* ofPlan = qobject_cast<HallView*>(view)) ofPlan->setSnapshot(m_evaluator.snapshot());
        for (Canvas* canvas : view->findChildren<Canvas*>())
            handOut.pictures << HandOutPicture{title, pictureOf(*canvas)};
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
