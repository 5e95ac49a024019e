// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"
#include "app/cli/commands.h"

#include "core/base/approvals.h"
#include "core/workspace/settingkeys.h"
#include "core/workspace/workspace.h"

#include <QCommandLineParser>
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

void printJson(const QJsonObject &object, Streams &streams)
{
    streams.out << QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented));
    streams.out.flush();
}

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

int show(const QString &path, bool asJson, Streams &streams)
{
    const auto file = workspace::Workspace::open(path);
    if (!file)
        return inputError(file.error(), streams);
    QJsonArray list;
    for (const auto &named : namedBy(**file, Approvals(Approvals::usualPath()))) {
        if (asJson)
            list.append(QJsonObject{ { u"key"_s, named.key }, { u"what"_s, named.subject.what },
                { u"state"_s, named.state } });
        else
            streams.out << named.state.leftJustified(14) << named.key << "  "
                        << shownText(named.subject) << '\n';
    }
    if (asJson)
        printJson({ { u"workspace"_s, (*file)->path() }, { u"names"_s, list } }, streams);
    streams.out.flush();
    return Fine;
}

int list(bool asJson, Streams &streams)
{
    const Approvals approvals(Approvals::usualPath());
    QJsonArray rows;
    for (const auto &[id, subject, when] : approvals.list()) {
        if (asJson)
            rows.append(QJsonObject{ { u"id"_s, id }, { u"kind"_s, kindText(subject.kind) },
                { u"what"_s, subject.what }, { u"content"_s, subject.content },
                { u"when"_s, when.toString(Qt::ISODate) } });
        else
            streams.out << id << "  " << kindText(subject.kind).leftJustified(14)
                        << when.toString(Qt::ISODate) << "  " << shownText(subject) << '\n';
    }
    if (asJson)
        printJson({ { u"file"_s, approvals.path() }, { u"approvals"_s, rows } }, streams);
    else if (approvals.list().empty())
        streams.out << "nothing is approved\n";
    streams.out.flush();
    return Fine;
}

/// What the options name; what a workspace names is shown by its path, never taken blindly.
std::vector<TrustSubject> subjectsOf(const QCommandLineParser &parser)
{
    std::vector<TrustSubject> subjects;
    for (const auto &program : parser.values(u"interpreter"_s))
        subjects.push_back(interpreterSubject(program));
    for (const auto &file : parser.values(u"model"_s))
        subjects.push_back(modelSubject(file));
    for (const auto &folder : parser.values(u"folder"_s))
        subjects.push_back(outputFolderSubject(folder));
    for (const auto &place : parser.values(u"connection"_s))
        subjects.push_back(connectionSubject(place));
    return subjects;
}

int add(const std::vector<TrustSubject> &subjects, Streams &streams)
{
    Approvals approvals(Approvals::usualPath());
    for (const auto &subject : subjects) {
        if (const auto approved = approvals.approve(subject); !approved)
            return inputError(approved.error(), streams);
        streams.out << "approved " << kindText(subject.kind) << ' ' << shownText(subject) << '\n';
    }
    streams.out.flush();
    return Fine;
}

int remove(const QStringList &ids, Streams &streams)
{
    Approvals approvals(Approvals::usualPath());
    for (const auto &id : ids) {
        const auto withdrawn = approvals.withdraw(id);
        if (!withdrawn)
            return inputError(withdrawn.error(), streams);
        if (!*withdrawn)
            return inputError(
                { ErrorCode::IoOpen, u"there is no approval %1; see trust list"_s.arg(id) },
                streams);
        streams.out << "withdrawn " << id << '\n';
    }
    streams.out.flush();
    return Fine;
}

int run(const QStringList &arguments, Streams &streams)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        u"What files of other people may start, connect to or write on this machine. list: what "
        "is approved; show --workspace W.tosaic: what a workspace would start, and whether it "
        "may; add: approves a content, another content is asked about again; remove ID...: "
        "withdraws. An interpreter or command out of a file runs only with an approval."_s);
    parser.addPositionalArgument(u"ACTION"_s, u"list, show, add or remove"_s);
    parser.addPositionalArgument(u"ID"_s, u"remove: as list prints it; or --all"_s, u"[ID...]"_s);
    parser.addOptions({ { u"interpreter"_s, u"add: Python of a tool environment"_s, u"PROGRAM"_s },
        { u"model"_s, u"add: a .py or .pt2 file, whose code may run"_s, u"FILE"_s },
        { u"folder"_s, u"add: a folder that specs may name for intermediate files"_s, u"DIR"_s },
        { u"connection"_s, u"add: where a workspace may listen"_s,
            u"tcp:HOST:PORT|serial:DEVICE"_s },
        { u"workspace"_s, u"show: the workspace file"_s, u"W.tosaic"_s },
        { u"all"_s, u"remove: everything"_s },
        { u"json"_s, u"list, show: prints one JSON document"_s } });
    if (const auto end = endsAtArguments(parser, u"trust"_s, arguments, streams))
        return *end;
    const auto words = parser.positionalArguments();
    const auto action = words.value(0);
    const auto subjects = subjectsOf(parser);
    if (action == "list"_L1 && words.size() == 1 && subjects.empty())
        return list(parser.isSet(u"json"_s), streams);
    if (action == "show"_L1 && words.size() == 1 && parser.isSet(u"workspace"_s))
        return show(parser.value(u"workspace"_s), parser.isSet(u"json"_s), streams);
    if (action == "add"_L1 && words.size() == 1 && !subjects.empty())
        return add(subjects, streams);
    if (action == "remove"_L1 && (words.size() > 1 || parser.isSet(u"all"_s))) {
        QStringList ids = words.mid(1);
        if (parser.isSet(u"all"_s)) {
            ids.clear();
            for (const auto &approval : Approvals(Approvals::usualPath()).list())
                ids << approval.id;
        }
        return remove(ids, streams);
    }
    return usageError(
        u"give list, show --workspace W.tosaic, add --interpreter PROGRAM (or --model, --folder, "
        "--connection), or remove ID"_s,
        streams);
}

} // namespace
} // namespace trustcommand

Command trustCommand()
{
    using namespace trustcommand;
    return { u"trust"_s, u"what files of other people may start on this machine"_s, false, run };
}

} // namespace tosaic::cli
