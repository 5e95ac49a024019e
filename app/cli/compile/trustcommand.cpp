// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"

#include "core/base/approvals.h"
#include "core/workspace/settingkeys.h"
#include "core/workspace/workspace.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace trustcommand {
namespace {

/// Something that a workspace would have started.
struct Named
{
    QString key; ///< of the workspace's setting
    TrustSubject subject;
    QString state; ///< "approved", "own", "not-approved", "not-found"
};

std::vector<Named> namedBy(workspace::Workspace &file, const Approvals &approvals)
{
    std::vector<Named> named;
    for (const auto &key : { workspace::InterpreterKey, workspace::SecondInterpreterKey }) {
        const auto program = file.setting(key).value_or(QString());
        if (program.isEmpty())
            continue;
        const auto subject = interpreterSubject(program);
        named.push_back({ key, subject,
            !QFileInfo::exists(subject.what) ? u"not-found"_s
                : approvals.allows(subject)  ? u"approved"_s
                                             : u"not-approved"_s });
    }
    for (const auto &key : { workspace::EngineKey, workspace::StoreKey }) {
        const auto place = file.setting(key).value_or(QString());
        if (place.isEmpty())
            continue;
        const auto subject = connectionSubject(place);
        named.push_back({ key, subject,
            approvals.isOwn(file.path(), key, place) ? u"own"_s
                : approvals.allows(subject)          ? u"approved"_s
                                                     : u"not-approved"_s });
    }
    const auto text = file.setting(workspace::RunTargetsKey).value_or(QString());
    const auto targets = QJsonDocument::fromJson(text.toUtf8()).object();
    for (const auto &id : targets.keys()) {
        const auto choices = targets[id].toObject();
        if (choices.isEmpty())
            continue; // a number beside the targets
        const auto said = QString::fromUtf8(QJsonDocument(choices).toJson(QJsonDocument::Compact));
        const auto key = workspace::RunTargetsKey + u'/' + id;
        const bool isOwn = approvals.isOwn(file.path(), key, said);
        named.push_back({ key, { TrustSubject::Kind::Setting, said, {} },
            isOwn ? u"own"_s : u"not-approved"_s });
    }
    return named;
}

Answer show(const Input &in)
{
    const auto file = TRY(workspace::Workspace::open(in.value(u"workspace"_s)));
    const Columns<Named> columns{
        { { u"state"_s, u"state"_s }, [](const Named &named) { return named.state; } },
        { { u"key"_s, u"setting"_s }, [](const Named &named) { return named.key; } },
        { { u"what"_s, u"what it names"_s }, [](const Named &named) { return named.subject.what; },
            [](const Named &named) { return shownText(named.subject); } },
    };
    const auto table = tableOf(columns, namedBy(*file, Approvals(Approvals::usualPath())));
    if (in.wantsJson())
        printDocument(
            { { u"workspace"_s, file->path() }, { u"names"_s, tableJson(table) } }, in.streams);
    else if (!table.rows.empty())
        printTable(table, in.streams);
    return Fine;
}

Answer list(const Input &in)
{
    const Approvals approvals(Approvals::usualPath());
    const auto rows = approvals.list();
    using Row = std::decay_t<decltype(rows.front())>;
    const Columns<Row> columns{
        { { u"id"_s, u"id"_s }, [](const Row &row) { return row.id; } },
        { { u"kind"_s, u"kind"_s }, [](const Row &row) { return kindText(row.subject.kind); } },
        { { u"when"_s, u"when"_s }, [](const Row &row) { return row.when.toString(Qt::ISODate); } },
        { { u"what"_s, u"what"_s }, [](const Row &row) { return row.subject.what; },
            [](const Row &row) { return shownText(row.subject); } },
        { { u"content"_s, u"content"_s }, [](const Row &row) { return row.subject.content; } },
    };
    auto table = tableOf(columns, rows);
    if (in.wantsJson()) {
        printDocument(
            { { u"file"_s, approvals.path() }, { u"approvals"_s, tableJson(table) } }, in.streams);
    } else if (rows.empty()) {
        in.streams.out << "nothing is approved\n";
    } else {
        table.columns.pop_back(); // a hash is for programs
        printTable(table, in.streams);
    }
    return Fine;
}

/// What the options name; what a workspace names is shown by its path, never taken blindly.
std::vector<TrustSubject> subjectsOf(const Input &in)
{
    std::vector<TrustSubject> subjects;
    for (const auto &program : in.values(u"interpreter"_s))
        subjects.push_back(interpreterSubject(program));
    for (const auto &file : in.values(u"model"_s))
        subjects.push_back(modelSubject(file));
    for (const auto &folder : in.values(u"folder"_s))
        subjects.push_back(outputFolderSubject(folder));
    for (const auto &place : in.values(u"connection"_s))
        subjects.push_back(connectionSubject(place));
    return subjects;
}

Answer add(const std::vector<TrustSubject> &subjects, Streams &streams)
{
    Approvals approvals(Approvals::usualPath());
    for (const auto &subject : subjects) {
        TRY(approvals.approve(subject));
        streams.out << "approved " << kindText(subject.kind) << ' ' << shownText(subject) << '\n';
    }
    return Fine;
}

Answer remove(const QStringList &ids, Streams &streams)
{
    Approvals approvals(Approvals::usualPath());
    for (const auto &id : ids) {
        if (!TRY(approvals.withdraw(id)))
            return fail(ErrorCode::IoOpen, u"there is no approval %1; see trust list"_s.arg(id));
        streams.out << "withdrawn " << id << '\n';
    }
    return Fine;
}

Answer run(const Input &in)
{
    const auto action = in.names.value(0);
    const auto subjects = subjectsOf(in);
    const bool isAlone = in.names.size() == 1;
    if (action == "list"_L1 && isAlone && subjects.empty())
        return list(in);
    if (action == "show"_L1 && isAlone && in.isSet(u"workspace"_s))
        return show(in);
    if (action == "add"_L1 && isAlone && !subjects.empty())
        return add(subjects, in.streams);
    if (action == "remove"_L1 && (!isAlone || in.isSet(u"all"_s))) {
        auto ids = in.names.mid(1);
        if (in.isSet(u"all"_s)) {
            ids.clear();
            for (const auto &approval : Approvals(Approvals::usualPath()).list())
                ids << approval.id;
        }
        return remove(ids, in.streams);
    }
    return misuse(
        u"give list, show --workspace W.tosaic, add --interpreter PROGRAM (or --model, --folder, "
        "--connection), or remove ID"_s);
}

} // namespace
} // namespace trustcommand

