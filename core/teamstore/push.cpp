// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/push.h"

#include "core/base/bytesource.h"
#include "core/base/try.h"
#include "core/teamstore/staging.h"
#include "core/teamstore/timeorderedid.h"
#include "core/workspace/database.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

namespace {

using workspace::JobId;
using workspace::RunId;
using workspace::TeamLink;

constexpr std::size_t RecordsSentAtOnce = 32;
constexpr int CellsSentAtOnce = 500;

} // namespace

Push::Push(StoreConnection &connection, const StoreFacts &facts, workspace::Workspace &workspace,
    GoOn goOn)
    : m_connection(connection), m_facts(facts), m_workspace(workspace), m_folder(facts.artefacts),
      m_goOn(std::move(goOn))
{
}

Result<Moved> Push::run()
{
    auto waiting = TRY(stage(m_workspace, m_facts.id));
    if (!waiting.empty()) {
        TRY(m_folder.usable());
        m_jobs = TRY(jobRecords(m_workspace));
    }
    for (std::span<TeamLink> rest = waiting; !rest.empty() && (!m_goOn || m_goOn());) {
        const auto some = rest.first(std::min(RecordsSentAtOnce, rest.size()));
        TRY(send(some));
        rest = rest.subspan(some.size());
    }
    TRY(sendCells());
    return std::move(m_moved);
}

/// What could not be sent whole, beside what was.
void Push::tell(const Error &error, const QString &what)
{
    auto problem = diagnosticOf(error);
    problem.severity = Severity::Warning;
    problem.text = u"%1 goes without its bytes: %2"_s.arg(what, problem.text);
    m_moved.problems.push_back(std::move(problem));
}

Result<SharedFile> Push::keep(const QString &kind, const QString &name, const QByteArray &bytes)
{
    SharedFile file{ .kind = kind,
        .path = name,
        .sha256 = sha256Hex(bytes),
        .size = static_cast<quint64>(bytes.size()),
        .partition = {} };
    TRY(m_folder.keep(file.sha256, bytes));
    return file;
}

Result<QJsonObject> Push::jobRecord(JobId id)
{
    for (const auto &artefact : TRY(m_workspace.artefacts(id))) {
        if (artefact.isRemoved || m_folder.has(artefact.sha256, artefact.size))
            continue;
        if (const auto bytes = m_workspace.artefactBytes(artefact.id))
            TRY(m_folder.keep(artefact.sha256, *bytes));
        else
            tell(bytes.error(), artefact.relativePath);
    }
    auto record = m_jobs[id];
    if (const auto log = TRY(m_workspace.jobLog(id)); !log.isEmpty())
        record.insert(u"log"_s, log);
    return record;
}

/// Of several files with one role a workspace gives the first.
Result<QByteArray> Push::runFileBytes(RunId id, const workspace::RunFile &file)
{
    const auto first = m_workspace.runFileBytes(id, file.role);
    if (first && sha256Hex(*first) == file.sha256)
        return first;
    const auto source = TRY(ByteSource::map(file.path));
    if (sha256Hex(source->bytes()) != file.sha256)
        return fail(ErrorCode::FormatDamaged, u"the file has changed since it was recorded"_s,
            { .file = file.path });
    return source->bytes().toByteArray();
}

Result<std::vector<SharedSeries>> Push::keepSeries(RunId id)
{
    std::vector<SharedSeries> series;
    for (const auto &one : TRY(m_workspace.series(id))) {
        const auto samples = m_workspace.samples(one.id);
        if (!samples) {
            tell(samples.error(), one.name);
            continue;
        }
        const QByteArray bytes(reinterpret_cast<const char *>(samples->data()),
            static_cast<qsizetype>(samples->size() * sizeof(workspace::Sample)));
        auto file = TRY(keep(u"series"_s, one.name, bytes));
        series.push_back({ one.name, one.unit, one.timeUnit, std::move(file) });
    }
    return series;
}

Result<QJsonObject> Push::runRecord(RunId id)
{
    SharedRun shared{ .run = TRY(m_workspace.runFacts(id)),
        .console = {},
        .values = {},
        .files = {},
        .series = TRY(keepSeries(id)) };
    if (const auto whole = m_workspace.run(id); !whole)
        tell(whole.error(), u"the console of "_s + shared.run.name);
    else if (!whole->console.isEmpty())
        shared.console = TRY(keep(u"console"_s, u"console.txt"_s, whole->console));
    if (const auto values = TRY(m_workspace.runValues(id)); !values.empty())
        shared.values = TRY(keep(u"values"_s, u"values.json"_s, valuesToJson(values)));
    for (const auto &file : TRY(m_workspace.runFiles(id))) {
        SharedFile sent{ .kind = file.role,
            .path = QFileInfo(file.path).fileName(),
            .sha256 = file.sha256,
            .size = file.size,
            .partition = {} };
        if (!m_folder.has(file.sha256, file.size)) {
            if (const auto bytes = runFileBytes(id, file))
                TRY(m_folder.keep(file.sha256, *bytes));
            else
                tell(bytes.error(), sent.path);
        }
        shared.files.push_back(std::move(sent));
    }
    return toJson(shared);
}

/// They are marked as sent once the store has acknowledged them.
Result<void> Push::send(std::span<TeamLink> links)
{
    std::vector<QString> records;
    for (const auto &link : links)
        records.push_back(
            workspace::storedJson(TRY(link.job ? jobRecord(*link.job) : runRecord(*link.run))));
    TRY(m_connection.transaction([&]() -> Result<void> {
        TRY(lockArrivals(m_connection));
        for (std::size_t i = 0; i < links.size(); ++i)
            TRY(m_connection.ask(
                u"INSERT INTO tosaic.%1 (id, subject, record) VALUES (?, ?, ?)"
                " ON CONFLICT (id) DO NOTHING"_s.arg(links[i].job ? u"compiles"_s : u"runs"_s),
                { links[i].record, links[i].subject, records[i] }));
        return {};
    }));
    return m_workspace.together([&]() -> Result<void> {
        for (auto &link : links) {
            link.isPushed = true;
            TRY(m_workspace.setTeamLink(m_facts.id, link));
            ++(link.job ? m_moved.compiles : m_moved.runs);
        }
        return {};
    });
}

Result<void> Push::sendCells()
{
    auto reached = TRY(m_workspace.teamMark(m_facts.id, CellsSent));
    while (!m_goOn || m_goOn()) {
        const auto cells = TRY(m_workspace.cellsAfter(reached, CellsSentAtOnce));
        if (cells.empty())
            break;
        QJsonArray rows;
        for (const auto &cell : cells)
            rows.append(QJsonObject{ { u"id"_s, timeOrderedId() }, { u"key"_s, cell.key },
                { u"answer"_s, cell.answer } });
        TRY(m_connection.transaction([&]() -> Result<void> {
            TRY(lockArrivals(m_connection));
            TRY(m_connection.ask(
                u"INSERT INTO tosaic.cells (id, key, answer) SELECT cast(cell->>'id' AS uuid),"
                " cell->>'key', cell->'answer' FROM json_array_elements(cast(? AS json))"
                " AS cell ON CONFLICT (key) DO NOTHING"_s,
                { QString::fromUtf8(QJsonDocument(rows).toJson(QJsonDocument::Compact)) }));
            return {};
        }));
        reached = cells.back().number;
        TRY(m_workspace.setTeamMark(m_facts.id, CellsSent, reached));
        m_moved.cells += cells.size();
    }
    return {};
}

} // namespace tosaic::teamstore
