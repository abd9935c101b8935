// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_window.h"

#include "ui/kit/theme.h"

#include <QDir>
#include <QEvent>
#include <QFile>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QStyledItemDelegate>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kWidth = 900, kHeight = 660, kTitles = 240, kTitleHeight = 28;
constexpr char kPageProperty[] = "helpPage";
constexpr char kIndex[] = "index";

QString titleOf(const QString& markdown, const QString& name) {
    static const QRegularExpression heading(QStringLiteral("^#\\s+(.+)$"),
                                            QRegularExpression::MultilineOption);
    const auto found = heading.match(markdown);
    return found.hasMatch() ? found.captured(1).trimmed() : name;
}

// Page names in the order in which the index links to them.
QStringList orderOf(const QString& index) {
    static const QRegularExpression link(QStringLiteral("\\]\\(([\\w-]+)\\.md\\)"));
    QStringList names{QString::fromLatin1(kIndex)};
    for (auto each = link.globalMatch(index); each.hasNext();) names << each.next().captured(1);
    return names;
}

}  // namespace

namespace {

// Markdown comes without a look: sizes, distances and table lines of the design language.
void styleBlocks(QTextDocument& document, const Theme& theme) {
    constexpr int kHeadings[] = {20, 15, 13};
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        const int level = format.headingLevel();
        const bool inTable = cursor.currentTable() != nullptr;
        format.setTopMargin(level > 1 ? theme.px(18) : 0);
        format.setBottomMargin(inTable ? 0 : theme.px(level > 0 ? 6 : 8));
        format.setLineHeight(135, QTextBlockFormat::ProportionalHeight);
        cursor.setBlockFormat(format);
        if (level == 0) continue;
        QTextCharFormat words;
        QFont font = theme.font(FontUse::BodyStrong);
        font.setPixelSize(theme.ipx(kHeadings[std::min(level, 3) - 1]));
        words.setFont(font);
        cursor.select(QTextCursor::BlockUnderCursor);
        cursor.mergeCharFormat(words);
    }
}

void styleTables(QTextDocument& document, const Theme& theme) {
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table) continue;
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderCollapse(true);
        format.setBorderBrush(theme.color(Role::Border));
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setCellPadding(theme.px(6));
        format.setCellSpacing(0);
        format.setTopMargin(theme.px(4));
        format.setBottomMargin(theme.px(10));
        table->setFormat(format);
    }
}

class TitleDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {0, applicationTheme().ipx(kTitleHeight)};
    }
};

}  // namespace

QList<HelpPage> loadHelp(const QString& folder, core::Language language) {
    QList<HelpPage> pages;
    QStringList order;
    if (folder.isEmpty()) return pages;
    for (const QFileInfo& info :
         QDir(folder).entryInfoList({QStringLiteral("*.md")}, QDir::Files, QDir::Name)) {
        const QString own = QDir(folder).filePath(QStringLiteral("zh_CN/") + info.fileName());
        const bool translated = language == core::Language::Chinese && QFile::exists(own);
        QFile file(translated ? own : info.absoluteFilePath());
        if (!file.open(QIODevice::ReadOnly)) continue;
        const QString text = QString::fromUtf8(file.readAll());
        pages << HelpPage{info.completeBaseName(), titleOf(text, info.completeBaseName()), text};
        if (pages.back().name == QLatin1String(kIndex)) order = orderOf(text);
    }
    const auto place = [&order](const HelpPage& page) {
        const qsizetype at = order.indexOf(page.name);
        return at < 0 ? order.size() : at;
    };
    std::stable_sort(pages.begin(), pages.end(),
                     [&](const HelpPage& a, const HelpPage& b) { return place(a) < place(b); });
    return pages;
}

QList<const HelpPage*> findHelp(const QList<HelpPage>& pages, const QString& typed) {
    QList<const HelpPage*> byTitle, byText;
    for (const HelpPage& page : pages) {
        if (page.title.contains(typed, Qt::CaseInsensitive))
            byTitle << &page;
        else if (page.markdown.contains(typed, Qt::CaseInsensitive))
            byText << &page;
    }
    return byTitle + byText;
}

