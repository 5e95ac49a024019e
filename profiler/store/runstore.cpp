// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/store/runstore.h"

#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// The spelling in the file; never shown.
QString storedOrigin(std::optional<Origin> origin)
{
    if (!origin)
        return {};
    switch (*origin) {
    case Origin::Estimate:
        return u"est"_s;
    case Origin::Fvp:
        return u"fvp"_s;
    case Origin::Board:
        return u"board"_s;
    case Origin::ThisMachine:
        return u"this-machine"_s;
    }
    return {};
}

std::optional<Origin> originFromStored(const QString &text)
{
    for (const auto origin :
        { Origin::Estimate, Origin::Fvp, Origin::Board, Origin::ThisMachine }) {
        if (storedOrigin(origin) == text)
            return origin;
    }
    return {};
}

StoredRun parsed(workspace::RunRecord record)
{
    StoredRun stored{ .id = record.id,
        .name = std::move(record.name),
        .console = std::move(record.console),
        .origin = originFromStored(record.origin),
        .modelSha256 = std::move(record.modelSha256),
        .npuClockHz = record.npuClockHz };
    // What another version could read and this one cannot is kept and said, not hidden.
    if (auto run = parseConsole(stored.console))
        stored.run = std::move(*run);
    else
        stored.run.diagnostics.push_back(diagnosticOf(run.error()));
    return stored;
}

} // namespace

Result<workspace::RunId> RunStore::save(const StoredRun &run)
{
    return m_workspace.addRun({ .name = run.name,
        .console = run.console,
        .summary = runToJson(run.run),
        .origin = storedOrigin(run.origin),
        .modelSha256 = run.modelSha256,
        .npuClockHz = run.npuClockHz });
}

Result<StoredRun> RunStore::load(workspace::RunId id)
{
    auto record = m_workspace.run(id);
    if (!record)
        return fail(record.error());
    return parsed(std::move(*record));
}

Result<std::vector<StoredRun>> RunStore::loadAll()
{
    auto records = m_workspace.runs();
    if (!records)
        return fail(records.error());
    std::vector<StoredRun> runs;
    for (auto &record : *records)
        runs.push_back(parsed(std::move(record)));
    return runs;
}

} // namespace tosaic::profile
