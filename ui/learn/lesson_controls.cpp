// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which control a field gets follows from its kind and its stops; the registry of fields says both.
#include "ui/learn/lesson_controls.h"

#include "core/plan/field_stops.h"
#include "core/plan/fields.h"
#include "ui/kit/label.h"
#include "ui/kit/stop_row.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/learn/plain_scroll.h"
#include "ui/learn/prose_html.h"
#include "ui/state/evaluator.h"
#include "ui/state/plan_document.h"
#include "ui/state/sentences.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

namespace {

double asNumber(const core::FieldValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return double(*whole);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    return 0;
}

// Halves and doubles of a number, three of each; of 0, some small numbers.
std::vector<double> stopsAround(double number, core::FieldKind kind) {
    if (number <= 0) return {0, 10, 20, 50, 100};
    std::vector<double> stops;
    for (const double factor : {0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0}) {
        const double stop = kind == core::FieldKind::Integer ? std::max(1.0, std::floor(number * factor)) : number * factor;
        if (stops.empty() || stop > stops.back()) stops.push_back(stop);
    }
    return stops;
}

std::optional<Axis> axisOf(const QString& pointer) {
    if (pointer == QLatin1String("/layout/tp")) return Axis::Tensor;
    if (pointer == QLatin1String("/layout/pp")) return Axis::Pipeline;
    if (pointer == QLatin1String("/layout/dp")) return Axis::Data;
    return std::nullopt;
}

}  // namespace

LessonControls::LessonControls(const Hall& hall, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_header(new ViewHeader(tr("Plan of the lesson"), this))
    , m_why(new Label(tr("Unlocked by your prediction"), FontUse::Label, Role::Text2, this))
    , m_problem(new Label({}, FontUse::Label, Role::Danger, this))
    , m_formula(new ProseLabel(FontUse::Formula, Role::Text, this))
    , m_rows(new QVBoxLayout)
    , m_body(new QVBoxLayout) {
    m_header->setNote(tr("your own plan stays as it is"));
    m_why->setWrapped();
    m_problem->setWrapped();
    m_body->addLayout(m_rows);
    m_body->addWidget(m_why);
    m_body->addWidget(m_problem);
    m_body->addWidget(m_formula);
    m_body->addStretch(1);
    auto* inner = new QWidget;
    inner->setLayout(m_body);
    auto* scroll = new PlainScroll(this);
    scroll->hold(inner);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_header);
    all->addWidget(scroll, 1);
    connect(&hall.document, &PlanDocument::planChanged, this, &LessonControls::showPlan);
    connect(&hall.evaluator, &Evaluator::evaluated, this, &LessonControls::showPlan);
    arrange();
}

void LessonControls::setControls(const QStringList& pointers) {
    if (pointers != m_pointers || !m_freeStops.isEmpty()) {
        qDeleteAll(m_sliders);
        m_sliders.clear();
        m_lists.clear();
        m_freeStops.clear();
        while (QLayoutItem* item = m_rows->takeAt(0)) {
            delete item->widget();
            delete item;
        }
        m_pointers = pointers;
        for (const QString& pointer : pointers) addControl(pointer);
    }
    showPlan();
}

void LessonControls::addControl(const QString& pointer) {
    const core::Field* field = core::findField(pointer.toStdString());
    if (!field) return;
    const bool number = field->kind == core::FieldKind::Integer || field->kind == core::FieldKind::Real;
    if (number)
        addSlider(pointer);
    else
        addList(pointer);
}

