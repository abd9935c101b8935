// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/watch_dialog.h"

#include "core/config/shell.h"
#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/to_qt.h"
#include "ui/state/sentences.h"
#include "ui/state/settings.h"

#include <QEvent>
#include <QFileInfo>
#include <QLineEdit>
#include <QStandardPaths>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int kWidth = 560, kMargin = 16, kGap = 8;

struct Verdict {
    bool sound = false;
    QString text;  // of what is wrong or doubtful
};

// Words of the shell itself, which no folder holds.
bool isBuiltIn(const QString& word) {
    static const QStringList kWords{QStringLiteral("cd"),     QStringLiteral("exec"), QStringLiteral("eval"),
                                    QStringLiteral("export"), QStringLiteral("read"), QStringLiteral("set"),
                                    QStringLiteral("test"),   QStringLiteral("trap"), QStringLiteral("wait"),
                                    QStringLiteral("."),      QStringLiteral(":")};
    return kWords.contains(word);
}

bool exists(const QString& program) {
    if (program.contains(QLatin1Char('/'))) return QFileInfo(program).isExecutable();
    return isBuiltIn(program) || !QStandardPaths::findExecutable(program).isEmpty();
}

Verdict verdictOf(const QString& line) {
    if (line.isEmpty()) return {};
    const auto script = core::readShell(line.toStdString(), "");
    if (!script) return {false, wholeSentences(script.error())};
    for (const core::ShellCommand& command : script->commands) {
        const core::ShellText& program = command.words.front();
        if (program.unknown() || exists(qs(program.text()))) continue;
        return {true, WatchDialog::tr("This machine has no program “%1”.").arg(qs(program.text()))};
    }
    return {true, {}};
}

}  // namespace

WatchDialog::WatchDialog(Settings& settings, QWidget* parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_line(new QLineEdit(this))
    , m_verdict(new Label({}, FontUse::Label, Role::Danger, this))
    , m_watch(new Button(ButtonKind::Primary, tr("Watch"), this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("watchDialog"));
    setWindowTitle(tr("Watch a command"));
    setMinimumWidth(themeOf(*this).ipx(kWidth));
    m_line->setObjectName(QStringLiteral("watchLine"));
    m_line->setAccessibleName(tr("Command whose output is a training log"));
    m_line->setPlaceholderText(QStringLiteral("ssh host tail -F train.log"));
    m_line->setClearButtonEnabled(true);
    m_verdict->setObjectName(QStringLiteral("watchVerdict"));
    m_verdict->setWrapped();
    m_watch->setObjectName(QStringLiteral("watchButton"));

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->setSpacing(kGap);
    column->addWidget(new Label(tr("Command whose output is a training log"), FontUse::LabelStrong, Role::Text, this));
    column->addWidget(m_line);
    column->addWidget(m_verdict);
    auto* note = new Label(tr("It runs in a shell on this machine, and is ended when you stop watching."),
                           FontUse::Label, Role::Text2, this);
    note->setWrapped();
    column->addWidget(note);
    const QStringList recent = m_settings.recentCommands();
    if (!recent.isEmpty()) {
        column->addSpacing(kGap);
        column->addWidget(new Label(tr("Watched before"), FontUse::LabelStrong, Role::Text, this));
        addLines(*column, recent, "recentCommand");
    }
    column->addSpacing(kGap);
    column->addWidget(new Label(tr("Examples"), FontUse::LabelStrong, Role::Text, this));
    addLines(*column,
             {QStringLiteral("ssh host tail -n +1 -F /scratch/run/train.log"),
              QStringLiteral("kubectl logs -f job/train"), QStringLiteral("tail -n +1 -F slurm-1234.out")},
             "exampleCommand");
    column->addStretch(1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(kGap);
    buttons->addStretch(1);
    auto* cancel = new Button(ButtonKind::Normal, tr("Cancel"), this);
    buttons->addWidget(cancel);
    buttons->addWidget(m_watch);
    column->addLayout(buttons);
    if (!recent.isEmpty()) m_line->setText(recent.front());
    m_line->selectAll();
    connect(m_line, &QLineEdit::textChanged, this, &WatchDialog::check);
    connect(m_line, &QLineEdit::returnPressed, this, &WatchDialog::choose);
    connect(m_watch, &Button::clicked, this, &WatchDialog::choose);
    connect(cancel, &Button::clicked, this, &QDialog::reject);
    restyle();
    check();
}

void WatchDialog::addLines(QVBoxLayout& column, const QStringList& lines, const char* name) {
    for (const QString& line : lines) {
        auto* row =
            new Button(ButtonKind::Text,
                       fontMetrics().elidedText(line, Qt::ElideMiddle, themeOf(*this).ipx(kWidth - 6 * kMargin)), this);
        row->setObjectName(QLatin1String(name));
        row->setSize(ButtonSize::Small);
        row->setToolTip(line);
        connect(row, &Button::clicked, this, [this, line] {
            m_line->setText(line);
            m_line->setFocus();
        });
        column.addWidget(row, 0, Qt::AlignLeft);
    }
}

void WatchDialog::check() {
    const Verdict verdict = verdictOf(m_line->text().trimmed());
    m_watch->setEnabled(verdict.sound);
    m_verdict->setRole(verdict.sound ? Role::Warn : Role::Danger);
    m_verdict->setText(verdict.text);
    m_verdict->setVisible(!verdict.text.isEmpty());
}

void WatchDialog::choose() {
    if (!m_watch->isEnabled()) return;
    const QString line = m_line->text().trimmed();
    m_settings.addRecentCommand(line);
    accept();
    emit chosen(line);
}

void WatchDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::StyleChange) restyle();
}

void WatchDialog::restyle() {
    QPalette ground = palette();
    ground.setColor(QPalette::Window, themeOf(*this).color(Role::Panel));
    setPalette(ground);
    m_line->setFont(themeOf(*this).font(FontUse::Code));
}

}  // namespace ui
