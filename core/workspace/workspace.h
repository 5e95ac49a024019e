// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/toolchain/compileresult.h"

#include <QByteArray>
#include <QDateTime>
#include <QJsonObject>
#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <vector>

/// What is kept between sessions: one `.tosaic` file, an SQLite database.
namespace tosaic::workspace {

using ModelId = Id<struct ModelRowTag>;
using SpecId = Id<struct SpecRowTag>;
using JobId = Id<struct JobRowTag>;
using ArtefactId = Id<struct ArtefactRowTag>;
using RunId = Id<struct RunRowTag>;
using NoteId = Id<struct NoteRowTag>;

/// Files up to this many bytes are kept inside the workspace; larger ones by path and hash.
inline constexpr quint64 BlobLimitBytes = 4 * 1024 * 1024;

struct ModelRecord
{
    ModelId id;
    QString path; ///< absolute, as it was when recorded
    QString sha256;
    quint64 size = 0; ///< bytes
    bool hasCopy = false; ///< the bytes are in the workspace too
    QDateTime added; ///< UTC
};

struct SpecRecord
{
    SpecId id;
    QString name;
    QJsonObject spec; ///< SPEC.json of the command line
    QDateTime saved;
};

struct JobRecord
{
    JobId id;
    QString kind; ///< "executorch", "vela"
    QString status; ///< "running", "succeeded", "failed", "cancelled"
    QDateTime started;
    QDateTime ended; ///< invalid while it runs, or if it was cut off
    QString sourceName; ///< file name of the model that was compiled
    QString sourceSha256;
    QString folder; ///< absolute output folder
    QJsonObject spec; ///< as asked
    QJsonObject resolvedSpec;
    std::map<QString, QString> tools; ///< "vela" -> "5.1.0"
    QString log;
};

struct ArtefactRecord
{
    ArtefactId id;
    JobId job; ///< provenance
    QString kind; ///< as toolchain::Artefact
    QString path; ///< absolute
    QString relativePath; ///< to the job's folder
    QString sha256;
    quint64 size = 0;
    std::optional<int> partition;
    bool hasCopy = false; ///< small: the bytes are in the workspace
};

/// Why a recorded artefact cannot be had from its path.
enum class ArtefactState
{
    Missing, ///< no such file
    Changed ///< other size or hash
};

struct ArtefactProblem
{
    ArtefactRecord artefact;
    ArtefactState state = ArtefactState::Missing;
};

struct RunRecord
{
    RunId id;
    QString name;
    QByteArray console; ///< raw bytes as read; always kept
    QJsonObject summary; ///< the JSON of `inspect LOG`, for tools that do not parse consoles
    QString origin; ///< "est", "fvp", "board", "this-machine"; empty: not stated
    QString modelSha256; ///< the model it belongs to; empty: not known
    std::optional<quint64> npuClockHz; ///< stated by the user, not by the log
    QDateTime imported;
};

struct NoteRecord
{
    NoteId id;
    QString subject; ///< "job 3", "run 1", "model 2", or empty for the workspace
    QString text;
    QDateTime written;
};

/// An open workspace file. Every change is one transaction: what a function has acknowledged
/// survives kill -9 and a full disk. Several programs may have the same file open; a writer waits
/// up to 5 s for another. One object belongs to one thread at a time. Functions read and write the
/// database synchronously (small rows; blobs up to BlobLimitBytes).
///
/// Errors of all functions: WorkspaceDamaged (with the place), IoDiskFull, IoWrite, IoRead;
/// Internal for an id that does not exist.
class Workspace
{
public:
    /// Layout of the file this version writes; older ones are migrated when opened.
    static constexpr int CurrentVersion = 1;
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
    /// SQLite's full check; the error tells the first thing it found.
    Result<void> verify();

    /// Hashes the file; `keepCopy` keeps its bytes too (LimitExceeded above BlobLimitBytes). A
    /// model with the same path and hash is recorded once.
    Result<ModelId> addModel(const QString &path, bool keepCopy = false);
    Result<std::vector<ModelRecord>> models();
    /// The kept copy; IoOpen if none was kept.
    Result<QByteArray> modelBytes(ModelId id);

    /// Saves under a name, replacing what had that name.
    Result<SpecId> saveSpec(const QString &name, const QJsonObject &spec);
    Result<std::vector<SpecRecord>> specs();

    /// `job.id` and `job.ended` are ignored; status "running" unless it says otherwise.
    Result<JobId> beginJob(const JobRecord &job);
    Result<void> endJob(JobId id, const QString &status, const QString &log);
    /// A finished compile with its artefacts and result.json, in one transaction.
    Result<JobId> addCompile(const toolchain::CompileResult &result, const JobRecord &details);
    Result<std::vector<JobRecord>> jobs();

    /// Small files are copied into the workspace, larger ones recorded by path and hash.
    Result<ArtefactId> addArtefact(
        JobId job, const toolchain::Artefact &artefact, const QString &folder);
    Result<std::vector<ArtefactRecord>> artefacts(std::optional<JobId> job = {});
    /// The bytes, from the workspace or else from the path; FormatDamaged if they no longer have
    /// the recorded hash, IoOpen if they are gone.
    Result<QByteArray> artefactBytes(ArtefactId id);
    /// Those without a copy here whose file is gone or has changed. Hashes the files.
    Result<std::vector<ArtefactProblem>> missingArtefacts();
    /// Writes what is kept of a job into a folder, as the compile left it there.
    Result<void> restoreJob(JobId job, const QString &folder);

    /// `run.id` and `run.imported` are ignored.
    Result<RunId> addRun(const RunRecord &run);
    Result<std::vector<RunRecord>> runs();
    Result<RunRecord> run(RunId id);
    Result<void> setRunModel(RunId id, const QString &modelSha256);
    Result<void> removeRun(RunId id);

    Result<NoteId> addNote(const QString &subject, const QString &text);
    Result<std::vector<NoteRecord>> notes();

private:
    class Database;
    /// An artefact with the bytes to keep, read before the transaction begins.
    struct PreparedArtefact
    {
        toolchain::Artefact artefact;
        QString path; ///< absolute
        std::optional<QByteArray> bytes; ///< absent: too large, or gone
    };

    explicit Workspace(std::unique_ptr<Database> database);
    static Result<PreparedArtefact> prepareArtefact(
        const toolchain::Artefact &artefact, const QString &folder);
    Result<JobId> insertJob(const JobRecord &job);
    void insertArtefact(JobId job, const PreparedArtefact &prepared);

    std::unique_ptr<Database> m_database;
};

} // namespace tosaic::workspace
