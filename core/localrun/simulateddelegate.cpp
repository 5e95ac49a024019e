// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/simulateddelegate.h"

#include "core/base/sizestext.h"
#include "core/base/try.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

Result<std::vector<QByteArray>> outputsOf(
    const npusim::Memory &memory, const model::EthosUPayload &payload)
{
    std::vector<QByteArray> outputs;
    for (const auto &io : payload.outputs)
        outputs.push_back(TRY(npusim::outputOf(memory, io)));
    return outputs;
}

} // namespace

Result<std::vector<QByteArray>> runSimulated(int index,
    const std::vector<npu::PlacedStream> &streams, const npusim::RegionSizes &sizes,
    const std::vector<QByteArray> &inputs, const LocalRequest &request, LocalResult &result)
{
    if (streams.empty())
        return fail(ErrorCode::FormatDamaged, u"delegate %1 has no command stream"_s.arg(index));
    for (const auto &stream : streams) {
        if (stream.error)
            return fail(*stream.error);
        if (!stream.stream || !stream.place.payload)
            return fail(ErrorCode::FormatUnsupported,
                u"delegate %1 does not say where its inputs and outputs lie"_s.arg(index));
    }
    const auto &place = streams.front().place;
    if (inputs.size() != place.payload->inputs.size())
        return fail(ErrorCode::FormatDamaged,
            u"delegate %1 is given %2 inputs and reads %3"_s.arg(index)
                .arg(inputs.size())
                .arg(place.payload->inputs.size()));
    auto memory = TRY(npusim::memoryFor(place, *streams.front().stream, sizes, request.seed));
    for (size_t i = 0; i < inputs.size(); ++i)
        TRY(npusim::putInput(memory, place.payload->inputs[i], inputs[i]));

    if (request.watch.begins)
        request.watch.begins(index, inputs);
    result.delegateInputs[index] = inputs;
    const auto known = std::ranges::find(result.delegates, index, &DelegateRun::index);
    auto &run = known != result.delegates.end()
        ? *known
        : result.delegates.emplace_back(DelegateRun{ index, u"EthosUBackend"_s });
    for (const auto &stream : streams) {
        npusim::Simulator simulator(*stream.stream, memory,
            { .weights = request.weights,
                .limits = request.limits,
                .cancelled = request.cancelled });
        while (request.watch.stepped && simulator.step())
            request.watch.stepped(index, simulator);
        const bool isDone = simulator.run();
        run.commands += simulator.executedCommands();
        run.kicks += simulator.executedKicks();
        for (const auto &finding : simulator.findings())
            result.findings.emplace_back(index, finding);
        if (isDone)
            continue;
        if (simulator.refusal()->error.code == ErrorCode::Cancelled)
            return fail(simulator.refusal()->error);
        result.refused.emplace_back(index, *simulator.refusal());
        return std::vector<QByteArray>();
    }
    return outputsOf(memory, *place.payload);
}

namespace {

bool isShapeOf(const Array &array, const InputPlace &place)
{
    if (Array::elementsOf(array.shape) != Array::elementsOf(place.shape))
        return false;
    const auto withoutOnes = [](std::vector<qint64> shape) {
        std::erase(shape, 1);
        return shape;
    };
    return !place.isOfModel || array.shape.size() <= 1
        || withoutOnes(array.shape) == withoutOnes(place.shape);
}

QString kindText(model::ScalarType type, const std::vector<qint64> &shape)
{
    return u"%1 [%2]"_s.arg(model::dtypeName(type), sizesText(shape, u", "_s));
}

} // namespace

Result<Array> inputFor(const LocalRequest &request, size_t index, const InputPlace &place)
{
    auto given = request.inputs.find(QString::number(index));
    if (given == request.inputs.end() && !place.name.isEmpty())
        given = request.inputs.find(place.name);
    if (given == request.inputs.end())
        return seededIndices(place.type, place.shape, place.bound, request.seed + index);
    // .npy has no bfloat16 and other narrow types; what it has must be the input's.
    const auto &array = given->second;
    const bool isShape = isShapeOf(array, place);
    if (array.type != place.type || !isShape)
        return fail(ErrorCode::SpecInvalid,
            u"input %1 takes %2, the file has %3: %4 it"_s.arg(QString::number(index),
                kindText(place.type, place.shape), kindText(array.type, array.shape),
                isShape ? u"convert"_s : u"reshape, transpose or replace"_s));
    return Array{ place.type, place.shape, array.bytes };
}

namespace {

/// "0, 1 (mask)"
QString inputList(const std::vector<QString> &names)
{
    constexpr size_t Most = 16;
    QStringList all;
    for (size_t i = 0; i < std::min(names.size(), Most); ++i)
        all += names[i].isEmpty() ? QString::number(i) : u"%1 (%2)"_s.arg(i).arg(names[i]);
    if (names.size() > Most)
        all += u"..."_s;
    return all.join(u", "_s);
}

} // namespace

Result<void> checkInputKeys(const LocalRequest &request, const std::vector<QString> &names)
{
    for (const auto &[key, array] : request.inputs) {
        bool isNumber = false;
        const auto index = key.toUInt(&isNumber);
        const bool isIndex = isNumber && index < names.size();
        if (!isIndex && std::ranges::find(names, key) == names.end())
            return fail(ErrorCode::SpecInvalid,
                u"there is no input %1; there are %2: %3"_s.arg(
                    key, QString::number(names.size()), inputList(names)));
    }
    return {};
}

} // namespace tosaic::localrun
