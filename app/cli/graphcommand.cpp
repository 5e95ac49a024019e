// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/graphcostjson.h"

#include "core/base/savefile.h"
#include "core/documents/npuanalysis.h"
#include "core/documents/openmodel.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/graphtext.h"
#include "core/graph/graphtransform.h"
#include "core/graph/networkgraph.h"
#include "core/graph/npugraph.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/profileassembly.h"
#include "views/graph/graphexport.h"
#include "views/graph/graphoverlay.h"

#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace graphcommand {
namespace {

const QString Help
    = u"usage: tosaic-cli graph FILE -o OUT.(svg|pdf|png|dot|json)\n"
      "           [--expand all|none|PARTITION|MODULE]\n"
      "           [--color placement|cycles|share|deviation] [--trace TRACE] [--debug-db XML]...\n"
      "           [--theme light|dark] [--runtime] [--quantisation] [--constants]\n"
      "           [--delegate N | --subgraph N]\n\n"
      "FILE is a .pte, a .bpte, a TOSA or TFLite file, an exported program (.pt2, ETRecord),\n"
      "or the folder or result.json of a compile. A .pte beside the\n"
      "result.json it belongs to (proven by its hash) is drawn with all operators of\n"
      "the model; --runtime draws the instructions of the program instead.\n"
      "--quantisation also draws quantise and dequantise steps inside partitions.\n"
      "--delegate N draws the NPU operations of the Nth command stream (0 is the first),\n"
      "--subgraph N another subgraph of a network, --constants its constants as nodes.\n"
      "--color colours operators by what they cost: as measured in the TRACE of an FVP, else\n"
      "as Vela estimates in the debug database of the compile; deviation needs both. JSON\n"
      "has the cycles of every operator, or in which node they are, or why they are not known.\n"_s;

struct Options
{
    QString input;
    QString output;
    QString expand;
    bool isDark = false;
    bool runtime = false;
    bool quantisation = false;
    bool constants = false;
    int delegate = -1; ///< draw the inside of this command stream
    int subgraph = 0;
    views::GraphMetric metric = views::GraphMetric::Placement;
    QString trace; ///< of an FVP
    QStringList databases; ///< of Vela, beside those that are found
};

bool *flagOf(Options &options, const QString &argument)
{
    if (argument == "--runtime"_L1)
        return &options.runtime;
    if (argument == "--quantisation"_L1)
        return &options.quantisation;
    return argument == "--constants"_L1 ? &options.constants : nullptr;
}

/// The options, or a sentence saying what is wrong with them.
tl::expected<Options, QString> parse(const QStringList &arguments)
{
    Options options;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const auto &argument = arguments[i];
        if (auto *flag = flagOf(options, argument)) {
            *flag = true;
            continue;
        }
        if (!argument.startsWith(u'-')) {
            if (!options.input.isEmpty())
                return tl::make_unexpected(u"only one FILE can be drawn at a time"_s);
            options.input = argument;
            continue;
        }
        if (i + 1 >= arguments.size())
            return tl::make_unexpected(u"%1 needs a value"_s.arg(argument));
        const auto value = arguments[++i];
        if (argument == "-o"_L1 || argument == "--output"_L1)
            options.output = value;
        else if (argument == "--expand"_L1)
            options.expand = value;
        else if (argument == "--delegate"_L1 || argument == "--subgraph"_L1) {
            bool isNumber = false;
            const auto number = value.toInt(&isNumber);
            if (!isNumber || number < 0)
                return tl::make_unexpected(
                    u"%1 needs a number from 0, not '%2'"_s.arg(argument, value));
            (argument == "--delegate"_L1 ? options.delegate : options.subgraph) = number;
        } else if (argument == "--theme"_L1 && (value == "light"_L1 || value == "dark"_L1))
            options.isDark = value == "dark"_L1;
        else if (argument == "--color"_L1 && views::graphMetricFrom(value))
            options.metric = *views::graphMetricFrom(value);
        else if (argument == "--color"_L1)
            return tl::make_unexpected(
                u"there is no metric '%1' for --color; there are: placement, cycles, share, "
                "deviation"_s.arg(value));
        else if (argument == "--trace"_L1)
            options.trace = value;
        else if (argument == "--debug-db"_L1)
            options.databases << value;
        else
            return tl::make_unexpected(u"unknown option %1 %2"_s.arg(argument, value));
    }
    static const QStringList endings{ u"svg"_s, u"pdf"_s, u"png"_s, u"dot"_s, u"json"_s };
    if (options.input.isEmpty() || options.output.isEmpty())
        return tl::make_unexpected(u"FILE and -o OUT are needed"_s);
    if (!endings.contains(QFileInfo(options.output).suffix().toLower()))
        return tl::make_unexpected(u"OUT must end in .svg, .pdf, .png, .dot or .json"_s);
    const auto ending = QFileInfo(options.output).suffix().toLower();
    if (options.metric != views::GraphMetric::Placement
        && (ending == "dot"_L1 || ending == "json"_L1))
        return tl::make_unexpected(u"--color needs OUT to end in .svg, .pdf or .png"_s);
    return options;
}

