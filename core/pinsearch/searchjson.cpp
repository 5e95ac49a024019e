// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pinsearch/searchjson.h"

#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"
#include "core/spec/pins.h"

using namespace Qt::StringLiterals;

namespace tosaic::pinsearch {

namespace {

QJsonArray pinsJson(const spec::KeepOnCpu &kept)
{
    return QJsonArray::fromStringList(spec::pinsOf(kept));
}

QJsonObject foundJson(const Found &found, const Goal &goal, bool isKept)
{
    const auto &numbers = found.numbers;
    QJsonObject object{ { u"pins"_s, pinsJson(found.row.cell.spec.keepOnCpu) },
        { u"meetsGoal"_s, isMet(goal, numbers) }, { u"cpuCyclesAssumed"_s, numbers.cpuCycles },
        { u"boundaries"_s, qint64(numbers.boundaries) },
        { u"boundaryBytes"_s, qint64(numbers.boundaryBytes) },
        { u"conversions"_s, qint64(numbers.conversions) },
        { u"cpuOperators"_s, qint64(numbers.cpuOperators) },
        { u"partitions"_s, qint64(found.compiled->partitions.size()) },
        { u"origin"_s, u"estimate"_s } };
    insertKnown(object, u"cycles"_s, numbers.cycles);
    insertKnown(object, u"sramBytes"_s, numbers.sramBytes);
    insertKnown(object, u"memoryMode"_s, found.row.cell.spec.memoryMode);
    if (isKept)
        object.insert(u"folder"_s, found.compiled->folder);
    return object;
}

} // namespace

QString goalText(const Goal &goal)
{
    switch (goal.kind) {
    case GoalKind::Cycles:
        return u"cycles"_s;
    case GoalKind::Sram:
        return u"sram<%1"_s.arg(goal.limit, 0, 'f', 0);
    case GoalKind::Boundaries:
        return u"boundaries"_s;
    case GoalKind::Cpu:
        return u"cpu<%1"_s.arg(goal.limit, 0, 'f', 0);
    }
    return {};
}

QJsonObject toJson(const SearchResult &result, bool isKept)
{
    const auto &request = result.request;
    return { { u"goal"_s, goalText(request.goal) }, { u"met"_s, result.isMet() },
        { u"front"_s,
            jsonList(result.front,
                [&](std::size_t i) { return foundJson(result.found[i], request.goal, isKept); }) },
        { u"searched"_s,
            QJsonObject{ { u"previews"_s, result.previews }, { u"compiles"_s, result.compiles },
                { u"estimates"_s, qint64(result.found.size()) }, { u"kept"_s, result.kept },
                { u"elapsedMs"_s, result.elapsedMs } } },
        { u"skipped"_s,
            QJsonObject{ { u"previews"_s, result.skippedPreviews },
                { u"compiles"_s, result.skippedCompiles },
                { u"refused"_s,
                    jsonList(result.refused,
                        [](const Refused &one) {
                            return QJsonObject{ { u"pins"_s, pinsJson(one.pins) },
                                { u"reason"_s, one.reason } };
                        }) } } },
        { u"assumed"_s,
            QJsonObject{ { u"cpuCyclesPerMac"_s, request.cpuCost.cyclesPerMac },
                { u"cpuCyclesPerByte"_s, request.cpuCost.cyclesPerByte } } } };
}

} // namespace tosaic::pinsearch
