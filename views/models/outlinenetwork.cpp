// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Networks and command streams in the outline.
#include "core/base/numbertext.h"
#include "core/base/units.h"
#include "core/graph/networkgraph.h"
#include "core/graph/npunames.h"
#include "views/models/outlinemodel.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using model::EntityRef;

namespace {

template <typename List>
auto at(const List &list, int index) -> decltype(&list[0])
{
    return index >= 0 && static_cast<size_t>(index) < list.size()
        ? &list[static_cast<size_t>(index)]
        : nullptr;
}

} // namespace

void OutlineModel::addNetwork()
{
    const int root = add(-1, EntityRef::file());
    for (size_t i = 0; i < m_network->subgraphs.size(); ++i)
        addSubgraph(root, static_cast<int>(i));
}

void OutlineModel::addSubgraph(int parent, int index)
{
    const auto &subgraph = m_network->subgraphs[static_cast<size_t>(index)];
    const int node = add(parent, EntityRef::subgraph(index));
    addTensors(node, tr("Inputs"), index, subgraph.inputs);
    addTensors(node, tr("Outputs"), index, subgraph.outputs);
    if (!subgraph.operators.empty()) {
        const int heading = addHeading(node, tr("Operators"));
        for (size_t i = 0; i < subgraph.operators.size(); ++i) {
            if (graph::isConstantOperator(subgraph.operators[i]))
                continue; // its tensor stands among the tensors
            const auto entity = EntityRef::networkOperator(index, static_cast<int>(i));
            const int op = add(heading, entity);
            if (subgraph.operators[i].ethosu)
                addOperations(op, entity);
        }
    }
    std::vector<qint32> all(subgraph.tensors.size());
    std::iota(all.begin(), all.end(), 0);
    const auto isConstant
        = [&](qint32 t) { return subgraph.tensors[static_cast<size_t>(t)].data.has_value(); };
    const auto middle = std::stable_partition(all.begin(), all.end(), isConstant);
    addTensors(node, tr("Constants"), index, { all.begin(), middle });
    addTensors(node, tr("Tensors"), index, { middle, all.end() });
}

void OutlineModel::addTensors(
    int parent, const QString &heading, int index, const std::vector<qint32> &tensors)
{
    if (tensors.empty())
        return;
    const int node = addHeading(parent, heading);
    for (const auto tensor : tensors)
        add(node, EntityRef::networkTensor(index, tensor));
}

void OutlineModel::addOperations(int parent, const EntityRef &owner)
{
    const auto analysis = streamOf(m_streams, owner);
    if (!analysis || !analysis->stream())
        return;
    const int heading = addHeading(parent, tr("NPU operations"));
    for (const auto &operation : analysis->stream()->operations) {
        if (npu::isKernel(operation.kind) || operation.kind == npu::OperationKind::Dma)
            add(heading, EntityRef::npuOperation(owner, static_cast<int>(operation.index)));
    }
}

const model::Subgraph *OutlineModel::subgraph(const EntityRef &entity) const
{
    return m_network ? at(m_network->subgraphs, entity.method) : nullptr;
}

const model::NetworkTensor *OutlineModel::tensor(const EntityRef &entity) const
{
    const auto *owner = subgraph(entity);
    return owner ? at(owner->tensors, entity.index) : nullptr;
}

const model::NetworkOperator *OutlineModel::networkOperator(const EntityRef &entity) const
{
    const auto *owner = subgraph(entity);
    return owner ? at(owner->operators, entity.index) : nullptr;
}

QString OutlineModel::networkName(const EntityRef &entity) const
{
    const auto number = QString::number(entity.index);
    if (entity.kind == EntityRef::Kind::Subgraph) {
        const auto *owner = subgraph(entity);
        return owner && !owner->name.isEmpty() ? owner->name : tr("Subgraph %1").arg(entity.method);
    }
    if (entity.kind == EntityRef::Kind::Operator) {
        const auto *op = networkOperator(entity);
        if (!op)
            return {};
        // torch names its nodes after their operators, and no two alike.
        const bool isTorch = m_network->format == "pt2"_L1 || m_network->format == "etrecord"_L1;
        if (isTorch && !op->name.isEmpty())
            return tr("%1: %2").arg(number, op->name);
        return op->name.isEmpty() ? tr("%1: %2").arg(number, op->type)
                                  : tr("%1: %2 %3").arg(number, op->type, op->name);
    }
    const auto *t = entity.kind == EntityRef::Kind::NetworkTensor ? tensor(entity) : nullptr;
    if (!t)
        return entity.index < 0 ? tr("left out") : QString();
    return t->name.isEmpty() ? tr("%1: %2").arg(number, graph::tensorText(*t))
                             : tr("%1: %2 %3").arg(number, t->name, graph::tensorText(*t));
}

QString OutlineModel::networkBadge(const EntityRef &entity) const
{
    const auto *t = tensor(entity);
    const auto bytes = t ? t->byteSize() : std::nullopt;
    return bytes ? formatBytes(*bytes) : tr("Not known");
}

QString OutlineModel::operationName(const EntityRef &entity) const
{
    const auto analysis = streamOf(m_streams, entity);
    const auto *operation = analysis ? operationOf(*analysis, entity) : nullptr;
    if (!operation)
        return {};
    const auto *work = at(analysis->work, entity.subIndex);
    return tr("%1: %2 %3")
        .arg(QString::number(entity.subIndex), graph::operationTitle(*operation, work),
            graph::operationSubtitle(*operation));
}

std::optional<quint64> OutlineModel::operationMacs(const EntityRef &entity) const
{
    const auto analysis = entity.isPartOfStream() ? streamOf(m_streams, entity) : nullptr;
    const auto *work = analysis ? at(analysis->work, entity.subIndex) : nullptr;
    return work ? work->macs : std::nullopt;
}

QString OutlineModel::operationBadge(const EntityRef &entity) const
{
    const auto known = operationMacs(entity);
    if (!known)
        return {};
    // Short beside the name; the tool tip has all digits.
    const auto macs = static_cast<double>(*known);
    return macs < 1e4 ? tr("%1 MACs").arg(formatCount(*known))
        : macs < 1e6  ? tr("%1 k MACs", "thousands").arg(formatNumber(macs / 1e3, 3))
                      : tr("%1 M MACs", "millions").arg(formatNumber(macs / 1e6, 3));
}

} // namespace tosaic::views
