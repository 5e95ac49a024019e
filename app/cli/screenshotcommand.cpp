// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "app/shell/compilecontroller.h"
#include "app/shell/docks.h"
#include "app/shell/mainwindow.h"
#include "app/shell/session.h"
#include "core/base/bytesource.h"
#include "core/base/settings.h"
#include "core/formats/registry.h"
#include "core/workspace/snapshot.h"
#include "views/graph/graphpage.h"
#include "views/runcompare/runcomparepage.h"
#include "views/spec/specpage.h"
#include "views/whatif/whatifpage.h"
#include "views/widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTimer>

#include <optional>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace screenshotcommand {
namespace {

constexpr int QuietTime = 250; // ms without work before the picture is taken
constexpr int LongestWait = 120'000; // ms

const QString Help
    = u"usage: tosaic-cli screenshot FILE -o OUT.png [--view VIEW] [--size WxH] [--theme "
      u"light|dark]\n"
      "           [--run LOG] [--compare OLD_RESULT] [--select NODE] [--inside N]\n\n"
      "Draws the window with FILE open, without a display. VIEW is home, model (or graph), "
      "partition,\n"
      "memory, memory-mode (picture), spec, what-if, runs (or counters), timeline, operators,\n"
      "roofline, time, kernels, runcompare, compare, report, or a panel in front of the model: "
      "hex,\n"
      "disassembly, values, runner, reference or run. Those of the spec wait for Vela's live "
      "estimate,\n"
      "what-if for its whole grid. --inside goes inside the Nth delegate (0 is the first) of\n"
      "the graph. --run also opens a console log, a PMU trace or an ETDump, and can be repeated: "
      "the\n"
      "last two are those that runcompare compares. --compare puts an older compile result beside "
      "that\n"
      "of FILE, --select selects an operator by name. A workspace is read only.\n"_s;

/// Views of the mode Spec, and their tabs.
const QHash<QString, QString> SpecTabs{ { u"spec"_s, u"spec"_s }, { u"memory-mode"_s, u"memory"_s },
    { u"what-if"_s, u"whatIf"_s } };

/// Views of the mode Runs, and their tabs.
const QHash<QString, QString> RunsTabs{ { u"timeline"_s, u"timeline"_s },
    { u"operators"_s, u"operators"_s }, { u"roofline"_s, u"roofline"_s }, { u"time"_s, u"time"_s },
    { u"kernels"_s, u"kernels"_s }, { u"counters"_s, u"counters"_s },
    { u"runcompare"_s, u"compare"_s } };

struct Options
{
    QString input;
    QString output;
    QString view;
    QStringList runs;
    QString compare;
    QString select;
    int inside = -1; ///< command stream that the graph shows from inside
    QSize size{ 1280, 800 };
    bool isDark = false;
};

/// The options, or a sentence saying what is wrong with them.
tl::expected<Options, QString> parse(const QStringList &arguments)
{
    static const QRegularExpression sizePattern(u"^(\\d{3,5})x(\\d{3,5})$"_s);
    static const QStringList views{ u"home"_s, u"model"_s, u"graph"_s, u"partition"_s, u"memory"_s,
        u"spec"_s, u"memory-mode"_s, u"what-if"_s, u"hex"_s, u"disassembly"_s, u"values"_s,
        u"runs"_s, u"counters"_s, u"compare"_s, u"report"_s, u"runner"_s, u"reference"_s,
        u"run"_s };
    Options options;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const auto &argument = arguments[i];
        if (!argument.startsWith(u'-')) {
            options.input = argument;
            continue;
        }
        if (i + 1 >= arguments.size())
            return tl::unexpected(u"%1 needs a value"_s.arg(argument));
        const auto value = arguments[++i];
        if (argument == "-o"_L1)
            options.output = value;
        else if (argument == "--run"_L1)
            options.runs << value;
        else if (argument == "--compare"_L1)
            options.compare = value;
        else if (argument == "--select"_L1)
            options.select = value;
        else if (bool isNumber = false;
                 argument == "--inside"_L1 && value.toInt(&isNumber) >= 0 && isNumber)
            options.inside = value.toInt();
        else if (argument == "--theme"_L1 && (value == "dark"_L1 || value == "light"_L1))
            options.isDark = value == "dark"_L1;
        else if (argument == "--view"_L1 && (views.contains(value) || RunsTabs.contains(value)))
            options.view = value;
        else if (const auto size = sizePattern.match(value);
                 argument == "--size"_L1 && size.hasMatch())
            options.size = { size.captured(1).toInt(), size.captured(2).toInt() };
        else
            return tl::unexpected(u"%1 %2 is not understood"_s.arg(argument, value));
    }
    if (options.input.isEmpty() && options.view != "home"_L1)
        return tl::unexpected(u"FILE is missing"_s);
    if (!options.output.endsWith(".png"_L1))
        return tl::unexpected(u"-o OUT.png is missing"_s);
    return options;
}

/// Runs the event loop until nothing has been going on for a while; the live estimate only counts
/// where its numbers are looked at.
void waitForIdle(shell::Session &session, shell::MainWindow &window, bool isEstimateAwaited = false)
{
    QElapsedTimer total;
    total.start();
    QElapsedTimer quiet;
    quiet.start();
    while (quiet.elapsed() < QuietTime && total.elapsed() < LongestWait) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 20);
        const bool isEstimating = isEstimateAwaited && session.estimate().view().isBusy;
        if (!session.jobs().isIdle() || window.compile().tools().isSearching() || isEstimating)
            quiet.restart();
        QEventLoop pause;
        QTimer::singleShot(10, &pause, &QEventLoop::quit);
        pause.exec();
    }
}

