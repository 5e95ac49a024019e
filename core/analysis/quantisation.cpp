// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/quantisation.h"

#include "core/model/boundary.h"
#include "core/model/constantvalues.h"

#include <QHash>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

constexpr quint64 LargestConstant = 1'000'000; ///< elements that are looked at
constexpr int FewSamples = 8;

/// What a type can store; absent for floating point and what has no fixed size.
std::optional<std::pair<qint64, qint64>> limitsOf(model::ElementType type)
{
    using enum model::ElementType;
    switch (type) {
    case Int4:
        return std::pair<qint64, qint64>{ -8, 7 };
    case Int8:
        return std::pair<qint64, qint64>{ -128, 127 };
    case UInt8:
        return std::pair<qint64, qint64>{ 0, 255 };
    case Int16:
        return std::pair<qint64, qint64>{ -32768, 32767 };
    case UInt16:
        return std::pair<qint64, qint64>{ 0, 65535 };
    case Int32:
        return std::pair<qint64, qint64>{ std::numeric_limits<qint32>::min(),
            std::numeric_limits<qint32>::max() };
    default:
        return std::nullopt;
    }
}

bool isInteger(const QString &dtype)
{
    return dtype.startsWith("int"_L1) || dtype.startsWith("uint"_L1);
}

/// Share of elements at the ends of the range or beyond; `isReal`: they are not quantised yet.
std::optional<double> shareAtLimits(
    const model::ConstantValues &values, const QuantisedValue &value, bool isReal)
{
    const auto count = values.count();
    if (count == 0 || count > LargestConstant || !value.low || !value.high
        || (isReal && value.scales.empty()))
        return std::nullopt;
    quint64 atLimits = 0;
    for (quint64 i = 0; i < count; ++i) {
        auto stored = values.real(i);
        if (isReal) {
            size_t channel = 0;
            if (value.axis && value.isPerChannel()) {
                const auto position = values.position(i);
                const auto axis = static_cast<size_t>(*value.axis);
                channel = axis < position.size() ? static_cast<size_t>(position[axis]) : 0;
            }
            channel = std::min(channel, value.scales.size() - 1);
            const auto zero = channel < value.zeroPoints.size() ? value.zeroPoints[channel] : 0;
            stored = stored / value.scales[channel] + static_cast<double>(zero);
        }
        // Half a step beyond the end still rounds to it without loss.
        const auto slack = isReal ? 0.5 : 0;
        atLimits += stored <= static_cast<double>(*value.low) - slack
            || stored >= static_cast<double>(*value.high) + slack;
    }
    return static_cast<double>(atLimits) / static_cast<double>(count);
}

template <typename T>
std::vector<T> numbersOf(const model::Network &network, const model::NetworkTensor &tensor)
{
    std::vector<T> numbers;
    if (const auto values = model::ConstantValues::of(network, tensor);
        values && values->count() <= LargestConstant) {
        for (quint64 i = 0; i < values->count(); ++i)
            numbers.push_back(static_cast<T>(values->real(i)));
    }
    return numbers;
}

/// Reads the quantise nodes of one subgraph.
class NodeReader
{
public:
    NodeReader(const model::Network &network, int subgraph)
        : m_network(network), m_graph(network.subgraphs[static_cast<size_t>(subgraph)]),
          m_index(subgraph)
    {
        for (size_t i = 0; i < m_graph.operators.size(); ++i) {
            for (const auto output : m_graph.operators[i].outputs)
                m_producers.insert(output, i);
        }
    }

    void addTo(std::vector<QuantisedValue> &values) const
    {
        for (size_t i = 0; i < m_graph.operators.size(); ++i) {
            const auto &op = m_graph.operators[i];
            if (!model::isQuantisation(op.type) || op.inputs.empty())
                continue;
            const auto *input = tensor(op.inputs.front());
            // What is dequantised was quantised by a node of its own, unless it is stored so.
            if (op.type.contains("dequantize"_L1) && (!input || !input->data))
                continue;
            values.push_back(read(op, static_cast<int>(i), input));
        }
    }

private:
    const model::NetworkTensor *tensor(qint32 index) const
    {
        return index >= 0 && static_cast<size_t>(index) < m_graph.tensors.size()
            ? &m_graph.tensors[static_cast<size_t>(index)]
            : nullptr;
    }

    QuantisedValue read(
        const model::NetworkOperator &op, int index, const model::NetworkTensor *input) const
    {
        QuantisedValue value{ .entity = model::EntityRef::networkOperator(m_index, index),
            .source = QuantisationSource::Node };
        const bool isStored = op.type.contains("dequantize"_L1);
        const auto *output = op.outputs.empty() ? nullptr : tensor(op.outputs.front());
        const auto *quantised = isStored ? input : output;
        if (quantised)
            value.dtype = model::elementTypeName(quantised->type);
        if (input) {
            value.name = input->qualifiedName.isEmpty() ? input->name : input->qualifiedName;
            value.isConstant = input->data.has_value();
        }
        if (const auto maker = m_producers.constFind(op.inputs.front());
            maker != m_producers.cend())
            value.kind = m_graph.operators[*maker].type;
        for (const auto &attribute : op.attributes)
            take(value, attribute);
        takeChannels(value, op);
        if (value.isConstant && input) {
            if (const auto values = model::ConstantValues::of(m_network, *input))
                value.atLimits = shareAtLimits(*values, value, !isStored);
        }
        return value;
    }

