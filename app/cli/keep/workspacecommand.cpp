// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"

#include "core/analysis/comparison.h"
#include "core/base/description.h"
#include "core/base/jsonlist.h"
#include "core/base/units.h"
#include "core/compiled/problemjson.h"
#include "core/documents/artefactfinder.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/spec/specjson.h"
#include "core/workspace/cleaning.h"
#include "core/workspace/provenance.h"
#include "core/workspace/salvage.h"
#include "views/widgets/changewords.h"

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

/// What a step is, and what is known of it.
DescriptionFact stepFact(const workspace::ProvenanceStep &step)
{
    const auto file = [&step] {
        return u"%1 (%2%3)"_s.arg(step.path, stateWord(step.state),
            step.isKept ? u", kept in the workspace"_s : QString());
    };
    const auto compact = [&step] {
        return QString::fromUtf8(QJsonDocument(step.facts).toJson(QJsonDocument::Compact));
    };
    switch (step.kind) {
    case Kind::File:
        return { step.generation == 0 ? u"file"_s : u"made from"_s, file() };
    case Kind::Job:
        return { u"job"_s,
            u"%1, %2, %3, folder %4%5"_s.arg(step.job->value)
                .arg(step.facts.value(u"status"_s).toString(), step.when.toString(Qt::ISODate),
                    step.path,
                    step.state == workspace::FileState::Missing ? u" (gone)"_s : QString()) };
    case Kind::Source:
        return { step.name, file() };
    case Kind::SpecAsked:
        return { u"spec asked"_s, compact() };
    case Kind::SpecResolved:
        return { u"spec used"_s, compact() };
    case Kind::Tools:
        return { u"tools"_s, compact() };
    }
    return {};
}

/// The workspace for reading; of a damaged one what can be read, which is told.
Result<std::unique_ptr<Workspace>> openToRead(const Input &in)
{
    const auto path = in.value(u"workspace"_s);
    auto opened = Workspace::open(path);
    if (opened || opened.error().code != ErrorCode::WorkspaceDamaged)
        return opened;
    auto salvaged = workspace::salvage(path);
    if (!salvaged && salvaged.error().code != ErrorCode::WorkspaceDamaged)
        return fail(salvaged.error()); // no room for the copy, say
    if (!salvaged)
        return opened;
    tellProblem(diagnosticOf(opened.error()), in.streams);
    return std::move(salvaged->workspace);
}

Answer runProvenance(const Input &in, const QString &file)
{
    const auto opened = TRY(openToRead(in));
    const auto found = TRY(workspace::provenanceOf(*opened, file, payloadsOf(file)));
    auto &out = in.streams.out;
    if (in.wantsJson()) {
        printDocument(workspace::toJson(found), in.streams);
    } else {
        if (!found.isKnown())
            out << "no compile of this file is recorded in the workspace\n";
        else if (found.isByPayload)
            out << "not recorded itself; a recorded compile wrote its delegates\n";
        std::vector<DescriptionFact> facts;
        for (const auto &step : found.steps)
            facts.push_back(stepFact(step));
        out << factsText(facts, in.streams.width, {});
    }
    return found.isKnown() ? Fine : BadInput;
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
                << formatBytes(plan.workspaceBytes) << '\n';
}

Answer runGc(const Input &in)
{
    workspace::CleaningRules rules;
    std::optional<int> keep;
    if (!in.number(u"keep"_s, keep))
        return misuse(u"--keep is a number"_s);
    rules.keepPerModel = keep.value_or(rules.keepPerModel);
    rules.outputRoots = in.values(u"output-root"_s);
    if (rules.outputRoots.isEmpty())
        rules.outputRoots << QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
                + u"/compiles"_s;
    auto opened = TRY(Workspace::open(in.value(u"workspace"_s)));
    const auto plan = TRY(workspace::planCleaning(*opened, rules));
    auto json = planJson(plan);
    auto problems = plan.problems;
    if (!in.wantsJson())
        printPlan(plan, in.streams);
    if (!in.isSet(u"dry-run"_s)) {
        const auto report = TRY(workspace::clean(*opened, plan));
        problems = report.problems;
        const auto freed = report.fileBytes + report.workspaceBytes;
        json.insert(u"removedFiles"_s, static_cast<qint64>(report.removedFiles));
        json.insert(u"freedBytes"_s, static_cast<qint64>(freed));
        json.insert(u"isCompact"_s, report.isCompact);
        if (!in.wantsJson())
            in.streams.out << "removed " << report.removedFiles << " files, freed "
                           << formatBytes(freed) << '\n';
    }
    tellProblems(problems, in.streams);
    json.insert(u"problems"_s, jsonList(problems, compiled::problemToJson));
    if (in.wantsJson())
        printDocument(json, in.streams);
    return problems.empty() ? Fine : BadInput;
}

