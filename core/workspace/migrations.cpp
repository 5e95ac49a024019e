// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/migrations.h"

#include "core/workspace/workspace.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <array>
#include <map>
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

// Payloads that version 1 did not record are read from the kept result.json files.
constexpr const char *Version2 = R"sql(
CREATE TABLE settings (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    value TEXT NOT NULL
) STRICT;
CREATE TABLE layouts (
    id INTEGER PRIMARY KEY,
    subject TEXT NOT NULL UNIQUE,
    state BLOB NOT NULL
) STRICT;
CREATE TABLE spec_versions (
    id INTEGER PRIMARY KEY,
    spec_id INTEGER NOT NULL REFERENCES specs (id) ON DELETE CASCADE,
    spec TEXT NOT NULL,
    saved TEXT NOT NULL
) STRICT;
CREATE INDEX versions_of_spec ON spec_versions (spec_id);
INSERT INTO spec_versions (spec_id, spec, saved) SELECT id, spec, saved FROM specs;
ALTER TABLE jobs ADD COLUMN action TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN interpreter TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN exit_code INTEGER;
ALTER TABLE jobs ADD COLUMN stages TEXT NOT NULL DEFAULT '[]';
ALTER TABLE jobs ADD COLUMN bundle TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN summary TEXT NOT NULL DEFAULT '{}';
ALTER TABLE jobs ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1));
CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) IN (0, 64)),
    size INTEGER NOT NULL CHECK (size >= 0)
) STRICT;
CREATE INDEX sources_of_job ON sources (job_id);
ALTER TABLE artefacts ADD COLUMN removed TEXT NOT NULL DEFAULT '';
CREATE INDEX artefacts_by_content ON artefacts (sha256);
CREATE TABLE payloads (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    partition INTEGER NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64)
) STRICT;
CREATE INDEX payloads_of_job ON payloads (job_id);
CREATE INDEX payloads_by_content ON payloads (sha256);
CREATE TEMP TABLE kept_results AS
    SELECT job_id, CAST(bytes AS TEXT) AS result FROM artefacts JOIN blobs ON blobs.id = blob_id
    WHERE relative_path = 'result.json' AND json_valid(CAST(bytes AS TEXT));
UPDATE jobs SET summary = json_extract(kept.result, '$.summary') FROM kept_results AS kept
    WHERE kept.job_id = jobs.id AND json_type(kept.result, '$.summary') = 'object';
INSERT INTO payloads (job_id, partition, sha256)
    SELECT job_id, coalesce(json_extract(result, place || '.index'), number),
        json_extract(result, place || '.payloadSha256')
    FROM (SELECT kept.job_id, kept.result, part.fullkey AS place, part.key AS number
        FROM kept_results AS kept, json_each(kept.result, '$.partitions') AS part)
    WHERE typeof(json_extract(result, place || '.payloadSha256')) = 'text'
        AND length(json_extract(result, place || '.payloadSha256')) = 64
        AND typeof(coalesce(json_extract(result, place || '.index'), number)) = 'integer';
DROP TABLE kept_results;
ALTER TABLE runs ADD COLUMN console_sha256 TEXT NOT NULL DEFAULT '';
ALTER TABLE notes ADD COLUMN changed TEXT NOT NULL DEFAULT '';
)sql";

// Row numbers of chunks are series_id * 2^24 + number: the chunks of a series lie side by side
// without an index, and go with it by the trigger. Blocks and samples have the number of their
// chunk, apart from it so that summaries are read without them.
constexpr const char *Version3 = R"sql(
ALTER TABLE runs ADD COLUMN kind TEXT NOT NULL DEFAULT 'console';
ALTER TABLE runs ADD COLUMN status TEXT NOT NULL DEFAULT ''
    CHECK (status IN ('', 'running', 'complete', 'failed', 'cancelled'));
