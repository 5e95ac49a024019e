// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/toolcommand.h"
#include "app/cli/keep/teamcopy.h"
#include "core/base/approvals.h"
#include "core/base/description.h"
#include "core/base/savefile.h"
#include "core/base/units.h"
#include "core/compiled/problemjson.h"
#include "core/workspace/settingkeys.h"

#include <QFileInfo>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace storecommand {
namespace {

using teamstore::Moved;
using teamstore::StoreAddress;
using teamstore::StoreCounts;
using teamstore::StoredReport;
using teamstore::TeamStore;
using workspace::Workspace;

/// The store that is meant: the one that is named, else that of the workspace.
tl::expected<StoreAddress, Refusal> addressIn(const Input &in, qsizetype place = 1)
{
    auto text = in.names.value(place);
    if (text.isEmpty() && in.isSet(u"workspace"_s)) {
        const auto named = workspaceStore(in.value(u"workspace"_s));
        if (!named) {
            tellProblem(named.error(), in.streams);
            return tl::make_unexpected(Refusal(exitCodeOf({ named.error() })));
        }
        text = *named;
    }
    if (text.isEmpty())
        return misuse(u"give the ADDRESS of a store, or --workspace of one that has a store"_s);
    const auto address = teamstore::readStoreAddress(text);
    if (!address)
        return refused(address.error(), in.streams);
    return *address;
}

QJsonObject toJson(const StoreCounts &counts)
{
    return { { u"compiles"_s, static_cast<qint64>(counts.compiles) },
        { u"runs"_s, static_cast<qint64>(counts.runs) },
        { u"cells"_s, static_cast<qint64>(counts.cells) } };
}

QString words(quint64 compiles, quint64 runs, quint64 cells)
{
    return u"%1 compiles, %2 runs, %3 cells"_s.arg(
        formatCount(compiles), formatCount(runs), formatCount(cells));
}

Answer tellStatus(const Input &in, const StoreAddress &address, TeamStore &store)
{
    const auto counts = store.counts();
    if (!counts)
        return refused(counts.error(), in.streams);
    const auto &facts = store.facts();
    std::optional<StoreCounts> waiting;
    if (in.isSet(u"workspace"_s)) {
        const auto file = TRY(Workspace::open(in.value(u"workspace"_s)));
        waiting = TRY(teamstore::waitingIn(*file, facts.id));
    }
    if (in.wantsJson()) {
        QJsonObject object{ { u"store"_s, address.toText() }, { u"id"_s, facts.id },
            { u"version"_s, facts.version }, { u"user"_s, facts.user },
            { u"role"_s, facts.mayWrite ? u"writer"_s : u"reader"_s },
            { u"artefacts"_s, facts.artefacts },
            { u"reports"_s, static_cast<qint64>(counts->reports) } };
        const auto has = toJson(*counts);
        for (auto it = has.begin(); it != has.end(); ++it)
            object.insert(it.key(), it.value());
        if (waiting)
            object.insert(u"waiting"_s, toJson(*waiting));
        printDocument(object, in.streams);
        return Fine;
    }
    std::vector<DescriptionFact> rows{ { u"store"_s, address.toText() },
        { u"version"_s, QString::number(facts.version) },
        { u"you are"_s, u"%1, %2"_s.arg(facts.user, facts.mayWrite ? u"writer"_s : u"reader"_s) },
        { u"artefacts"_s, facts.artefacts },
        { u"holds"_s,
            words(counts->compiles, counts->runs, counts->cells)
                + u", %1 reports"_s.arg(formatCount(counts->reports)) } };
    if (waiting)
        rows.push_back(
            { u"not sent yet"_s, words(waiting->compiles, waiting->runs, waiting->cells) });
    in.streams.out << factsText(rows, in.streams.width, {});
    return Fine;
}

Answer init(const Input &in)
{
    const auto address = TRY(addressIn(in));
    const auto folder = in.value(u"artefacts"_s);
    auto store = TeamStore::create(address, folder);
    if (!store)
        return refused(store.error(), in.streams);
    if ((*store)->facts().artefacts.isEmpty())
        return misuse(u"give --artefacts DIR: the folder that the team shares"_s);
    in.streams.err << u"who shall read or write: GRANT \"%1_reader\" TO name; or GRANT "
                      "\"%1_writer\" TO name;\n"_s.arg(address.database);
    return tellStatus(in, address, **store);
}

Answer status(const Input &in)
{
    const auto address = TRY(addressIn(in));
    auto store = TeamStore::open(address);
    return store ? tellStatus(in, address, **store) : refused(store.error(), in.streams);
}

QJsonObject toJson(const Moved &moved)
{
    auto object = toJson(
        StoreCounts{ .compiles = moved.compiles, .runs = moved.runs, .cells = moved.cells });
    if (!moved.authors.isEmpty())
        object.insert(u"authors"_s, QJsonArray::fromStringList(moved.authors));
    QJsonArray problems;
    for (const auto &problem : moved.problems)
        problems.append(compiled::problemToJson(problem));
    if (!problems.isEmpty())
        object.insert(u"problems"_s, problems);
    return object;
}

Answer move(const Input &in, bool sends, bool takes)
{
    if (!in.isSet(u"workspace"_s))
        return misuse(u"give --workspace W.tosaic"_s);
    const auto address = TRY(addressIn(in));
    const auto store = TeamStore::open(address);
    if (!store)
        return refused(store.error(), in.streams);
    const auto file = TRY(Workspace::openOrCreate(in.value(u"workspace"_s)));
    QJsonObject told;
    const auto tell = [&](const Result<Moved> &moved, const QString &key, const QString &verb) {
        if (!moved)
            return false;
        tellProblems(moved->problems, in.streams);
        told.insert(key, toJson(*moved));
        if (!in.wantsJson())
            in.streams.out << verb << ' ' << words(moved->compiles, moved->runs, moved->cells)
                           << (moved->authors.isEmpty()
                                      ? QString()
                                      : u" (of %1)"_s.arg(moved->authors.join(u", "_s)))
                           << '\n';
        return true;
    };
    if (sends) {
        if (const auto sent = (*store)->push(*file); !tell(sent, u"sent"_s, u"sent"_s))
            return refused(sent.error(), in.streams);
    }
    if (takes) {
        if (const auto came = (*store)->pull(*file); !tell(came, u"came"_s, u"new here:"_s))
            return refused(came.error(), in.streams);
    }
    if (in.wantsJson())
        printDocument(told, in.streams);
    return Fine;
}

/// What is chosen here is this user's own.
Answer use(const Input &in)
{
    if (!in.isSet(u"workspace"_s) || in.names.size() != 2)
        return misuse(u"give use ADDRESS (or none) and --workspace W.tosaic"_s);
    const auto file = TRY(Workspace::openOrCreate(in.value(u"workspace"_s)));
    const auto address = in.names[1] == "none"_L1 ? QString() : TRY(addressIn(in)).toText();
    TRY(file->setSetting(workspace::StoreKey, address));
    TRY(Approvals(Approvals::usualPath()).keepOwn(file->path(), workspace::StoreKey, address));
    return Fine;
}

Answer reports(const Input &in, TeamStore &store)
{
    const auto listed = store.reports();
    if (!listed)
        return refused(listed.error(), in.streams);
    const Columns<StoredReport> columns{
        { { u"id"_s, u"report"_s }, [](const StoredReport &one) { return one.id; } },
        { { u"name"_s, u"name"_s }, [](const StoredReport &one) { return one.name; } },
        { { u"author"_s, u"by"_s }, [](const StoredReport &one) { return one.author; } },
        { { u"arrived"_s, u"arrived"_s },
            [](const StoredReport &one) { return one.arrived.toString(Qt::ISODate); } },
        { { u"bytes"_s, u"bytes"_s, {}, true },
            [](const StoredReport &one) { return qint64(one.size); } },
        { { u"note"_s, u"note"_s }, [](const StoredReport &one) { return one.note; } },
    };
    const auto table = tableOf(columns, *listed);
    if (in.wantsJson())
        printDocument({ { u"reports"_s, tableJson(table) } }, in.streams);
    else if (listed->empty())
        in.streams.out << "no report was published yet\n";
    else
        printTable(table, in.streams);
    return Fine;
}

Answer fetch(const Input &in, TeamStore &store)
{
    const auto listed = store.reports();
    if (!listed)
        return refused(listed.error(), in.streams);
    const auto found = std::ranges::find(*listed, in.names[1], &StoredReport::id);
    if (found == listed->end())
        return fail(ErrorCode::IoOpen, u"the store has no report %1"_s.arg(in.names[1]));
    const auto bytes = TRY(store.reportBytes(*found));
    TRY(saveFile(in.isSet(u"output"_s) ? in.value(u"output"_s) : found->name, bytes));
    return Fine;
}

Answer ofReports(const Input &in, const QString &action)
{
    const auto address = TRY(addressIn(in, action == "reports"_L1 ? 1 : 2));
    const auto store = TeamStore::open(address);
    if (!store)
        return refused(store.error(), in.streams);
    if (action == "reports"_L1)
        return reports(in, **store);
    if (action == "fetch"_L1)
        return fetch(in, **store);
    const auto id = (*store)->publish(in.names[1], in.value(u"note"_s));
    if (!id)
        return refused(id.error(), in.streams);
    if (in.wantsJson())
        printDocument({ { u"report"_s, *id } }, in.streams);
    else
        in.streams.out << *id << '\n';
    return Fine;
}

Answer answer(const Input &in)
{
    const auto action = in.names.value(0);
    const auto count = in.names.size();
    if (action == "init"_L1 && count == 2)
        return init(in);
    if (action == "status"_L1 && count <= 2)
        return status(in);
    if (action == "push"_L1 && count <= 2)
        return move(in, true, false);
    if (action == "pull"_L1 && count <= 2)
        return move(in, false, true);
    if (action == "sync"_L1 && count <= 2)
        return move(in, true, true);
    if (action == "use"_L1)
        return use(in);
    const bool isOfReports = (action == "reports"_L1 && count <= 2)
        || ((action == "publish"_L1 || action == "fetch"_L1) && (count == 2 || count == 3));
    if (isOfReports)
        return ofReports(in, action);
    return misuse(u"give init, use, status, push, pull, sync, reports, publish FILE or fetch ID, "
                  "and an ADDRESS or --workspace"_s);
}

} // namespace
} // namespace storecommand

