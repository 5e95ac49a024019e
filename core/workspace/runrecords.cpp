// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/base/sha256.h"
#include "core/base/try.h"
#include "core/workspace/database.h"
#include "core/workspace/runcontents.h"
#include "core/workspace/workspace.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

// In the order in which bindFacts() fills and runHead() reads them.
#define TOSAIC_RUN_FACTS                                                                           \
    "name, summary, origin, model_sha256, npu_clock_hz, status, ended, target, macs,"              \
    " cpu_clock_hz, tools, spec, artefacts, events, repeats, mode, model_macs, warmups"

#define TOSAIC_RUN_HEADS                                                                           \
    "SELECT id, " TOSAIC_RUN_FACTS ", kind, imported, console_sha256, packed_sha256,"              \
    " length(console) + coalesce((SELECT sum(size) FROM console_parts WHERE run_id = runs.id), "   \
    "0),"                                                                                          \
    " coalesce(note, '') FROM runs LEFT JOIN (SELECT subject, group_concat(text, char(10)) AS"     \
    " note FROM (SELECT subject, text FROM notes ORDER BY id) GROUP BY subject)"                   \
    " ON subject = 'run ' || runs.id"
constexpr const char *SelectRunHeads = TOSAIC_RUN_HEADS " ORDER BY id";
constexpr const char *SelectRunHead = TOSAIC_RUN_HEADS " WHERE id = ?"; // by its key
constexpr const char *InsertRun
    = "INSERT INTO runs (" TOSAIC_RUN_FACTS ", kind, console, imported, console_sha256,"
      " packed_sha256) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?, ?,?,?,?,?)";
constexpr const char *UpdateRun = "UPDATE runs SET (" TOSAIC_RUN_FACTS ", packed_sha256)"
                                  " = (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?, ?) WHERE id = ?";

#undef TOSAIC_RUN_HEADS
#undef TOSAIC_RUN_FACTS

QString storedMap(const std::map<QString, QString> &map)
{
    QJsonObject object;
    for (const auto &[key, value] : map)
        object.insert(key, value);
    return storedJson(object);
}

std::map<QString, QString> mapFromStored(const QString &text)
{
    std::map<QString, QString> map;
    const auto object = jsonFromStored(text);
    for (auto it = object.begin(); it != object.end(); ++it)
        map.emplace(it.key(), it.value().toString());
    return map;
}

void bindConditions(Query &query, const RunConditions &conditions)
{
    query.text(conditions.target)
        .number(std::optional<quint64>(conditions.macs))
        .number(conditions.cpuClockHz)
        .text(storedMap(conditions.tools))
        .text(storedJson(conditions.spec))
        .text(storedMap(conditions.artefacts))
        .text(conditions.events.join(u'\n'))
        .number(conditions.repeats)
        .text(conditions.mode)
        .number(conditions.modelMacs)
        .number(conditions.warmups);
}

void bindFacts(Query &query, const RunRecord &run)
{
    query.text(run.name).text(storedJson(run.summary)).text(run.origin).text(run.modelSha256);
    // Cut off is what runs as far as the file knows, and nobody records.
    query.number(run.npuClockHz).text(run.status == "cut-off"_L1 ? u"running"_s : run.status);
    query.text(storedTime(run.ended));
    bindConditions(query, run.conditions);
}

RunRecord headOf(Query &row)
{
    RunRecord run{ .id = row.id<RunRowTag>(),
        .name = row.text(),
        .console = {},
        .summary = jsonFromStored(row.text()),
        .origin = row.text(),
        .modelSha256 = row.text(),
        .npuClockHz = row.optionalNumber() };
    run.status = row.text();
    run.ended = timeFromStored(row.text());
    auto &conditions = run.conditions;
    conditions.target = row.text();
    if (const auto macs = row.optionalNumber())
        conditions.macs = static_cast<quint32>(*macs);
    conditions.cpuClockHz = row.optionalNumber();
    conditions.tools = mapFromStored(row.text());
    conditions.spec = jsonFromStored(row.text());
    conditions.artefacts = mapFromStored(row.text());
    conditions.events = row.text().split(u'\n', Qt::SkipEmptyParts);
    conditions.repeats = row.optionalNumber();
    conditions.mode = row.text();
    conditions.modelMacs = row.optionalNumber();
    conditions.warmups = row.optionalNumber();
    run.kind = row.text();
    run.imported = timeFromStored(row.text());
    run.consoleSha256 = row.text();
    if (const auto packed = row.text(); !packed.isEmpty())
        run.consoleSha256 = packed;
    run.consoleBytes = row.number();
    run.note = row.text();
    return run;
}

