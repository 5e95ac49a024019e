// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Whole programs: the CPU's part around delegates, inputs, what cannot be run.
#include "core/documents/externaldata.h"
#include "core/formats/openprogram.h"
#include "core/localrun/indexinputs.h"
#include "core/localrun/localrun.h"
#include "tests/core/formats/tflite/tflitebuilder.h"
#include "tests/core/formats/velabuilder.h"
#include "tests/core/npu/commandlist.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::test::localruntests {

namespace {

using localrun::Array;
using model::ScalarType;

std::shared_ptr<const ByteSource> fixture(const QString &path)
{
    const auto file = ByteSource::map(fixturePath(path));
    EXPECT_TRUE(file);
    return file ? *file : ByteSource::fromBytes({});
}

const auto Add = u"add-u55-128/add.pte"_s;

Array floats(const std::vector<float> &numbers)
{
    Array array{ ScalarType::Float, { qint64(numbers.size()) }, {} };
    array.bytes = QByteArray(
        reinterpret_cast<const char *>(numbers.data()), qsizetype(numbers.size() * sizeof(float)));
    return array;
}

float floatAt(const Array &array, size_t index)
{
    float number = 0;
    std::memcpy(&number, array.bytes.data() + index * sizeof number, sizeof number);
    return number;
}

} // namespace

TEST(LocalRun, AddsWithoutAnyInstallation)
{
    const auto result = localrun::runHere(
        fixture(Add), { .inputs = { { u"0"_s, floats({ -1.0F, -0.5F, 0.0F, 0.5F, 1.0F }) } } });
    ASSERT_TRUE(result) << result.error().toText().toStdString();
    ASSERT_EQ(result->outputs.size(), 1U);
    EXPECT_EQ(result->outputs.front().shape, (std::vector<qint64>{ 5 }));
    // x + x; the model was calibrated for all ones: below zero everything is cut off.
    EXPECT_EQ(floatAt(result->outputs.front(), 0), 0.0F);
    EXPECT_NEAR(floatAt(result->outputs.front(), 3), 1.0F, 0.01F);
    EXPECT_NEAR(floatAt(result->outputs.front(), 4), 2.0F, 0.01F);
    ASSERT_EQ(result->delegates.size(), 1U);
    EXPECT_TRUE(result->delegates.front().isSimulated);
    EXPECT_GT(result->delegates.front().kicks, 0U);
}

TEST(LocalRun, TheSeedGivesTheSameInputsAgain)
{
    const auto first = localrun::runHere(fixture(Add), { .seed = 4 });
    const auto again = localrun::runHere(fixture(Add), { .seed = 4 });
    const auto other = localrun::runHere(fixture(Add), { .seed = 5 });
    ASSERT_TRUE(first && again && other);
    EXPECT_EQ(first->inputs.front().bytes, again->inputs.front().bytes);
    EXPECT_EQ(first->outputs.front().bytes, again->outputs.front().bytes);
    EXPECT_NE(first->inputs.front().bytes, other->inputs.front().bytes);
}

TEST(LocalRun, AnInputThatDoesNotFitIsRefused)
{
    const auto few
        = localrun::runHere(fixture(Add), { .inputs = { { u"0"_s, floats({ 1.0F }) } } });
    ASSERT_FALSE(few);
    EXPECT_EQ(few.error().code, ErrorCode::SpecInvalid);
    const auto none
        = localrun::runHere(fixture(Add), { .inputs = { { u"audio"_s, floats({ 1.0F }) } } });
    ASSERT_FALSE(none);
    EXPECT_TRUE(none.error().detail.contains(u"no input audio"_s));
    const auto method = localrun::runHere(fixture(Add), { .method = u"encode"_s });
    ASSERT_FALSE(method);
    EXPECT_EQ(method.error().code, ErrorCode::SpecInvalid);
}

