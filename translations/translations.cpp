// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "translations/translations.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

using namespace Qt::StringLiterals;

// The catalogues live in a static library: without this the linker drops them.
static void initResources()
{
    Q_INIT_RESOURCE(translations);
}

namespace tosaic {

namespace {
void install(QCoreApplication &application, const QString &name, const QString &folder)
{
    auto *translator = new QTranslator(&application);
    if (translator->load(name, folder))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}
} // namespace

void installTranslations(QCoreApplication &application)
{
    initResources();
    const auto language = QLocale().name();
    // Later ones win: English gives the plural forms where the user's language has no catalogue.
    install(application, u"tosaic_en"_s, u":/translations"_s);
    install(
        application, u"qtbase_"_s + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    if (!language.startsWith("en"_L1) && language != "C"_L1)
        install(application, u"tosaic_"_s + language, u":/translations"_s);
}

} // namespace tosaic
