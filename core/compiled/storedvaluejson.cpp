// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/storedvaluejson.h"

#include "core/base/jsonlist.h"
#include "core/base/knownjson.h"

#include <QJsonArray>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::compiled {

namespace {

constexpr qsizetype MostBins = 4096; // of a file that anybody may have written
const QStringList Roles{ u"result"_s, u"input"_s, u"constant"_s };

std::optional<double> finite(const QJsonValue &value)
{
    return value.isDouble() && std::isfinite(value.toDouble()) ? std::optional(value.toDouble())
                                                               : std::nullopt;
}

std::optional<double> share(const QJsonValue &value)
{
    const auto number = finite(value);
    return number && *number >= 0 && *number <= 1 ? number : std::nullopt;
}

std::optional<qint64> whole(const QJsonValue &value)
{
    constexpr double MostWhole = 9007199254740992.0; // 2^53
    const auto number = finite(value);
    return number && *number == std::floor(*number) && std::abs(*number) <= MostWhole
        ? std::optional(static_cast<qint64>(*number))
        : std::nullopt;
}

/// All of them, or none.
template <typename Number, typename Read>
std::vector<Number> numbers(const QJsonArray &array, Read read)
{
    std::vector<Number> all;
    for (const auto &item : array) {
        const auto number = read(item);
        if (!number)
            return {};
        all.push_back(*number);
    }
    return all;
}

std::optional<ObservedValues> observedFrom(const QJsonObject &object)
{
    const auto least = finite(object[u"least"]);
    const auto largest = finite(object[u"largest"]);
    if (!least || !largest || *largest < *least)
        return {};
    ObservedValues observed{ *least, *largest, {}, share(object[u"clippedShare"]) };
    const auto bins = object[u"histogram"].toArray();
    if (bins.size() <= MostBins)
        observed.histogram
            = numbers<quint64>(bins, [](const QJsonValue &value) -> std::optional<quint64> {
                  const auto count = whole(value);
                  return count && *count >= 0 ? std::optional(quint64(*count)) : std::nullopt;
              });
    return observed;
}

} // namespace

std::optional<StoredValue> storedValueFromJson(const QJsonObject &object)
{
    const auto role = Roles.indexOf(object[u"role"].toString());
    StoredValue value{ .node = object[u"node"].toString(),
        .role = static_cast<StoredValue::Role>(std::max<qsizetype>(0, role)),
        .argument = object[u"argument"].toString(),
        .dtype = object[u"dtype"].toString(),
        .scales = numbers<double>(object[u"scales"].toArray(),
            [](const QJsonValue &number) -> std::optional<double> {
                const auto scale = finite(number);
                return scale && *scale > 0 ? scale : std::nullopt;
            }),
        .zeroPoints = numbers<qint64>(object[u"zeroPoints"].toArray(), whole),
        .low = whole(object[u"low"]),
        .high = whole(object[u"high"]),
        .atLimits = share(object[u"atLimitsShare"]),
        .observed = observedFrom(object[u"observed"].toObject()) };
    if (role < 0 || value.node.isEmpty() || value.dtype.isEmpty())
        return {};
    if (const auto axis = whole(object[u"axis"]); axis && *axis >= 0 && *axis < 64)
        value.axis = static_cast<int>(*axis);
    return value;
}

QJsonObject toJson(const ObservedValues &observed)
{
    QJsonObject object{ { u"least"_s, observed.least }, { u"largest"_s, observed.largest } };
    insertKnown(object, u"clippedShare"_s, observed.clipped);
    if (!observed.histogram.empty())
        object.insert(u"histogram"_s,
            jsonList(observed.histogram, [](quint64 count) { return QJsonValue(qint64(count)); }));
    return object;
}

QJsonObject toJson(const StoredValue &value)
{
    QJsonObject object{ { u"node"_s, value.node },
        { u"role"_s, Roles[static_cast<qsizetype>(value.role)] }, { u"dtype"_s, value.dtype } };
    insertKnown(object, u"argument"_s, value.argument);
    insertKnown(object, u"axis"_s, value.axis);
    insertKnown(object, u"low"_s, value.low);
    insertKnown(object, u"high"_s, value.high);
    insertKnown(object, u"atLimitsShare"_s, value.atLimits);
    if (!value.scales.empty())
        object.insert(u"scales"_s, jsonList(value.scales));
    if (!value.zeroPoints.empty())
        object.insert(u"zeroPoints"_s, jsonList(value.zeroPoints));
    if (value.observed)
        object.insert(u"observed"_s, toJson(*value.observed));
    return object;
}

} // namespace tosaic::compiled
