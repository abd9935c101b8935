// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/checked_as.h"

#include "core/config/ds_rules.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/to_qt.h"

#include <QComboBox>
#include <QGridLayout>

namespace ui {

namespace {

std::optional<std::int64_t> givenOf(const NumberField& field) {
    return field.number() >= 1 ? std::optional(std::int64_t(field.number())) : std::nullopt;
}

}  // namespace

CheckedAs::CheckedAs(QWidget* parent)
    : QWidget(parent)
    , m_version(new QComboBox(this))
    , m_engine(new QComboBox(this))
    , m_cards(new NumberField(NumberRange::Whole, this))
    , m_tensor(new NumberField(NumberRange::Whole, this))
    , m_pipeline(new NumberField(NumberRange::Whole, this))
    , m_source(new Label({}, FontUse::Label, Role::Text2, this)) {
    m_version->setObjectName(QStringLiteral("deepspeedVersion"));
    m_engine->setObjectName(QStringLiteral("deskEngine"));
    m_cards->setObjectName(QStringLiteral("deskCards"));
    for (const core::Version version : core::deepSpeedVersions())
        m_version->addItem(QString::fromStdString(core::toText(version)));
    m_engine->addItems({tr("as the files say"), QStringLiteral("zero"), QStringLiteral("pipeline")});
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(14, 10, 14, 10);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(0, 1);
    grid->addWidget(new Label(tr("Checked as"), FontUse::LabelStrong, Role::Text, this), 0, 0, 1, 2);
    int line = 1;
    for (const auto& [label, widget] : {std::pair<QString, QWidget*>{QStringLiteral("DeepSpeed"), m_version},
                                        {tr("Engine"), m_engine},
                                        {tr("Cards"), m_cards},
                                        {tr("Tensor"), m_tensor},
                                        {tr("Pipeline"), m_pipeline}}) {
        auto* name = new Label(label, FontUse::Body, Role::Text, this);
        name->setBuddy(widget);
        widget->setAccessibleName(label);
        grid->addWidget(name, line, 0);
        grid->addWidget(widget, line++, 1);
    }
    m_source->setWrapped();
    grid->addWidget(m_source, line, 0, 1, 2);
    for (NumberField* field : {m_cards, m_tensor, m_pipeline}) {
        field->setFieldWidth(120);
        field->setZeroWords(tr("from the files"));
        connect(field, &NumberField::committed, this, &CheckedAs::changed);
    }
    for (QComboBox* box : {m_version, m_engine})
        connect(box, &QComboBox::activated, this, &CheckedAs::changed);
}

core::CheckOptions CheckedAs::options() const {
    core::CheckOptions options;
    options.worldSize = givenOf(*m_cards);
    options.tp = givenOf(*m_tensor);
    options.pp = givenOf(*m_pipeline);
    if (m_engine->currentIndex() > 0) options.engine = core::ConfigEngine(m_engine->currentIndex() - 1);
    if (const auto version = core::parseVersion(m_version->currentText().toStdString(), ""))
        options.deepspeed = *version;
    return options;
}

void CheckedAs::showResolved(const core::ResolvedConfig& resolved) {
    QStringList words;
    if (resolved.worldSize)
        words << tr("%1 cards, from %2")
                     .arg(*resolved.worldSize)
                     .arg(givenOf(*m_cards) ? tr("this field") : qs(resolved.worldSizeSource));
    else
        words << tr("No file says how many cards there are.");
    m_source->setText(words.join(QLatin1Char('\n')));
}

}  // namespace ui
