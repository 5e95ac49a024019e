// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/cleaning.h"

#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "core/workspace/database.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

/// Has the database in its hands; planCleaning() and clean() use it.
class Cleaner
{
public:
    Cleaner(Workspace &workspace, CleaningRules rules)
        : m_workspace(workspace), m_rules(std::move(rules))
    {
    }

    Result<CleaningPlan> plan();
    Result<CleaningReport> clean(const CleaningPlan &plan);

private:
    Result<void> load();
    void decide();
    void keepNewest();
    void keepMeasured();
    void keepParents();
    void keep(JobId job, KeepReason reason) { m_kept.try_emplace(job, reason); }
    CleanedJob filesOf(const JobRecord &job, std::vector<Diagnostic> &problems) const;
    bool mayDeleteIn(const QString &folder) const;
    bool isNeeded(const QString &path) const;
    Result<quint64> bytesOfCopies(const std::vector<CleanedJob> &jobs);
    Result<void> forget(const std::vector<CleanedJob> &jobs);
    void remove(const CleanedJob &job, CleaningReport &report) const;
    bool compact();

    Workspace &m_workspace;
    CleaningRules m_rules;
    std::vector<JobRecord> m_jobs;
    std::vector<ArtefactRecord> m_artefacts;
    std::map<JobId, KeepReason> m_kept;
};

namespace {

/// False also where it is gone. What is there and cannot be read is neither: an error.
Result<bool> isAsRecorded(const QString &path, const ArtefactRecord &artefact)
{
    const auto source = ByteSource::map(path);
    if (!source)
        return QFileInfo::exists(path) ? Result<bool>(fail(source.error())) : false;
    return (*source)->size() == artefact.size && sha256Hex((*source)->bytes()) == artefact.sha256;
}

/// Real place of a file, and nothing that a link leads out of the folder.
bool liesIn(const QString &path, const QString &folder)
{
    const auto place = QFileInfo(path).canonicalFilePath();
    const auto root = QFileInfo(folder).canonicalFilePath();
    return !place.isEmpty() && !root.isEmpty() && place.startsWith(root + u'/')
        && !QFileInfo(path).isSymLink();
}

/// The folders the files were in, up to that of the compile, where nothing is left in them. Other
/// empty folders are not ours.
void removeEmptiedFolders(const CleanedJob &job)
{
    const auto top = QDir::cleanPath(job.folder);
    QSet<QString> emptied{ top };
    for (const auto &file : job.files) {
        auto folder = QFileInfo(QDir::cleanPath(file.path)).path();
        for (; folder.startsWith(top + u'/'); folder = QFileInfo(folder).path())
            emptied.insert(folder);
    }
    auto folders = emptied.values();
    std::sort(folders.begin(), folders.end(),
        [](const auto &a, const auto &b) { return a.size() > b.size(); });
    for (const auto &one : folders)
        QDir().rmdir(one); // refuses what still holds something
}

/// What two compiles of one model have in common: its path, or its name where that is not known.
QString modelOf(const JobRecord &job)
{
    for (const auto &source : job.sources) {
        const bool isInput = source.role == "model"_L1 || source.role == "program"_L1;
        if (isInput && !source.path.isEmpty())
            return source.path;
    }
    return job.sourceName;
}

} // namespace

Result<void> Cleaner::load()
{
    auto jobs = TRY(m_workspace.jobHeads());
    auto artefacts = TRY(m_workspace.artefacts());
    m_jobs = std::move(jobs);
    m_artefacts = std::move(artefacts);
    const auto notes = TRY(m_workspace.notes());
    for (const auto &job : m_jobs) {
        const auto subject = u"job %1"_s.arg(job.id.value);
        if (job.isPinned)
            keep(job.id, KeepReason::Pinned);
        else if (!job.name.isEmpty())
            keep(job.id, KeepReason::Named);
        else if (std::any_of(notes.begin(), notes.end(),
                     [&](const auto &note) { return note.subject == subject; }))
            keep(job.id, KeepReason::Noted);
        else if (job.status == "running"_L1)
            keep(job.id, KeepReason::Running);
    }
    return {};
}