QString text(const QDateTime &time)
{
    return time.toString(Qt::ISODate);
}

QString targetOf(const QJsonObject &spec)
{
    return spec.value(u"target"_s).toString();
}

/// As JSON under a key, else as a table.
template <typename Row>
void printList(const Columns<Row> &columns, const std::vector<Row> &rows, const QString &key,
    const QJsonObject &more, const Input &in)
{
    auto table = tableOf(columns, rows);
    if (in.wantsJson()) {
        auto json = more;
        json.insert(key, tableJson(table));
        return printDocument(json, in.streams);
    }
    if (rows.empty())
        return;
    for (size_t i = 0; i < table.columns.size(); ++i) { // specs are for programs
        if (!table.columns[i].title.isEmpty())
            continue;
        table.columns.erase(table.columns.begin() + qsizetype(i));
        for (auto &row : table.rows)
            row.erase(row.begin() + qsizetype(i));
    }
    printTable(table, in.streams);
}

Answer listJobs(const Input &in)
{
    using Job = workspace::JobRecord;
    const auto opened = TRY(openToRead(in));
    const Columns<Job> columns{
        { { u"job"_s, u"job"_s, {}, true }, [](const Job &job) { return qint64(job.id.value); },
            [](const Job &job) { return QString::number(job.id.value); } },
        { { u"status"_s, u"status"_s }, [](const Job &job) { return job.status; },
            [](const Job &job) {
                return job.status == "cut-off"_L1 ? u"no result (killed)"_s : job.status;
            } },
        { { u"kind"_s, u"kind"_s }, [](const Job &job) { return job.kind; } },
        { { u"source"_s, u"source"_s }, [](const Job &job) { return job.sourceName; } },
        { { u"target"_s, u"target"_s }, [](const Job &job) { return targetOf(job.spec); } },
        { { u"started"_s, u"started"_s }, [](const Job &job) { return text(job.started); } },
        { { u"ended"_s, u"ended"_s },
            [](const Job &job) {
                return job.ended.isValid() ? QVariant(text(job.ended)) : QVariant();
            } },
        { { u"folder"_s, u"folder"_s }, [](const Job &job) { return job.folder; } },
    };
    printList(columns, TRY(opened->jobHeads()), u"jobs"_s, {}, in);
    return Fine;
}

Answer listSpecs(const Input &in)
{
    using Spec = workspace::SpecRecord;
    const auto opened = TRY(openToRead(in));
    const Columns<Spec> columns{
        { { u"name"_s, u"name"_s }, [](const Spec &spec) { return spec.name; } },
        { { u"spec"_s, {} }, [](const Spec &spec) { return QVariant(spec.spec); },
            [](const Spec &) { return QString(); } },
        { { {}, u"target"_s }, [](const Spec &spec) { return targetOf(spec.spec); } },
        { { u"versions"_s, u"versions"_s, {}, true },
            [](const Spec &spec) { return spec.versions; } },
        { { u"saved"_s, u"saved"_s }, [](const Spec &spec) { return text(spec.saved); } },
    };
    printList(columns, TRY(opened->specs()), u"specs"_s, {}, in);
    return Fine;
}

/// In words what a spec changed; empty if one of them cannot be read.
QString changeText(const QJsonObject &before, const QJsonObject &after)
{
    const auto from = spec::fromJson(before);
    const auto to = spec::fromJson(after);
    return from && to ? views::specChangeSentence(analysis::specChanges(*from, *to)) : QString();
}