    static void take(QuantisedValue &value, const model::Attribute &attribute)
    {
        const auto *real = std::get_if<double>(&attribute.value);
        const auto *whole = std::get_if<qint64>(&attribute.value);
        if (attribute.name == "scale"_L1 && real)
            value.scales = { *real };
        else if (attribute.name == "zero_point"_L1 && whole)
            value.zeroPoints = { *whole };
        else if (attribute.name == "quant_min"_L1 && whole)
            value.low = *whole;
        else if (attribute.name == "quant_max"_L1 && whole)
            value.high = *whole;
        else if (attribute.name == "axis"_L1 && whole)
            value.axis = static_cast<int>(*whole);
    }

    /// Per channel: the second and third input.
    void takeChannels(QuantisedValue &value, const model::NetworkOperator &op) const
    {
        if (!value.scales.empty() || op.inputs.size() < 3)
            return;
        const auto *scales = tensor(op.inputs[1]);
        const auto *zeroPoints = tensor(op.inputs[2]);
        if (scales)
            value.scales = numbersOf<double>(m_network, *scales);
        if (zeroPoints)
            value.zeroPoints = numbersOf<qint64>(m_network, *zeroPoints);
    }

    const model::Network &m_network;
    const model::Subgraph &m_graph;
    int m_index;
    QHash<qint32, size_t> m_producers;
};

void addTensors(const model::Network &network, int index, std::vector<QuantisedValue> &values)
{
    const auto &graph = network.subgraphs[static_cast<size_t>(index)];
    QHash<qint32, QString> makers;
    for (const auto &op : graph.operators) {
        for (const auto output : op.outputs)
            makers.insert(output, op.type);
    }
    for (size_t i = 0; i < graph.tensors.size(); ++i) {
        const auto &tensor = graph.tensors[i];
        if (!tensor.quantisation || tensor.quantisation->scales.empty())
            continue;
        const auto &q = *tensor.quantisation;
        QuantisedValue value{ .name = tensor.name,
            .kind = makers.value(static_cast<qint32>(i)),
            .entity = model::EntityRef::networkTensor(index, static_cast<int>(i)),
            .dtype = model::elementTypeName(tensor.type),
            .isConstant = tensor.data.has_value(),
            .scales = q.scales,
            .zeroPoints = q.zeroPoints,
            .source = QuantisationSource::Tensor };
        if (q.isPerChannel())
            value.axis = q.axis;
        if (const auto limits = limitsOf(tensor.type)) {
            value.low = limits->first;
            value.high = limits->second;
        }
        if (value.isConstant) {
            if (const auto numbers = model::ConstantValues::of(network, tensor))
                value.atLimits = shareAtLimits(*numbers, value, false);
        }
        values.push_back(std::move(value));
    }
}

QuantisedValue kernelValue(const model::Method &method, int methodIndex, int index,
    const model::KernelCall &call, const QString &name)
{
    QuantisedValue value{ .name = u"instruction %1"_s.arg(index),
        .kind = model::bareOperatorName(name),
        .entity = model::EntityRef::instruction(methodIndex, index),
        .source = QuantisationSource::Kernel };
    const auto at = [&](size_t argument) -> const model::Value * {
        const auto place = argument < call.arguments.size() ? call.arguments[argument] : -1;
        return place >= 0 && static_cast<size_t>(place) < method.values.size()
            ? &method.values[static_cast<size_t>(place)]
            : nullptr;
    };
    const auto whole = [&](size_t argument) -> std::optional<qint64> {
        const auto *found = at(argument) ? std::get_if<qint64>(at(argument)) : nullptr;
        return found ? std::optional(*found) : std::nullopt;
    };
    // (input, scale, zero_point, quant_min, quant_max, dtype, out): ExecuTorch's quantise kernels.
    if (const auto *scale = at(1) ? std::get_if<double>(at(1)) : nullptr)
        value.scales = { *scale };
    if (const auto zero = whole(2); zero && !value.scales.empty())
        value.zeroPoints = { *zero };
    value.low = whole(3);
    value.high = whole(4);
    const auto *stored = method.tensor(
        name.contains("dequantize"_L1) ? call.arguments.front() : call.arguments.back());
    if (stored)
        value.dtype = model::dtypeName(stored->dtype);
    return value;
}

} // namespace

std::optional<std::pair<double, double>> QuantisedValue::range() const
{
    if (scales.empty() || !low || !high)
        return std::nullopt;
    std::pair<double, double> widest{ 0, 0 };
    for (size_t i = 0; i < scales.size(); ++i) {
        const auto zero = static_cast<double>(i < zeroPoints.size() ? zeroPoints[i] : 0);
        widest.first = std::min(widest.first, scales[i] * (static_cast<double>(*low) - zero));
        widest.second = std::max(widest.second, scales[i] * (static_cast<double>(*high) - zero));
    }
    return widest;
}

