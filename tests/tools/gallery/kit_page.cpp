// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "kit_page.h"

#include "ui/kit/button.h"
#include "ui/kit/callout.h"
#include "ui/kit/chip.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/hover_card.h"
#include "ui/kit/kind_mark.h"
#include "ui/kit/label.h"
#include "ui/kit/legend.h"
#include "ui/kit/line_chart.h"
#include "ui/kit/number_field.h"
#include "ui/kit/paint.h"
#include "ui/kit/segmented.h"
#include "ui/kit/stop_row.h"
#include "ui/kit/view_header.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QProgressBar>
#include <QRadioButton>
#include <QVBoxLayout>

#include <cmath>

namespace gallery {
namespace {

using namespace ui;

QString text(const char* utf8) { return QString::fromUtf8(utf8); }

// A box that draws itself with a function of painter, rectangle and theme.
class Painted : public QWidget {
public:
    using Draw = std::function<void(QPainter&, const QRectF&, const Theme&)>;
    Painted(QSize size, Draw draw)
        : m_draw(std::move(draw)) {
        setFixedSize(size);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        m_draw(painter, rect(), themeOf(*this));
    }

private:
    Draw m_draw;
};

QHBoxLayout* row(std::initializer_list<QWidget*> widgets, int spacing = 8) {
    auto* line = new QHBoxLayout;
    line->setSpacing(spacing);
    for (QWidget* widget : widgets) line->addWidget(widget);
    line->addStretch(1);
    return line;
}

Painted* swatch(Role role, const char* name) {
    return new Painted({74, 44}, [=](QPainter& p, const QRectF& r, const Theme& t) {
        drawBox(p, QRectF(r.left(), r.top(), r.width(), 26), 4, t.color(role), t.color(Role::Border));
        drawText(p, QRectF(r.left(), 28, r.width(), 16), text(name), t.font(FontUse::Label),
                 t.color(Role::Text2));
    });
}

Painted* datum(Meaning meaning, NumberKind kind, const QString& name) {
    return new Painted({90, 24}, [=](QPainter& p, const QRectF& r, const Theme& t) {
        drawDatum(p, r, 2, t, meaning, kind);
        drawText(p, r, name, t.font(FontUse::Label), textOn(t, meaning, kind), Qt::AlignHCenter);
    });
}

QHBoxLayout* memoryRow(NumberKind kind) {
    auto* line = new QHBoxLayout;
    for (int c = 0; c < core::kMemoryCategories; ++c)
        line->addWidget(datum(meaningOf(core::MemoryCategory(c)), kind, nameOf(core::MemoryCategory(c))));
    line->addWidget(new KindMarks({{kind, nameOf(kind)}}));
    line->addStretch(1);
    return line;
}

QHBoxLayout* opRow() {
    auto* line = new QHBoxLayout;
    for (const auto kind : {core::SpanKind::Forward, core::SpanKind::Backward, core::SpanKind::WeightGradient,
                            core::SpanKind::Optimizer, core::SpanKind::Communication})
        line->addWidget(datum(meaningOf(kind), NumberKind::Measured, nameOf(kind)));
    line->addWidget(
        new Painted({90, 24}, [](QPainter& p, const QRectF& r, const Theme& t) { drawBubble(p, r, t); }));
    line->addWidget(
        new Painted({90, 24}, [](QPainter& p, const QRectF& r, const Theme& t) { drawUnknown(p, r, t); }));
    line->addWidget(
        new Painted({40, 24}, [](QPainter& p, const QRectF& r, const Theme& t) { drawOverLimit(p, r, t); }));
    line->addStretch(1);
    return line;
}

QHBoxLayout* buttons() {
    auto* disabled = new Button(ButtonKind::Normal, text("Disabled"));
    disabled->setEnabled(false);
    auto* small = new Button(ButtonKind::Normal, text("Apply"));
    small->setSize(ButtonSize::Small);
    auto* follow = new Button(Icon::Follow, text("Follow the newest step"));
    follow->setCheckable(true);
    follow->setChecked(true);
    auto* off = new Button(ButtonKind::Primary, Icon::Play, text("Start"));
    off->setEnabled(false);
    return row({new Button(ButtonKind::Primary, Icon::Play, text("Start")),
                new Button(ButtonKind::Normal, Icon::Pin, text("Pin as A")), disabled, off,
                new Button(ButtonKind::Text, text("Why")), small,
                new Button(Icon::Fit, text("Show everything")), follow,
                Button::outlined(Icon::Pause, text("Pause"))});
}

QVBoxLayout* fields() {
    auto* tensor = new StopRow(text("Tensor"), Axis::Tensor);
    tensor->setStops({1, 2, 4, 8}, {});
    tensor->setNumber(4);
    auto* pipeline = new StopRow(text("Pipeline"), Axis::Pipeline);
    pipeline->setStops({1, 2, 3, 4, 8}, {StopState::Valid, StopState::Valid, StopState::Refused});
    pipeline->setNumber(2);
    for (StopRow* stops : {tensor, pipeline}) stops->setFixedWidth(300);
    auto* combo = new QComboBox;
    combo->addItems({text("1F1B"), text("GPipe")});
    combo->setFixedWidth(128);
    auto* wrong = new NumberField;
    wrong->setNumber(6);
    wrong->setProblem(text("6 does not divide 32 heads; 4 or 8"));
    auto* fine = new NumberField;
    fine->setNumber(32);
    auto* zero = new Segmented({text("0"), text("1"), text("2"), text("3")});
    zero->setCurrent(1);
    zero->setEntryProblem(2, text("the pipeline engine refuses stage 2"));
    zero->setEntryProblem(3, text("the pipeline engine refuses stage 3"));
    auto* column = new QVBoxLayout;
    column->addLayout(row({tensor, pipeline}, 24));
    column->addLayout(row({new Segmented({text("Groups"), text("Stage"), text("Memory")}), zero, combo, fine,
                           wrong, new Label(wrong->problem(), FontUse::Label, Role::Danger)},
                          12));
    auto* on = new QCheckBox(text("Pipeline"));
    on->setChecked(true);
    auto* radio = new QRadioButton(text("cards"));
    radio->setChecked(true);
    auto* progress = new QProgressBar;
    progress->setTextVisible(false);
    progress->setValue(31);
    progress->setFixedSize(206, 6);
    column->addLayout(
        row({on, new QCheckBox(text("Offload")), radio, new QRadioButton(text("data")), progress}, 16));
    return column;
}

QHBoxLayout* chips() {
    const auto chip = [](Tone tone, const char* word, std::optional<Icon> icon) {
        auto* made = new Chip;
        made->show(tone, text(word), icon);
        return made;
    };
    return row({chip(Tone::Ok, "Training", {}), chip(Tone::Warn, "1 suggestion", Icon::Warn),
                chip(Tone::Danger, "1 problem", Icon::Error), chip(Tone::Accent, "16 cards", Icon::Lock),
                chip(Tone::Neutral, "Off", {}), chip(Tone::Plain, "No problems", Icon::Ok),
                new KindMarks({{NumberKind::Predicted, nameOf(NumberKind::Predicted)},
                               {NumberKind::Measured, nameOf(NumberKind::Measured)},
                               {NumberKind::Simulated, nameOf(NumberKind::Simulated)}})});
}

QHBoxLayout* remarks() {
    auto* callout = new Callout(Tone::Warn, Icon::Bulb);
    callout->setText(text("27.3 % of the step is bubble. With 32 micro-batches it is 8.6 %."));
    auto* use = new Button(ButtonKind::Normal, text("Use 32"));
    use->setSize(ButtonSize::Small);
    auto* why = new Button(ButtonKind::Text, text("Why"));
    why->setSize(ButtonSize::Small);
    callout->setButtons({use, why});
    callout->setFixedWidth(260);
    auto* empty = new EmptyState(text("Training and held-out loss appear with the first step."));
    empty->setButton(new Button(ButtonKind::Normal, Icon::Play, text("Start")));
    empty->setFixedSize(240, 104);
    auto* card = new HoverCard(nullptr);
    card->setWindowFlags(Qt::Widget);
    HoverContent content{text("Optimizer, stage 0"),
                         text("4.89 GiB"),
                         Meaning::Optimizer,
                         NumberKind::Measured,
                         text("12 B × Ψ / (T · D)"),
                         text("12 B × 1.75 × 10⁹ / (2 × 2)"),
                         {}};
    content.lines.push_back({NumberKind::Measured, text("measured 4.89 GiB, +0.0 %")});
    card->showNow(content, {});
    card->setFixedSize(card->size());
    return row({callout, empty, card}, 14);
}

LineChart* chart() {
    auto* chart = new LineChart;
    chart->setFixedSize(420, 150);
    const int band = chart->addBand(Meaning::Parameters);
    const int raw = chart->addLine({text("raw"), Meaning::Parameters, Stroke::Raw});
    const int smooth = chart->addLine({text("training"), Meaning::Parameters, Stroke::Measured});
    const int planned = chart->addLine({text("predicted"), Meaning::Parameters, Stroke::Predicted});
    const int sparse = chart->addLine({text("held out"), Meaning::Gradients, Stroke::Sparse});
    std::vector<QPointF> noisy, even, plan, rings;
    std::vector<BandPoint> spread;
    for (int i = 0; i <= 60; ++i) {
        const double y = 3 + 2.4 * std::exp(-i / 14.0);
        even.emplace_back(i, y);
        noisy.emplace_back(i, y + 0.12 * std::sin(i * 1.7));
        plan.emplace_back(i, 2.9 + 2.5 * std::exp(-i / 14.0));
        spread.push_back({double(i), y - 0.22, y + 0.22});
        if (i % 12 == 0) rings.emplace_back(i, y + 0.1);
    }
    chart->setDataRange(0, 60);
    chart->setReferences({{3.09, text("unigram 3.09"), ReferenceStroke::Dotted}});
    chart->setEvents({{44, text("checkpoint"), Role::Text2}});
    chart->setBand(band, spread);
    chart->setLine(raw, noisy);
    chart->setLine(smooth, even);
    chart->setLine(planned, plan);
    chart->setLine(sparse, rings);
    chart->setNewest(smooth, text("3.03"));
    return chart;
}

Painted* icons() {
    return new Painted({24 * 17, 52}, [](QPainter& p, const QRectF&, const Theme& t) {
        for (int i = 0; i < kIcons; ++i)
            drawIcon(p, QRectF((i % 17) * 24 + 4, (i / 17) * 26 + 4, 16, 16), Icon(i), t.color(Role::Text2));
    });
}

ViewHeader* header() {
    auto* made = new ViewHeader(text("Timeline"));
    made->setKinds({{NumberKind::Predicted, text("predicted, 1F1B")}});
    made->addLegend()->setEntries(opLegend(NumberKind::Predicted, OpLegend::WithTail));
    made->setFigure(text("Bubble (p − 1) / (m + p − 1) = 3 / 11 = 27.3 %"));
    made->addIconButton(Icon::Fit, text("Show everything"));
    made->addIconButton(Icon::More, text("More"));
    return made;
}

void section(QVBoxLayout& page, const char* title, QLayout* body) {
    page.addWidget(new Label(text(title), FontUse::LabelStrong));
    page.addLayout(body);
    page.addSpacing(6);
}

QHBoxLayout* layoutOf(QWidget* widget) { return row({widget}); }

}  // namespace

QWidget* kitPage(QWidget* parent) {
    auto* widget = new QWidget(parent);
    auto* page = new QVBoxLayout(widget);
    page->setContentsMargins(20, 12, 20, 12);
    section(*page, "Surfaces",
            row({swatch(Role::Window, "window"), swatch(Role::Panel, "panel"), swatch(Role::Canvas, "canvas"),
                 swatch(Role::Raised, "raised"), swatch(Role::Sunken, "sunken"),
                 swatch(Role::AccentSoft, "accentsoft"), swatch(Role::Scene, "scene")}));
    auto* meanings = new QVBoxLayout;
    meanings->addLayout(memoryRow(NumberKind::Measured));
    meanings->addLayout(memoryRow(NumberKind::Predicted));
    meanings->addLayout(opRow());
    section(*page, "Colour by meaning", meanings);
    section(*page, "Buttons", buttons());
    section(*page, "Slider, field, segments", fields());
    section(*page, "Chips and marks", chips());
    section(*page, "Callout and empty state", remarks());
    page->addWidget(new Label(text("View header, banner"), FontUse::LabelStrong));
    page->addWidget(header());
    auto* banner = new Banner;
    banner->setMessage(Tone::Danger, Icon::Error, text("The engine stopped after step 312"),
                       text("(killed by signal 9). Nothing on this screen is lost."));
    banner->setButtons({new Button(ButtonKind::Primary, Icon::Play, text("Resume from step 300")),
                        new Button(ButtonKind::Normal, text("Start over")),
                        new Button(ButtonKind::Text, text("Show log"))});
    page->addWidget(banner);
    section(*page, "Line chart", layoutOf(chart()));
    section(*page, "Icons", layoutOf(icons()));
    page->addStretch(1);
    return widget;
}

}  // namespace gallery
