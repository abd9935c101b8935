// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// PromptEditor: edits go through the document, so they can be undone.
#include "ui/window/prompt_editor.h"

#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/paint.h"
#include "ui/state/hall.h"
#include "ui/state/plan_document.h"
#include "ui/state/run_store.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

namespace {
constexpr int kWidth = 340;

QString useText(const Hall& hall) {
    const QString next = PromptEditor::tr("Used from the next start on.");
    if (!hall.run.hasRun() || hall.run.plan().run.sample == hall.document.plan().run.sample) return next;
    const core::SampleSpec& shown = hall.run.plan().run.sample;
    const QString now = shown.every > 0
                            ? PromptEditor::tr("The run shown continues “%1” every %2 steps.")
                                  .arg(QString::fromStdString(shown.prompt).trimmed(), wholeNumber(shown.every))
                            : PromptEditor::tr("The run shown draws no samples.");
    return next + QLatin1Char(' ') + now;
}
}

PromptEditor* PromptEditor::open(const Hall& hall, QWidget* window) {
    auto* editor = new PromptEditor(hall, window);
    editor->show();
    return editor;
}

PromptEditor::PromptEditor(const Hall& hall, QWidget* window)
    : QFrame(window, Qt::Popup | Qt::FramelessWindowHint) {
    PlanDocument& document = hall.document;
    setAttribute(Qt::WA_DeleteOnClose);
    setFixedWidth(themeOf(*this).ipx(kWidth));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(8);
    auto* prompt = new QLineEdit(QString::fromStdString(document.plan().run.sample.prompt), this);
    prompt->setAccessibleName(tr("Prompt"));
    auto* every = new NumberField(NumberRange::Whole, this);
    every->setNumber(document.plan().run.sample.every);
    every->setAccessibleName(tr("Steps between samples"));
    column->addWidget(new Label(tr("The model continues this text"), FontUse::LabelStrong, Role::Text, this));
    column->addWidget(prompt);
    auto* line = new QHBoxLayout;
    line->addWidget(new Label(tr("Every so many steps"), FontUse::Body, Role::Text, this));
    line->addStretch(1);
    line->addWidget(every);
    column->addLayout(line);
    auto* note = new Label(useText(hall), FontUse::Label, Role::Text2, this);
    note->setWrapped();
    note->setObjectName(QStringLiteral("promptNote"));
    column->addWidget(note);
    connect(prompt, &QLineEdit::editingFinished, this, [&document, prompt] {
        document.setField(QStringLiteral("/run/sample/prompt"), prompt->text().toStdString(),
                          PlanDocument::Edit::Committed);
    });
    connect(prompt, &QLineEdit::returnPressed, this, &QWidget::close);
    connect(every, &NumberField::committed, this, [&document](double steps) {
        document.setField(QStringLiteral("/run/sample/every"), std::int64_t(steps),
                          PlanDocument::Edit::Committed);
    });
    resize(width(), layout()->totalHeightForWidth(width()));
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, themeOf(*this).ipx(120))));
    prompt->setFocus(Qt::PopupFocusReason);
    prompt->selectAll();
}

void PromptEditor::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    drawBox(painter, QRectF(rect()), 0, theme.color(Role::Raised), theme.color(Role::Strong));
}

}  // namespace ui
