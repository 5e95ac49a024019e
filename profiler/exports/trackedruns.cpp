// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/median.h"
#include "core/compiled/resultwriter.h"
#include "core/spec/specjson.h"
#include "profiler/exports/tracking.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

QString textOf(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isDouble())
        return QString::number(value.toDouble(), 'g', 17);
    const auto wrapped = QJsonDocument(QJsonArray{ value }).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(wrapped.mid(1, wrapped.size() - 2));
}

/// MLflow takes letters, digits and _ - . space /.
QString keyOf(const QString &name)
{
    auto key = name;
    for (auto &letter : key) {
        const bool isTaken = letter.isLetterOrNumber() || u"_-. /"_s.contains(letter);
        if (!isTaken || letter.unicode() > 127)
            letter = u'_';
    }
    return key;
}

void addNumbers(TrackedRun &run, const QString &origin, const QJsonObject &numbers)
{
    for (auto it = numbers.begin(); it != numbers.end(); ++it) {
        if (it->isDouble() && std::isfinite(it->toDouble()))
            run.metrics.emplace(keyOf(origin + u'.' + it.key()), it->toDouble());
    }
}

} // namespace

TrackedRun trackedCompile(const compiled::CompileResult &result)
{
    TrackedRun run{ .name = result.sourceName + u' ' + result.spec.target };
    const auto json = compiled::toJson(result);
    const auto spec = spec::toJson(result.resolvedSpec);
    for (auto it = spec.begin(); it != spec.end(); ++it)
        run.parameters.emplace(keyOf(it.key()), textOf(*it));
    for (const auto &[tool, version] : result.tools)
        run.parameters.emplace(keyOf(u"tool."_s + tool), version);
    run.tags = { { u"tosaic.kind"_s, u"compile"_s },
        { u"tosaic.status"_s, compiled::statusText(result.status) },
        { u"tosaic.sourceSha256"_s, result.sourceSha256 } };
    addNumbers(run, u"est"_s, json.value(u"summary"_s).toObject());
    for (const auto &artefact : result.artefacts) {
        const QFileInfo file(QDir(result.folder), artefact.path);
        if (file.isFile())
            run.files.append(file.absoluteFilePath());
    }
    const QFileInfo written(QDir(result.folder), u"result.json"_s);
    if (written.isFile())
        run.files.append(written.absoluteFilePath());
    return run;
}

TrackedRun trackedRun(
    const workspace::RunRecord &run, const std::vector<workspace::RunValue> &values)
{
    const auto origin = run.origin.isEmpty() ? u"unknown"_s : run.origin;
    TrackedRun tracked{ .name = run.name };
    const auto &conditions = run.conditions;
    if (!conditions.target.isEmpty())
        tracked.parameters.emplace(u"target"_s, conditions.target);
    for (const auto &[tool, version] : conditions.tools)
        tracked.parameters.emplace(keyOf(u"tool."_s + tool), version);
    if (run.npuClockHz)
        tracked.parameters.emplace(u"npuClockHz"_s, QString::number(*run.npuClockHz));
    tracked.tags = { { u"tosaic.kind"_s, run.kind }, { u"tosaic.origin"_s, origin } };
    if (!run.modelSha256.isEmpty())
        tracked.tags.emplace(u"tosaic.programSha256"_s, run.modelSha256);
    std::map<QString, std::vector<double>> repeats;
    for (const auto &value : values) {
        if (!std::isfinite(value.value))
            continue;
        const auto name = value.group.isEmpty() ? value.name : value.group + u'/' + value.name;
        const auto key = keyOf(origin + u'.' + name);
        repeats[key].push_back(value.value);
        if (!value.unit.isEmpty())
            tracked.tags.emplace(u"unit."_s + key, value.unit);
    }
    for (auto &[key, numbers] : repeats)
        tracked.metrics.emplace(key, medianOf(numbers));
    return tracked;
}

std::vector<TrackedRun> trackedSweep(const QJsonObject &results, const QString &file)
{
    TrackedRun sweep{ .name = u"sweep of "_s + results.value(u"input"_s).toString() };
    sweep.tags = { { u"tosaic.kind"_s, u"sweep"_s },
        { u"tosaic.status"_s, results.value(u"status"_s).toString() } };
    if (!file.isEmpty())
        sweep.files = { file };
    std::vector<TrackedRun> runs{ sweep };
    for (const auto &value : results.value(u"cells"_s).toArray()) {
        const auto cell = value.toObject();
        if (cell.value(u"status"_s) != "estimated"_L1)
            continue;
        TrackedRun run{ .isChild = true };
        QStringList names;
        for (const auto &key : { u"model"_s, u"target"_s, u"systemConfig"_s, u"memoryMode"_s,
                 u"variant"_s, u"environment"_s, u"vela"_s }) {
            if (const auto text = cell.value(key).toString(); !text.isEmpty()) {
                run.parameters.emplace(key, text);
                names.append(text);
            }
        }
        if (const auto flags = cell.value(u"extraFlags"_s); flags.isArray())
            run.parameters.emplace(u"extraFlags"_s, textOf(flags));
        run.name = names.join(u' ');
        run.tags = { { u"tosaic.kind"_s, u"cell"_s },
            { u"tosaic.key"_s, cell.value(u"key"_s).toString() } };
        addNumbers(run, u"est"_s, cell.value(u"summary"_s).toObject());
        for (const auto &key :
            { u"inferenceTimeNs"_s, u"sramNeedBytes"_s, u"flashNeedBytes"_s, u"dramNeedBytes"_s })
            addNumbers(run, u"est"_s, { { key, cell.value(key) } });
        runs.push_back(std::move(run));
    }
    return runs;
}

} // namespace tosaic::profile
