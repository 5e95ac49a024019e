// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/workspace/database.h"
#include "core/workspace/workspace.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

constexpr const char *SelectArtefacts
    = "SELECT id, job_id, kind, path, relative_path, sha256, size, partition, blob_id IS NOT NULL,"
      " removed <> '' FROM artefacts WHERE (?1 IS NULL OR job_id = ?1) ORDER BY id";

ArtefactRecord artefactRow(Query &row)
{
    return { .id = row.id<ArtefactRowTag>(),
        .job = row.id<JobRowTag>(),
        .kind = row.text(),
        .path = row.text(),
        .relativePath = row.text(),
        .sha256 = row.text(),
        .size = row.number(),
        .partition = row.optionalInt(),
        .hasCopy = row.flag(),
        .isRemoved = row.flag() };
}

/// Paths come from a file: one that climbs out of its folder is refused.
bool staysInside(const QString &relativePath)
{
    const auto clean = QDir::cleanPath(relativePath);
    return !clean.isEmpty() && QDir::isRelativePath(clean) && clean != ".."_L1
        && !clean.startsWith("../"_L1);
}

Result<void> writeFile(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    return saveFile(path, bytes);
}

} // namespace

Result<ArtefactRecords::PreparedArtefact> ArtefactRecords::prepareArtefact(
    const compiled::Artefact &artefact, const QString &folder)
{
    PreparedArtefact prepared{ .artefact = artefact,
        .path = QDir(folder).absoluteFilePath(artefact.path) };
    const auto source = ByteSource::map(prepared.path);
    if (!source) {
        // Gone already; what the compile said of it is still worth keeping.
        if (artefact.sha256.isEmpty())
            return fail(source.error());
        return prepared;
    }
    const auto found = artefact.sha256.isEmpty() || (*source)->size() <= BlobLimitBytes
        ? sha256Hex((*source)->bytes())
        : artefact.sha256;
    if (artefact.sha256.isEmpty()) {
        prepared.artefact.sha256 = found;
        prepared.artefact.size = (*source)->size();
    }
    if (found == prepared.artefact.sha256 && (*source)->size() <= BlobLimitBytes)
        prepared.bytes = (*source)->bytes().toByteArray();
    return prepared;
}

void ArtefactRecords::insertArtefact(JobId job, const PreparedArtefact &prepared)
{
    std::optional<quint64> blob;
    if (prepared.bytes)
        blob = m_database->keepBytes(*prepared.bytes, prepared.artefact.sha256);
    m_database
        ->query("INSERT INTO artefacts (job_id, kind, path, relative_path, sha256, size, partition,"
                " blob_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        .id(job)
        .text(prepared.artefact.kind)
        .text(prepared.path)
        .text(prepared.artefact.path)
        .text(prepared.artefact.sha256)
        .number(prepared.artefact.size)
        .number(prepared.artefact.partition)
        .number(blob)
        .run();
}

Result<ArtefactId> ArtefactRecords::addArtefact(
    JobId job, const compiled::Artefact &artefact, const QString &folder)
{
    const auto prepared = TRY(prepareArtefact(artefact, folder));
    return m_database->write([&]() -> Result<ArtefactId> {
        insertArtefact(job, prepared);
        return ArtefactId(m_database->lastId());
    });
}

Result<std::vector<ArtefactRecord>> ArtefactRecords::artefacts(std::optional<JobId> job)
{
    return m_database->read([&]() -> Result<std::vector<ArtefactRecord>> {
        std::vector<ArtefactRecord> records;
        auto rows = m_database->query(SelectArtefacts);
        if (job)
            rows.id(*job);
        else
            rows.null();
        while (rows.next())
            records.push_back(artefactRow(rows));
        return records;
    });
}

Result<QByteArray> ArtefactRecords::artefactBytes(ArtefactId id)
{
    return m_database->read([&]() -> Result<QByteArray> {
        auto row = m_database->query(
            "SELECT path, artefacts.sha256, blob_id IS NOT NULL, bytes FROM artefacts"
            " LEFT JOIN blobs ON blobs.id = blob_id"
            " WHERE artefacts.id = ?");
        row.id(id);
        if (!row.next())
            return fail(ErrorCode::Internal, u"there is no artefact %1"_s.arg(id.value),
                { .file = path() });
        const auto file = row.text();
        const auto sha256 = row.text();
        const bool isKept = row.flag();
        auto bytes = row.bytes();
        if (!isKept) {
            const auto source = TRY(ByteSource::map(file));
            bytes = source->bytes().toByteArray();
        }
        if (sha256Hex(bytes) != sha256)
            return fail(ErrorCode::FormatDamaged,
                u"the file has changed since it was recorded (SHA-256 differs)"_s,
                { .file = file });
        return bytes;
    });
}

Result<std::vector<ArtefactProblem>> ArtefactRecords::missingArtefacts()
{
    const auto all = TRY(artefacts());
    std::vector<ArtefactProblem> problems;
    for (const auto &artefact : all) {
        if (artefact.hasCopy || artefact.isRemoved)
            continue;
        const auto source = ByteSource::map(artefact.path);
        if (!source)
            problems.push_back({ artefact, ArtefactState::Missing });
        else if ((*source)->size() != artefact.size
            || sha256Hex((*source)->bytes()) != artefact.sha256)
            problems.push_back({ artefact, ArtefactState::Changed });
    }
    return problems;
}

Result<void> ArtefactRecords::restoreJob(JobId job, const QString &folder)
{
    const auto kept = TRY(artefacts(job));
    for (const auto &artefact : kept) {
        if (!staysInside(artefact.relativePath))
            return fail(ErrorCode::WorkspaceDamaged,
                u"the path of an artefact leads out of its folder"_s,
                { .file = path(), .entity = artefact.relativePath });
        const auto bytes = artefactBytes(artefact.id);
        if (!bytes) // not kept here and gone from its path: missingArtefacts() tells
            continue;
        const auto target = QDir(folder).filePath(artefact.relativePath);
        TRY(writeFile(target, *bytes));
    }
    return {};
}

} // namespace tosaic::workspace
