// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/program/graphdifference.h"
#include "app/cli/program/graphquestion.h"
#include "app/cli/program/graphtable.h"
#include "core/base/try.h"

#include "core/base/bytesource.h"
#include "core/base/savefile.h"
#include "core/documents/openmodel.h"
#include "core/graph/graphtext.h"
#include "core/graph/graphtransform.h"
#include "core/graph/repeats.h"
#include "core/graph/sections.h"
#include "core/graph/shown.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/profileassembly.h"
#include "views/graph/categoryoverlay.h"
#include "views/graph/graphexport.h"
#include "views/graph/graphoverlay.h"
#include "views/graph/nodedataoverlay.h"
#include "views/twographs/differenceexport.h"
#include "views/twographs/differencemarks.h"

#include <QFileInfo>
#include <QJsonDocument>

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
    bool quantisation = false;
    GraphChoice choice;
    views::GraphMetric metric = views::GraphMetric::Placement;
    double scale = 2; ///< pixels of a unit in a PNG
    views::LayoutBy layoutBy = views::LayoutBy::Tosaic;
    QString trace; ///< of an FVP
    QStringList databases; ///< of Vela, beside those that are found
    QString nodeData; ///< file with values of Model Explorer that colour the nodes
    bool writesNodeData = false; ///< cycles, as Model Explorer reads them
    std::vector<GraphSideChoice> against; ///< draw what differs from this; of several a table
    std::optional<GraphQuestion> question; ///< about operators, in place of a picture
};

QStringList metricWords()
{
    QStringList words;
    for (const auto metric : views::allGraphMetrics())
        words += views::metricWord(metric);
    return words;
}

QString noLevel(const QString &word)
{
    return u"there is no level '%1'; there are: operators, runtime, npu:N, tosa:N"_s.arg(word);
}

/// The options, or a sentence saying what is wrong with them.
tl::expected<Options, Refusal> optionsOf(const Input &in)
{
    Options options{ .input = in.names.value(0),
        .output = in.value(u"output"_s),
        .expand = in.value(u"expand"_s),
        .isDark = in.value(u"theme"_s) == "dark"_L1,
        .quantisation = in.isSet(u"quantisation"_s),
        .choice = { .runtime = in.isSet(u"runtime"_s), .constants = in.isSet(u"constants"_s) },
        .trace = in.value(u"trace"_s),
        .databases = in.values(u"debug-db"_s) };
    if (in.names.size() > 1)
        return misuse(u"only one FILE can be drawn at a time"_s);
    for (const auto &[option, into] : { std::pair(u"delegate"_s, &options.choice.delegate),
             std::pair(u"subgraph"_s, &options.choice.subgraph) }) {
        std::optional<int> number;
        if (!in.number(option, number))
            return misuse(u"--%1 needs a number from 0, not '%2'"_s.arg(option, in.value(option)));
        *into = number.value_or(*into);
    }
    if (in.isSet(u"theme"_s) && !options.isDark && in.value(u"theme"_s) != "light"_L1)
        return misuse(u"--theme is light or dark"_s);
    if (in.isSet(u"scale"_s)) {
        bool isNumber = false;
        options.scale = in.value(u"scale"_s).toDouble(&isNumber);
        if (!isNumber || options.scale < 0.01 || options.scale > 16)
            return misuse(
                u"--scale needs a number from 0.01 to 16, not '%1'"_s.arg(in.value(u"scale"_s)));
    }
    if (in.isSet(u"layout"_s)) {
        if (in.value(u"layout"_s) == "graphviz"_L1)
            options.layoutBy = views::LayoutBy::Graphviz;
        else if (in.value(u"layout"_s) != "tosaic"_L1)
            return misuse(u"--layout is tosaic or graphviz"_s);
    }
    if (in.isSet(u"color"_s)) {
        const auto metric = views::graphMetricFrom(in.value(u"color"_s));
        if (!metric)
            return misuse(u"there is no metric '%1' for --color; there are: %2"_s.arg(
                in.value(u"color"_s), metricWords().join(u", "_s)));
        if (*metric == views::GraphMetric::Change && !in.isSet(u"against"_s))
            return misuse(u"--color change needs --against OLD: what it is compared with"_s);
        options.metric = *metric;
    }
    if (in.isSet(u"level"_s)) {
        const auto level = graphChoiceFrom(in.value(u"level"_s));
        if (!level)
            return misuse(noLevel(in.value(u"level"_s)));
        options.choice = *level;
        options.choice.constants = in.isSet(u"constants"_s);
    }
    options.nodeData = in.value(u"node-data"_s);
    if (in.isSet(u"as"_s) && in.value(u"as"_s) != "node-data"_L1)
        return misuse(u"--as is node-data"_s);
    options.writesNodeData = in.isSet(u"as"_s);
    const auto others = in.values(u"against"_s);
    const auto words = in.values(u"against-level"_s);
    if (words.size() > 1 && words.size() != others.size())
        return misuse(u"give --against-level once, or once for each --against"_s);
    for (qsizetype i = 0; i < others.size(); ++i) {
        const auto word = words.value(words.size() > 1 ? i : 0);
        const auto level = graphChoiceFrom(word);
        if (!word.isEmpty() && !level)
            return misuse(noLevel(word));
        options.against.push_back({ others[i], level.value_or(options.choice) });
    }
    options.question = TRY(graphQuestionOf(in));
    if (options.question) {
        if (options.input.isEmpty() || !options.output.isEmpty() || !options.against.empty())
            return misuse(u"--%1 needs FILE, and neither -o nor --against"_s.arg(
                options.question->key == "path"_L1 ? u"from"_s : options.question->key));
        return options;
    }
    if (!options.against.empty() && !options.input.isEmpty() && options.output.isEmpty())
        return options;
    if (options.against.size() > 1)
        return misuse(u"a picture shows two graphs: of more there is a table, without -o"_s);
    static const QStringList endings{ u"svg"_s, u"pdf"_s, u"png"_s, u"dot"_s, u"json"_s };
    if (options.input.isEmpty() || options.output.isEmpty())
        return misuse(u"FILE and -o OUT are needed, or a question as --find QUERY"_s);
    if (in.wantsJson())
        return misuse(u"--json goes with a question as --find, or with --against without -o; a "
                      "graph is written as JSON with -o OUT.json"_s);
    const auto ending = QFileInfo(options.output).suffix().toLower();
    if (!endings.contains(ending))
        return misuse(u"OUT must end in .svg, .pdf, .png, .dot or .json"_s);
    if (options.writesNodeData && ending != "json"_L1)
        return misuse(u"--as node-data needs OUT to end in .json"_s);
    if (!options.nodeData.isEmpty() && options.metric != views::GraphMetric::Placement)
        return misuse(u"give --color or --node-data, not both"_s);
    return options;
}

