// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/fix_card.h"

#include "ui/desk/line_diff.h"
#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/paint.h"
#include "ui/kit/to_qt.h"

#include <QFileInfo>

#include <algorithm>

namespace ui {

namespace {
constexpr int kMostChanges = 8, kMostButtons = 3;
}

FixCard::FixCard(const DeskProblem& problem, const QString& text, QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("fixCard"));
    const Theme& theme = themeOf(*this);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(theme.ipx(14), theme.ipx(6), theme.ipx(10), 0);
    row->setSpacing(theme.ipx(8));
    row->setAlignment(Qt::AlignTop);
    const core::ConfigMend& first = problem.mends.front();
    auto* title = new Label(mendWords(first), FontUse::BodyStrong, Role::Text, this);
    title->setElided();
    row->addWidget(title, 1);
    for (int i = 0; i < std::min(kMostButtons, int(problem.mends.size())); ++i) {
        auto* button = i == 0 ? new Button(ButtonKind::Primary, tr("Fix"), this)
                              : new Button(ButtonKind::Normal, mendWords(problem.mends[std::size_t(i)]), this);
        button->setObjectName(QStringLiteral("fix%1").arg(i));
        button->setSize(ButtonSize::Small);
        connect(button, &Button::clicked, this, [this, i] { emit mendRequested(i); }, Qt::QueuedConnection);
        row->addWidget(button);
    }
    m_head = theme.ipx(6 + 24 + 6);
    for (const core::ConfigFile& changed : first.changed) {
        const QStringList after = qs(changed.text).split(QLatin1Char('\n'));
        if (qs(changed.name) != problem.file) {
            m_changes.push_back({tr("in %1").arg(QFileInfo(qs(changed.name)).fileName()), true});
            continue;
        }
        const QStringList before = text.split(QLatin1Char('\n'));
        for (const DiffLine& line : lineDiff(before, after)) {
            if (line.kind == DiffLine::Kind::Removed) m_changes.push_back({before[line.before], false});
            if (line.kind == DiffLine::Kind::Added) m_changes.push_back({after[line.after], true});
        }
    }
    if (int(m_changes.size()) > kMostChanges) m_changes.resize(std::size_t(kMostChanges));
}

QSize FixCard::sizeHint() const {
    const Theme& theme = themeOf(*this);
    return {layout()->sizeHint().width(),
            m_head + int(m_changes.size()) * lineHeight(FontUse::Code, theme.scale()) + theme.ipx(6)};
}

QStringList FixCard::changes() const {
    QStringList lines;
    for (const Change& change : m_changes)
        lines << (change.added ? QStringLiteral("+ ") : QStringLiteral("- ")) + change.text;
    return lines;
}

void FixCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.color(Role::Panel));
    painter.fillRect(QRectF(0, 0, theme.px(3), height()), theme.color(Role::Accent));
    const double pitch = lineHeight(FontUse::Code, theme.scale());
    double top = m_head;
    for (const Change& change : m_changes) {
        const QRectF line(theme.px(14), top, width() - theme.px(24), pitch);
        painter.fillRect(line, theme.color(change.added ? Role::OkSoft : Role::DangerSoft));
        drawText(painter, line.adjusted(theme.px(6), 0, 0, 0),
                 (change.added ? QStringLiteral("+ ") : QStringLiteral("- ")) + change.text, theme.font(FontUse::Code),
                 theme.color(change.added ? Role::Ok : Role::Danger));
        top += pitch;
    }
}

}  // namespace ui
