// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/profileassembly.h"

#include "core/formats/vela/summarycsv.h"
#include "core/formats/vela/velanpz.h"
#include "core/npu/disassemble.h"
#include "profiler/parsers/pmutrace.h"
#include "profiler/session/databasefit.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profileassemblytests {
namespace {

using Kind = model::EntityRef::Kind;

/// Copies a file into a folder.
QString copied(const QString &from, const QString &folder, const QString &name = {})
{
    const auto to = folder + u'/' + (name.isEmpty() ? QFileInfo(from).fileName() : name);
    EXPECT_TRUE(QFile::copy(from, to)) << from.toStdString();
    return to;
}

ProfileMaterial materialOf(const QString &path)
{
    const auto opened = openDocument(path);
    EXPECT_TRUE(opened) << path.toStdString();
    return opened ? profileMaterial(*opened) : ProfileMaterial();
}

std::shared_ptr<const ProfileSubject> subjectOf(const QString &path)
{
    return assembleProfile(materialOf(path));
}

bool has(const ProfileSubject &subject, const QString &id)
{
    return std::ranges::any_of(
        subject.diagnostics, [&](const Diagnostic &diagnostic) { return diagnostic.id == id; });
}

/// A trace of all streams of a subject, one after the other, `inferences` times each.
profile::MeasuredRun traceOf(const std::vector<profile::JoinStream> &streams, int inferences = 1)
{
    auto trace = std::make_shared<profile::PmuTrace>();
    quint64 ts = 100;
    for (const auto &stream : streams) {
        const auto made = test::generateTrace(test::rowsOf(stream), stream.stream.get(),
            { .seed = 5, .inferences = inferences, .standsAtDmaWaits = true, .startTs = ts });
        for (const auto &read : made.reads)
            trace->queueReads.push_back({ quint64(read.ts), quint32(read.word) });
        ts = quint64(made.reads.back().ts) + 700;
    }
    trace->eventCount = trace->queueReads.size();
    trace->range = std::pair(trace->queueReads.front().ts, trace->queueReads.back().ts);
    return { .name = u"trace.json.gz"_s,
        .run = std::make_shared<const profile::Run>(),
        .kind = u"pmu-trace"_s,
        .trace = trace };
}

quint64 measured(const profile::OperationTable &table)
{
    quint64 sum = 0;
    for (const auto &operation : table.operations) {
        for (const auto &cycles : operation.measured)
            sum += cycles.value_or(0);
    }
    return sum;
}

/// The most that the timeline's track of that name says; 0 without one.
double mostOf(const ProfileSubject &subject, const QString &name)
{
    if (subject.timeline) {
        for (const auto &track : subject.timeline->tracks) {
            if (track.name == name)
                return *std::ranges::max_element(track.values);
        }
    }
    return 0;
}

/// The most that the command streams of the file use of a region, as the memory page says.
double peakOf(const ProfileMaterial &material, int region)
{
    quint64 most = 0;
    for (const auto &analysis : material.streams) {
        for (const auto &peak : analysis->dataflow.peaks)
            most = std::max(most, peak.region == region ? peak.bytes : 0);
    }
    return double(most);
}

TEST(ProfileAssembly, TheTimelineReachesThePeaksOfTheMemoryPage)
{
    const QDir folder(test::fixturePath({}));
    int streams = 0;
    for (const auto &compile : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        for (const auto &name : QDir(folder.filePath(compile)).entryList({ u"*.pte"_s })) {
            SCOPED_TRACE(compile.toStdString());
            auto material = materialOf(folder.filePath(compile) + u'/' + name);
            const auto subject = assembleProfile(material);
            if (material.streams.empty())
                continue;
            ASSERT_TRUE(subject);
            streams += int(material.streams.size());
            EXPECT_EQ(mostOf(*subject, u"Arena in use"_s), peakOf(material, 1));
            EXPECT_EQ(mostOf(*subject, u"Fast scratch in use"_s), peakOf(material, 2));
            material.run = traceOf(subject->streams);
            const auto traced = assembleProfile(material);
            ASSERT_TRUE(traced && !traced->slices.empty());
            EXPECT_EQ(mostOf(*traced, u"Arena in use"_s), peakOf(material, 1));
        }
    }
    EXPECT_GT(streams, 12);
}

TEST(ProfileAssembly, WithoutTheProgramTheTimelineSaysWhatVelaPlanned)
{
    const auto subject
        = subjectOf(test::fixturePath(u"mobilenet_v2-u55-128/partition0/debug.xml"_s));
    ASSERT_TRUE(subject);
    EXPECT_EQ(mostOf(*subject, u"Arena in use"_s), 0);
    EXPECT_GT(mostOf(*subject, u"Staging memory in use, by Vela's plan"_s), 0);
}

TEST(ProfileAssembly, CompilesGiveEstimatesByThemselves)
{
    const auto subject = subjectOf(test::fixturePath(u"mobilenet_v2-u85-256/mobilenet_v2.pte"_s));
    ASSERT_TRUE(subject);
    ASSERT_TRUE(subject->table);
    EXPECT_EQ(subject->table->origin, Origin::Estimate);
    EXPECT_TRUE(subject->slices.empty());
    EXPECT_EQ(subject->product, u"U85"_s);
    EXPECT_EQ(subject->npuMacs, 256u);
    ASSERT_TRUE(subject->clockHz);
    ASSERT_EQ(subject->memories.size(), 1u);
    EXPECT_TRUE(subject->memories.front());
    EXPECT_FALSE(subject->sources.isEmpty());
    ASSERT_TRUE(subject->timeline);
    EXPECT_GT(subject->timeline->eventCount(), 0u);
    // Entities: operators of the related network, and operations of the stream, of one delegate.
    const auto &table = *subject->table;
    size_t named = 0;
    for (size_t i = 0; i < table.operations.size(); ++i) {
        for (const auto &entity : subject->entities[i])
            named += entity.kind == Kind::Operator && !entity.name.isEmpty() ? 1u : 0u;
        if (!table.operations[i].kicks.empty()) {
            EXPECT_EQ(subject->entities[i].back().kind, Kind::NpuOperation);
        }
    }
    EXPECT_GT(named, 30u);
    const auto entity = subject->entityOf(0);
    EXPECT_FALSE(subject->operationsOf(entity).empty());
}

TEST(ProfileAssembly, EveryFixtureHasTheTotalOfVelasSummary)
{
    for (const auto &sample : test::fixtureJoins()) {
        const auto folder = test::fixturePath(sample.name.section(u'/', 0, 0));
        const auto programs = QDir(folder).entryList({ u"*.pte"_s });
        ASSERT_EQ(programs.size(), 1) << folder.toStdString();
        const auto subject = subjectOf(folder + u'/' + programs.front());
        ASSERT_TRUE(subject && subject->table) << folder.toStdString();
        EXPECT_FALSE(has(*subject, u"profile.database-other"_s));
        EXPECT_FALSE(has(*subject, u"profile.database-ambiguous"_s));
        for (const auto &stream : subject->streams) {
            EXPECT_TRUE(stream.database) << folder.toStdString();
            EXPECT_TRUE(stream.network) << folder.toStdString();
        }
        if (subject->streams.size() == 1 && sample.cyclesTotal) {
            EXPECT_EQ(double(*subject->table->estimatedTotal()), *sample.cyclesTotal)
                << folder.toStdString();
        }
    }
}

TEST(ProfileAssembly, PartitionsRunInTheOrderOfTheProgram)
{
    auto material = materialOf(test::fixturePath(u"two_partitions-u55-128/two_partitions.pte"_s));
    const auto estimate = assembleProfile(material);
    ASSERT_TRUE(estimate);
    ASSERT_EQ(estimate->streams.size(), 2u);
    material.run = traceOf(estimate->streams);
    const auto subject = assembleProfile(material);
    ASSERT_TRUE(subject && subject->table);
    EXPECT_EQ(subject->table->origin, Origin::Fvp);
    ASSERT_EQ(subject->table->inferences.size(), 2u);
    EXPECT_EQ(subject->table->inferences[0].stream, 0);
    EXPECT_EQ(subject->table->inferences[1].stream, 1);
    EXPECT_GT(measured(*subject->table), 0u);
    ASSERT_TRUE(subject->timeline);
    EXPECT_EQ(subject->timeline->timeUnit, u"cycles"_s);
    EXPECT_EQ(subject->title, u"two_partitions.pte, trace.json.gz"_s);
    EXPECT_EQ(subject->tableTitle, subject->title);
    // Nodes of the model, of the right partition.
    for (size_t i = 0; i < subject->entities.size(); ++i) {
        for (const auto &entity : subject->entities[i]) {
            if (entity.kind != Kind::Node)
                continue;
            const auto node = std::ranges::find(
                material.result->nodes, entity.name, &compiled::ModelNode::name);
            ASSERT_NE(node, material.result->nodes.end());
            EXPECT_EQ(node->partition, subject->table->operations[i].stream);
        }
    }
}

TEST(ProfileAssembly, TracesOfOtherProgramsAreNotJoined)
{
    const auto other = subjectOf(test::fixturePath(u"transformer_block-u55-128/"_s)
        + QDir(test::fixturePath(u"transformer_block-u55-128"_s))
              .entryList({ u"*.pte"_s })
              .value(0));
    ASSERT_TRUE(other);
    auto material = materialOf(test::fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    material.run = traceOf(other->streams, 2);
    const auto subject = assembleProfile(material);
    ASSERT_TRUE(subject);
    EXPECT_TRUE(has(*subject, u"profile.trace-other"_s));
    EXPECT_EQ(subject->table->origin, Origin::Estimate);
    EXPECT_EQ(measured(*subject->table), 0u);
    EXPECT_TRUE(subject->slices.empty());
    EXPECT_TRUE(subject->timeline) << "the trace's own events are there all the same";
    EXPECT_EQ(subject->title, u"trace.json.gz"_s) << "nothing of the program is on that timeline";
    EXPECT_EQ(subject->tableTitle, u"mobilenet_v2.pte"_s) << "nothing of the trace is in it";
}

TEST(ProfileAssembly, ATraceAloneSaysWhatItLacks)
{
    const auto facts = test::fixtureJoins().front().streams;
    ProfileMaterial material;
    material.run = traceOf(facts);
    const auto subject = assembleProfile(material);
    ASSERT_TRUE(subject);
    EXPECT_FALSE(subject->table);
    EXPECT_TRUE(subject->timeline);
    EXPECT_TRUE(has(*subject, u"profile.trace-alone"_s));
}

TEST(ProfileAssembly, ATraceAndADatabaseAreEnough)
{
    const auto folder = test::fixturePath(u"mobilenet_v2-u55-128/partition0"_s);
    const auto empty = test::temporaryDir();
    auto material = materialOf(copied(folder + u"/debug.xml"_s, empty));
    const auto alone = assembleProfile(material);
    ASSERT_TRUE(alone && alone->table);
    EXPECT_EQ(alone->table->origin, Origin::Estimate);
    ASSERT_EQ(alone->streams.size(), 1u);
    EXPECT_FALSE(alone->streams.front().stream);
    material.run = traceOf(alone->streams);
    const auto joined = assembleProfile(material);
    EXPECT_EQ(joined->table->origin, Origin::Fvp);
    // With what Vela wrote beside it the command stream and the TOSA graph are known too.
    const auto beside = materialOf(folder + u"/debug.xml"_s);
    const auto full = assembleProfile(beside);
    EXPECT_TRUE(full->streams.front().stream);
    EXPECT_TRUE(full->streams.front().network);
}

/// What a board's console stands beside is Vela's estimate: it is not drawn under the run's name.
TEST(ProfileAssembly, AConsoleWithoutTimesNamesNoTimeline)
{
    auto material = materialOf(test::fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    material.run = profile::MeasuredRun{
        .name = u"board.log"_s, .origin = Origin::Board, .clockHz = 250'000'000
    };
    const auto subject = assembleProfile(material);
    ASSERT_TRUE(subject && subject->timeline);
    EXPECT_EQ(subject->title, u"mobilenet_v2.pte"_s);
    EXPECT_EQ(subject->tableTitle, u"mobilenet_v2.pte"_s);
    EXPECT_EQ(subject->clockHz, 250'000'000U) << "its clock is of use";
}

TEST(ProfileAssembly, AProgramAloneFindsTheDatabaseBesideIt)
{
    const auto folder = test::temporaryDir();
    const auto fixture = test::fixturePath(u"mobilenet_v2-u55-128"_s);
    const auto program = copied(fixture + u"/mobilenet_v2.pte"_s, folder);
    auto material = materialOf(program);
    EXPECT_FALSE(material.result);
    const auto none = assembleProfile(material);
    ASSERT_TRUE(none);
    EXPECT_FALSE(none->table) << "nothing is known of its time";
    // One of another compile does not fit and is not taken; beside the program nobody named it.
    copied(test::fixturePath(u"add-u55-128/partition0/debug.xml"_s), folder, u"a_debug.xml"_s);
    EXPECT_FALSE(assembleProfile(material)->table);
    EXPECT_FALSE(has(*assembleProfile(material), u"profile.database-other"_s));
    material.reports = { folder + u"/a_debug.xml"_s };
    EXPECT_TRUE(has(*assembleProfile(material), u"profile.database-other"_s));
    material.reports.clear();
    copied(fixture + u"/partition0/debug.xml"_s, folder, u"b_debug.xml"_s);
    const auto found = assembleProfile(material);
    ASSERT_TRUE(found->table);
    EXPECT_EQ(found->table->origin, Origin::Estimate);
    EXPECT_TRUE(found->sources.join(u' ').contains(u"b_debug.xml"_s));
}

TEST(ProfileAssembly, AmongUnlikeDatabasesThatFitNoneIsTaken)
{
    const auto folder = test::temporaryDir();
    const auto fixture = test::fixturePath(u"mobilenet_v2-u55-128"_s);
    const auto program = copied(fixture + u"/mobilenet_v2.pte"_s, folder);
    QFile file(fixture + u"/partition0/debug.xml"_s);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto text = file.readAll();
    const auto write = [&](const QString &name, const QByteArray &bytes) {
        QFile out(folder + u'/' + name);
        ASSERT_TRUE(out.open(QIODevice::WriteOnly));
        out.write(bytes);
    };
    write(u"one_debug.xml"_s, text);
    write(u"same_debug.xml"_s, text);
    EXPECT_TRUE(subjectOf(program)->table) << "copies are no choice";
    auto other = text;
    const auto perf = other.indexOf("name=\"perf\"") >= 0 ? other.indexOf("name=\"perf\"")
                                                          : other.indexOf("name='perf'");
    ASSERT_GE(perf, 0);
    const auto name = other.indexOf("Conv2D", perf);
    ASSERT_GE(name, 0);
    other.replace(name, 6, "Conv9D");
    write(u"other_debug.xml"_s, other);
    const auto subject = subjectOf(program);
    EXPECT_FALSE(subject->table);
    EXPECT_TRUE(has(*subject, u"profile.database-ambiguous"_s));
}

TEST(ProfileAssembly, PerLayerTablesAloneAreEstimates)
{
    const auto path = test::fixturePath(u"mobilenet_v2-u55-128/partition0/per-layer.csv"_s);
    const auto subject = subjectOf(path);
    ASSERT_TRUE(subject && subject->table);
    EXPECT_EQ(subject->table->origin, Origin::Estimate);
    EXPECT_TRUE(subject->timeline);
    const auto debug = subjectOf(test::fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    EXPECT_EQ(subject->table->estimatedTotal(), debug->table->estimatedTotal());
}

TEST(ProfileAssembly, ATosaGraphFindsWhatVelaMadeOfIt)
{
    const auto subject
        = subjectOf(test::fixturePath(u"mobilenet_v2-u55-128/partition0/partition.tosa"_s));
    ASSERT_TRUE(subject && subject->table);
    const auto entity = subject->entityOf(0);
    EXPECT_EQ(entity.kind, Kind::Operator);
    EXPECT_TRUE(entity.name.isEmpty()) << "it is the open network's";
}

TEST(ProfileAssembly, RealVelaRunsFindTheirReports)
{
    if (test::samplesDir().isEmpty())
        GTEST_SKIP() << "TOSAIC_SAMPLES is not set";
    const auto root = test::samplesDir() + u"/generated/vela/"_s;
    const auto folders = QDir(root).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    size_t joined = 0;
    for (const auto &folder : folders) {
        const auto files = QDir(root + folder).entryList({ u"*_vela.tflite"_s, u"*.npz"_s });
        const auto tables = QDir(root + folder).entryList({ u"*debug.xml"_s });
        if (files.size() != 1 || tables.isEmpty())
            continue;
        SCOPED_TRACE(folder.toStdString());
        auto material = materialOf(root + folder + u'/' + files.front());
        if (material.streams.empty())
            continue;
        const auto estimate = assembleProfile(material);
        ASSERT_TRUE(estimate && estimate->table);
        EXPECT_EQ(estimate->table->origin, Origin::Estimate);
        EXPECT_FALSE(has(*estimate, u"profile.layers-other"_s));
        for (const auto &stream : estimate->streams)
            EXPECT_TRUE(stream.database);
        material.run = traceOf(estimate->streams, 2);
        const auto subject = assembleProfile(material);
        EXPECT_EQ(subject->table->origin, Origin::Fvp);
        EXPECT_EQ(subject->table->inferences.size(), 2 * subject->streams.size());
        EXPECT_FALSE(subject->table->find(profile::Unmatched::Kind::InferenceForeign));
        ++joined;
    }
    EXPECT_GT(joined, 20u);
}

/// Vela 4 repeats in rows of fused activations what their operators have.
TEST(ProfileAssembly, ATableOfVelaFourAloneAddsUpToItsSummary)
{
    if (test::samplesDir().isEmpty())
        GTEST_SKIP() << "TOSAIC_SAMPLES is not set";
    const auto subject = subjectOf(
        test::samplesDir() + u"/generated/vela/kws-u85-256-v4.5.0/kws_ref_model_per-layer.csv"_s);
    ASSERT_TRUE(subject && subject->table);
    EXPECT_NEAR(subject->table->estimatedTotal().value_or(0), 60'712, 0.01);
}

/// Their debug databases have no estimates, and transfers stand in the per-layer table alone.
TEST(ProfileAssembly, OlderReleasesOfVelaAddUpToTheirSummary)
{
    if (test::samplesDir().isEmpty())
        GTEST_SKIP() << "TOSAIC_SAMPLES is not set";
    const auto root = test::samplesDir() + u"/vela/generated-4.3.0/"_s;
    size_t compared = 0;
    for (const auto &folder : QDir(root).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QDir in(root + folder);
        const auto files = in.entryList({ u"*_vela.tflite"_s });
        const auto summaries = in.entryList({ u"*_summary_*.csv"_s });
        if (files.size() != 1 || summaries.size() != 1
            || in.entryList({ u"*_debug.xml"_s }).isEmpty())
            continue;
        SCOPED_TRACE(folder.toStdString());
        const auto summary
            = formats::vela::readSummaryCsv(*ByteSource::map(in.filePath(summaries.front())));
        ASSERT_TRUE(summary);
        const auto subject = subjectOf(in.filePath(files.front()));
        if (!subject || !subject->table || summary->rows.front().cyclesTotal == 0.0)
            continue;
        EXPECT_FALSE(has(*subject, u"profile.layers-unlike"_s));
        EXPECT_FALSE(subject->table->find(profile::Unmatched::Kind::RowsWithoutEstimate));
        EXPECT_NEAR(subject->table->estimatedTotal().value_or(0),
            summary->rows.front().cyclesTotal.value_or(-1), 0.01);
        ++compared;
    }
    EXPECT_GE(compared, 5U);
}

/// Of all databases of the samples, each fits only streams that start the same operations.
TEST(ProfileAssembly, DatabasesFitTheirStreamOnly)
{
    const auto joins = test::allJoins();
    for (const auto &sample : joins) {
        for (const auto &facts : sample.streams) {
            if (!facts.stream || test::rowsOf(facts).empty())
                continue;
            const auto id = facts.commandStream.value_or(facts.database->queue().begin()->first);
            EXPECT_TRUE(fitOf(*facts.database, id, *facts.stream).fits())
                << sample.name.toStdString();
            for (const auto &other : joins) {
                const auto &stream = other.streams.front().stream;
                const auto isTelling = test::rowsOf(facts).size() >= 4;
                if (stream && isTelling && fitOf(*facts.database, id, *stream).fits()) {
                    EXPECT_EQ(stream->operations.size(), facts.stream->operations.size())
                        << sample.name.toStdString() << " " << other.name.toStdString();
                }
            }
        }
    }
}

} // namespace
} // namespace tosaic::profileassemblytests
