// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/rejection_list.h"

#include "ui/kit/format.h"
#include "ui/kit/paint.h"
#include "ui/kit/to_qt.h"
#include "ui/planner/quantity_words.h"

#include <QPainter>
#include <QResizeEvent>

#include <algorithm>

namespace ui {

namespace {
constexpr double kGap = 10, kBar = 3, kCount = 62, kRight = 4;
}

RejectionList::RejectionList(QWidget* parent)
    : QWidget(parent) {}

void RejectionList::show(const core::SearchResult& result) {
    m_entries.clear();
    for (const auto& [code, count] : result.rejected) {
        const auto example = result.examples.find(code);
        m_entries.push_back({example != result.examples.end() ? sentence(example->second) : codeText(code), count});
    }
    std::ranges::stable_sort(m_entries, std::greater(), &Entry::count);
    QStringList words;
    for (const Entry& entry : m_entries) words << QStringLiteral("%1 × %2").arg(wholeNumber(entry.count), entry.sentence);
    setAccessibleName(words.join(QLatin1String("; ")));
    setToolTip(m_entries.empty() ? QString() : tr("The first case of each rule, and how many layouts break it"));
    setFixedHeight(heightForWidth(width()));
    update();
}

void RejectionList::clear() {
    m_entries.clear();
    setFixedHeight(0);
}

int RejectionList::textHeight(const Entry& entry, int width) const {
    const Theme& theme = themeOf(*this);
    const QFontMetrics metrics(theme.font(FontUse::Label));
    const QRect room(0, 0, std::max(60, width - theme.ipx(kCount + kRight)), 10000);
    return metrics.boundingRect(room, Qt::TextWordWrap, entry.sentence).height();
}

int RejectionList::heightForWidth(int width) const {
    const Theme& theme = themeOf(*this);
    int height = 0;
    for (const Entry& entry : m_entries) height += textHeight(entry, width) + theme.ipx(kBar + kGap + 3);
    return height;
}

void RejectionList::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) setFixedHeight(heightForWidth(width()));
}

void RejectionList::paintEvent(QPaintEvent*) {
    if (m_entries.empty()) return;
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const double room = width() - theme.px(kRight), most = double(m_entries.front().count);
    const QFont font = theme.font(FontUse::Label);
    painter.setFont(font);
    double y = 0;
    for (const Entry& entry : m_entries) {
        const int height = textHeight(entry, width());
        painter.setPen(theme.color(Role::Text));
        painter.drawText(QRectF(0, y, room - theme.px(kCount), height), Qt::TextWordWrap, entry.sentence);
        drawText(painter, QRectF(room - theme.px(kCount), y, theme.px(kCount), QFontMetrics(font).height()), wholeNumber(entry.count), font,
                 theme.color(Role::Text), Qt::AlignRight);
        y += height + 3;
        painter.fillRect(QRectF(0, y, room, theme.px(kBar)), theme.color(Role::Sunken));
        painter.fillRect(QRectF(0, y, std::max(1.0, room * double(entry.count) / most), theme.px(kBar)), theme.color(Role::Strong));
        y += theme.px(kBar + kGap);
    }
}

}  // namespace ui
