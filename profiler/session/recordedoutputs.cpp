// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/recordedoutputs.h"

#include "core/base/try.h"
#include "core/localrun/array.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

Result<std::vector<double>> numbersOf(const EtDumpTensor &tensor, const ByteSource &buffer)
{
    const auto bits = model::bitsPerElement(tensor.type);
    const auto elements = localrun::Array::elementsOf(tensor.sizes);
    if (!bits || *bits < 8 || !elements || tensor.offset < 0
        || *elements > buffer.size() / (*bits / 8))
        return fail(
            ErrorCode::FormatDamaged, u"an output of the dump does not lie in its debug buffer"_s);
    const quint64 elementBytes = *bits / 8;
    const auto bytes = TRY(buffer.slice(quint64(tensor.offset), *elements * elementBytes));
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

} // namespace tosaic::profile
