// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every figure here is predicted and says so by its mark.
#include "ui/window/figures_row.h"

#include "core/cost/offload.h"
#include "core/planner/derivations.h"
#include "ui/kit/button.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/to_qt.h"
#include "ui/state/command_set.h"
#include "ui/state/evaluator.h"
#include "ui/state/pinned_plan.h"
#include "ui/state/plan_document.h"
#include "ui/state/sentences.h"

#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kHeight = 64, kMinWidth = 118, kPadding = 16, kNarrowPadding = 11, kNarrowWindow = 1360;
constexpr int kReasonWidth = 360, kShortReason = 90;

QString dash() { return QStringLiteral("–"); }

// "46.2 k" and "tokens/s" → "46.2" large, "k tokens/s" small.
void splitNumber(const QString& number, const QString& unit, Figure& figure) {
    const auto space = std::find_if(number.begin(), number.end(), [](QChar c) { return c.isSpace(); });
    const qsizetype gap = space == number.end() ? -1 : space - number.begin();
    figure.number = gap < 0 ? number : number.left(gap);
    figure.unit = gap < 0 ? unit
                          : QStringList{number.mid(gap + 1), unit}.join(unit.isEmpty() ? QString()
                                                                                       : QStringLiteral(" "));
}

void splitTime(double seconds, Figure& figure) {
    const TimeUnit unit = timeUnitFor(seconds);
    figure.number = threeDigits(inUnit(seconds, unit));
    figure.unit = nameOf(unit);
}

// Step times and rates of virtual cards say so.
QString timed(const core::Snapshot& snapshot, const QString& label) {
    return inVirtualTime(snapshot.plan) ? FiguresRow::tr("%1, virtual time").arg(label) : label;
}

HoverLine virtualTimeLine() {
    return {std::nullopt,
            FiguresRow::tr("virtual time: every card as if it had cores of its own, links as modelled")};
}

// The formula of a quantity and the same with the plan's values put in.
void derive(HoverContent& content, const core::Snapshot& snapshot, const char* quantity) {
    const auto derivation = core::derive(snapshot, quantity);
    if (!derivation) return;
    content.symbols = qs(derivation->formula);
    content.numbers = QStringLiteral("= ") + qs(derivation->numbers);
}

Figure stepFigure(const core::Snapshot& snapshot) {
    Figure figure{timed(snapshot, FiguresRow::tr("Step time")), dash(), {}, Role::Text, {}};
    if (!snapshot.step) return figure;
    const core::StepEstimate& step = *snapshot.step;
    splitTime(step.step.value(), figure);
    const auto line = [](const QString& name, core::Seconds seconds) {
        return HoverLine{std::nullopt, name + QStringLiteral("  ") + timeText(seconds.value())};
    };
    figure.explanation.title = FiguresRow::tr("Step time, mean card");
    figure.explanation.value = timeText(step.step.value());
    figure.explanation.swatch = NumberKind::Predicted;
    derive(figure.explanation, snapshot, "step_seconds");
    figure.explanation.lines = {line(FiguresRow::tr("forward"), step.mean.forward),
                                line(FiguresRow::tr("backward"), step.mean.backward),
                                line(FiguresRow::tr("communication"), step.mean.communication),
                                line(FiguresRow::tr("optimizer"), step.mean.optimizer),
                                line(FiguresRow::tr("idle"), step.mean.idle)};
    if (core::offloads(snapshot.plan) && snapshot.shards)
        figure.explanation.lines.insert(figure.explanation.lines.begin() + 3,
                                        line(FiguresRow::tr("of it to and from the host"),
                                             core::offloadTime(snapshot.plan, *snapshot.shards).total()));
    if (inVirtualTime(snapshot.plan)) figure.explanation.lines.push_back(virtualTimeLine());
    return figure;
}

