// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are cut off, overwritten or made to mislead: never a crash, always a word about it.
#include "tests/core/formats/tosa/tosabuilder.h"
#include "tests/core/formats/tosa/tosasupport.h"

#include <gtest/gtest.h>

#include <random>

namespace tosaic::test::tosadamagedtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

using Block = TosaBuilder::Block;
using Slots = std::vector<TosaBuilder::Slot>;

const TosaVersion V10{ 1, 0, 0, false };

std::vector<QByteArray> smallFiles()
{
    return { smallTosa080(), smallTosaDraft10(), smallTosaDraft11(), smallTosa10(), smallTosa11() };
}

TEST(TosaDamaged, EveryTruncationEndsInAnErrorOrAResult)
{
    for (const auto &whole : smallFiles()) {
        for (qsizetype size = 0; size < whole.size(); ++size) {
            // Exactly as many bytes as there are, so that the sanitizer sees every read beyond.
            const QByteArray part(whole.constData(), size);
            const auto result = readResult(part);
            if (size < 8)
                EXPECT_EQ(result.error().code, ErrorCode::FormatUnknown);
            else
                exerciseTosa(part);
        }
        EXPECT_EQ(readResult(whole.first(64)).error().code, ErrorCode::FormatDamaged);
    }
}

TEST(TosaDamaged, EveryOverwrittenByteEndsInAnErrorOrAResult)
{
    // The two between with TOSAIC_FULL_MATRIX; fuzzing itself writes any.
    const QByteArray values
        = qEnvironmentVariableIsSet("TOSAIC_FULL_MATRIX") ? "\x00\x01\x7f\xff"_ba : "\x00\xff"_ba;
    for (const auto &whole : smallFiles()) {
        for (qsizetype at = 0; at < whole.size(); ++at) {
            for (const char value : values) {
                auto bytes = whole;
                bytes[at] = value;
                exerciseTosa(bytes);
            }
        }
    }
}

TEST(TosaDamaged, RandomDamageEndsInAnErrorOrAResult)
{
    std::mt19937 random(80); // the same damage in every run
    for (const auto &whole : smallFiles()) {
        for (int i = 0; i < 500; ++i) {
            auto bytes = whole;
            for (int j = 0; j < 6; ++j)
                bytes[qsizetype(random() % size_t(bytes.size()))] = char(random());
            exerciseTosa(bytes);
        }
    }
}

TEST(TosaDamaged, NamesThatLeadNowhereAreKeptAndReported)
{
    const auto network
        = readBytes(tosaFile(Block{ .inputs = { "x" },
                                 .outputs = { "gone" },
                                 .tensors = { { "x", { 1 }, 3 }, { "x", { 2 }, 3 } },
                                 .ops = { { 32, 32, { "x", "lost" }, { "gone" } } } },
            V10));
    ASSERT_TRUE(network);
    EXPECT_EQ(ids(*network),
        (QStringList{ u"tosa.duplicate-name"_s, u"tosa.unknown-name"_s, u"tosa.unknown-name"_s }));
    const auto &block = network->subgraphs[0];
    const auto &op = block.operators[0];
    EXPECT_EQ(block.tensors[size_t(op.inputs[1])].name, u"lost"_s);
    EXPECT_EQ(op.outputs, block.outputs);
}

TEST(TosaDamaged, UnknownNumbersAreKept)
{
    const auto network
        = readBytes(tosaFile(Block{ .inputs = { "x" },
                                 .tensors = { { "x", { 1 }, 77 } },
                                 .ops = { { 250, 250, { "x" }, { "x" }, Slots{ 1, 2 } },
                                     { 64, 64, { "x" }, { "x" }, Slots{ quint32(9) } } } },
            V10));
    ASSERT_TRUE(network);
    EXPECT_EQ(ids(*network), (QStringList{ u"tosa.unknown-type"_s, u"tosa.unknown-operator"_s }));
    const auto &block = network->subgraphs[0];
    EXPECT_EQ(block.operators[0].type, u"Op(250)"_s);
    EXPECT_EQ(block.tensors[0].typeText, u"DType(77)"_s);
    EXPECT_EQ(text(block.operators[1], u"mode"_s), u"ResizeMode(9)"_s);
}

TEST(TosaDamaged, AttributesWithOtherFieldsAreReported)
{
    const auto network
        = readBytes(tosaFile(Block{ .inputs = { "x" },
                                 .tensors = { { "x", { 1 }, 3 } },
                                 .ops = { { 49, 49, { "x" }, { "x" }, Slots{ 1, 2, 3, 4 } } } },
            V10));
    ASSERT_TRUE(network);
    EXPECT_EQ(ids(*network), QStringList{ u"tosa.attribute-fields"_s });
    EXPECT_TRUE(network->subgraphs[0].operators[0].attributes.empty());
}