TEST(LocalRun, NamesTheKernelThatNeedsTheRuntime)
{
    const auto result
        = localrun::runHere(fixture(u"two_partitions-u55-128/two_partitions.pte"_s), {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::ToolMissing);
    EXPECT_TRUE(result.error().detail.contains(u"aten::sort.values"_s));
}

TEST(LocalRun, HandsOnWhatTheRuntimeMustDo)
{
    // Two outputs of sort: its values as they come, its indices left as they are.
    std::optional<localrun::Segment> seen;
    const auto result = localrun::runHere(fixture(u"two_partitions-u55-128/two_partitions.pte"_s),
        { .runtime = [&seen](const localrun::Segment &segment,
                         localrun::MethodMemory &memory) -> Result<void> {
            seen = segment;
            const auto input = memory.array(segment.reads.front());
            return input ? memory.set(segment.writes.front(), *input)
                         : Result<void>(fail(input.error()));
        } });
    ASSERT_TRUE(result) << result.error().toText().toStdString();
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->first, 3U);
    EXPECT_EQ(seen->end, 4U);
    EXPECT_EQ(seen->reads, (std::vector<qint32>{ 8 }));
    EXPECT_EQ(seen->writes, (std::vector<qint32>{ 15, 16 }));
    EXPECT_EQ(result->delegates.size(), 2U);
}

TEST(LocalRun, NpyFilesComeBackAsTheyWent)
{
    for (const auto &shape : { std::vector<qint64>{}, { 3 }, { 2, 3 } }) {
        const auto array = localrun::seededArray(ScalarType::Short, shape, 9);
        ASSERT_TRUE(array);
        const auto file = localrun::npyOf(*array);
        ASSERT_TRUE(file);
        const auto read = localrun::readArray(*ByteSource::fromBytes(*file));
        ASSERT_TRUE(read) << read.error().toText().toStdString();
        EXPECT_EQ(read->type, ScalarType::Short);
        EXPECT_EQ(read->shape, shape);
        EXPECT_EQ(read->bytes, array->bytes);
    }
}

TEST(LocalRun, ChannelsLastIsAnotherOrderOfTheSameNumbers)
{
    Array array{ ScalarType::Char, { 1, 2, 1, 3 }, QByteArray("abcdef") };
    const auto memory = localrun::toMemory(array, { 0, 2, 3, 1 });
    ASSERT_TRUE(memory);
    EXPECT_EQ(*memory, QByteArray("adbecf"));
    EXPECT_EQ(localrun::fromMemory(*memory, 1, array.shape, { 0, 2, 3, 1 }).value(), array.bytes);
}

/// Files state the order: one that is none used to be followed out of the tensor.
TEST(LocalRun, AnOrderThatIsNoneIsDamage)
{
    const std::vector<qint64> shape{ 2, 3, 4 };
    const Array array{ ScalarType::Char, shape, QByteArray(24, 'x') };
    for (const auto &order : { std::vector<quint8>{ 2, 2, 0 }, { 3, 1, 0 }, { 255, 0, 1 } }) {
        const auto to = localrun::toMemory(array, order);
        ASSERT_FALSE(to);
        EXPECT_EQ(to.error().code, ErrorCode::FormatDamaged);
        EXPECT_FALSE(localrun::fromMemory(array.bytes, 1, shape, order));
    }
    EXPECT_FALSE(localrun::fromMemory("short", 1, shape, { 2, 1, 0 }));
}