Command trustCommand()
{
    return commandOf({ .name = u"trust"_s,
        .summary = u"what files of other people may start on this machine"_s,
        .description
        = u"What files of other people may start, connect to or write on this machine. list: what "
          "is approved; show --workspace W.tosaic: what a workspace would start, and whether it "
          "may; add: approves a content, another content is asked about again; remove ID...: "
          "withdraws. An interpreter or command out of a file runs only with an approval."_s,
        .names = { { u"ACTION"_s, u"list, show, add or remove"_s },
            { u"ID"_s, u"remove: as list prints it; or --all"_s, u"[ID...]"_s } },
        .options = { { u"interpreter"_s, u"add: Python of a tool environment"_s, u"PROGRAM"_s },
            { u"model"_s, u"add: a .py or .pt2 file, whose code may run"_s, u"FILE"_s },
            { u"folder"_s, u"add: a folder that specs may name for intermediate files"_s,
                u"DIR"_s },
            { u"connection"_s, u"add: where a workspace may listen or send"_s,
                u"tcp:HOST:PORT|serial:DEVICE|ADDRESS"_s },
            { u"workspace"_s, u"show: the workspace file"_s, u"W.tosaic"_s },
            { u"all"_s, u"remove: everything"_s } },
        .answer = trustcommand::run,
        .hasTables = true });
}

} // namespace tosaic::cli
