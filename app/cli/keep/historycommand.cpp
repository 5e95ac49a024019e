// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/keep/teamcopy.h"
#include "core/base/knownjson.h"
#include "profiler/session/modelhistory.h"
#include "profiler/store/runstore.h"
#include "views/workspace/historypage.h"

#include <QFileInfo>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace historycommand {
namespace {

using profile::HistoryStep;
using profile::StepChange;
using workspace::Workspace;

QString kindText(StepChange::Kind kind)
{
    switch (kind) {
    case StepChange::Kind::Model:
        return u"model"_s;
    case StepChange::Kind::Commit:
        return u"commit"_s;
    case StepChange::Kind::Spec:
        return u"spec"_s;
    case StepChange::Kind::Tool:
        return u"tool"_s;
    }
    return {};
}

QJsonObject toJson(const HistoryStep &step)
{
    QJsonObject object{ { u"job"_s, static_cast<qint64>(step.job.id.value) },
        { u"compiled"_s, step.job.started.toString(Qt::ISODateWithMs) },
        { u"target"_s, step.target }, { u"first"_s, step.isFirst } };
    insertKnown(object, u"name"_s, step.job.name);
    insertKnown(object, u"commit"_s, step.commit);
    insertKnown(object, u"sourceSha256"_s, step.job.sourceSha256);
    insertKnown(object, u"folder"_s, step.job.folder);
    QJsonObject tools;
    for (const auto &[tool, version] : step.job.tools)
        tools.insert(tool, version);
    insertKnown(object, u"tools"_s, tools);
    insertKnown(object, u"cycles"_s, step.cycles);
    insertKnown(object, u"cyclesBefore"_s, step.cyclesBefore);
    insertKnown(object, u"sramBytes"_s, step.need.bytes(analysis::Memory::Sram));
    analysis::insertNeed(object, step.need);
    if (step.cycles || !step.need.isEmpty())
        object.insert(u"origin"_s, u"estimate"_s);
    QJsonArray measured;
    for (const auto &number : step.measured) {
        QJsonObject one{ { u"run"_s, static_cast<qint64>(number.run.value) },
            { u"name"_s, number.name }, { u"unit"_s, number.unit }, { u"value"_s, number.value } };
        insertKnown(one, u"origin"_s, profile::originKey(number.origin));
        measured.append(one);
    }
    insertKnown(object, u"measured"_s, measured);
    QJsonArray changes;
    for (const auto &change : step.changes) {
        QJsonObject one{ { u"kind"_s, kindText(change.kind) } };
        insertKnown(one, u"what"_s, change.what);
        insertKnown(one, u"before"_s, change.before);
        insertKnown(one, u"after"_s, change.after);
        changes.append(one);
    }
    object.insert(u"changes"_s, changes);
    return object;
}

Answer listModels(Workspace &file, const Input &in)
{
    const auto models = TRY(profile::knownModels(file));
    if (in.wantsJson()) {
        QJsonArray list;
        for (const auto &model : models) {
            QJsonObject one{ { u"name"_s, model.name }, { u"compiles"_s, model.steps },
                { u"newest"_s, model.newest.toString(Qt::ISODateWithMs) } };
            insertKnown(one, u"path"_s, model.path);
            list.append(one);
        }
        printDocument({ { u"models"_s, list } }, in.streams);
        return Fine;
    }
    using Model = profile::KnownModel;
    const Columns<Model> columns{
        { { {}, u"model"_s },
            [](const Model &model) { return model.path.isEmpty() ? model.name : model.path; } },
        { { {}, u"compiles"_s, {}, true }, [](const Model &model) { return model.steps; } },
    };
    printTable(tableOf(columns, models), in.streams);
    return Fine;
}

Answer answer(const Input &in)
{
    if (!in.isSet(u"workspace"_s) || in.names.size() > 1)
        return misuse(u"give --workspace W.tosaic and one MODEL, or none to list them"_s);
    const auto copy = TeamCopy::open(in.value(u"workspace"_s), in.streams);
    if (!copy)
        return refused(copy.error(), in.streams);
    const auto file = TRY(Workspace::open(copy->path()));
    if (in.names.isEmpty())
        return listModels(*file, in);
    const auto named = in.names.first();
    const auto model = QFileInfo::exists(named) || named.contains(u'/')
        ? QFileInfo(named).absoluteFilePath()
        : named;
    auto steps = TRY(profile::modelHistory(*file, model));
    if (steps.empty())
        return fail(ErrorCode::IoOpen,
            u"the workspace has no compile of %1 that succeeded; without MODEL those it has are "
            "listed"_s.arg(named),
            Location{ .file = in.value(u"workspace"_s) });
    if (in.isSet(u"target"_s)) {
        const auto target = in.value(u"target"_s);
        std::erase_if(steps, [&target](const HistoryStep &step) { return step.target != target; });
    }
    if (in.isSet(u"csv"_s)) {
        in.streams.out << QString::fromUtf8(tableCsv(tableOf(views::historyColumns(), steps)));
        return Fine;
    }
    if (in.wantsJson()) {
        QJsonArray list;
        for (const auto &step : steps)
            list.append(toJson(step));
        printDocument(
            { { u"model"_s, QFileInfo(model).fileName() }, { u"steps"_s, list } }, in.streams);
        return Fine;
    }
    printTable(tableOf(views::historyColumns(), steps), in.streams);
    return Fine;
}

} // namespace
} // namespace historycommand

Command historyCommand()
{
    return commandOf({ .name = u"history"_s,
        .summary = u"cycles, SRAM and measured time of a model over commits and versions"_s,
        .description
        = u"The compiles of a model that a workspace has, the oldest first: Vela's estimates, what "
          "runs of their programs measured, and what changed at each against the compile before "
          "for the same target: the model, its commit, keys of the spec, versions of the tools. "
          "Without MODEL the models are listed."_s,
        .names = { { u"MODEL"_s, u"its path, here or in another checkout, or its file name"_s,
            u"[MODEL]"_s } },
        .options = { { u"workspace"_s, u"the workspace, or the team's store, to read"_s,
                         u"W.tosaic|ADDRESS"_s },
            { u"target"_s, u"compiles for this target only"_s, u"TARGET"_s },
            { u"csv"_s, u"the table as CSV"_s } },
        .answer = historycommand::answer,
        .hasTables = true });
}

} // namespace tosaic::cli
