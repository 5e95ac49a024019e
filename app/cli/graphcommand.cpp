// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"
#include "app/cli/graphcostjson.h"
#include "core/base/try.h"

#include "core/base/savefile.h"
#include "core/documents/npuanalysis.h"
#include "core/documents/openmodel.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/graphtext.h"
#include "core/graph/graphtransform.h"
#include "core/graph/networkgraph.h"
#include "core/graph/npugraph.h"
#include "core/graph/sections.h"
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
    views::LayoutBy layoutBy = views::LayoutBy::Tosaic;
    QString trace; ///< of an FVP
    QStringList databases; ///< of Vela, beside those that are found
};

/// The options, or a sentence saying what is wrong with them.
tl::expected<Options, Refusal> optionsOf(const Input &in)
{
    Options options{ .input = in.names.value(0),
        .output = in.value(u"output"_s),
        .expand = in.value(u"expand"_s),
        .isDark = in.value(u"theme"_s) == "dark"_L1,
        .runtime = in.isSet(u"runtime"_s),
        .quantisation = in.isSet(u"quantisation"_s),
        .constants = in.isSet(u"constants"_s),
        .trace = in.value(u"trace"_s),
        .databases = in.values(u"debug-db"_s) };
    if (in.names.size() > 1)
        return misuse(u"only one FILE can be drawn at a time"_s);
    for (const auto &[option, into] : { std::pair(u"delegate"_s, &options.delegate),
             std::pair(u"subgraph"_s, &options.subgraph) }) {
        std::optional<int> number;
        if (!in.number(option, number))
            return misuse(u"--%1 needs a number from 0, not '%2'"_s.arg(option, in.value(option)));
        *into = number.value_or(*into);
    }
    if (in.isSet(u"theme"_s) && !options.isDark && in.value(u"theme"_s) != "light"_L1)
        return misuse(u"--theme is light or dark"_s);
    if (in.isSet(u"layout"_s)) {
        if (in.value(u"layout"_s) == "graphviz"_L1)
            options.layoutBy = views::LayoutBy::Graphviz;
        else if (in.value(u"layout"_s) != "tosaic"_L1)
            return misuse(u"--layout is tosaic or graphviz"_s);
    }
    if (in.isSet(u"color"_s)) {
        const auto metric = views::graphMetricFrom(in.value(u"color"_s));
        if (!metric)
            return misuse(u"there is no metric '%1' for --color; there are: placement, cycles, "
                          "share, deviation"_s.arg(in.value(u"color"_s)));
        options.metric = *metric;
    }
    static const QStringList endings{ u"svg"_s, u"pdf"_s, u"png"_s, u"dot"_s, u"json"_s };
    if (options.input.isEmpty() || options.output.isEmpty())
        return misuse(u"FILE and -o OUT are needed"_s);
    const auto ending = QFileInfo(options.output).suffix().toLower();
    if (!endings.contains(ending))
        return misuse(u"OUT must end in .svg, .pdf, .png, .dot or .json"_s);
    if (options.metric != views::GraphMetric::Placement
        && (ending == "dot"_L1 || ending == "json"_L1))
        return misuse(u"--color needs OUT to end in .svg, .pdf or .png"_s);
    return options;
}

/// Partitions that `--expand` leaves closed; an error if it names one that is not there.
tl::expected<QSet<graph::GroupId>, Refusal> closedGroups(
    const graph::Graph &graph, const QString &expand)
{
    auto groups = graph::groupsBelow(graph, 0);
    if (expand == "all"_L1)
        return QSet<graph::GroupId>();
    if (expand.isEmpty())
        return graph::groupsBelow(graph, graph::readableDepth(graph));
    if (expand == "none"_L1)
        return groups;
    for (const auto found : groups) {
        const auto &title = graph.groups[found.value].title;
        if (title == expand || title == u"Partition "_s + expand) {
            for (auto group = found; group; group = graph.groups[group.value].parent)
                groups.remove(group); // and what it stands in
            return groups;
        }
    }
    return misuse(u"there is no partition or module '%1' to expand"_s.arg(expand));
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
        auto run = TRY(profile::readRunFile(options.trace));
        material.run = std::move(run);
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
    const auto found = TRY(subjectOf(input, options));
    const auto &subject = found;
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
    const auto subject = TRY(subjectOf(input, options));
    auto json = graph::toJson(graph);
    if (subject && subject->table)
        insertCosts(json, graph, costsOf(graph, *subject, *subject->table), *subject->table);
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
    const auto layout = TRY(views::layoutNow(graph, options.layoutBy));
    const auto colors = options.isDark ? views::Theme::darkColors() : views::Theme::lightColors();
    if (ending == "svg"_L1)
        return views::graphToSvg(graph, layout, colors, overlay);
    if (ending == "pdf"_L1)
        return views::graphToPdf(graph, layout, colors, overlay);
    return views::graphToPng(graph, layout, colors, 2, overlay);
}

