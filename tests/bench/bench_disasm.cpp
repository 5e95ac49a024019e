// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Taking a command stream apart: TOSAIC_BENCH_BYTES (3 MB if not set) of commands as a compiler
// writes them, operations with all their registers included.
#include "core/npu/disassemble.h"
#include "tests/core/npu/commandlist.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>

using namespace tosaic;
using namespace tosaic::test;

namespace {

constexpr double BudgetMs = 50;

/// A convolution, an elementwise operation and a transfer by turns. As in real streams only what
/// changes is written again: about 15 commands for an operation.
CommandList syntheticCommands(quint32 bytes)
{
    CommandList commands;
    setIfm(commands, { .height = 28, .width = 28, .depth = 32 });
    setIfm2(commands, { .height = 28, .width = 28, .depth = 32 });
    setOfm(commands, { .height = 28, .width = 28, .depth = 32, .precision = 0x0041 });
    commands.set(0x120, 2).set(0x121, 2).set(0x122, 0).set(0x128, 0).set(0x129, 0);
    for (quint32 round = 0; commands.offset() < bytes; ++round) {
        const auto address = quint64(round % 4096) * 64;
        commands.set(0x130, 0).setLong(0x030, address).set(0x131, 1).setLong(0x031, address + 64);
        commands.setLong(0x032, 1024).set(KickKernelWait, 1).set(KickDma, 0);
        setIfm(commands, { .height = 28, .width = 28, .depth = 32, .address = address });
        commands.setLong(0x020, address).setLong(0x021, 1024).setLong(0x022, address);
        commands.setLong(0x023, 320).set(0x114, 0x0041).set(0x100, 1).set(0x103, 1);
        commands.set(0x126, 0xFF80).set(0x127, 0x7F).set(0x12F, 2).set(KickDmaWait, 0);
        commands.set(KickConv, 0);
        commands.setLong(0x010, address).setLong(0x080, address + 4096).set(0x114, 0x0141);
        commands.setLong(0x024, 77).set(0x180, round % 8).set(0x12F, 0).set(KickElementwise, 1);
    }
    return commands.set(KickStop, 0xFFFF);
}

double disassembleOnce(const QByteArray &payload)
{
    const auto begin = std::chrono::steady_clock::now();
    const auto streams = npu::disassemble(payload, {});
    const auto end = std::chrono::steady_clock::now();
    if (!streams || !streams->front()->diagnostics.empty()
        || streams->front()->operations.size() < 3)
        qFatal("the stream was not read completely");
    return std::chrono::duration<double, std::milli>(end - begin).count();
}

} // namespace

int main(int argc, char *argv[])
{
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_BYTES").toUInt();
    const auto commands = syntheticCommands(wanted > 0 ? wanted : 3 * 1024 * 1024);
    int status = 0;
    benchmark::Initialize(&argc, argv);
    for (const auto product : { npu::NpuProduct::U55, npu::NpuProduct::U85 }) {
        const auto payload = payloadWith(product, commands);
        const auto name = "Disassemble" + model::productName(product).toStdString();
        benchmark::RegisterBenchmark(name.c_str(), [payload](benchmark::State &state) {
            for ([[maybe_unused]] auto round : state)
                disassembleOnce(payload);
        })->Unit(benchmark::kMillisecond);
        auto best = disassembleOnce(payload);
        for (int round = 0; round < 4; ++round)
            best = std::min(best, disassembleOnce(payload));
        std::printf("%s: best of 5 %.2f ms for %lld bytes\n", name.c_str(), best,
            static_cast<long long>(payload.size()));
        if (best > BudgetMs) {
            std::printf("FAILED: more than %.0f ms\n", BudgetMs);
            status = 1;
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    return status;
}
