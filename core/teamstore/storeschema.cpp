// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/storeschema.h"

#include "core/base/try.h"

#include <QUuid>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

namespace {

// Two-part advisory locks: "tosa", and what is locked.
constexpr auto LockMigrations = "SELECT pg_advisory_xact_lock(1953461089, 1)"_L1;
constexpr auto LockArrivals = "SELECT pg_advisory_xact_lock(1953461089, 2)"_L1;

// Records are text as they were written (json, not jsonb), and are never changed: what is said
// later of the same subject is one more record. Everything that arrives has a number, given under a
// lock, so that whoever has seen one has seen all before.
constexpr const char *Version1 = R"sql(
CREATE SCHEMA tosaic;
CREATE TABLE tosaic.about (name text PRIMARY KEY, value text NOT NULL);
INSERT INTO tosaic.about VALUES ('id', gen_random_uuid()::text), ('artefacts', '');
CREATE SEQUENCE tosaic.arrivals;
CREATE TABLE tosaic.compiles (
    id uuid PRIMARY KEY,
    subject uuid NOT NULL,
    arrival bigint NOT NULL UNIQUE DEFAULT nextval('tosaic.arrivals'),
    author text NOT NULL DEFAULT session_user,
    arrived timestamptz NOT NULL DEFAULT now(),
    record json NOT NULL
);
CREATE TABLE tosaic.runs (LIKE tosaic.compiles INCLUDING ALL);
CREATE TABLE tosaic.reports (LIKE tosaic.compiles INCLUDING ALL);
CREATE TABLE tosaic.cells (
    id uuid PRIMARY KEY,
    key text NOT NULL UNIQUE CHECK (length(key) = 64),
    arrival bigint NOT NULL UNIQUE DEFAULT nextval('tosaic.arrivals'),
    author text NOT NULL DEFAULT session_user,
    arrived timestamptz NOT NULL DEFAULT now(),
    answer json NOT NULL
);
CREATE FUNCTION tosaic.never() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''records of a store are never changed''; END';
CREATE FUNCTION tosaic.tell() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_notify(''tosaic_news'', TG_TABLE_NAME); RETURN NULL; END';
DO $$
DECLARE
    name text;
    reader text := current_database() || '_reader';
    writer text := current_database() || '_writer';
BEGIN
    FOREACH name IN ARRAY ARRAY['compiles', 'runs', 'reports', 'cells'] LOOP
        EXECUTE format('CREATE TRIGGER never BEFORE UPDATE OR DELETE OR TRUNCATE ON tosaic.%I'
            ' FOR EACH STATEMENT EXECUTE FUNCTION tosaic.never()', name);
        EXECUTE format('CREATE TRIGGER tell AFTER INSERT ON tosaic.%I'
            ' FOR EACH STATEMENT EXECUTE FUNCTION tosaic.tell()', name);
    END LOOP;
    FOREACH name IN ARRAY ARRAY[reader, writer] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN', name);
        END IF;
    END LOOP;
    EXECUTE format('GRANT USAGE ON SCHEMA tosaic TO %I, %I', reader, writer);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA tosaic TO %I, %I', reader, writer);
    EXECUTE format('GRANT INSERT ON tosaic.compiles, tosaic.runs, tosaic.reports, tosaic.cells'
        ' TO %I', writer);
    EXECUTE format('GRANT USAGE ON SEQUENCE tosaic.arrivals TO %I', writer);
END $$;
)sql";

constexpr std::array All{ StoreMigration{ 1, Version1 } };

/// 0: there is no store.
Result<int> versionOf(StoreConnection &connection)
{
    const auto there = TRY(connection.ask(
        u"SELECT has_schema_privilege(nspname, 'USAGE') FROM pg_namespace WHERE nspname = 'tosaic'"_s));
    if (there.empty())
        return 0;
    if (!there.front().front().toBool())
        return fail(
            ErrorCode::StoreRefused, u"this user is neither a reader nor a writer of the store"_s);
    const auto rows
        = TRY(connection.ask(u"SELECT value FROM tosaic.about WHERE name = 'version'"_s));
    return rows.empty() ? 0 : rows.front().front().toInt();
}

tl::unexpected<Error> isNewer(int found, int known)
{
    return fail(ErrorCode::StoreVersion,
        u"the store has version %1, this program knows up to %2"_s.arg(found).arg(known));
}

} // namespace

std::span<const StoreMigration> storeMigrations()
{
    return All;
}

Result<void> migrateStore(StoreConnection &connection, std::span<const StoreMigration> list)
{
    const int newest = list.back().version;
    return connection.transaction([&]() -> Result<void> {
        TRY(connection.ask(LockMigrations));
        const int found = TRY(versionOf(connection));
        if (found > newest)
            return isNewer(found, newest);
        for (const auto &migration : list) {
            if (migration.version > found)
                TRY(connection.execute(QString::fromUtf8(migration.sql)));
        }
        TRY(connection.ask(u"INSERT INTO tosaic.about VALUES ('version', ?)"
                           " ON CONFLICT (name) DO UPDATE SET value = excluded.value"_s,
            { QString::number(newest) }));
        return {};
    });
}

Result<StoreFacts> readStoreFacts(StoreConnection &connection, std::span<const StoreMigration> list)
{
    StoreFacts facts{ .version = TRY(versionOf(connection)) };
    const int newest = list.back().version;
    if (facts.version == 0)
        return fail(ErrorCode::StoreRefused,
            u"this database holds no store yet: 'tosaic-cli store init' makes one"_s);
    if (facts.version > newest)
        return isNewer(facts.version, newest);
    if (facts.version < newest)
        return fail(ErrorCode::StoreVersion,
            u"the store has version %1, this program needs %2: who made it brings it up with "
            "'tosaic-cli store init'"_s.arg(facts.version)
                .arg(newest));
    const auto rows = TRY(connection.ask(
        u"SELECT (SELECT value FROM tosaic.about WHERE name = 'id'), (SELECT value FROM"
        " tosaic.about WHERE name = 'artefacts'), session_user::text,"
        " has_table_privilege('tosaic.compiles', 'INSERT')"_s));
    const auto &row = rows.front();
    facts.id = row[0].toString();
    facts.artefacts = row[1].toString();
    facts.user = row[2].toString();
    facts.mayWrite = row[3].toBool();
    return facts;
}

Result<void> setStoreArtefacts(StoreConnection &connection, const QString &folder)
{
    TRY(connection.ask(
        u"UPDATE tosaic.about SET value = ? WHERE name = 'artefacts'"_s, { folder }));
    return {};
}

Result<void> lockArrivals(StoreConnection &connection)
{
    TRY(connection.ask(LockArrivals));
    return {};
}

} // namespace tosaic::teamstore
