// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One control a kind of field; groups by the beginning of the pointer.
#include "ui/window/plan_fields_window.h"

#include "core/cluster/cluster.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/to_qt.h"
#include "ui/window/detail_combo.h"
#include "ui/window/panel_scroll.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kWidth = 460, kHeight = 620, kControlWidth = 170, kMargin = 14, kGap = 6;

struct Group {
    QString title;
    QStringList beginnings;  // of pointers; the longest that fits wins
};

std::vector<Group> groups() {
    const auto keys = [](std::initializer_list<const char*> texts) {
        QStringList list;
        for (const char* text : texts) list << QString::fromLatin1(text);
        return list;
    };
    return {{PlanFieldsWindow::tr("Model and cluster"), keys({"/model", "/cluster", "/name", "/framework"})},
            {PlanFieldsWindow::tr("Layout"), keys({"/layout"})},
            {PlanFieldsWindow::tr("ZeRO"), keys({"/zero"})},
            {PlanFieldsWindow::tr("Batch and sequence"), keys({"/batch", "/sequence"})},
            {PlanFieldsWindow::tr("Schedule and recomputation"), keys({"/schedule", "/recompute"})},
            {PlanFieldsWindow::tr("Number formats"), keys({"/precision", "/gradient_dtype", "/loss_scale"})},
            {PlanFieldsWindow::tr("Optimizer"), keys({"/optimizer"})},
            {PlanFieldsWindow::tr("Learning rate"), keys({"/lr_schedule"})},
            {PlanFieldsWindow::tr("Training text"), keys({"/data"})},
            {PlanFieldsWindow::tr("Run"), keys({"/run"})},
            {PlanFieldsWindow::tr("Checkpoints"), keys({"/run/checkpoint"})},
            {PlanFieldsWindow::tr("Samples"), keys({"/run/sample"})},
            {PlanFieldsWindow::tr("Budget and assumptions"), keys({"/budget", "/assumptions"})},
            {PlanFieldsWindow::tr("More"), keys({"/"})}};
}

std::size_t groupOf(const std::vector<Group>& all, const QString& pointer) {
    std::size_t best = all.size() - 1;
    qsizetype longest = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const QString& beginning : all[i].beginnings)
            if (pointer.startsWith(beginning) && beginning.size() > longest) {
                longest = beginning.size();
                best = i;
            }
    return best;
}

QString asText(const core::FieldValue& value) {
    const auto* text = std::get_if<std::string>(&value);
    return text ? QString::fromStdString(*text) : QString();
}

// What 0 of a link stands for.
QString zeroWords(const core::Field& field, const core::Plan& plan) {
    const std::pair<std::string_view, double core::Accelerator::*> rows[] = {
        {"/cluster/links/intra_node_bandwidth", &core::Accelerator::intraNodeBandwidth},
        {"/cluster/links/intra_node_latency", &core::Accelerator::intraNodeLatency},
        {"/cluster/links/inter_node_bandwidth", &core::Accelerator::interNodeBandwidth},
        {"/cluster/links/inter_node_latency", &core::Accelerator::interNodeLatency}};
    const core::Accelerator* card = core::acceleratorOf(plan.cluster);
    for (const auto& [pointer, own] : rows)
        if (card && field.pointer == pointer)
            return PlanFieldsWindow::tr("default (%1)").arg(QString::number(card->*own, 'g', 6));
    return {};
}

}  // namespace

FieldGroup::FieldGroup(const Hall& hall, const QString& title, const QStringList& pointers, QWidget* parent)
    : PlanSection(hall, pointers, parent)
    , m_title(title) {
    setRowSpacing(kGap);
    rows().addWidget(new Label(title, FontUse::LabelStrong, Role::Text, this));
    for (const QString& pointer : pointers)
        if (const core::Field* field = core::findField(pointer.toStdString())) addRow(*field);
    begin();
}

void FieldGroup::addRow(const core::Field& field) {
    auto* line = new QWidget(this);
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kGap);
    const QString name = fieldLabel(field), unit = QString::fromStdString(field.unit);
    QWidget* control = makeControl(field);
    control->setParent(line);
    control->setObjectName(QString::fromStdString(field.pointer));
    control->setAccessibleName(name);
    auto* label = new Label(name, FontUse::Body, Role::Text, line);
    const QString place = field.flag.empty()
                              ? tr("In the plan file: %1").arg(QString::fromStdString(field.pointer))
                              : tr("In the plan file: %1; on the command line: %2")
                                    .arg(QString::fromStdString(field.pointer),
                                         QString::fromStdString(field.flag));
    label->setToolTip(place);
    row->addWidget(label);
    row->addStretch(1);
    if (!unit.isEmpty()) row->addWidget(new Label(unit, FontUse::Label, Role::Text2, line));
    row->addWidget(control);
    rows().addWidget(line);
    m_fields.push_back({&field, line, control,
                        QStringList{name, QString::fromStdString(field.pointer),
                                    QString::fromStdString(field.flag), m_title}
                            .join(QLatin1Char(' '))});
}

