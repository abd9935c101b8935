// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/hand_out.h"

#include "core/lesson/question.h"
#include "core/lesson/scene.h"
#include "core/lesson/unit_text.h"
#include "ui/kit/theme.h"
#include "ui/kit/to_qt.h"
#include "ui/learn/prose_html.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QMarginsF>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QTextDocument>
#include <QUrl>

namespace ui {

namespace {

constexpr int kPictureWidth = 620;  // pixels of the page at 96 dpi

struct HandOutTexts {
    Q_DECLARE_TR_FUNCTIONS(HandOut)
};

class Writer {
public:
    explicit Writer(const HandOut& handOut)
        : m_lesson(handOut.lesson)
        , m_language(handOut.language) {}

    void heading(int level, const QString& text) { m_html += QStringLiteral("<h%1>%2</h%1>").arg(level).arg(text.toHtmlEscaped()); }
    void paragraph(const QString& text) { m_html += QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()); }
    // Each part of a step keeps its distance from the one before.
    void prose(const core::Prose& prose) {
        constexpr double kGap = 10;
        QString html = proseHtml(prose, m_theme);
        const QString none = QStringLiteral("margin-top:0px");
        if (const qsizetype first = html.indexOf(none); first >= 0)
            html.replace(first, none.size(), QStringLiteral("margin-top:%1px").arg(m_theme.ipx(kGap)));
        m_html += html;
    }

    void step(std::size_t index) {
        const core::LessonStep& step = m_lesson.steps[index];
        const core::Plan plan = core::planOfStep(m_lesson, index);
        const auto scope = core::scopeOf(plan, step.others);
        if (!scope) return;
        heading(2, QStringLiteral("%1. %2").arg(index + 1).arg(qs(step.title.in(m_language))));
        const auto rendered = [&](const core::Localised<core::Prose>& part) {
            return core::renderProse(part.in(m_language), *scope, m_language).value_or(core::Prose{});
        };
        prose(rendered(step.text));
        if (const core::Prose kitchen = rendered(step.kitchen); !kitchen.empty()) {
            m_html += QStringLiteral("<p><b>%1</b></p>").arg(HandOutTexts::tr("In kitchen words").toHtmlEscaped());
            m_html += proseHtml(kitchen, m_theme);
        }
        if (step.question) ask(step, plan, index);
        // Beside a question it would hold the answer.
        const QString formula = proseHtml(rendered(step.formula), m_theme);
        (step.question ? m_answers : m_html) += formula;
        prose(rendered(step.runText));
    }
    void answers() {
        if (m_answers.isEmpty()) return;
        m_html += QStringLiteral("<div style=\"page-break-before:always\"></div>");
        heading(2, HandOutTexts::tr("Answers"));
        m_html += m_answers;
    }
    [[nodiscard]] const QString& html() const { return m_html; }
    void add(const QString& html) { m_html += html; }

private:
    void ask(const core::LessonStep& step, const core::Plan& plan, std::size_t index) {
        core::Question question = *step.question;
        question.others.insert(step.others.begin(), step.others.end());
        const auto draws = core::drawsOf(question);
        const auto posed = draws ? core::pose(question, plan, draws->front(), m_language) : core::Result<core::PosedQuestion>();
        if (!draws || !posed) return;
        m_html += QStringLiteral("<blockquote>") + proseHtml(posed->prompt, m_theme);
        QString right;
        for (const core::PosedChoice& choice : posed->choices) {
            const QString label = qs(core::plainText(choice.label)).toHtmlEscaped();
            m_html += QStringLiteral("<p>&#9744;&nbsp; %1</p>").arg(label);
            if (choice.right) right += (right.isEmpty() ? QString() : QStringLiteral("; ")) + label;
        }
        if (posed->choices.empty()) {
            m_html += QStringLiteral("<p>______________ %1</p>").arg(qs(posed->unit).toHtmlEscaped());
            right = qs(core::withUnit(posed->answerText, posed->unit, m_language)).toHtmlEscaped();
        }
        m_html += QStringLiteral("</blockquote>");
        m_answers += QStringLiteral("<p><b>%1. %2</b></p>").arg(index + 1).arg(right) + proseHtml(posed->reason, m_theme);
    }

    const core::Lesson& m_lesson;
    core::Language m_language;
    Theme m_theme{ThemeKind::Light, 1.0, Patterns::On};
    QString m_html, m_answers;
};

}  // namespace

void fillHandOut(QTextDocument& document, const HandOut& handOut) {
    const Theme theme(ThemeKind::Light, 1.0, Patterns::On);
    document.setDefaultFont(theme.font(FontUse::Body));
    Writer writer(handOut);
    writer.heading(1, qs(handOut.lesson.title.in(handOut.language)));
    const auto start = core::scopeOf(core::patched(handOut.lesson.base, handOut.lesson.plan).value_or(handOut.lesson.base), {});
    if (start)
        if (const auto summary = core::renderProse(handOut.lesson.summary.in(handOut.language), *start, handOut.language))
            writer.prose(*summary);
    for (std::size_t step = 0; step < handOut.lesson.steps.size(); ++step) writer.step(step);
    if (!handOut.pictures.isEmpty()) {
        writer.heading(2, HandOutTexts::tr("Your plan"));
        writer.paragraph(handOut.planLine);
    }
    for (qsizetype i = 0; i < handOut.pictures.size(); ++i) {
        const QString name = QStringLiteral("picture:%1").arg(i);
        document.addResource(QTextDocument::ImageResource, QUrl(name), handOut.pictures[i].image);
        writer.heading(3, handOut.pictures[i].title);
        writer.add(QStringLiteral("<p><img src=\"%1\" width=\"%2\"/></p>").arg(name).arg(kPictureWidth));
    }
    writer.answers();
    document.setHtml(writer.html());
}

std::optional<QString> writeHandOut(const HandOut& handOut, const QString& fileName) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter pdf(&buffer);
        constexpr int kResolution = 96, kMarginMillimetres = 18;
        pdf.setResolution(kResolution);
        pdf.setTitle(qs(handOut.lesson.title.in(handOut.language)));
        pdf.setPageSize(QPageSize(QPageSize::A4));
        pdf.setPageMargins(QMarginsF(kMarginMillimetres, kMarginMillimetres, kMarginMillimetres, kMarginMillimetres),
                           QPageLayout::Millimeter);
        QTextDocument document;
        document.documentLayout()->setPaintDevice(&pdf);
        fillHandOut(document, handOut);
        document.setPageSize(QSizeF(pdf.width(), pdf.height()));
        document.print(&pdf);
    }
    QSaveFile file(fileName);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()) return std::nullopt;
    return HandOutTexts::tr("%1 could not be written: %2").arg(fileName, file.errorString());
}

}  // namespace ui