QString noteSubject(RunId id)
{
    return u"run %1"_s.arg(id.value);
}

void removeNotes(Database &database, RunId id)
{
    database.query("DELETE FROM notes WHERE subject = ?").text(noteSubject(id)).run();
}

void writeNote(Database &database, RunId id, const QString &text)
{
    if (text.isEmpty())
        return;
    database.query("INSERT INTO notes (subject, text, written) VALUES (?, ?, ?)")
        .text(noteSubject(id))
        .text(text)
        .text(storedTime(QDateTime::currentDateTimeUtc()))
        .run();
}

} // namespace

/// What the file calls running is so only while somebody records it.
RunRecord RunRecords::runHead(Query &row) const
{
    auto run = headOf(row);
    if (run.status == "running"_L1 && !m_liveRuns.contains(run.id.value)
        && !RunLock::isHeld(path(), run.id))
        run.status = u"cut-off"_s;
    return run;
}

std::shared_ptr<RunLock> RunRecords::runLock(RunId id) const
{
    const auto found = m_liveRuns.find(id.value);
    return found == m_liveRuns.end() ? nullptr : found->second;
}

Result<RunId> RunRecords::addRun(const RunRecord &run)
{
    return addRun(run, {}, {});
}

Result<RunId> RunRecords::addRun(
    const RunRecord &run, const std::vector<RunValue> &values, const std::vector<RunFile> &files)
{
    // Before the transaction: hashing and reading take longer than writing.
    const auto sha256 = run.status == "running"_L1 ? QString() : sha256Hex(run.console);
    const bool isPlain = run.status != "running"_L1 && run.console.size() <= PlainConsoleBytes;
    auto packed = TRY(RunContents::packFiles(files));
    return m_database->write([&]() -> Result<RunId> {
        auto insert = m_database->query(InsertRun);
        bindFacts(insert, run);
        const auto console = isPlain ? run.console : QByteArray();
        insert.text(run.kind).bytes(console);
        insert
            .text(
                storedTime(run.imported.isValid() ? run.imported : QDateTime::currentDateTimeUtc()))
            .text(isPlain ? sha256 : QString())
            .text(isPlain ? QString() : sha256)
            .run();
        const RunId id(m_database->lastId());
        if (run.status == "running"_L1) { // before anybody can see the run
            m_liveRuns.erase(id.value); // of one that was taken back
            auto lock = TRY(RunLock::take(path(), id));
            m_liveRuns.insert_or_assign(id.value, std::move(lock));
        }
        RunContents contents(*m_database, id);
        if (!isPlain)
            contents.addConsole(run.console);
        contents.addValues(values);
        contents.addFiles(packed);
        removeNotes(*m_database, id); // of a run that had this number and is gone
        writeNote(*m_database, id, run.note);
        return id;
    });
}

Result<void> RunRecords::appendConsole(RunId id, const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return {};
    return m_database->write([&]() -> Result<void> {
        auto live = m_database->query("SELECT 1 FROM runs WHERE id = ? AND status = 'running'");
        if (!live.id(id).next())
            return fail(ErrorCode::Internal, u"there is no live run %1"_s.arg(id.value),
                { .file = path() });
        RunContents(*m_database, id).addConsole(bytes);
        return {};
    });
}

Result<void> RunRecords::finishRun(
    RunId id, const RunRecord &run, const std::vector<RunValue> &values)
{
    m_liveRuns.erase(id.value); // also if this fails: nobody records it any more
    return m_database->write([&]() -> Result<void> {
        RunContents contents(*m_database, id);
        Sha256 hash;
        const auto end = TRY(contents.readConsole([&hash](QByteArrayView part) {
            hash.addData(part);
            return true;
        }));
        const bool isKnown = end.read > 0 && end.isWhole;
        auto change = m_database->query(UpdateRun);
        bindFacts(change, run);
        change.text(isKnown ? QString::fromLatin1(hash.result().toHex()) : QString()).id(id);
        TRY(m_database->changeOne(change, "run", id.value));
        contents.removeValues();
        contents.addValues(values);
        return {};
    });
}

Result<void> RunRecords::addRunFiles(RunId id, const std::vector<RunFile> &files)
{
    auto packed = TRY(RunContents::packFiles(files));
    return m_database->write([&]() -> Result<void> {
        auto known = m_database->query("SELECT 1 FROM runs WHERE id = ?");
        if (!known.id(id).next())
            return fail(
                ErrorCode::Internal, u"there is no run %1"_s.arg(id.value), { .file = path() });
        RunContents(*m_database, id).addFiles(packed);
        return {};
    });
}

