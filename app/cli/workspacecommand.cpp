// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"

#include "app/cli/workspacelists.h"
#include "core/base/units.h"
#include "core/documents/artefactfinder.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/workspace/cleaning.h"
#include "core/workspace/provenance.h"
#include "core/workspace/salvage.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace workspacecommand {
namespace {

using workspace::Workspace;
using Kind = workspace::ProvenanceStep::Kind;

void print(const QJsonObject &json, Streams &streams)
{
    streams.out << QJsonDocument(json).toJson(QJsonDocument::Indented) << Qt::flush;
}

/// Hashes of the delegates, if it is a program.
QStringList payloadsOf(const QString &path)
{
    const auto source = ByteSource::map(path);
    if (!source || formats::recognise((*source)->bytes()) != formats::FileKind::Pte)
        return {};
    const auto program = formats::readProgram(*source);
    return program ? contentOf(**program).payloads : QStringList();
}

QString stateWord(workspace::FileState state)
{
    switch (state) {
    case workspace::FileState::Present:
        return u"unchanged"_s;
    case workspace::FileState::Changed:
        return u"changed since"_s;
    case workspace::FileState::Missing:
        return u"gone"_s;
    case workspace::FileState::NotKnown:
        return u"not known where"_s;
    }
    return {};
}

QString stepLine(const workspace::ProvenanceStep &step)
{
    const auto kept = step.isKept ? u", kept in the workspace"_s : QString();
    const auto compact = [&] {
        return QString::fromUtf8(QJsonDocument(step.facts).toJson(QJsonDocument::Compact));
    };
    switch (step.kind) {
    case Kind::File:
        return u"%1 %2 (%3%4)"_s.arg(step.generation == 0 ? u"file         "_s : u"made from    "_s,
            step.path, stateWord(step.state), kept);
    case Kind::Job:
        return u"job           %1, %2, %3, folder %4%5"_s.arg(step.job->value)
            .arg(step.facts.value(u"status"_s).toString(), step.when.toString(Qt::ISODate),
                step.path, step.state == workspace::FileState::Missing ? u" (gone)"_s : QString());
    case Kind::Source:
        return u"%1 %2 (%3%4)"_s.arg(
            step.name.leftJustified(13), step.path, stateWord(step.state), kept);
    case Kind::SpecAsked:
        return u"spec asked    %1"_s.arg(compact());
    case Kind::SpecResolved:
        return u"spec used     %1"_s.arg(compact());
    case Kind::Tools:
        return u"tools         %1"_s.arg(compact());
    }
    return {};
}

/// The workspace for reading; of a damaged one what can be read, which is told.
Result<std::unique_ptr<Workspace>> openToRead(const QString &path, Streams &streams)
{
    auto opened = Workspace::open(path);
    if (opened || opened.error().code != ErrorCode::WorkspaceDamaged)
        return opened;
    auto salvaged = workspace::salvage(path);
    if (!salvaged)
        return opened;
    tellProblem(diagnosticOf(opened.error()), streams);
    return std::move(salvaged->workspace);
}

int runProvenance(const QCommandLineParser &parser, const QString &file, Streams &streams)
{
    const auto opened = openToRead(parser.value(u"workspace"_s), streams);
    if (!opened)
        return inputError(opened.error(), streams);
    const auto found = workspace::provenanceOf(**opened, file, payloadsOf(file));
    if (!found)
        return inputError(found.error(), streams);
    if (parser.isSet(u"json"_s)) {
        print(workspace::toJson(*found), streams);
    } else {
        if (!found->isKnown())
            streams.out << "no compile of this file is recorded in the workspace\n";
        else if (found->isByPayload)
            streams.out << "not recorded itself; a recorded compile wrote its delegates\n";
        for (const auto &step : found->steps)
            streams.out << stepLine(step) << '\n';
        streams.out << Qt::flush;
    }
    return found->isKnown() ? Fine : BadInput;
}

QJsonObject planJson(const workspace::CleaningPlan &plan)
{
    QJsonArray jobs;
    for (const auto &job : plan.jobs) {
        QJsonArray files;
        for (const auto &file : job.files)
            files.append(QJsonObject{
                { u"path"_s, file.path }, { u"bytes"_s, static_cast<qint64>(file.size) } });
        jobs.append(QJsonObject{ { u"job"_s, static_cast<qint64>(job.job.value) },
            { u"title"_s, job.title }, { u"folder"_s, job.folder }, { u"files"_s, files },
            { u"left"_s, QJsonArray::fromStringList(job.left) } });
    }
    return { { u"jobs"_s, jobs }, { u"fileBytes"_s, static_cast<qint64>(plan.fileBytes) },
        { u"workspaceBytes"_s, static_cast<qint64>(plan.workspaceBytes) },
        { u"keptJobs"_s, static_cast<qint64>(plan.kept.size()) } };
}

void printPlan(const workspace::CleaningPlan &plan, Streams &streams)
{
    for (const auto &job : plan.jobs) {
        streams.out << "job " << job.job.value << ' ' << job.title << '\n';
        for (const auto &file : job.files)
            streams.out << "  " << file.path << "  " << formatBytes(file.size) << '\n';
        for (const auto &path : job.left)
            streams.out << "  stays: " << path << '\n';
    }
    streams.out << "in folders " << formatBytes(plan.fileBytes) << ", in the workspace "
                << formatBytes(plan.workspaceBytes) << '\n'
                << Qt::flush;
}

int runGc(const QCommandLineParser &parser, Streams &streams)
{
    workspace::CleaningRules rules;
    bool isNumber = true;
    if (parser.isSet(u"keep"_s))
        rules.keepPerModel = parser.value(u"keep"_s).toInt(&isNumber);
    if (!isNumber || rules.keepPerModel < 0)
        return usageError(u"--keep is a number"_s, streams);
    rules.outputRoots = parser.values(u"output-root"_s);
    if (rules.outputRoots.isEmpty())
        rules.outputRoots << QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
                + u"/compiles"_s;
    auto opened = Workspace::open(parser.value(u"workspace"_s));
    if (!opened)
        return inputError(opened.error(), streams);
    const auto plan = workspace::planCleaning(**opened, rules);
    if (!plan)
        return inputError(plan.error(), streams);
    auto json = planJson(*plan);
    const bool asJson = parser.isSet(u"json"_s);
    if (!asJson)
        printPlan(*plan, streams);
    if (!parser.isSet(u"dry-run"_s)) {
        const auto report = workspace::clean(**opened, *plan);
        if (!report)
            return inputError(report.error(), streams);
        tellProblems(report->problems, streams);
        json.insert(u"removedFiles"_s, static_cast<qint64>(report->removedFiles));
        json.insert(
            u"freedBytes"_s, static_cast<qint64>(report->fileBytes + report->workspaceBytes));
        json.insert(u"isCompact"_s, report->isCompact);
        if (!asJson)
            streams.out << "removed " << report->removedFiles << " files, freed "
                        << formatBytes(report->fileBytes + report->workspaceBytes) << '\n'
                        << Qt::flush;
    }
    if (asJson)
        print(json, streams);
    return Fine;
}

int runJobs(const QCommandLineParser &parser, Streams &streams)
{
    const auto opened = openToRead(parser.value(u"workspace"_s), streams);
    return opened ? listJobs(**opened, parser.isSet(u"json"_s), streams)
                  : inputError(opened.error(), streams);
}

int runSpecs(const QCommandLineParser &parser, const QString &name, Streams &streams)
{
    bool isNumber = true;
    std::optional<int> number;
    if (parser.isSet(u"number"_s))
        number = parser.value(u"number"_s).toInt(&isNumber);
    if (!isNumber || (number && name.isEmpty()))
        return usageError(u"--number is the number of a version of specs NAME"_s, streams);
    const auto opened = openToRead(parser.value(u"workspace"_s), streams);
    if (!opened)
        return inputError(opened.error(), streams);
    const bool asJson = parser.isSet(u"json"_s);
    return name.isEmpty() ? listSpecs(**opened, asJson, streams)
                          : listSpecVersions(**opened, name, number, asJson, streams);
}

int run(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"provenance FILE: which source, spec and tools made a file (a path or a SHA-256); exit "
        "code 1 if that is not recorded. gc: removes results that nothing refers to any more. "
        "jobs: the compiles, and how each ended. specs: the kept compile specs; specs NAME: its "
        "versions and what each changed."_s);
    parser.addPositionalArgument(u"ACTION"_s, u"provenance, gc, jobs or specs"_s);
    parser.addPositionalArgument(
        u"WHAT"_s, u"FILE of provenance, NAME of specs"_s, u"[FILE|NAME]"_s);
    parser.addOptions({ { u"workspace"_s, u"the workspace file"_s, u"W.tosaic"_s },
        { u"json"_s, u"prints one JSON document"_s },
        { u"dry-run"_s, u"gc: only says what would be removed"_s },
        { u"number"_s, u"specs NAME: prints this version alone, as SPEC.json"_s, u"N"_s },
        { u"keep"_s, u"gc: so many newest compiles of each model stay (3)"_s, u"N"_s },
        { u"output-root"_s,
            u"gc: files of compiles below this folder may be removed; again for more folders"_s,
            u"DIR"_s } });
    if (const auto end = endsAtArguments(parser, u"workspace"_s, arguments, streams))
        return *end;
    const auto words = parser.positionalArguments();
    if (!parser.isSet(u"workspace"_s))
        return usageError(u"give --workspace W.tosaic"_s, streams);
    if (words.size() == 2 && words[0] == "provenance"_L1)
        return runProvenance(parser, words[1], streams);
    if (words.size() == 1 && words[0] == "gc"_L1)
        return runGc(parser, streams);
    if (words.size() == 1 && words[0] == "jobs"_L1)
        return runJobs(parser, streams);
    if ((words.size() == 1 || words.size() == 2) && words[0] == "specs"_L1)
        return runSpecs(parser, words.value(1), streams);
    return usageError(u"give provenance FILE, gc, jobs or specs [NAME]"_s, streams);
}

} // namespace
} // namespace workspacecommand

Command workspaceCommand()
{
    using namespace workspacecommand;
    return { u"workspace"_s, u"where a file comes from; compiles and specs kept; clean up"_s, false,
        run };
}

} // namespace tosaic::cli
