// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Follow one weight": choose a scalar of the model, move tensor, pipeline, replicas and ZeRO, and see where its sixteen
// bytes are.
#pragma once

#include "core/lesson/activities/weight_trace.h"
#include "core/model/model_spec.h"
#include "ui/learn/activities/activity_page.h"

class QComboBox;
class QSpinBox;

namespace ui {

class HolderCanvas;
class Label;
class Segmented;
class StopRow;
class TensorCanvas;

class WeightPage : public ActivityPage {
    Q_OBJECT
public:
    WeightPage(const core::ModelSpec& model, QWidget* parent);

    [[nodiscard]] TensorCanvas& tensor() const { return *m_tensor; }
    [[nodiscard]] HolderCanvas& holders() const { return *m_holders; }
    [[nodiscard]] QString words() const;

private:
    StopRow* addSize(const QString& name, Axis axis, int core::LayoutSpec::*size, const char* objectName);
    void choose(qint64 row, qint64 column);
    void showTrace();

    core::ModelSpec m_model;
    core::LayoutSpec m_layout;
    int m_zero = 1;
    core::WeightPlace m_place;
    TensorCanvas* m_tensor;
    HolderCanvas* m_holders;
    QComboBox* m_names;
    QSpinBox *m_row, *m_column;
    Segmented* m_stages;
    Label* m_words;
};

}  // namespace ui
