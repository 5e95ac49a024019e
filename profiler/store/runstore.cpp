// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/store/runstore.h"

#include "core/base/bytesource.h"
#include "core/base/sha256.h"
#include "core/base/try.h"
#include "profiler/parsers/consolefamilies.h"
#include "profiler/parsers/consoleparser.h"
#include "profiler/store/counternames.h"
#include "profiler/store/keptrun.h"
#include "profiler/store/runfromvalues.h"
#include "profiler/store/runvalues.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// The spelling in the file; never shown.
QString storedOrigin(std::optional<Origin> origin)
{
    const auto key = originKey(origin);
    return key == "estimate"_L1 ? u"est"_s : key;
}

workspace::RunRecord recordOf(const MeasuredRun &run)
{
    auto record = statedFacts(run);
    if (run.console)
        record.console = QByteArray::fromRawData(
            run.console->bytes().data(), run.console->bytes().size()); // it may be very large
    if (run.run && run.isConsole())
        record.summary = keptRun(*run.run);
    record.kind = run.kind;
    record.status = statusOf(run);
    return record;
}

/// What a stored console says, read part by part: it may be larger than the memory.
struct StoredConsole
{
    std::shared_ptr<const Run> run;
    QByteArray beginning; ///< up to MeasuredRun::HeldConsole bytes
    QString sha256; ///< empty: not read to its end
};

Result<StoredConsole> readConsole(workspace::Workspace &file, workspace::RunId id)
{
    StoredConsole console;
    ConsoleParser parser(consoleFamilies().rules);
    Sha256 hash;
    const auto end = TRY(file.readConsole(id, [&](QByteArrayView part) {
        const auto room = MeasuredRun::HeldConsole - console.beginning.size();
        console.beginning += part.first(std::min(room, part.size()));
        parser.feed(part);
        hash.addData(part);
        return true;
    }));
    auto read = parser.finish();
    // What another version could read and this one cannot is kept and said, not hidden.
    auto run = read ? std::move(*read) : Run();
    if (!read)
        run.diagnostics.push_back(diagnosticOf(read.error()));
    if (end.isWhole)
        console.sha256 = QString::fromLatin1(hash.result().toHex());
    else
        run.diagnostics.push_back({ u"log.limit"_s, Severity::Warning, { .file = file.path() },
            u"the stored console is far larger than what it is packed into: what comes after %1 "
            "bytes was not read"_s.arg(end.read) });
    console.run = std::make_shared<const Run>(std::move(run));
    return console;
}

/// What was kept of a console that the families of here and now know nothing of: it was read with
/// one that is not here, and its numbers are not to be lost for that. Absent: nothing to keep.
std::shared_ptr<const Run> keptByAnother(const Run &read, const QJsonObject &summary)
{
    if (read.family != LogFamily::Other || !read.profiles.empty())
        return nullptr;
    auto kept = runFromKept(summary, summary["kept"_L1]["reader"_L1].toString());
    if (!kept || kept->profiles.empty())
        return nullptr;
    const auto id = u"log.family-missing"_s;
    if (std::ranges::find(kept->diagnostics, id, &Diagnostic::id) == kept->diagnostics.end())
        kept->diagnostics.push_back({ id, Severity::Info, {},
            u"the numbers are those of the import: the family of consoles that read them then is "
            "not here"_s });
    return std::make_shared<const Run>(std::move(*kept));
}

/// Of what the run was read from, or of what its target left; empty: there is none.
QString fileHash(const MeasuredRun &run)
{
    const auto isTold = [&](const workspace::RunFile &file) {
        return file.role == "source"_L1 || (run.kind == "etdump"_L1 && file.role == run.kind);
    };
    const auto found = std::ranges::find_if(run.files, isTold);
    return found == run.files.end() ? QString() : found->sha256;
}

} // namespace

QString statusOf(const MeasuredRun &run)
{
    const bool isTold = run.run && (run.isConsole() || run.trace);
    if (!run.status.isEmpty() || !isTold)
        return run.status;
    switch (run.run->status) {
    case RunStatus::Complete:
        return u"complete"_s;
    case RunStatus::Failed:
        return u"failed"_s;
    default:
        return {};
    }
}

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

workspace::RunRecord statedFacts(const MeasuredRun &run)
{
    workspace::RunRecord facts{ .id = run.stored, .name = run.name };
    facts.origin = storedOrigin(run.origin);
    facts.modelSha256 = run.modelSha256;
    facts.npuClockHz = run.clockHz;
    facts.conditions = run.conditions;
    facts.note = run.note;
    return facts;
}

workspace::RunRecord statedFacts(const workspace::RunRecord &record)
{
    workspace::RunRecord facts{ .id = record.id, .name = record.name };
    facts.origin = record.origin;
    facts.modelSha256 = record.modelSha256;
    facts.npuClockHz = record.npuClockHz;
    facts.conditions = record.conditions;
    facts.note = record.note;
    return facts;
}

