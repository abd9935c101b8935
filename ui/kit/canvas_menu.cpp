// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/canvas_menu.h"

#include "ui/kit/button.h"
#include "ui/kit/canvas.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>

namespace ui {
namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(canvas_menu)
};

void askAndExport(Canvas& canvas, const ExportText& text, const QString& ending) {
    const QString proposal = QStringLiteral("%1.%2").arg(text.title.toLower(), ending);
    const QString fileName = QFileDialog::getSaveFileName(
        canvas.window(), Texts::tr("Export %1").arg(text.title), proposal,
        Texts::tr("Pictures and tables") + QStringLiteral(" (*.png *.svg *.pdf *.csv)"));
    if (fileName.isEmpty()) return;
    if (const auto problem = exportCanvas(canvas, fileName, text))
        QMessageBox::warning(canvas.window(), Texts::tr("Export %1").arg(text.title), *problem);
}

}  // namespace

QMenu* addCanvasMenu(Button& button, Canvas& canvas, const std::function<ExportText()>& text) {
    auto* menu = new QMenu(&button);
    menu->addAction(Texts::tr("Export picture…"), &canvas,
                    [&canvas, text] { askAndExport(canvas, text(), QStringLiteral("svg")); });
    menu->addAction(Texts::tr("Export table…"), &canvas,
                    [&canvas, text] { askAndExport(canvas, text(), QStringLiteral("csv")); });
    menu->addAction(Texts::tr("Copy table"), &canvas,
                    [&canvas] { QApplication::clipboard()->setText(canvas.table().toCsv()); });
    QObject::connect(&button, &Button::clicked, menu, [&button, menu] {
        menu->popup(button.mapToGlobal(QPoint(button.width() - menu->sizeHint().width(), button.height())));
    });
    return menu;
}

}  // namespace ui