Result<QByteArray> drawn(
    const graph::Graph &graph, const OpenedModel &input, const Options &options)
{
    const auto overlay = TRY(overlayOf(graph, input, options));
    const auto bytes = TRY(draw(graph, input, overlay, options));
    TRY(saveFile(options.output, bytes));
    return bytes;
}

Answer run(const Input &in)
{
    const auto options = TRY(optionsOf(in));
    const auto input = TRY(openDocument(options.input));
    auto graph = TRY(buildGraph(input, options));
    if (!options.quantisation)
        graph = graph::foldQuantisation(graph);
    if (graph.nodes.empty())
        return fail(ErrorCode::FormatUnsupported, u"there is nothing in it to draw"_s,
            { .file = options.input });
    const auto done = drawn(
        graph::collapseGroups(graph, TRY(closedGroups(graph, options.expand))), input, options);
    if (done)
        return Fine;
    const auto code = done.error().code;
    const bool isTool = code == ErrorCode::ToolMissing || code == ErrorCode::ToolFailed
        || code == ErrorCode::ToolTimeout;
    inputError(done.error(), in.streams);
    return isTool ? ToolFailed : BadInput;
}

} // namespace
} // namespace graphcommand

Command graphCommand()
{
    return commandOf({ .name = u"graph"_s,
        .summary = u"draw a program, a network or a compile result as SVG, PDF, PNG, DOT or JSON"_s,
        .description
        = u"FILE is a .pte, a .bpte, a TOSA or TFLite file, an exported program (.pt2, ETRecord), "
          "or the folder or result.json of a compile. A .pte beside the result.json it belongs to "
          "(proven by its hash) is drawn with all operators of the model. JSON has the cycles of "
          "every operator, or in which node they are, or why they are not known."_s,
        .names = { { u"FILE"_s, u"what is drawn"_s } },
        .options
        = { { { u"o"_s, u"output"_s }, u"ends in .svg, .pdf, .png, .dot or .json"_s, u"OUT"_s },
            { u"expand"_s, u"what is drawn open: all, none, a partition or a module"_s,
                u"all|none|PARTITION|MODULE"_s },
            { u"color"_s,
                u"colours operators by what they cost (placement, cycles, share, deviation): as "
                "measured in the TRACE of an FVP, else as Vela estimates in the debug database of "
                "the compile; deviation needs both"_s,
                u"METRIC"_s },
            { u"trace"_s, u"PMU trace of an FVP"_s, u"TRACE"_s },
            { u"debug-db"_s, u"debug database of Vela; again for more"_s, u"XML"_s },
            { u"theme"_s, u"light or dark"_s, u"light|dark"_s },
            { u"layout"_s, u"what places the nodes: tosaic (if not given) or graphviz"_s,
                u"tosaic|graphviz"_s },
            { u"runtime"_s, u"draws the instructions of the program instead"_s },
            { u"quantisation"_s, u"also draws quantise and dequantise steps inside partitions"_s },
            { u"constants"_s, u"draws the constants of a network as nodes"_s },
            { u"delegate"_s,
                u"draws the NPU operations of the Nth command stream (0 is the first)"_s, u"N"_s },
            { u"subgraph"_s, u"draws another subgraph of a network"_s, u"N"_s } },
        .answer = graphcommand::run,
        .hasJson = false,
        .needsGui = true });
}

} // namespace tosaic::cli
