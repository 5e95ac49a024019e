// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One inference of MobileNetV2 0.35/96 in the simulator, on one core: with weights decoded before,
// and with a cache that is empty.
#include "core/inspect/openstreams.h"
#include "core/localrun/debugmemory.h"
#include "core/localrun/localrun.h"
#include "core/npusim/debugrun.h"
#include "tests/support/samples.h"

#include <benchmark/benchmark.h>

using namespace Qt::StringLiterals;
using namespace tosaic;

namespace {

std::shared_ptr<const ByteSource> compiled(const QString &name)
{
    const auto file = ByteSource::map(test::fixturePath(name + u"/mobilenet_v2.pte"_s));
    if (!file)
        qFatal("the fixture cannot be read");
    return *file;
}

void run(benchmark::State &state, const QString &name, bool keepsWeights)
{
    const auto file = compiled(name);
    localrun::LocalRequest request;
    request.weights = std::make_shared<npusim::WeightCache>();
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
BENCHMARK(stepDebugger)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runAgain, u55, u"mobilenet_v2-u55-128"_s)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runFirst, u55, u"mobilenet_v2-u55-128"_s)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runAgain, u85, u"mobilenet_v2-u85-256"_s)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(runFirst, u85, u"mobilenet_v2-u85-256"_s)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
