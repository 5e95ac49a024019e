// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/debugdb.h"
#include "core/formats/vela/velanpz.h"
#include "core/npu/disassemble.h"
#include "tests/profiler/tracegenerator.h"

#include <benchmark/benchmark.h>

using namespace tosaic;

namespace {

/// MobileNetV2 for U85-256, run as often as the number of reads needs.
void joinTrace(benchmark::State &state)
{
    const QString folder = QStringLiteral(
        TOSAIC_SOURCE_DIR "/tests/fixtures/generated/mobilenet_v2-u85-256/partition0");
    const auto xml = ByteSource::map(folder + QStringLiteral("/debug.xml"));
    const auto npzBytes = ByteSource::map(folder + QStringLiteral("/vela.npz"));
    const auto database = formats::vela::readDebugDb(*xml);
    const auto npz = formats::vela::readNpz(*npzBytes);
    const auto streams = npu::disassemble((*npz)->commandData(), {});
    const std::vector<profile::JoinStream> facts{ { .database = *database,
        .stream = streams->front() } };
    const auto &rows = (*database)->queue().begin()->second;
    const auto wanted = size_t(state.range(0));
    const auto one = test::generateTrace(rows, streams->front().get(), {});
    const auto trace = test::generateTrace(rows, streams->front().get(),
        { .inferences = int(wanted / one.reads.size()) + 1, .standsAtDmaWaits = true });
    for (auto _ : state)
        benchmark::DoNotOptimize(profile::joinOperations(facts, trace.reads));
    state.counters["reads"] = double(trace.reads.size());
    state.SetItemsProcessed(state.iterations() * qint64(trace.reads.size()));
}
BENCHMARK(joinTrace)->Arg(10000)->Arg(1000000)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
