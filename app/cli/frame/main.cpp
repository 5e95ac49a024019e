// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "app/cli/frame/visibleoutput.h"

#include "core/base/argumentnames.h"
#include "core/base/description.h"
#include "translations/translations.h"

#include <QApplication>
#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <sys/ioctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace tosaic::cli;

namespace {

int printHelp(const std::vector<Command> &commands, QTextStream &stream, int exitCode)
{
    stream << "tosaic-cli: inspect, compile and report ExecuTorch models for Arm Ethos-U\n\n"
              "usage: tosaic-cli COMMAND [ARGUMENTS]    (tosaic-cli COMMAND --help tells more)\n\n";
    std::vector<tosaic::DescriptionFact> rows;
    for (const auto &command : commands)
        rows.push_back({ command.name, command.summary });
    stream << tosaic::factsText(rows, HelpWidth) << '\n'
           << tosaic::wrappedText(
                  u"Exit codes: 0 fine, 1 the input is bad or a check failed, 2 usage, 3 a tool is "
                  "missing or failed, 130 cancelled"_s,
                  HelpWidth);
    return exitCode;
}

tosaic::TextWidth terminalWidth()
{
    winsize size{};
    if (isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return { size.ws_col };
    const auto told = qEnvironmentVariableIntValue("COLUMNS");
    return { told > 0 ? told : 120 };
}

/// JSON and CSV are read by programs: the same bytes in every country, sentences included.
bool isForPrograms(const QStringList &arguments)
{
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const auto &argument = arguments[i];
        if (argument == "--json"_L1 || argument == "--format=json"_L1
            || (argument == "--format"_L1 && arguments.value(i + 1) == "json"_L1))
            return true;
        const bool isOutput = argument == "-o"_L1 || argument == "--output"_L1;
        const bool isJoined = argument.startsWith("-o"_L1) || argument.startsWith("--output="_L1);
        const auto file = isOutput ? arguments.value(i + 1) : isJoined ? argument : QString();
        if (file.endsWith(".json"_L1) || file.endsWith(".csv"_L1))
            return true;
    }
    return false;
}

/// Qt's own complaint of a system without a session (a container), or with one where nothing can be
/// written, is no diagnostic of the command's.
void tellQtMessage(QtMsgType type, const QMessageLogContext &, const QString &text)
{
    if (text.startsWith(u"QStandardPaths: XDG_RUNTIME_DIR"_s)
        || text.startsWith(u"QStandardPaths: error creating runtime directory"_s))
        return;
    const auto *severity = type == QtDebugMsg || type == QtInfoMsg ? "info"
        : type == QtWarningMsg                                     ? "warning"
                                                                   : "error";
    std::fprintf(stderr, "%s: qt: %s\n", severity, qPrintable(text));
    if (type == QtFatalMsg) // Qt would raise a signal: a plugin that cannot be loaded is no crash
        std::_Exit(ToolFailed);
}

} // namespace

int main(int argc, char *argv[])
{
    qInstallMessageHandler(tellQtMessage);
    VisibleOutput visibleOut(stdout);
    VisibleOutput visibleErr(stderr);
    QTextStream out(&visibleOut);
    QTextStream err(&visibleErr);
    Streams streams{ out, err, terminalWidth() };
    const tosaic::ArgumentNames names(argc, argv);
    if (!names.problem().isEmpty()) {
        err << "error: usage: " << names.problem() << '\n';
        return Usage;
    }
    const auto commands = allCommands();
    const auto name = argc > 1 ? QString::fromLocal8Bit(argv[1]) : QString();
    const auto command = std::find_if(
        commands.begin(), commands.end(), [&](const Command &c) { return c.name == name; });

    // Painting needs a platform, but a command line must work without a display.
    const bool paints = command != commands.end() && command->needsGui;
    if (paints)
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const auto application = paints
        ? std::unique_ptr<QCoreApplication>(std::make_unique<QApplication>(argc, argv))
        : std::make_unique<QCoreApplication>(argc, argv);
    QCoreApplication::setApplicationName(u"tosaic"_s);
    QCoreApplication::setOrganizationName(u"tosaic"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(TOSAIC_VERSION));

    if (isForPrograms(QCoreApplication::arguments().mid(2)))
        QLocale::setDefault(QLocale::c());
    tosaic::installTranslations(*application);

    if (name == "--version"_L1) {
        out << "tosaic-cli " << QCoreApplication::applicationVersion() << '\n';
        return Fine;
    }
    if (name.isEmpty() || name == "--help"_L1 || name == "-h"_L1)
        return printHelp(commands, name.isEmpty() ? err : out, name.isEmpty() ? Usage : Fine);
    if (command == commands.end()) {
        err << "error: usage: there is no command '" << name << "'\n";
        return printHelp(commands, err, Usage);
    }
    const auto code = command->run(QCoreApplication::arguments().mid(2), streams);
    out.flush();
    if (out.status() != QTextStream::WriteFailed)
        return code;
    err << "error: io.write: standard output cannot be written: " << visibleOut.errorString()
        << '\n';
    return code == Fine ? BadInput : code;
}