/// Indices that are seeded choose from what is there, also behind a cast.
TEST(LocalRun, SeededIndicesStayInRange)
{
    const auto tensor = [](std::vector<qint32> shape) {
        return model::Tensor{ .dtype = ScalarType::Long, .shape = std::move(shape) };
    };
    model::Method method;
    method.operators = { u"aten::_to_copy.out"_s, u"aten::embedding.out"_s, u"aten::gather.out"_s };
    method.values = { tensor({ 4 }), tensor({ 4 }), tensor({ 7, 3 }), tensor({ 4, 3 }),
        model::Value(qint64(1)), tensor({ 4, 1 }) };
    method.instructions = { model::KernelCall{ 0, { 0, 1 } }, model::KernelCall{ 1, { 2, 1, 3 } },
        model::KernelCall{ 2, { 3, 4, 5, 3 } } };
    const auto bounds = localrun::indexBounds(method);
    EXPECT_EQ(bounds, (std::map<qint32, qint64>{ { 0, 7 }, { 5, 3 } }));
    method.instructions.insert(method.instructions.begin(), model::KernelCall{ 0, { 0, 0 } });
    method.instructions.insert(method.instructions.begin(), model::KernelCall{ 0, { 1, 0 } });
    EXPECT_FALSE(localrun::indexBounds(method).empty()) << "circles end";
    const auto array = localrun::seededIndices(ScalarType::Long, { 100 }, 7, 1);
    ASSERT_TRUE(array);
    const auto numbers = localrun::numbersOf(*array);
    EXPECT_EQ(numbers.size(), 100U);
    EXPECT_EQ(std::ranges::max(numbers), 6);
    EXPECT_EQ(std::ranges::min(numbers), 0);
}

TEST(LocalRun, ReadsCommandsAndWeightsFromPtdFiles)
{
    const auto folder = u"two_partitions-u85-256-external/"_s;
    const auto source = fixture(folder + u"two_partitions.pte"_s);
    const auto alone = localrun::runHere(source, {});
    ASSERT_FALSE(alone);
    EXPECT_TRUE(alone.error().detail.contains(u".ptd"_s)) << alone.error().detail.toStdString();
    const auto program = formats::readProgram(source);
    ASSERT_TRUE(program);
    int delegate = -1;
    QByteArray begun;
    quint64 steps = 0;
    localrun::LocalRequest request;
    request.external = bytesByKey(findExternalData(**program, fixturePath(folder)));
    request.watch.begins = [&](int index, const std::vector<QByteArray> &inputs) {
        delegate = index;
        begun = inputs.front();
    };
    request.watch.stepped = [&](int, npusim::Simulator &) { ++steps; };
    const auto whole = localrun::runHere(source, request);
    ASSERT_FALSE(whole) << "aten::sort between both needs the runtime";
    EXPECT_EQ(whole.error().code, ErrorCode::ToolMissing) << whole.error().toText().toStdString();
    EXPECT_EQ(delegate, 0);
    EXPECT_FALSE(begun.isEmpty());
    EXPECT_GT(steps, 0U);
}

