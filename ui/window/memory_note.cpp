// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// MemoryNote: words around numbers that core computed.
#include "ui/window/memory_note.h"

#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/paint.h"

#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kWidth = 460, kTop = 120;

QString textbookFormula(int zeroStage) {
    switch (zeroStage) {
    case 0:
        return QStringLiteral("2Ψ/T + 2Ψ + 12Ψ");
    case 1:
        return QStringLiteral("2Ψ/T + 2Ψ + 12Ψ/D");
    case 2:
        return QStringLiteral("2Ψ/T + 2Ψ/D + 12Ψ/D");
    default:
        return QStringLiteral("(2Ψ/T)/D + 2Ψ/D + 12Ψ/D");
    }
}

core::Bytes statesOf(const core::Ledger& ledger) {
    return ledger.of(core::MemoryCategory::Parameters) + ledger.of(core::MemoryCategory::Gradients) +
           ledger.of(core::MemoryCategory::Optimizer);
}

}  // namespace

QStringList MemoryNote::paragraphs(const core::Snapshot& snapshot) {
    if (!snapshot.memory || snapshot.memory->stages.empty())
        return {tr("There is no memory estimate"), tr("The plan breaks a rule; mend that first.")};
    const auto& stages = snapshot.memory->stages;
    const auto heaviest = std::max_element(stages.begin(), stages.end(), [](const auto& a, const auto& b) {
        return statesOf(a.ledger) < statesOf(b.ledger);
    });
    const core::Bytes exact = statesOf(heaviest->ledger), textbook = snapshot.memory->textbook;
    const ByteUnit unit = unitFor(std::max(exact, textbook));
    const core::LayoutSpec& layout = snapshot.plan.layout;
    return {
        tr("Weights, gradients and optimizer: %1 exact, %2 by the textbook")
            .arg(bytesText(exact, unit), bytesText(textbook, unit)),
        tr("Textbook: %1 with Ψ = %2, T = %3, D = %4. It divides only the weights by T and nothing by P, so "
           "on every card "
           "it counts gradients and optimizer of the whole model.")
            .arg(textbookFormula(snapshot.plan.zero.stage), shortNumber(double(snapshot.parameters.total)))
            .arg(layout.tp)
            .arg(layout.dp),
        tr("Exact: a card of stage %1 holds only the slices of its own layers: weights, gradients and "
           "optimizer are all "
           "divided by P = %2 stages and by T = %3, tensor by tensor; ZeRO-%4 then divides what it shards by "
           "D = %5.")
            .arg(heaviest->stage.value)
            .arg(layout.pp)
            .arg(layout.tp)
            .arg(snapshot.plan.zero.stage)
            .arg(layout.dp),
        tr("Activations, buffers and the framework come on top: %1 on the heaviest card.")
            .arg(bytesText(snapshot.memory->peak(), unit))};
}

MemoryNote* MemoryNote::open(const core::Snapshot& snapshot, QWidget* window) {
    auto* note = new MemoryNote(snapshot, window);
    note->show();
    return note;
}

MemoryNote::MemoryNote(const core::Snapshot& snapshot, QWidget* window)
    : QFrame(window, Qt::Popup | Qt::FramelessWindowHint) {
    setAttribute(Qt::WA_DeleteOnClose);
    const Theme& theme = themeOf(*this);
    setFixedWidth(theme.ipx(kWidth));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(8);
    FontUse use = FontUse::Title;
    for (const QString& paragraph : paragraphs(snapshot)) {
        auto* label = new Label(paragraph, use, Role::Text, this);
        label->setWrapped(theme.ipx(kWidth) - 32);
        column->addWidget(label);
        use = FontUse::Body;
    }
    adjustSize();
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, theme.ipx(kTop))));
}

void MemoryNote::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    drawBox(painter, QRectF(rect()), 0, theme.color(Role::Raised), theme.color(Role::Strong));
}

}  // namespace ui