/// What `--expand` asks for; an error if it names a group that is not there.
tl::expected<graph::ShownOptions, Refusal> shownOptions(
    const graph::Graph &graph, const Options &options)
{
    graph::ShownOptions shown{ .quantisation = options.quantisation };
    if (options.expand == "all"_L1) {
        shown.unfolded = graph::repeatsOf(graph);
        return shown;
    }
    const auto drawn = options.quantisation ? graph : graph::foldQuantisation(graph);
    shown.collapsed
        = options.expand.isEmpty() ? graph::closedAtFirst(drawn) : graph::closedBelow(drawn, {}, 0);
    if (options.expand.isEmpty() && drawn.nodes.size() <= graph::ReadableNodes)
        shown.unfolded = graph::repeatsOf(graph); // all of it can be read
    if (options.expand.isEmpty() || options.expand == "none"_L1)
        return shown;
    for (size_t i = 0; i < graph.groups.size(); ++i) {
        const auto &title = graph.groups[i].title;
        if (title != options.expand && title != u"Partition "_s + options.expand)
            continue;
        size_t steps = 0; // a damaged chain of parents may be a loop
        for (auto group = graph::GroupId(i); group && steps++ < graph.groups.size();
             group = graph.groups[group.value].parent) {
            if (const auto alike = graph.groups[group.value].alike) {
                shown.unfolded.insert(alike); // another block would be drawn in its place
                shown.collapsed |= graph::blocksOf(graph, alike);
            }
            shown.collapsed.remove(group); // and what it stands in
        }
        for (auto group = graph::GroupId(i); group; group = graph.groups[group.value].parent)
            shown.collapsed.remove(group);
        return shown;
    }
    return misuse(u"there is no partition or module '%1' to expand"_s.arg(options.expand));
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

views::ThemeColors colorsOf(const Options &options)
{
    return options.isDark ? views::Theme::darkColors() : views::Theme::lightColors();
}

/// Colours of the file's values; fails if it has none for what is drawn.
Result<views::GraphOverlay> nodeDataOf(const graph::Graph &graph, const Options &options)
{
    const auto source = TRY(ByteSource::map(options.nodeData));
    auto data = graph::readNodeData(source->bytes().toByteArray());
    if (!data) {
        data.error().location.file = options.nodeData;
        return fail(data.error());
    }
    const auto colors = colorsOf(options);
    auto overlay = views::nodeDataOverlay(graph, *data, colors);
    if (!overlay.isShown())
        return fail(ErrorCode::FormatUnsupported,
            u"the node data has %1 values, none for a node of this graph: keys are names of output "
            "tensors or nodes"_s.arg(data->results.size()),
            { .file = options.nodeData });
    return overlay;
}

/// What the nodes cost; fails if the metric is known for none of them.
Result<views::GraphOverlay> overlayOf(
    const graph::Graph &graph, const OpenedModel &input, const Options &options)
{
    if (!options.nodeData.isEmpty())
        return nodeDataOf(graph, options);
    if (options.metric == views::GraphMetric::Placement)
        return views::GraphOverlay();
    if (!views::isOfOperations(options.metric)) {
        if (views::hasCategory(options.metric, graph))
            return views::categoryOverlay(graph, options.metric, colorsOf(options));
        return fail(ErrorCode::FormatUnsupported,
            u"nothing in this picture has a %1"_s.arg(views::metricWord(options.metric)),
            { .file = options.input });
    }
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

Result<QByteArray> toJson(const graph::Graph &graph, const graph::LeftOut &leftOut,
    const OpenedModel &input, const views::GraphOverlay &overlay, const Options &options)
{
    const auto subject = TRY(subjectOf(input, options));
    if (options.writesNodeData) {
        if (!subject || !subject->table)
            return fail(ErrorCode::FormatUnsupported,
                u"no cycles are known: it needs Vela's debug database (--debug-db)"_s,
                { .file = options.input });
        return graph::writeNodeData(views::nodeDataOf(graph, *subject, *subject->table));
    }
    auto json = views::graphToJson(
        graph, overlay, subject.get(), subject ? subject->table.get() : nullptr);
    json.insert("leftOut"_L1, graph::toJson(leftOut));
    return QJsonDocument(json).toJson();
}

/// A bitmap may be large: its size is said before it is made.
Result<QByteArray> png(const graph::Graph &graph, const layout::Layout &layout,
    const views::GraphOverlay &overlay, const views::ThemeColors &colors, const Options &options,
    Streams &streams)
{
    const auto size = views::pixelsOf(graph, layout, overlay, options.scale);
    streams.err << u"PNG of %1 x %2 pixels\n"_s.arg(size.width()).arg(size.height());
    streams.err.flush();
    return views::graphToPng(graph, layout, colors, options.scale, overlay);
}

Result<QByteArray> draw(const graph::Shown &shown, const OpenedModel &input,
    const views::GraphOverlay &overlay, const Options &options, Streams &streams)
{
    const auto &graph = shown.graph;
    const auto ending = QFileInfo(options.output).suffix().toLower();
    if (ending == "dot"_L1)
        return graph::toDot(graph, views::fillsOf(graph, overlay));
    if (ending == "json"_L1)
        return toJson(graph, shown.leftOut, input, overlay, options);
    const auto layout = TRY(views::layoutNow(graph, options.layoutBy));
    const auto colors = colorsOf(options);
    if (ending == "svg"_L1)
        return views::graphToSvg(graph, layout, colors, overlay);
    if (ending == "pdf"_L1)
        return views::graphToPdf(graph, layout, colors, overlay);
    return png(graph, layout, overlay, colors, options, streams);
}

Result<QByteArray> drawn(
    const graph::Shown &shown, const OpenedModel &input, const Options &options, Streams &streams)
{
    const auto overlay = TRY(overlayOf(shown.graph, input, options));
    const auto bytes = TRY(draw(shown, input, overlay, options, streams));
    TRY(saveFile(options.output, bytes));
    return bytes;
}

Answer answerTo(
    const graph::Graph &graph, const OpenedModel &input, const Options &options, const Input &in)
{
    const auto subject = TRY(subjectOf(input, options));
    const auto costs
        = subject && subject->table ? costsOf(graph, *subject, *subject->table) : GraphCosts();
    return answerGraphQuestion(*options.question, graph, costs, in);
}

/// How a command ends that could not draw.
Answer failed(const Error &error, Streams &streams)
{
    const auto isTool = error.code == ErrorCode::ToolMissing || error.code == ErrorCode::ToolFailed
        || error.code == ErrorCode::ToolTimeout;
    inputError(error, streams);
    return isTool ? ToolFailed : BadInput;
}

/// Both graphs as one picture or document, and the outcome as a line.
Answer runAgainst(const Options &options, Streams &streams)
{
    const auto found = TRY(graphDifference(
        options.against.front(), { options.input, options.choice }, options.quantisation));
    const auto colors = colorsOf(options);
    std::vector<views::NodeDifference> nodes;
    for (const auto difference : found.merged.differences)
        nodes.push_back({ difference, {} });
    const QSet<graph::Difference> all(graph::AllDifferences.begin(), graph::AllDifferences.end());
    const bool isJson = options.output.endsWith(".json"_L1, Qt::CaseInsensitive);
    const auto bytes = isJson
        ? Result<QByteArray>(
            QJsonDocument(views::differenceJson(found.before, found.after, found.diff)).toJson())
        : draw({ found.merged.graph, {} }, {}, views::differenceOverlay(nodes, all, colors),
            options, streams);
    if (!bytes)
        return failed(bytes.error(), streams);
    TRY(saveFile(options.output, *bytes));
    streams.out << wrappedText(views::differenceSentence(found.diff), streams.width);
    return Fine;
}

Answer run(const Input &in)
{
    const auto options = TRY(optionsOf(in));
    if (!options.against.empty() && options.output.isEmpty()) {
        auto sides = options.against;
        sides.push_back({ options.input, options.choice });
        return tableOfGraphs(sides, options.quantisation, in);
    }
    if (!options.against.empty())
        return runAgainst(options, in.streams);
    const auto input = TRY(openDocument(options.input));
    const auto graph = TRY(graphOf(input, options.choice));
    if (graph.nodes.empty())
        return fail(ErrorCode::FormatUnsupported, u"there is nothing in it to draw"_s,
            { .file = options.input });
    if (options.question)
        return answerTo(graph, input, options, in);
    const auto done = drawn(
        graph::shownOf(graph, TRY(shownOptions(graph, options))), input, options, in.streams);
    if (done)
        return Fine;
    return failed(done.error(), in.streams);
}

} // namespace
} // namespace graphcommand

