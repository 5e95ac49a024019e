// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/npu/commandlist.h"

#include "tests/core/formats/velabuilder.h"

#include <gtest/gtest.h>

namespace tosaic::test {

namespace {

/// First opcodes of a map: precision, then the others as far apart as in every map.
void setMap(CommandList &commands, const MapSetup &map, quint32 precision, quint32 tile,
    quint32 region, quint32 base, quint32 elementBytes)
{
    commands.set(precision, map.precision).set(region, map.region);
    commands.set(tile, map.width - 1).set(tile + 1, map.height - 1).set(tile + 2, map.height - 1);
    commands.setLong(base, map.address);
    for (quint32 i = 1; i < 4; ++i)
        commands.setLong(base + i, 0);
    commands.setLong(base + 4, quint64(map.depth) * elementBytes);
    commands.setLong(base + 5, quint64(map.width) * map.depth * elementBytes);
    commands.setLong(base + 6, elementBytes);
}

} // namespace

quint32 configOf(npu::NpuProduct product)
{
    switch (product) {
    case npu::NpuProduct::U55:
        return ConfigU55With128;
    case npu::NpuProduct::U65:
        return ConfigU65With256;
    default:
        return ConfigU85With256;
    }
}

void setIfm(CommandList &commands, const MapSetup &map)
{
    setMap(commands, map, 0x105, 0x10A, 0x10F, 0x000, 1U << (map.precision >> 2 & 3));
    commands.set(0x104, map.depth - 1);
}

void setIfm2(CommandList &commands, const MapSetup &map)
{
    setMap(commands, map, 0x185, 0x18A, 0x18F, 0x080, 1U << (map.precision >> 2 & 3));
}

void setOfm(CommandList &commands, const MapSetup &map)
{
    setMap(commands, map, 0x114, 0x11A, 0x11F, 0x010, 1U << (map.precision >> 1 & 3));
    commands.set(0x111, map.width - 1).set(0x112, map.height - 1).set(0x113, map.depth - 1);
}

QByteArray payloadWith(npu::NpuProduct product, const CommandList &commands)
{
    return cop1(configOf(product), commands.words());
}

std::shared_ptr<const npu::Stream> streamWith(npu::NpuProduct product, const CommandList &commands)
{
    const auto streams = npu::disassemble(payloadWith(product, commands), {});
    EXPECT_TRUE(streams);
    return streams && streams->size() == 1 ? streams->front() : std::make_shared<npu::Stream>();
}

} // namespace tosaic::test
