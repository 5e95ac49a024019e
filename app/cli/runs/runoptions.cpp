// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/runoptions.h"

#include "app/cli/runs/runhere.h"
#include "app/cli/runs/runtargetoptions.h"
#include "profiler/parsers/eventtable.h"
#include "profiler/store/runstore.h"

#include <QCommandLineParser>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

void declareCommon(QCommandLineParser &parser, const QString &kind)
{
    const bool isLine = kind == "serial"_L1 || kind == "tcp"_L1;
    parser.addOptions({ { u"name"_s, u"of the run"_s, u"NAME"_s },
        { u"workspace"_s, u"records the run there while it goes on"_s, u"W.tosaic"_s },
        { u"origin"_s, u"where it runs: fvp, board or this-machine"_s, u"ORIGIN"_s },
        { u"model"_s, u"the program that runs, where the target does not tell"_s, u"FILE.pte"_s },
        { u"model-input"_s,
            u"an input that the runner has (.npy, .npz); others are ones, as ExecuTorch's are"_s,
            u"INDEX|NAME=FILE"_s },
        { u"events"_s, u"hardware events that the runner counts, with commas between"_s,
            u"LIST"_s },
        { u"timeout"_s,
            kind == "fvp"_L1 ? u"ends the run after S seconds; 0: never (default: 600)"_s
                             : u"ends the run after S seconds (default: never)"_s,
            u"S"_s, kind == "fvp"_L1 ? u"600"_s : u"0"_s },
        { { u"o"_s, u"output"_s }, u"writes the raw console"_s, u"CONSOLE.txt"_s },
        { u"files"_s, u"folder for what the target leaves"_s, u"DIR"_s },
        { u"json"_s, u"prints one JSON document"_s } });
    if (isLine || kind == "command"_L1)
        parser.addOption(
            { u"elf"_s, u"the runner, to see whether the program lies in it"_s, u"ELF"_s });
    if (isLine)
        parser.addOption({ u"quiet"_s,
            u"ends when S seconds were quiet after a whole inference; 0: never (default: 5)"_s,
            u"S"_s, u"5"_s });
    if (kind == "serial"_L1)
        parser.addPositionalArgument(u"PORT"_s, u"serial port, such as /dev/ttyACM0"_s);
    else if (kind == "tcp"_L1)
        parser.addPositionalArgument(u"HOST:PORT"_s, u"where the console is served"_s);
    else if (kind == "this-machine"_L1)
        parser.addPositionalArgument(
            u"FILE.pte"_s, u"program to run, or the folder of its compile"_s);
    else if (kind == "command"_L1)
        parser.addPositionalArgument(u"PROGRAM"_s, u"what prints the console, and its arguments"_s,
            u"-- PROGRAM [ARGUMENT...]"_s);
}

QString readSeconds(const QCommandLineParser &parser, const QString &name, int &seconds)
{
    bool isNumber = false;
    seconds = parser.value(name).toInt(&isNumber);
    return isNumber && seconds >= 0 ? QString() : u"--%1 is a number of seconds"_s.arg(name);
}

QString readCommon(const QCommandLineParser &parser, RunOptions &options)
{
    auto &request = options.request;
    request.name = parser.value(u"name"_s);
    options.workspace = parser.value(u"workspace"_s);
    options.model = parser.value(u"model"_s);
    options.elf = parser.optionNames().contains(u"elf"_s) ? parser.value(u"elf"_s) : QString();
    if (!readPairs(parser.values(u"model-input"_s), options.modelInputs))
        return u"--model-input takes INDEX=FILE, NAME=FILE or FILE.npz"_s;
    options.consoleFile = parser.value(u"output"_s);
    options.wantsJson = parser.isSet(u"json"_s);
    options.keepsFiles = parser.isSet(u"files"_s);
    if (options.keepsFiles)
        request.folder = QFileInfo(parser.value(u"files"_s)).absoluteFilePath();
    const auto events = parser.value(u"events"_s).split(u',', Qt::SkipEmptyParts);
    for (const auto &event : events)
        request.conditions.events += profile::canonicalEventName(event.trimmed());
    if (parser.isSet(u"origin"_s)) {
        request.origin = profile::originFromKey(parser.value(u"origin"_s));
        if (!request.origin || request.origin == Origin::Estimate)
            return u"--origin is one of fvp, board, this-machine"_s;
    }
    auto wrong = readSeconds(parser, u"timeout"_s, request.timeLimitSeconds);
    const bool isLine = options.kind == "serial"_L1 || options.kind == "tcp"_L1;
    if (wrong.isEmpty() && isLine)
        wrong = readSeconds(parser, u"quiet"_s, request.quietSeconds);
    return wrong;
}

const auto Kinds = u"here, fvp, serial, tcp, command or this-machine"_s;

int tellKinds(Streams &streams)
{
    streams.out << "Runs a program and reads its console while it goes on.\n\n"
                   "usage: tosaic-cli run KIND ...    (tosaic-cli run KIND --help tells more)\n\n"
                   "  here FILE                                     its NPU simulated, no timing\n"
                   "  fvp --elf ELF [--target T] [--pte FILE.pte]   Arm's simulator\n"
                   "  serial PORT [--baud RATE]                     a board on a serial port\n"
                   "  tcp HOST:PORT                                 a console on a TCP port\n"
                   "  command -- PROGRAM [ARGUMENT...]              anything that prints one\n"
                   "  this-machine FILE.pte                         ExecuTorch's runtime here\n"
                << Qt::flush;
    return Fine;
}

} // namespace

Parsed<RunOptions> parseRunOptions(const QStringList &arguments, Streams &streams)
{
    const auto refuse
        = [&](const QString &why) { return tl::make_unexpected(usageError(why, streams)); };
    RunOptions options{ .kind = arguments.value(0) };
    if (options.kind == "--help"_L1 || options.kind == "-h"_L1)
        return tl::make_unexpected(tellKinds(streams));
    QCommandLineParser parser;
    const auto target = targetOptions(options.kind, parser);
    if (!target)
        return refuse(u"say what to run on: %1"_s.arg(Kinds));
    parser.setApplicationDescription(u"Runs a program and reads its console while it goes on; the "
                                     "console goes to standard error, the result to standard "
                                     "output."_s);
    target->declare();
    declareCommon(parser, options.kind);
    if (options.kind == "command"_L1) // the rest is the program's
        parser.setOptionsAfterPositionalArgumentsMode(
            QCommandLineParser::ParseAsPositionalArguments);
    if (const auto end
        = endsAtArguments(parser, u"run "_s + options.kind, arguments.sliced(1), streams))
        return tl::make_unexpected(*end);
    auto wrong = target->read(parser.positionalArguments(), options);
    if (wrong.isEmpty())
        wrong = readCommon(parser, options);
    const auto *fvp = std::get_if<profile::FvpTarget>(&options.request.target);
    if (wrong.isEmpty() && fvp && fvp->writesPmuTrace && !options.printsCommand
        && options.request.folder.isEmpty() && options.workspace.isEmpty())
        wrong = u"say where the trace goes: --files DIR or --workspace W.tosaic"_s;
    if (!wrong.isEmpty())
        return refuse(wrong);
    return options;
}

} // namespace tosaic::cli
