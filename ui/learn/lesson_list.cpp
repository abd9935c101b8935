// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two columns: chapters at the left; cases, misconceptions and the quiz at the right.
#include "ui/learn/lesson_list.h"

#include "core/lesson/scene.h"
#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/paint.h"
#include "ui/kit/to_qt.h"
#include "ui/learn/plain_scroll.h"

#include <QHBoxLayout>
#include <QFontMetrics>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr double kRowHeight = 50, kNumber = 40, kSide = 14, kTop = 6, kTitle = 20;

// Most have no number in them; only those that do need a plan evaluated.
core::Prose summaryOf(const core::Lesson& lesson, core::Language language) {
    const core::Prose& prose = lesson.summary.in(language);
    const auto hasNumber = [](const core::ProseBlock& block) {
        return std::ranges::any_of(block.spans, [](const core::ProseSpan& span) { return span.number.has_value(); });
    };
    if (std::ranges::none_of(prose, hasNumber)) return prose;
    const auto scope = core::scopeOf(core::patched(lesson.base, lesson.plan).value_or(lesson.base), {});
    return scope ? core::renderProse(prose, *scope, language).value_or(core::Prose{}) : core::Prose{};
}

}  // namespace

LessonRow::LessonRow(const QString& number, const QString& title, const QString& summary, QWidget* parent)
    : QAbstractButton(parent)
    , m_number(number)
    , m_summary(summary) {
    setText(title);
    setAccessibleName(title);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void LessonRow::setProgress(int seen, int count, bool finished) {
    m_seen = seen;
    m_count = count;
    m_finished = finished;
    setAccessibleDescription(finished ? tr("finished") : tr("%1 of %2 steps").arg(seen).arg(count));
    updateGeometry();
    update();
}

QString LessonRow::doneText() const {
    return m_finished ? tr("done") : m_seen > 0 ? tr("%1 of %2").arg(m_seen).arg(m_count) : QString();
}

QRect LessonRow::summaryRect(int width) const {
    const Theme& theme = themeOf(*this);
    const QFont font = theme.font(FontUse::Label);
    const int right = doneText().isEmpty() ? theme.ipx(kSide) : int(textWidth(font, doneText())) + theme.ipx(2 * kSide);
    const int left = theme.ipx(kNumber), top = theme.ipx(kTop + kTitle);
    return QFontMetrics(font).boundingRect(QRect(left, top, std::max(40, width - left - right), 10000), Qt::TextWordWrap, m_summary);
}

int LessonRow::heightForWidth(int width) const {
    return std::max(themeOf(*this).ipx(kRowHeight), summaryRect(width).bottom() + themeOf(*this).ipx(kTop));
}

QSize LessonRow::sizeHint() const {
    const int width = themeOf(*this).ipx(420);
    return {width, heightForWidth(width)};
}

void LessonRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = themeOf(*this);
    if (underMouse()) painter.fillRect(rect(), theme.color(Role::AccentSoft));
    const double left = theme.px(kNumber), side = theme.px(kSide);
    drawText(painter, QRectF(theme.px(12), theme.px(kTop), left - theme.px(12), theme.px(kTitle)), m_number,
             theme.font(FontUse::Title), theme.color(Role::Text2));
    drawText(painter, QRectF(left, theme.px(kTop), width() - left - side, theme.px(kTitle)), text(), theme.font(FontUse::BodyStrong),
             theme.color(Role::Text));
    painter.setFont(theme.font(FontUse::Label));
    painter.setPen(theme.color(Role::Text2));
    painter.drawText(summaryRect(width()), Qt::TextWordWrap, m_summary);
    drawText(painter, QRectF(left, theme.px(kTop), width() - left - side, height() - theme.px(2 * kTop)), doneText(),
             theme.font(FontUse::Label), theme.color(m_finished ? Role::Ok : Role::Text2), Qt::AlignRight);
    painter.fillRect(QRectF(0, height() - 1, width(), 1), theme.color(Role::Grid));
    if (hasFocus()) drawFocusRing(painter, QRectF(rect()).adjusted(3, 3, -3, -3), theme);
}

