// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every field of the plan, grouped and searchable, for what the panel has no control for: a window generated
// from core's registry of fields, so that a new field needs no line here. Edits go through the document, one
// undo entry each; what a value breaks stands below its group.
#pragma once

#include "ui/window/plan_section.h"

#include <QDialog>

class QLineEdit;

namespace ui {

class PanelScroll;

class FieldGroup : public PlanSection {
    Q_OBJECT
public:
    FieldGroup(const Hall& hall, const QString& title, const QStringList& pointers, QWidget* parent);

    // Hides the rows that do not answer to `typed`. False: none does.
    bool filter(const QString& typed);

protected:
    void showPlan(const core::Plan& plan) override;

private:
    struct Row {
        const core::Field* field;
        QWidget *line, *control;
        QString words;  // what a search finds it by
    };
    [[nodiscard]] QWidget* makeControl(const core::Field& field);
    void addRow(const core::Field& field);

    QString m_title;
    std::vector<Row> m_fields;
};

class PlanFieldsWindow : public QDialog {
    Q_OBJECT
public:
    PlanFieldsWindow(const Hall& hall, QWidget* parent);

protected:
    void changeEvent(QEvent* event) override;

private:
    void filter(const QString& typed);
    void restyle();

    QLineEdit* m_typed;
    PanelScroll* m_scroll;
    QWidget* m_none;
    std::vector<FieldGroup*> m_groups;
};

}  // namespace ui
