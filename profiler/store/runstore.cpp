// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/store/runstore.h"

#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"
#include "profiler/store/runvalues.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// The spelling in the file; never shown.
QString storedOrigin(std::optional<Origin> origin)
{
    const auto key = originKey(origin);
    return key == "estimate"_L1 ? u"est"_s : key;
}

workspace::RunRecord recordOf(const StoredRun &run)
{
    workspace::RunRecord record{ .name = run.name,
        .console = run.console,
        .summary = runToJson(run.run),
        .origin = storedOrigin(run.origin),
        .modelSha256 = run.modelSha256,
        .npuClockHz = run.npuClockHz };
    record.kind = run.kind;
    record.status = run.status;
    record.conditions = run.conditions;
    return record;
}

/// What another version could read and this one cannot is kept and said, not hidden.
Run parsed(const QByteArray &console)
{
    auto run = parseConsole(console);
    if (run)
        return std::move(*run);
    Run unknown;
    unknown.diagnostics.push_back(diagnosticOf(run.error()));
    return unknown;
}

} // namespace

QString originKey(std::optional<Origin> origin)
{
    if (!origin)
        return {};
    switch (*origin) {
    case Origin::Estimate:
        return u"estimate"_s;
    case Origin::Fvp:
        return u"fvp"_s;
    case Origin::Board:
        return u"board"_s;
    case Origin::ThisMachine:
        return u"this-machine"_s;
    }
    return {};
}

std::optional<Origin> originFromKey(const QString &key)
{
    for (const auto origin :
        { Origin::Estimate, Origin::Fvp, Origin::Board, Origin::ThisMachine }) {
        if (originKey(origin) == key || storedOrigin(origin) == key)
            return origin;
    }
    return {};
}

Result<workspace::RunId> RunStore::save(const StoredRun &run)
{
    const auto values
        = run.values.empty() ? valuesOf(run.run, run.conditions.warmups.value_or(0)) : run.values;
    return m_workspace.addRun(recordOf(run), values, run.files);
}

Result<void> RunStore::saveFacts(const StoredRun &run)
{
    return m_workspace.setRunFacts(run.id,
        { .name = run.name,
            .origin = storedOrigin(run.origin),
            .modelSha256 = run.modelSha256,
            .npuClockHz = run.npuClockHz,
            .conditions = run.conditions },
        run.values.empty() ? std::nullopt : std::optional(run.values));
}

Result<StoredRun> RunStore::filled(workspace::RunRecord record)
{
    StoredRun stored{ .id = record.id,
        .name = std::move(record.name),
        .console = std::move(record.console),
        .origin = originFromKey(record.origin),
        .modelSha256 = std::move(record.modelSha256),
        .npuClockHz = record.npuClockHz,
        .kind = std::move(record.kind),
        .status = std::move(record.status),
        .imported = record.imported,
        .conditions = std::move(record.conditions) };
    auto files = m_workspace.runFiles(stored.id);
    if (!files)
        return fail(files.error());
    stored.files = std::move(*files);
    if (stored.kind == "console"_L1) {
        stored.run = parsed(stored.console);
        stored.values = valuesOf(stored.run, stored.conditions.warmups.value_or(0));
        return stored;
    }
    auto values = m_workspace.runValues(stored.id);
    if (!values)
        return fail(values.error());
    stored.values = std::move(*values);
    return stored;
}

Result<StoredRun> RunStore::load(workspace::RunId id)
{
    auto record = m_workspace.run(id);
    if (!record)
        return fail(record.error());
    return filled(std::move(*record));
}

Result<std::optional<StoredRun>> RunStore::find(workspace::RunId id)
{
    auto run = load(id);
    if (run)
        return std::move(*run);
    if (run.error().code == ErrorCode::Internal) // what the workspace says of an unknown id
        return std::nullopt;
    return fail(run.error());
}

Result<workspace::RunId> RunStore::begin(const StoredRun &run)
{
    auto record = recordOf(run);
    record.status = u"running"_s;
    return m_workspace.addRun(record);
}

Result<StoredRun> RunStore::finish(workspace::RunId id, const QString &status)
{
    auto record = m_workspace.run(id);
    if (!record)
        return fail(record.error());
    const auto run = parsed(record->console);
    record->summary = runToJson(run);
    record->status = status;
    record->ended = QDateTime::currentDateTimeUtc();
    if (const auto done = m_workspace.finishRun(id, *record, valuesOf(run)); !done)
        return fail(done.error());
    return load(id);
}

} // namespace tosaic::profile