void Cleaner::keepNewest()
{
    QHash<QString, int> seen;
    for (auto it = m_jobs.rbegin(); it != m_jobs.rend(); ++it) {
        if (it->status == "succeeded"_L1 && seen[modelOf(*it)]++ < m_rules.keepPerModel)
            keep(it->id, KeepReason::Newest);
    }
}

void Cleaner::keepMeasured()
{
    QSet<QString> measured;
    if (const auto runs = m_workspace.runHeads()) {
        for (const auto &run : *runs)
            measured.insert(run.modelSha256);
    }
    measured.remove({});
    for (const auto &artefact : m_artefacts) {
        if (measured.contains(artefact.sha256))
            keep(artefact.job, KeepReason::Measured);
    }
}

void Cleaner::keepParents()
{
    QHash<QString, JobId> writers;
    for (const auto &artefact : m_artefacts)
        writers.insert(artefact.sha256, artefact.job);
    // Jobs only read what was written before them: from the newest down, one pass is enough.
    for (auto it = m_jobs.rbegin(); it != m_jobs.rend(); ++it) {
        const auto parent = writers.constFind(it->sourceSha256);
        if (m_kept.contains(it->id) && parent != writers.constEnd() && *parent != it->id)
            keep(*parent, KeepReason::Parent);
    }
}

bool Cleaner::mayDeleteIn(const QString &folder) const
{
    return std::any_of(m_rules.outputRoots.begin(), m_rules.outputRoots.end(),
        [&](const QString &root) { return liesIn(folder, root); });
}

/// A job that stays has written the same file again.
bool Cleaner::isNeeded(const QString &path) const
{
    return std::any_of(m_artefacts.begin(), m_artefacts.end(),
        [&](const auto &a) { return m_kept.contains(a.job) && a.path == path; });
}

CleanedJob Cleaner::filesOf(const JobRecord &job, std::vector<Diagnostic> &problems) const
{
    CleanedJob cleaned{
        .job = job.id, .title = job.sourceName, .ended = job.ended, .folder = job.folder
    };
    if (const auto target = job.spec.value(u"target"_s).toString(); !target.isEmpty())
        cleaned.title += u", "_s + target;
    if (job.folder.isEmpty() || !mayDeleteIn(job.folder))
        return cleaned;
    QSet<QString> ours;
    for (const auto &artefact : m_artefacts) {
        if (artefact.job != job.id || artefact.isRemoved || isNeeded(artefact.path)
            || !liesIn(artefact.path, job.folder))
            continue;
        const auto isOurs = isAsRecorded(artefact.path, artefact);
        if (isOurs && !*isOurs)
            continue;
        ours.insert(QFileInfo(artefact.path).canonicalFilePath());
        if (!isOurs)
            problems.push_back({ codeText(isOurs.error().code), Severity::Error,
                { .file = artefact.path }, isOurs.error().detail });
        else
            cleaned.files.push_back({ artefact.id, artefact.path, artefact.size });
    }
    QDirIterator it(
        job.folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const auto path = it.next();
        if (!ours.contains(QFileInfo(path).canonicalFilePath()))
            cleaned.left << path;
    }
    return cleaned;
}

Result<quint64> Cleaner::bytesOfCopies(const std::vector<CleanedJob> &jobs)
{
    QSet<JobId> cleaned;
    for (const auto &job : jobs)
        cleaned.insert(job.job);
    return m_workspace.m_database->read([&]() -> Result<quint64> {
        QSet<quint64> needed;
        QHash<quint64, quint64> sizes;
        auto rows = m_workspace.m_database->query(
            "SELECT blobs.id, length(bytes), artefacts.job_id FROM blobs"
            " LEFT JOIN artefacts ON artefacts.blob_id = blobs.id");
        while (rows.next()) {
            const auto blob = rows.number();
            sizes.insert(blob, rows.number());
            const auto job = rows.optionalNumber();
            if (job && !cleaned.contains(JobId(*job)))
                needed.insert(blob);
        }
        auto models = m_workspace.m_database->query(
            "SELECT DISTINCT blob_id FROM models WHERE blob_id IS NOT NULL");
        while (models.next())
            needed.insert(models.number());
        quint64 bytes = 0;
        for (auto it = sizes.cbegin(); it != sizes.cend(); ++it)
            bytes += needed.contains(it.key()) ? 0 : it.value();
        return bytes;
    });
}