/// Partitions that `--expand` leaves closed; an error if it names one that is not there.
tl::expected<QSet<graph::GroupId>, QString> closedGroups(
    const graph::Graph &graph, const QString &expand)
{
    auto groups = graph::allGroups(graph);
    if (expand == "all"_L1 || (expand.isEmpty() && graph.nodes.size() <= graph::CollapseLimit))
        return QSet<graph::GroupId>();
    if (expand.isEmpty() || expand == "none"_L1)
        return groups;
    for (const auto group : groups) {
        const auto &title = graph.groups[group.value].title;
        if (title == expand || title == u"Partition "_s + expand) {
            groups.remove(group);
            return groups;
        }
    }
    return tl::make_unexpected(u"there is no partition or module '%1' to expand"_s.arg(expand));
}

/// The inside of a command stream.
Result<graph::Graph> buildStream(const OpenedModel &input, const Options &options)
{
    const auto places = streamPlaces(input);
    const auto at = static_cast<size_t>(options.delegate);
    if (at >= places.size())
        return fail(ErrorCode::FormatUnsupported,
            u"the file has %1 Ethos-U command streams, so there is no number %2"_s
                .arg(places.size())
                .arg(options.delegate),
            { .file = options.input });
    const auto &source = input.program ? input.program->source : input.source;
    const auto analyses = analyseStreams(*source, { places[at] });
    const auto &analysis = *analyses.front();
    if (!analysis.stream())
        return fail(analysis.placed.error.value_or(
            Error{ ErrorCode::FormatDamaged, u"the command stream cannot be read"_s, {} }));
    return graph::buildNpuGraph(
        *analysis.stream(), analysis.placed.place, analysis.dataflow, analysis.work);
}

/// Where the time of what was opened goes; null if nothing tells.
Result<std::shared_ptr<const ProfileSubject>> subjectOf(
    const OpenedModel &input, const Options &options)
{
    auto material = profileMaterial(input);
    material.reports = options.databases;
    if (!options.trace.isEmpty()) {
        auto run = profile::readRunFile(options.trace);
        if (!run)
            return fail(run.error());
        material.run = std::move(*run);
    }
    const auto subject = assembleProfile(material);
    for (size_t i = 0; subject && i < subject->diagnostics.size(); ++i) {
        if (subject->diagnostics[i].severity == Severity::Error)
            return fail(ErrorCode::FormatUnsupported, subject->diagnostics[i].text,
                subject->diagnostics[i].location);
    }
    return subject;
}

/// What the nodes cost; fails if the metric is known for none of them.
Result<views::GraphOverlay> overlayOf(
    const graph::Graph &graph, const OpenedModel &input, const Options &options)
{
    if (options.metric == views::GraphMetric::Placement)
        return views::GraphOverlay();
    const auto found = subjectOf(input, options);
    if (!found)
        return fail(found.error());
    const auto &subject = *found;
    auto overlay = subject && subject->table
        ? views::overlayOf(graph, *subject, *subject->table, options.metric)
        : views::GraphOverlay();
    if (overlay.isShown())
        return overlay;
    if (!subject || !views::hasMetric(options.metric, subject->table.get()))
        return fail(ErrorCode::FormatUnsupported,
            u"the metric of --color is not known: it needs Vela's debug database (--debug-db), for "
            "deviations a trace of an FVP too (--trace)"_s,
            { .file = options.input });
    return fail(ErrorCode::FormatUnsupported,
        u"the metric of --color is known of NPU operations, but not of anything in this picture: "
        "operators of the model need a compile that recorded what it made of them; without it "
        "--delegate N draws the NPU operations and --runtime whole delegates"_s,
        { .file = options.input });
}

