// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One group of controls of the plan panel: shows the plan, edits it through the document, and writes the
// problems of its own fields below its controls. Sections know fields by their pointers ("/layout/tp") and
// hold no plan of their own.
#pragma once

#include "core/evaluate.h"
#include "core/plan/fields.h"
#include "ui/kit/theme.h"
#include "ui/state/hall.h"
#include "ui/state/plan_document.h"

#include <QStringList>
#include <QWidget>

#include <functional>

class QHBoxLayout;
class QVBoxLayout;

namespace ui {

class DetailCombo;
class Label;
class NumberField;
class Segmented;
class StopRow;

class PlanSection : public QWidget {
    Q_OBJECT
public:
    PlanSection(const Hall& hall, QStringList pointers, QWidget* parent);

    [[nodiscard]] const QStringList& pointers() const { return m_pointers; }
    [[nodiscard]] QString problemText() const;  // as shown; empty = none

protected:
    // Called for every new plan, before its snapshot exists.
    virtual void showPlan(const core::Plan& plan) = 0;
    virtual void showSnapshot(const core::Snapshot& snapshot) { Q_UNUSED(snapshot); }
    // Calls showPlan for the first time; at the end of a constructor.
    void begin();

    [[nodiscard]] const Hall& hall() const { return m_hall; }
    [[nodiscard]] QVBoxLayout& rows() { return *m_rows; }
    void setRowSpacing(int designPixels);
    void setField(const QString& pointer, const core::FieldValue& value, PlanDocument::Edit edit);

    // A row with a slider bound to an integer field.
    StopRow* addStopRow(const QString& pointer, const QString& label, std::optional<Axis> axis);
    void showStopRow(StopRow& row, const QString& pointer, const core::Plan& plan);
    // Entries of a segmented bound to a choice or integer field; refused entries stay choosable and say why.
    void bindSegmented(Segmented& control, const QString& pointer);
    void showSegmented(Segmented& control, const QString& pointer, const core::Plan& plan);

    // A box for a number of the plan, shown in so many of the field's own unit: 1e9 shows bytes/s as GB/s.
    NumberField* makeNumber(const QString& pointer, const QString& accessibleName, double unit = 1);
    // `zeroWords`: what 0 of the field stands for; empty = itself.
    void showNumber(NumberField& control, const QString& pointer, const core::Plan& plan, const QString& zeroWords);

    // A caption at the left, a control at the right; as a widget of its own where the row can hide.
    QHBoxLayout* captioned(const QString& caption, QWidget* control, FontUse use = FontUse::LabelStrong);
    QWidget* captionedRow(const QString& caption, QWidget* control);

    // The same for a list; `nameOf` gives the words for an entry of the plan file.
    void bindCombo(DetailCombo& control, const QString& pointer,
                   const std::function<QString(const QString&)>& nameOf);
    void showComboProblems(DetailCombo& control, const QString& pointer, const core::Plan& plan);

    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    void showProblems(const core::Snapshot& snapshot);

    struct Number {
        NumberField* control = nullptr;
        double unit = 1;
    };

    const Hall& m_hall;
    QStringList m_pointers;
    QVBoxLayout* m_rows;
    int m_rowSpacing = 0;
    Label* m_problem;
    QHash<QString, StopRow*> m_stopRows;
    QHash<QString, Number> m_numbers;
};

[[nodiscard]] double asNumber(const core::FieldValue& value);  // 0 for a text
// Stops of a field as numbers; empty for fields that are no numbers.
[[nodiscard]] std::vector<double> stopNumbers(const std::vector<core::Stop>& stops);
// Why the plan would be refused with this value: the rule that the stop names, in words.
[[nodiscard]] QString refusal(const core::Plan& plan, const QString& pointer, const core::Stop& stop,
                              core::CardsPolicy policy);

}  // namespace ui