void LessonControls::addSlider(const QString& pointer) {
    const core::Field* field = core::findField(pointer.toStdString());
    auto* row = new StopRow(fieldLabel(*field), axisOf(pointer), this);
    row->setObjectName(pointer);
    const auto edit = [this, pointer](double number, PlanDocument::Edit how) {
        const core::Field* edited = core::findField(pointer.toStdString());
        const core::FieldValue old = edited->get(m_hall.document.plan());
        m_hall.document.setField(pointer,
                                 std::holds_alternative<double>(old) ? core::FieldValue(number)
                                                                     : core::FieldValue(std::int64_t(number)),
                                 how);
    };
    connect(row, &StopRow::dragged, this, [edit](double n) { edit(n, PlanDocument::Edit::Dragging); });
    connect(row, &StopRow::committed, this, [edit](double n) { edit(n, PlanDocument::Edit::Committed); });
    if (core::fieldCandidates(m_hall.document.plan(), field->pointer).empty())
        m_freeStops.insert(pointer, stopsAround(asNumber(field->get(m_hall.document.plan())), field->kind));
    m_sliders.insert(pointer, row);
    m_rows->addWidget(row);
}

void LessonControls::addList(const QString& pointer) {
    const core::Field* field = core::findField(pointer.toStdString());
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(new Label(fieldLabel(*field), FontUse::Body, Role::Text, row));
    auto* list = new QComboBox(row);
    list->setObjectName(pointer);
    list->setAccessibleName(fieldLabel(*field));
    line->addWidget(list, 1);
    connect(list, &QComboBox::activated, this, [this, pointer, list](int index) {
        m_hall.document.setField(pointer, list->itemData(index).toString().toStdString(), PlanDocument::Edit::Committed);
    });
    m_lists.insert(pointer, list);
    m_rows->addWidget(row);
}

void LessonControls::showSlider(const QString& pointer) {
    const core::Field* field = core::findField(pointer.toStdString());
    const core::Plan& plan = m_hall.document.plan();
    StopRow& row = *m_sliders[pointer];
    std::vector<double> numbers = m_freeStops.value(pointer);
    std::vector<StopState> states(numbers.size(), StopState::Valid);
    for (const core::Stop& stop : core::fieldStops(plan, field->pointer, core::CardsPolicy::Follow)) {
        numbers.push_back(asNumber(stop.value));
        states.push_back(stop.rule.empty() ? StopState::Valid : StopState::Refused);
    }
    row.setStops(numbers, states);
    row.setNumber(asNumber(field->get(plan)));
    row.setEnabled(m_lock == ControlsLock::Free);
}

void LessonControls::showList(const QString& pointer) {
    const core::Field* field = core::findField(pointer.toStdString());
    const core::Plan& plan = m_hall.document.plan();
    QComboBox& list = *m_lists[pointer];
    const auto stops = core::fieldStops(plan, field->pointer, core::CardsPolicy::Follow);
    if (list.count() != int(stops.size())) {
        list.clear();
        for (const core::Stop& stop : stops) list.addItem(valueText(*field, stop.value), valueText(*field, stop.value));
    }
    for (std::size_t i = 0; i < stops.size(); ++i)
        if (stops[i].value == field->get(plan)) list.setCurrentIndex(int(i));
    list.setEnabled(m_lock == ControlsLock::Free);
}

void LessonControls::showPlan() {
    for (const QString& pointer : m_sliders.keys()) showSlider(pointer);
    for (const QString& pointer : m_lists.keys()) showList(pointer);
    const core::Snapshot& snapshot = *m_hall.evaluator.snapshot();
    QString first;
    if (snapshot.plan == m_hall.document.plan())
        for (const core::Problem& problem : snapshot.problems)
            if (problem.severity == core::Severity::Error && first.isEmpty()) first = wholeSentence(problem);
    m_problem->setText(first);
    m_problem->setVisible(!first.isEmpty());
}

void LessonControls::setLock(ControlsLock lock) {
    m_lock = lock;
    m_why->setVisible(lock == ControlsLock::Locked && !m_pointers.isEmpty());
    showPlan();
}

void LessonControls::setFormula(const core::Prose& formula) { m_formula->setProse(formula); }

void LessonControls::arrange() {
    const Theme& theme = themeOf(*this);
    m_body->setContentsMargins(theme.ipx(20), theme.ipx(14), theme.ipx(20), theme.ipx(14));
    m_body->setSpacing(theme.ipx(10));
    m_rows->setSpacing(theme.ipx(4));
}

void LessonControls::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(*this).color(Role::Panel));
}

void LessonControls::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

}  // namespace ui
