// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/networkrun.h"

#include "core/base/try.h"
#include "core/localrun/indexinputs.h"
#include "core/localrun/simulateddelegate.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

using model::ScalarType;

/// Commands, weights and the two arenas come first among the inputs of an `ethos-u` operator.
constexpr qsizetype FirstOfNetwork = 4;

std::optional<ScalarType> typeOf(model::ElementType type)
{
    using model::ElementType;
    constexpr std::array Pairs{ std::pair(ElementType::Bool, ScalarType::Bool),
        std::pair(ElementType::UInt8, ScalarType::Byte),
        std::pair(ElementType::Int8, ScalarType::Char),
        std::pair(ElementType::Int16, ScalarType::Short),
        std::pair(ElementType::Int32, ScalarType::Int),
        std::pair(ElementType::Int64, ScalarType::Long),
        std::pair(ElementType::Float32, ScalarType::Float) };
    const auto found = std::ranges::find(Pairs, type, &std::pair<ElementType, ScalarType>::first);
    return found == Pairs.end() ? std::nullopt : std::optional(found->second);
}

class NetworkRun
{
public:
    NetworkRun(const inspect::FileStreams &opened, const model::Subgraph &graph,
        const LocalRequest &request)
        : m_opened(opened), m_graph(graph), m_request(request)
    {
    }

    Result<LocalResult> run();

private:
    Result<void> readStreams();
    Result<void> setInputs();
    Result<void> execute(size_t index);
    Result<Array> emptyOf(qint32 tensor) const;
    static std::vector<qint32> ownInputs(const model::NetworkOperator &one);

    const inspect::FileStreams &m_opened;
    const model::Subgraph &m_graph;
    const LocalRequest &m_request;
    std::map<int, std::vector<npu::PlacedStream>> m_streams; ///< by operator
    std::map<qint32, QByteArray> m_values; ///< by tensor
    LocalResult m_result;
};

std::vector<qint32> NetworkRun::ownInputs(const model::NetworkOperator &one)
{
    const auto first = std::min(FirstOfNetwork, qsizetype(one.inputs.size()));
    return { one.inputs.begin() + first, one.inputs.end() };
}

/// Type and shape of a tensor, without numbers.
Result<Array> NetworkRun::emptyOf(qint32 tensor) const
{
    if (tensor < 0 || size_t(tensor) >= m_graph.tensors.size())
        return fail(ErrorCode::FormatDamaged, u"the network names a tensor that is not there"_s);
    const auto &known = m_graph.tensors[size_t(tensor)];
    const auto type = typeOf(known.type);
    if (!type || !known.shape)
        return fail(ErrorCode::FormatUnsupported,
            u"tensor %1 of type %2 is not run here"_s.arg(known.name, known.typeText));
    return Array{ *type, *known.shape, {} };
}

Result<void> NetworkRun::readStreams()
{
    for (auto &placed : npu::disassembleAll(*m_opened.source, m_opened.places)) {
        if (placed.place.owner.method == 0) // of the first subgraph
            m_streams[placed.place.owner.index].push_back(std::move(placed));
    }
    return {};
}

/// Some files list the arenas as inputs, too: what no stream reads is none.
Result<void> NetworkRun::setInputs()
{
    std::map<qint32, qint64> bounds; ///< of inputs that are indices
    std::vector<qint32> read;
    for (size_t i = 0; i < m_graph.operators.size(); ++i) {
        const auto own = ownInputs(m_graph.operators[i]);
        read.insert(read.end(), own.begin(), own.end());
        const auto streams = m_streams.find(int(i));
        if (streams == m_streams.end() || !streams->second.front().stream)
            continue;
        for (const auto &[input, bound] : indexBounds(streams->second.front())) {
            if (input < own.size())
                bounds.emplace(own[input], bound);
        }
    }
    std::vector<qint32> inputs;
    std::ranges::copy_if(m_graph.inputs, std::back_inserter(inputs),
        [&read](qint32 input) { return std::ranges::count(read, input) > 0; });
    for (const auto input : inputs)
        m_result.inputNames.push_back(input >= 0 && size_t(input) < m_graph.tensors.size()
                ? m_graph.tensors[size_t(input)].name
                : QString());
    TRY(checkInputKeys(m_request, m_result.inputNames));
    for (size_t i = 0; i < inputs.size(); ++i) {
        const auto port = TRY(emptyOf(inputs[i]));
        const auto bound = bounds.find(inputs[i]);
        m_result.inputs.push_back(TRY(inputFor(m_request, i,
            { .name = m_result.inputNames[i],
                .type = port.type,
                .shape = port.shape,
                .bound = bound == bounds.end() ? 0 : bound->second })));
        m_values[inputs[i]] = m_result.inputs.back().bytes;
    }
    return {};
}

Result<void> NetworkRun::execute(size_t index)
{
    const auto &one = m_graph.operators[index];
    const auto streams = m_streams.find(int(index));
    if (streams == m_streams.end())
        return fail(ErrorCode::FormatUnsupported,
            u"the commands of ethos-u operator %1 cannot be read"_s.arg(index));
    std::vector<QByteArray> given;
    for (const auto input : ownInputs(one)) {
        const auto value = m_values.find(input);
        if (value == m_values.end())
            return fail(ErrorCode::FormatUnsupported,
                u"ethos-u operator %1 reads a tensor that nobody computes"_s.arg(index));
        given.push_back(value->second);
    }
    const auto outputs = TRY(runSimulated(int(index), streams->second,
        npusim::regionSizes(streams->second.front().place), given, m_request, m_result));
    if (!m_result.refused.empty())
        return {};
    if (outputs.size() != size_t(one.outputs.size()))
        return fail(ErrorCode::FormatDamaged,
            u"ethos-u operator %1 has another number of outputs than its tensors"_s.arg(index));
    for (size_t i = 0; i < outputs.size(); ++i)
        m_values[one.outputs[i]] = outputs[i];
    return {};
}

Result<LocalResult> NetworkRun::run()
{
    const auto other = std::ranges::find_if(
        m_graph.operators, [](const model::NetworkOperator &one) { return !one.ethosu; });
    if (other != m_graph.operators.end())
        return fail(ErrorCode::FormatUnsupported,
            u"%1 runs on the CPU: of a .tflite only what the NPU does is run here"_s.arg(
                other->type));
    TRY(readStreams());
    TRY(setInputs());
    for (size_t i = 0; i < m_graph.operators.size() && m_result.refused.empty(); ++i)
        TRY(execute(i));
    for (const auto output : m_graph.outputs) {
        auto array = TRY(emptyOf(output));
        m_result.outputNames.push_back(m_graph.tensors[size_t(output)].name);
        if (!m_result.refused.empty())
            continue;
        const auto value = m_values.find(output);
        if (value == m_values.end())
            return fail(ErrorCode::FormatUnsupported,
                u"output %1 is computed by nobody"_s.arg(m_result.outputNames.back()));
        array.bytes = value->second;
        m_result.outputs.push_back(std::move(array));
    }
    return std::move(m_result);
}

} // namespace

Result<LocalResult> runNetwork(
    const inspect::FileStreams &opened, const model::Network &network, const LocalRequest &request)
{
    if (network.subgraphs.empty())
        return fail(ErrorCode::FormatDamaged, u"the network has no graph"_s);
    return NetworkRun(opened, network.subgraphs.front(), request).run();
}

} // namespace tosaic::localrun
