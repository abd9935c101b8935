// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// PromptEditor: edits go through the document, so they can be undone.
#include "ui/window/prompt_editor.h"

#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/paint.h"
#include "ui/state/plan_document.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

namespace {
constexpr int kWidth = 340;
}

PromptEditor* PromptEditor::open(PlanDocument& document, QWidget* window) {
    auto* editor = new PromptEditor(document, window);
    editor->show();
    return editor;
}

PromptEditor::PromptEditor(PlanDocument& document, QWidget* window)
    : QFrame(window, Qt::Popup | Qt::FramelessWindowHint) {
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
    column->addWidget(new Label(tr("Used from the next start on."), FontUse::Label, Role::Text2, this));
    connect(prompt, &QLineEdit::editingFinished, this, [&document, prompt] {
        document.setField(QStringLiteral("/run/sample/prompt"), prompt->text().toStdString(),
                          PlanDocument::Edit::Committed);
    });
    connect(prompt, &QLineEdit::returnPressed, this, &QWidget::close);
    connect(every, &NumberField::committed, this, [&document](double steps) {
        document.setField(QStringLiteral("/run/sample/every"), std::int64_t(steps),
                          PlanDocument::Edit::Committed);
    });
    adjustSize();
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
