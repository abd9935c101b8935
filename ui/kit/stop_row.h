// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One field of a plan panel: axis tick, label 86, StopSlider 128, NumberField 44. The number may lie between
// the stops; then the handle stands at the nearest one below.
#pragma once

#include "ui/kit/number_field.h"
#include "ui/kit/stop_slider.h"
#include "ui/kit/theme.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace ui {

class Label;

class StopRow : public QWidget {
    Q_OBJECT
public:
    StopRow(const QString& label, std::optional<Axis> axis, QWidget* parent = nullptr);

    // Numbers of the stops in rising order, with the state of each.
    void setStops(const std::vector<double>& stops, const std::vector<StopState>& states);
    void setNumber(double number);  // emits nothing
    void setProblem(const QString& sentence) { m_field->setProblem(sentence); }
    void setLabel(const QString& label);

    [[nodiscard]] StopSlider* slider() const { return m_slider; }
    [[nodiscard]] NumberField* field() const { return m_field; }
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void dragged(double number);    // while the handle is held
    void committed(double number);  // released, key, typed

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    void onSlider(int index);
    void fitField();

    std::optional<Axis> m_axis;
    std::vector<double> m_stops;
    Label* m_label;
    StopSlider* m_slider;
    NumberField* m_field;
    bool m_moved = false;  // during the present drag
};

}  // namespace ui
