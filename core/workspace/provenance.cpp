// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/provenance.h"

#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/base/try.h"

#include "core/base/bytesource.h"
#include "core/spec/calibrationpictures.h"
#include "core/workspace/samemodel.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

using Kind = ProvenanceStep::Kind;

/// What the job changed: the program whose payloads it exchanged, else what it compiled.
QString madeFrom(const JobRecord &job)
{
    const auto program = std::ranges::find(job.sources, u"program"_s, &SourceRecord::role);
    return program == job.sources.end() ? job.sourceSha256 : program->sha256;
}

FileState stateOf(const QString &path, const QString &sha256)
{
    if (path.isEmpty())
        return FileState::NotKnown;
    if (QFileInfo(path).isDir()) {
        const auto pictures = spec::pictureFacts(path);
        return pictures && pictures->sha256 == sha256 ? FileState::Present : FileState::Changed;
    }
    const auto source = ByteSource::map(path);
    if (!source)
        return FileState::Missing;
    return sha256.isEmpty() || sha256Hex((*source)->bytes()) == sha256 ? FileState::Present
                                                                       : FileState::Changed;
}

/// Walks from a file to what it was made from, newest first.
class Chain
{
public:
    explicit Chain(Workspace &workspace) : m_workspace(workspace) { }

    Result<void> load();
    Result<Provenance> follow(const QString &path, const QString &sha256, const QStringList &);
    /// The hash of the newest file that was recorded with this path; empty if none was.
    QString recordedHash(const QString &path) const;

private:
    void addFile(int generation, const QString &path, const QString &sha256);
    void addJob(int generation, const JobRecord &job);
    void addSources(int generation, const JobRecord &job);
    void addSpecs(int generation, const JobRecord &job);
    const JobRecord *writerOf(
        const QString &sha256, bool &isByPayload, const QStringList &payloads);
    const JobRecord *job(JobId id) const;
    QString pathOfModel(const QString &sha256) const;

    Workspace &m_workspace;
    std::vector<JobRecord> m_jobs;
    std::vector<ModelRecord> m_models;
    std::vector<SpecRecord> m_specs;
    std::vector<ArtefactRecord> m_artefacts;
    Provenance m_found;
};

Result<void> Chain::load()
{
    auto jobs = m_workspace.jobHeads();
    auto models = m_workspace.models();
    auto specs = m_workspace.specs();
    auto artefacts = m_workspace.artefacts();
    if (!jobs || !models || !specs || !artefacts)
        return fail(!jobs ? jobs.error()
                : !models ? models.error()
                : !specs  ? specs.error()
                          : artefacts.error());
    m_jobs = std::move(*jobs);
    m_models = std::move(*models);
    m_specs = std::move(*specs);
    m_artefacts = std::move(*artefacts);
    return {};
}

QString Chain::recordedHash(const QString &path) const
{
    for (auto it = m_artefacts.rbegin(); it != m_artefacts.rend(); ++it) {
        if (it->path == path)
            return it->sha256;
    }
    for (auto it = m_models.rbegin(); it != m_models.rend(); ++it) {
        if (it->path == path)
            return it->sha256;
    }
    return {};
}

const JobRecord *Chain::job(JobId id) const
{
    const auto found = std::find_if(
        m_jobs.begin(), m_jobs.end(), [id](const JobRecord &job) { return job.id == id; });
    return found == m_jobs.end() ? nullptr : &*found;
}

const JobRecord *Chain::writerOf(
    const QString &sha256, bool &isByPayload, const QStringList &payloads)
{
    if (const auto writers = m_workspace.jobsThatWrote(sha256); writers && !writers->empty())
        return job(writers->front());
    // Every delegate has to come from the same compile.
    std::optional<std::vector<JobId>> common;
    for (const auto &payload : payloads) {
        auto jobs = m_workspace.jobsWithPayload(payload);
        if (!jobs)
            return nullptr;
        if (!common)
            common = std::move(*jobs);
        else
            std::erase_if(*common,
                [&](JobId id) { return std::find(jobs->begin(), jobs->end(), id) == jobs->end(); });
    }
    if (!common || common->empty())
        return nullptr;
    isByPayload = true;
    return job(common->front());
}

