// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/activities/activities.h"

#include "ui/learn/activities/dial_page.h"
#include "ui/learn/activities/hunt_page.h"
#include "ui/learn/activities/reverse_page.h"
#include "ui/learn/activities/scheduler_page.h"
#include "ui/learn/activities/weight_page.h"

namespace ui {

QString idOf(ActivityKind kind) {
    static const char* const ids[kActivities] = {"be-the-scheduler", "bug-hunt", "follow-one-weight", "reverse-quiz", "break-even-dial"};
    return QString::fromLatin1(ids[int(kind)]);
}

QString titleOf(ActivityKind kind) {
    switch (kind) {
    case ActivityKind::Scheduler: return Activities::tr("Be the scheduler");
    case ActivityKind::Hunt: return Activities::tr("Bug hunt");
    case ActivityKind::Weight: return Activities::tr("Follow one weight");
    case ActivityKind::Reverse: return Activities::tr("Reverse quiz");
    case ActivityKind::Dial: break;
    }
    return Activities::tr("Break-even dial");
}

QString summaryOf(ActivityKind kind) {
    switch (kind) {
    case ActivityKind::Scheduler: return Activities::tr("Lay the ops of a pipeline yourself; the engine runs your table.");
    case ActivityKind::Hunt: return Activities::tr("The engine trains with a planted fault and the loss looks fine. Find it.");
    case ActivityKind::Weight: return Activities::tr("Who holds the sixteen bytes of one scalar, and when?");
    case ActivityKind::Reverse: return Activities::tr("A picture of memory, time or traffic: name the plan that made it.");
    case ActivityKind::Dial: break;
    }
    return Activities::tr("Where the ZeRO-3 gather comes out from behind the computing.");
}

Activities::Activities(const core::Plan& base, RunStore& run, QWidget* parent)
    : QStackedWidget(parent)
    , m_base(base)
    , m_run(run) {}

QWidget* Activities::make(ActivityKind kind) {
    ActivityPage* page = nullptr;
    if (kind == ActivityKind::Scheduler) {
        auto* scheduler = new SchedulerPage(m_base, m_run, this);
        connect(scheduler, &SchedulerPage::runRequested, this, &Activities::runRequested);
        connect(scheduler, &SchedulerPage::stopRequested, this, &Activities::stopRequested);
        page = scheduler;
    } else if (kind == ActivityKind::Hunt) {
        m_hunt = new HuntPage(this);
        connect(m_hunt, &HuntPage::huntRequested, this, &Activities::huntRequested);
        page = m_hunt;
    } else if (kind == ActivityKind::Weight) {
        page = new WeightPage(m_base.model, this);
    } else if (kind == ActivityKind::Reverse) {
        page = new ReversePage(this);
    } else {
        page = new DialPage(this);
    }
    page->setObjectName(QStringLiteral("activity.") + idOf(kind));
    connect(page, &ActivityPage::left, this, &Activities::left);
    addWidget(page);
    return page;
}

void Activities::open(ActivityKind kind) {
    QWidget*& page = m_pages[std::size_t(kind)];
    if (!page) page = make(kind);
    setCurrentWidget(page);
}

void Activities::showHunt(const core::HuntReport& report) {
    if (m_hunt) m_hunt->showReport(report);
}

void Activities::showHuntFailure(const QString& reason) {
    if (m_hunt) m_hunt->showFailure(reason);
}

}  // namespace ui
