// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One inference of MobileNetV2 0.35/96 in the simulator, on one core: with weights decoded before,
// and with a cache that is empty. TOSAIC_BENCH_PROGRAM adds another .pte. bench_simulator.py sets
// the times against limits and against the TOSA reference model.
#include "core/inspect/openstreams.h"
#include "core/localrun/debugmemory.h"
#include "core/localrun/localrun.h"
#include "core/npu/disassemble.h"
#include "core/npusim/debugrun.h"
#include "tests/core/npu/commandlist.h"
#include "tests/support/samples.h"

#include <benchmark/benchmark.h>

using namespace Qt::StringLiterals;
using namespace tosaic;

namespace {

/// A fixture of MobileNetV2, or a program by its path.
std::shared_ptr<const ByteSource> compiled(const QString &name)
{
    const auto file = ByteSource::map(
        name.endsWith(u".pte"_s) ? name : test::fixturePath(name + u"/mobilenet_v2.pte"_s));
    if (!file)
        qFatal("the fixture cannot be read");
    return *file;
}

void run(benchmark::State &state, const QString &name, bool keepsWeights)
{
    const auto file = compiled(name);
    localrun::LocalRequest request;
    request.weights = std::make_shared<npusim::WeightCache>();
    // Inputs are given, as they are to what this is set against.
    const auto seeded = localrun::runHere(file, request);
    for (size_t i = 0; seeded && i < seeded->inputs.size(); ++i)
        request.inputs.emplace(QString::number(i), seeded->inputs[i]);
    for (auto _ : state) {
        if (!keepsWeights)
            request.weights = std::make_shared<npusim::WeightCache>();
        const auto result = localrun::runHere(file, request);
        if (!result || result->outputs.empty())
            qFatal("the program did not run");
    }
}

void runAgain(benchmark::State &state, const QString &name)
{
    run(state, name, true);
}

void runFirst(benchmark::State &state, const QString &name)
{
    run(state, name, false);
}

struct Debugged
{
    std::shared_ptr<const ByteSource> file = compiled(u"mobilenet_v2-u55-128"_s);
    inspect::FileStreams opened = *inspect::openStreams(file);
    std::vector<npu::PlacedStream> placed = npu::disassembleAll(*opened.source, opened.places);

    npusim::DebugRun open() const
    {
        auto memory = localrun::debugMemory(placed.front(), file, {}, 0);
        return npusim::DebugRun(placed.front().stream, std::move(*memory), {});
    }
};

/// From the file to the first command: to be set against runFirst.
void openDebugger(benchmark::State &state)
{
    for (auto _ : state) {
        const Debugged debugged;
        benchmark::DoNotOptimize(debugged.open().place());
    }
}

/// A stream of TOSAIC_BENCH_BYTES (3 MB if not set), from its bytes to the first command.
void openLarge(benchmark::State &state)
{
    constexpr quint32 Usual = 3 * 1024 * 1024;
    const auto wanted = qEnvironmentVariable("TOSAIC_BENCH_BYTES").toUInt();
    test::CommandList commands;
    test::setIfm(commands, { .height = 8, .width = 8, .depth = 16 });
    test::setOfm(commands, { .height = 8, .width = 8, .depth = 16, .precision = 0x0041 });
    for (quint32 round = 0; commands.offset() < (wanted > 0 ? wanted : Usual); ++round) {
        const auto address = quint64(round % 1024) * 64;
        test::setIfm(commands, { .height = 8, .width = 8, .depth = 16, .address = address });
        commands.setLong(0x010, address).set(0x126, 0xFF80).set(0x127, 0x7F).set(0x12F, 0);
        commands.set(0x114, 0x0041).set(0x180, 0).set(test::KickElementwise, 5);
    }
    const auto payload
        = test::payloadWith(npu::NpuProduct::U55, commands.set(test::KickStop, 0xFFFF));
    for (auto _ : state) {
        const auto streams = npu::disassemble(payload, {});
        npu::PlacedStream placed{ {}, streams->front(), std::nullopt };
        auto memory
            = localrun::debugMemory(placed, ByteSource::fromBytes(QByteArray(16, '\0')), {}, 0);
        if (!memory)
            qFatal("the memory cannot be set up");
        npusim::DebugRun run(placed.stream, std::move(*memory), {});
        benchmark::DoNotOptimize(run.place());
    }
}

/// One operation forth and back, in the middle of the stream: to be set against runAgain.
void stepDebugger(benchmark::State &state)
{
    const Debugged debugged;
    auto run = debugged.open();
    const auto &operations = run.stream().operations;
    run.goToCommand(operations[operations.size() / 2].command);
    for (auto _ : state) {
        if (!run.stepOperation() || !run.backOperation())
            qFatal("the step was refused");
    }
}

} // namespace

BENCHMARK(openDebugger)->Unit(benchmark::kMillisecond);
BENCHMARK(openLarge)->Unit(benchmark::kMillisecond);
BENCHMARK(stepDebugger)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runAgain, u55, u"mobilenet_v2-u55-128"_s)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runFirst, u55, u"mobilenet_v2-u55-128"_s)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runAgain, u85, u"mobilenet_v2-u85-256"_s)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runFirst, u85, u"mobilenet_v2-u85-256"_s)->Unit(benchmark::kMillisecond);

int main(int argc, char *argv[])
{
    benchmark::Initialize(&argc, argv);
    if (const auto program = qEnvironmentVariable("TOSAIC_BENCH_PROGRAM"); !program.isEmpty()) {
        benchmark::RegisterBenchmark("runAgain/given", runAgain, program)
            ->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark("runFirst/given", runFirst, program)
            ->Unit(benchmark::kMillisecond);
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
