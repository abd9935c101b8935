// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/code_editor.h"

#include "ui/desk/code_layout.h"
#include "ui/desk/desk_file.h"
#include "ui/kit/icons.h"
#include "ui/kit/paint.h"

#include <QHelpEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QTextBlock>
#include <QToolTip>

namespace ui {

namespace {

constexpr int kIconColumn = 34, kCardIndent = 14;

Role inkOf(core::Severity severity) {
    return severity == core::Severity::Error     ? Role::Danger
           : severity == core::Severity::Warning ? Role::Warn
                                                 : Role::Text2;
}

Icon iconOf(core::Severity severity) {
    return severity == core::Severity::Error     ? Icon::Error
           : severity == core::Severity::Warning ? Icon::Warn
                                                 : Icon::Info;
}

}  // namespace

class Gutter : public QWidget {
public:
    explicit Gutter(CodeEditor* editor)
        : QWidget(editor)
        , m_editor(*editor) {
        setMouseTracking(true);
    }

protected:
    void paintEvent(QPaintEvent* event) override { m_editor.paintGutter(event->rect()); }
    void mousePressEvent(QMouseEvent* event) override {
        emit m_editor.markClicked(m_editor.cursorForPosition({0, int(event->position().y())}).blockNumber());
    }
    bool event(QEvent* event) override {
        if (event->type() != QEvent::ToolTip) return QWidget::event(event);
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto* placed = m_editor.markAt(m_editor.cursorForPosition({0, help->pos().y()}).blockNumber());
        QToolTip::showText(help->globalPos(), placed ? placed->mark.whole : QString(), this);
        return true;
    }

private:
    CodeEditor& m_editor;
};

CodeEditor::CodeEditor(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_none(new QTextDocument(this))
    , m_gutter(new Gutter(this)) {
    setFrameShape(QFrame::NoFrame);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setAccessibleName(tr("Editor"));
    m_none->setDocumentLayout(new QPlainTextDocumentLayout(m_none));
    setDocument(m_none);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeEditor::placeGutter);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
        if (dy)
            m_gutter->scroll(0, dy);
        else
            m_gutter->update(0, rect.y(), m_gutter->width(), rect.height());
        placeCard();
    });
    restyle();
}

void CodeEditor::setFile(DeskFile* file) {
    if (file == m_file) return;
    setCard(-1, nullptr);
    m_marks.clear();
    m_file = file;
    setExtraSelections({});
    setEnabled(file != nullptr);
    setDocument(file ? &file->document() : m_none);
    restyle();
}

int CodeEditor::gutterWidth() const {
    const Theme& theme = themeOf(*this);
    const int digits = std::max<int>(2, int(QString::number(std::max(1, blockCount())).size()));
    return theme.ipx(kIconColumn) + int(textWidth(theme.font(FontUse::Code), QString(digits, QLatin1Char('9')))) +
           theme.ipx(14);
}

void CodeEditor::restyle() {
    const Theme& theme = themeOf(*this);
    const QFont font = theme.font(FontUse::Code);
    if (this->font() != font) setFont(font);
    document()->setDefaultFont(font);
    setTabStopDistance(4 * QFontMetricsF(font).horizontalAdvance(QLatin1Char(' ')));
    if (m_file) m_file->highlighter().setTheme(theme);
    placeGutter();
}

void CodeEditor::placeGutter() {
    setViewportMargins(gutterWidth(), 0, 0, 0);
    const QRect area = contentsRect();
    m_gutter->setGeometry(area.left(), area.top(), gutterWidth(), area.height());
}

void CodeEditor::setMarks(const std::vector<EditorMark>& marks) {
    const Theme& theme = themeOf(*this);
    m_marks.clear();
    QList<QTextEdit::ExtraSelection> selections;
    for (const EditorMark& mark : marks) {
        const QTextBlock block = document()->findBlockByNumber(std::min(mark.line, document()->blockCount() - 1));
        QTextCursor cursor(block);
        const QString text = block.text();
        const int begin = std::min<int>(mark.column, int(text.size()));
        const bool quoted =
            begin < text.size() && (text[begin] == QLatin1Char('"') || text[begin] == QLatin1Char('\''));
        int end = begin + 1;
        while (end < text.size() && (quoted ? text[end] != text[begin]
                                            : !text[end].isSpace() && !QStringLiteral(",}]{[").contains(text[end])))
            ++end;
        end = std::min<int>(end + (quoted ? 1 : 0), int(text.size()));
        cursor.setPosition(block.position() + begin);
        cursor.setPosition(block.position() + end, QTextCursor::KeepAnchor);
        m_marks.push_back({cursor, mark});
        QTextEdit::ExtraSelection wave;
        wave.cursor = cursor;
        wave.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        wave.format.setUnderlineColor(theme.color(inkOf(mark.severity)));
        selections << wave;
        if (mark.severity == core::Severity::Error) {
            QTextEdit::ExtraSelection ground;
            ground.cursor = QTextCursor(block);
            ground.format.setBackground(theme.color(Role::DangerSoft));
            ground.format.setProperty(QTextFormat::FullWidthSelection, true);
            selections.prepend(ground);
        }
    }
    setExtraSelections(selections);
    m_gutter->update();
    viewport()->update();
}

