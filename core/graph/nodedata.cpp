// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/nodedata.h"

#include "core/base/coveredrange.h"
#include "core/base/knownjson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

auto damaged(const QString &what)
{
    return fail(ErrorCode::FormatDamaged, u"no node data of Model Explorer: %1"_s.arg(what), {});
}

/// "#aabb00" as three numbers; absent for names.
std::optional<std::array<int, 3>> channelsOf(const QString &color)
{
    bool isNumber = false;
    const auto rgb = color.mid(1).toInt(&isNumber, 16);
    if (!color.startsWith(u'#') || color.size() != 7 || !isNumber)
        return std::nullopt;
    return std::array{ rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff };
}

/// Between two stops; of names the nearer one, since they have no between here.
QString mixed(const NodeData::Stop &low, const NodeData::Stop &high, double at)
{
    const auto share = high.at > low.at ? (at - low.at) / (high.at - low.at) : 0;
    const auto a = channelsOf(low.color);
    const auto b = channelsOf(high.color);
    if (!a || !b)
        return share < 0.5 ? low.color : high.color;
    QString color = u"#"_s;
    for (size_t i = 0; i < 3; ++i)
        color += QString::number(256 + std::lround((*a)[i] + share * ((*b)[i] - (*a)[i])), 16)
                     .right(2);
    return color;
}

NodeData::Value valueOf(const QJsonObject &object)
{
    const auto value = object.value(u"value"_s);
    NodeData::Value read{ .color = object.value(u"bgColor"_s).toString() };
    if (value.isDouble())
        read.number = value.toDouble();
    else
        read.text = value.toVariant().toString();
    return read;
}

} // namespace

std::optional<std::pair<double, double>> NodeData::range() const
{
    std::optional<std::pair<double, double>> range;
    for (const auto &value : results) {
        if (value.number)
            cover(range, *value.number, *value.number);
    }
    return range;
}

const NodeData::Value *NodeData::of(const Graph &graph, size_t node) const
{
    const auto &one = graph.nodes[node];
    for (const auto &key : { one.name, one.title, QString::number(node) }) {
        if (const auto found = results.constFind(key); !key.isEmpty() && found != results.cend())
            return &*found;
    }
    return nullptr;
}

QString NodeData::colorOf(double number) const
{
    if (!gradient.empty()) {
        const auto ends = range();
        const auto at = ends && ends->second > ends->first
            ? (number - ends->first) / (ends->second - ends->first)
            : 0;
        const auto above
            = std::ranges::find_if(gradient, [at](const Stop &stop) { return stop.at >= at; });
        if (above == gradient.begin() || gradient.size() == 1)
            return gradient.front().color;
        return above == gradient.end() ? gradient.back().color : mixed(*(above - 1), *above, at);
    }
    const auto below = std::ranges::find_if(
        thresholds, [number](const Threshold &one) { return number <= one.value; });
    return below == thresholds.end() ? QString() : below->color;
}

Result<NodeData> readNodeData(const QByteArray &json, const QString &graph)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(json, &error);
    if (!document.isObject())
        return damaged(error.error == QJsonParseError::NoError ? u"it is not an object"_s
                                                               : error.errorString());
    auto object = document.object();
    if (!object.value(u"results"_s).isObject()) { // by graph
        const auto ids = object.keys();
        const auto id = graph.isEmpty() ? ids.value(0) : graph;
        if (!object.value(id).toObject().value(u"results"_s).isObject())
            return damaged(ids.isEmpty() ? u"it is empty"_s
                    : ids.contains(id)
                    ? u"'%1' has no results"_s.arg(id)
                    : u"there is no graph '%1'; there are: %2"_s.arg(id, ids.join(u", "_s)));
        object = object.value(id).toObject();
    }
    NodeData data{ .name = object.value(u"name"_s).toString() };
    const auto results = object.value(u"results"_s).toObject();
    for (auto it = results.begin(); it != results.end(); ++it)
        data.results.insert(it.key(), valueOf(it.value().toObject()));
    for (const auto &one : object.value(u"thresholds"_s).toArray())
        data.thresholds.push_back({ one[u"value"_s].toDouble(), one[u"bgColor"_s].toString() });
    for (const auto &one : object.value(u"gradient"_s).toArray()) {
        if (const auto color = one[u"bgColor"_s].toString(); !color.isEmpty())
            data.gradient.push_back({ one[u"stop"_s].toDouble(), color });
    }
    std::ranges::stable_sort(data.thresholds, {}, &NodeData::Threshold::value);
    std::ranges::stable_sort(data.gradient, {}, &NodeData::Stop::at);
    return data;
}

QByteArray writeNodeData(const NodeData &data)
{
    QJsonObject results;
    for (auto it = data.results.cbegin(); it != data.results.cend(); ++it) {
        QJsonObject value;
        if (it->number)
            value.insert(u"value"_s, *it->number);
        else
            value.insert(u"value"_s, it->text);
        insertKnown(value, u"bgColor"_s, it->color);
        results.insert(it.key(), value);
    }
    QJsonArray gradient;
    for (const auto &stop : data.gradient)
        gradient.append(QJsonObject{ { u"stop"_s, stop.at }, { u"bgColor"_s, stop.color } });
    QJsonArray thresholds;
    for (const auto &one : data.thresholds)
        thresholds.append(QJsonObject{ { u"value"_s, one.value }, { u"bgColor"_s, one.color } });
    QJsonObject object{ { u"results"_s, results } };
    insertKnown(object, u"name"_s, data.name);
    insertKnown(object, u"gradient"_s, gradient);
    insertKnown(object, u"thresholds"_s, thresholds);
    return QJsonDocument(object).toJson();
}

} // namespace tosaic::graph
