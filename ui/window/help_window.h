// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The help pages (Markdown files of resources/help) in a window of their own that blocks nothing: titles at
// the left, found by title or by a word of the text, the page at the right. Links between pages are links
// between files.
#pragma once

#include "core/lesson/language.h"

#include <QDialog>
#include <QList>
#include <QString>

class QLineEdit;
class QListWidget;
class QTextBrowser;

namespace ui {

struct HelpPage {
    QString name;   // of its file, without suffix: "timeline"
    QString title;  // its first heading
    QString markdown;
};

// In the order of the folder's "index" page, the rest by title behind; empty where there is no folder. In Chinese the pages
// of its folder zh_CN stand for those of the same name.
[[nodiscard]] QList<HelpPage> loadHelp(const QString& folder, core::Language language = core::Language::English);
// Titles that hold `typed` first, then pages whose text does.
[[nodiscard]] QList<const HelpPage*> findHelp(const QList<HelpPage>& pages, const QString& typed);

// Which page explains a widget: asked of the widget and then of those around it.
void setHelpPage(QWidget* widget, const char* page);
[[nodiscard]] QString helpPageOf(const QWidget* widget);  // empty: none says so

class HelpWindow : public QDialog {
    Q_OBJECT
public:
    HelpWindow(QList<HelpPage> pages, QWidget* parent);

    void showPage(const QString& page);  // opens the window at it; an unknown page shows the first
    [[nodiscard]] QString currentPage() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill(const QString& typed);
    void read(const QString& name);
    void restyle();

    QList<HelpPage> m_pages;
    QString m_current;
    QLineEdit* m_typed;
    QListWidget* m_titles;
    QTextBrowser* m_text;
};

}  // namespace ui
