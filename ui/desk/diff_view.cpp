// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/diff_view.h"

#include "ui/kit/paint.h"

#include <QScrollBar>

#include <algorithm>

namespace ui {

namespace {
constexpr int kContext = 3, kNumber = 44;
}

DiffView::DiffView(QWidget* parent)
    : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Changes"));
}

void DiffView::setTexts(const QString& before, const QString& after) {
    m_before = before.split(QLatin1Char('\n'));
    m_after = after.split(QLatin1Char('\n'));
    m_diff = lineDiff(m_before, m_after);
    m_removed = int(std::ranges::count(m_diff, DiffLine::Kind::Removed, &DiffLine::kind));
    m_added = int(std::ranges::count(m_diff, DiffLine::Kind::Added, &DiffLine::kind));
    arrange();
}

void DiffView::setForm(DiffForm form) {
    m_form = form;
    arrange();
}

// Side by side, removed and added lines of one change stand in one row.
void DiffView::arrange() {
    m_rows.clear();
    std::size_t open = 0;  // first row of this change whose right side is free
    for (const DiffLine& line : nearChanges(m_diff, kContext)) {
        const bool added = line.kind == DiffLine::Kind::Added;
        if (line.kind == DiffLine::Kind::Same) {
            m_rows.push_back({line.before, line.after, false});
            open = m_rows.size();
        } else if (m_form == DiffForm::SideBySide && added && open < m_rows.size()) {
            m_rows[open++].after = line.after;
        } else {
            m_rows.push_back({line.before, line.after, true});
            if (added) open = m_rows.size();
        }
    }
    const int pitch = lineHeight(FontUse::Code, themeOf(*this).scale());
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(pitch);
    verticalScrollBar()->setRange(0, std::max(0, int(m_rows.size()) * pitch - viewport()->height()));
    viewport()->update();
}

void DiffView::paintSide(QPainter& painter, const Theme& theme, const QRectF& area, const QStringList& lines,
                         qsizetype number, Role ground, Role ink, const QString& sign) {
    if (number < 0) return;
    painter.fillRect(area, theme.color(ground));
    const QFont font = theme.font(FontUse::Code);
    drawText(painter, QRectF(area.left(), area.top(), theme.px(kNumber - 10), area.height()),
             QString::number(number + 1), font, theme.color(Role::Text2), Qt::AlignRight);
    QString text = lines[number];
    text.replace(QLatin1Char('\t'), QStringLiteral("    "));
    drawText(painter, area.adjusted(theme.px(kNumber), 0, 0, 0), sign + text, font, theme.color(ink));
}

void DiffView::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    const Theme& theme = themeOf(*this);
    painter.fillRect(viewport()->rect(), theme.color(Role::Canvas));
    const double pitch = lineHeight(FontUse::Code, theme.scale());
    const bool beside = m_form == DiffForm::SideBySide;
    const double half = viewport()->width() / 2.0;
    if (m_removed + m_added == 0) {
        drawText(painter, QRectF(theme.px(14), theme.px(10), viewport()->width(), pitch), tr("Nothing has changed."),
                 theme.font(FontUse::Body), theme.color(Role::Text2));
        return;
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const double top = double(i) * pitch - verticalScrollBar()->value();
        if (top + pitch < 0 || top > viewport()->height()) continue;
        const Row& row = m_rows[i];
        const QRectF whole(0, top, viewport()->width(), pitch), left(0, top, half, pitch),
            right(half, top, half, pitch);
        if (row.before < 0 && row.after < 0) {
            painter.fillRect(whole, theme.color(Role::Panel));
            drawText(painter, whole.adjusted(theme.px(kNumber), 0, 0, 0), QStringLiteral("…"),
                     theme.font(FontUse::Code), theme.color(Role::Text2));
            continue;
        }
        const Role removed = row.changed ? Role::DangerSoft : Role::Canvas,
                   added = row.changed ? Role::OkSoft : Role::Canvas;
        const Role removedInk = row.changed ? Role::Danger : Role::Text, addedInk = row.changed ? Role::Ok : Role::Text;
        const QString minus = row.changed ? QStringLiteral("- ") : QStringLiteral("  "),
                      plus = row.changed ? QStringLiteral("+ ") : QStringLiteral("  ");
        if (beside) {
            paintSide(painter, theme, left, m_before, row.before, removed, removedInk, minus);
            paintSide(painter, theme, right, m_after, row.after, added, addedInk, plus);
        } else if (row.after >= 0) {
            paintSide(painter, theme, whole, m_after, row.after, added, addedInk, plus);
        } else {
            paintSide(painter, theme, whole, m_before, row.before, removed, removedInk, minus);
        }
    }
    if (beside) painter.fillRect(QRectF(half, 0, 1, viewport()->height()), theme.color(Role::Border));
}

void DiffView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

void DiffView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

}  // namespace ui