Result<CleaningPlan> Cleaner::plan()
{
    TRY(load());
    keepNewest();
    keepMeasured();
    keepParents();
    CleaningPlan plan{ .rules = m_rules };
    for (const auto &[job, reason] : m_kept)
        plan.kept.push_back({ job, reason });
    for (const auto &job : m_jobs) {
        if (m_kept.contains(job.id))
            continue;
        const bool hasCopies = std::any_of(m_artefacts.begin(), m_artefacts.end(),
            [&](const auto &a) { return a.job == job.id && !a.isRemoved && a.hasCopy; });
        auto cleaned = filesOf(job, plan.problems);
        if (!hasCopies && cleaned.files.empty())
            continue;
        for (const auto &file : cleaned.files)
            plan.fileBytes += file.size;
        plan.jobs.push_back(std::move(cleaned));
    }
    const auto bytes = TRY(bytesOfCopies(plan.jobs));
    plan.workspaceBytes = bytes;
    return plan;
}

void Cleaner::remove(const CleanedJob &job, CleaningReport &report) const
{
    for (const auto &file : job.files) {
        if (QFile remaining(file.path); remaining.remove()) {
            ++report.removedFiles;
            report.fileBytes += file.size;
        } else {
            report.problems.push_back(
                { u"io.write"_s, Severity::Error, { .file = file.path }, remaining.errorString() });
        }
    }
    if (!job.files.empty())
        removeEmptiedFolders(job);
}

/// The copies go; removed is what is not in its folder any more either.
Result<void> Cleaner::forget(const std::vector<CleanedJob> &jobs)
{
    QSet<JobId> cleaned;
    for (const auto &job : jobs)
        cleaned.insert(job.job);
    std::vector<std::pair<ArtefactId, bool>> gone;
    for (const auto &artefact : m_artefacts) {
        if (cleaned.contains(artefact.job) && !artefact.isRemoved)
            gone.emplace_back(artefact.id, !isAsRecorded(artefact.path, artefact).value_or(true));
    }
    auto &database = *m_workspace.m_database;
    return database.write([&]() -> Result<void> {
        const auto now = storedTime(QDateTime::currentDateTimeUtc());
        for (const auto &[artefact, isGone] : gone)
            database.query("UPDATE artefacts SET blob_id = NULL, removed = ? WHERE id = ?")
                .text(isGone ? now : QString())
                .id(artefact)
                .run();
        database.dropUnusedBytes();
        return {};
    });
}

bool Cleaner::compact()
{
    return m_workspace.m_database
        ->read([this]() -> Result<void> {
            m_workspace.m_database->sqlite().exec("VACUUM");
            return {};
        })
        .has_value();
}

Result<CleaningReport> Cleaner::clean(const CleaningPlan &asked)
{
    auto now = TRY(plan());
    std::erase_if(now.jobs, [&](const CleanedJob &job) {
        return std::none_of(asked.jobs.begin(), asked.jobs.end(),
            [&](const CleanedJob &other) { return other.job == job.job; });
    });
    CleaningReport report{ .problems = asked.problems };
    for (auto &problem : now.problems) {
        if (std::ranges::find(report.problems, problem) == report.problems.end())
            report.problems.push_back(std::move(problem));
    }
    const auto before = QFileInfo(m_workspace.path()).size();
    // Files first: should this be cut off, the next cleaning finds the records still there.
    for (const auto &job : now.jobs)
        remove(job, report);
    TRY(forget(now.jobs));
    report.isCompact = compact();
    const auto after = QFileInfo(m_workspace.path()).size();
    report.workspaceBytes = static_cast<quint64>(std::max<qint64>(0, before - after));
    return report;
}

Result<CleaningPlan> planCleaning(Workspace &workspace, const CleaningRules &rules)
{
    return Cleaner(workspace, rules).plan();
}

Result<CleaningReport> clean(Workspace &workspace, const CleaningPlan &plan)
{
    if (workspace.isReadOnly())
        return fail(ErrorCode::IoWrite, u"the workspace is open for reading only"_s,
            { .file = workspace.path() });
    return Cleaner(workspace, plan.rules).clean(plan);
}

} // namespace tosaic::workspace
