// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/segmented.h"

#include "ui/kit/paint.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>

namespace ui {
namespace {

class Entry : public QAbstractButton {
public:
    Entry(const QString& text, double padding, QWidget* parent)
        : QAbstractButton(parent)
        , m_padding(padding) {
        setText(text);
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    void setPadding(double padding) {
        m_padding = padding;
        updateGeometry();
    }
    void setRefused(const QString& reason) {
        m_refused = !reason.isEmpty();
        setToolTip(reason);
        update();
    }
    QSize sizeHint() const override {
        const Theme& theme = themeOf(*this);
        // The chosen weight is the wider one: choosing must not move the neighbours.
        const double widest = std::max(textWidth(theme.font(FontUse::BodyStrong), text()),
                                       textWidth(theme.font(FontUse::Body), text()));
        return {int(std::ceil(widest + 2 * theme.px(m_padding))), theme.ipx(22)};
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const Theme& theme = themeOf(*this);
        if (isChecked())
            drawBox(painter, rect(), theme.px(4), theme.color(Role::Chosen), theme.color(Role::Border));
        const bool strong = isChecked() || underMouse();
        const QColor color = theme.color(!isEnabled() ? Role::Disabled : strong ? Role::Text : Role::Text2);
        const QFont font = theme.font(isChecked() ? FontUse::BodyStrong : FontUse::Body);
        drawText(painter, rect(), text(), font, color, Qt::AlignHCenter);
        if (m_refused) paintRefused(painter, theme, textWidth(font, text()));
    }

private:
    void paintRefused(QPainter& painter, const Theme& theme, double width) const {
        QPen pen(theme.color(Role::Warn), 2, Qt::SolidLine, Qt::FlatCap);
        pen.setDashPattern({1, 1});
        painter.setPen(pen);
        const double y = height() - theme.px(3.5), x = (this->width() - std::max(width, theme.px(8))) / 2;
        painter.drawLine(QPointF(x, y), QPointF(x + std::max(width, theme.px(8)), y));
    }

    double m_padding;
    bool m_refused = false;
};

Entry* entryOf(const QButtonGroup& group, int index) { return static_cast<Entry*>(group.button(index)); }

}  // namespace

Segmented::Segmented(const QStringList& entries, QWidget* parent)
    : QWidget(parent)
    , m_group(new QButtonGroup(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(2, 2, 2, 2);
    row->setSpacing(0);
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::idClicked, this, &Segmented::chosen);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setEntries(entries);
}

void Segmented::setEntries(const QStringList& entries) {
    const int kept = current();
    const QList<QAbstractButton*> old = m_group->buttons();
    for (QAbstractButton* button : old) delete button;
    for (int i = 0; i < entries.size(); ++i) {
        auto* entry = new Entry(entries[i], m_padding, this);
        m_group->addButton(entry, i);
        layout()->addWidget(entry);
    }
    setCurrent(std::clamp(kept, 0, std::max(0, int(entries.size()) - 1)));
}

int Segmented::count() const { return int(m_group->buttons().size()); }
int Segmented::current() const { return m_group->checkedId(); }

void Segmented::setCurrent(int index) {
    if (QAbstractButton* button = m_group->button(index)) button->setChecked(true);
}

void Segmented::setEntryProblem(int index, const QString& reason) {
    if (Entry* entry = entryOf(*m_group, index)) entry->setRefused(reason);
}

void Segmented::setPadding(double designPixels) {
    if (designPixels == m_padding) return;
    m_padding = designPixels;
    for (int i = 0; i < count(); ++i) entryOf(*m_group, i)->setPadding(designPixels);
}

void Segmented::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    drawBox(painter, rect(), theme.px(6), theme.color(Role::Sunken), Qt::transparent);
}

void Segmented::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        for (int i = 0; i < count(); ++i) entryOf(*m_group, i)->updateGeometry();
}

}  // namespace ui
