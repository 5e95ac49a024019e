// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/etdumpreader.h"
#include "profiler/session/recordedoutputs.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::test::recordedoutputstests {

namespace {

profile::EtDumpRun runWith(bool isOutput, const profile::EtDumpTensor &tensor)
{
    profile::EtDumpDebugEvent event;
    event.kind = u"Tensor"_s;
    event.value = std::vector{ tensor };
    event.isProgramOutput = isOutput;
    profile::EtDumpRun run;
    run.name = u"Execute"_s;
    run.events.emplace_back(event);
    return run;
}

std::shared_ptr<const ByteSource> bufferOf(const std::vector<float> &numbers)
{
    return ByteSource::fromBytes(QByteArray(
        reinterpret_cast<const char *>(numbers.data()), qsizetype(numbers.size() * sizeof(float))));
}

} // namespace

TEST(RecordedOutputs, AreReadInTheOrderOfTheirSizes)
{
    // Columns first in memory, behind four bytes of something else.
    const auto buffer = bufferOf({ 9, 1, 3, 5, 2, 4, 6 });
    const profile::EtDumpTensor tensor{ model::ScalarType::Float, { 3, 2 }, { 1, 3 }, 4 };
    profile::EtDump dump;
    dump.runs = { runWith(false, tensor), runWith(true, tensor), runWith(true, tensor) };
    const auto outputs = profile::recordedOutputs(dump, *buffer);
    ASSERT_TRUE(outputs) << outputs.error().toText().toStdString();
    ASSERT_EQ(outputs->size(), 1U) << "of one execution";
    EXPECT_EQ(outputs->front(), (std::vector<double>{ 1, 2, 3, 4, 5, 6 }));
}

TEST(RecordedOutputs, OfAnotherBufferOrWithoutAreTold)
{
    const auto buffer = bufferOf({ 1, 2 });
    profile::EtDump dump;
    EXPECT_EQ(profile::recordedOutputs(dump, *buffer).error().code, ErrorCode::FormatUnsupported);
    for (const auto &tensor : { profile::EtDumpTensor{ model::ScalarType::Float, { 3 }, { 1 }, 0 },
             profile::EtDumpTensor{ model::ScalarType::Float, { 2 }, { 1 }, 4 },
             profile::EtDumpTensor{ model::ScalarType::Float, { -1 }, { 1 }, 0 },
             profile::EtDumpTensor{ model::ScalarType::Float, { 2 }, { 1 }, -8 } }) {
        dump.runs = { runWith(true, tensor) };
        EXPECT_FALSE(profile::recordedOutputs(dump, *buffer));
    }
}

TEST(RecordedOutputs, OfARealDumpAreThoseThatItMarks)
{
    TOSAIC_NEED_SAMPLES();
    const auto path = samplesDir() + u"/generated/host/etdump/cnn_c_3_debug"_s;
    const auto file = ByteSource::map(path + u".etdp"_s);
    const auto buffer = ByteSource::map(path + u".bin"_s);
    ASSERT_TRUE(file && buffer);
    const auto dump = profile::readEtDump(*file);
    ASSERT_TRUE(dump);
    const auto outputs = profile::recordedOutputs(*dump, **buffer);
    ASSERT_TRUE(outputs) << outputs.error().toText().toStdString();
    ASSERT_EQ(outputs->size(), 1U);
    EXPECT_GT(std::set<double>(outputs->front().begin(), outputs->front().end()).size(), 1U);
}

TEST(RecordedCalls, AreTheTensorsOfEachCallTheFirstTime)
{
    const auto buffer = bufferOf({ 1, 2, 3, 4, 5, 6 });
    const auto recorded = [](qint32 instruction, qint64 offset) {
        profile::EtDumpDebugEvent event;
        event.place.chain = 0;
        event.place.instruction = instruction;
        event.value = std::vector<profile::EtDumpTensor>{ { model::ScalarType::Float, { 1 }, { 1 },
            offset } };
        return event;
    };
    auto ofDelegate = recorded(1, 0); // inside of it: no argument
    ofDelegate.place.delegateId = 3;
    profile::EtDump dump;
    dump.runs.resize(2);
    for (const auto &one :
        { recorded(1, 0), recorded(1, 4), ofDelegate, recorded(2, 8), recorded(1, 12) })
        dump.runs[1].events.emplace_back(one);
    const auto calls = profile::recordedCalls(dump, *buffer);
    ASSERT_TRUE(calls) << calls.error().toText().toStdString();
    ASSERT_EQ(calls->size(), 2U);
    EXPECT_EQ(calls->front().instruction, 1U);
    ASSERT_EQ(calls->front().tensors.size(), 2U) << "the last one is another round of a loop";
    EXPECT_EQ(localrun::numbersOf(calls->front().tensors[1]), std::vector<double>{ 2 });
    EXPECT_EQ(localrun::numbersOf(calls->back().tensors.front()), std::vector<double>{ 3 });
    dump.runs[1].events.emplace_back(recorded(4, 24));
    EXPECT_FALSE(profile::recordedCalls(dump, *buffer)) << "it lies behind the buffer";
    EXPECT_TRUE(profile::recordedCalls({}, *buffer)->empty());
}

} // namespace tosaic::test::recordedoutputstests