bool areSameFacts(const workspace::RunRecord &a, const workspace::RunRecord &b)
{
    return a.name == b.name && a.origin == b.origin && a.modelSha256 == b.modelSha256
        && a.npuClockHz == b.npuClockHz && a.conditions == b.conditions && a.note == b.note;
}

Result<workspace::RunId> RunStore::save(const MeasuredRun &run)
{
    const auto values = run.isConsole() && run.run
        ? valuesOf(*run.run, run.conditions.warmups.value_or(0))
        : run.values;
    return m_workspace.addRun(recordOf(run), values, run.files);
}

Result<void> RunStore::saveFacts(const MeasuredRun &run)
{
    auto facts = statedFacts(run);
    auto values = run.values.empty() ? std::nullopt : std::optional(run.values);
    if (run.isConsole() && run.run) {
        const auto known = TRY(m_workspace.runFacts(run.stored));
        if (known.conditions.events != facts.conditions.events) { // counters have other names now
            facts.summary = keptRun(*run.run);
            values = valuesOf(*run.run, run.conditions.warmups.value_or(0));
        }
    }
    return m_workspace.setRunFacts(run.stored, facts, values);
}

/// The run of a record but for what was measured.
MeasuredRun RunStore::stated(workspace::RunRecord record) const
{
    return { .name = record.name,
        .origin = originFromKey(record.origin),
        .modelSha256 = std::move(record.modelSha256),
        .clockHz = record.npuClockHz,
        .sha256 = std::move(record.consoleSha256),
        .kind = std::move(record.kind),
        .conditions = std::move(record.conditions),
        .note = std::move(record.note),
        .imported = record.imported,
        .stored = record.id,
        .storedIn = m_workspace.path(),
        .status = std::move(record.status) };
}

Result<MeasuredRun> RunStore::filled(workspace::RunRecord record)
{
    const auto summary = record.summary;
    auto run = stated(std::move(record));
    auto files = TRY(m_workspace.runFiles(run.stored));
    run.files = std::move(files);
    if (run.isConsole()) {
        auto console = TRY(readConsole(m_workspace, run.stored));
        const bool isWhole = !run.sha256.isEmpty() && console.sha256 == run.sha256;
        if (auto kept = isWhole ? keptByAnother(*console.run, summary) : nullptr)
            console.run = std::move(kept);
        if (run.sha256.isEmpty()) // version 1 did not record it
            run.sha256 = std::move(console.sha256);
        run.console = ByteSource::fromBytes(std::move(console.beginning), run.name);
        run.run = withCounterNames(std::move(console.run), run.conditions.events);
        return run;
    }
    run.sha256 = fileHash(run);
    auto values = TRY(m_workspace.runValues(run.stored));
    run.values = std::move(values);
    run.run = std::make_shared<const Run>(runFromValues(run.values));
    return run;
}

Result<MeasuredRun> RunStore::load(workspace::RunId id)
{
    auto record = TRY(m_workspace.runFacts(id));
    return filled(std::move(record));
}

Result<MeasuredRun> RunStore::listed(workspace::RunRecord record)
{
    const bool isConsole = record.kind == "console"_L1;
    const auto kept = isConsole && record.status != "running"_L1 && !record.consoleSha256.isEmpty()
        ? runFromKept(record.summary, reader())
        : std::nullopt;
    if (kept) {
        auto run = stated(std::move(record));
        auto files = TRY(m_workspace.runFiles(run.stored));
        run.files = std::move(files);
        run.run = std::make_shared<const Run>(*kept);
        return run;
    }
    const bool isEnded = record.status != "running"_L1;
    auto run = TRY(filled(std::move(record)));
    run.console = nullptr; // large, and the workspace has it
    if (isConsole && isEnded && run.run) {
        auto facts = statedFacts(run);
        facts.summary = keptRun(*run.run, reader());
        // Where it cannot be written, the next list reads the console again.
        static_cast<void>(m_workspace.setRunFacts(run.stored, facts));
    }
    return run;
}

const QString &RunStore::reader()
{
    if (m_reader.isEmpty())
        m_reader = readerMark();
    return m_reader;
}

Result<std::optional<MeasuredRun>> RunStore::find(workspace::RunId id)
{
    auto run = load(id);
    if (run)
        return std::move(*run);
    if (run.error().code == ErrorCode::Internal) // what the workspace says of an unknown id
        return std::nullopt;
    return fail(run.error());
}

Result<workspace::RunId> RunStore::begin(const MeasuredRun &run)
{
    auto record = recordOf(run);
    record.status = u"running"_s;
    return m_workspace.addRun(record);
}

Result<MeasuredRun> RunStore::finish(workspace::RunId id, const QString &status)
{
    auto record = TRY(m_workspace.runFacts(id));
    auto console = TRY(readConsole(m_workspace, id));
    const auto run = withCounterNames(std::move(console.run), record.conditions.events);
    record.summary = keptRun(*run);
    record.status = status;
    record.ended = QDateTime::currentDateTimeUtc();
    TRY(m_workspace.finishRun(id, record, valuesOf(*run)));
    return load(id);
}

} // namespace tosaic::profile
