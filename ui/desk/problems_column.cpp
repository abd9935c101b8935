// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/problems_column.h"

#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/paint.h"
#include "ui/kit/pane_scroll.h"
#include "ui/kit/view_header.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace ui {

namespace {

constexpr int kMostRows = 200, kMostButtons = 3;

Role inkOf(core::Severity severity) {
    return severity == core::Severity::Error     ? Role::Danger
           : severity == core::Severity::Warning ? Role::Warn
                                                 : Role::Text2;
}

Label* wrapped(const QString& text, FontUse use, Role role, QWidget* parent) {
    auto* label = new Label(text, use, role, parent);
    label->setWrapped();
    return label;
}

}  // namespace

ProblemRow::ProblemRow(const DeskProblem& problem, QWidget* parent)
    : QWidget(parent)
    , m_severity(problem.severity) {
    const Theme& theme = themeOf(*this);
    setAccessibleName(problem.title);
    setFocusPolicy(Qt::StrongFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme.ipx(38), theme.ipx(10), theme.ipx(14), theme.ipx(10));
    column->setSpacing(theme.ipx(4));
    column->addWidget(new Label(placeWords(problem), FontUse::Label, Role::Text2, this));
    column->addWidget(wrapped(problem.title, FontUse::BodyStrong, Role::Text, this));
    if (!problem.upstream.isEmpty())
        column->addWidget(wrapped(tr("It stops with “%1”").arg(problem.upstream), FontUse::Label, Role::Text2, this));
    if (!problem.remedy.isEmpty() && problem.mends.empty())
        column->addWidget(wrapped(tr("Remedy: %1").arg(problem.remedy), FontUse::Label, Role::Text2, this));
    if (!problem.source.isEmpty())
        column->addWidget(wrapped(tr("Source: %1").arg(problem.source), FontUse::Label, Role::Text2, this));
    for (int i = 0; i < std::min(kMostButtons, int(problem.mends.size())); ++i) {
        auto* button = new Button(ButtonKind::Text, mendWords(problem.mends[std::size_t(i)]), this);
        button->setSize(ButtonSize::Small);
        connect(button, &Button::clicked, this, [this, i] { emit mendRequested(i); }, Qt::QueuedConnection);
        column->addWidget(button, 0, Qt::AlignLeft);
    }
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ProblemRow::setChosen(bool chosen) {
    m_chosen = chosen;
    update();
}

void ProblemRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = themeOf(*this);
    if (m_chosen) drawSelectedRow(painter, rect(), theme);
    const Icon icon = m_severity == core::Severity::Error     ? Icon::Error
                      : m_severity == core::Severity::Warning ? Icon::Warn
                                                              : Icon::Info;
    drawIcon(painter, QRectF(theme.px(14), theme.px(11), theme.px(14), theme.px(14)), icon,
             theme.color(inkOf(m_severity)));
    painter.fillRect(QRectF(0, height() - 1, width(), 1), theme.color(Role::Grid));
    if (hasFocus()) drawFocusRing(painter, QRectF(rect()).adjusted(3, 3, -3, -3), theme);
}

void ProblemRow::mouseReleaseEvent(QMouseEvent*) { emit clicked(); }

void ProblemRow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        emit clicked();
    else
        QWidget::keyPressEvent(event);
}

ProblemsColumn::ProblemsColumn(QWidget* parent)
    : QWidget(parent)
    , m_header(new ViewHeader(tr("Problems"), this))
    , m_all(new Button(ButtonKind::Normal, tr("Fix all"), this))
    , m_scroll(new PaneScroll(this)) {
    m_all->setSize(ButtonSize::Small);
    m_all->setObjectName(QStringLiteral("fixAll"));
    m_header->addRight(m_all);
    connect(m_all, &Button::clicked, this, &ProblemsColumn::mendAllRequested);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_scroll, 1);
    setProblems({}, Files::None);
}

void ProblemsColumn::setProblems(const std::vector<DeskProblem>& problems, Files files) {
    m_rows.clear();
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (int i = 0; i < std::min(kMostRows, int(problems.size())); ++i) {
        auto* row = new ProblemRow(problems[std::size_t(i)], content);
        row->setObjectName(QStringLiteral("problem%1").arg(i));
        connect(row, &ProblemRow::clicked, this, [this, i] { emit chosen(i); });
        connect(row, &ProblemRow::mendRequested, this, [this, i](int which) { emit mendRequested(i, which); });
        column->addWidget(row);
        m_rows << row;
    }
    if (problems.empty()) {
        auto* none = new Label(files == Files::Some ? tr("Nothing is wrong with these files.")
                                                     : tr("What is wrong in the files will stand here, with mends."),
                                FontUse::Body, Role::Text2, content);
        none->setWrapped();
        none->setContentsMargins(14, 12, 14, 12);
        column->addWidget(none);
    }
    column->addStretch(1);
    m_scroll->hold(content);
    const auto count = [&](core::Severity severity) {
        return int(std::ranges::count(problems, severity, &DeskProblem::severity));
    };
    const int errors = count(core::Severity::Error), warnings = count(core::Severity::Warning);
    m_header->setNote(problems.empty() ? QString() : tr("%1 stop the launch, %2 surprise").arg(errors).arg(warnings));
    m_all->setEnabled(std::ranges::any_of(problems, [](const DeskProblem& problem) {
        return problem.severity != core::Severity::Info && !problem.mends.empty();
    }));
}

void ProblemsColumn::setChosen(int index) {
    for (int i = 0; i < m_rows.size(); ++i) m_rows[i]->setChosen(i == index);
    if (index >= 0 && index < m_rows.size()) m_scroll->ensureWidgetVisible(m_rows[index], 0, 0);
}

}  // namespace ui
