// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/compiled/compileresult.h"
#include "core/workspace/records.h"
#include "core/workspace/runlock.h"
#include "core/workspace/samples.h"

#include <functional>
#include <map>
#include <memory>
#include <span>

/// What is kept between sessions: one `.tosaic` file, an SQLite database.
namespace tosaic::workspace {

class Query;

class Database;

/// What the parts of a workspace have in common: the file they lie in.
class Records
{
public:
    explicit Records(Database &database) : m_database(&database) { }

protected:
    QString path() const; ///< for errors

    Database *m_database;
};

/// The models that were worked on.
class ModelRecords : protected Records
{
public:
    using Records::Records;

    /// Hashes the file; `keepCopy` keeps its bytes too (LimitExceeded above BlobLimitBytes). A
    /// model with the same path and hash is recorded once.
    Result<ModelId> addModel(const QString &path, bool keepCopy = false);
    Result<std::vector<ModelRecord>> models();
    /// The kept copy; IoOpen if none was kept.
    Result<QByteArray> modelBytes(ModelId id);

    Result<void> removeModel(ModelId id);
};

/// Specs that were kept under a name.
class SpecRecords : protected Records
{
public:
    using Records::Records;

    /// Saves under a name. What had that name before stays in the history (SpecHistoryLimit);
    /// the same spec again changes nothing.
    Result<SpecId> saveSpec(const QString &name, const QJsonObject &spec);
    Result<std::vector<SpecRecord>> specs();
    /// Newest first; the first is the current one.
    Result<std::vector<SpecVersion>> specHistory(SpecId id);
    Result<void> removeSpec(SpecId id);
};

/// Choices of a workspace, and how its windows are arranged.
class SettingRecords : protected Records
{
public:
    using Records::Records;

    /// Choices of this workspace ("tools.interpreter", "tools.second", "board", ...); empty if the
    /// key was never set. An empty value removes the key.
    Result<QString> setting(const QString &key);
    Result<void> setSetting(const QString &key, const QString &value);
    Result<std::map<QString, QString>> settings();
    /// Arrangement of the window for a subject: "window", or "file SHA256", as the window made it.
    Result<QByteArray> layout(const QString &subject);
    Result<void> setLayout(const QString &subject, const QByteArray &state);
};

/// What compiles wrote.
class ArtefactRecords : protected Records
{
public:
    using Records::Records;

    /// Small files are copied into the workspace, larger ones recorded by path and hash.
    Result<ArtefactId> addArtefact(
        JobId job, const compiled::Artefact &artefact, const QString &folder);
    Result<std::vector<ArtefactRecord>> artefacts(std::optional<JobId> job = {});
    /// The bytes, from the workspace or else from the path; FormatDamaged if they no longer have
    /// the recorded hash, IoOpen if they are gone.
    Result<QByteArray> artefactBytes(ArtefactId id);
    /// Those without a copy here whose file is gone or has changed. Hashes the files.
    Result<std::vector<ArtefactProblem>> missingArtefacts();
    /// Writes what is kept of a job into a folder, as the compile left it there.
    Result<void> restoreJob(JobId job, const QString &folder);
    /// The job that wrote a file with this hash, newest first.
    Result<std::vector<JobId>> jobsThatWrote(const QString &sha256);
    /// The jobs that made a delegate with this payload.
    Result<std::vector<JobId>> jobsWithPayload(const QString &payloadSha256);

    /// An artefact with the bytes to keep, read before the transaction begins.
    struct PreparedArtefact
    {
        compiled::Artefact artefact;
        QString path; ///< absolute
        std::optional<QByteArray> bytes; ///< absent: too large, or gone
    };

protected:
    static Result<PreparedArtefact> prepareArtefact(
        const compiled::Artefact &artefact, const QString &folder);
    void insertArtefact(JobId job, const PreparedArtefact &prepared);
};

/// Compiles, with what they wrote.
class JobRecords : public ArtefactRecords
{
public:
    using ArtefactRecords::ArtefactRecords;

