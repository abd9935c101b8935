// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The subset of HTML that Qt's labels draw.
#include "ui/learn/prose_html.h"

#include "ui/kit/to_qt.h"

#include <QEvent>
#include <QTextDocument>

#include <array>

namespace ui {

namespace {

constexpr int kLinePercent = 142;

QColor colourOf(const std::string& target, const Theme& theme) {
    struct Named {
        std::string_view name;
        Meaning meaning;
    };
    static constexpr std::array<Named, 9> kNamed = {{{"parameters", Meaning::Parameters},
                                                     {"forward", Meaning::Parameters},
                                                     {"gradients", Meaning::Gradients},
                                                     {"backward", Meaning::Gradients},
                                                     {"optimizer", Meaning::Optimizer},
                                                     {"activations", Meaning::Activations},
                                                     {"temporary", Meaning::Temporary},
                                                     {"weight-gradient", Meaning::WeightGradient},
                                                     {"framework", Meaning::Framework}}};
    for (const Named& named : kNamed)
        if (named.name == target) return theme.meaning(named.meaning).line;
    if (target == "tensor") return theme.axis(Axis::Tensor);
    if (target == "pipeline") return theme.axis(Axis::Pipeline);
    return theme.axis(Axis::Data);
}

QString quotedFamilies(const QFont& font) {
    QStringList quoted;
    for (const QString& family : font.families()) quoted << QLatin1Char('\'') + family + QLatin1Char('\'');
    return quoted.join(QLatin1Char(','));
}

// `code`: whose size code has; in a block of its own it is smaller, so that lines of a configuration fit a strip.
QString spanHtml(const core::ProseSpan& span, const Theme& theme, FontUse code) {
    QString text = qs(span.text).toHtmlEscaped();
    text.replace(QChar(0x202F), QChar::Nbsp);  // the narrow blank of units would become one where lines break
    if (span.emphasis == core::Emphasis::Strong) text = QStringLiteral("<b>%1</b>").arg(text);
    if (span.emphasis == core::Emphasis::Code) {
        text = QStringLiteral("<span style=\"font-family:%1;font-size:%2px\">%3</span>")
                   .arg(quotedFamilies(theme.font(FontUse::Code)))
                   .arg(theme.font(code).pixelSize())
                   .arg(text);
    }
    if (span.target.empty()) return text;
    if (core::isMeaning(span.target))
        return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colourOf(span.target, theme).name(), text);
    return QStringLiteral("<a style=\"color:%1\" href=\"%2\">%3</a>")
        .arg(theme.color(Role::Accent).name(), qs(span.target).toHtmlEscaped(), text);
}

}  // namespace

QString proseHtml(const core::Prose& prose, const Theme& theme) {
    QString html;
    for (const core::ProseBlock& block : prose) {
        QString text;
        const FontUse code = block.kind == core::BlockKind::Code ? FontUse::Label : FontUse::Code;
        for (const core::ProseSpan& span : block.spans) text += spanHtml(span, theme, code);
        const int gap = html.isEmpty() ? 0 : theme.ipx(10);
        if (block.kind == core::BlockKind::Code)
            html += QStringLiteral("<pre style=\"white-space:pre-wrap;margin-top:%1px;margin-bottom:0\">%2</pre>").arg(gap).arg(text);
        else if (block.kind == core::BlockKind::Item)
            html += QStringLiteral("<p style=\"margin-top:%1px;margin-bottom:0;margin-left:%2px;text-indent:-%2px;line-height:%5%\">"
                                   "%3&nbsp;&nbsp;%4</p>")
                        .arg(gap / 2)
                        .arg(theme.ipx(18))
                        .arg(qs(block.mark), text)
                        .arg(kLinePercent);
        else
            html += QStringLiteral("<p style=\"margin-top:%1px;margin-bottom:0;line-height:%3%\">%2</p>")
                        .arg(gap)
                        .arg(text)
                        .arg(kLinePercent);
    }
    return html;
}

ProseLabel::ProseLabel(FontUse use, Role role, QWidget* parent)
    : QLabel(parent)
    , m_use(use)
    , m_role(role) {
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::TextBrowserInteraction);
    setFocusPolicy(Qt::ClickFocus);
    setAlignment(Qt::AlignTop | Qt::AlignLeft);
    restyle();
}

void ProseLabel::setProse(core::Prose prose) {
    m_prose = std::move(prose);
    setText(proseHtml(m_prose, themeOf(*this)));
    setVisible(!m_prose.empty());
}

void ProseLabel::restyle() {
    const Theme& theme = themeOf(*this);
    setFont(theme.font(m_use));
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, theme.color(m_role));
    setPalette(colours);
    setText(proseHtml(m_prose, theme));
}

void ProseLabel::changeEvent(QEvent* event) {
    QLabel::changeEvent(event);
    if (event->type() == QEvent::StyleChange) restyle();
}

}  // namespace ui