std::vector<QuantisedValue> quantisedValues(const model::Network &network)
{
    std::vector<QuantisedValue> values;
    for (size_t i = 0; i < network.subgraphs.size(); ++i) {
        addTensors(network, static_cast<int>(i), values);
        NodeReader(network, static_cast<int>(i)).addTo(values);
    }
    return values;
}

std::vector<QuantisedValue> quantisedValues(const model::Program &program)
{
    std::vector<QuantisedValue> values;
    for (size_t m = 0; m < program.methods.size(); ++m) {
        const auto &method = program.methods[m];
        for (size_t i = 0; i < method.instructions.size(); ++i) {
            const auto *call = std::get_if<model::KernelCall>(&method.instructions[i]);
            const auto name = call ? method.operatorName(method.instructions[i]) : QString();
            if (call && !call->arguments.empty() && model::isQuantisation(name))
                values.push_back(
                    kernelValue(method, static_cast<int>(m), static_cast<int>(i), *call, name));
        }
    }
    return values;
}

namespace {

void take(QuantisedValue &value, const compiled::StoredValue &stored)
{
    value.dtype = stored.dtype;
    value.scales = stored.scales;
    value.zeroPoints = stored.zeroPoints;
    value.axis = stored.axis;
    value.low = stored.low;
    value.high = stored.high;
    value.atLimits = stored.atLimits;
    value.observed = stored.observed;
}

} // namespace

std::vector<QuantisedValue> quantisedValues(const compiled::CompileResult &result)
{
    using Role = compiled::StoredValue::Role;
    std::vector<QuantisedValue> values;
    QMultiHash<QString, const compiled::StoredValue *> ofNodes;
    for (auto stored = result.stored.rbegin(); stored != result.stored.rend(); ++stored)
        ofNodes.insert(stored->node, &*stored); // the latest inserted is found first
    for (const auto &stored : result.stored) {
        if (stored.role == Role::Input)
            take(values.emplace_back(QuantisedValue{ .name = stored.node }), stored);
    }
    for (const auto &node : result.nodes) {
        if (node.target.isEmpty() || model::isQuantisation(node.target))
            continue;
        const auto entity = model::EntityRef::node(node.name);
        QuantisedValue own{
            .name = node.name, .kind = node.target, .entity = entity, .dtype = node.dtype
        };
        const auto stored = ofNodes.values(node.name);
        for (const auto *one : stored) {
            if (one->role == Role::Result)
                take(own, *one);
        }
        if (!own.dtype.isEmpty())
            values.push_back(std::move(own));
        for (const auto *one : stored) {
            if (one->role != Role::Constant)
                continue;
            QuantisedValue constant{ .name = u"%1 %2"_s.arg(node.name, one->argument).trimmed(),
                .entity = entity,
                .isConstant = true };
            take(constant, *one);
            values.push_back(std::move(constant));
        }
    }
    return values;
}

std::vector<QuantisedValue> quantisedValues(const compiled::CompileResult *result,
    const model::Program *program, const model::Network *network)
{
    auto values = program ? quantisedValues(*program) : std::vector<QuantisedValue>();
    const auto append = [&values](std::vector<QuantisedValue> more) {
        std::ranges::move(more, std::back_inserter(values));
    };
    if (result)
        append(quantisedValues(*result));
    if (network)
        append(quantisedValues(*network));
    return values;
}

std::vector<QuantisationDoubt> quantisationDoubts(
    const compiled::CompileResult &result, const std::vector<QuantisedValue> &values)
{
    std::vector<QuantisationDoubt> doubts;
    const auto isQuantised = std::ranges::any_of(
        values, [](const QuantisedValue &value) { return isInteger(value.dtype); });
    if (!isQuantised)
        return doubts;
    const auto &calibration
        = result.spec.calibration ? result.spec.calibration : result.resolvedSpec.calibration;
    // The model file may bring its own samples; then the driver says so.
    const bool hasOwn = std::ranges::any_of(result.problems,
        [](const Diagnostic &problem) { return problem.id == "calibration.own"_L1; });
    if (!calibration && !hasOwn)
        doubts.push_back(QuantisationDoubt::ExampleOnly);
    else if (calibration && calibration->isRandom())
        doubts.push_back(QuantisationDoubt::RandomCalibration);
    else if (calibration && !calibration->hasImages() && calibration->files.size() < FewSamples)
        doubts.push_back(QuantisationDoubt::FewSamples);
    if (result.stored.empty() && std::ranges::any_of(values, [](const QuantisedValue &value) {
            return value.source == QuantisationSource::Compile && isInteger(value.dtype);
        }))
        doubts.push_back(QuantisationDoubt::RangesNotRecorded);
    return doubts;
}

} // namespace tosaic::analysis