QString Chain::pathOfModel(const QString &sha256) const
{
    QString path;
    for (const auto &model : m_models) {
        if (model.sha256 == sha256 && (path.isEmpty() || QFileInfo::exists(model.path)))
            path = model.path;
    }
    return path;
}

void Chain::addFile(int generation, const QString &path, const QString &sha256)
{
    ProvenanceStep step{ .kind = Kind::File,
        .generation = generation,
        .name = QFileInfo(path).fileName(),
        .path = path,
        .sha256 = sha256 };
    for (const auto &artefact : m_artefacts) {
        if (artefact.sha256 != sha256)
            continue;
        if (step.path.isEmpty()) {
            step.path = artefact.path;
            step.name = QFileInfo(artefact.path).fileName();
        }
        step.isKept = step.isKept || artefact.hasCopy;
    }
    step.state = stateOf(step.path, sha256);
    m_found.steps.push_back(std::move(step));
}

void Chain::addJob(int generation, const JobRecord &job)
{
    QJsonObject facts{ { u"status"_s, job.status }, { u"kind"_s, job.kind } };
    insertKnown(facts, u"action"_s, job.action);
    insertKnown(facts, u"exitCode"_s, job.exitCode);
    insertKnown(facts, u"commit"_s, commitOf(job));
    m_found.steps.push_back({ .kind = Kind::Job,
        .generation = generation,
        .name = job.name,
        .path = job.folder,
        .state = QFileInfo(job.folder).isDir() ? FileState::Present : FileState::Missing,
        .job = job.id,
        .when = job.ended.isValid() ? job.ended : job.started,
        .facts = facts });
    addSources(generation, job);
    addSpecs(generation, job);
    QJsonObject tools;
    for (const auto &[name, version] : job.tools)
        tools.insert(name, version);
    insertKnown(tools, u"interpreter"_s, job.interpreter);
    if (!tools.isEmpty())
        m_found.steps.push_back(
            { .kind = Kind::Tools, .generation = generation, .job = job.id, .facts = tools });
}

void Chain::addSources(int generation, const JobRecord &job)
{
    auto sources = job.sources;
    std::erase_if(sources, // no file: the job's step tells it
        [](const SourceRecord &source) { return source.role == "commit"_L1; });
    const bool hasModel = std::any_of(sources.begin(), sources.end(),
        [](const SourceRecord &source) { return source.role == "model"_L1; });
    if (!hasModel && !(job.sourceName.isEmpty() && job.sourceSha256.isEmpty()))
        sources.insert(sources.begin(), { .role = u"model"_s, .sha256 = job.sourceSha256 });
    for (auto &source : sources) {
        // Version 1 and an exchange of payloads record name and hash alone; the models say where
        // such a file was.
        if (source.path.isEmpty() && source.role == "model"_L1)
            source.path = pathOfModel(source.sha256);
        const auto copy = std::find_if(m_models.begin(), m_models.end(),
            [&](const auto &model) { return model.sha256 == source.sha256 && model.hasCopy; });
        m_found.steps.push_back({ .kind = Kind::Source,
            .generation = generation,
            .name = source.role,
            .path
            = source.path.isEmpty() && source.role == "model"_L1 ? job.sourceName : source.path,
            .sha256 = source.sha256,
            .state = stateOf(source.path, source.sha256),
            .isKept = copy != m_models.end(),
            .job = job.id });
    }
}

void Chain::addSpecs(int generation, const JobRecord &job)
{
    const auto named = std::find_if(m_specs.begin(), m_specs.end(),
        [&](const SpecRecord &spec) { return spec.spec == job.spec && spec.name != "current"_L1; });
    if (!job.spec.isEmpty())
        m_found.steps.push_back({ .kind = Kind::SpecAsked,
            .generation = generation,
            .name = named == m_specs.end() ? QString() : named->name,
            .job = job.id,
            .facts = job.spec });
    if (!job.resolvedSpec.isEmpty())
        m_found.steps.push_back({ .kind = Kind::SpecResolved,
            .generation = generation,
            .job = job.id,
            .facts = job.resolvedSpec });
}

