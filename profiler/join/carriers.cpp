// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/carriers.h"

namespace tosaic::profile {

namespace {

using model::Subgraph;

bool isTensor(const Subgraph &block, qint32 tensor)
{
    return tensor >= 0 && size_t(tensor) < block.tensors.size();
}

} // namespace

Carriers::Carriers(const Subgraph &block, const std::map<qint64, size_t> &own,
    const QHash<QString, size_t> &byName)
    : m_carriers(block.operators.size())
{
    for (size_t i = 0; i < block.operators.size(); ++i) {
        if (const auto known = own.find(qint64(i)); known != own.end())
            m_carriers[i] = known->second;
        for (const auto output : block.operators[i].outputs) {
            if (m_carriers[i] || !isTensor(block, output))
                continue;
            const auto named = byName.constFind(block.tensors[size_t(output)].name);
            if (named != byName.constEnd())
                m_carriers[i] = named.value();
        }
    }
    fromConsumers(block);
    fromProducers(block);
}

/// Files list operators in the order of execution: behind an operator stand those that take its
/// output.
void Carriers::fromConsumers(const Subgraph &block)
{
    struct Use
    {
        std::optional<size_t> carrier;
        bool isOne = true; ///< every operator that takes the tensor is carried by `carrier`
    };
    std::vector<std::optional<Use>> uses(block.tensors.size());
    for (size_t i = block.operators.size(); i-- > 0;) {
        const auto &op = block.operators[i];
        for (const auto output : op.outputs) {
            if (!m_carriers[i] && isTensor(block, output) && uses[size_t(output)]
                && uses[size_t(output)]->isOne)
                m_carriers[i] = uses[size_t(output)]->carrier;
        }
        for (const auto input : op.inputs) {
            if (!isTensor(block, input))
                continue;
            auto &use = uses[size_t(input)];
            if (!use)
                use = Use{ m_carriers[i], m_carriers[i].has_value() };
            else
                use->isOne = use->isOne && use->carrier == m_carriers[i];
        }
    }
}

void Carriers::fromProducers(const Subgraph &block)
{
    std::vector<std::optional<size_t>> made(block.tensors.size()); ///< carrier of the producer
    for (size_t i = 0; i < block.operators.size(); ++i) {
        const auto &op = block.operators[i];
        for (size_t k = 0; k < op.inputs.size() && !m_carriers[i]; ++k) {
            if (isTensor(block, op.inputs[k]))
                m_carriers[i] = made[size_t(op.inputs[k])];
        }
        for (const auto output : op.outputs) {
            if (isTensor(block, output))
                made[size_t(output)] = m_carriers[i];
        }
    }
}

std::optional<size_t> Carriers::of(qint64 operatorIndex) const
{
    if (operatorIndex < 0 || size_t(operatorIndex) >= m_carriers.size())
        return std::nullopt;
    return m_carriers[size_t(operatorIndex)];
}

} // namespace tosaic::profile
