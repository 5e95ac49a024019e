// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"
#include "app/cli/reportmaterial.h"

#include "core/base/savefile.h"
#include "core/graph/graphbuilder.h"
#include "core/report/htmlwriter.h"
#include "profiler/analysis/statednpu.h"
#include "profiler/store/runstore.h"
#include "views/graph/graphexport.h"
#include "views/report/reportbuilder.h"
#include "views/report/reportfile.h"

#include <QCommandLineParser>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace reportcommand {
namespace {

std::vector<report::Section> sectionsOf(const ReportMaterial &material)
{
    std::vector<std::shared_ptr<const profile::Run>> ofOneProgram;
    for (const auto &run : material.runs) {
        if (material.isSameProgram)
            ofOneProgram.push_back(run.run);
    }
    return views::measuredSections({ .runs = material.runs,
        .profile = material.profile,
        .comparison = material.comparison,
        .ofOneProgram = ofOneProgram,
        .program = material.model.program,
        .programName = QFileInfo(material.model.path).fileName(),
        .programs = material.programs });
}

QByteArray picture(ReportMaterial &material)
{
    const auto graph
        = graph::buildOverviewGraph(material.model.program.get(), material.model.result.get());
    if (graph.nodes.empty())
        return {};
    const auto layout = views::layoutNow(graph);
    const auto svg = layout ? views::graphToSvg(graph, *layout, views::Theme::lightColors())
                            : Result<QByteArray>(fail(layout.error()));
    if (svg)
        return *svg;
    auto diagnostic = diagnosticOf(svg.error());
    diagnostic.severity = Severity::Warning; // the report goes on without
    material.model.diagnostics.push_back(diagnostic);
    return {};
}

Result<void> write(const report::Report &report, const QString &path, const QString &templatePath)
{
    const auto format = *views::reportFormat(path);
    if (templatePath.isEmpty())
        return views::saveReport(report, format, path);
    const auto text = ByteSource::map(templatePath);
    if (!text)
        return fail(text.error());
    const auto html = report::toHtml(report, QString::fromUtf8((*text)->bytes()));
    if (!html)
        return fail(html.error());
    return saveFile(path, *html);
}

struct Options
{
    ReportRequest request;
    QString output;
    QString templatePath;
};

int writeReport(const Options &options, Streams &streams)
{
    ReportMaterial material;
    if (const auto gathered = gatherReportMaterial(options.request, material); !gathered)
        return inputError(gathered.error(), streams);
    const auto svg = picture(material);
    const auto report = views::buildReport({ .modelPath = material.model.path,
        .program = material.model.program.get(),
        .result = material.model.result.get(),
        .oldResult = material.oldResult.get(),
        .runSections = sectionsOf(material),
        .pictureSvg = svg,
        .diagnostics = material.model.diagnostics });
    tellProblems(material.model.diagnostics, streams);
    if (const auto written = write(report, options.output, options.templatePath); !written)
        return inputError(written.error(), streams);
    streams.out << options.output << '\n';
    return Fine;
}

/// What is wrong with the options; empty if nothing is.
QString complaint(const Options &options, const QString &origin)
{
    const auto &request = options.request;
    if (options.output.isEmpty())
        return u"-o OUT is needed"_s;
    const auto format = views::reportFormat(options.output);
    if (!format)
        return u"OUT must end in .html, .pdf, .csv, .json or .md"_s;
    if (!options.templatePath.isEmpty() && format != views::ReportPage::Format::Html)
        return u"--template is for .html only"_s;
    if (request.input.isEmpty() && request.workspace.isEmpty() && request.logs.isEmpty())
        return u"a FILE, --run LOG or --workspace W is needed"_s;
    if (!request.oldRuns.isEmpty() && request.workspace.isEmpty())
        return u"--compare A B compares runs of a --workspace; of compiles it takes one RESULT_DIR"_s;
    if (!origin.isEmpty() && !request.origin)
        return u"--origin is fvp, board, this-machine or estimate"_s;
    return request.target.isEmpty() ? QString() : profile::targetProblem(request.target);
}

/// "--compare A B" names two sides of runs where A is no folder of a compile; then the two are
/// taken out of the arguments.
QStringList takeSides(QStringList arguments, ReportRequest &request)
{
    const auto at = arguments.indexOf(u"--compare"_s);
    if (at < 0 || at + 2 >= arguments.size())
        return arguments;
    const auto first = arguments[at + 1];
    const auto second = arguments[at + 2];
    if (first.startsWith(u'-') || second.startsWith(u'-') || QFileInfo(first).isDir())
        return arguments;
    request.oldRuns = first;
    request.newRuns = second;
    arguments.remove(at, 3);
    return arguments;
}

int run(const QStringList &given, Streams &streams)
{
    ReportRequest request;
    const auto arguments = takeSides(given, request);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"Writes a report for people without the tool: what runs where, "
        "what was measured, under which conditions."_s);
    const QCommandLineOption compare(u"compare"_s,
        u"An older compile result to compare with; or, as --compare A B, two sides of the "
        "workspace's runs: ids, names, or ids with commas."_s,
        u"RESULT_DIR"_s);
    const QCommandLineOption trace(
        u"trace"_s, u"The PMU trace of an FVP, joined to the program's operators."_s, u"FILE"_s);
    const QCommandLineOption database(u"debug-db"_s,
        u"A debug database or per-layer table of Vela for the program; may be given several "
        "times."_s,
        u"FILE"_s);
    const QCommandLineOption log(u"run"_s,
        u"The console log of a run; may be given several times. Those of one program whose "
        "conditions agree also stand as one record: more events than the hardware counts at a "
        "time, and repeats."_s,
        u"LOG"_s);
    const QCommandLineOption origin(u"origin"_s,
        u"Where the runs of --run were measured: fvp, board, this-machine or estimate."_s,
        u"ORIGIN"_s);
    const QCommandLineOption merge(u"merge"_s,
        u"States that the runs are of one program, where neither hashes nor logs tell."_s);
    const QCommandLineOption clock(
        u"clock"_s, u"The clock of the NPU that ran the runs of --run."_s, u"HZ"_s);
    const QCommandLineOption target(
        u"target"_s, u"What they ran on, such as ethos-u55-128."_s, u"TARGET"_s);
    const QCommandLineOption macs(
        u"macs"_s, u"MACs per cycle of that NPU, where the logs do not tell."_s, u"N"_s);
    const QCommandLineOption modelMacs(
        u"model-macs"_s, u"MACs of one inference of the model, where no program tells."_s, u"N"_s);
    const QCommandLineOption workspace(u"workspace"_s,
        u"A workspace: its newest compile, the one before, and its runs."_s, u"W.tosaic"_s);
    const QCommandLineOption output({ u"o"_s, u"output"_s },
        u"The report; its ending decides: .html .pdf .csv .json .md"_s, u"OUT"_s);
    const QCommandLineOption page(u"template"_s, u"Another ctemplate page for .html."_s, u"FILE"_s);
    parser.addOptions({ compare, trace, database, log, merge, origin, clock, target, macs,
        modelMacs, workspace, output, page });
    parser.addPositionalArgument(
        u"FILE"_s, u"A .pte, or the folder of a compile result."_s, u"[FILE]"_s);
    if (const auto end = endsAtArguments(parser, u"report"_s, arguments, streams))
        return *end;
    request.input = parser.positionalArguments().value(0);
    request.compareWith = parser.value(compare);
    request.logs = parser.values(log);
    request.origin = profile::originFromKey(parser.value(origin));
    if (const auto hertz = parser.value(clock).toULongLong(); hertz > 0)
        request.clockHz = hertz;
    request.target = parser.value(target);
    if (const auto count = parser.value(macs).toUInt(); count > 0)
        request.npuMacs = count;
    if (const auto count = parser.value(modelMacs).toULongLong(); count > 0)
        request.modelMacs = count;
    request.isSameProgram = parser.isSet(merge);
    request.workspace = parser.value(workspace);
    request.trace = parser.value(trace);
    request.reports = parser.values(database);
    const Options options{
        .request = request, .output = parser.value(output), .templatePath = parser.value(page)
    };
    auto wrong = complaint(options, parser.value(origin));
    if (wrong.isEmpty() && parser.isSet(clock) && !request.clockHz)
        wrong = u"--clock is a whole number above 0"_s;
    if (wrong.isEmpty()
        && ((parser.isSet(macs) && !request.npuMacs)
            || (parser.isSet(modelMacs) && !request.modelMacs)))
        wrong = u"--macs and --model-macs are whole numbers above 0"_s;
    if (wrong.isEmpty() && parser.positionalArguments().size() > 1)
        wrong = u"only one FILE can be reported at a time"_s;
    if (!wrong.isEmpty())
        return usageError(wrong, streams);
    return writeReport(options, streams);
}

} // namespace
} // namespace reportcommand

Command reportCommand()
{
    using namespace reportcommand;
    return { .name = u"report"_s,
        .summary = u"write a report of a model, a compile, runs or a workspace"_s,
        .needsGui = true,
        .run = run };
}

} // namespace tosaic::cli
