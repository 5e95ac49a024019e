// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compile/advicetrial.h"
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/toolcommand.h"
#include "app/cli/runs/runsides.h"
#include "core/base/bytesource.h"
#include "core/base/cycletext.h"
#include "core/base/description.h"
#include "core/base/diagnostic.h"
#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/base/units.h"
#include "core/documents/openmodel.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/graphcostjson.h"
#include "profiler/session/modelmatch.h"
#include "profiler/session/profileassembly.h"
#include "profiler/session/programfacts.h"
#include "profiler/store/runstore.h"
#include "views/findings/advicewords.h"
#include "views/findings/findingwords.h"
#include "views/findings/totalstable.h"
#include "views/report/mergedsections.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace findingscommand {
namespace {

QJsonObject toJson(const Finding &finding)
{
    QJsonArray evidence;
    for (const auto &one : finding.evidence) {
        QJsonObject object{ { u"key"_s, one.key },
            { u"value"_s, QJsonValue::fromVariant(one.value) } };
        if (!one.unit.isEmpty())
            object.insert(u"unit"_s, one.unit);
        if (one.origin) {
            object.insert(u"origin"_s, profile::originKey(one.origin));
            object.insert(u"originTag"_s, cyclesOriginKey(*one.origin));
        }
        insertKnown(object, u"includes"_s, one.includes);
        insertKnown(object, u"partition"_s, one.partition);
        if (one.calledIn)
            object.insert(u"calledIn"_s,
                QJsonObject{ { u"executions"_s, qint64(one.calledIn->executions) },
                    { u"of"_s, qint64(one.calledIn->all) } });
        evidence.append(object);
    }
    QJsonObject object{ { u"kind"_s, findingKey(finding) },
        { u"sentence"_s, views::findingSentence(finding) }, { u"evidence"_s, evidence },
        { u"severity"_s, severityText(finding.severity) } };
    insertKnown(object, u"subject"_s, finding.subject);
    insertKnown(object, u"model"_s, finding.model);
    return object;
}

Result<profile::MeasuredRun> traceIn(const QString &path)
{
    auto run = TRY(profile::readRunFile(path));
    if (!run.trace)
        return fail(ErrorCode::FormatUnsupported, u"it is no PMU trace of an FVP (--pmu-trace)"_s,
            { .file = path });
    return run;
}

using advice::AdviceResult;

QJsonArray adviceJson(const AdviceResult &result)
{
    QJsonArray list;
    for (const auto &one : result.advice) {
        auto object = advice::toJson(one);
        object.insert(u"sentence"_s, views::adviceSentence(one));
        list.append(object);
    }
    return list;
}

void printAdvice(const AdviceResult &result, Streams &streams)
{
    if (result.advice.empty())
        return;
    streams.out << "\nAdvice, tried with Vela " << result.velaVersion << " (est):\n";
    for (const auto &one : result.advice)
        streams.out << wrappedText(
            views::effectWord(one) + u": "_s + views::adviceSentence(one), streams.width);
}

/// Everything that was named, in its order.
struct Material
{
    std::vector<Finding> findings;
    std::optional<OpenedModel> opened; ///< the only program or compile among it
    QString openedFile;
    int programs = 0;
    std::vector<profile::MeasuredRun> runs;
};

/// Consoles, traces and dumps; a result.json is text too.
bool holdsRun(const QString &path)
{
    if (QFileInfo(path).isDir())
        return false;
    const auto source = ByteSource::map(path);
    if (!source || (*source)->bytes().contains("\"artefacts\""))
        return false;
    const auto kind = profile::runFileKind(**source);
    return kind == profile::RunFileKind::Console || kind == profile::RunFileKind::Trace
        || kind == profile::RunFileKind::EtDump;
}

Result<void> addProgram(const QString &name, const Input &in, Material &to)
{
    auto opened = TRY(openDocument(name));
    auto material = profileMaterial(opened);
    if (in.isSet(u"trace"_s)) {
        material.run = TRY(traceIn(in.value(u"trace"_s)));
    }
    const auto subject = assembleProfile(material);
    auto findings = findingsOf(opened, subject.get());
    if (in.names.size() > 1) {
        for (auto &finding : findings)
            finding.subject = QFileInfo(name).fileName();
    }
    std::ranges::move(findings, std::back_inserter(to.findings));
    to.opened = std::move(opened);
    to.openedFile = name;
    ++to.programs;
    return {};
}

/// By what its log prints, or by where the NPU read its commands.
bool isOfAnother(const profile::MeasuredRun &run, const OpenedModel &opened)
{
    if (run.run
        && profile::matchModel(*run.run, *opened.program).verdict == profile::ModelMatch::Differs)
        return true;
    if (!run.trace)
        return false;
    auto material = profileMaterial(opened);
    material.run = run;
    const auto subject = assembleProfile(material);
    return subject && isOfOtherProgram(*subject, run.name);
}

/// Of runs that are named beside one program. A run may be attached to it and doubted by itself.
void doubtForeign(Material &material)
{
    if (material.programs != 1 || !material.opened->program)
        return;
    for (const auto &run : material.runs) {
        const auto isDoubted = [&run](const Finding &finding) {
            return finding.doubt == Finding::Doubt::OtherProgram && finding.subject == run.name;
        };
        if (!isOfAnother(run, *material.opened)
            || std::ranges::any_of(material.findings, isDoubted))
            continue;
        Finding doubt{ .kind = Finding::Kind::Doubt,
            .doubt = Finding::Doubt::OtherProgram,
            .severity = Severity::Warning,
            .subject = run.name };
        doubt.evidence.push_back(
            { u"program"_s, QFileInfo(material.openedFile).fileName(), {}, {} });
        material.findings.push_back(std::move(doubt));
    }
}

/// A name that was given: a program, or runs.
struct Named
{
    QString name;
    std::vector<profile::MeasuredRun> runs; ///< empty: it is a program
    std::vector<profile::ProgramFacts> programs; ///< that the workspace knows of them
};

Result<std::vector<Named>> readRuns(const Input &in)
{
    std::unique_ptr<workspace::Workspace> file;
    if (in.isSet(u"workspace"_s)) {
        auto opened = TRY(workspace::Workspace::open(in.value(u"workspace"_s)));
        file = std::move(opened);
    }
    std::vector<Named> all;
    for (const auto &name : in.names) {
        Named named{ .name = name };
        if (QFileInfo::exists(name) && holdsRun(name)) {
            auto run = TRY(profile::readRunFile(name));
            named.runs.push_back(std::move(run));
        } else if (!QFileInfo::exists(name) && file) {
            auto runs = TRY(readRunSide(*file, name));
            QStringList hashes;
            for (const auto &run : runs)
                hashes << profile::programHashOf(run);
            named.programs = programsOf(*file, hashes);
            named.runs = std::move(runs);
        }
        for (auto &run : named.runs) {
            if (!run.origin)
                run.origin = profile::originFromKey(in.value(u"origin"_s));
        }
        all.push_back(std::move(named));
    }
    return all;
}

/// Those that a report would merge with a run, itself among them; empty: it stands alone.
std::vector<profile::MeasuredRun> repeatsOf(
    const profile::MeasuredRun &run, const std::vector<views::RunsOfRecord> &records)
{
    std::vector<profile::MeasuredRun> repeats;
    for (const auto &record : records) {
        if (std::ranges::find(record, &run) == record.end())
            continue;
        for (const auto *one : record)
            repeats.push_back(*one);
    }
    return repeats;
}

Result<Material> readAll(const Input &in)
{
    const auto all = TRY(readRuns(in));
    std::vector<views::ReportedRun> consoles;
    for (const auto &named : all) {
        for (const auto &run : named.runs) {
            if (!run.run || !run.isConsole())
                continue;
            const auto *stated = profile::statedProgramOf(run, named.programs);
            const bool isRefuted = stated && profile::isRefuted(run, *stated);
            consoles.push_back({ .run = &run,
                .title = run.name,
                .program = isRefuted ? nullptr : stated,
                .refuted = isRefuted ? stated : nullptr });
        }
    }
    const auto records = views::runsOfRecords(consoles);
    Material material;
    for (const auto &named : all) {
        if (named.runs.empty())
            TRY(addProgram(named.name, in, material));
        for (const auto &run : named.runs) {
            std::ranges::move(findingsOf(run, profile::statedProgramOf(run, named.programs),
                                  repeatsOf(run, records)),
                std::back_inserter(material.findings));
            material.runs.push_back(run);
        }
    }
    doubtForeign(material);
    return material;
}

void print(const std::vector<Finding> &findings, Streams &streams)
{
    QStringList subjects;
    for (const auto &finding : findings) {
        if (!subjects.contains(finding.subject))
            subjects << finding.subject;
    }
    if (subjects.size() > 1) {
        printTable(views::totalsTable(findings), streams);
        streams.out << '\n';
    }
    for (const auto &subject : subjects) {
        if (!subject.isEmpty())
            streams.out << subject << ":\n";
        for (const auto &finding : findings) {
            if (finding.subject == subject)
                streams.out << wrappedText(views::findingSentence(finding), streams.width);
        }
    }
}

Answer run(const Input &in)
{
    if (in.names.isEmpty())
        return misuse(u"a file or a run is needed: tosaic-cli findings FILE|RUN... "
                      "[--trace TRACE] [--workspace W.tosaic]"_s);
    if (in.isSet(u"trace"_s) && in.names.size() != 1)
        return misuse(u"--trace belongs to one program"_s);
    if (in.isSet(u"compile"_s) && (in.names.size() != 1 || in.isSet(u"no-advice"_s)))
        return misuse(u"--compile is for the advice about one program"_s);
    if (in.isSet(u"origin"_s) && !profile::originFromKey(in.value(u"origin"_s)))
        return misuse(u"--origin is fvp, board, this-machine or estimate"_s);
    const auto material = TRY(readAll(in));
    if (material.programs > 1 && !in.isSet(u"no-advice"_s))
        tellProblem({ u"advice.several"_s, Severity::Info, {},
                        u"no advice was tried: it is for one program at a time"_s },
            in.streams);
    AdviceTrial trial(in.streams);
    const auto advice = material.programs != 1 || in.isSet(u"no-advice"_s)
        ? AdviceResult()
        : trial.of(*material.opened,
            { .file = material.openedFile,
                .workspace = in.value(u"workspace"_s),
                .spec = in.value(u"spec"_s),
                .interpreter = interpreterOf(in),
                .model = in.value(u"compile"_s),
                .isTrusted = in.isSet(u"trust"_s) });
    const int code = trial.isInterrupted() ? Cancelled : Fine;
    if (in.wantsJson()) {
        printDocument({ { u"findings"_s, jsonList(material.findings, toJson) },
                          { u"advice"_s, adviceJson(advice) } },
            in.streams);
        return code;
    }
    print(material.findings, in.streams);
    if (material.findings.empty())
        in.streams.out << wrappedText(
            u"Nothing is known of what this costs: it has no NPU operations and no measurement, "
            "or neither a debug database nor a compile lies beside it."_s,
            in.streams.width);
    printAdvice(advice, in.streams);
    return code;
}

} // namespace
} // namespace findingscommand

