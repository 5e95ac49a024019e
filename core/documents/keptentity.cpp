// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/keptentity.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using model::EntityRef;
using Kind = EntityRef::Kind;

struct KindWord
{
    Kind kind;
    QLatin1StringView word; ///< stable: it is in files
};

constexpr std::array Words{ KindWord{ Kind::File, "file"_L1 },
    KindWord{ Kind::Method, "method"_L1 }, KindWord{ Kind::Instruction, "instruction"_L1 },
    KindWord{ Kind::Value, "value"_L1 }, KindWord{ Kind::Delegate, "delegate"_L1 },
    KindWord{ Kind::Node, "node"_L1 }, KindWord{ Kind::Partition, "partition"_L1 },
    KindWord{ Kind::Subgraph, "subgraph"_L1 }, KindWord{ Kind::Operator, "operator"_L1 },
    KindWord{ Kind::NetworkTensor, "tensor"_L1 } };

template <typename List>
bool isIn(const List &list, int index)
{
    return index >= 0 && static_cast<size_t>(index) < list.size();
}

bool isInMethod(const model::Program &program, const EntityRef &entity)
{
    if (!isIn(program.methods, entity.method))
        return false;
    const auto &method = program.methods[static_cast<size_t>(entity.method)];
    switch (entity.kind) {
    case Kind::Method:
        return true;
    case Kind::Instruction:
        return isIn(method.instructions, entity.index);
    case Kind::Value:
        return isIn(method.values, entity.index);
    case Kind::Delegate:
        return isIn(method.delegates, entity.index);
    default:
        return false;
    }
}

bool isInNetwork(const model::Network &network, const EntityRef &entity)
{
    if (!entity.name.isEmpty() || !isIn(network.subgraphs, entity.method))
        return false;
    const auto &subgraph = network.subgraphs[static_cast<size_t>(entity.method)];
    return entity.kind == Kind::Subgraph
        || (entity.kind == Kind::Operator ? isIn(subgraph.operators, entity.index)
                                          : isIn(subgraph.tensors, entity.index));
}

} // namespace

QJsonObject toJson(const EntityRef &entity)
{
    const auto known = std::ranges::find(Words, entity.kind, &KindWord::kind);
    if (known == Words.end())
        return {};
    QJsonObject json{ { u"kind"_s, known->word } };
    if (entity.method != 0)
        json.insert("method"_L1, entity.method);
    if (entity.index >= 0)
        json.insert("index"_L1, entity.index);
    if (!entity.name.isEmpty())
        json.insert("name"_L1, entity.name);
    return json;
}

EntityRef entityFrom(const QJsonObject &json)
{
    const auto word = json.value("kind"_L1).toString();
    const auto known = std::ranges::find(Words, word, &KindWord::word);
    if (known == Words.end())
        return {};
    return { .kind = known->kind,
        .method = json.value("method"_L1).toInt(),
        .index = json.value("index"_L1).toInt(-1),
        .name = json.value("name"_L1).toString() };
}

bool isPartOf(const ModelDocument &document, const EntityRef &entity)
{
    const auto program = document.program();
    const auto result = document.compileResult();
    const auto network = document.network();
    switch (entity.kind) {
    case Kind::File:
        return !document.isEmpty();
    case Kind::Method:
    case Kind::Instruction:
    case Kind::Value:
    case Kind::Delegate:
        return program && isInMethod(*program, entity);
    case Kind::Node:
        return result
            && std::ranges::find(result->nodes, entity.name, &compiled::ModelNode::name)
            != result->nodes.end();
    case Kind::Partition:
        return result && isIn(result->partitions, entity.index);
    case Kind::Subgraph:
    case Kind::Operator:
    case Kind::NetworkTensor:
        return network && isInNetwork(*network, entity);
    default:
        return false;
    }
}

} // namespace tosaic
