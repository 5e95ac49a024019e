// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/program/graphquestion.h"
#include "app/cli/program/graphsource.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/session.h"
#include "app/shell/window/docks.h"
#include "app/shell/window/mainwindow.h"
#include "core/base/bytesource.h"
#include "core/base/savefile.h"
#include "core/base/settings.h"
#include "core/documents/keptentity.h"
#include "core/formats/registry.h"
#include "core/workspace/snapshot.h"
#include "views/findings/advicepage.h"
#include "views/graph/graphpage.h"
#include "views/runcompare/runcomparepage.h"
#include "views/spec/specpage.h"
#include "views/timeline/timelinealignment.h"
#include "views/whatif/whatifpage.h"
#include "views/widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <iterator>
#include <optional>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace screenshotcommand {
namespace {

constexpr int QuietTime = 250; // ms without work before the picture is taken
constexpr int LongestWait = 120'000; // ms

/// Views of the mode Spec, and their tabs.
const QHash<QString, QString> SpecTabs{ { u"spec"_s, u"spec"_s }, { u"memory-mode"_s, u"memory"_s },
    { u"what-if"_s, u"whatIf"_s }, { u"advice"_s, u"advice"_s } };

/// Views of the mode Runs, and their tabs.
const QHash<QString, QString> RunsTabs{ { u"timeline"_s, u"timeline"_s },
    { u"operators"_s, u"operators"_s }, { u"roofline"_s, u"roofline"_s }, { u"time"_s, u"time"_s },
    { u"kernels"_s, u"kernels"_s }, { u"counters"_s, u"counters"_s },
    { u"runcompare"_s, u"compare"_s }, { u"debugger"_s, u"debugger"_s },
    { u"accuracy"_s, u"accuracy"_s } };

/// Panels in front of the model.
const QStringList Panels{ u"problems"_s, u"jobs"_s, u"hex"_s, u"disassembly"_s, u"values"_s,
    u"source"_s, u"runner"_s, u"reference"_s, u"run"_s };

struct Options
{
    QString input;
    QString output;
    QString view;
    QStringList runs;
    QString compare;
    QString select;
    std::optional<quint64> inference; ///< by which the traces are aligned, from 1
    int inside = -1; ///< command stream that the graph shows from inside
    QSize size{ 1280, 800 };
    bool isDark = false;
};

/// The options, or a sentence saying what is wrong with them.
tl::expected<Options, Refusal> optionsOf(const Input &in)
{
    static const QRegularExpression sizePattern(u"^(\\d{3,5})x(\\d{3,5})$"_s);
    static const QStringList views{ u"home"_s, u"model"_s, u"graph"_s, u"partition"_s, u"memory"_s,
        u"spec"_s, u"memory-mode"_s, u"what-if"_s, u"advice"_s, u"quantisation"_s, u"runs"_s,
        u"counters"_s, u"compare"_s, u"report"_s };
    Options options{ .input = in.names.value(0),
        .output = in.value(u"o"_s),
        .view = in.value(u"view"_s),
        .runs = in.values(u"run"_s),
        .compare = in.value(u"compare"_s),
        .select = in.value(u"select"_s),
        .isDark = in.value(u"theme"_s) == "dark"_L1 };
    std::optional<int> inside;
    if (!in.number(u"inside"_s, inside))
        return misuse(u"--inside is a number from 0"_s);
    options.inside = inside.value_or(-1);
    if (!in.number(u"inference"_s, options.inference, 1))
        return misuse(u"--inference is a number from 1"_s);
    if (options.inference && options.view != "timeline"_L1)
        return misuse(u"--inference belongs to --view timeline"_s);
    if (in.isSet(u"theme"_s) && !options.isDark && in.value(u"theme"_s) != "light"_L1)
        return misuse(u"--theme is light or dark"_s);
    if (in.isSet(u"view"_s) && !views.contains(options.view) && !RunsTabs.contains(options.view)
        && !Panels.contains(options.view))
        return misuse(u"there is no view '%1'"_s.arg(options.view));
    if (const auto size = sizePattern.match(in.value(u"size"_s)); size.hasMatch())
        options.size = { size.captured(1).toInt(), size.captured(2).toInt() };
    else if (in.isSet(u"size"_s))
        return misuse(u"--size is WxH, such as 1280x800"_s);
    if (in.names.size() > 1)
        return misuse(u"only one FILE can be drawn at a time"_s);
    if (options.input.isEmpty() && options.view != "home"_L1)
        return misuse(u"FILE is missing"_s);
    if (!options.output.endsWith(".png"_L1))
        return misuse(u"-o OUT.png is missing"_s);
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
    const auto isBusy = [&] {
        const bool isEstimating = isEstimateAwaited && session.estimate().view().isBusy;
        const bool isAssembling = session.profile().isLoading() || session.runs().isLoading();
        return !session.jobs().isIdle() || window.compile().tools().isSearching() || isEstimating
            || isAssembling;
    };
    // What an event starts counts however long that event took.
    while ((quiet.elapsed() < QuietTime || isBusy()) && total.elapsed() < LongestWait) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 20);
        if (isBusy())
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
    if (RunsTabs.contains(view)) {
        window.actions().action(u"runs."_s + RunsTabs.value(view))->trigger();
        if (view == "runcompare"_L1)
            compareRuns(session, window);
    } else if (view == "quantisation"_L1) {
        window.actions().action(u"model.quantisation"_s)->trigger();
    } else if (Panels.contains(view)) {
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

/// By its name in the compile, or as a graph of what is open calls it.
Result<model::EntityRef> operatorNamed(const QString &name, const ModelDocument &document)
{
    if (const auto node = model::EntityRef::node(name); isPartOf(document, node))
        return node;
    graph::Graph all;
    const auto network = document.network();
    for (size_t s = 0; s < std::max<size_t>(network ? network->subgraphs.size() : 0, 1); ++s) {
        auto graph = TRY(graphOf(document.opened(), { .subgraph = static_cast<int>(s) }));
        std::ranges::move(graph.nodes, std::back_inserter(all.nodes));
    }
    return all.nodes[TRY(nodeNamed(all, name))].entity;
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
    const auto refuse = [&](const QString &code, const QString &why) {
        tellProblem({ code, Severity::Error, {}, why }, streams);
        ++errors;
    };
    for (const auto &file : QStringList{ options.compare, options.input } + options.runs) {
        if (file.isEmpty())
            continue;
        window.open({ drawnFile(file, folder) });
        waitForIdle(session, window);
        if (file == options.compare && !session.model().compileResult()) {
            // Opening the other file clears the problems.
            refuse(u"compare.no-result"_s, file + u": nothing of a compile to compare with"_s);
        }
        if (session.problems().count(Severity::Error) > 0 && file == options.input)
            break;
    }
    if (!options.select.isEmpty()) {
        const auto entity = operatorNamed(options.select, session.model());
        if (entity)
            session.selection().select(*entity);
        else
            refuse(u"screenshot.no-operator"_s, entity.error().detail);
    }
    showView(options.view, session, window);
    waitForIdle(session, window, SpecTabs.contains(options.view));
    if (auto *page = window.findChild<views::WhatIfPage *>();
        page && options.view == "what-if"_L1) {
        Q_EMIT page->sweepRequested();
        waitForIdle(session, window);
    }
    if (auto *page = window.findChild<views::AdvicePage *>(); page && options.view == "advice"_L1) {
        Q_EMIT page->tryRequested();
        waitForIdle(session, window);
    }
    if (auto *alignment = window.findChild<views::TimelineAlignment *>();
        alignment && options.inference) {
        alignment->chooseAll(*options.inference - 1);
        waitForIdle(session, window);
    }
    const auto &inside = session.model().streams();
    if (options.inside >= 0 && static_cast<size_t>(options.inside) < inside.size()) {
        window.pages().graph().enter(inside[static_cast<size_t>(options.inside)]->owner());
        waitForIdle(session, window);
    } else if (options.inside >= 0) {
        refuse(u"screenshot.no-stream"_s,
            u"there is no command stream %1; there are %2"_s.arg(options.inside)
                .arg(inside.size()));
    }

    std::vector<Diagnostic> problems;
    for (const auto &[problem, entity, alike] : session.problems().all()) {
        // Named as the user did, not by the copy.
        const auto copy = folder.filePath(QFileInfo(options.input).fileName());
        const auto own = QFileInfo(options.input).absoluteFilePath();
        problems.push_back(problem);
        problems.back().location.file.replace(copy, own);
        problems.back().text.replace(copy, own);
        errors += problem.severity == Severity::Error;
    }
    tellProblems(problems, streams);
    QByteArray picture;
    QBuffer buffer(&picture);
    window.grab().save(&buffer, "PNG");
    if (const auto saved = saveFile(options.output, picture); !saved)
        return inputError(saved.error(), streams);
    streams.out << options.output << '\n';
    return errors > 0 ? BadInput : Fine;
}

} // namespace
} // namespace screenshotcommand

