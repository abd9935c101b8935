// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Three pages: what to ask, one question, the result.
#include "ui/learn/quiz_page.h"

#include "core/base/file.h"
#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/to_qt.h"
#include "ui/learn/plain_scroll.h"
#include "ui/learn/prose_html.h"
#include "ui/learn/question_card.h"

#include <QComboBox>
#include <QDateTime>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPainter>
#include <QRandomGenerator>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kCount = 10, kMostSeed = 999'999, kWidth = 720;

}  // namespace

QuizPage::QuizPage(const core::CourseReading& course, LearnProgress& progress, QWidget* parent)
    : QWidget(parent)
    , m_course(course)
    , m_progress(progress)
    , m_pages(new QStackedWidget(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);
    buildChoice();
    buildQuestion();
    buildEnd();
    arrange();
}

void QuizPage::buildChoice() {
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->addWidget(new Label(tr("Quiz"), FontUse::Figure, Role::Text, page));
    auto* words = new Label(tr("Questions are drawn by a seed: the same seed gives the same questions, so a class can "
                               "answer the same set. Numbers in them are computed, and drawn anew with each seed."),
                            FontUse::Body, Role::Text2, page);
    words->setWrapped();
    column->addWidget(words);
    m_level = new QComboBox(page);
    m_level->addItems({tr("All levels"), tr("Recall"), tr("Apply"), tr("Reason")});
    m_level->setObjectName(QStringLiteral("quizLevel"));
    m_count = new QSpinBox(page);
    m_count->setRange(1, int(core::kMostQuizQuestions));
    m_count->setValue(kCount);
    m_seed = new QSpinBox(page);
    m_seed->setRange(0, kMostSeed);
    m_seed->setValue(QRandomGenerator::global()->bounded(kMostSeed));
    m_seed->setObjectName(QStringLiteral("quizSeed"));
    m_upTo = new QComboBox(page);
    m_upTo->setObjectName(QStringLiteral("quizUpTo"));
    m_upTo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    fillChapters();
    const std::pair<QString, QWidget*> rows[] = {
        {tr("Chapters"), m_upTo}, {tr("Level"), m_level}, {tr("Questions"), m_count}, {tr("Seed"), m_seed}};
    for (const auto& [name, control] : rows) {
        auto* line = new QHBoxLayout;
        auto* label = new Label(name, FontUse::Body, Role::Text, page);
        constexpr int kLabel = 110, kControl = 160;
        label->setMinimumWidth(kLabel);
        control->setMinimumWidth(kControl);
        control->setAccessibleName(name);
        line->addWidget(label);
        line->addWidget(control);
        line->addStretch(1);
        column->addLayout(line);
    }
    auto* begin = new Button(ButtonKind::Primary, tr("Begin"), page);
    begin->setObjectName(QStringLiteral("beginQuiz"));
    auto* results = new Button(ButtonKind::Normal, tr("Export my results…"), page);
    auto* back = new Button(ButtonKind::Text, Icon::Left, tr("All lessons"), page);
    auto* line = new QHBoxLayout;
    for (Button* button : {begin, results, back}) line->addWidget(button);
    line->addStretch(1);
    column->addLayout(line);
    column->addWidget(new Label(tr("Class set"), FontUse::Title, Role::Text, page));
    auto* classWords = new Label(tr("A teacher saves what is chosen above as a file, and the whole class opens it: the same "
                                    "questions for all. Results keep its name."),
                                 FontUse::Body, Role::Text2, page);
    classWords->setWrapped();
    column->addWidget(classWords);
    auto* open = new Button(ButtonKind::Normal, Icon::File, tr("Open a class set…"), page);
    open->setObjectName(QStringLiteral("openClassSet"));
    auto* save = new Button(ButtonKind::Normal, tr("Save as a class set…"), page);
    auto* classLine = new QHBoxLayout;
    for (Button* button : {open, save}) classLine->addWidget(button);
    classLine->addStretch(1);
    column->addLayout(classLine);
    m_trouble = new Label({}, FontUse::Body, Role::Danger, page);
    m_trouble->setWrapped();
    m_trouble->setObjectName(QStringLiteral("quizTrouble"));
    column->addWidget(m_trouble);
    column->addStretch(1);
    connect(open, &Button::clicked, this, &QuizPage::askForSet);
    connect(save, &Button::clicked, this, &QuizPage::askWhereToSaveSet);
    connect(begin, &Button::clicked, this, [this] { start(chosen()); });
    connect(results, &Button::clicked, this, &QuizPage::exportResults);
    connect(back, &Button::clicked, this, &QuizPage::left);
    m_pages->addWidget(page);
}