/// What is opened in place of a file: of a workspace a copy, because a window keeps in it what is
/// opened beside it, and brings old ones to the newest layout.
QString drawnFile(const QString &file, const QTemporaryDir &folder)
{
    const QFileInfo info(file);
    const auto absolute = info.absoluteFilePath();
    if (!info.isFile())
        return absolute;
    const auto source = ByteSource::map(absolute);
    if (!source || formats::recognise((*source)->bytes()) != formats::FileKind::Workspace)
        return absolute;
    // Without the copy it is told that there is no such file; the user's own is left alone.
    const auto copy = folder.filePath(info.fileName());
    if (!QFileInfo::exists(copy))
        static_cast<void>(workspace::copyFile(absolute, copy));
    return copy;
}

/// The two newest, as the page offers it: those that --run names last.
void compareRuns(shell::Session &session, shell::MainWindow &window)
{
    auto *page = window.findChild<views::RunComparePage *>();
    const auto last = static_cast<int>(session.runs().runs().size()) - 1;
    if (page && last > 0)
        page->compare({ last - 1 }, { last });
}

void showView(const QString &view, shell::Session &session, shell::MainWindow &window)
{
    static const QStringList panels{ u"hex"_s, u"disassembly"_s, u"values"_s, u"runner"_s,
        u"reference"_s, u"run"_s };
    if (RunsTabs.contains(view)) {
        window.actions().action(u"runs."_s + RunsTabs.value(view))->trigger();
        if (view == "runcompare"_L1)
            compareRuns(session, window);
    } else if (panels.contains(view)) {
        window.show(shell::Mode::Model);
        window.docks().raise(view);
    } else if (SpecTabs.contains(view)) {
        window.show(shell::Mode::Spec);
        window.pages().spec().showTab(SpecTabs.value(view));
    } else if (!view.isEmpty()) {
        window.show(shell::modeOf(view));
    } else if (session.problems().count(Severity::Error) == 0) {
        window.show(shell::Mode::Model);
    }
}

int draw(const Options &options, Streams &streams)
{
    // Nothing of the user's settings gets into the picture, and nothing of it into the settings.
    const QTemporaryDir folder;
    SettingsStore settings(folder.filePath(u"settings.ini"_s));
    views::Theme theme;
    theme.apply(*qApp, options.isDark ? views::ThemeMode::Dark : views::ThemeMode::Light);
    shell::Session session(settings);
    shell::MainWindow window(session, theme);
    window.resize(options.size);
    window.show();
    int errors = 0;
    for (const auto &file : QStringList{ options.compare, options.input } + options.runs) {
        if (file.isEmpty())
            continue;
        window.open({ drawnFile(file, folder) });
        waitForIdle(session, window);
        if (file == options.compare && !session.model().compileResult()) {
            // Opening the other file clears the problems.
            streams.err << "error: compare.no-result: " << file
                        << ": nothing of a compile to compare with\n";
            ++errors;
        }
        if (session.problems().count(Severity::Error) > 0 && file == options.input)
            break;
    }
    if (!options.select.isEmpty())
        session.selection().select(model::EntityRef::node(options.select));
    showView(options.view, session, window);
    waitForIdle(session, window, SpecTabs.contains(options.view));
    if (auto *page = window.findChild<views::WhatIfPage *>();
        page && options.view == "what-if"_L1) {
        Q_EMIT page->sweepRequested();
        waitForIdle(session, window);
    }
    if (options.inside >= 0
        && static_cast<size_t>(options.inside) < session.model().streams().size()) {
        const auto owner = session.model().streams()[static_cast<size_t>(options.inside)]->owner();
        window.pages().graph().enter(owner);
        waitForIdle(session, window);
    }

    for (const auto &problem : session.problems().all()) {
        // Named as the user did, not by the copy.
        auto text = problem.diagnostic.toText();
        text.replace(folder.filePath(QFileInfo(options.input).fileName()),
            QFileInfo(options.input).absoluteFilePath());
        streams.err << text << '\n';
        errors += problem.diagnostic.severity == Severity::Error;
    }
    if (!window.grab().save(options.output)) {
        streams.err << "error: io.write: " << options.output << ": the picture cannot be written\n";
        return BadInput;
    }
    streams.out << options.output << '\n';
    return errors > 0 ? BadInput : Fine;
}

int run(const QStringList &arguments, Streams &streams)
{
    if (arguments.contains(u"--help"_s) || arguments.contains(u"-h"_s)) {
        streams.out << Help;
        return Fine;
    }
    const auto options = parse(arguments);
    if (!options) {
        streams.err << "error: usage: " << options.error() << '\n' << Help;
        return Usage;
    }
    return draw(*options, streams);
}

} // namespace
} // namespace screenshotcommand

Command screenshotCommand()
{
    using namespace screenshotcommand;
    return { u"screenshot"_s, u"draw the window with a file open into a PNG"_s, true, run };
}

} // namespace tosaic::cli