void CodeEditor::reveal(int line, int column) {
    const QTextBlock block = document()->findBlockByNumber(line);
    if (!block.isValid()) return;
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + std::min<int>(column, block.length() - 1));
    setTextCursor(cursor);
    centerCursor();
}

const CodeEditor::Placed* CodeEditor::markAt(int line) const {
    const Placed* worst = nullptr;
    for (const Placed& placed : m_marks)
        if (placed.at.blockNumber() == line && (!worst || placed.mark.severity < worst->mark.severity)) worst = &placed;
    return worst;
}

void CodeEditor::setCard(int line, QWidget* card) {
    if (m_card && m_card != card) m_card->deleteLater();
    m_card = card;
    m_cardLine = card ? line : -1;
    if (card) {
        card->setParent(viewport());
        card->setFont(themeOf(*this).font(FontUse::Body));
        card->setCursor(Qt::ArrowCursor);
        card->show();
    }
    if (m_file) m_file->layout().setRoom(m_cardLine, card ? card->sizeHint().height() + themeOf(*this).px(6) : 0);
    placeCard();
    viewport()->update();
    m_gutter->update();
}

void CodeEditor::placeCard() {
    if (!m_card) return;
    const QTextBlock block = document()->findBlockByNumber(m_cardLine);
    if (!block.isValid()) return;
    const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
    const int height = m_card->sizeHint().height(), left = themeOf(*this).ipx(kCardIndent);
    m_card->setGeometry(
        left, int(rect.bottom()) - height - themeOf(*this).ipx(4),
        std::min(viewport()->width() - 2 * left, std::max(m_card->sizeHint().width(), themeOf(*this).ipx(520))),
        height);
}

void CodeEditor::paintEvent(QPaintEvent* event) {
    QPlainTextEdit::paintEvent(event);
    paintMessages();
}

void CodeEditor::paintMessages() {
    const Theme& theme = themeOf(*this);
    QPainter painter(viewport());
    const QFont font = theme.font(FontUse::Label);
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
        if (rect.top() > viewport()->height()) return;
        const Placed* placed = markAt(block.blockNumber());
        if (!placed || block.layout()->lineCount() == 0) continue;
        const QTextLine line = block.layout()->lineAt(block.layout()->lineCount() - 1);
        const double left = rect.left() + line.naturalTextRect().right() + theme.px(22);
        const QRectF room(left, rect.top() + line.y(), viewport()->width() - left - theme.px(8), line.height());
        if (room.width() > theme.px(60))
            drawText(painter, room, placed->mark.message, font, theme.color(inkOf(placed->mark.severity)));
    }
}

void CodeEditor::paintGutter(const QRect& rect) {
    const Theme& theme = themeOf(*this);
    QPainter painter(m_gutter);
    painter.fillRect(rect, theme.color(Role::Canvas));
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
        if (area.top() > rect.bottom()) return;
        const double height = block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).height() : theme.px(18);
        const Placed* placed = markAt(block.blockNumber());
        if (placed && placed->mark.severity == core::Severity::Error)
            painter.fillRect(QRectF(0, area.top(), m_gutter->width(), height), theme.color(Role::DangerSoft));
        if (placed)
            drawIcon(painter, QRectF(theme.px(9), area.top() + (height - theme.px(14)) / 2, theme.px(14), theme.px(14)),
                     iconOf(placed->mark.severity), theme.color(inkOf(placed->mark.severity)));
        drawText(painter, QRectF(0, area.top(), m_gutter->width() - theme.px(10), height),
                 QString::number(block.blockNumber() + 1), theme.font(FontUse::Code), theme.color(Role::Text2),
                 Qt::AlignRight);
    }
}

QString CodeEditor::tipAt(const QPoint& at) const {
    const QTextCursor cursor = cursorForPosition(at);
    for (const Placed& placed : m_marks)
        if (cursor.position() >= placed.at.selectionStart() && cursor.position() <= placed.at.selectionEnd())
            return placed.mark.whole;
    const Placed* placed = markAt(cursor.blockNumber());
    const QTextBlock block = cursor.block();
    const bool behind = block.isValid() && cursor.atBlockEnd() && at.x() > cursorRect(cursor).right();
    return placed && behind ? placed->mark.whole : QString();
}

bool CodeEditor::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(help->pos()), viewport());
        return true;
    }
    return QPlainTextEdit::viewportEvent(event);
}

// Undo and save are the file's while the editor has the focus.
bool CodeEditor::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Save)) {
        event->accept();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void CodeEditor::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Save)) {
        emit saveRequested();
        return;
    }
    // Redo by the window's own keys too, which the platform may not know.
    if (event->key() == Qt::Key_Y && event->modifiers() == Qt::ControlModifier) return redo();
    QPlainTextEdit::keyPressEvent(event);
}

void CodeEditor::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
    placeCard();
}

void CodeEditor::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange) restyle();
}

void CodeEditor::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) return event->ignore();
    QPlainTextEdit::dragEnterEvent(event);
}

void CodeEditor::dragMoveEvent(QDragMoveEvent* event) {
    if (event->mimeData()->hasUrls()) return event->ignore();
    QPlainTextEdit::dragMoveEvent(event);
}

void CodeEditor::dropEvent(QDropEvent* event) {
    if (event->mimeData()->hasUrls()) return event->ignore();
    QPlainTextEdit::dropEvent(event);
}

}  // namespace ui
