// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The disassembler: driver payloads of both containers, all products.
#include "core/inspect/disasmdescription.h"
#include "core/npu/dataflow.h"
#include "core/npu/disassemble.h"
#include "core/npu/work.h"
#include "tests/core/formats/velabuilder.h"
#include "tests/core/npu/commandlist.h"

#include <QTextStream>

#include <span>

namespace tosaic::fuzz {

namespace {

using namespace tosaic::test;

/// Registers, a convolution, transfers, an elementwise operation, unknown commands.
CommandList everything(npu::NpuProduct product)
{
    CommandList commands;
    setIfm(commands, {});
    setIfm2(commands, { .address = 0x800, .precision = 0x0049 });
    setOfm(commands, { .address = 0x1000, .precision = 0x0101 });
    commands.set(0x120, 2).set(0x121, 2).set(0x122, 3).set(0x128, 0);
    commands.setLong(0x020, 0x40).setLong(0x021, 64).set(KickDmaWait, 0).set(KickConv, 0);
    commands.set(0x130, 0x0A00).set(0x131, 0x0101).setLong(0x030, 0).setLong(0x031, 0);
    commands.setLong(0x032, 256).set(0x132, 3).setLong(0x033, 16).setLong(0x035, 16);
    commands.set(KickKernelWait, 1).set(KickDma, 0).set(0x180, 0x80).set(KickElementwise, 1);
    if (product == npu::NpuProduct::U85) {
        commands.setLong(0x100, quint64(1) << 32 | (commands.offset() + 16));
        commands.set(0x114, 0x8101).set(KickPool, 4).set(0x105, 0x8001).set(KickResize, 1);
    }
    return commands.set(0x3FF, 1).set(KickStop, 0xFFFF);
}

} // namespace

void fuzzCommandStream(std::span<const quint8> input)
{
    // No copy: the sanitizer then sees every byte read beyond the input.
    const QByteArrayView bytes(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto streams = npu::disassemble(bytes, {});
    if (!streams)
        return;
    for (const auto &stream : *streams) {
        const npu::PlacedStream placed{ {}, stream, std::nullopt };
        static_cast<void>(inspect::streamToJson(placed));
        static_cast<void>(inspect::describeStream(placed));
        QString text;
        QTextStream out(&text);
        inspect::writeCommands(*stream, out);
        if (!stream->operations.empty())
            static_cast<void>(npu::registersAt(*stream, quint32(stream->operations.size() - 1)));
        static_cast<void>(npu::dataflow(*stream, {}));
        static_cast<void>(npu::total(npu::workOf(*stream)));
        for (const auto &operation : stream->operations) {
            for (const auto *map : { &operation.ifm, &operation.ifm2, &operation.ofm }) {
                if (*map)
                    static_cast<void>((*map)->ranges());
            }
        }
    }
}

std::vector<QByteArray> seedsCommandStream()
{
    std::vector<QByteArray> seeds;
    for (const auto product :
        { npu::NpuProduct::U55, npu::NpuProduct::U65, npu::NpuProduct::U85 }) {
        seeds.push_back(payloadWith(product, everything(product)));
        seeds.push_back(cop2(configOf(product), everything(product).words()));
    }
    return seeds;
}

} // namespace tosaic::fuzz
