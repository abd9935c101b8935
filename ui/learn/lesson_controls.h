// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The controls that a step offers, on the lesson's plan: sliders for numbers with stops, lists for choices. Locked while
// a question is open. Below them the formula of the step, with its numbers.
#pragma once

#include "core/lesson/prose.h"
#include "ui/state/hall.h"

#include <QHash>
#include <QStringList>
#include <QWidget>

#include <vector>

class QComboBox;
class QVBoxLayout;

namespace ui {

class Label;
class ProseLabel;
class StopRow;
class ViewHeader;

enum class ControlsLock { Free, Locked };

class LessonControls : public QWidget {
    Q_OBJECT
public:
    LessonControls(const Hall& hall, QWidget* parent);

    void setControls(const QStringList& pointers);
    void setLock(ControlsLock lock);
    void setFormula(const core::Prose& formula);
    [[nodiscard]] bool isLocked() const { return m_lock == ControlsLock::Locked; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    void addControl(const QString& pointer);
    void addSlider(const QString& pointer);
    void addList(const QString& pointer);
    void showPlan();
    void showSlider(const QString& pointer);
    void showList(const QString& pointer);

    const Hall& m_hall;
    ControlsLock m_lock = ControlsLock::Free;
    QStringList m_pointers;
    ViewHeader* m_header;
    Label *m_why, *m_problem;
    ProseLabel* m_formula;
    QVBoxLayout *m_rows, *m_body;
    QHash<QString, StopRow*> m_sliders;
    QHash<QString, std::vector<double>> m_freeStops;  // of fields that any number suits, around what the step begins with
    QHash<QString, QComboBox*> m_lists;
};

}  // namespace ui