void QuizPage::buildQuestion() {
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    m_where = new Label({}, FontUse::Label, Role::Text2, page);
    m_score = new Label({}, FontUse::Label, Role::Text2, page);
    auto* top = new QHBoxLayout;
    top->addWidget(m_where);
    top->addStretch(1);
    top->addWidget(m_score);
    column->addLayout(top);
    m_card = new QuestionCard(CardSteps::Hidden, page);
    auto* scrolled = new QWidget;
    auto* inner = new QVBoxLayout(scrolled);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->addWidget(m_card);
    inner->addStretch(1);
    auto* scroll = new PlainScroll(page);
    scroll->hold(scrolled);
    column->addWidget(scroll, 1);
    m_next = new Button(ButtonKind::Primary, Icon::Right, tr("Next question"), page);
    m_next->setObjectName(QStringLiteral("nextQuestion"));
    auto* leave = new Button(ButtonKind::Text, tr("Leave the quiz"), page);
    auto* line = new QHBoxLayout;
    line->addWidget(m_next);
    line->addWidget(leave);
    line->addStretch(1);
    column->addLayout(line);
    connect(m_next, &Button::clicked, this, &QuizPage::next);
    connect(leave, &Button::clicked, this, [this] {
        m_pages->setCurrentIndex(0);
        emit left();
    });
    connect(m_card, &QuestionCard::linkActivated, this, &QuizPage::linkActivated);
    connect(m_card, &QuestionCard::submitted, this, [this](const core::GivenAnswer& answer) {
        const core::QuizItem& item = m_set[std::size_t(m_index)];
        const bool isRight = core::mark(*m_card->question(), answer).right;
        m_right += isRight;
        if (!isRight && std::ranges::find(m_missed, item.lesson) == m_missed.end()) m_missed.push_back(item.lesson);
        auto& [rightOfLevel, askedOfLevel] = m_byLevel[std::size_t(std::clamp(item.question->level, 1, 3) - 1)];
        rightOfLevel += isRight;
        ++askedOfLevel;
        m_progress.answered({qs(item.lesson->id), qs(item.question->id), isRight,
                             QDateTime::currentDateTime().toString(Qt::ISODate), item.question->level, m_setName});
        m_score->setText(tr("%1 right").arg(m_right));
        m_next->setEnabled(true);
        m_next->setFocus();
    });
    m_pages->addWidget(page);
}

void QuizPage::buildEnd() {
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    m_end = new Label({}, FontUse::Figure, Role::Text, page);
    m_end->setObjectName(QStringLiteral("quizEnd"));
    column->addWidget(m_end);
    m_levels = new Label({}, FontUse::Body, Role::Text2, page);
    m_levels->setObjectName(QStringLiteral("quizLevels"));
    column->addWidget(m_levels);
    m_readAgain = new ProseLabel(FontUse::Body, Role::Text, page);
    m_readAgain->setObjectName(QStringLiteral("readAgain"));
    connect(m_readAgain, &QLabel::linkActivated, this, &QuizPage::linkActivated);
    column->addWidget(m_readAgain);
    auto* again = new Button(ButtonKind::Primary, tr("Another quiz"), page);
    auto* results = new Button(ButtonKind::Normal, tr("Export my results…"), page);
    auto* back = new Button(ButtonKind::Text, Icon::Left, tr("All lessons"), page);
    auto* line = new QHBoxLayout;
    for (Button* button : {again, results, back}) line->addWidget(button);
    line->addStretch(1);
    column->addLayout(line);
    column->addStretch(1);
    connect(again, &Button::clicked, this, [this] {
        m_seed->setValue(QRandomGenerator::global()->bounded(kMostSeed));
        m_pages->setCurrentIndex(0);
    });
    connect(results, &Button::clicked, this, &QuizPage::exportResults);
    connect(back, &Button::clicked, this, [this] {
        m_pages->setCurrentIndex(0);
        emit left();
    });
    m_pages->addWidget(page);
}

void QuizPage::setLanguage(core::Language language) {
    m_language = language;
    fillChapters();
    if (m_index >= 0 && m_index < count() && !m_card->isRevealed()) ask(m_index);
}

// The data of an entry is the number of its chapter, 0 of all.
void QuizPage::fillChapters() {
    const int before = m_upTo->currentData().toInt();
    m_upTo->clear();
    m_upTo->addItem(tr("All of the course"), 0);
    for (const core::Lesson& lesson : m_course.lessons)
        if (lesson.kind == core::LessonKind::Chapter)
            m_upTo->addItem(tr("Up to chapter %1, %2").arg(lesson.number).arg(qs(lesson.title.in(m_language))), lesson.number);
    m_upTo->setCurrentIndex(std::max(0, m_upTo->findData(before)));
}

core::QuizChoice QuizPage::chosen() const {
    std::vector<std::string> lessons;
    for (const core::Lesson& lesson : m_course.lessons)
        if (lesson.kind == core::LessonKind::Chapter && lesson.number <= m_upTo->currentData().toInt()) lessons.push_back(lesson.id);
    return {std::uint64_t(m_seed->value()), std::size_t(m_count->value()), m_level->currentIndex(), std::move(lessons)};
}

