// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/fit_strip.h"

#include "ui/kit/button.h"
#include "ui/kit/callout.h"
#include "ui/kit/format.h"
#include "ui/state/evaluator.h"
#include "ui/state/plan_document.h"
#include "ui/state/way_words.h"

#include <QVBoxLayout>

namespace ui {

namespace {

constexpr double kSpare = 0.06;

core::Bytes withSpare(core::Bytes bytes) { return core::Bytes(std::int64_t(double(bytes.value()) * (1 + kSpare))); }

}  // namespace

FitStrip::FitStrip(const Hall& hall, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_banner(new Banner(this))
    , m_jobs(QStringLiteral("fit")) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_banner);
    m_banner->setObjectName(QStringLiteral("fitBanner"));
    hide();
    connect(&hall.evaluator, &Evaluator::evaluated, this, [this] {
        if (parentWidget()->isVisible()) look();
    });
}

void FitStrip::setWanted(bool wanted) {
    m_wanted = wanted;
    setVisible(m_wanted && m_speaks);
}

QString FitStrip::text() const { return m_speaks ? m_banner->headline() + QLatin1Char(' ') + m_banner->text() : QString(); }

void FitStrip::look() {
    const SnapshotPtr snapshot = m_hall.evaluator.snapshot();
    if (snapshot == m_looked) return;
    m_looked = snapshot;
    m_speaks = snapshot->memory && withSpare(snapshot->memory->peak()) > snapshot->memory->capacity;
    if (!m_speaks) {
        m_way.reset();
        return setVisible(false);
    }
    m_jobs.submit([this, snapshot]() -> LatestJob::Delivery {
        const auto ways = core::waysToFit(snapshot->plan, core::RunsOn::AnyFramework, withSpare(snapshot->memory->peak()), snapshot->calibration);
        const auto way = ways.empty() ? std::nullopt : std::optional(ways.front());
        return [this, snapshot, way] {
            if (snapshot == m_hall.evaluator.snapshot()) say(way);
        };
    });
}

void FitStrip::say(const std::optional<core::FitAdvice>& way) {
    m_way = way;
    const core::MemoryEstimate& memory = *m_hall.evaluator.snapshot()->memory;
    const double spare = memory.capacity / memory.peak() - 1;
    const QString peak = bytesText(memory.peak()), card = bytesText(memory.capacity);
    const QString headline = memory.fits ? tr("This plan fits with %1 to spare.").arg(percentText(spare)) : tr("This plan does not fit its cards.");
    QString text = memory.fits ? tr("With 6 % more than the predicted ○ %1 a card of %2 would be too small.").arg(peak, card)
                               : tr("It needs ○ %1 and a card holds %2.").arg(peak, card);
    QList<Button*> buttons;
    if (way) {
        const WayWords words = wayWords(*way);
        text += QLatin1Char(' ') + (words.note.isEmpty() ? tr("Smallest change with 6 % to spare: %1.").arg(words.title)
                                                         : tr("Smallest change with 6 % to spare: %1, %2.").arg(words.title, words.note));
        auto* take = new Button(ButtonKind::Normal, tr("Make this change"));
        take->setObjectName(QStringLiteral("makeItFit"));
        connect(take, &Button::clicked, this, [this, way] {
            m_hall.document.replace(way->plan, tr("Make it fit: %1").arg(wayWords(*way).title));
        });
        buttons << take;
    } else {
        text += QLatin1Char(' ') + tr("No change of it, and no two of them, leaves 6 %: search for another layout.");
    }
    m_banner->setMessage(memory.fits ? Tone::Warn : Tone::Danger, memory.fits ? Icon::Warn : Icon::Error, headline, text);
    m_banner->setButtons(buttons);
    setVisible(m_wanted);
}

}  // namespace ui