LessonList::LessonList(const core::CourseReading& course, LearnProgress& progress, QWidget* parent)
    : QWidget(parent)
    , m_course(course)
    , m_progress(progress) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_scroll = new PlainScroll(this);
    column->addWidget(m_scroll);
}

void LessonList::addKind(QVBoxLayout& column, core::LessonKind kind, const QString& heading, core::Language language) {
    column.addWidget(new Label(heading, FontUse::Title, Role::Text, m_content));
    for (const core::Lesson& lesson : m_course.lessons) {
        if (lesson.kind != kind) continue;
        QString summary = qs(core::plainText(summaryOf(lesson, language)));
        auto* row = new LessonRow(QString::number(lesson.number), qs(lesson.title.in(language)),
                                  summary.replace(QLatin1Char('\n'), QLatin1Char(' ')), m_content);
        row->setObjectName(QStringLiteral("lesson.") + qs(lesson.id));
        row->setProgress(m_progress.stepsSeen(lesson), int(lesson.steps.size()), m_progress.isFinished(lesson));
        connect(row, &LessonRow::clicked, this, [this, id = qs(lesson.id)] { emit lessonChosen(id); });
        column.addWidget(row);
    }
}

void LessonList::addActivities(QVBoxLayout& column) {
    column.addWidget(new Label(tr("Things to do"), FontUse::Title, Role::Text, m_content));
    for (int i = 0; i < kActivities; ++i) {
        const auto kind = ActivityKind(i);
        auto* row = new LessonRow(QString(QChar(u'a' + i)), titleOf(kind), summaryOf(kind), m_content);
        row->setObjectName(QStringLiteral("activityRow.") + idOf(kind));
        connect(row, &LessonRow::clicked, this, [this, kind] { emit activityChosen(kind); });
        column.addWidget(row);
    }
}

void LessonList::show(core::Language language) {
    const Theme& theme = themeOf(*this);
    m_content = new QWidget;
    auto* all = new QHBoxLayout(m_content);
    all->setContentsMargins(theme.ipx(32), theme.ipx(24), theme.ipx(32), theme.ipx(24));
    all->setSpacing(theme.ipx(40));
    auto *left = new QVBoxLayout, *right = new QVBoxLayout;
    for (QVBoxLayout* side : {left, right}) {
        side->setSpacing(theme.ipx(2));
        all->addLayout(side, 1);
    }
    addKind(*left, core::LessonKind::Chapter, tr("The course"), language);
    left->addStretch(1);
    const auto results = m_progress.results();
    const auto right_ = std::count_if(results.begin(), results.end(), [](const QuizResult& r) { return r.right; });
    right->addWidget(new Label(tr("Quiz"), FontUse::Title, Role::Text, m_content));
    auto* words = new Label(results.isEmpty() ? tr("Questions over all chapters, drawn anew each time.")
                                              : tr("%1 of %2 answers right so far.").arg(right_).arg(results.size()),
                            FontUse::Body, Role::Text2, m_content);
    right->addWidget(words);
    auto* quiz = new Button(ButtonKind::Primary, tr("Take the quiz"), m_content);
    quiz->setObjectName(QStringLiteral("takeQuiz"));
    connect(quiz, &Button::clicked, this, &LessonList::quizChosen);
    right->addWidget(quiz, 0, Qt::AlignLeft);
    right->addSpacing(theme.ipx(16));
    addActivities(*right);
    right->addSpacing(theme.ipx(16));
    addKind(*right, core::LessonKind::Misconception, tr("Widely believed"), language);
    right->addSpacing(theme.ipx(16));
    addKind(*right, core::LessonKind::Case, tr("Cases"), language);
    right->addStretch(1);
    m_scroll->hold(m_content);
}

void LessonList::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(*this).color(Role::Panel));
}

}  // namespace ui
