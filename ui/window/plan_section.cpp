// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What all sections share: binding of controls to fields, problems in words, the line below.
#include "ui/window/plan_section.h"

#include "core/plan/validate.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/segmented.h"
#include "ui/kit/stop_row.h"
#include "ui/state/evaluator.h"
#include "ui/state/sentences.h"
#include "ui/window/detail_combo.h"
#include "ui/window/fold.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <cmath>

namespace ui {

namespace {

constexpr int kCaptionGap = 6;

// What Tab can reach, from above and from the left.
void collectControls(const QLayout& layout, QList<QWidget*>& controls) {
    for (int i = 0; i < layout.count(); ++i) {
        QLayoutItem* item = layout.itemAt(i);
        QWidget* widget = item->widget();
        if (const QLayout* inner = widget ? widget->layout() : item->layout())
            collectControls(*inner, controls);
        else if (widget && widget->focusPolicy() & Qt::TabFocus)
            controls << widget;
    }
}

core::FieldValue numberLike(const core::FieldValue& like, double number) {
    if (std::holds_alternative<double>(like)) return number;
    return std::int64_t(number);
}

}  // namespace

double asNumber(const core::FieldValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return double(*whole);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return 0;
}

std::vector<double> stopNumbers(const std::vector<core::Stop>& stops) {
    std::vector<double> numbers;
    for (const core::Stop& stop : stops)
        if (!std::holds_alternative<std::string>(stop.value)) numbers.push_back(asNumber(stop.value));
    return numbers;
}

QString refusal(const core::Plan& plan, const QString& pointer, const core::Stop& stop,
                core::CardsPolicy policy) {
    if (stop.rule.empty()) return {};
    const core::Plan wished = core::withField(plan, pointer.toStdString(), stop.value, policy);
    for (const core::Problems& problems : {core::validate(wished), core::engineLimits(wished)})
        for (const core::Problem& problem : problems)
            if (problem.code == stop.rule) return wholeSentence(problem);
    core::Problem problem;
    problem.code = stop.rule;
    return wholeSentence(problem);
}

PlanSection::PlanSection(const Hall& hall, QStringList pointers, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_pointers(std::move(pointers))
    , m_rows(new QVBoxLayout)
    , m_problem(new Label({}, FontUse::Label, Role::Danger, this)) {
    auto* all = new QVBoxLayout(this);
    all->addLayout(m_rows);
    all->addWidget(m_problem);
    m_problem->setWrapped();
    m_problem->hide();
    arrange();
    connect(&hall.document, &PlanDocument::planChanged, this,
            [this](const core::Plan& plan) { showPlan(plan); });
    connect(&hall.evaluator, &Evaluator::evaluated, this, [this](const SnapshotPtr& snapshot) {
        showProblems(*snapshot);
        showSnapshot(*snapshot);
    });
}

void PlanSection::begin() {
    QList<QWidget*> controls;
    collectControls(*m_rows, controls);
    for (qsizetype i = 1; i < controls.size(); ++i) setTabOrder(controls[i - 1], controls[i]);
    showPlan(m_hall.document.plan());
    showProblems(*m_hall.evaluator.snapshot());
    showSnapshot(*m_hall.evaluator.snapshot());
}

void PlanSection::setRowSpacing(int designPixels) {
    m_rowSpacing = designPixels;
    arrange();
}

QString PlanSection::problemText() const { return m_problem->isHidden() ? QString() : m_problem->text(); }

void PlanSection::setField(const QString& pointer, const core::FieldValue& value, PlanDocument::Edit edit) {
    m_hall.document.setField(pointer, value, edit);
}

StopRow* PlanSection::addStopRow(const QString& pointer, const QString& label, std::optional<Axis> axis) {
    auto* row = new StopRow(label, axis, this);
    row->setObjectName(pointer);
    const auto edit = [this, pointer](double number, PlanDocument::Edit how) {
        const core::Field* field = core::findField(pointer.toStdString());
        if (field) setField(pointer, numberLike(field->get(m_hall.document.plan()), number), how);
    };
    connect(row, &StopRow::dragged, this,
            [edit](double number) { edit(number, PlanDocument::Edit::Dragging); });
    connect(row, &StopRow::committed, this,
            [edit](double number) { edit(number, PlanDocument::Edit::Committed); });
    m_stopRows.insert(pointer, row);
    m_rows->addWidget(row);
    return row;
}

void PlanSection::showStopRow(StopRow& row, const QString& pointer, const core::Plan& plan) {
    const core::Field* field = core::findField(pointer.toStdString());
    if (!field) return;
    const auto stops = core::fieldStops(plan, field->pointer, m_hall.document.cardsPolicy());
    std::vector<StopState> states;
    for (const core::Stop& stop : stops)
        states.push_back(stop.rule.empty() ? StopState::Valid : StopState::Refused);
    row.setStops(stopNumbers(stops), states);
    row.setNumber(asNumber(field->get(plan)));
}

void PlanSection::bindSegmented(Segmented& control, const QString& pointer) {
    control.setObjectName(pointer);
    connect(&control, &Segmented::chosen, this, [this, pointer](int index) {
        const core::Field* field = core::findField(pointer.toStdString());
        if (!field) return;
        const auto stops =
            core::fieldStops(m_hall.document.plan(), field->pointer, m_hall.document.cardsPolicy());
        if (index < int(stops.size()))
            setField(pointer, stops[std::size_t(index)].value, PlanDocument::Edit::Committed);
    });
}

void PlanSection::showSegmented(Segmented& control, const QString& pointer, const core::Plan& plan) {
    const core::Field* field = core::findField(pointer.toStdString());
    if (!field) return;
    const auto stops = core::fieldStops(plan, field->pointer, m_hall.document.cardsPolicy());
    const core::FieldValue value = field->get(plan);
    for (std::size_t i = 0; i < stops.size(); ++i) {
        if (stops[i].value == value) control.setCurrent(int(i));
        control.setEntryProblem(int(i), refusal(plan, pointer, stops[i], m_hall.document.cardsPolicy()));
    }
}

NumberField* PlanSection::makeNumber(const QString& pointer, const QString& accessibleName, double unit) {
    const core::Field* field = core::findField(pointer.toStdString());
    const bool whole = field && field->kind == core::FieldKind::Integer;
    auto* control = new NumberField(whole ? NumberRange::Whole : NumberRange::Real, this);
    control->setObjectName(pointer);
    control->setAccessibleName(accessibleName);
    connect(control, &NumberField::committed, this, [this, pointer, whole, unit](double number) {
        // By whichever of the unit and its inverse is a whole number: 5 µs are 5 / 1e6 s, to the last bit.
        const double value = unit >= 1 ? number * unit : number / std::round(1 / unit);
        setField(pointer, whole ? core::FieldValue(std::int64_t(value)) : core::FieldValue(value),
                 PlanDocument::Edit::Committed);
    });
    m_numbers.insert(pointer, {control, unit});
    return control;
}

void PlanSection::showNumber(NumberField& control, const QString& pointer, const core::Plan& plan,
                             const QString& zeroWords) {
    const core::Field* field = core::findField(pointer.toStdString());
    if (!field) return;
    control.setZeroWords(zeroWords);
    control.setNumber(asNumber(field->get(plan)) / m_numbers.value(pointer).unit);
}

QHBoxLayout* PlanSection::captioned(const QString& caption, QWidget* control, FontUse use) {
    auto* line = new QHBoxLayout;
    line->setSpacing(kCaptionGap);
    line->addWidget(new Label(caption, use, Role::Text, this));
    line->addStretch(1);
    line->addWidget(control);
    return line;
}

QWidget* PlanSection::captionedRow(const QString& caption, QWidget* control) {
    auto* row = new QWidget(this);
    row->setLayout(captioned(caption, control, FontUse::Body));
    row->layout()->setContentsMargins(0, 0, 0, 0);
    control->setAccessibleName(caption);
    return row;
}

void PlanSection::bindCombo(DetailCombo& control, const QString& pointer,
                            const std::function<QString(const QString&)>& nameOf) {
    control.setObjectName(pointer);
    if (const core::Field* field = core::findField(pointer.toStdString()))
        for (const core::Stop& stop : field->stops(m_hall.document.plan())) {
            const QString name = QString::fromStdString(std::get<std::string>(stop.value));
            control.addEntry(name, nameOf(name), {});
        }
    connect(&control, &DetailCombo::keyChosen, this, [this, pointer](const QString& name) {
        setField(pointer, name.toStdString(), PlanDocument::Edit::Committed);
    });
}

void PlanSection::showComboProblems(DetailCombo& control, const QString& pointer, const core::Plan& plan) {
    const core::CardsPolicy policy = m_hall.document.cardsPolicy();
    const auto stops = core::fieldStops(plan, pointer.toStdString(), policy);
    for (std::size_t i = 0; i < stops.size() && int(i) < control.count(); ++i)
        control.setEntryProblem(int(i), refusal(plan, pointer, stops[i], policy));
}

void PlanSection::showProblems(const core::Snapshot& snapshot) {
    QStringList sentences;
    for (StopRow* row : m_stopRows) row->setProblem({});
    for (const Number& number : m_numbers) number.control->setProblem({});
    for (const core::Problem& problem : snapshot.problems) {
        const QString where = QString::fromStdString(problem.where);
        if (problem.severity != core::Severity::Error || !m_pointers.contains(where)) continue;
        sentences << wholeSentence(problem);
        if (StopRow* row = m_stopRows.value(where)) row->setProblem(sentences.back());
        if (NumberField* control = m_numbers.value(where).control) {
            control->setProblem(sentences.back());
            unfold(*control);
        }
    }
    m_problem->setText(sentences.join(QLatin1Char('\n')));
    m_problem->setVisible(!sentences.isEmpty());
}

void PlanSection::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(QRect(0, height() - 1, width(), 1), themeOf(*this).color(Role::Border));
}

void PlanSection::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

void PlanSection::arrange() {
    const Theme& theme = themeOf(*this);
    layout()->setContentsMargins(theme.ipx(14), theme.ipx(9), theme.ipx(14), theme.ipx(9));
    layout()->setSpacing(theme.ipx(4));
    m_rows->setSpacing(theme.ipx(m_rowSpacing));
}

}  // namespace ui