/// The oldest first.
Result<std::vector<workspace::SpecVersion>> versionsOf(Workspace &workspace, const QString &name)
{
    const auto specs = TRY(workspace.specs());
    const auto found = std::ranges::find(specs, name, &workspace::SpecRecord::name);
    if (found == specs.end())
        return fail(ErrorCode::IoOpen, u"the workspace has no spec \"%1\""_s.arg(name),
            { .file = workspace.path() });
    auto versions = TRY(workspace.specHistory(found->id));
    std::ranges::reverse(versions);
    return versions;
}

Answer listSpecVersions(const Input &in, const QString &name)
{
    using Version = workspace::SpecVersion;
    const auto opened = TRY(openToRead(in));
    const auto versions = TRY(versionsOf(*opened, name));
    const auto count = static_cast<int>(versions.size());
    std::optional<int> number;
    in.number(u"number"_s, number);
    if (number && (*number < 1 || *number > count))
        return fail(ErrorCode::IoOpen,
            u"there are versions 1 to %1 of \"%2\""_s.arg(count).arg(name),
            { .file = opened->path() });
    if (number) {
        printDocument(versions[static_cast<size_t>(*number - 1)].spec, in.streams);
        return Fine;
    }
    const auto place = [&](const Version &version) { return &version - versions.data(); };
    const Columns<Version> columns{
        { { u"version"_s, u"version"_s, {}, true },
            [&](const Version &version) { return qint64(place(version) + 1); } },
        { { u"saved"_s, u"saved"_s }, [](const Version &version) { return text(version.saved); } },
        { { u"change"_s, u"change"_s },
            [&](const Version &version) {
                return place(version) == 0 ? u"the oldest kept"_s
                                           : changeText((&version - 1)->spec, version.spec);
            } },
        { { u"spec"_s, {} }, [](const Version &version) { return QVariant(version.spec); },
            [](const Version &) { return QString(); } },
    };
    printList(columns, versions, u"versions"_s, { { u"name"_s, name } }, in);
    return Fine;
}

Answer run(const Input &in)
{
    const auto &words = in.names;
    const auto action = words.value(0);
    std::optional<int> number;
    if (!in.isSet(u"workspace"_s))
        return misuse(u"give --workspace W.tosaic"_s);
    if (words.size() == 2 && action == "provenance"_L1)
        return runProvenance(in, words[1]);
    if (words.size() == 1 && action == "gc"_L1)
        return runGc(in);
    if (words.size() == 1 && action == "jobs"_L1)
        return listJobs(in);
    if (!(words.size() == 1 || words.size() == 2) || action != "specs"_L1)
        return misuse(u"give provenance FILE, gc, jobs or specs [NAME]"_s);
    if (!in.number(u"number"_s, number) || (number && words.size() < 2))
        return misuse(u"--number is the number of a version of specs NAME"_s);
    return words.size() == 1 ? listSpecs(in) : listSpecVersions(in, words[1]);
}

} // namespace
} // namespace workspacecommand

Command workspaceCommand()
{
    return commandOf({ .name = u"workspace"_s,
        .summary = u"where a file comes from; compiles and specs kept; clean up"_s,
        .description
        = u"provenance FILE: which source, spec and tools made a file (a path or a SHA-256); exit "
          "code 1 if that is not recorded. gc: removes results that nothing refers to any more. "
          "jobs: the compiles, and how each ended. specs: the kept compile specs; specs NAME: its "
          "versions and what each changed."_s,
        .names = { { u"ACTION"_s, u"provenance, gc, jobs or specs"_s },
            { u"WHAT"_s, u"FILE of provenance, NAME of specs"_s, u"[FILE|NAME]"_s } },
        .options = { { u"workspace"_s, u"the workspace file"_s, u"W.tosaic"_s },
            { u"dry-run"_s, u"gc: only says what would be removed"_s },
            { u"number"_s, u"specs NAME: prints this version alone, as SPEC.json"_s, u"N"_s },
            { u"keep"_s, u"gc: so many newest compiles of each model stay (3)"_s, u"N"_s },
            { u"output-root"_s,
                u"gc: files of compiles below this folder may be removed; again for more "
                "folders"_s,
                u"DIR"_s } },
        .answer = workspacecommand::run,
        .hasTables = true });
}

} // namespace tosaic::cli