void QuizPage::start(const core::QuizChoice& choice, const QString& setName) {
    m_set = core::drawQuiz(m_course.lessons, choice);
    m_setName = setName;
    m_byLevel = {};
    m_missed.clear();
    m_trouble->setText(m_set.empty() ? tr("These lessons have no question of this level.") : QString());
    m_right = 0;
    m_score->setText(tr("%1 right").arg(0));
    if (m_set.empty()) return;
    m_pages->setCurrentIndex(1);
    ask(0);
}

void QuizPage::ask(int index) {
    m_index = index;
    const core::QuizItem& item = m_set[std::size_t(index)];
    const QString where = tr("Question %1 of %2 · %3").arg(index + 1).arg(count()).arg(qs(item.lesson->title.in(m_language)));
    m_where->setText(m_setName.isEmpty() ? where : m_setName + QStringLiteral(" · ") + where);
    m_next->setText(index + 1 == count() ? tr("See the result") : tr("Next question"));
    if (const auto posed = core::poseItem(item, m_language)) m_card->show(*posed);
    // Disabled with the keyboard in it, the button would hand it on to the one that leaves the quiz.
    m_card->focusAnswer();
    m_next->setEnabled(false);
}

void QuizPage::next() {
    if (m_index + 1 < count()) return ask(m_index + 1);
    m_index = -1;
    m_end->setText(tr("%1 of %2 right").arg(m_right).arg(count()));
    m_levels->setText(levelsText());
    m_readAgain->setProse(missedText());
    m_pages->setCurrentIndex(2);
}

void QuizPage::exportResults() {
    const QString file = QFileDialog::getSaveFileName(this, tr("Where to write the results"), QStringLiteral("quiz-results.csv"),
                                                      tr("Comma-separated values (*.csv)"), nullptr,
                                                      QFileDialog::DontUseNativeDialog);
    if (file.isEmpty()) return;
    const auto written = core::writeFileAtomically(file.toStdString(), m_progress.resultsAsCsv().toStdString());
    if (!written) (m_pages->currentIndex() == 0 ? m_trouble : m_end)->setText(sentences(written.error().front()));
}

QString QuizPage::levelsText() const {
    const QString names[] = {tr("Recall"), tr("Apply"), tr("Reason")};
    QStringList lines;
    for (std::size_t level = 0; level < m_byLevel.size(); ++level)
        if (m_byLevel[level].second > 0)
            lines << tr("%1: %2 of %3").arg(names[level]).arg(m_byLevel[level].first).arg(m_byLevel[level].second);
    return lines.join(QLatin1Char('\n'));
}

// The lessons of wrong answers, to go to; empty where there were none.
core::Prose QuizPage::missedText() const {
    if (m_missed.empty()) return {};
    core::Prose prose{{core::BlockKind::Paragraph, {}, {{tr("To read again:").toStdString(), core::Emphasis::None, {}, {}, 0, {}}}}};
    for (const core::Lesson* lesson : m_missed)
        prose.push_back({core::BlockKind::Item,
                         "•",
                         {{lesson->title.in(m_language), core::Emphasis::None, "lesson:" + lesson->id, {}, 0, {}}}});
    return prose;
}

core::Result<void> QuizPage::openSet(const QString& file) {
    const auto quiz = core::readQuizFile(file.toStdString(), m_course.lessons);
    if (!quiz) return tl::make_unexpected(quiz.error());
    start(quiz->choice, quiz->name.empty() ? QFileInfo(file).completeBaseName() : qs(quiz->name));
    return {};
}

core::Result<void> QuizPage::saveSet(const QString& file) const {
    return core::writeFileAtomically(file.toStdString(),
                                     core::toJsonText(core::QuizFile{QFileInfo(file).completeBaseName().toStdString(), chosen()}));
}

void QuizPage::askForSet() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Open a class set"), {}, tr("Class sets (*.json)"), nullptr,
                                                      QFileDialog::DontUseNativeDialog);
    if (file.isEmpty()) return;
    if (const auto opened = openSet(file); !opened) m_trouble->setText(qs(opened.error().front().where) + QStringLiteral(": ") + sentences(opened.error().front()));
}

void QuizPage::askWhereToSaveSet() {
    const QString file = QFileDialog::getSaveFileName(this, tr("Save as a class set"), QStringLiteral("class-set.json"),
                                                      tr("Class sets (*.json)"), nullptr, QFileDialog::DontUseNativeDialog);
    if (file.isEmpty()) return;
    if (const auto saved = saveSet(file); !saved) m_trouble->setText(sentences(saved.error().front()));
}

void QuizPage::arrange() {
    const Theme& theme = themeOf(*this);
    for (int i = 0; i < m_pages->count(); ++i) {
        QWidget* page = m_pages->widget(i);
        const int side = std::max(theme.ipx(32), (width() - theme.ipx(kWidth)) / 2);
        page->layout()->setContentsMargins(side, theme.ipx(28), side, theme.ipx(24));
        page->layout()->setSpacing(theme.ipx(14));
    }
}

void QuizPage::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeOf(*this).color(Role::Panel));
}

void QuizPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void QuizPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

}  // namespace ui