TEST(TosaDamaged, BlocksThatContainThemselvesAreCut)
{
    const auto loop = [](const std::string &name, const std::string &body) {
        return Block{ .name = name,
            .inputs = { "x" },
            .outputs = { "x" },
            .tensors = { { "x", { 1 }, 3 } },
            .ops = { { 71, 71, { "x" }, { "x" }, Slots{ body, std::string("nowhere") } } } };
    };
    TosaBuilder builder;
    builder.addRegion("main", { loop("main", "a"), loop("a", "b"), loop("b", "a") });
    const auto network = readBytes(builder.finish(V10));
    ASSERT_TRUE(network);
    EXPECT_EQ(ids(*network).count(u"tosa.graph-cycle"_s), 1);
    EXPECT_EQ(ids(*network).count(u"tosa.unknown-graph"_s), 3);
    EXPECT_EQ(network->subgraphs[0].operators[0].subgraphs, std::vector<qint32>{ 1 });
    EXPECT_EQ(network->subgraphs[1].operators[0].subgraphs, std::vector<qint32>{ 2 });
    EXPECT_TRUE(network->subgraphs[2].operators[0].subgraphs.empty());
}

TEST(TosaDamaged, TheMainBlockComesFirst)
{
    TosaBuilder builder;
    builder.addRegion("helper", { Block{ .name = "helper" } });
    builder.addRegion("main", { Block{ .name = "main" } });
    const auto network = readBytes(builder.finish(V10));
    ASSERT_TRUE(network);
    EXPECT_EQ(network->subgraphs[0].name, u"main"_s);
    EXPECT_EQ(network->subgraphs[1].name, u"helper"_s);
}

TEST(TosaDamaged, LengthsOfConstantsAreChecked)
{
    const auto network = readBytes(
        tosaFile(Block{ .tensors = { { "short", { 4 }, 5, QByteArray(8, '\1') },
                            { "long", { 1 }, 3, QByteArray(24, '\1') },
                            { "padded", { 1 }, 3, QByteArray(8, '\1') }, { "none", { 1 }, 3 },
                            { "far", { 1 }, 3, {}, false, false, {}, 1'000'000, 1 },
                            { "unranked", {}, 3, {}, false, true } },
                     .ops = { { 67, 67, {}, { "short" } }, { 67, 67, {}, { "none" } } } },
            V10));
    ASSERT_TRUE(network);
    EXPECT_EQ(ids(*network),
        (QStringList{ u"tosa.data-outside-file"_s, u"tosa.data-too-short"_s,
            u"tosa.constant-without-data"_s, u"tosa.data-too-long"_s }));
    EXPECT_FALSE(tensor(network->subgraphs[0], u"unranked"_s).shape);
}

TEST(TosaDamaged, LongConstantsAreToldOnceWithTheirNumber)
{
    const auto network
        = readBytes(tosaFile(Block{ .tensors = { { "a", { 1 }, 3, QByteArray(24, '\1') },
                                        { "b", { 1 }, 3, QByteArray(32, '\1') },
                                        { "c", { 1 }, 3, QByteArray(40, '\1') } } },
            V10));
    ASSERT_TRUE(network);
    ASSERT_EQ(ids(*network), QStringList{ u"tosa.data-too-long"_s });
    const auto &diagnostic = network->diagnostics.front();
    EXPECT_EQ(diagnostic.severity, Severity::Info);
    EXPECT_TRUE(diagnostic.text.startsWith(u"3 constants"_s)) << diagnostic.text.toStdString();
    EXPECT_TRUE(diagnostic.text.contains(u"24 are stored"_s)) << diagnostic.text.toStdString();
    EXPECT_TRUE(diagnostic.location.entity.contains(u"a"_s));
}

// Models above 2 GiB keep their data behind the FlatBuffer.
TEST(TosaDamaged, ReadsDataBehindTheFlatBuffer)
{
    const auto file = [](quint64 offset) {
        return tosaFile(
            Block{ .tensors = { { "w", { 2 }, 3, {}, false, false, {}, offset, 2 } } }, V10);
    };
    const auto size = file(1000).size();
    const auto network = readBytes(file(quint64(size)) + QByteArray("\x05\x06", 2));
    ASSERT_TRUE(network);
    EXPECT_EQ(ids(*network), QStringList());
    const auto range = tensor(network->subgraphs[0], u"w"_s).data;
    ASSERT_TRUE(range);
    EXPECT_EQ(
        network->source->slice(range->offset, range->size).value(), QByteArrayView("\x05\x06", 2));
}

// Blocks may be shared, so a small file can ask for any amount of memory.
TEST(TosaDamaged, SharedBlocksReachALimit)
{
    flatbuffers::FlatBufferBuilder fbb;
    namespace fb = tosa::fb;
    const auto op = fb::CreateOperator(fbb, 32, 0);
    const std::vector<flatbuffers::Offset<fb::Operator>> ops(2'000, op);
    const auto block = fb::CreateBasicBlock(fbb, 0, fbb.CreateVector(ops));
    const std::vector<flatbuffers::Offset<fb::BasicBlock>> blocks(1'000, block);
    const auto region = fb::CreateRegion(fbb, 0, fbb.CreateVector(blocks));
    fb::FinishGraphBuffer(fbb,
        fb::CreateGraph(
            fbb, fb::CreateVersion(fbb, 1, 0, 0, false), fbb.CreateVector(std::vector{ region })));
    const auto result = readResult(QByteArray(
        reinterpret_cast<const char *>(fbb.GetBufferPointer()), qsizetype(fbb.GetSize())));
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::LimitExceeded);
    EXPECT_TRUE(result.error().detail.contains(u"Tables = "_s));
}

} // namespace

} // namespace tosaic::test::tosadamagedtests
