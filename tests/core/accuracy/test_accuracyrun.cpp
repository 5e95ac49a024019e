// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Whole compiles beside kept values of the reference.
#include "core/accuracy/dataset.h"
#include "core/accuracy/modelsides.h"
#include "core/accuracy/reference.h"
#include "core/compiled/resultreader.h"
#include "core/formats/openprogram.h"
#include "tests/core/accuracy/keptrun.h"

using namespace Qt::StringLiterals;

namespace tosaic::test::accuracyruntests {

namespace {

accuracy::AccuracyRequest requestOf(const Fixture &fixture, const QString &program)
{
    accuracy::AccuracyRequest request{ .program = program };
    const auto compile = compiled::readCompileResult(fixture.folder);
    EXPECT_TRUE(compile);
    request.compile = *compile;
    return request;
}

} // namespace

TEST(AccuracyRun, ASoundProgramIsAsTheReferenceSays)
{
    const auto &fixture = transformer();
    auto request = requestOf(fixture, fixture.program);
    request.kept[0] = keptFolder(fixture, tapped(fixture, fixture.bytes), 0);
    const auto result = accuracy::measureAccuracy(request);
    ASSERT_TRUE(result) << result.error().toText().toStdString();
    EXPECT_EQ(result->table.first(), nullptr);
    EXPECT_GT(result->table.operators().size(), 10U);
    EXPECT_TRUE(result->sides.front().isThere);
    EXPECT_FALSE(result->sides.back().isThere) << "without its source nobody knows the model";
    EXPECT_FALSE(result->sides.back().why.isEmpty());
    EXPECT_TRUE(result->notes.empty());
    const auto named = std::ranges::count_if(result->table.operators(),
        [](const accuracy::OperatorAccuracy &row) { return !row.node.isEmpty(); });
    EXPECT_GT(named, 0) << "nodes of the model";
}

TEST(AccuracyRun, AFaultyProgramIsJoinedByOrderAndNamed)
{
    const auto &fixture = transformer();
    const ProgramStreams streams(fixture.bytes);
    const auto &placed = streams.placed.front();
    const auto operation
        = std::ranges::find_if(placed.stream->operations, [](const npu::Operation &one) {
              return !one.scales.empty() && one.scales.front().region == 0;
          });
    ASSERT_NE(operation, placed.stream->operations.end());
    auto request = requestOf(
        fixture, written(u"faulty.pte"_s, withWrongScale(fixture.bytes, placed, *operation, 1)));
    request.kept[0] = keptFolder(fixture, tapped(fixture, fixture.bytes), 0);
    const auto result = accuracy::measureAccuracy(request);
    ASSERT_TRUE(result) << result.error().toText().toStdString();
    ASSERT_TRUE(result->table.first());
    EXPECT_GE(result->table.first()->operation, operation->index);
    EXPECT_EQ(result->table.closer()->worst.front().channel, 1);
    ASSERT_EQ(result->notes.size(), 1U);
    EXPECT_EQ(result->notes.front().id, u"accuracy.joined-by-order"_s);
}

TEST(AccuracyRun, KeptValuesOfOtherInputsAreRefused)
{
    const auto &fixture = transformer();
    auto request = requestOf(fixture, fixture.program);
    request.kept[0] = keptFolder(fixture, tapped(fixture, fixture.bytes), 0);
    request.seed = 1;
    const auto result = accuracy::measureAccuracy(request);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::SpecInvalid);
}

TEST(AccuracyRun, WithoutToolsTheSidesSayWhatIsMissing)
{
    const auto &fixture = transformer();
    auto request = requestOf(fixture, fixture.program);
    request.model = fixture.program;
    const auto result = accuracy::measureAccuracy(request);
    ASSERT_TRUE(result) << result.error().toText().toStdString();
    EXPECT_TRUE(result->table.operators().empty());
    for (const auto &side : result->sides) {
        EXPECT_FALSE(side.isThere);
        EXPECT_FALSE(side.why.isEmpty());
    }
    EXPECT_FALSE(result->run.outputs.empty()) << "what can be had is there";
}

TEST(AccuracyRun, TheResultOfANodeIsWhatItsLastOperatorWrites)
{
    const auto origin = [](int partition, const QString &tensor, const QString &type) {
        return compiled::TosaOrigin{ partition, tensor, type, u"node"_s };
    };
    const auto results = accuracy::resultTensors({ origin(0, u"in"_s, u"RESHAPE"_s),
        origin(0, u"wide"_s, u"SUB"_s), origin(0, u"narrow"_s, u"RESCALE"_s),
        origin(0, u"turned"_s, u"TRANSPOSE"_s), origin(1, u"other"_s, u"SUB"_s) });
    const std::set<std::pair<int, QString>> expected{ { 0, u"narrow"_s }, { 0, u"turned"_s },
        { 1, u"other"_s } };
    EXPECT_EQ(results, expected) << "the 32 bits before the rescale have another scale";
}