Result<Provenance> Chain::follow(
    const QString &path, const QString &sha256, const QStringList &payloads)
{
    m_found.sha256 = sha256;
    QSet<QString> seen;
    auto file = path;
    auto hash = sha256;
    for (int generation = 0; !hash.isEmpty() && !seen.contains(hash); ++generation) {
        seen.insert(hash);
        bool isByPayload = false;
        const auto *writer
            = writerOf(hash, isByPayload, generation == 0 ? payloads : QStringList());
        if (!writer && generation > 0)
            break; // a plain source: the job before has listed it
        addFile(generation, file, hash);
        if (!writer)
            break;
        m_found.isByPayload = m_found.isByPayload || isByPayload;
        addJob(generation, *writer);
        hash = madeFrom(*writer);
        file.clear();
    }
    return std::move(m_found);
}

} // namespace

Result<Provenance> provenanceOf(
    Workspace &workspace, const QString &pathOrSha256, const QStringList &payloads)
{
    Chain chain(workspace);
    TRY(chain.load());
    static const QRegularExpression hash(u"^[0-9a-f]{64}$"_s);
    if (!QFileInfo::exists(pathOrSha256) && hash.match(pathOrSha256).hasMatch())
        return chain.follow({}, pathOrSha256, payloads);
    const auto path = QFileInfo(pathOrSha256).absoluteFilePath();
    const auto source = ByteSource::map(path);
    if (source)
        return chain.follow(path, sha256Hex((*source)->bytes()), payloads);
    const auto recorded = chain.recordedHash(path);
    if (recorded.isEmpty())
        return fail(source.error());
    return chain.follow(path, recorded, payloads);
}

namespace {

QString kindText(Kind kind)
{
    switch (kind) {
    case Kind::File:
        return u"file"_s;
    case Kind::Job:
        return u"job"_s;
    case Kind::Source:
        return u"source"_s;
    case Kind::SpecAsked:
        return u"spec-asked"_s;
    case Kind::SpecResolved:
        return u"spec-resolved"_s;
    case Kind::Tools:
        return u"tools"_s;
    }
    return {};
}

QString stateText(FileState state)
{
    switch (state) {
    case FileState::Present:
        return u"present"_s;
    case FileState::Changed:
        return u"changed"_s;
    case FileState::Missing:
        return u"missing"_s;
    case FileState::NotKnown:
        return u"not-known"_s;
    }
    return {};
}

QJsonObject stepJson(const ProvenanceStep &step)
{
    QJsonObject json{ { u"kind"_s, kindText(step.kind) }, { u"generation"_s, step.generation } };
    const auto insert
        = [&json](const QString &key, const QString &text) { insertKnown(json, key, text); };
    insert(u"name"_s, step.name);
    insert(u"path"_s, step.path);
    insert(u"sha256"_s, step.sha256);
    if (step.kind == Kind::File || step.kind == Kind::Source) {
        json.insert(u"state"_s, stateText(step.state));
        json.insert(u"keptInWorkspace"_s, step.isKept);
    }
    if (step.job)
        json.insert(u"job"_s, static_cast<qint64>(step.job->value));
    if (step.when.isValid())
        json.insert(u"when"_s, step.when.toUTC().toString(Qt::ISODateWithMs));
    insertKnown(json, u"facts"_s, step.facts);
    return json;
}

} // namespace

QJsonObject toJson(const Provenance &provenance)
{
    const auto steps = jsonList(provenance.steps, stepJson);
    return { { u"sha256"_s, provenance.sha256 }, { u"isKnown"_s, provenance.isKnown() },
        { u"evidence"_s,
            !provenance.isKnown()        ? u"none"_s
                : provenance.isByPayload ? u"delegate-payloads"_s
                                         : u"file"_s },
        { u"steps"_s, steps } };
}

} // namespace tosaic::workspace
