// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/stop_row.h"

#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/paint.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QSignalBlocker>

#include <algorithm>

namespace ui {

StopRow::StopRow(const QString& label, std::optional<Axis> axis, QWidget* parent)
    : QWidget(parent)
    , m_axis(axis)
    , m_label(new Label({}, FontUse::Body, Role::Text, this))
    , m_slider(new StopSlider(this))
    , m_field(new NumberField(NumberRange::Whole, this)) {
    auto* row = new QHBoxLayout(this);
    row->addWidget(m_label);
    row->addWidget(m_slider, 1);
    row->addWidget(m_field);
    setLabel(label);
    arrange();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_slider, &QSlider::valueChanged, this, &StopRow::onSlider);
    connect(m_slider, &QSlider::sliderReleased, this, [this] {
        if (m_moved) emit committed(m_field->number());
        m_moved = false;
    });
    connect(m_field, &NumberField::committed, this, [this](double number) {
        setNumber(number);
        emit committed(number);
    });
}

void StopRow::setLabel(const QString& label) {
    m_label->setText(label);
    m_label->setBuddy(m_slider);
    m_slider->setAccessibleName(label);
    m_field->setAccessibleName(label);
}

void StopRow::setStops(const std::vector<double>& stops, const std::vector<StopState>& states) {
    m_stops = stops;
    QStringList names;
    for (const double stop : stops) names << shortNumber(stop);
    const QSignalBlocker quiet(m_slider);
    m_slider->setStops(names, states);
    setNumber(m_field->number());
}

void StopRow::setNumber(double number) {
    const QSignalBlocker quiet(m_slider);
    const auto above = std::upper_bound(m_stops.begin(), m_stops.end(), number);
    m_slider->setValue(std::max(0, int(above - m_stops.begin()) - 1));
    m_field->setNumber(number);
    fitField();
}

// A number of tokens is longer than any size of a layout; its slider gives way.
void StopRow::fitField() {
    constexpr double kUsual = 44, kPadding = 18, kSlider = 96, kShortSlider = 52;
    const Theme& theme = themeOf(*this);
    const double text = double(m_field->fontMetrics().horizontalAdvance(m_field->text())) / theme.px(1);
    const double wide = std::max(kUsual, text + kPadding);
    m_field->setFieldWidth(wide);
    m_slider->setMinimumWidth(theme.ipx(wide > 2 * kUsual ? kShortSlider : kSlider));
}

void StopRow::onSlider(int index) {
    if (index < 0 || index >= int(m_stops.size())) return;
    const double number = m_stops[std::size_t(index)];
    m_field->setNumber(number);
    if (m_slider->isSliderDown()) {
        m_moved = true;
        emit dragged(number);
    } else {
        emit committed(number);
    }
}

QSize StopRow::sizeHint() const { return {QWidget::sizeHint().width(), themeOf(*this).ipx(34)}; }

void StopRow::arrange() {
    const Theme& theme = themeOf(*this);
    layout()->setContentsMargins(m_axis ? theme.ipx(10) : 0, 0, 0, 0);
    layout()->setSpacing(theme.ipx(8));
    // Wide enough for the longest label of a panel in any font; panels keep their sliders aligned by equal
    // labels.
    m_label->setMinimumWidth(theme.ipx(m_axis ? 76 : 86));
    fitField();
}

void StopRow::paintEvent(QPaintEvent*) {
    if (!m_axis) return;
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const double tick = theme.px(14);
    drawBox(painter, QRectF(0, (height() - tick) / 2, theme.px(3), tick), theme.px(1.5), theme.axis(*m_axis),
            Qt::transparent);
}

void StopRow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

}  // namespace ui
