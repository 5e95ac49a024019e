// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/tflitejson.h"

#include "core/base/knownjson.h"

#include "core/inspect/descriptionparts.h"
#include "core/inspect/ethosujson.h"
#include "core/inspect/networktensorjson.h"

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

constexpr qsizetype LargestBytes = 4096; ///< of raw custom options; of larger ones only the size

/// A value as JSON, and about how many characters it takes.
struct JsonText
{
    QJsonValue value;
    qint64 size = 16;
};

template <typename List, typename Convert>
JsonText listToJson(const List &list, Convert convert)
{
    QJsonArray array;
    qint64 size = 0;
    for (const auto &item : list) {
        const auto entry = convert(item);
        size += entry.isString() ? entry.toString().size() + 4 : 16;
        array.append(entry);
    }
    return { array, size };
}

JsonText attributeToJson(const model::AttributeValue &value)
{
    const auto same = [](const auto &item) { return QJsonValue(item); };
    if (const auto *boolean = std::get_if<bool>(&value))
        return { *boolean };
    if (const auto *integer = std::get_if<qint64>(&value))
        return { *integer };
    if (const auto *real = std::get_if<double>(&value))
        return { realToJson(*real) };
    if (const auto *text = std::get_if<QString>(&value))
        return { *text, text->size() };
    if (const auto *integers = std::get_if<std::vector<qint64>>(&value))
        return listToJson(*integers, same);
    if (const auto *reals = std::get_if<std::vector<double>>(&value))
        return listToJson(*reals, realToJson);
    if (const auto *booleans = std::get_if<std::vector<bool>>(&value))
        return listToJson(*booleans, [](bool item) { return QJsonValue(item); });
    if (const auto *texts = std::get_if<std::vector<QString>>(&value))
        return listToJson(*texts, same);
    if (const auto *bytes = std::get_if<QByteArray>(&value); bytes && bytes->size() <= LargestBytes)
        return { QString::fromLatin1(bytes->toBase64()), bytes->size() * 4 / 3 };
    return { QJsonValue(QJsonValue::Undefined), 0 };
}

class NetworkJson
{
public:
    explicit NetworkJson(const model::Network &network) : m_network(network) { }

    QJsonObject whole()
    {
        const auto subgraphs = jsonList(
            m_network.subgraphs, [this](const auto &subgraph) { return subgraphJson(subgraph); });
        QJsonArray metadata;
        for (const auto &[name, text] : m_network.metadata) {
            if (m_room.take(name.size()))
                metadata.append(name);
        }
        QJsonObject result{ { u"version"_s, m_network.version },
            { u"description"_s, m_network.description }, { u"subgraphs"_s, subgraphs },
            { u"metadata"_s, metadata } };
        insertKnown(result, u"metadataTexts"_s, pairs(m_network.metadata));
        insertKnown(result, u"signatures"_s, pairs(m_network.signatures));
        return result;
    }

private:
    QJsonObject pairs(const std::vector<std::pair<QString, QString>> &list)
    {
        QJsonObject result;
        for (const auto &[name, text] : list) {
            if (m_room.take(name.size() + text.size()))
                result[name] = text;
        }
        return result;
    }

    QJsonObject subgraphJson(const model::Subgraph &subgraph)
    {
        QJsonObject counts;
        for (const auto &[type, count] : operatorCounts(subgraph))
            counts[type] = count;
        QJsonObject result{ { u"name"_s, subgraph.name },
            { u"inputs"_s, tensorList(subgraph, subgraph.inputs) },
            { u"outputs"_s, tensorList(subgraph, subgraph.outputs) },
            { u"tensorCount"_s, qint64(subgraph.tensors.size()) }, { u"operators"_s, counts } };
        addOperators(subgraph, result);
        addTensors(subgraph, result);
        return result;
    }

    QJsonArray tensorList(const model::Subgraph &subgraph, const std::vector<qint32> &indices)
    {
        QJsonArray result;
        for (const auto index : indices) {
            const auto tensor = tensorJson(subgraph.tensors[size_t(index)], index);
            if (!tensor.isEmpty())
                result.append(tensor);
        }
        return result;
    }

    /// Empty if there is no room for it.
    QJsonObject tensorJson(const model::NetworkTensor &tensor, qint64 index)
    {
        auto result = networkTensorToJson(tensor, m_room);
        if (!result.isEmpty())
            result[u"index"_s] = index;
        return result;
    }

    void addTensors(const model::Subgraph &subgraph, QJsonObject &to)
    {
        QJsonArray list;
        for (size_t i = 0; i < subgraph.tensors.size(); ++i) {
            const auto tensor = tensorJson(subgraph.tensors[i], qint64(i));
            if (tensor.isEmpty()) {
                to[u"omittedTensors"_s] = qint64(subgraph.tensors.size() - i);
                break;
            }
            list.append(tensor);
        }
        to[u"tensors"_s] = list;
    }

    void addOperators(const model::Subgraph &subgraph, QJsonObject &to)
    {
        QJsonArray list;
        for (size_t i = 0; i < subgraph.operators.size(); ++i) {
            const auto op = operatorJson(subgraph.operators[i], qint64(i));
            if (op.isEmpty()) {
                to[u"omittedOperators"_s] = qint64(subgraph.operators.size() - i);
                break;
            }
            list.append(op);
        }
        to[u"operatorList"_s] = list;
    }

    QJsonObject operatorJson(const model::NetworkOperator &op, qint64 index)
    {
        const auto numbers = op.inputs.size() + op.outputs.size() + op.subgraphs.size();
        if (!m_room.take(op.type.size() + qint64(numbers) * 12 + 64))
            return {};
        QJsonObject attributes;
        for (const auto &attribute : op.attributes) {
            const auto [value, size] = attributeToJson(attribute.value);
            if (!value.isUndefined() && m_room.take(attribute.name.size() + size))
                attributes[attribute.name] = value;
        }
        QJsonObject result{ { u"index"_s, index }, { u"op"_s, op.type },
            { u"inputs"_s, jsonList(op.inputs) }, { u"outputs"_s, jsonList(op.outputs) },
            { u"attributes"_s, attributes } };
        insertKnown(result, u"subgraphs"_s, jsonList(op.subgraphs));
        if (op.ethosu && m_room.take(4096))
            result[u"ethosu"_s] = payloadToJson(*op.ethosu);
        return result;
    }

    const model::Network &m_network;
    JsonRoom m_room;
};

} // namespace

QJsonObject tfLiteToJson(const model::Network &network)
{
    return NetworkJson(network).whole();
}

} // namespace tosaic::inspect
