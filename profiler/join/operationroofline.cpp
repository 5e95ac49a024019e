// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operationroofline.h"

#include "core/npu/work.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

spec::Family familyOf(npu::NpuProduct product)
{
    switch (product) {
    case npu::NpuProduct::U55:
        return spec::Family::U55;
    case npu::NpuProduct::U65:
        return spec::Family::U65;
    default:
        return spec::Family::U85;
    }
}

RooflineCeiling ceilingOf(const analysis::PortFacts &port, spec::Family family)
{
    return { port.memory, port.ports * port.clockScale * analysis::portWidthBytes(family) };
}

/// Bytes by ceiling that an operation's kicks move; not known if one of its regions lies elsewhere.
std::vector<std::optional<double>> bytesOf(const TimedOperation &operation,
    const std::vector<npu::Work> &work, const analysis::MemorySystem &memories)
{
    const std::array ceilings{ memories.axi0.memory, memories.axi1.memory };
    std::vector<std::optional<double>> sums{ 0.0, 0.0 };
    for (const auto kick : operation.kicks) {
        for (const auto *bytes : { &work[kick].readBytes, &work[kick].writtenBytes }) {
            for (const auto &[region, count] : *bytes) {
                const auto memory = memories.memoryOf(region);
                const auto found = std::ranges::find(ceilings, memory);
                if (memory.isEmpty() || found == ceilings.end())
                    return { {}, {} };
                *sums[static_cast<size_t>(found - ceilings.begin())] += static_cast<double>(count);
            }
        }
    }
    return sums;
}

} // namespace

Roofline operationRoofline(const OperationTable &table, int stream, const JoinStream &facts,
    const analysis::MemorySystem &memories)
{
    std::vector<npu::Work> work;
    if (facts.stream)
        work = npu::workOf(*facts.stream);
    std::vector<RooflineSample> samples;
    for (const auto &operation : table.operations) {
        RooflineSample sample{ .name = operation.name };
        const auto isKernel = operation.role == TimedOperation::Role::Kernel;
        if (isKernel && operation.stream == stream) {
            if (operation.macs)
                sample.macs = static_cast<double>(*operation.macs);
            if (const auto cycles = operation.cycles()) {
                sample.cycles = cycles->value;
                sample.origin = cycles->origin;
            }
            if (facts.stream && !operation.kicks.empty())
                sample.bytes = bytesOf(operation, work, memories);
        }
        samples.push_back(std::move(sample));
    }
    if (!facts.stream)
        return rooflineOf(0, memories.clockHz, {}, samples);
    const auto family = familyOf(facts.stream->config.product);
    return rooflineOf(static_cast<double>(facts.stream->config.macs), memories.clockHz,
        { ceilingOf(memories.axi0, family), ceilingOf(memories.axi1, family) }, samples);
}

} // namespace tosaic::profile
