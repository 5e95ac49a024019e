// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultreader.h"
#include "core/compiled/velasummary.h"
#include "core/documents/openmemory.h"
#include "core/formats/vela/velanpz.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QDirIterator>
#include <QFile>

using namespace Qt::StringLiterals;

namespace tosaic::test::memoryfactstests {

namespace {

using namespace analysis;

MemoryPicture pictureOf(const MemoryFacts &facts)
{
    return memoryPicture({ .spec = facts.spec,
        .system = memorySystemOf(facts.spec),
        .partitions = facts.partitions,
        .program = facts.program });
}

quint64 bytesOf(const MemoryBox &box, PartKind kind)
{
    const auto *part = box.part(kind);
    EXPECT_TRUE(!part || part->bytes.has_value());
    return part ? part->bytes.value_or(0) : 0;
}

std::shared_ptr<const ByteSource> mapped(const QString &path)
{
    const auto source = ByteSource::map(path);
    EXPECT_TRUE(source) << path.toStdString();
    return source ? *source : nullptr;
}

/// One Vela run of a folder: the picture's boxes hold what its summary counts and its npz contains.
void checkRun(const QString &summaryPath)
{
    SCOPED_TRACE(summaryPath.toStdString());
    const auto summary = compiled::readVelaSummary(mapped(summaryPath)->bytes().toByteArray());
    ASSERT_TRUE(summary);
    PartitionMemory partition;
    partition.vela = *summary;
    const QDir folder(QFileInfo(summaryPath).path());
    const auto archives = folder.entryList({ u"*.npz"_s }, QDir::Files);
    if (!archives.isEmpty()) {
        const auto npz = formats::vela::readNpz(mapped(folder.filePath(archives.front())));
        ASSERT_TRUE(npz);
        ASSERT_TRUE((*npz)->payload);
        partition.weightBytes = (*npz)->payload->block(u"weight_data"_s)->size;
        partition.scratchBytes = (*npz)->payload->arenaBytes;
        partition.fastScratchBytes = (*npz)->payload->fastArenaBytes;
    }
    PictureInput input;
    input.partitions = { partition };
    const auto isU85 = summaryPath.contains("u85"_L1);
    input.spec.target = isU85 ? u"ethos-u85-256"_s : u"ethos-u55-128"_s;
    input.spec.systemConfig = summary->systemConfig;
    input.spec.memoryMode = summary->memoryMode;
    const auto picture = memoryPicture(input);
    const auto &sram = *picture.box(MemoryRole::Sram);
    const auto &external = *picture.box(MemoryRole::External);
    const auto &totals = summary->summary;
    const auto npu = [](const MemoryBox &box) {
        return bytesOf(box, PartKind::Scratch) + bytesOf(box, PartKind::FastScratch)
            + bytesOf(box, PartKind::Weights) + bytesOf(box, PartKind::ReadOnlyAndScratch);
    };
    const auto outside = *totals.dramBytes + *totals.offChipFlashBytes;
    EXPECT_EQ(npu(sram), *totals.sramBytes + *totals.onChipFlashBytes);
    EXPECT_EQ(npu(external), outside);
}

} // namespace

TEST(MemoryFacts, EveryFixtureHasTheSizesOfItsReports)
{
    int results = 0;
    for (const auto &name : QDir(fixturePath({})).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const auto facts = readMemoryFacts(fixturePath(name));
        if (!facts || facts->partitions.empty())
            continue; // failed compiles, and models of which nothing is delegated
        SCOPED_TRACE(name.toStdString());
        ++results;
        EXPECT_TRUE(facts->diagnostics.empty());
        const auto picture = pictureOf(*facts);
        EXPECT_NE(picture.placement, Placement::Unknown);
        quint64 largestSram = 0;
        quint64 weights = 0;
        for (const auto &partition : facts->partitions) {
            ASSERT_TRUE(partition.vela);
            const auto &totals = partition.vela->summary;
            largestSram = std::max(largestSram, *totals.sramBytes);
            weights += picture.placement == Placement::SramOnly ? *totals.onChipFlashBytes
                                                                : *totals.offChipFlashBytes;
            EXPECT_EQ(partition.entity.kind, model::EntityRef::Kind::Delegate);
            EXPECT_TRUE(partition.npu.has_value());
        }
        const auto &sram = *picture.box(MemoryRole::Sram);
        EXPECT_EQ(
            bytesOf(sram, PartKind::Scratch) + bytesOf(sram, PartKind::FastScratch), largestSram);
        if (picture.placement == Placement::SramOnly) {
            EXPECT_EQ(bytesOf(sram, PartKind::Weights), weights);
        }
        ASSERT_TRUE(picture.box(MemoryRole::Program));
        EXPECT_TRUE(picture.ports[0].traffic.total.has_value());
        EXPECT_TRUE(picture.ports[0].busyShare.has_value());
    }
    EXPECT_GE(results, 13);
}

TEST(MemoryFacts, TrafficAndBusyShareOfMobileNet)
{
    const auto facts = readMemoryFacts(fixturePath(u"mobilenet_v2-u55-128"_s));
    ASSERT_TRUE(facts);
    const auto picture = pictureOf(*facts);
    const auto &sram = picture.ports[0];
    EXPECT_EQ(sram.traffic.featureMapRead, 971'696u);
    EXPECT_EQ(sram.traffic.featureMapWrite, 717'604u);
    EXPECT_EQ(sram.traffic.weightRead, 125'680u);
    EXPECT_EQ(sram.traffic.weightWrite, 41'824u);
    EXPECT_EQ(sram.traffic.total, 1'937'924u);
    EXPECT_EQ(sram.traffic.other, 81'120u);
    EXPECT_EQ(picture.ports[1].traffic.total, 378'958u);
    // 902227 cycles at 500 MHz; 4 and 0.5 GB/s
    EXPECT_NEAR(*sram.busyShare, 1'937'924.0 / 4e9 / (902'227 / 500e6), 1e-6);
    EXPECT_NEAR(*picture.ports[1].busyShare, 378'958.0 / 0.5e9 / (902'227 / 500e6), 1e-6);
    // Weights are copied into the SRAM: the debug database has the buffers.
    const auto &inner = picture.box(MemoryRole::Sram)->part(PartKind::Scratch)->inner;
    const auto staging = std::ranges::find(inner, InnerPart::Kind::Staging, &InnerPart::kind);
    ASSERT_NE(staging, inner.end());
    EXPECT_GT(staging->bytes.value_or(0), 0u);
    EXPECT_LT(*staging->bytes, 149'488u);
}

TEST(MemoryFacts, AProgramAloneHasItsSpecAndPayloads)
{
    const auto copy = temporaryDir() + u"/alone.pte"_s;
    ASSERT_TRUE(QFile::copy(fixturePath(u"add-u65-256/add.pte"_s), copy));
    const auto facts = readMemoryFacts(copy);
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->spec.target, u"ethos-u65-256"_s);
    EXPECT_EQ(facts->spec.memoryMode, u"Dedicated_Sram_384KB"_s);
    const auto picture = pictureOf(*facts);
    EXPECT_EQ(picture.box(MemoryRole::External)->part(PartKind::Scratch)->bytes, 16u);
    EXPECT_FALSE(picture.box(MemoryRole::Sram)->part(PartKind::FastScratch)->bytes.has_value());
    EXPECT_FALSE(picture.ports[0].traffic.total.has_value());
    ASSERT_TRUE(facts->program);
    EXPECT_GT(facts->program->plannedBytes.value_or(0), 0u);
    EXPECT_LT(facts->program->fileRestBytes.value_or(0), quint64(QFileInfo(copy).size()));
}

TEST(MemoryFacts, ExternalBlocksAreStillCounted)
{
    const auto facts = readMemoryFacts(fixturePath(u"two_partitions-u85-256-external"_s));
    ASSERT_TRUE(facts);
    const auto picture = pictureOf(*facts);
    const auto &sram = *picture.box(MemoryRole::Sram);
    EXPECT_EQ(bytesOf(sram, PartKind::Scratch), 6144u);
    EXPECT_EQ(bytesOf(sram, PartKind::Weights), 512u + 304u);
    EXPECT_EQ(bytesOf(sram, PartKind::Commands), 456u + 432u);
}

TEST(MemoryFacts, ReportsThatAreGoneAreTold)
{
    auto result = compiled::readCompileResult(fixturePath(u"add-u55-128"_s));
    ASSERT_TRUE(result);
    for (auto &artefact : result->artefacts) {
        if (artefact.kind == "vela-summary"_L1)
            artefact.path = u"partition0/gone.csv"_s;
    }
    const auto facts = memoryFacts(*result);
    ASSERT_EQ(facts.diagnostics.size(), 1u);
    EXPECT_EQ(facts.diagnostics.front().id, u"io.open"_s);
    EXPECT_FALSE(facts.partitions.front().vela.has_value());
    EXPECT_EQ(facts.partitions.front().scratchBytes, 80u) << "the npz is still there";
}

TEST(MemoryFacts, SameMemoryComparesWhatTheCompilerSees)
{
    spec::CompileSpec spec;
    spec.target = u"ethos-u55-128"_s;
    auto written = spec;
    written.memoryMode = u"Shared_Sram"_s;
    EXPECT_TRUE(isSameMemory(spec, written)) << "the default, written out";
    written.memoryMode = u"Sram_Only"_s;
    EXPECT_FALSE(isSameMemory(spec, written));
    auto flagged = spec;
    flagged.extraFlags = { u"--optimise=Size"_s };
    EXPECT_FALSE(isSameMemory(spec, flagged));
}

TEST(MemoryFacts, AnOwnIniFileIsResolved)
{
    const auto path = temporaryDir() + u"/own.ini"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("[System_Config.Ethos_U55_Board]\ncore_clock=400e6\naxi0_port=Sram\n"
               "axi1_port=OnChipFlash\nSram_clock_scale=1.0\nOnChipFlash_clock_scale=0.25\n"
               "[Memory_Mode.Board_Shared]\nconst_mem_area=Axi1\narena_mem_area=Axi0\n"
               "cache_mem_area=Axi0\narena_cache_size=65536\n");
    file.close();
    spec::CompileSpec spec;
    spec.target = u"ethos-u55-128"_s;
    spec.configIni = path;
    spec.systemConfig = u"Ethos_U55_Board"_s;
    spec.memoryMode = u"Board_Shared"_s;
    const auto system = memorySystemOf(spec);
    ASSERT_TRUE(system);
    EXPECT_EQ(system->axi1.memory, u"OnChipFlash"_s);
    EXPECT_EQ(system->cacheLimitBytes, 65'536u);
    EXPECT_EQ(system->family, spec::Family::U55);
    const auto picture = memoryPicture({ .spec = spec, .system = system });
    EXPECT_EQ(picture.placement, Placement::SharedSram);
    EXPECT_EQ(picture.box(MemoryRole::External)->memory, u"OnChipFlash"_s);
    EXPECT_EQ(picture.ports[1].bandwidth, 8 * 0.25 * 400e6);
    spec.memoryMode = u"Nothing"_s;
    EXPECT_FALSE(memorySystemOf(spec).has_value());
}

TEST(MemoryFacts, EverySampleRunHasTheSizesOfItsSummary)
{
    TOSAIC_NEED_SAMPLES();
    int runs = 0;
    QDirIterator files(samplesDir() + u"/generated"_s, { u"*summary*.csv"_s }, QDir::Files,
        QDirIterator::Subdirectories);
    while (files.hasNext()) {
        checkRun(files.next());
        ++runs;
    }
    EXPECT_GE(runs, 55);
}

} // namespace tosaic::test::memoryfactstests