    /// `job.id` is ignored; status "running" unless it says otherwise. A job that runs counts as
    /// "running" while this object lives or jobLock() is held, and behind that as "cut-off".
    /// addCompile() or endJob() end it.
    Result<JobId> beginJob(const JobRecord &job);
    /// Of a job that this object began, for those who write it through several objects.
    std::shared_ptr<RunLock> jobLock(JobId id) const;
    Result<void> endJob(JobId id, const QString &status, const QString &log);
    /// A finished compile with its artefacts, result.json and the hashes of its delegates'
    /// payloads, in one transaction. The same folder with the same result is recorded once, whoever
    /// does it, unless it was cleaned up in between or did not succeed. `begun`: the job that
    /// beginJob() recorded of it; it keeps its id, start, name and notes.
    Result<JobId> addCompile(const compiled::CompileResult &result, const JobRecord &details,
        std::optional<JobId> begun = {});
    Result<std::vector<JobRecord>> jobs();
    /// As jobs(), without the logs: for lists.
    Result<std::vector<JobRecord>> jobHeads();
    Result<void> setJobPinned(JobId id, bool pinned);
    Result<void> setJobName(JobId id, const QString &name);
    /// Forgets the job, its artefacts and the bytes that nothing else needs. Files stay.
    Result<void> removeJob(JobId id);
    Result<QString> jobLog(JobId id);
    /// The payloads of the delegates that jobs made, in the order in which they were recorded.
    Result<std::map<JobId, std::vector<PayloadRecord>>> payloads();
    /// A job that ended, as another workspace recorded it: taken as it is.
    Result<JobId> addJobOfTeam(const JobRecord &job, const std::vector<PreparedArtefact> &artefacts,
        const std::vector<PayloadRecord> &payloads);

protected:
    std::map<quint32, std::shared_ptr<RunLock>> m_liveJobs; ///< by id; begun here

private:
    Result<std::vector<JobRecord>> readJobs(bool withLogs);
    JobId insertJob(const JobRecord &job);
    JobId updateJob(JobId id, const JobRecord &job);
    QString storedStatus(JobId id); ///< empty if there is no such job
    void insertSources(JobId id, const std::vector<SourceRecord> &sources);
    void insertPayloads(JobId id, const std::vector<PayloadRecord> &payloads);
    /// The compile that another window has recorded already.
    std::optional<JobId> knownCompile(
        const QString &folder, const std::vector<PreparedArtefact> &prepared);
};

/// Measured runs.
class RunRecords : protected Records
{
public:
    using Records::Records;

    /// `run.id` and `run.consoleBytes` are ignored, `run.imported` is now unless it is stated. With
    /// status "running" it is a live run: appendConsole() and appendSamples() fill it, finishRun()
    /// ends it. It counts as "running" while this object lives or runLock() is held, behind that as
    /// "cut-off".
    Result<RunId> addRun(const RunRecord &run);
    /// Of a live run that this object began, for those who write it through several objects.
    std::shared_ptr<RunLock> runLock(RunId id) const;
    /// With its numbers and the files it was read from, in one transaction.
    Result<RunId> addRun(const RunRecord &run, const std::vector<RunValue> &values,
        const std::vector<RunFile> &files);
    /// Adds to the console of a live run; acknowledged bytes stay.
    Result<void> appendConsole(RunId id, const QByteArray &bytes);
    /// Ends a live run: everything but console, kind and id is taken from `run`, and the numbers
    /// are replaced.
    Result<void> finishRun(RunId id, const RunRecord &run, const std::vector<RunValue> &values);
    /// Files that a live run left, beside those it has.
    Result<void> addRunFiles(RunId id, const std::vector<RunFile> &files);
    Result<std::vector<RunValue>> runValues(RunId id);
    Result<std::vector<RunFile>> runFiles(RunId id);
    /// As artefactBytes(), of the first file with this role.
    Result<QByteArray> runFileBytes(RunId id, const QString &role);
    Result<std::vector<RunRecord>> runs();
    /// As runs(), without the consoles: for lists.
    Result<std::vector<RunRecord>> runHeads();
    Result<std::vector<RunId>> runsNamed(const QString &name);
    /// With its console in memory: LimitExceeded above 512 MiB.
    Result<RunRecord> run(RunId id);
    /// As run(), without the console.
    Result<RunRecord> runFacts(RunId id);
    /// Gives the console to `take` part by part, until it has enough, or until the parts became
    /// more than 256 MiB and a hundred times what the file stores of them. WorkspaceDamaged if a
    /// part cannot be unpacked.
    Result<ConsoleEnd> readConsole(RunId id, const ConsolePart &take);
    Result<void> setRunModel(RunId id, const QString &modelSha256);
    /// What users state about a run: name, origin, model, NPU clock, conditions and note are taken
    /// from `run` (another note takes the place of all there are), the summary if it has one; what
    /// was measured stays. `values`, if given, take the place of the numbers: what is
    /// stated decides which of the file's count.
    Result<void> setRunFacts(
        RunId id, const RunRecord &run, const std::optional<std::vector<RunValue>> &values = {});
    /// With its console, numbers, samples and notes.
    Result<void> removeRun(RunId id);

protected:
    std::map<quint32, std::shared_ptr<RunLock>> m_liveRuns; ///< by id; begun here

private:
    RunRecord runHead(Query &row) const;
};

/// What runs measured over time.
class SampleRecords : protected Records
{
public:
    using Records::Records;

