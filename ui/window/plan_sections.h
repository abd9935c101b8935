// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sections of the plan panel, from above: model and cluster, layout, ZeRO, batch, schedule, links.
#pragma once

#include "ui/window/plan_section.h"

#include <array>

namespace ui {

class Chip;
class DetailCombo;
class Fold;
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
    struct Size {
        NumberField* field = nullptr;
        QWidget* row = nullptr;
    };
    void addSizes();
    [[nodiscard]] Size addSize(const char* pointer, const QString& caption, const QString& explanation);
    void showSizes(const core::Plan& plan);

    Segmented* m_stage;
    Label* m_explanation;
    QWidget *m_optimizerRow, *m_parametersRow, *m_overlapRow;  // where the stage leaves something to them
    Segmented *m_optimizer, *m_parameters, *m_overlap;
    Fold* m_sizes;
    Size m_bucket, m_prefetch, m_live;
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

// Of a plan with several cards.
class LinksSection : public PlanSection {
    Q_OBJECT
public:
    LinksSection(const Hall& hall, QWidget* parent);

protected:
    void showPlan(const core::Plan& plan) override;

private:
    struct LinkFields {
        NumberField *bandwidth = nullptr, *latency = nullptr;
        QWidget* row = nullptr;
    };
    void addClass(int index, const QString& caption, const QString& bandwidth, const QString& latency);

    Fold* m_fold;
    std::array<LinkFields, 2> m_classes;  // within a node, between nodes
    QWidget* m_delayRow = nullptr;        // where links are simulated
    Segmented* m_delay;
};

}  // namespace ui