TEST(AccuracyRun, ADatasetIsFilesOrFolders)
{
    const QDir folder(temporaryDir());
    const auto npy = localrun::npyOf({ model::ScalarType::Char, { 2 }, "\1\2"_ba });
    ASSERT_TRUE(npy);
    ASSERT_TRUE(saveFile(folder.filePath(u"a.npy"_s), *npy));
    ASSERT_TRUE(folder.mkpath(u"b"_s));
    ASSERT_TRUE(saveFile(folder.filePath(u"b/0.npy"_s), *npy));
    ASSERT_TRUE(saveFile(folder.filePath(u"b/mask.npy"_s), *npy));
    const auto samples = accuracy::samplesIn(folder.path());
    ASSERT_TRUE(samples);
    ASSERT_EQ(samples->size(), 2U);
    EXPECT_EQ(samples->at(0).count(u"0"_s), 1U);
    EXPECT_EQ(samples->at(1).count(u"mask"_s), 1U);
    EXPECT_FALSE(accuracy::samplesIn(folder.filePath(u"none"_s)));
}

/// What a board recorded of a delegate is a side of the table, and of the program one of outputs.
TEST(AccuracyRun, ABoardThatGivesOtherNumbersIsNamed)
{
    const auto &fixture = transformer();
    auto request = requestOf(fixture, fixture.program);
    request.kept[0] = keptFolder(fixture, tapped(fixture, fixture.bytes), 0);
    const auto network = formats::readNetwork(*ByteSource::map(fixture.tosa(0)));
    const auto &graph = (*network)->subgraphs.front();
    const auto program = formats::readProgram(*ByteSource::map(fixture.program));
    const auto &instructions = (*program)->methods.front().instructions;
    const auto call = std::ranges::find_if(instructions, [](const model::Instruction &one) {
        return std::holds_alternative<model::DelegateCall>(one);
    });
    localrun::RecordedCall recorded{ .instruction = size_t(call - instructions.begin()) };
    const auto computed = tapped(fixture, fixture.bytes);
    for (const auto &bytes : computed.inputs.at(0))
        recorded.tensors.push_back({ model::ScalarType::Char, { bytes.size() }, bytes });
    for (const auto index : graph.outputs) {
        const auto &name = graph.tensors.at(size_t(index)).name;
        const auto tap = std::ranges::find(computed.taps.at(0), name, &accuracy::Tap::name);
        ASSERT_NE(tap, computed.taps.at(0).end()) << name.toStdString();
        QByteArray bytes;
        for (const auto value : tap->stored)
            bytes.append(char(value));
        recorded.tensors.push_back({ model::ScalarType::Char, { bytes.size() }, bytes });
    }
    request.recorded = { recorded };
    request.names = { { { 0, graph.tensors.at(size_t(graph.outputs.front())).name }, u"last"_s } };
    const auto same = accuracy::measureAccuracy(request);
    ASSERT_TRUE(same) << same.error().toText().toStdString();
    EXPECT_EQ(same->table.first(), nullptr);
    const auto rowOfBoard = std::ranges::find(
        same->table.operators(), accuracy::Against::Board, &accuracy::OperatorAccuracy::against);
    ASSERT_NE(rowOfBoard, same->table.operators().end());
    EXPECT_EQ(rowOfBoard->title(), u"last"_s) << "as other faces name it";

    request.recorded.front().tensors.back().bytes[0] ^= 1;
    const auto other = accuracy::measureAccuracy(request);
    ASSERT_TRUE(other && other->table.first());
    EXPECT_EQ(other->table.first()->against, accuracy::Against::Board);
    EXPECT_EQ(other->table.first()->measures.differing(), 1U);
    EXPECT_EQ(other->table.closer()->expected.counts.size(), accuracy::HistogramBins);

    request.recorded.front().tensors.pop_back();
    request.boardOutputs[0] = localrun::numbersOf(same->run.outputs.front());
    request.boardOutputs[0].front() += 1;
    const auto outputs = accuracy::measureAccuracy(request);
    ASSERT_TRUE(outputs);
    EXPECT_EQ(outputs->notes.front().id, u"accuracy.recorded-other"_s);
    ASSERT_EQ(outputs->outputs.size(), 1U);
    EXPECT_EQ(outputs->outputs.front().measures.differing(), 1U);
    request.boardOutputs = { { 7, { 1 } } };
    request.recorded.clear();
    EXPECT_EQ(accuracy::measureAccuracy(request).error().code, ErrorCode::FormatUnsupported);
}

} // namespace tosaic::test::accuracyruntests