Figure throughputFigure(const core::Snapshot& snapshot) {
    Figure figure{timed(snapshot, FiguresRow::tr("Throughput")), dash(), {}, Role::Text, {}};
    if (!snapshot.step) return figure;
    splitNumber(shortNumber(snapshot.step->tokensPerSecond), FiguresRow::tr("tokens/s"), figure);
    const core::Plan& plan = snapshot.plan;
    figure.explanation.title = FiguresRow::tr("Throughput");
    figure.explanation.value = figure.number + QLatin1Char(' ') + figure.unit;
    figure.explanation.symbols = FiguresRow::tr("global batch × sequence / step time");
    figure.explanation.numbers = QStringLiteral("%1 × %2 / %3")
                                     .arg(wholeNumber(plan.batch.global), wholeNumber(plan.sequence()),
                                          timeText(snapshot.step->step.value()));
    if (inVirtualTime(plan)) figure.explanation.lines.push_back(virtualTimeLine());
    return figure;
}

Figure mfuFigure(const core::Snapshot& snapshot) {
    Figure figure{FiguresRow::tr("MFU"), dash(), {}, Role::Text, {}};
    if (!snapshot.step) return figure;
    splitNumber(percentText(snapshot.step->mfu), {}, figure);
    figure.explanation.title = FiguresRow::tr("Model FLOPs utilisation");
    figure.explanation.value = percentText(snapshot.step->mfu);
    derive(figure.explanation, snapshot, "mfu");
    figure.explanation.lines = {
        {std::nullopt, FiguresRow::tr("%1 TFLOP/s a card").arg(threeDigits(snapshot.step->tflopsPerGpu))},
        {std::nullopt,
         FiguresRow::tr("with recomputation counted: %1").arg(percentText(snapshot.step->hfu))}};
    return figure;
}

Figure bubbleFigure(const core::Snapshot& snapshot) {
    Figure figure{FiguresRow::tr("Bubble"), dash(), {}, Role::Text, {}};
    if (!snapshot.timeline) return figure;
    const QString share = percentText(snapshot.timeline->bubbleFraction);
    splitNumber(share, {}, figure);
    const int p = snapshot.plan.layout.pp, m = snapshot.plan.microBatches();
    figure.explanation.title = FiguresRow::tr("Bubble, mean of the stages");
    figure.explanation.value = share;
    figure.explanation.symbols = FiguresRow::tr("(p − 1) / (m + p − 1), for equal stages");
    figure.explanation.numbers = QStringLiteral("%1 / %2 = %3")
                                     .arg(p - 1)
                                     .arg(m + p - 1)
                                     .arg(percentText(double(p - 1) / double(m + p - 1)));
    figure.explanation.lines = {
        {NumberKind::Predicted, FiguresRow::tr("replay of the schedule: %1").arg(share)},
        {std::nullopt, bubbleDefinition()}};
    return figure;
}

Figure memoryFigure(const core::Snapshot& snapshot) {
    Figure figure{FiguresRow::tr("Peak memory"), dash(), {}, Role::Text, {}};
    if (!snapshot.memory) return figure;
    const core::MemoryEstimate& memory = *snapshot.memory;
    const ByteUnit unit = unitFor(memory.capacity);
    figure.number = bytesNumber(memory.peak(), unit);
    figure.unit = FiguresRow::tr("of %1").arg(bytesText(memory.capacity, unit));
    if (!memory.fits) figure.role = Role::Danger;
    figure.explanation = memoryExplanation(snapshot);
    return figure;
}

