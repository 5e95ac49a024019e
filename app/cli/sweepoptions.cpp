// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sweepoptions.h"

#include "core/sweep/grid.h"

#include <QCommandLineParser>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

constexpr int DefaultJobs = 2; // each is a Python with Vela in memory

} // namespace

Parsed<SweepOptions> sweepOptions(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Estimates every combination of targets, system configs, memory modes and flags with "
        "Vela on the kept TOSA, and says which no other one beats. INPUT is the folder of a "
        "compile, its .pte, a .tosa or tflite file, or a model (.pt2, .py), which is compiled "
        "once for each lowering."_s);
    parser.addPositionalArgument(u"INPUT"_s, u"what to run Vela on"_s);
    parser.addOptions(
        { { u"grid"_s, u"the axes, a JSON file; {} is everything that exists"_s, u"GRID.json"_s },
            { { u"o"_s, u"output"_s },
                u"gets results.json, results.csv and the spec.json of each cell"_s, u"DIR"_s },
            { u"jobs"_s, u"workers at a time; 2"_s, u"N"_s },
            { u"board"_s, u"marks what does not fit this board of the catalogue"_s, u"ID"_s },
            { u"workspace"_s, u"where the compile of a .pte may be recorded"_s, u"W.tosaic"_s },
            { u"python"_s, u"interpreter of the tool environment"_s, u"INTERPRETER"_s },
            { u"trust"_s, u"allows a .py or .pt2 model to run its code"_s },
            { u"schema"_s, u"prints the JSON Schema of GRID.json"_s },
            { u"json"_s, u"prints what results.json gets"_s } });
    const auto refuse
        = [&](const QString &why) { return tl::make_unexpected(usageError(why, streams)); };
    if (const auto end = endsAtArguments(parser, u"sweep"_s, arguments, streams))
        return tl::make_unexpected(*end);
    if (parser.isSet(u"schema"_s)) {
        streams.out << QString::fromUtf8(sweep::gridSchema()) << Qt::flush;
        return tl::make_unexpected<int>(Fine);
    }
    if (parser.positionalArguments().size() != 1 || !parser.isSet(u"grid"_s)
        || !parser.isSet(u"output"_s))
        return refuse(u"give one INPUT, --grid GRID.json and -o DIR"_s);
    bool isNumber = true;
    const auto jobs
        = parser.isSet(u"jobs"_s) ? parser.value(u"jobs"_s).toInt(&isNumber) : DefaultJobs;
    if (!isNumber || jobs < 1)
        return refuse(u"--jobs is a number of workers"_s);
    return SweepOptions{ .input
        = QFileInfo(parser.positionalArguments().first()).absoluteFilePath(),
        .gridPath = parser.value(u"grid"_s),
        .folder = QFileInfo(parser.value(u"output"_s)).absoluteFilePath(),
        .board = parser.value(u"board"_s),
        .workspace = parser.value(u"workspace"_s),
        .interpreter = parser.value(u"python"_s),
        .jobs = jobs,
        .isTrusted = parser.isSet(u"trust"_s),
        .isJson = parser.isSet(u"json"_s) };
}

} // namespace tosaic::cli