Command findingsCommand()
{
    return commandOf({ .name = u"findings"_s,
        .summary = u"where the cycles go, what sets the pace, what is doubtful, what helps"_s,
        .description
        = u"What matters first of a program or compile, one sentence each with its numbers: cycles "
          "and time of an inference, what sets the pace, the operators that cost most, memory, "
          "what is left to the CPU, and why numbers may mislead. Then advice: each change is tried "
          "with Vela on the kept TOSA and told with the difference it makes; what needs a new "
          "lowering is told without numbers, or compiled with --compile."_s,
        .names = { { u"FILE|RUN"_s,
            u"Programs, results of compiles, TOSA or TFLite files; consoles, traces, ETDumps; with "
            "--workspace also runs in it, by id or name."_s,
            u"FILE|RUN..."_s } },
        .options = { { u"trace"_s, u"What the FVP wrote with --pmu-trace (.json or .json.gz)."_s,
                         u"TRACE"_s },
            { u"origin"_s, u"Where consoles that do not say it come from."_s,
                u"fvp|board|this-machine"_s },
            { u"spec"_s, u"What a TOSA or TFLite file is meant for."_s, u"SPEC.json"_s },
            { u"no-advice"_s, u"Tries nothing: no compiler is started."_s },
            { u"compile"_s,
                u"The model that it was compiled from (.py or .pt2): what needs a new lowering is "
                "compiled, too, and told with its difference."_s,
                u"MODEL"_s },
            { u"trust"_s, u"Allows that model to run its code."_s },
            { u"python"_s, u"Interpreter with Vela, for the advice."_s, u"INTERPRETER"_s },
            { u"workspace"_s, u"Where runs are kept, and the compile of a .pte may be recorded."_s,
                u"W.tosaic"_s } },
        .answer = findingscommand::run,
        .hasTables = true });
}

} // namespace tosaic::cli