// What a person waits for a run on this machine's virtual cards.
Figure waitFigure(const core::Snapshot& snapshot) {
    const core::Plan& plan = snapshot.plan;
    const double step = snapshot.step->wallClock->value(), whole = step * double(plan.run.steps);
    Figure figure{
        FiguresRow::tr("%1 steps, wall clock").arg(wholeNumber(plan.run.steps)), {}, {}, Role::Text, {}};
    splitNumber(waitText(whole), {}, figure);
    figure.explanation.value = FiguresRow::tr("about %1").arg(waitText(whole));
    figure.number.prepend(QStringLiteral("≈\u202f"));
    figure.unit = FiguresRow::tr("%1 on this machine").arg(figure.unit);
    figure.explanation.title = FiguresRow::tr("Wall clock of the run");
    figure.explanation.symbols = FiguresRow::tr("steps × computing of all cards / cores");
    figure.explanation.numbers = FiguresRow::tr("%1 × %2, %3 cores")
                                     .arg(wholeNumber(plan.run.steps), timeText(step))
                                     .arg(snapshot.calibration.cores);
    figure.explanation.lines = {
        {NumberKind::Predicted,
         FiguresRow::tr("when nothing else uses the cores; validation and samples add to it")},
        {NumberKind::Predicted, FiguresRow::tr("the same steps in virtual time: %1")
                                    .arg(timeText(snapshot.step->step.value() * double(plan.run.steps)))}};
    return figure;
}

// Of a run that the engine of this machine can do.
bool hasWait(const core::Snapshot& snapshot) {
    return snapshot.step && snapshot.step->wallClock &&
           std::ranges::none_of(snapshot.engineProblems,
                                [](const core::Problem& problem) { return problem.severity == core::Severity::Error; });
}

Figure runFigure(const core::Snapshot& snapshot) {
    if (hasWait(snapshot)) return waitFigure(snapshot);
    Figure figure{FiguresRow::tr("Whole run"), dash(), {}, Role::Text, {}};
    if (!snapshot.run) return figure;
    const core::RunEstimate& run = *snapshot.run;
    figure.label = FiguresRow::tr("%1 tokens take").arg(shortNumber(run.tokens));
    splitTime(run.days * secondsIn(TimeUnit::Days), figure);
    figure.explanation.title = FiguresRow::tr("Whole run");
    figure.explanation.value = figure.number + QLatin1Char(' ') + figure.unit;
    derive(figure.explanation, snapshot, "days");
    if (snapshot.plan.budgetTokens == 0)
        figure.explanation.lines = {
            {std::nullopt, FiguresRow::tr("tokens by the rule of thumb, 20 per parameter")}};
    return figure;
}

}  // namespace

HoverContent memoryExplanation(const core::Snapshot& snapshot) {
    if (!snapshot.memory) return {};
    const core::MemoryEstimate& memory = *snapshot.memory;
    const ByteUnit unit = unitFor(memory.capacity);
    core::Bytes states(0);
    const auto heaviest =
        std::max_element(memory.stages.begin(), memory.stages.end(),
                         [](const auto& a, const auto& b) { return a.ledger.total() < b.ledger.total(); });
    if (heaviest == memory.stages.end()) return {};
    for (const auto category :
         {core::MemoryCategory::Parameters, core::MemoryCategory::Gradients, core::MemoryCategory::Optimizer})
        states += heaviest->ledger.of(category);
    const core::LayoutSpec& layout = snapshot.plan.layout;
    HoverContent content;
    content.title = FiguresRow::tr("Peak memory, stage %1").arg(heaviest->stage.value);
    content.value = bytesText(memory.peak(), unit);
    content.symbols =
        FiguresRow::tr("Textbook: 2Ψ/T for weights, 2Ψ and 12Ψ for gradients and optimizer, over D by ZeRO");
    content.numbers = QStringLiteral("Ψ = %1, T = %2, P = %3, D = %4, ZeRO-%5")
                          .arg(shortNumber(double(snapshot.parameters.total)))
                          .arg(layout.tp)
                          .arg(layout.pp)
                          .arg(layout.dp)
                          .arg(snapshot.plan.zero.stage);
    content.lines = {
        {NumberKind::Predicted,
         FiguresRow::tr("weights, gradients, optimizer, exact: %1").arg(bytesText(states, unit))},
        {NumberKind::Predicted,
         FiguresRow::tr("the same by the textbook: %1").arg(bytesText(memory.textbook, unit))},
        {std::nullopt,
         FiguresRow::tr("Exact, a card holds only its stage (÷ P) and its slice (÷ T) of gradients and")},
        {std::nullopt,
         FiguresRow::tr("optimizer too; the textbook divides neither of them by T nor anything by P.")}};
    return content;
}

