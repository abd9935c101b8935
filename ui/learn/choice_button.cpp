// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ground and outline by state; the mark is painted, its meaning is also in the accessible name.
#include "ui/learn/choice_button.h"

#include "ui/kit/icons.h"
#include "ui/kit/paint.h"

#include <QEvent>
#include <QFontMetrics>

namespace ui {

namespace {

constexpr double kHeight = 40, kPadding = 14, kMark = 16, kMarkGap = 10, kVertical = 9, kCorner = 4;

}  // namespace

ChoiceButton::ChoiceButton(ChoiceForm form, const QString& text, QWidget* parent)
    : QAbstractButton(parent)
    , m_form(form) {
    setText(text);
    setCheckable(true);
    setAutoExclusive(form == ChoiceForm::One);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setAccessibleName(text);
}

void ChoiceButton::setVerdict(ChoiceVerdict verdict) {
    m_verdict = verdict;
    const QString said = verdict == ChoiceVerdict::Right    ? tr("right")
                         : verdict == ChoiceVerdict::Wrong  ? tr("wrong")
                         : verdict == ChoiceVerdict::Missed ? tr("right, not chosen")
                                                            : QString();
    setAccessibleDescription(said);
    setEnabled(verdict == ChoiceVerdict::Open);
    update();
}

QRect ChoiceButton::textRect(int width) const {
    const Theme& theme = themeOf(*this);
    const int left = theme.ipx(kPadding + kMark + kMarkGap);
    const int wide = qMax(40, width - left - theme.ipx(kPadding));
    return QFontMetrics(theme.font(FontUse::Body)).boundingRect(QRect(left, 0, wide, 10000), Qt::TextWordWrap, text());
}

int ChoiceButton::heightForWidth(int width) const {
    const Theme& theme = themeOf(*this);
    return qMax(theme.ipx(kHeight), textRect(width).height() + 2 * theme.ipx(kVertical));
}

QSize ChoiceButton::sizeHint() const {
    const int width = themeOf(*this).ipx(320);
    return {width, heightForWidth(width)};
}

QSize ChoiceButton::minimumSizeHint() const { return {themeOf(*this).ipx(160), themeOf(*this).ipx(kHeight)}; }

void ChoiceButton::drawMark(QPainter& painter, const QRectF& box) const {
    const Theme& theme = themeOf(*this);
    if (m_verdict == ChoiceVerdict::Right || m_verdict == ChoiceVerdict::Missed)
        return drawIcon(painter, box, Icon::Ok, theme.color(Role::Ok));
    if (m_verdict == ChoiceVerdict::Wrong) return drawIcon(painter, box, Icon::Close, theme.color(Role::Danger));
    const QColor line = theme.color(isChecked() ? Role::Accent : Role::Strong);
    painter.setPen(QPen(line, theme.px(1.5)));
    painter.setBrush(Qt::NoBrush);
    const QRectF inner = box.adjusted(1.5, 1.5, -1.5, -1.5);
    if (m_form == ChoiceForm::One)
        painter.drawEllipse(inner);
    else
        painter.drawRoundedRect(inner, 2, 2);
    if (!isChecked()) return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(line);
    const QRectF core = inner.adjusted(3.5, 3.5, -3.5, -3.5);
    if (m_form == ChoiceForm::One)
        painter.drawEllipse(core);
    else
        painter.drawRect(core);
}

void ChoiceButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = themeOf(*this);
    Role ground = Role::Raised, line = Role::Strong;
    double width = 1;
    if (m_verdict == ChoiceVerdict::Right) ground = Role::OkSoft, line = Role::Ok, width = 1.5;
    if (m_verdict == ChoiceVerdict::Missed) line = Role::Ok, width = 1.5;
    if (m_verdict == ChoiceVerdict::Wrong) ground = Role::DangerSoft, line = Role::Danger, width = 1.5;
    if (m_verdict == ChoiceVerdict::Other) line = Role::Border;
    if (m_verdict == ChoiceVerdict::Open && isChecked()) ground = Role::AccentSoft, line = Role::Accent, width = 2;
    if (m_verdict == ChoiceVerdict::Open && underMouse() && !isChecked()) line = Role::Text2;
    drawBox(painter, QRectF(rect()), theme.px(kCorner), theme.color(ground), theme.color(line), width);
    const double mark = theme.px(kMark);
    drawMark(painter, QRectF(theme.px(kPadding), (height() - mark) / 2, mark, mark));
    const QRect words = textRect(this->width());
    painter.setFont(theme.font(FontUse::Body));
    painter.setPen(theme.color(m_verdict == ChoiceVerdict::Other ? Role::Text2 : Role::Text));
    painter.drawText(QRect(words.left(), (height() - words.height()) / 2,
                           this->width() - words.left() - theme.ipx(kPadding), words.height()),
                     Qt::TextWordWrap, text());
    if (hasFocus()) drawFocusRing(painter, QRectF(rect()).adjusted(3, 3, -3, -3), theme, theme.px(kCorner));
}

void ChoiceButton::changeEvent(QEvent* event) {
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::StyleChange) updateGeometry();
}

}  // namespace ui