Command storeCommand()
{
    return commandOf({ .name = u"store"_s,
        .summary = u"what a team remembers together, on a PostgreSQL server"_s,
        .description
        = u"A store keeps compiles, measured runs, cells of sweeps and reports of a team; a "
          "workspace is the copy that one works with, also offline. init ADDRESS --artefacts DIR: "
          "makes a store in an empty database, or brings an older one up; use ADDRESS --workspace "
          "W.tosaic: the workspace belongs to it (none: to no store); push, pull, sync: sends what "
          "the store does not have, takes what is new there; status; publish REPORT, reports, "
          "fetch ID. ADDRESS is postgresql://[USER@]HOST[:PORT]/DATABASE[?sslrootcert=FILE&...]; "
          "passwords are those of ~/.pgpass."_s,
        .names
        = { { u"ACTION"_s, u"init, use, status, push, pull, sync, reports, publish or fetch"_s },
            { u"WHAT"_s, u"publish: FILE; fetch: ID of a report"_s, u"[FILE|ID]"_s },
            { u"ADDRESS"_s, u"of the store; without it that of the workspace"_s, u"[ADDRESS]"_s } },
        .options = { { u"workspace"_s, u"the workspace file"_s, u"W.tosaic"_s },
            { u"artefacts"_s, u"init: folder that all of the team reach, for files by SHA-256"_s,
                u"DIR"_s },
            { u"note"_s, u"publish: what it is about"_s, u"TEXT"_s },
            { { u"o"_s, u"output"_s }, u"fetch: writes it there"_s, u"FILE"_s } },
        .answer = storecommand::answer,
        .hasTables = true });
}

} // namespace tosaic::cli