std::vector<Figure> planFigures(const core::Snapshot& snapshot) {
    return {stepFigure(snapshot),   throughputFigure(snapshot), mfuFigure(snapshot),
            bubbleFigure(snapshot), memoryFigure(snapshot),     runFigure(snapshot)};
}

namespace {

// The quantity behind each figure, in their order, and how A's value is written.
struct PinnedRow {
    const char* quantity;
    QString (*text)(const core::Snapshot&);
};

QString pinnedRun(const core::Snapshot& s) {
    if (hasWait(s)) return waitText(s.step->wallClock->value() * double(s.plan.run.steps));
    return s.run ? timeText(s.run->days * secondsIn(TimeUnit::Days)) : QString();
}

const PinnedRow kPinnedRows[] = {
    {"step_seconds", [](const core::Snapshot& s) { return s.step ? timeText(s.step->step.value()) : QString(); }},
    {"tokens_per_second", [](const core::Snapshot& s) { return s.step ? shortNumber(s.step->tokensPerSecond) : QString(); }},
    {"mfu", [](const core::Snapshot& s) { return s.step ? percentText(s.step->mfu) : QString(); }},
    {"bubble_fraction", [](const core::Snapshot& s) { return s.timeline ? percentText(s.timeline->bubbleFraction) : QString(); }},
    {"memory_bytes", [](const core::Snapshot& s) { return s.memory ? bytesText(s.memory->peak()) : QString(); }},
    {"days", pinnedRun}};

void addPinned(Figure& figure, const PinnedRow& row, const core::Snapshot& snapshot, const core::Snapshot& pinned) {
    const QString value = row.text(pinned);
    if (value.isEmpty()) return;
    figure.pinned = FiguresRow::tr("A %1").arg(value);
    const core::PlanQuantity* quantity = core::findQuantity(row.quantity);
    const auto a = quantity->of(pinned), b = quantity->of(snapshot);
    if (!a || !b) return;
    figure.change = quantity->unit == core::QuantityUnit::Share ? signedPointsText(*b - *a)
                    : *a != 0                                   ? signedPercentText(*b / *a - 1)
                                                                : QString();
    if (*a == *b || quantity->better == core::BetterWhen::Neither) return;
    figure.changeRole = (*b < *a) == (quantity->better == core::BetterWhen::Less) ? Role::Ok : Role::Warn;
}

}  // namespace

std::vector<Figure> planFigures(const core::Snapshot& snapshot, const core::Snapshot& pinned) {
    std::vector<Figure> figures = planFigures(snapshot);
    for (std::size_t i = 0; i < figures.size(); ++i) {
        addPinned(figures[i], kPinnedRows[i], snapshot, pinned);
        if (!figures[i].pinned.isEmpty() && !figures[i].explanation.isEmpty())
            figures[i].explanation.lines.push_back({NumberKind::Predicted, FiguresRow::tr("%1, now %2").arg(figures[i].pinned, figures[i].change)});
    }
    return figures;
}

FigureStrip::FigureStrip(QWidget* parent)
    : QWidget(parent)
    , m_card(this) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FigureStrip::setFigures(std::vector<Figure> figures) {
    m_figures = std::move(figures);
    QStringList words;
    for (const Figure& figure : m_figures)
        words << QStringList{figure.label, figure.number, figure.unit, figure.pinned, figure.change}.join(QLatin1Char(' ')).simplified();
    setAccessibleName(words.join(QLatin1String(", ")));
    updateGeometry();
    update();
}

