// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lesson_sheets: pictures of every screen of Learn in the whole window, twelve on a contact sheet, to be looked at.
//
//   lesson_sheets DIR [en|zh_CN] [light|dark] [SCALE] [NAME] [alone]    SCALE: 1.25 shows the larger type; NAME: only screens
//                                                                       whose name holds it; alone: each in its own file
#include "core/plan/plan_codec.h"
#include "tests/support/learn_screens.h"
#include "ui/kit/theme_provider.h"
#include "ui/window/languages.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QPainter>
#include <QTemporaryDir>
#include <QTextStream>

namespace {

using namespace ui;

constexpr int kColumns = 3, kRows = 4, kCaption = 22;
constexpr QSize kThumb(640, 400);
constexpr QSize kWindow(1440, 900);

class Sheets {
public:
    Sheets(QDir folder, QString name)
        : m_folder(std::move(folder))
        , m_name(std::move(name)) {}
    ~Sheets() { flush(); }

    void add(const QImage& picture, const QString& caption) {
        if (m_count == 0) {
            m_sheet = QImage(kThumb.width() * kColumns, (kThumb.height() + kCaption) * kRows, QImage::Format_RGB32);
            m_sheet.fill(Qt::gray);
        }
        const QPoint at((m_count % kColumns) * kThumb.width(), (m_count / kColumns) * (kThumb.height() + kCaption));
        QPainter painter(&m_sheet);
        painter.drawImage(at + QPoint(0, kCaption), picture.scaled(kThumb, Qt::KeepAspectRatio, Qt::SmoothTransformation));
        painter.drawText(QRect(at, QSize(kThumb.width(), kCaption)), Qt::AlignVCenter, caption);
        painter.end();
        if (++m_count == kColumns * kRows) flush();
    }

private:
    void flush() {
        if (m_count == 0) return;
        m_sheet.save(m_folder.filePath(QStringLiteral("%1-%2.png").arg(m_name).arg(++m_sheets, 2, 10, QLatin1Char('0'))));
        m_count = 0;
    }

    QDir m_folder;
    QString m_name;
    QImage m_sheet;
    int m_count = 0, m_sheets = 0;
};

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT3D_RENDERER", "opengl");
    QCoreApplication::setAttribute(Qt::AA_DontCreateNativeWidgetSiblings);
    QApplication application(argc, argv);
    const QStringList words = QApplication::arguments();
    if (words.size() < 2) {
        QTextStream(stderr) << "lesson_sheets DIR [en|zh_CN] [light|dark] [SCALE] [NAME] [alone]\n";
        return 2;
    }
    const QString language = words.value(2, QStringLiteral("en")), kind = words.value(3, QStringLiteral("light"));
    const double scale = words.value(4, QStringLiteral("1")).toDouble();
    QDir().mkpath(words[1]);
    ThemeProvider theme(application, Theme(kind == QLatin1String("dark") ? ThemeKind::Dark : ThemeKind::Light, scale));
    Languages languages(Languages::named(language));
    QTemporaryDir scratch;
    Settings settings(scratch.filePath(QStringLiteral("settings.ini")));
    const QString resources = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources");
    MainWindow::Options options;
    options.shippedPlans = resources + QStringLiteral("/plans");
    options.helpFolder = resources + QStringLiteral("/help");
    options.lessonFolder = resources + QStringLiteral("/lessons");
    options.plan = *core::loadPlan((options.shippedPlans + QStringLiteral("/tiny-2x2x2.shardscope.json")).toStdString());
    MainWindow window(std::move(options), theme, settings, languages);
    window.resize(kWindow);
    window.show();
    window.showWorkspace(WorkspaceKind::Learn);
    Sheets sheets(QDir(words[1]), QStringLiteral("%1-%2-%3").arg(language, kind).arg(scale));
    constexpr int kSettle = 250;
    const bool alone = words.value(6) == QLatin1String("alone");
    testing::forEachLearnScreen(window.learn(), kSettle, [&, only = words.value(5)](const QString& name) {
        if (!name.contains(only)) return;
        if (alone)
            window.grab().save(QDir(words[1]).filePath(name + QStringLiteral(".png")));
        else
            sheets.add(window.grab().toImage(), name);
    });
    return 0;
}
