// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/window/mainwindow.h"
#include "app/shell/window/openbench.h"
#include "core/base/argumentnames.h"
#include "translations/translations.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace {

void describe(QCommandLineParser &parser)
{
    parser.setApplicationDescription(QCoreApplication::translate("Main",
        "Tosaic shows what of an ExecuTorch model runs on an Arm Ethos-U, compiles it again your "
        "way and compares."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(u"files"_s,
        QCoreApplication::translate("Main",
            "Programs (.pte), models (.py, .pt2, .tosa, .tflite), compile results, console logs or "
            "workspaces to open."),
        u"[files...]"_s);
    parser.addOption({ u"bench-open"_s,
        QCoreApplication::translate(
            "Main", "Opens FILE, prints how long that took as one line of JSON, and ends."),
        u"FILE"_s });
}

} // namespace

int main(int argc, char *argv[])
{
    // Help and version must work without a display.
    const bool isText = argc > 1
        && (qstrcmp(argv[1], "--help") == 0 || qstrcmp(argv[1], "-h") == 0
            || qstrcmp(argv[1], "--version") == 0 || qstrcmp(argv[1], "-v") == 0);
    if (isText && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const tosaic::ArgumentNames names(argc, argv);
    if (!names.problem().isEmpty())
        qWarning("%s", qUtf8Printable(names.problem())); // the window opens all the same
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"tosaic"_s);
    QCoreApplication::setOrganizationName(u"tosaic"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(TOSAIC_VERSION));
    QGuiApplication::setApplicationDisplayName(u"Tosaic"_s);
    QGuiApplication::setDesktopFileName(u"org.tosaic.Tosaic"_s);

    tosaic::installTranslations(application);

    QCommandLineParser parser;
    describe(parser);
    parser.process(application);

    tosaic::SettingsStore settings;
    tosaic::views::Theme theme;
    theme.prepare(application,
        static_cast<tosaic::views::ThemeMode>(
            settings.value(tosaic::shell::settings::ThemeChoice)));
    tosaic::shell::Session session(settings);
    tosaic::shell::MainWindow window(session, theme);
    theme.dress(application);
    window.show();
    if (parser.isSet(u"bench-open"_s))
        tosaic::shell::benchOpen(window, session, parser.value(u"bench-open"_s));
    else
        window.open(parser.positionalArguments());
    if (qEnvironmentVariableIsSet("TOSAIC_QUIT_WHEN_SHOWN")) // the start-up benchmark
        QTimer::singleShot(0, &application, &QApplication::quit);
    return QApplication::exec();
}
