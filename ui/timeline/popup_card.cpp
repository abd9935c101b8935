// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/popup_card.h"

#include "ui/kit/button.h"
#include "ui/kit/kind_mark.h"
#include "ui/kit/label.h"
#include "ui/kit/paint.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPainter>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {
constexpr int kWidth = 520, kTallest = 420, kHead = 48, kMargin = 14, kAbove = 10;
}

PopupCard::PopupCard(const QString& title, const QString& number, QWidget* parent)
    : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint)
    , m_title(title)
    , m_number(number)
    , m_column(new QVBoxLayout(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(title);
    const Theme& theme = themeOf(*this);
    setFixedWidth(theme.ipx(kWidth));
    auto* head = new QHBoxLayout;
    head->setContentsMargins(theme.ipx(kMargin), theme.ipx(8), theme.ipx(8), theme.ipx(8));
    head->setSpacing(theme.ipx(10));
    auto* what = new Label(title, FontUse::BodyStrong, Role::Text, this);
    what->setElided();
    head->addWidget(what, 1);
    head->addWidget(new KindMarks({{NumberKind::Predicted, {}}}, this));
    head->addWidget(new Label(number, FontUse::BodyStrong, Role::Text, this));
    auto* copy = new Button(Icon::Share, tr("Copy the list as text"), this);
    connect(copy, &Button::clicked, this, [this] { QApplication::clipboard()->setText(toText()); });
    head->addWidget(copy);
    m_column->setContentsMargins(1, 1, 1, 1);
    m_column->setSpacing(0);
    m_column->addLayout(head);
}

void PopupCard::setList(QWidget* list) {
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    scroll->setWidget(list);
    list->setAutoFillBackground(false);
    m_column->addWidget(scroll, 1);
    const Theme& theme = themeOf(*this);
    const int height = list->hasHeightForWidth() ? list->heightForWidth(width() - 2) : list->minimumHeight();
    setFixedHeight(std::min(theme.ipx(kTallest), height + theme.ipx(kHead)));
}

void PopupCard::openAt(const QPoint& global) {
    const QRect screen = this->screen()->availableGeometry();
    const int gap = themeOf(*this).ipx(kAbove);
    const int x = std::clamp(global.x() - width() / 2, screen.left() + gap, std::max(screen.left() + gap, screen.right() - width() - gap));
    const int above = global.y() - height() - gap;
    move(x, above >= screen.top() ? above : std::min(global.y() + gap, screen.bottom() - height()));
    show();
}

void PopupCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    drawBox(painter, QRectF(rect()), 0, theme.color(Role::Raised), theme.color(Role::Strong));
}

}  // namespace ui
