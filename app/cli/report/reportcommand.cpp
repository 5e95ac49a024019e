// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compile/advicetrial.h"
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/toolcommand.h"
#include "app/cli/report/reportmaterial.h"
#include "app/shell/report/reportpictures.h"
#include "core/base/try.h"

#include "core/base/savefile.h"
#include "core/documents/npuanalysis.h"
#include "core/graph/graphbuilder.h"
#include "core/report/htmlwriter.h"
#include "profiler/analysis/statednpu.h"
#include "profiler/store/runstore.h"
#include "views/findings/advicesection.h"
#include "views/findings/findingstatements.h"
#include "views/findings/totalstable.h"
#include "views/graph/graphexport.h"
#include "views/kernels/kernelsection.h"
#include "views/report/reportbuilder.h"
#include "views/report/reportfile.h"
#include "views/report/reporttemplate.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace reportcommand {
namespace {

/// The range that was asked for, of the timeline.
std::optional<report::Picture> timelineOf(
    const ReportMaterial &material, const ReportRequest &request)
{
    const auto subject = material.aligned ? material.aligned : material.profile;
    if (!subject || !subject->timeline)
        return {};
    const auto index = profile::TimelineIndex::build(subject->timeline);
    std::optional<ProfileDocument::Range> range;
    if (const auto whole = index->timeline().range; whole && (request.from || request.to))
        range = { request.from.value_or(whole->first), request.to.value_or(whole->second) };
    return shell::timelinePictureOf(subject, index, range);
}

views::MeasuredMaterial measuredOf(const ReportMaterial &material, const ReportRequest &request)
{
    std::vector<std::shared_ptr<const profile::Run>> ofOneProgram;
    for (const auto &run : material.runs) {
        if (material.isSameProgram)
            ofOneProgram.push_back(run.run);
    }
    return { .runs = material.runs,
        .profile = material.profile,
        .operators = shell::operatorsPictureOf(material.profile),
        .timeline = timelineOf(material, request),
        .kernels = views::kernelSections(
            material.runs, material.model.program, QFileInfo(material.model.path).fileName()),
        .comparison = material.comparison,
        .ofOneProgram = ofOneProgram,
        .program = material.model.program,
        .programName = QFileInfo(material.model.path).fileName(),
        .programs = material.programs };
}

/// Cycles as colours, where they are known.
views::GraphOverlay overlayFor(const graph::Graph &graph, const ProfileSubject *subject)
{
    constexpr auto Metric = views::GraphMetric::Cycles;
    return subject && views::hasMetric(Metric, subject->table.get())
        ? views::overlayOf(graph, *subject, *subject->table, Metric)
        : views::GraphOverlay();
}

QByteArray picture(ReportMaterial &material, bool &isByCycles)
{
    const auto graph
        = graph::buildOverviewGraph(material.model.program.get(), material.model.result.get());
    if (graph.nodes.empty())
        return {};
    const auto layout = views::layoutNow(graph);
    const auto overlay = overlayFor(graph, material.profile.get());
    isByCycles = overlay.isShown();
    const auto svg = layout
        ? views::graphToSvg(graph, *layout, views::Theme::lightColors(), overlay)
        : Result<QByteArray>(fail(layout.error()));
    if (svg)
        return *svg;
    auto diagnostic = diagnosticOf(svg.error());
    diagnostic.severity = Severity::Warning; // the report goes on without
    material.model.diagnostics.push_back(diagnostic);
    return {};
}

Result<QStringList> write(
    const report::Report &report, const QString &path, const QString &templatePath)
{
    const auto format = *views::reportFormat(path);
    if (templatePath.isEmpty())
        return views::saveReport(report, format, path);
    const auto text = TRY(ByteSource::map(templatePath));
    const auto html = TRY(report::toHtml(report, QString::fromUtf8(text->bytes())));
    TRY(saveFile(path, html));
    return QStringList(path);
}

/// Names the sections that the report does not have, and those that it has; empty: it has all.
QString unknownSections(const QStringList &keys, const report::Report &report)
{
    QStringList known;
    for (const auto &section : report.sections)
        known << views::ReportTemplate::keyOf(section);
    QStringList unknown;
    std::ranges::copy_if(keys, std::back_inserter(unknown),
        [&](const QString &key) { return !known.contains(key); });
    return unknown.isEmpty() && !keys.isEmpty() ? QString()
                                                : u"this report has no section %1; it has %2"_s.arg(
                                                    unknown.join(u", "_s), known.join(u", "_s));
}

/// What is wrong with the request; empty if nothing is.
QString complaint(const Input &in, const ReportRequest &request)
{
    const auto output = in.value(u"output"_s);
    if (output.isEmpty())
        return u"-o OUT is needed"_s;
    const auto format = views::reportFormat(output);
    if (!format)
        return u"OUT must end in .html, .pdf, .csv, .xlsx, .json or .md"_s;
    if (in.isSet(u"template"_s) && format != views::ReportPage::Format::Html)
        return u"--template is for .html only"_s;
    if ((in.isSet(u"compile"_s) || in.isSet(u"trust"_s)) && !in.isSet(u"advice"_s))
        return u"--compile and --trust belong to --advice"_s;
    if (in.isSet(u"advice"_s) && request.input.isEmpty() && request.workspace.isEmpty())
        return u"--advice is about a FILE, or the compile of a --workspace W"_s;
    if (request.input.isEmpty() && request.workspace.isEmpty() && request.logs.isEmpty())
        return u"a FILE, --run LOG or --workspace W is needed"_s;
    if (!request.oldRuns.isEmpty() && request.workspace.isEmpty())
        return u"--compare A B compares runs of a --workspace; of compiles it takes one RESULT_DIR"_s;
    if (in.isSet(u"origin"_s) && !request.origin)
        return u"--origin is fvp, board, this-machine or estimate"_s;
    if (in.isSet(u"paper"_s) && !views::paperFromKey(in.value(u"paper"_s)))
        return u"--paper is a4 or letter"_s;
    if (in.names.size() > 1)
        return u"only one FILE can be reported at a time"_s;
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

Answer writeReport(const Input &in, ReportRequest request)
{
    request.input = in.names.value(0);
    request.compareWith = in.value(u"compare"_s);
    request.logs = in.values(u"run"_s);
    request.origin = profile::originFromKey(in.value(u"origin"_s));
    request.target = in.value(u"target"_s);
    request.isSameProgram = in.isSet(u"merge"_s);
    request.workspace = in.value(u"workspace"_s);
    request.traces = in.values(u"trace"_s);
    request.reports = in.values(u"debug-db"_s);
    if (!in.number(u"clock"_s, request.clockHz, 1))
        return misuse(u"--clock is a whole number above 0"_s);
    if (!in.number(u"macs"_s, request.npuMacs, 1)
        || !in.number(u"model-macs"_s, request.modelMacs, 1))
        return misuse(u"--macs and --model-macs are whole numbers above 0"_s);
    if (!in.number(u"from"_s, request.from) || !in.number(u"to"_s, request.to))
        return misuse(u"--from and --to are whole numbers: times of the timeline"_s);
    if (!in.number(u"inference"_s, request.inference, 1))
        return misuse(u"--inference is a whole number above 0"_s);
    if (in.isSet(u"least-effect"_s)) {
        const auto least = in.percent(u"least-effect"_s);
        if (!least)
            return misuse(u"--least-effect takes a number of percent, 0 or more"_s);
        request.leastEffect = *least / 100;
    }
    if (const auto wrong = complaint(in, request); !wrong.isEmpty())
        return misuse(wrong);
    ReportMaterial material;
    TRY(gatherReportMaterial(request, material));
    bool isByCycles = false;
    const auto svg = picture(material, isByCycles);
    // Of the program first, then of each run: its own costs, and what is doubtful about it.
    const auto measured = measuredOf(material, request);
    auto findings = views::runFindings(measured);
    const auto velaFile = velaFileOf(material.model);
    if (material.model.program || material.model.result || velaFile) {
        auto ofProgram = findingsOf(material.model, material.profile.get());
        findings.insert(findings.begin(), ofProgram.begin(), ofProgram.end());
    }
    std::vector<report::Statement> statements;
    if (material.comparison)
        statements = material.comparison->statements;
    std::ranges::move(views::foreignRunStatements(measured), std::back_inserter(statements));
    std::ranges::move(views::findingStatements(findings), std::back_inserter(statements));
    AdviceTrial trial(in.streams);
    const AdviceOptions options{
        .file = request.input,
        .workspace = request.workspace,
        .interpreter = interpreterOf(in),
        .model = in.value(u"compile"_s),
        .isTrusted = in.isSet(u"trust"_s),
    };
    const auto tried = in.isSet(u"advice"_s) ? trial.of(material.model, options)
                                             : knownAdvice(material.model, options);
    if (trial.isInterrupted())
        return Cancelled;
    std::ranges::move(views::adviceStatements(tried), std::back_inserter(statements));
    auto report = views::buildReport({ .modelPath = material.model.path,
        .program = material.model.program.get(),
        .result = material.model.result.get(),
        .oldResult = material.oldResult.get(),
        .velaFile = velaFile,
        .findings = std::move(statements),
        .totals = views::totalsTable(findings),
        .advice = views::adviceSection(tried),
        .title = in.value(u"title"_s),
        .author = in.value(u"author"_s),
        .note = in.value(u"note"_s),
        .runSections = views::measuredSections(measured),
        .pictureSvg = svg,
        .memory = material.model.result
            ? shell::memoryPictureOf(*material.model.result, material.model.program)
            : std::nullopt,
        .isPictureByCycles = isByCycles,
        .diagnostics = material.model.diagnostics });
    report.paper = *views::paperFromKey(in.value(u"paper"_s));
    tellProblems(material.model.diagnostics, in.streams);
    if (in.isSet(u"sections"_s)) {
        const auto keys = in.value(u"sections"_s).split(u',', Qt::SkipEmptyParts);
        if (const auto wrong = unknownSections(keys, report); !wrong.isEmpty())
            return misuse(wrong);
        report = views::ReportTemplate::of(keys, report).applied(report);
    }
    const auto written = TRY(write(report, in.value(u"output"_s), in.value(u"template"_s)));
    for (const auto &file : written)
        in.streams.out << file << '\n';
    return Fine;
}

CommandSpec specOf(const ReportRequest &request)
{
    return { .name = u"report"_s,
        .summary = u"write a report of a model, a compile, runs or a workspace"_s,
        .description
        = u"Writes a report for people without the tool: what runs where, what was measured, under "
          "which conditions."_s,
        .names = { { u"FILE"_s,
            u"A .pte, the folder of a compile result, or what Vela "
            "wrote (_vela.tflite, .npz)."_s,
            u"[FILE]"_s } },
        .options = { { u"compare"_s,
                         u"An older compile result to compare with; or, as --compare A B, two "
                         "sides of the workspace's runs: ids, names, or ids with commas."_s,
                         u"RESULT_DIR"_s },
            { u"least-effect"_s, u"With two sides of runs: differences below this are none; 0."_s,
                u"PERCENT"_s },
            { u"trace"_s,
                u"The PMU trace of an FVP, joined to the program's operators; more of them stand "
                "on its axis in the timeline's picture."_s,
                u"FILE"_s },
            { u"inference"_s,
                u"Of several traces: the inference that begins at the same place in all; 1."_s,
                u"N"_s },
            { u"from"_s, u"The timeline's picture begins here, in the unit of its axis."_s,
                u"T"_s },
            { u"to"_s, u"It ends here."_s, u"T"_s },
            { u"debug-db"_s,
                u"A debug database or per-layer table of Vela for the program; may be given "
                "several times."_s,
                u"FILE"_s },
            { u"run"_s,
                u"The console log of a run; may be given several times. Those of one program whose "
                "conditions agree also stand as one record: more events than the hardware counts "
                "at a time, and repeats."_s,
                u"LOG"_s },
            { u"merge"_s,
                u"States that the runs are of one program, where neither hashes nor logs tell."_s },
            { u"origin"_s,
                u"Where the runs of --run were measured: fvp, board, this-machine or estimate."_s,
                u"ORIGIN"_s },
            { u"clock"_s, u"The clock of the NPU that ran the runs of --run."_s, u"HZ"_s },
            { u"target"_s, u"What they ran on, such as ethos-u55-128."_s, u"TARGET"_s },
            { u"macs"_s, u"MACs per cycle of that NPU, where the logs do not tell."_s, u"N"_s },
            { u"model-macs"_s, u"MACs of one inference of the model, where no program tells."_s,
                u"N"_s },
            { u"advice"_s,
                u"Tries with Vela what may help, and tells the differences; else those that the "
                "workspace knows already stand in the report."_s },
            { u"compile"_s,
                u"For the advice: the model it was compiled from; what needs a new lowering is "
                "compiled, too."_s,
                u"MODEL"_s },
            { u"trust"_s, u"Allows MODEL to run its code."_s },
            { u"python"_s, u"Interpreter with Vela, for --advice."_s, u"INTERPRETER"_s },
            { u"workspace"_s, u"A workspace: its newest compile, the one before, and its runs."_s,
                u"W.tosaic"_s },
            { { u"o"_s, u"output"_s },
                u"The report; its ending decides: .html .pdf .csv .xlsx .json .md. Of .csv each "
                "table is a file beside it, of .xlsx a sheet"_s,
                u"OUT"_s },
            { u"title"_s, u"The report's title; else the name of the file."_s, u"TEXT"_s },
            { u"author"_s, u"Who made it; stands below the title."_s, u"TEXT"_s },
            { u"note"_s, u"What the author says; stands above everything."_s, u"TEXT"_s },
            { u"sections"_s,
                u"Only these sections, in this order, by their titles in small letters: "
                "summary,memory-need. A name that is not there lists all."_s,
                u"A,B,C"_s },
            { u"paper"_s,
                u"Of .pdf, and of .html when it is printed: a4 or letter; else what is usual in "
                "the language's country."_s,
                u"a4|letter"_s },
            { u"template"_s, u"Another ctemplate page for .html."_s, u"FILE"_s } },
        .answer = [request](const Input &in) { return writeReport(in, request); },
        .hasJson = false,
        .needsGui = true };
}

} // namespace
} // namespace reportcommand

Command reportCommand()
{
    using namespace reportcommand;
    auto command = commandOf(specOf({}));
    command.run = [](const QStringList &arguments, Streams &streams) {
        ReportRequest request;
        const auto rest = takeSides(arguments, request);
        return commandOf(specOf(request)).run(rest, streams);
    };
    return command;
}

} // namespace tosaic::cli
