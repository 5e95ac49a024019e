// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/models/keptmodels.h"

#include "core/documents/keptentity.h"
#include "core/spec/specjson.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <set>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

constexpr int MostModels = 64; // of a file that anybody may have written
constexpr std::size_t MostSteps = 100; // edits of a spec that can be taken back after a reopening

QString folderOf(const ResultsDocument::Item &result)
{
    return result ? result->folder : QString();
}

/// The edits around where one is: the state before the first, then what each was about and the
/// state behind it.
QJsonObject historyJson(const SpecDocument::State &spec)
{
    const auto first = spec.position > MostSteps / 2 ? spec.position - MostSteps / 2 : 0;
    const auto end = std::min(spec.steps.size(), first + MostSteps);
    if (first == end)
        return {};
    QJsonArray steps;
    for (auto i = first; i < end; ++i)
        steps.append(QJsonObject{
            { u"what"_s, spec.steps[i].what }, { u"spec"_s, spec::toJson(spec.steps[i].after) } });
    return { { u"before"_s, spec::toJson(spec.steps[first].before) }, { u"steps"_s, steps },
        { u"position"_s, static_cast<qint64>(spec.position - first) } };
}

/// Only a whole history that leads to the spec is taken.
void takeHistory(const QJsonObject &json, SpecDocument::State &spec)
{
    const auto list = json[u"steps"].toArray();
    const auto position = json[u"position"].toInt(-1);
    auto before = spec::fromJson(json[u"before"].toObject());
    if (!before || position < 0 || position > list.size() || list.size() > qsizetype(MostSteps))
        return;
    auto shown = position == 0 ? *before : spec::CompileSpec();
    std::vector<SpecStep> steps;
    for (const auto &item : list) {
        auto after = spec::fromJson(item[u"spec"].toObject());
        if (!after)
            return;
        steps.push_back({ *before, *after, item[u"what"].toString() });
        before = after;
        if (static_cast<int>(steps.size()) == position)
            shown = *after;
    }
    if (shown != spec.spec)
        return;
    spec.steps = std::move(steps);
    spec.position = static_cast<std::size_t>(position);
}

QJsonObject toJson(const ModelSession &session)
{
    QJsonArray compiles;
    for (const auto &result : session.results.results)
        compiles.append(result->folder);
    // A dump or a trace is shown where no model is, and kept among the runs.
    const bool isModel = session.model.program || session.model.network || session.model.result;
    const auto path = isModel ? session.model.path : session.toOpen;
    QJsonObject json{ { u"path"_s, path }, { u"input"_s, session.compileInput },
        { u"mode"_s, session.mode }, { u"spec"_s, spec::toJson(session.spec.spec) },
        { u"compiles"_s, compiles }, { u"old"_s, folderOf(session.results.oldSide) },
        { u"new"_s, folderOf(session.results.newSide) } };
    const auto &current = session.selection.current;
    if (const auto selected = tosaic::toJson(current.isEmpty() ? session.wanted : current);
        !selected.isEmpty())
        json.insert("selected"_L1, selected);
    if (const auto history = historyJson(session.spec); !history.isEmpty())
        json.insert("history"_L1, history);
    if (!session.view.isEmpty())
        json.insert("view"_L1, views::toJson(session.view));
    return json;
}

ModelSession sessionFrom(const QJsonObject &json, const std::vector<ResultsDocument::Item> &results)
{
    const auto compiled = [&](const QString &folder) {
        const auto found = std::ranges::find(results, folder, folderOf);
        return found == results.end() ? nullptr : *found;
    };
    ModelSession session{ .toOpen = json[u"path"].toString(),
        .compileInput = json[u"input"].toString(),
        .wanted = entityFrom(json[u"selected"].toObject()),
        .mode = json[u"mode"].toString(),
        .view = views::graphViewStateFrom(json[u"view"].toObject()) };
    if (auto spec = spec::fromJson(json[u"spec"].toObject()))
        session.spec = { .spec = *spec, .saved = *spec };
    takeHistory(json[u"history"].toObject(), session.spec);
    for (const auto &folder : json[u"compiles"].toArray()) {
        if (auto result = compiled(folder.toString()))
            session.results.results.push_back(std::move(result));
    }
    session.results.oldSide = compiled(json[u"old"].toString());
    session.results.newSide = compiled(json[u"new"].toString());
    return session;
}

/// `results` in their order, oldest first. What was compared comes back; where a side is not there
/// (it came when nobody had this open), the newest that succeeded stand side by side.
void completeSides(ResultsDocument::State &state, const std::vector<ResultsDocument::Item> &results)
{
    std::ranges::sort(state.results, {},
        [&](const ResultsDocument::Item &one) { return std::ranges::find(results, one); });
    if (state.oldSide && state.newSide)
        return;
    state.oldSide = state.newSide = nullptr;
    for (const auto &result : state.results) {
        if (result->status == compiled::Status::Succeeded)
            state.oldSide = std::exchange(state.newSide, result);
    }
}

/// On another machine, or after its folder is gone, the workspace still has what was compiled.
void findModel(ModelSession &session)
{
    const auto &newest = session.results.newSide;
    if (newest && !session.toOpen.isEmpty() && !QFileInfo::exists(session.toOpen))
        session.toOpen = newest->folder;
}

} // namespace

bool isResultOf(const ModelSession &session, const compiled::CompileResult &result)
{
    const auto &known = session.results.results;
    if (!known.empty())
        return known.back()->sourceName == result.sourceName;
    return QFileInfo(session.compileInput).fileName() == result.sourceName;
}

QString toText(const KeptModels &models)
{
    QJsonArray list;
    for (const auto &model : models.models)
        list.append(toJson(model));
    const QJsonObject json{ { u"current"_s, models.current }, { u"models"_s, list } };
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

std::optional<KeptModels> keptModelsFrom(
    const QString &text, const std::vector<ResultsDocument::Item> &results)
{
    const auto json = QJsonDocument::fromJson(text.toUtf8()).object();
    KeptModels kept;
    std::set<QString> named;
    for (const auto &model : json[u"models"].toArray()) {
        if (kept.models.size() == MostModels)
            break;
        kept.models.push_back(sessionFrom(model.toObject(), results));
        for (const auto &result : kept.models.back().results.results)
            named.insert(result->folder);
    }
    if (kept.models.empty())
        return std::nullopt;
    kept.current
        = std::clamp(json[u"current"].toInt(), 0, static_cast<int>(kept.models.size()) - 1);
    for (const auto &result : results) {
        if (named.contains(result->folder))
            continue;
        const auto home = std::ranges::find_if(kept.models, [&](const ModelSession &model) {
            return !model.isBlank() && isResultOf(model, *result);
        });
        auto &model
            = home == kept.models.end() ? kept.models[static_cast<size_t>(kept.current)] : *home;
        model.results.results.push_back(result);
    }
    for (auto &model : kept.models) {
        completeSides(model.results, results);
        findModel(model);
    }
    return kept;
}

} // namespace tosaic::shell