Command screenshotCommand()
{
    return commandOf({ .name = u"screenshot"_s,
        .summary = u"draw the window with a file open into a PNG"_s,
        .description
        = u"Draws the window with FILE open, without a display. A workspace is read only."_s,
        .names = { { u"FILE"_s, u"what is opened"_s } },
        .options = { { u"o"_s, u"the picture"_s, u"OUT.png"_s },
            { u"view"_s,
                u"home, model (or graph), partition, memory, memory-mode (picture), spec, what-if, "
                "advice, quantisation, runs (or counters), timeline, operators, roofline, time, "
                "kernels, runcompare, debugger, accuracy, compare, report, or a panel in front of "
                "the model: problems, jobs, hex, disassembly, values, source, runner, reference "
                "or run. Those of the spec wait for Vela's live estimate, what-if for its whole "
                "grid, advice for its experiments"_s,
                u"VIEW"_s },
            { u"size"_s, u"of the window"_s, u"WxH"_s },
            { u"theme"_s, u"light or dark"_s, u"light|dark"_s },
            { u"run"_s,
                u"also opens a console log, a PMU trace or an ETDump; again for more: the last two "
                "are those that runcompare compares"_s,
                u"LOG"_s },
            { u"compare"_s, u"puts an older compile result beside that of FILE"_s,
                u"OLD_RESULT"_s },
            { u"inference"_s,
                u"of the view timeline: all traces stand on one axis, aligned by the Nth inference "
                "(1 is the first)"_s,
                u"N"_s },
            { u"select"_s, u"selects an operator by name"_s, u"NODE"_s },
            { u"inside"_s, u"goes inside the Nth delegate (0 is the first) of the graph"_s,
                u"N"_s } },
        .answer = [](const Input &in) -> Answer {
            return screenshotcommand::draw(TRY(screenshotcommand::optionsOf(in)), in.streams);
        },
        .hasJson = false,
        .needsGui = true });
}

} // namespace tosaic::cli