Result<std::vector<RunRecord>> RunRecords::runHeads()
{
    return m_database->read([this]() -> Result<std::vector<RunRecord>> {
        std::vector<RunRecord> records;
        auto rows = m_database->query(SelectRunHeads);
        while (rows.next())
            records.push_back(runHead(rows));
        return records;
    });
}

Result<std::vector<RunId>> RunRecords::runsNamed(const QString &name)
{
    return m_database->read([&]() -> Result<std::vector<RunId>> {
        std::vector<RunId> ids;
        auto rows = m_database->query("SELECT id FROM runs WHERE name = ? ORDER BY id");
        rows.text(name);
        while (rows.next())
            ids.push_back(rows.id<RunRowTag>());
        return ids;
    });
}

Result<std::vector<RunRecord>> RunRecords::runs()
{
    auto records = runHeads();
    if (!records)
        return records;
    std::vector<RunRecord> whole;
    for (const auto &head : *records) {
        auto record = TRY(run(head.id));
        whole.push_back(std::move(record));
    }
    return whole;
}

Result<RunRecord> RunRecords::run(RunId id)
{
    auto record = TRY(runFacts(id));
    record.console = TRY(m_database->read(
        [&]() -> Result<QByteArray> { return RunContents(*m_database, id).console(); }));
    return record;
}

Result<ConsoleEnd> RunRecords::readConsole(RunId id, const ConsolePart &take)
{
    return m_database->read(
        [&]() -> Result<ConsoleEnd> { return RunContents(*m_database, id).readConsole(take); });
}

Result<RunRecord> RunRecords::runFacts(RunId id)
{
    return m_database->read([&]() -> Result<RunRecord> {
        auto row = m_database->query(SelectRunHead);
        row.id(id);
        if (!row.next())
            return fail(
                ErrorCode::Internal, u"there is no run %1"_s.arg(id.value), { .file = path() });
        return runHead(row);
    });
}

Result<void> RunRecords::setRunModel(RunId id, const QString &modelSha256)
{
    return m_database->write([&]() -> Result<void> {
        auto change = m_database->query("UPDATE runs SET model_sha256 = ? WHERE id = ?");
        change.text(modelSha256).id(id);
        return m_database->changeOne(change, "run", id.value);
    });
}

Result<void> RunRecords::setRunFacts(
    RunId id, const RunRecord &run, const std::optional<std::vector<RunValue>> &values)
{
    return m_database->write([&]() -> Result<void> {
        auto change = m_database->query(
            "UPDATE runs SET (name, origin, model_sha256, npu_clock_hz, target, macs,"
            " cpu_clock_hz, tools, spec, artefacts, events, repeats, mode, model_macs, warmups)"
            " = (?,?,?,?, ?,?,?,?,?,?,?,?,?,?,?) WHERE id = ?");
        change.text(run.name).text(run.origin).text(run.modelSha256).number(run.npuClockHz);
        bindConditions(change, run.conditions);
        change.id(id);
        TRY(m_database->changeOne(change, "run", id.value));
        auto known = m_database->query(SelectRunHead);
        if (known.id(id).next() && headOf(known).note != run.note) {
            removeNotes(*m_database, id);
            writeNote(*m_database, id, run.note);
        }
        if (!run.summary.isEmpty())
            m_database->query("UPDATE runs SET summary = ? WHERE id = ?")
                .text(storedJson(run.summary))
                .id(id)
                .run();
        if (!values)
            return {};
        RunContents contents(*m_database, id);
        contents.removeValues();
        contents.addValues(*values);
        return {};
    });
}

Result<void> RunRecords::removeRun(RunId id)
{
    return m_database->write([&]() -> Result<void> {
        auto remove = m_database->query("DELETE FROM runs WHERE id = ?");
        remove.id(id);
        TRY(m_database->changeOne(remove, "run", id.value));
        removeNotes(*m_database, id);
        return {};
    });
}

Result<std::vector<RunValue>> RunRecords::runValues(RunId id)
{
    return m_database->read(
        [&]() -> Result<std::vector<RunValue>> { return RunContents(*m_database, id).values(); });
}

Result<std::vector<RunFile>> RunRecords::runFiles(RunId id)
{
    return m_database->read(
        [&]() -> Result<std::vector<RunFile>> { return RunContents(*m_database, id).files(); });
}

Result<QByteArray> RunRecords::runFileBytes(RunId id, const QString &role)
{
    return m_database->read(
        [&]() -> Result<QByteArray> { return RunContents(*m_database, id).fileBytes(role); });
}

} // namespace tosaic::workspace
