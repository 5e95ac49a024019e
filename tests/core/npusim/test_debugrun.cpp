// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Walking a stream in both directions: the bytes at a place are those of a run that came there from
// the start, however one came.
#include "core/inspect/openstreams.h"
#include "core/localrun/debugmemory.h"
#include "core/npusim/debugrun.h"
#include "tests/core/npu/commandlist.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

using namespace Qt::StringLiterals;

namespace tosaic::test::debugruntests {

using namespace tosaic;
using namespace tosaic::test;
using npusim::DebugRun;

namespace {

/// A stream of a fixture with its file.
struct Placed
{
    explicit Placed(const QString &name)
    {
        const auto file = ByteSource::map(fixturePath(name));
        EXPECT_TRUE(file);
        source = *file;
        auto streams = inspect::openStreams(source);
        EXPECT_TRUE(streams);
        opened = std::move(*streams);
        placed = npu::disassembleAll(*opened.source, opened.places);
    }
    DebugRun run(quint64 checkpointBytes = quint64(256) << 20) const
    {
        auto memory = localrun::debugMemory(placed.front(), source, {}, 3);
        EXPECT_TRUE(memory);
        return DebugRun(
            placed.front().stream, std::move(*memory), { .checkpointBytes = checkpointBytes });
    }
    std::shared_ptr<const ByteSource> source;
    inspect::FileStreams opened;
    std::vector<npu::PlacedStream> placed;
};

QByteArray arenaOf(const DebugRun &run)
{
    const auto view = run.simulator().memory().readable(1);
    return view ? QByteArray(reinterpret_cast<const char *>(view->bytes), qsizetype(view->size))
                : QByteArray();
}

const auto Network = u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s;

} // namespace

TEST(DebugRun, BackIsWhereItWasBefore)
{
    const Placed stream(Network);
    for (const quint64 budget : { quint64(1), quint64(3) << 20, quint64(256) << 20 }) {
        auto run = stream.run(budget);
        std::vector<std::pair<quint64, QByteArray>> seen;
        do
            seen.emplace_back(run.place(), arenaOf(run));
        while (run.stepOperation());
        ASSERT_FALSE(run.simulator().refusal());
        EXPECT_TRUE(run.simulator().isAtEnd());
        ASSERT_GT(seen.size(), 20U);
        // From the end, and from anywhere else.
        for (int back = 1; back <= 5; ++back) {
            ASSERT_TRUE(run.backOperation());
            const auto &there = seen[seen.size() - 1 - size_t(back)];
            EXPECT_EQ(run.place(), there.first);
            EXPECT_EQ(arenaOf(run), there.second);
        }
        std::mt19937 random(1);
        for (int i = 0; i < 6; ++i) {
            const size_t index = 1 + random() % (seen.size() - 2);
            const auto &there = seen[index];
            size_t kick = 0;
            quint32 command = 0;
            for (const auto &operation : run.stream().operations) {
                if ((npu::isKernel(operation.kind) || operation.kind == npu::OperationKind::Dma)
                    && kick++ == index)
                    command = operation.command;
            }
            ASSERT_TRUE(run.goToCommand(command)) << index;
            EXPECT_EQ(run.place(), there.first);
            EXPECT_EQ(arenaOf(run), there.second);
        }
        ASSERT_TRUE(run.restart());
        EXPECT_EQ(run.place(), 0U);
        EXPECT_EQ(arenaOf(run), seen.front().second);
    }
}

TEST(DebugRun, CheckpointsStayWithinTheirBytes)
{
    const Placed stream(Network);
    auto run = stream.run(quint64(8) << 20);
    ASSERT_TRUE(run.runToEnd());
    const auto each = run.simulator().memory().ownBytes();
    EXPECT_LE((run.checkpointCount() - 1) * each, quint64(8) << 20);
    auto tight = stream.run(1);
    ASSERT_TRUE(tight.runToEnd());
    EXPECT_LE(tight.checkpointCount(), 2U);
}

TEST(DebugRun, CommandsGoForthAndBack)
{
    const Placed stream(u"softmax-u85-256/softmax.pte"_s);
    auto run = stream.run();
    for (int i = 0; i < 12; ++i)
        ASSERT_TRUE(run.stepCommand());
    EXPECT_EQ(run.place(), 12U);
    EXPECT_EQ(run.nextCommand(), 12U);
    ASSERT_TRUE(run.backCommand());
    EXPECT_EQ(run.place(), 11U);
    EXPECT_FALSE(run.goToCommand(quint32(run.stream().commands.size() + 5)));
}

TEST(DebugRun, SaysWhatAStepChangedAndWhoTouchesAByte)
{
    const Placed stream(u"softmax-u85-256/softmax.pte"_s);
    auto run = stream.run();
    quint32 writer = 0;
    quint64 address = 0;
    while (run.stepOperation()) {
        for (const auto &change : run.changes()) {
            if (change.range.region != 1 || change.differing == 0)
                continue;
            ASSERT_TRUE(change.first);
            EXPECT_GE(*change.first, change.range.address);
            writer = run.simulator().operation()->index;
            address = *change.first;
        }
        if (address != 0)
            break;
    }
    const auto *next = run.nextOperation();
    ASSERT_TRUE(next);
    const auto use = npusim::useOf(run.stream(), next->index, 1, address);
    EXPECT_EQ(use.writer, writer);
    ASSERT_TRUE(run.restart());
    ASSERT_TRUE(run.runToWrite(1, address));
    EXPECT_EQ(run.simulator().operation()->index, writer);
    EXPECT_FALSE(run.runToWrite(1, quint64(1) << 40)) << "nobody writes there";
    EXPECT_TRUE(run.simulator().isAtEnd());
}

TEST(DebugRun, ARefusalKeepsWhatRanAndTheWayBack)
{
    const Placed stream(u"softmax-u85-256/softmax.pte"_s);
    auto damaged = std::make_shared<npu::Stream>(*stream.placed.front().stream);
    const auto at = damaged->operations[2].command;
    damaged->commands[at].reservedBits = 1;
    auto memory = localrun::debugMemory(stream.placed.front(), stream.source, {}, 3);
    ASSERT_TRUE(memory);
    DebugRun run(damaged, std::move(*memory), {});
    EXPECT_FALSE(run.runToEnd());
    ASSERT_TRUE(run.simulator().refusal());
    EXPECT_FALSE(run.nextCommand());
    EXPECT_FALSE(run.stepOperation());
    ASSERT_TRUE(run.backOperation());
    EXPECT_FALSE(run.simulator().refusal());
    EXPECT_TRUE(run.stepOperation() || run.simulator().refusal());
}

TEST(DebugRun, AnInterruptedRunStandsBetweenTwoCommands)
{
    const Placed stream(Network);
    auto run = stream.run();
    std::jthread stopper([&run](const std::stop_token &end) {
        while (!end.stop_requested())
            run.interrupt();
    });
    // It may come to the end between two interrupts; it never stays in the middle of an operation.
    static_cast<void>(run.runToEnd());
    stopper.request_stop();
    stopper.join();
    EXPECT_FALSE(run.simulator().refusal());
    const auto there = run.place();
    const auto bytes = arenaOf(run);
    auto other = stream.run();
    while (other.place() < there && other.stepCommand()) { }
    EXPECT_EQ(arenaOf(other), bytes);
    EXPECT_TRUE(run.restart());
    EXPECT_TRUE(run.runToEnd());
    run.abandon();
    run.restart();
    EXPECT_FALSE(run.runToEnd()) << "nobody waits for it";
}

} // namespace tosaic::test::debugruntests