void setHelpPage(QWidget* widget, const char* page) {
    widget->setProperty(kPageProperty, QString::fromLatin1(page));
}

QString helpPageOf(const QWidget* widget) {
    for (; widget; widget = widget->parentWidget()) {
        const QString page = widget->property(kPageProperty).toString();
        if (!page.isEmpty()) return page;
    }
    return {};
}

HelpWindow::HelpWindow(QList<HelpPage> pages, QWidget* parent)
    : QDialog(parent)
    , m_pages(std::move(pages))
    , m_typed(new QLineEdit(this))
    , m_titles(new QListWidget(this))
    , m_text(new QTextBrowser(this)) {
    setWindowTitle(tr("Help"));
    setObjectName(QStringLiteral("helpWindow"));
    resize(themeOf(*this).ipx(kWidth), themeOf(*this).ipx(kHeight));
    m_typed->setPlaceholderText(tr("Search help"));
    m_typed->setAccessibleName(tr("Search help"));
    m_typed->setClearButtonEnabled(true);
    m_titles->setFrameShape(QFrame::NoFrame);
    m_titles->setAccessibleName(tr("Pages"));
    m_titles->setItemDelegate(new TitleDelegate(m_titles));
    m_titles->setTextElideMode(Qt::ElideRight);
    m_titles->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Help page"));
    m_text->setOpenLinks(false);
    auto* left = new QVBoxLayout;
    left->setContentsMargins(10, 10, 10, 10);
    left->addWidget(m_typed);
    left->addWidget(m_titles, 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addLayout(left);
    row->addWidget(m_text, 1);
    connect(m_typed, &QLineEdit::textChanged, this, &HelpWindow::fill);
    connect(m_titles, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item) read(item->data(Qt::UserRole).toString());
    });
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
        m_typed->clear();
        showPage(QFileInfo(link.path()).completeBaseName());
    });
    fill({});
    restyle();
}

void HelpWindow::fill(const QString& typed) {
    const QSignalBlocker quiet(m_titles);
    m_titles->clear();
    for (const HelpPage* page : findHelp(m_pages, typed.trimmed())) {
        auto* item = new QListWidgetItem(page->title, m_titles);
        item->setData(Qt::UserRole, page->name);
        if (page->name == m_current) m_titles->setCurrentItem(item);
    }
    if (typed.isEmpty() || m_titles->count() == 0) return;
    m_titles->setCurrentRow(0);
    read(m_titles->item(0)->data(Qt::UserRole).toString());
}

void HelpWindow::showPage(const QString& page) {
    bool known = false;
    for (int i = 0; i < m_titles->count() && !known; ++i) {
        known = m_titles->item(i)->data(Qt::UserRole).toString() == page;
        if (known) m_titles->setCurrentRow(i);
    }
    if (!known && m_titles->count() > 0) m_titles->setCurrentRow(0);
    if (m_pages.isEmpty()) m_text->setPlainText(tr("The help pages of this installation were not found."));
    show();
    raise();
    activateWindow();
}

QString HelpWindow::currentPage() const { return m_current; }

void HelpWindow::read(const QString& name) {
    for (const HelpPage& page : m_pages) {
        if (page.name != name) continue;
        m_current = name;
        m_text->setMarkdown(page.markdown);
        styleBlocks(*m_text->document(), themeOf(*this));
        styleTables(*m_text->document(), themeOf(*this));
        m_text->moveCursor(QTextCursor::Start);
    }
}

void HelpWindow::restyle() {
    const Theme& theme = themeOf(*this);
    m_titles->setFixedWidth(theme.ipx(kTitles));
    m_titles->setFont(theme.font(FontUse::Body));
    m_text->setFont(theme.font(FontUse::Body));
    m_text->document()->setDocumentMargin(theme.px(24));
    m_text->document()->setDefaultFont(theme.font(FontUse::Body));
    read(m_current);  // link colours are those of the palette at the time of reading
}

void HelpWindow::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::StyleChange) restyle();
}

}  // namespace ui