ALTER TABLE runs ADD COLUMN ended TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN target TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN macs INTEGER;
ALTER TABLE runs ADD COLUMN cpu_clock_hz INTEGER;
ALTER TABLE runs ADD COLUMN tools TEXT NOT NULL DEFAULT '{}';
ALTER TABLE runs ADD COLUMN spec TEXT NOT NULL DEFAULT '{}';
ALTER TABLE runs ADD COLUMN artefacts TEXT NOT NULL DEFAULT '{}';
ALTER TABLE runs ADD COLUMN events TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN repeats INTEGER;
ALTER TABLE runs ADD COLUMN mode TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN packed_sha256 TEXT NOT NULL DEFAULT '';
CREATE TABLE console_parts (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    size INTEGER NOT NULL CHECK (size > 0),
    packed BLOB NOT NULL
) STRICT;
CREATE INDEX parts_of_run ON console_parts (run_id, size);
CREATE TABLE run_values (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    repeat INTEGER NOT NULL CHECK (repeat >= 0),
    value REAL NOT NULL,
    derived INTEGER NOT NULL CHECK (derived IN (0, 1))
) STRICT;
CREATE INDEX values_of_run ON run_values (run_id);
CREATE TABLE run_files (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    path TEXT NOT NULL,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    size INTEGER NOT NULL CHECK (size >= 0),
    packed BLOB
) STRICT;
CREATE INDEX files_of_run ON run_files (run_id);
CREATE TABLE series (
    id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    time_unit TEXT NOT NULL,
    UNIQUE (run_id, name)
) STRICT;
CREATE TABLE sample_chunks (
    id INTEGER PRIMARY KEY,
    count INTEGER NOT NULL CHECK (count BETWEEN 1 AND 2048),
    first_time INTEGER NOT NULL,
    last_time INTEGER NOT NULL,
    lowest REAL NOT NULL,
    highest REAL NOT NULL,
    total REAL NOT NULL
) STRICT;
CREATE TABLE sample_blocks (
    id INTEGER PRIMARY KEY,
    blocks BLOB NOT NULL
) STRICT;
CREATE TABLE sample_data (
    id INTEGER PRIMARY KEY,
    samples BLOB NOT NULL
) STRICT;
CREATE TRIGGER samples_of_series AFTER DELETE ON series BEGIN
    DELETE FROM sample_chunks WHERE id BETWEEN old.id << 24 AND (old.id << 24) + 0xffffff;
    DELETE FROM sample_blocks WHERE id BETWEEN old.id << 24 AND (old.id << 24) + 0xffffff;
    DELETE FROM sample_data WHERE id BETWEEN old.id << 24 AND (old.id << 24) + 0xffffff;
END;
)sql";

/// Version 4: what the user states of the model that ran.
constexpr const char *Version4 = R"sql(
ALTER TABLE runs ADD COLUMN model_macs INTEGER;
)sql";

/// Version 5: what the user states of the executions of an ETDump.
constexpr const char *Version5 = R"sql(
ALTER TABLE runs ADD COLUMN warmups INTEGER;
)sql";

/// Version 6: what Vela answered, by cellKey().
constexpr const char *Version6 = R"sql(
CREATE TABLE cells (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE CHECK (length(key) = 64),
    answer TEXT NOT NULL,
    made TEXT NOT NULL
) STRICT;
)sql";

/// Version 7: what the team's store has of this workspace, and what came from there. Cells are
/// known by their key; of jobs and runs both sides know the subject, a UUID.
constexpr const char *Version7 = R"sql(
ALTER TABLE cells ADD COLUMN arrived TEXT NOT NULL DEFAULT '';
CREATE TABLE team_links (
    id INTEGER PRIMARY KEY,
    store TEXT NOT NULL,
    subject TEXT NOT NULL,
    job_id INTEGER REFERENCES jobs (id) ON DELETE CASCADE,
    run_id INTEGER REFERENCES runs (id) ON DELETE CASCADE,
    record TEXT NOT NULL,
    digest TEXT NOT NULL,
    author TEXT NOT NULL,
    pushed INTEGER NOT NULL CHECK (pushed IN (0, 1)),
    UNIQUE (store, subject)
) STRICT;
CREATE INDEX links_of_job ON team_links (job_id);
CREATE INDEX links_of_run ON team_links (run_id);
CREATE TABLE team_marks (
    id INTEGER PRIMARY KEY,
    store TEXT NOT NULL,
    stream TEXT NOT NULL,
    reached INTEGER NOT NULL,
    UNIQUE (store, stream)
) STRICT;
)sql";

constexpr std::array All{ Migration{ 1, Version1 }, Migration{ 2, Version2 },
    Migration{ 3, Version3 }, Migration{ 4, Version4 }, Migration{ 5, Version5 },
    Migration{ 6, Version6 }, Migration{ 7, Version7 } };
static_assert(All.back().version == Workspace::CurrentVersion);

} // namespace

std::span<const Migration> migrations()
{
    return All;
}

namespace {

using Definitions = std::map<std::string, QString>; // by type and name; without SQLite's own

Definitions definitionsOf(SQLite::Database &database)
{
    Definitions found;
    SQLite::Statement rows(database,
        "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema"
        " WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'");
    while (rows.executeStep())
        found[rows.getColumn(0).getString()]
            = QString::fromStdString(rows.getColumn(1).getString()).simplified();
    return found;
}

} // namespace

Result<void> checkTables(SQLite::Database &database, std::span<const Migration> list)
{
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    if (list.empty() || version > list.back().version)
        return {};
    SQLite::Database ours(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    for (const auto &migration : list) {
        if (migration.version <= version)
            ours.exec(migration.sql);
    }
    const auto expected = definitionsOf(ours);
    const auto found = definitionsOf(database);
    const auto differing = std::ranges::mismatch(expected, found);
    if (differing.in1 == expected.end() && differing.in2 == found.end())
        return {};
    // Both sides are in order, so the lesser name is one that only its side has, or both are one.
    const bool isOurs = differing.in2 == found.end()
        || (differing.in1 != expected.end() && differing.in1->first <= differing.in2->first);
    const auto &name = isOurs ? differing.in1->first : differing.in2->first;
    return fail(ErrorCode::WorkspaceDamaged,
        u"its tables are not those that Tosaic makes, beginning with %1"_s.arg(
            QString::fromStdString(name)));
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