namespace {

// A narrow window leaves the change to the hover card.
double pinnedWidth(const Figure& figure, const Theme& theme, bool narrow) {
    if (figure.pinned.isEmpty()) return 0;
    const QFont font = theme.font(FontUse::Axis);
    return textWidth(font, figure.pinned) + (narrow || figure.change.isEmpty() ? 0 : theme.px(8) + textWidth(font, figure.change));
}

}  // namespace

QSize FigureStrip::sizeHint() const {
    const std::vector<QRectF> all = boxes();
    return {all.empty() ? 0 : int(std::ceil(all.back().right())), themeOf(*this).ipx(kHeight) - 1};
}

std::vector<QRectF> FigureStrip::boxes() const {
    const Theme& theme = themeOf(*this);
    const bool narrow = window()->width() < theme.px(kNarrowWindow);
    const double padding = theme.px(narrow ? kNarrowPadding : kPadding);
    std::vector<QRectF> boxes;
    double x = theme.px(4);
    for (const Figure& figure : m_figures) {
        const double label = textWidth(theme.font(FontUse::Label), figure.label) + theme.px(15);
        const double value = textWidth(theme.font(FontUse::Figure), figure.number) + theme.px(4) +
                             textWidth(theme.font(FontUse::Body), figure.unit);
        const double pinned = pinnedWidth(figure, theme, narrow);
        const double wide = std::max({label + 2 * padding, value + 2 * padding, pinned + 2 * padding, narrow ? 0 : theme.px(kMinWidth)});
        boxes.emplace_back(x, 0, wide, height());
        x += wide;
    }
    return boxes;
}

void FigureStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    const bool narrow = window()->width() < theme.px(kNarrowWindow);
    const double padding = theme.px(narrow ? kNarrowPadding : kPadding);
    const std::vector<QRectF> all = boxes();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Figure& figure = m_figures[i];
        const double x = all[i].left() + padding;
        if (all[i].right() - padding > width()) break;
        const double up = figure.pinned.isEmpty() ? 0 : theme.px(6);  // a third line needs the room
        drawKindMark(painter, {x + theme.px(5), theme.px(18) - up}, NumberKind::Predicted,
                     theme.color(Role::Text2), theme.px(10));
        drawText(painter, QRectF(x + theme.px(15), theme.px(9) - up, all[i].width(), theme.px(18)), figure.label,
                 theme.font(FontUse::Label), theme.color(Role::Text2));
        const QFont big = theme.font(FontUse::Figure);
        const double number = textWidth(big, figure.number);
        const QRectF line(x, theme.px(27) - 1.5 * up, all[i].width(), theme.px(28));
        drawText(painter, line, figure.number, big, theme.color(figure.role));
        drawText(painter, line.translated(number + theme.px(4), theme.px(2)), figure.unit,
                 theme.font(FontUse::Body), theme.color(Role::Text2));
        if (figure.pinned.isEmpty()) continue;
        const QFont small = theme.font(FontUse::Axis);
        const QRectF below(x, theme.px(45), all[i].width(), theme.px(16));
        drawText(painter, below, figure.pinned, small, theme.color(Role::Text2));
        if (!narrow)
            drawText(painter, below.translated(textWidth(small, figure.pinned) + theme.px(8), 0), figure.change, small,
                     theme.color(figure.changeRole));
    }
}

void FigureStrip::mouseMoveEvent(QMouseEvent* event) {
    const std::vector<QRectF> all = boxes();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].contains(event->position()) && !m_figures[i].explanation.isEmpty()) {
            m_card.schedule(m_figures[i].explanation, event->globalPosition().toPoint());
            return;
        }
    m_card.dismiss();
}

void FigureStrip::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_card.dismiss();
}

