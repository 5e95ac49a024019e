// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "core/base/savefile.h"
#include "core/documents/openmodel.h"
#include "core/graph/graphbuilder.h"
#include "core/graph/graphtext.h"
#include "core/graph/graphtransform.h"
#include "views/graph/graphexport.h"

#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

const QString Help
    = u"usage: tosaic-cli graph FILE -o OUT.(svg|pdf|png|dot|json)\n"
      "           [--expand all|none|PARTITION] [--color placement]\n"
      "           [--theme light|dark] [--runtime] [--quantisation]\n\n"
      "FILE is a .pte, or the folder or result.json of a compile. A .pte beside the\n"
      "result.json it belongs to (proven by its hash) is drawn with all operators of\n"
      "the model; --runtime draws the instructions of the program instead.\n"
      "--quantisation also draws quantise and dequantise steps inside partitions.\n"_s;

struct Options
{
    QString input;
    QString output;
    QString expand;
    bool isDark = false;
    bool runtime = false;
    bool quantisation = false;
};

/// The options, or a sentence saying what is wrong with them.
tl::expected<Options, QString> parse(const QStringList &arguments)
{
    Options options;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const auto &argument = arguments[i];
        if (argument == "--runtime"_L1 || argument == "--quantisation"_L1) {
            (argument == "--runtime"_L1 ? options.runtime : options.quantisation) = true;
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
        else if (argument == "--theme"_L1 && (value == "light"_L1 || value == "dark"_L1))
            options.isDark = value == "dark"_L1;
        else if (argument == "--color"_L1 && value == "placement"_L1)
            continue;
        else if (argument == "--color"_L1)
            return tl::make_unexpected(
                u"there is no metric '%1' for --color; there is: placement"_s.arg(value));
        else
            return tl::make_unexpected(u"unknown option %1 %2"_s.arg(argument, value));
    }
    static const QStringList endings{ u"svg"_s, u"pdf"_s, u"png"_s, u"dot"_s, u"json"_s };
    if (options.input.isEmpty() || options.output.isEmpty())
        return tl::make_unexpected(u"FILE and -o OUT are needed"_s);
    if (!endings.contains(QFileInfo(options.output).suffix().toLower()))
        return tl::make_unexpected(u"OUT must end in .svg, .pdf, .png, .dot or .json"_s);
    return options;
}

/// The method with the most to show: files also hold methods that only return a constant.
int largestMethod(const model::Program &program)
{
    const auto &methods = program.methods;
    const auto largest = std::max_element(methods.begin(), methods.end(),
        [](const auto &a, const auto &b) { return a.instructions.size() < b.instructions.size(); });
    return static_cast<int>(largest - methods.begin());
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
    return tl::make_unexpected(u"there is no partition '%1' to expand"_s.arg(expand));
}

Result<QByteArray> draw(const graph::Graph &graph, const Options &options)
{
    const auto ending = QFileInfo(options.output).suffix().toLower();
    if (ending == "dot"_L1)
        return graph::toDot(graph);
    if (ending == "json"_L1)
        return QJsonDocument(graph::toJson(graph)).toJson();
    const auto layout = views::layoutNow(graph);
    if (!layout)
        return fail(layout.error());
    const auto colors = options.isDark ? views::Theme::darkColors() : views::Theme::lightColors();
    if (ending == "svg"_L1)
        return views::graphToSvg(graph, *layout, colors);
    if (ending == "pdf"_L1)
        return views::graphToPdf(graph, *layout, colors);
    return views::graphToPng(graph, *layout, colors);
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
    const auto input = openModel(options->input);
    if (!input)
        return report(input.error(), streams);
    const bool hasOperators = input->result && !input->result->nodes.empty();
    const bool runtime = input->program && (options->runtime || !hasOperators);
    auto graph = runtime ? graph::buildProgramGraph(
                     *input->program, largestMethod(*input->program), input->result.get())
        : input->result ? graph::buildResultGraph(*input->result)
                        : graph::Graph();
    if (!options->quantisation)
        graph = graph::foldQuantisation(graph);
    if (graph.nodes.empty())
        return report({ ErrorCode::FormatUnsupported, u"there is nothing in it to draw"_s,
                          { .file = options->input } },
            streams);
    const auto closed = closedGroups(graph, options->expand);
    if (!closed)
        return usage(closed.error(), streams);
    const auto bytes = draw(graph::collapseGroups(graph, *closed), *options);
    if (!bytes)
        return report(bytes.error(), streams);
    if (const auto written = saveFile(options->output, *bytes); !written)
        return report(written.error(), streams);
    return Fine;
}

} // namespace

Command graphCommand()
{
    return { .name = u"graph"_s,
        .summary = u"draw a program or a compile result as SVG, PDF, PNG, DOT or JSON"_s,
        .needsGui = true,
        .run = run };
}

} // namespace tosaic::cli