/// min(max(x, y), z) by two operators, and the same with a SOFTMAX between them.
QByteArray networkOfTwo(bool hasSoftmax)
{
    enum Tensor : qint32
    {
        Commands,
        Weights,
        Arena,
        Fast,
        X,
        Y,
        Z,
        Middle,
        Result,
        MoreCommands,
        Soft
    };
    constexpr std::array<quint64, 4> Places{ 0, 256, 512, 768 }; // x, y, middle, z
    constexpr quint64 ResultPlace = 1024;
    const auto commandsOf = [](quint64 first, quint64 second, quint64 to, quint32 mode) {
        CommandList commands;
        setIfm(commands, { .height = 1, .width = 1, .depth = 16, .address = first });
        setIfm2(commands, { .height = 1, .width = 1, .depth = 16, .address = second });
        setOfm(commands, { .height = 1, .width = 1, .depth = 16, .address = to, .precision = 1 });
        commands.set(0x180, 0).set(0x125, 0).set(0x126, 0xFF80).set(0x127, 127);
        return payloadWith(
            npu::NpuProduct::U55, commands.set(KickElementwise, mode).set(KickStop, 0xFFFF));
    };
    constexpr quint32 Min = 3;
    constexpr quint32 Max = 4;
    const auto larger = commandsOf(Places[0], Places[1], Places[2], Max);
    const auto smaller = commandsOf(Places[2], Places[3], ResultPlace, Min);
    TfLiteBuilder builder;
    const auto bytes = [&](qsizetype size, quint32 buffer, const char *name) {
        builder.addTensor({ .shape = { qint32(size) },
            .type = tfl::TensorType::UINT8,
            .buffer = buffer,
            .name = name });
    };
    bytes(larger.size(), builder.addBuffer(larger), "commands");
    bytes(16, builder.addBuffer(QByteArray(16, 'w')), "read_only");
    bytes(4096, 0, "scratch");
    bytes(4096, 0, "scratch_fast");
    for (const auto *name : { "x", "y", "z", "middle", "result" })
        builder.addTensor({ .shape = { 1, 16 }, .name = name });
    bytes(smaller.size(), builder.addBuffer(smaller), "commands");
    builder.addTensor({ .shape = { 1, 16 }, .name = "soft" });
    const auto npu = builder.addCustomCode("ethos-u");
    const QByteArray one("\x01\x04\x01", 3);
    builder.addOperator(npu, { Commands, Weights, Arena, Fast, X, Y }, { Middle }, one);
    if (hasSoftmax)
        builder.addOperator(builder.addCode(tfl::BuiltinOperator::SOFTMAX), { Middle }, { Soft },
            tfl::BuiltinOptions::SoftmaxOptions, tfl::CreateSoftmaxOptions(builder.fbb, 1).Union());
    builder.addOperator(npu, { MoreCommands, Weights, Arena, Fast, hasSoftmax ? Soft : Middle, Z },
        { Result }, one);
    builder.closeSubgraph({ X, Y, Z }, { Result });
    const auto none = quint32(-1);
    builder.addMetadata("OfflineMemoryAllocation",
        littleEndian({ 0, 1, 11, none, none, 0, 0, quint32(Places[0]), quint32(Places[1]),
            quint32(Places[3]), quint32(Places[2]), quint32(ResultPlace), none,
            quint32(Places[2]) }));
    return builder.finish();
}

TEST(LocalRun, RunsSeveralOperatorsOfATfLiteOneAfterTheOther)
{
    const auto numbers = [](int first, int step) {
        Array array{ ScalarType::Char, { 1, 16 }, {} };
        for (int i = 0; i < 16; ++i)
            array.bytes.append(char(first + step * i));
        return array;
    };
    const auto x = numbers(-8, 1);
    const auto y = numbers(7, -1);
    const auto z = numbers(3, 0);
    const auto result = localrun::runHere(ByteSource::fromBytes(networkOfTwo(false)),
        { .inputs = { { u"x"_s, x }, { u"1"_s, y }, { u"z"_s, z } } });
    ASSERT_TRUE(result) << result.error().toText().toStdString();
    EXPECT_EQ(result->inputNames, (std::vector<QString>{ u"x"_s, u"y"_s, u"z"_s }));
    ASSERT_EQ(result->delegates.size(), 2U);
    EXPECT_EQ(result->delegateInputs.at(1).size(), 2U);
    EXPECT_TRUE(result->findings.empty());
    ASSERT_EQ(result->outputs.size(), 1U);
    EXPECT_EQ(result->outputNames.front(), u"result"_s);
    EXPECT_EQ(result->outputs.front().shape, (std::vector<qint64>{ 1, 16 }));
    for (int i = 0; i < 16; ++i)
        EXPECT_EQ(result->outputs.front().bytes[i],
            std::min(std::max(x.bytes[i], y.bytes[i]), z.bytes[i]));
    const auto mixed = localrun::runHere(ByteSource::fromBytes(networkOfTwo(true)), {});
    ASSERT_FALSE(mixed);
    EXPECT_TRUE(mixed.error().detail.startsWith(u"SOFTMAX runs on the CPU"_s))
        << mixed.error().detail.toStdString();
}

} // namespace tosaic::test::localruntests
