// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Our catalogues are compiled in (resources/i18n), English has one for its plurals; the words of Qt's own dialogs come
// with Qt.
#include "ui/window/languages.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace ui {

Languages::Languages(core::Language language)
    : m_current(language) {
    use(language);
}

Languages::~Languages() {
    for (const auto& texts : m_texts) QCoreApplication::removeTranslator(texts.get());
}

void Languages::use(core::Language language) {
    for (const auto& texts : m_texts) QCoreApplication::removeTranslator(texts.get());
    m_texts.clear();
    m_current = language;
    if (language == core::Language::Chinese) {
        QLocale::setDefault(QLocale(QLocale::Chinese, QLocale::SimplifiedHanScript, QLocale::China));
        load(QStringLiteral(":/i18n/shardscope_zh_CN.qm"));
        load(QStringLiteral(":/i18n/codes_zh_CN.qm"));
        load(QLibraryInfo::path(QLibraryInfo::TranslationsPath) + QStringLiteral("/qtbase_zh_CN.qm"));
    } else {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        load(QStringLiteral(":/i18n/shardscope_en.qm"));
    }
}

void Languages::load(const QString& catalogue) {
    auto texts = std::make_unique<QTranslator>();
    if (!texts->load(catalogue)) return;
    QCoreApplication::installTranslator(texts.get());
    m_texts.push_back(std::move(texts));
}

core::Language Languages::named(const QString& name) {
    if (const auto language = core::fromText<core::Language>(name.toStdString())) return *language;
    return QLocale::system().language() == QLocale::Chinese ? core::Language::Chinese : core::Language::English;
}

}  // namespace ui
