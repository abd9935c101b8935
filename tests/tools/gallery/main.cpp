// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// gallery: shows every control state and the painted views in both themes, or writes them as pictures.
//
//   gallery                       a window; T changes the theme, + and − the scale
//   gallery --png DIR [--plan F]  PNG files of every page in light, dark and at 125 %
//
// Measurements on the Run pages are the prediction with a stated distortion: this program looks at pictures,
// it does not train.
#include "kit_page.h"
#include "view_pages.h"

#include "ui/kit/theme_provider.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QKeyEvent>
#include <QTabWidget>
#include <QTextStream>

namespace {

class Window : public QTabWidget {
public:
    explicit Window(ui::ThemeProvider& theme)
        : m_theme(theme) {}

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_T)
            m_theme.setKind(m_theme.theme().isDark() ? ui::ThemeKind::Light : ui::ThemeKind::Dark);
        else if (event->key() == Qt::Key_Plus)
            m_theme.setScale(m_theme.theme().scale() * 1.25);
        else if (event->key() == Qt::Key_Minus)
            m_theme.setScale(m_theme.theme().scale() / 1.25);
        else
            QTabWidget::keyPressEvent(event);
    }

private:
    ui::ThemeProvider& m_theme;
};

struct Look {
    const char* name;
    ui::Theme theme;
};

int writePictures(ui::ThemeProvider& theme, std::vector<gallery::Page>& pages, const QString& folder) {
    if (!QDir().mkpath(folder)) return 1;
    const Look looks[]{{"light", ui::Theme(ui::ThemeKind::Light)},
                       {"dark", ui::Theme(ui::ThemeKind::Dark)},
                       {"light-125", ui::Theme(ui::ThemeKind::Light, 1.25)}};
    for (const Look& look : looks) {
        theme.setTheme(look.theme);
        for (gallery::Page& page : pages) {
            page.widget->resize(page.size);
            page.widget->show();
            QCoreApplication::processEvents();
            const QString file =
                QStringLiteral("%1/%2-%3.png").arg(folder, page.name, QString::fromLatin1(look.name));
            if (!page.widget->grab().save(file)) return 1;
            QTextStream(stdout) << file << '\n';
            page.widget->hide();
        }
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QCommandLineParser parser;
    const QCommandLineOption png(QStringLiteral("png"), QStringLiteral("Write pictures to DIR."),
                                 QStringLiteral("DIR"));
    const QCommandLineOption plan(
        QStringLiteral("plan"), QStringLiteral("Plan file to show."), QStringLiteral("FILE"),
        QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/plans/tiny-2x2x2.shardscope.json"));
    parser.addHelpOption();
    parser.addOptions({png, plan});
    parser.process(application);

    ui::ThemeProvider theme(application);
    std::vector<gallery::Page> pages = gallery::viewPages(parser.value(plan));
    pages.insert(pages.begin(), {QStringLiteral("kit"), gallery::kitPage(), QSize(760, 1020)});
    if (pages.size() == 1) QTextStream(stderr) << "no plan could be read; showing the kit only\n";
    if (parser.isSet(png)) {
        const int code = writePictures(theme, pages, parser.value(png));
        for (gallery::Page& page : pages) delete page.widget;
        return code;
    }
    Window window(theme);
    for (gallery::Page& page : pages) window.addTab(page.widget, page.name);
    window.resize(1440, 900);
    window.show();
    return QApplication::exec();
}
