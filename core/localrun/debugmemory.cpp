// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/debugmemory.h"

#include "core/base/try.h"
#include "core/formats/registry.h"
#include "core/localrun/array.h"
#include "core/localrun/indexinputs.h"
#include "core/npusim/invocation.h"

namespace tosaic::localrun {

Result<std::vector<QByteArray>> debugInputs(
    const npu::PlacedStream &placed, const std::map<size_t, QByteArray> &given, quint64 seed)
{
    std::vector<QByteArray> inputs;
    if (!placed.place.payload)
        return inputs;
    const auto &descriptors = placed.place.payload->inputs;
    const auto bounds = indexBounds(placed);
    for (size_t i = 0; i < descriptors.size(); ++i) {
        if (const auto found = given.find(i); found != given.end()) {
            inputs.push_back(found->second);
            continue;
        }
        const auto bytes = npusim::bytesOf(descriptors[i]).value_or(0);
        if (const auto bound = bounds.find(i); bound != bounds.end()) {
            inputs.push_back(TRY(seededIndices(model::ScalarType::Int,
                                     { qint64(bytes / sizeof(qint32)) }, bound->second, seed + i))
                                 .bytes);
            continue;
        }
        inputs.push_back(
            TRY(seededArray(model::ScalarType::Char, { qint64(bytes) }, seed + i)).bytes);
    }
    return inputs;
}

Result<npusim::Memory> debugMemory(const npu::PlacedStream &placed,
    const std::shared_ptr<const ByteSource> &source, const std::vector<QByteArray> &inputs,
    quint64 seed)
{
    auto sizes = npusim::regionSizes(placed.place);
    if (placed.place.payload && formats::recognise(source->bytes()) == formats::FileKind::VelaNpz)
        sizes.fast = placed.place.payload->fastArenaBytes.value_or(0);
    auto memory = TRY(npusim::memoryFor(placed.place, *placed.stream, sizes, seed));
    if (!placed.place.payload)
        return memory;
    std::map<size_t, QByteArray> given;
    for (size_t i = 0; i < inputs.size(); ++i)
        given.emplace(i, inputs[i]);
    const auto all = TRY(debugInputs(placed, given, seed));
    for (size_t i = 0; i < all.size(); ++i)
        TRY(npusim::putInput(memory, placed.place.payload->inputs[i], all[i]));
    return memory;
}

} // namespace tosaic::localrun
