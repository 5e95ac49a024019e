// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/modelhistory.h"

#include "core/base/median.h"
#include "core/base/try.h"
#include "core/workspace/jobneed.h"
#include "core/workspace/samemodel.h"
#include "profiler/analysis/knownfacts.h"
#include "profiler/store/runstore.h"
#include "profiler/store/runvalues.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using workspace::JobRecord;
using Kind = StepChange::Kind;

/// Counters that stand for an inference as a whole, the best first.
const QStringList WholeCounters{ QString(InferenceCycles), u"CYCLE"_s, u"NPU_ACTIVE"_s };

QString textOf(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isUndefined() || value.isNull())
        return {};
    const auto wrapped = QJsonDocument(QJsonArray{ value }).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(wrapped.mid(1, wrapped.size() - 2));
}

void addChange(std::vector<StepChange> &changes, Kind kind, const QString &what,
    const QString &before, const QString &after)
{
    if (before != after)
        changes.push_back({ kind, what, before, after });
}

std::vector<StepChange> changesBetween(const HistoryStep &before, const HistoryStep &after)
{
    std::vector<StepChange> changes;
    addChange(changes, Kind::Model, {}, before.job.sourceSha256, after.job.sourceSha256);
    addChange(changes, Kind::Commit, {}, before.commit, after.commit);
    const auto &was = before.job.resolvedSpec;
    const auto &is = after.job.resolvedSpec;
    auto keys = was.keys() + is.keys();
    keys.sort();
    keys.removeDuplicates();
    for (const auto &key : std::as_const(keys))
        addChange(changes, Kind::Spec, key, textOf(was.value(key)), textOf(is.value(key)));
    auto tools = before.job.tools;
    tools.insert(after.job.tools.begin(), after.job.tools.end());
    const auto versionIn = [](const JobRecord &job, const QString &tool) {
        const auto found = job.tools.find(tool);
        return found == job.tools.end() ? QString() : found->second;
    };
    for (const auto &[tool, version] : tools)
        addChange(
            changes, Kind::Tool, tool, versionIn(before.job, tool), versionIn(after.job, tool));
    return changes;
}

/// The time and the cycles of an inference, as far as the run has them.
std::vector<MeasuredNumber> numbersOf(
    const workspace::RunRecord &run, const std::vector<workspace::RunValue> &values)
{
    std::vector<MeasuredNumber> numbers;
    const auto add = [&](const auto &isMeant) {
        const auto first = std::ranges::find_if(values, isMeant);
        if (first == values.end())
            return false;
        std::vector<double> repeats;
        for (const auto &value : values) {
            if (isMeant(value) && value.group == first->group && value.name == first->name)
                repeats.push_back(value.value);
        }
        numbers.push_back(
            { run.id, first->name, first->unit, medianOf(repeats), originFromKey(run.origin) });
        return true;
    };
    add([](const workspace::RunValue &value) {
        return value.kind == "time"_L1 && value.unit == "ns"_L1;
    });
    for (const auto &name : WholeCounters) {
        if (add([&name](const workspace::RunValue &value) { return value.name == name; }))
            break;
    }
    return numbers;
}

std::optional<double> numberIn(const QJsonObject &summary, const QString &key)
{
    const auto value = summary.value(key);
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

bool isCompile(const JobRecord &job)
{
    return job.status == "succeeded"_L1;
}

/// Two compiles of one model, as far as anything says so.
bool isSame(const JobRecord &job, const QString &model)
{
    const auto recorded = workspace::modelPath(job);
    if (!model.contains(u'/'))
        return job.sourceName == model;
    return recorded.isEmpty() ? job.sourceName == QFileInfo(model).fileName()
                              : workspace::isSameModel(model, recorded);
}

} // namespace

std::optional<MeasuredNumber> HistoryStep::time() const
{
    const auto found = std::find_if(measured.rbegin(), measured.rend(),
        [](const MeasuredNumber &number) { return number.unit == "ns"_L1; });
    return found == measured.rend() ? std::nullopt : std::optional(*found);
}

Result<std::vector<KnownModel>> knownModels(workspace::Workspace &workspace)
{
    std::vector<KnownModel> models;
    for (const auto &job : TRY(workspace.jobHeads())) {
        if (!isCompile(job))
            continue;
        const auto path = workspace::modelPath(job);
        auto known = std::ranges::find_if(models, [&](const KnownModel &model) {
            return model.path.isEmpty() || path.isEmpty()
                ? model.name == job.sourceName && model.path == path
                : workspace::isSameModel(path, model.path);
        });
        if (known == models.end())
            known = models.insert(known, { .name = job.sourceName, .path = path });
        ++known->steps;
        if (!known->newest.isValid() || job.started > known->newest) {
            known->newest = job.started;
            known->path = path;
        }
    }
    std::ranges::stable_sort(models, std::greater(), &KnownModel::newest);
    return models;
}

Result<std::vector<HistoryStep>> modelHistory(workspace::Workspace &workspace, const QString &model)
{
    std::vector<HistoryStep> steps;
    for (auto &job : TRY(workspace.jobHeads())) {
        if (!isCompile(job) || !isSame(job, model))
            continue;
        HistoryStep step{ .job = std::move(job) };
        step.commit = workspace::commitOf(step.job);
        step.target = step.job.resolvedSpec.value(u"target"_s).toString();
        if (step.target.isEmpty())
            step.target = step.job.spec.value(u"target"_s).toString();
        step.cycles = numberIn(step.job.summary, u"cyclesTotal"_s);
        step.need = workspace::needOf(step.job);
        steps.push_back(std::move(step));
    }
    std::ranges::stable_sort(steps, {}, [](const HistoryStep &step) { return step.job.started; });
    std::map<QString, std::vector<HistoryStep *>> byProgram; // SHA-256 of the .pte
    std::map<QString, const HistoryStep *> last; // by target
    std::map<workspace::JobId, HistoryStep *> byJob;
    for (auto &step : steps) {
        byJob.emplace(step.job.id, &step);
        if (const auto *before = last[step.target]) {
            step.isFirst = false;
            step.cyclesBefore = before->cycles;
            step.changes = changesBetween(*before, step);
        }
        last[step.target] = &step;
    }
    std::vector<ProgramFacts> programs;
    for (const auto &artefact : TRY(workspace.artefacts())) {
        const auto step = byJob.find(artefact.job);
        if (step == byJob.end() || artefact.kind != "pte"_L1)
            continue;
        byProgram[artefact.sha256].push_back(step->second);
        programs.push_back({ .sha256 = artefact.sha256, .marks = marksOfSize(artefact.size) });
    }
    RunStore store(workspace);
    for (const auto &head : TRY(workspace.runHeads())) {
        if (!byProgram.contains(programHashOf(head.modelSha256, head.conditions)))
            continue;
        const auto run = TRY(store.listed(head));
        const auto *program = programOf(run, programs);
        if (!program) // its console says that it ran another one
            continue;
        const auto numbers = numbersOf(head, TRY(workspace.runValues(head.id)));
        for (auto *step : byProgram.at(program->sha256))
            step->measured.insert(step->measured.end(), numbers.begin(), numbers.end());
    }
    return steps;
}

} // namespace tosaic::profile
