// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The simulator: whatever a driver payload commands, with the weights that stand behind it. The
// last two bytes say how many these are.
#include "core/formats/vela/velanpz.h"
#include "core/npu/disassemble.h"
#include "core/npusim/simulator.h"
#include "tests/core/npu/commandlist.h"
#include "tests/support/samples.h"

#include <QtEndian>

#include <algorithm>
#include <span>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

void fuzzNpuSim(std::span<const quint8> input)
{
    constexpr quint64 Arena = 32 * 1024;
    QByteArrayView bytes(reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    qsizetype weights = 0;
    if (bytes.size() >= 2) {
        weights = qFromLittleEndian<quint16>(bytes.last(2).data());
        bytes.chop(2);
        weights = std::min(weights, bytes.size());
    }
    const auto streams = npu::disassemble(bytes.chopped(weights), {});
    if (!streams)
        return;
    for (const auto &stream : *streams) {
        npusim::Memory memory;
        memory.bindConstants(0, bytes.last(weights));
        if (!memory.bind(1, Arena, 1))
            return;
        memory.alias(2, 1);
        npusim::Simulator simulator(*stream, memory,
            { .limits = { .commands = 20'000, .work = 2'000'000, .mapElements = 200'000 } });
        static_cast<void>(simulator.run());
    }
}

std::vector<QByteArray> seedsNpuSim()
{
    std::vector<QByteArray> seeds;
    for (const auto *name :
        { "add-u55-128", "add-u65-256", "softmax-u85-256", "two_partitions-u55-128",
            "two_partitions-u65-256-shared", "two_partitions-u85-256-external" }) {
        const auto file = ByteSource::map(
            test::fixturePath(QLatin1StringView(name) + u"/partition0/vela.npz"_s));
        const auto npz = file ? formats::vela::readNpz(*file) : fail(file.error());
        if (!npz)
            continue;
        const auto weights = (*npz)->weightData().toByteArray().left(0xFFFF);
        QByteArray length(2, '\0');
        qToLittleEndian(quint16(weights.size()), length.data());
        seeds.push_back((*npz)->commandData().toByteArray() + weights + length);
    }
    return seeds;
}

} // namespace tosaic::fuzz