Result<graph::Graph> buildGraph(const OpenedModel &opened, const Options &options)
{
    const auto *input = &opened;
    // Only a description is left where the bytes are no graph; streams in them can be drawn.
    const bool isStreamOnly = !input->program && !input->result && !input->network;
    if (options.delegate >= 0 || (isStreamOnly && !input->streams.empty())) {
        auto inside = options;
        inside.delegate = std::max(options.delegate, 0);
        return buildStream(*input, inside);
    }
    if (input->network)
        return graph::networkGraph(
            *input->network, options.subgraph, { .constants = options.constants });
    const bool hasOperators = input->result && !input->result->nodes.empty();
    if (input->program && (options.runtime || !hasOperators))
        return graph::buildProgramGraph(
            *input->program, graph::largestMethod(*input->program), input->result.get());
    return input->result ? graph::buildResultGraph(*input->result) : graph::Graph();
}

Result<QByteArray> toJson(
    const graph::Graph &graph, const OpenedModel &input, const Options &options)
{
    const auto subject = subjectOf(input, options);
    if (!subject)
        return fail(subject.error());
    auto json = graph::toJson(graph);
    if (*subject && (*subject)->table)
        insertCosts(json, graph, costsOf(graph, **subject, *(*subject)->table), *(*subject)->table);
    else
        insertCosts(json, graph, unknownCosts(graph), profile::OperationTable());
    return QJsonDocument(json).toJson();
}

Result<QByteArray> draw(const graph::Graph &graph, const OpenedModel &input,
    const views::GraphOverlay &overlay, const Options &options)
{
    const auto ending = QFileInfo(options.output).suffix().toLower();
    if (ending == "dot"_L1)
        return graph::toDot(graph);
    if (ending == "json"_L1)
        return toJson(graph, input, options);
    const auto layout = views::layoutNow(graph);
    if (!layout)
        return fail(layout.error());
    const auto colors = options.isDark ? views::Theme::darkColors() : views::Theme::lightColors();
    if (ending == "svg"_L1)
        return views::graphToSvg(graph, *layout, colors, overlay);
    if (ending == "pdf"_L1)
        return views::graphToPdf(graph, *layout, colors, overlay);
    return views::graphToPng(graph, *layout, colors, 2, overlay);
}

int report(const Error &error, Streams &streams)
{
    streams.err << "error: " << error.toText() << '\n';
    const auto code = error.code;
    const bool isTool = code == ErrorCode::ToolMissing || code == ErrorCode::ToolFailed
        || code == ErrorCode::ToolTimeout;
    return isTool ? ToolFailed : BadInput;
}

int usage(const QString &why, Streams &streams)
{
    streams.err << "error: usage: " << why << "\n\n" << Help;
    return Usage;
}

int run(const QStringList &arguments, Streams &streams)
{
    if (arguments.contains(u"--help"_s) || arguments.contains(u"-h"_s)) {
        streams.out << Help;
        return Fine;
    }
    const auto options = parse(arguments);
    if (!options)
        return usage(options.error(), streams);
    const auto input = openDocument(options->input);
    if (!input)
        return report(input.error(), streams);
    auto built = buildGraph(*input, *options);
    if (!built)
        return report(built.error(), streams);
    auto graph = std::move(*built);
    if (!options->quantisation)
        graph = graph::foldQuantisation(graph);
    if (graph.nodes.empty())
        return report({ ErrorCode::FormatUnsupported, u"there is nothing in it to draw"_s,
                          { .file = options->input } },
            streams);
    const auto closed = closedGroups(graph, options->expand);
    if (!closed)
        return usage(closed.error(), streams);
    const auto drawn = graph::collapseGroups(graph, *closed);
    const auto overlay = overlayOf(drawn, *input, *options);
    if (!overlay)
        return report(overlay.error(), streams);
    const auto bytes = draw(drawn, *input, *overlay, *options);
    if (!bytes)
        return report(bytes.error(), streams);
    if (const auto written = saveFile(options->output, *bytes); !written)
        return report(written.error(), streams);
    return Fine;
}

} // namespace
} // namespace graphcommand

Command graphCommand()
{
    using namespace graphcommand;
    return { .name = u"graph"_s,
        .summary = u"draw a program, a network or a compile result as SVG, PDF, PNG, DOT or JSON"_s,
        .needsGui = true,
        .run = run };
}

} // namespace tosaic::cli
