// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Both lists come from the rows of the command set.
#include "ui/window/command_palette.h"

#include "ui/kit/label.h"
#include "ui/kit/paint.h"
#include "ui/state/command_set.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int kWidth = 520, kRowHeight = 32, kRows = 10, kTop = 52;
enum EntryRole { kId = Qt::UserRole, kKeys, kTip };

class PaletteDelegate : public QStyledItemDelegate {
public:
    explicit PaletteDelegate(QWidget* owner)
        : QStyledItemDelegate(owner)
        , m_owner(owner) {}
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {0, themeOf(*m_owner).ipx(kRowHeight)};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Theme& theme = themeOf(*m_owner);
        const QRectF row(option.rect);
        if (option.state & QStyle::State_Selected) drawSelectedRow(*painter, row, theme);
        const bool enabled = index.flags() & Qt::ItemIsEnabled;
        const QRectF text = row.adjusted(theme.px(12), 0, -theme.px(12), 0);
        const QFont font = theme.font(FontUse::Body), quiet = theme.font(FontUse::Label);
        const QString name = index.data().toString(), keys = index.data(kKeys).toString();
        drawText(*painter, text, name, font, theme.color(enabled ? Role::Text : Role::Disabled));
        drawText(*painter, text, keys, quiet, theme.color(Role::Text2), Qt::AlignRight);
        const double left = textWidth(font, name) + theme.px(10),
                     right = textWidth(quiet, keys) + theme.px(10);
        drawText(*painter, text.adjusted(left, 0, -right, 0), index.data(kTip).toString(), quiet,
                 theme.color(Role::Text2));
    }

private:
    QWidget* m_owner;
};

void paintRaised(QWidget& widget) {
    QPainter painter(&widget);
    const Theme& theme = themeOf(widget);
    drawBox(painter, QRectF(widget.rect()), 0, theme.color(Role::Raised), theme.color(Role::Strong));
}

}  // namespace

CommandPalette::CommandPalette(CommandSet& commands, QWidget* window)
    : QFrame(window, Qt::Popup | Qt::FramelessWindowHint)
    , m_commands(commands)
    , m_typed(new QLineEdit(this))
    , m_list(new QListWidget(this))
    , m_none(new Label(tr("No command found. Fewer letters find more; all commands stand in the menus, with more words in "
                          "Help (F1)."),
                       FontUse::Body, Role::Text2, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(6);
    column->addWidget(m_typed);
    column->addWidget(m_list);
    column->addWidget(m_none, 1);
    m_none->setWrapped();
    m_none->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_none->setMargin(8);
    m_none->setObjectName(QStringLiteral("nothingFound"));
    m_none->hide();
    m_typed->setPlaceholderText(tr("Search commands"));
    m_typed->setAccessibleName(tr("Search commands"));
    m_typed->installEventFilter(this);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_typed, &QLineEdit::textEdited, this, &CommandPalette::fill);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
}

void CommandPalette::open() {
    const QWidget* window = parentWidget()->window();
    const Theme& theme = themeOf(*this);
    resize(theme.ipx(kWidth), theme.ipx(kRowHeight * kRows + 60));
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, theme.ipx(kTop))));
    m_typed->clear();
    fill({});
    show();
    m_typed->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::fill(const QString& typed) {
    m_list->clear();
    for (const CommandRow* row : matchCommands(m_commands, typed)) {
        const QAction* action = m_commands.action(row->id);
        auto* item = new QListWidgetItem(row->text, m_list);
        item->setData(kId, row->id);
        item->setData(kKeys,
                      row->keys.isEmpty() ? QString() : row->keys.front().toString(QKeySequence::NativeText));
        item->setData(kTip, CommandSet::categoryName(row->category));
        item->setToolTip(action->toolTip());
        if (!action->isEnabled()) item->setFlags(Qt::NoItemFlags);
    }
    m_none->setVisible(m_list->count() == 0);
    m_list->setVisible(m_list->count() > 0);
    for (int i = 0; i < m_list->count() && m_list->currentRow() < 0; ++i)
        if (m_list->item(i)->flags() & Qt::ItemIsEnabled) m_list->setCurrentRow(i);
}

void CommandPalette::runCurrent() {
    const QListWidgetItem* item = m_list->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
    QAction* action = m_commands.action(item->data(kId).toString());
    close();
    action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_typed || event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    case Qt::Key_Escape:
        close();
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int step = key->key() == Qt::Key_Up ? -1 : 1;
        for (int row = m_list->currentRow() + step; row >= 0 && row < m_list->count(); row += step)
            if (m_list->item(row)->flags() & Qt::ItemIsEnabled) {
                m_list->setCurrentRow(row);
                break;
            }
        return true;
    }
    default:
        return QFrame::eventFilter(watched, event);
    }
}

void CommandPalette::paintEvent(QPaintEvent*) { paintRaised(*this); }

ShortcutSheet::ShortcutSheet(const CommandSet& commands, QWidget* window)
    : QFrame(window, Qt::Popup | Qt::FramelessWindowHint) {
    setAttribute(Qt::WA_DeleteOnClose);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(20, 16, 20, 16);
    grid->setHorizontalSpacing(32);
    grid->setVerticalSpacing(4);
    int line = 0;
    std::optional<CommandCategory> category;
    for (const CommandRow& row : commands.rows()) {
        if (row.keys.isEmpty()) continue;
        if (category != row.category) {
            category = row.category;
            grid->addWidget(
                new Label(CommandSet::categoryName(row.category), FontUse::LabelStrong, Role::Text2, this),
                line++, 0);
        }
        QStringList keys;
        for (const QKeySequence& sequence : row.keys) keys << sequence.toString(QKeySequence::NativeText);
        grid->addWidget(new Label(row.text, FontUse::Body, Role::Text, this), line, 0);
        grid->addWidget(new Label(keys.join(QLatin1String(", ")), FontUse::Body, Role::Text2, this), line++,
                        1, Qt::AlignRight);
    }
    adjustSize();
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, themeOf(*this).ipx(kTop))));
}

void ShortcutSheet::paintEvent(QPaintEvent*) { paintRaised(*this); }

}  // namespace ui