    /// A name occurs once in a run: the same again gives the same series.
    Result<SeriesId> addSeries(
        RunId run, const QString &name, const QString &unit, const QString &timeUnit);
    Result<std::vector<SeriesRecord>> series(RunId run);
    /// Of all runs that have any.
    Result<std::map<RunId, std::vector<SeriesRecord>>> seriesByRun();
    /// All of them in one transaction. FormatDamaged, and nothing is written, if a time is before
    /// that of the sample before it or a value is not finite.
    Result<void> appendSamples(std::span<const SampleBatch> batches);
    /// Those with from <= time <= to. LimitExceeded if there are more than `limit`.
    Result<std::vector<Sample>> samples(
        SeriesId id, TimeRange range = {}, quint64 limit = SampleReadLimit);
    /// At most `count` buckets of equal width between the ends of the range (where it is open, of
    /// the series), those without a sample left out. Every sample counts in exactly one. With many
    /// samples a bucket (BlockBuckets) whole blocks of SamplesPerBlock count where their first
    /// sample lies.
    Result<std::vector<SampleBucket>> sampleBuckets(SeriesId id, TimeRange range, int count);
};

/// What Vela answered, by the key of the question (core/toolchain/cellstore.h).
class CellRecords : protected Records
{
public:
    using Records::Records;

    /// The answer to a key; empty if there is none.
    Result<CellRecord> cell(const QString &key);
    /// All of them in one transaction; what is there already stays. `isOfTeam`: the team's store
    /// had them.
    Result<void> addCells(const std::map<QString, QJsonObject> &cells, bool isOfTeam = false);
    Result<quint64> cellCount();
    /// Those that were made here and recorded after the one with this number, in their order. 0:
    /// from the first.
    Result<std::vector<NumberedCell>> cellsAfter(quint64 number, int limit);
};

/// What of this workspace a store of the team has, and what came from there. A store is named by
/// the UUID that it says of itself (core/teamstore).
class TeamRecords : protected Records
{
public:
    using Records::Records;

    Result<std::vector<TeamLink>> teamLinks(const QString &store);
    /// Takes the place of what is known of the subject.
    Result<void> setTeamLink(const QString &store, const TeamLink &link);
    /// How far a stream of records was taken over ("compiles", "cells-sent"); 0: not begun.
    Result<quint64> teamMark(const QString &store, const QString &stream);
    Result<void> setTeamMark(const QString &store, const QString &stream, quint64 reached);
};

/// What people wrote beside anything of it.
class NoteRecords : protected Records
{
public:
    using Records::Records;

    Result<NoteId> addNote(const QString &subject, const QString &text);
    Result<std::vector<NoteRecord>> notes();
    Result<void> editNote(NoteId id, const QString &text);
    Result<void> removeNote(NoteId id);
};

/// An open workspace file. Every change is one transaction: what a function has acknowledged
/// survives kill -9 and a full disk. Several programs may have the same file open; a writer waits
/// up to 30 s for another. One object belongs to one thread at a time. Functions read and write the
/// database synchronously (small rows; blobs up to BlobLimitBytes).
///
/// Errors of all functions: WorkspaceDamaged (with the place), IoDiskFull, IoWrite, IoRead;
/// Internal for an id that does not exist.
class Workspace : public ModelRecords,
                  public SpecRecords,
                  public SettingRecords,
                  public JobRecords,
                  public RunRecords,
                  public SampleRecords,
                  public CellRecords,
                  public TeamRecords,
                  public NoteRecords
{
public:
    /// Layout of the file this version writes; older ones are migrated when opened.
    static constexpr int CurrentVersion = 7;
    static constexpr qint32 ApplicationId = 0x746f7361; ///< "tosa"

    /// Makes a new file; IoWrite if there is one already.
    static Result<std::unique_ptr<Workspace>> create(const QString &path);
    /// IoOpen if there is none; FormatUnknown if it is another kind of file; WorkspaceVersion if a
    /// newer Tosaic wrote it (it is left as it is); WorkspaceDamaged if SQLite finds it damaged.
    static Result<std::unique_ptr<Workspace>> open(const QString &path);
    static Result<std::unique_ptr<Workspace>> openOrCreate(const QString &path);

    ~Workspace();
    Workspace(const Workspace &) = delete;
    Workspace &operator=(const Workspace &) = delete;

    QString path() const;
    /// What could be read of a damaged file (salvage.h): every change fails with IoWrite.
    bool isReadOnly() const;
    /// Grows with every change that any program commits; 0 if the file cannot be read. Reads a few
    /// bytes and takes no lock: for noticing what another window has written.
    static quint32 changeCounter(const QString &path);
    /// Changes that `work` makes, in one transaction: they wait for the disk once. All or nothing.
    Result<void> together(const std::function<Result<void>()> &work);
    /// Writes all of it as a new workspace. IoWrite if there is such a file.
    Result<void> saveAs(const QString &path);
    /// SQLite's full check; the error tells the first thing it found.
    Result<void> verify();
    /// Jobs and runs that this object began count as running no longer than somebody holds their
    /// locks.
    void letGo();

private:
    friend class Cleaner;
    friend class Salvager;
    explicit Workspace(std::unique_ptr<Database> database);

    std::unique_ptr<Database> m_database;
    bool m_isReadOnly = false;
};

} // namespace tosaic::workspace
