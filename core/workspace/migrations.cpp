// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/migrations.h"

#include "core/workspace/workspace.h"

#include <SQLiteCpp/Transaction.h>

#include <array>
#include <string>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

// Hashes are lower-case hexadecimal, times ISO 8601 in UTC, '' where something is not known.
constexpr const char *Version1 = R"sql(
CREATE TABLE blobs (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE CHECK (length(sha256) = 64),
    bytes BLOB NOT NULL
) STRICT;
CREATE TABLE models (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    size INTEGER NOT NULL CHECK (size >= 0),
    blob_id INTEGER REFERENCES blobs (id),
    added TEXT NOT NULL,
    UNIQUE (path, sha256)
) STRICT;
CREATE TABLE specs (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    spec TEXT NOT NULL,
    saved TEXT NOT NULL
) STRICT;
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'succeeded', 'failed', 'cancelled')),
    started TEXT NOT NULL,
    ended TEXT NOT NULL,
    source_name TEXT NOT NULL,
    source_sha256 TEXT NOT NULL,
    folder TEXT NOT NULL,
    spec TEXT NOT NULL,
    resolved_spec TEXT NOT NULL,
    tools TEXT NOT NULL,
    log TEXT NOT NULL
) STRICT;
CREATE TABLE artefacts (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    relative_path TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    size INTEGER NOT NULL CHECK (size >= 0),
    partition INTEGER,
    blob_id INTEGER REFERENCES blobs (id)
) STRICT;
CREATE INDEX artefacts_of_job ON artefacts (job_id);
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    console BLOB NOT NULL,
    summary TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('', 'est', 'fvp', 'board', 'this-machine')),
    model_sha256 TEXT NOT NULL,
    npu_clock_hz INTEGER,
    imported TEXT NOT NULL
) STRICT;
CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    written TEXT NOT NULL
) STRICT;
)sql";

constexpr std::array All{ Migration{ 1, Version1 } };
static_assert(All.back().version == Workspace::CurrentVersion);

} // namespace

std::span<const Migration> migrations()
{
    return All;
}

Result<void> migrate(SQLite::Database &database, std::span<const Migration> list)
{
    // The lock comes before the look: two programs may open the same old file at once.
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    const int found = database.execAndGet("PRAGMA user_version").getInt();
    const int newest = list.empty() ? 0 : list.back().version;
    if (found > newest)
        return fail(ErrorCode::WorkspaceVersion,
            u"the workspace has version %1, this program knows up to %2"_s.arg(found).arg(newest));
    if (found == newest)
        return {};
    for (const auto &migration : list) {
        if (migration.version > found)
            database.exec(migration.sql);
    }
    // Pragmas take no parameters; both numbers are ours.
    database.exec("PRAGMA application_id = " + std::to_string(Workspace::ApplicationId));
    database.exec("PRAGMA user_version = " + std::to_string(newest));
    transaction.commit();
    return {};
}

} // namespace tosaic::workspace
