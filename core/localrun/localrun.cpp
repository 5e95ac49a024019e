// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/localrun.h"

#include "core/base/try.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/formats/tflite/tflitereader.h"
#include "core/formats/vela/velanpz.h"
#include "core/inspect/openstreams.h"
#include "core/localrun/indexinputs.h"
#include "core/localrun/methodrun.h"
#include "core/localrun/simulateddelegate.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

using model::ScalarType;

struct Port
{
    QString name;
    ScalarType type;
    std::vector<qint64> shape;
};

/// Where nothing but the size of an element is told: quantised numbers are signed.
ScalarType typeOfSize(qint32 bytes)
{
    switch (bytes) {
    case 2:
        return ScalarType::Short;
    case 4:
        return ScalarType::Int;
    case 8:
        return ScalarType::Long;
    default:
        return ScalarType::Char;
    }
}

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

std::vector<Port> portsOf(const std::vector<model::IoDescriptor> &descriptors)
{
    std::vector<Port> ports;
    for (const auto &io : descriptors)
        ports.push_back({ {}, typeOfSize(io.elementSize), { io.shape.begin(), io.shape.end() } });
    return ports;
}

Result<std::vector<Port>> portsOf(const model::Subgraph &graph, const std::vector<qint32> &tensors)
{
    std::vector<Port> ports;
    for (const auto index : tensors) {
        if (index < 0 || size_t(index) >= graph.tensors.size())
            return fail(
                ErrorCode::FormatDamaged, u"the network names a tensor that is not there"_s);
        const auto &tensor = graph.tensors[size_t(index)];
        const auto type = typeOf(tensor.type);
        if (!type || !tensor.shape)
            return fail(ErrorCode::FormatUnsupported,
                u"tensor %1 of type %2 is not run here"_s.arg(tensor.name, tensor.typeText));
        ports.push_back({ tensor.name, *type, *tensor.shape });
    }
    return ports;
}

struct Network
{
    std::vector<Port> inputs; ///< in the order of the file
    std::vector<Port> outputs;
    std::vector<size_t> order; ///< which of them each input of the stream is; empty: the same
};

/// Of a network that is one delegate.
Result<Network> networkOf(const model::Network &network)
{
    const auto &graph = network.subgraphs.front();
    const auto other = std::ranges::find_if(
        graph.operators, [](const model::NetworkOperator &one) { return one.ethosu == nullptr; });
    if (other != graph.operators.end())
        return fail(ErrorCode::FormatUnsupported,
            u"%1 runs on the CPU: of a .tflite only what the NPU does is run here"_s.arg(
                other->type));
    if (graph.operators.size() != 1 || graph.operators.front().outputs != graph.outputs)
        return fail(ErrorCode::FormatUnsupported,
            u"a .tflite with several ethos-u operators is not run here"_s);
    // Commands, weights and the two arenas come first; some files list the arenas as inputs too.
    constexpr size_t FirstOfNetwork = 4;
    const auto &all = graph.operators.front().inputs;
    const std::vector<qint32> own(
        all.begin() + qsizetype(std::min(FirstOfNetwork, all.size())), all.end());
    std::vector<qint32> inputs;
    std::ranges::copy_if(graph.inputs, std::back_inserter(inputs),
        [&own](qint32 input) { return std::ranges::count(own, input) > 0; });
    Network ports{ TRY(portsOf(graph, inputs)), TRY(portsOf(graph, graph.outputs)), {} };
    for (const auto input : own) {
        const auto found = std::ranges::find(inputs, input);
        if (found == inputs.end())
            return fail(ErrorCode::FormatUnsupported,
                u"the ethos-u operator reads a tensor that is no input of the network"_s);
        ports.order.push_back(size_t(found - inputs.begin()));
    }
    return ports;
}

/// One stream and what is around it.
Result<LocalResult> runStream(const inspect::FileStreams &opened, const Network &network,
    const npusim::RegionSizes &sizes, const LocalRequest &request)
{
    LocalResult result;
    for (const auto &port : network.inputs)
        result.inputNames.push_back(port.name);
    for (const auto &port : network.outputs)
        result.outputNames.push_back(port.name);
    TRY(checkInputKeys(request, result.inputNames));
    const auto placed = npu::disassembleAll(*opened.source, opened.places);
    const auto bounds = indexBounds(placed.front());
    for (size_t i = 0; i < network.inputs.size(); ++i) {
        const auto &port = network.inputs[i];
        const auto read = std::ranges::find(network.order, i) - network.order.begin();
        const auto bound = bounds.find(network.order.empty() ? i : size_t(read));
        result.inputs.push_back(TRY(inputFor(request, i, port.name, port.type, port.shape,
            bound == bounds.end() ? 0 : bound->second)));
    }
    std::vector<QByteArray> given;
    for (size_t i = 0; i < std::max(network.order.size(), result.inputs.size()); ++i)
        given.push_back(result.inputs[i < network.order.size() ? network.order[i] : i].bytes);
    const auto outputs = TRY(runSimulated(0, placed, sizes, given, request, result));
    for (size_t i = 0; i < outputs.size() && i < network.outputs.size(); ++i)
        result.outputs.push_back({ network.outputs[i].type, network.outputs[i].shape, outputs[i] });
    return result;
}

} // namespace

Result<LocalResult> runHere(
    const std::shared_ptr<const ByteSource> &source, const LocalRequest &given)
{
    auto request = given;
    if (!request.weights)
        request.weights = std::make_shared<npusim::WeightCache>();
    const auto kind = formats::recognise(source->bytes());
    if (kind == formats::FileKind::Pte)
        return runMethod(TRY(formats::readProgram(source)), request);
    const auto opened = TRY(inspect::openStreams(source));
    if (opened.places.size() != 1 || !opened.places.front().payload)
        return fail(ErrorCode::FormatUnsupported,
            u"this is run from a .pte, a .tflite or a Vela .npz with one stream"_s);
    const auto &place = opened.places.front();
    auto sizes = npusim::regionSizes(place);
    if (kind == formats::FileKind::TfLite) {
        const auto network = TRY(formats::readTfLite(source));
        return runStream(opened, TRY(networkOf(*network)), sizes, request);
    }
    if (kind == formats::FileKind::VelaNpz)
        sizes.fast = TRY(formats::vela::readNpz(source))->fastScratchBytes.value_or(0);
    return runStream(opened, { portsOf(place.payload->inputs), portsOf(place.payload->outputs) },
        sizes, request);
}

} // namespace tosaic::localrun