QWidget* FieldGroup::makeControl(const core::Field& field) {
    const QString pointer = QString::fromStdString(field.pointer);
    if (field.kind == core::FieldKind::Choice) {
        auto* combo = new DetailCombo(this);
        bindCombo(*combo, pointer, [](const QString& name) { return name; });
        combo->setFixedWidth(themeOf(*this).ipx(kControlWidth));
        return combo;
    }
    if (field.kind == core::FieldKind::Text) {
        auto* text = new QLineEdit(this);
        text->setFixedWidth(themeOf(*this).ipx(kControlWidth));
        text->setTextMargins(kGap, 0, kGap, 0);
        connect(text, &QLineEdit::editingFinished, this, [this, pointer, text, &field] {
            if (text->text() != asText(field.get(hall().document.plan())))
                setField(pointer, text->text().toStdString(), PlanDocument::Edit::Committed);
        });
        return text;
    }
    const bool whole = field.kind == core::FieldKind::Integer;
    auto* number = new NumberField(whole ? NumberRange::Whole : NumberRange::Real, this);
    number->setFieldWidth(kControlWidth);
    connect(number, &NumberField::committed, this, [this, pointer, whole](double value) {
        setField(pointer, whole ? core::FieldValue(std::int64_t(value)) : core::FieldValue(value),
                 PlanDocument::Edit::Committed);
    });
    return number;
}

void FieldGroup::showPlan(const core::Plan& plan) {
    for (const Row& row : m_fields) {
        const core::FieldValue value = row.field->get(plan);
        if (auto* number = qobject_cast<NumberField*>(row.control)) {
            number->setZeroWords(zeroWords(*row.field, plan));
            number->setNumber(asNumber(value));
        } else if (auto* combo = qobject_cast<DetailCombo*>(row.control)) {
            combo->showKey(asText(value), asText(value), {});
            showComboProblems(*combo, QString::fromStdString(row.field->pointer), plan);
        } else if (auto* text = qobject_cast<QLineEdit*>(row.control); text && !(text->hasFocus() && text->isModified())) {
            text->setText(asText(value));
            text->setCursorPosition(0);
        }
    }
}

bool FieldGroup::filter(const QString& typed) {
    const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    bool any = false;
    for (const Row& row : m_fields) {
        const bool found = std::all_of(words.begin(), words.end(), [&](const QString& word) {
            return row.words.contains(word, Qt::CaseInsensitive);
        });
        row.line->setVisible(found);
        any = any || found;
    }
    setVisible(any);
    return any;
}

PlanFieldsWindow::PlanFieldsWindow(const Hall& hall, QWidget* parent)
    : QDialog(parent)
    , m_typed(new QLineEdit(this))
    , m_scroll(new PanelScroll(this))
    , m_none(new Label(tr("No field is called so."), FontUse::Body, Role::Text2, this)) {
    setWindowTitle(tr("All fields of the plan"));
    resize(themeOf(*this).ipx(kWidth), themeOf(*this).ipx(kHeight));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(kMargin, 12, kMargin, 12);
    top->setSpacing(8);
    m_typed->setPlaceholderText(tr("Search fields"));
    m_typed->setAccessibleName(tr("Search fields"));
    m_typed->setClearButtonEnabled(true);
    m_typed->setTextMargins(kGap, 0, kGap, 0);
    top->addWidget(m_typed);
    auto* note = new Label(tr("Tables of ops and explicit stage splits are edited in the plan file."),
                           FontUse::Label, Role::Text2, this);
    note->setWrapped();
    top->addWidget(note);
    top->addWidget(m_none);
    m_none->hide();
    column->addLayout(top);
    auto* inner = new QWidget(m_scroll);
    auto* list = new QVBoxLayout(inner);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(0);
    const auto all = groups();
    std::vector<QStringList> pointers(all.size());
    for (const core::Field& field : core::planFields()) {
        const QString pointer = QString::fromStdString(field.pointer);
        pointers[groupOf(all, pointer)] << pointer;
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (pointers[i].isEmpty()) continue;
        m_groups.push_back(new FieldGroup(hall, all[i].title, pointers[i], inner));
        list->addWidget(m_groups.back());
    }
    list->addStretch(1);
    m_scroll->setWidget(inner);
    column->addWidget(m_scroll, 1);
    connect(m_typed, &QLineEdit::textChanged, this, &PlanFieldsWindow::filter);
    restyle();
}

void PlanFieldsWindow::filter(const QString& typed) {
    bool any = false;
    for (FieldGroup* group : m_groups) any = group->filter(typed) || any;
    m_none->setVisible(!any);
}

void PlanFieldsWindow::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::StyleChange) restyle();
}

void PlanFieldsWindow::restyle() {
    QPalette ground = palette();
    ground.setColor(QPalette::Window, themeOf(*this).color(Role::Panel));
    setPalette(ground);
}

}  // namespace ui
