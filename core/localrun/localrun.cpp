// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/localrun.h"

#include "core/base/try.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/formats/tflite/tflitereader.h"
#include "core/inspect/openstreams.h"
#include "core/localrun/indexinputs.h"
#include "core/localrun/methodrun.h"
#include "core/localrun/networkrun.h"
#include "core/localrun/simulateddelegate.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

using model::ScalarType;

struct Port
{
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

std::vector<Port> portsOf(const std::vector<model::IoDescriptor> &descriptors)
{
    std::vector<Port> ports;
    for (const auto &io : descriptors)
        ports.push_back({ typeOfSize(io.elementSize), { io.shape.begin(), io.shape.end() } });
    return ports;
}

/// One stream that is all of a file.
Result<LocalResult> runStream(const inspect::FileStreams &opened, const npusim::RegionSizes &sizes,
    const LocalRequest &request)
{
    LocalResult result;
    const auto &payload = *opened.places.front().payload;
    const auto inputs = portsOf(payload.inputs);
    const auto outputPorts = portsOf(payload.outputs);
    result.inputNames.resize(inputs.size());
    result.outputNames.resize(outputPorts.size());
    TRY(checkInputKeys(request, result.inputNames));
    const auto placed = npu::disassembleAll(*opened.source, opened.places);
    const auto bounds = indexBounds(placed.front());
    std::vector<QByteArray> given;
    for (size_t i = 0; i < inputs.size(); ++i) {
        const auto bound = bounds.find(i);
        result.inputs.push_back(TRY(inputFor(request, i,
            { .type = inputs[i].type,
                .shape = inputs[i].shape,
                .bound = bound == bounds.end() ? 0 : bound->second,
                .isOfModel = false })));
        given.push_back(result.inputs.back().bytes);
    }
    const auto outputs = TRY(runSimulated(0, placed, sizes, given, request, result));
    for (size_t i = 0; i < outputs.size() && i < outputPorts.size(); ++i)
        result.outputs.push_back({ outputPorts[i].type, outputPorts[i].shape, outputs[i] });
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
    if (kind == formats::FileKind::TfLite)
        return runNetwork(opened, *TRY(formats::readTfLite(source)), request);
    if (opened.places.size() != 1 || !opened.places.front().payload)
        return fail(ErrorCode::FormatUnsupported,
            u"this is run from a .pte, a .tflite or a Vela .npz with one stream"_s);
    auto sizes = npusim::regionSizes(opened.places.front());
    if (kind == formats::FileKind::VelaNpz)
        sizes.fast = opened.places.front().payload->fastArenaBytes.value_or(0);
    return runStream(opened, sizes, request);
}

} // namespace tosaic::localrun
