// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sections of the plan panel, from above: model and cluster, layout, ZeRO, batch, schedule.
#pragma once

#include "ui/window/plan_section.h"

namespace ui {

class Chip;
class DetailCombo;
class NumberField;

class ModelSection : public PlanSection {
    Q_OBJECT
public:
    ModelSection(const Hall& hall, QWidget* parent);

protected:
    void showPlan(const core::Plan& plan) override;

private:
    void fillModels();
    void fillAccelerators();
    QWidget* makeCardMemory();

    DetailCombo *m_model, *m_accelerator;
    NumberField *m_nodes, *m_cardsPerNode, *m_cardMemory;
    QWidget* m_memoryRow;  // virtual cards only
};

// Three factors in the colours of their axes and their product: "2 × 4 × 2 = 16".
class ProductLine : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    void show(const core::LayoutSpec& layout);
    using QWidget::show;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    core::LayoutSpec m_layout;
};

class LayoutSection : public PlanSection {
    Q_OBJECT
public:
    LayoutSection(const Hall& hall, QWidget* parent);
    [[nodiscard]] Chip& lockChip() { return *m_lock; }

protected:
    void showPlan(const core::Plan& plan) override;

private:
    void showLock();

    Chip* m_lock;
    StopRow *m_tensor, *m_pipeline, *m_data;
    ProductLine* m_product;
    QWidget* m_sequenceRow;  // of a layout that splits layers
    Segmented* m_sequence;
};

class ZeroSection : public PlanSection {
    Q_OBJECT
public:
    ZeroSection(const Hall& hall, QWidget* parent);

protected:
    void showPlan(const core::Plan& plan) override;

private:
    Segmented* m_stage;
    Label* m_explanation;
    QWidget *m_optimizerRow, *m_parametersRow, *m_overlapRow;  // where the stage leaves something to them
    Segmented *m_optimizer, *m_parameters, *m_overlap;
};

class BatchSection : public PlanSection {
    Q_OBJECT
public:
    BatchSection(const Hall& hall, QWidget* parent);

protected:
    void showPlan(const core::Plan& plan) override;

private:
    StopRow *m_micro, *m_microBatches;
    Label *m_factors, *m_global;
};

class ScheduleSection : public PlanSection {
    Q_OBJECT
public:
    ScheduleSection(const Hall& hall, QWidget* parent);

protected:
    void showPlan(const core::Plan& plan) override;

private:
    DetailCombo* m_schedule;
    StopRow* m_virtualStages;  // of schedules that have several chunks a rank
    Segmented *m_recompute, *m_method;
    QWidget* m_methodRow;  // of full recomputation, as the blocks
    StopRow* m_recomputeLayers;
    DetailCombo* m_precision;
};

}  // namespace ui