FiguresRow::FiguresRow(const Hall& hall, CommandSet& commands, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_strip(new FigureStrip(this))
    , m_reason(new Label({}, FontUse::Label, Role::Text2, this))
    , m_mend(new Button(ButtonKind::Normal, {}, this))
    , m_pin(new Button(ButtonKind::Normal, Icon::Pin, {}, this))
    , m_start(new Button(ButtonKind::Primary, Icon::Play, tr("Start"), this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 12, 1);
    row->setSpacing(10);
    row->addWidget(m_strip);
    row->addStretch(1);
    row->addWidget(m_reason, 4);
    row->addWidget(m_mend);
    row->addWidget(m_pin);
    row->addWidget(m_start);
    m_reason->setWrapped();
    m_reason->setMaximumWidth(themeOf(*this).ipx(kReasonWidth));
    m_reason->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_reason->setObjectName(QStringLiteral("startReason"));
    m_mend->setSize(ButtonSize::Small);
    m_mend->setObjectName(QStringLiteral("startMend"));
    m_pin->setObjectName(QStringLiteral("pinPlan"));
    m_start->setObjectName(QStringLiteral("startButton"));
    m_strip->setObjectName(QStringLiteral("figures"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFixedHeight(themeOf(*this).ipx(kHeight));
    setStart({});
    connect(m_mend, &Button::clicked, this, [this] {
        if (m_check.mend) useMend(m_hall.document, *m_check.mend);
    });
    if (QAction* start = commands.action(QStringLiteral("run.start")))
        connect(m_start, &Button::clicked, start, &QAction::trigger);
    if (QAction* pin = commands.action(QStringLiteral("plan.pin"))) connect(m_pin, &Button::clicked, pin, &QAction::trigger);
    connect(&hall.evaluator, &Evaluator::evaluated, this, &FiguresRow::showFigures);
    connect(&PinnedPlan::of(hall.evaluator), &PinnedPlan::changed, this, &FiguresRow::showFigures);
    showFigures();
}

void FiguresRow::showFigures() {
    const core::Snapshot& snapshot = *m_hall.evaluator.snapshot();
    const SnapshotPtr& pinned = PinnedPlan::of(m_hall.evaluator).snapshot();
    m_strip->setFigures(pinned ? planFigures(snapshot, *pinned) : planFigures(snapshot));
    showPin();
}

void FiguresRow::showPin() {
    const PinnedPlan& pin = PinnedPlan::of(m_hall.evaluator);
    m_pin->setIconName(pin.isPinned() ? Icon::Close : Icon::Pin);
    m_pin->setText(pin.isPinned() ? tr("Unpin A") : tr("Pin as A"));
    m_pin->setToolTip(pin.isPinned() ? tr("End the comparison with A: %1").arg(pin.words())
                                     : tr("Hold this plan fast: every view then shows it as an outline behind what is changed"));
    m_pin->setEnabled(pin.isPinned() || pin.canPin());
}

void FiguresRow::setStart(const StartCheck& check) {
    m_check = check;
    m_reason->setText(check.brief);
    const Theme& theme = themeOf(*this);
    m_reason->setWordWrap(textWidth(theme.font(FontUse::Label), check.brief) > theme.px(kShortReason));
    const bool isFault = check.gate == StartGate::Asks || check.gate == StartGate::Refused;
    m_reason->setRole(isFault ? Role::Danger : Role::Text2);
    m_reason->setVisible(!check.reason.isEmpty());
    m_reason->setToolTip(check.reason);
    m_mend->setVisible(check.mend.has_value());
    if (check.mend) m_mend->setText(mendText(*check.mend));
    m_start->setEnabled(check.gate != StartGate::Refused);
    const bool asks = check.gate == StartGate::Asks || check.gate == StartGate::Replaces;
    m_start->setText(check.gate == StartGate::Leads ? tr("Show the run") : asks ? tr("Start…") : tr("Start"));
    m_start->setToolTip(check.reason);
}

void FiguresRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.color(Role::Panel));
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.color(Role::Border));
}

}  // namespace ui