Command graphCommand()
{
    return commandOf({ .name = u"graph"_s,
        .summary = u"draw a program, a network or a compile result as SVG, PDF, PNG, DOT or JSON, "
                   "or find operators in it"_s,
        .description
        = u"FILE is a .pte, a .bpte, a TOSA or TFLite file, an exported program (.pt2, ETRecord), "
          "or the folder or result.json of a compile. A .pte beside the result.json it belongs to "
          "(proven by its hash) is drawn with all operators of the model. JSON has the cycles of "
          "every operator, or in which node they are, or why they are not known. With a question "
          "(--find, --producers, --from and --to, ...) operators are listed, and nothing is drawn."_s,
        .names = { { u"FILE"_s, u"what is drawn"_s } },
        .options
        = QList<QCommandLineOption>{ { { u"o"_s, u"output"_s },
                                         u"ends in .svg, .pdf, .png, .dot or .json"_s, u"OUT"_s },
              { u"expand"_s, u"what is drawn open: all, none, a partition or a module"_s,
                  u"all|none|PARTITION|MODULE"_s },
              { u"color"_s,
                  u"what colours say: placement (if not given), kind, partition, quantisation, "
                  "bytes of constants, change (with --against); or what operators cost: cycles, "
                  "share, deviation, utilisation, macs, bytes, as measured in the TRACE of an FVP, "
                  "else as Vela estimates in the debug database of the compile; deviation needs "
                  "both"_s,
                  u"METRIC"_s },
              { u"trace"_s, u"PMU trace of an FVP"_s, u"TRACE"_s },
              { u"debug-db"_s, u"debug database of Vela; again for more"_s, u"XML"_s },
              { u"theme"_s, u"light or dark"_s, u"light|dark"_s },
              { u"scale"_s, u"pixels of a unit in a PNG, which has any size; 2 if not given"_s,
                  u"N"_s },
              { u"layout"_s, u"what places the nodes: tosaic (if not given) or graphviz"_s,
                  u"tosaic|graphviz"_s },
              { u"runtime"_s, u"draws the instructions of the program instead"_s },
              { u"quantisation"_s,
                  u"also draws quantise and dequantise steps inside partitions"_s },
              { u"constants"_s, u"draws the constants of a network as nodes"_s },
              { u"delegate"_s,
                  u"draws the NPU operations of one command stream: in a .pte the delegate's "
                  u"index, else "
                  "the stream's; both count from 0"_s,
                  u"N"_s },
              { u"subgraph"_s, u"draws another subgraph of a network"_s, u"N"_s },
              { u"level"_s,
                  u"what of FILE: the model's operators, the program's instructions, NPU "
                  u"operations "
                  "or TOSA of the Nth command stream"_s,
                  u"operators|runtime|npu:N|tosa:N"_s },
              { u"node-data"_s,
                  u"colours operators by the values of a node data file of Model Explorer"_s,
                  u"JSON"_s },
              { u"as"_s, u"node-data: writes cycles as node data for Model Explorer"_s,
                  u"node-data"_s },
              { u"against"_s,
                  u"draws what differs from another file, or from another level of the same one: "
                  "added, removed, changed, moved, unmatched, each match with its reason in JSON; "
                  "without -o as a table; again for more files: each, and FILE, against the first"_s,
                  u"OLD"_s },
              { u"against-level"_s,
                  u"the level of OLD, if it is not that of FILE; of several once for all, or one each"_s,
                  u"LEVEL"_s } }
            + graphQuestionOptions(),
        .answer = graphcommand::run,
        .needsGui = true });
}

} // namespace tosaic::cli
