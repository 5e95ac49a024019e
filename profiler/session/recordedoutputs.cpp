// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/recordedoutputs.h"

#include "core/base/try.h"
#include "core/localrun/array.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// As they lie in memory.
Result<QByteArrayView> bytesOf(const EtDumpTensor &tensor, const ByteSource &buffer)
{
    const auto bits = model::bitsPerElement(tensor.type);
    const auto elements = localrun::Array::elementsOf(tensor.sizes);
    if (!bits || *bits < 8 || !elements || tensor.offset < 0
        || *elements > buffer.size() / (*bits / 8))
        return fail(
            ErrorCode::FormatDamaged, u"an output of the dump does not lie in its debug buffer"_s);
    return buffer.slice(quint64(tensor.offset), *elements * (*bits / 8));
}

Result<std::vector<double>> numbersOf(const EtDumpTensor &tensor, const ByteSource &buffer)
{
    const auto bytes = TRY(bytesOf(tensor, buffer));
    const quint64 elementBytes = *model::bitsPerElement(tensor.type) / 8;
    std::vector<quint8> order(tensor.sizes.size());
    std::iota(order.begin(), order.end(), quint8(0));
    if (tensor.strides.size() == order.size())
        std::ranges::stable_sort(order, std::ranges::greater(),
            [&tensor](quint8 dimension) { return tensor.strides[dimension]; });
    const auto array = TRY(localrun::fromMemory(bytes, elementBytes, tensor.sizes, order));
    return localrun::numbersOf({ tensor.type, tensor.sizes, array });
}

} // namespace

Result<std::vector<std::vector<double>>> recordedOutputs(
    const EtDump &dump, const ByteSource &buffer)
{
    for (const auto &run : dump.runs) {
        std::vector<std::vector<double>> outputs;
        for (const auto &entry : run.events) {
            const auto *event = std::get_if<EtDumpDebugEvent>(&entry);
            const auto *tensors
                = event ? std::get_if<std::vector<EtDumpTensor>>(&event->value) : nullptr;
            if (!tensors || !event->isProgramOutput)
                continue;
            for (const auto &tensor : *tensors)
                outputs.push_back(TRY(numbersOf(tensor, buffer)));
        }
        if (!outputs.empty())
            return outputs;
    }
    return fail(ErrorCode::FormatUnsupported, u"the dump recorded no output of the program"_s);
}

Result<std::vector<localrun::RecordedCall>> recordedCalls(
    const EtDump &dump, const ByteSource &buffer)
{
    for (const auto &run : dump.runs) {
        std::vector<localrun::RecordedCall> calls;
        std::set<qint32> over; // in a loop only the first time counts
        qint32 current = -1;
        for (const auto &entry : run.events) {
            const auto *event = std::get_if<EtDumpDebugEvent>(&entry);
            const auto *tensors
                = event ? std::get_if<std::vector<EtDumpTensor>>(&event->value) : nullptr;
            const bool isOfCall = event && !event->isProgramOutput && event->place.chain == 0
                && event->place.instruction >= 0 && !event->place.delegateId
                && !event->place.delegateName;
            if (!tensors || !isOfCall)
                continue;
            const auto instruction = event->place.instruction;
            if (instruction != std::exchange(current, instruction)) {
                if (over.insert(instruction).second)
                    calls.push_back({ size_t(instruction), {} });
            }
            if (calls.empty() || calls.back().instruction != size_t(instruction))
                continue;
            for (const auto &tensor : *tensors)
                calls.back().tensors.push_back(
                    { tensor.type, tensor.sizes, TRY(bytesOf(tensor, buffer)).toByteArray() });
        }
        if (!calls.empty())
            return calls;
    }
    return std::vector<localrun::RecordedCall>();
}

} // namespace tosaic::profile
