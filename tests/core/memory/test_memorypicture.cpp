// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memorypicture.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::memorypicturetests {

namespace {

using namespace analysis;

PartitionMemory partition(
    int index, quint64 commands, quint64 weights, quint64 scratch, std::optional<quint64> fast = {})
{
    PartitionMemory memory;
    memory.partition = index;
    memory.commandBytes = commands;
    memory.weightBytes = weights;
    memory.scratchBytes = scratch;
    memory.fastScratchBytes = fast;
    memory.entity = model::EntityRef::partition(index);
    return memory;
}

MemoryPicture pictureOf(const QString &target, const QString &mode,
    std::vector<PartitionMemory> partitions = {}, const QString &system = {})
{
    PictureInput input;
    input.spec.target = target;
    input.spec.memoryMode = mode;
    if (!system.isEmpty())
        input.spec.systemConfig = system;
    input.partitions = std::move(partitions);
    return memoryPicture(input);
}

std::optional<quint64> bytesOf(const MemoryPicture &picture, MemoryRole role, PartKind kind)
{
    const auto *part = picture.box(role)->part(kind);
    return part ? part->bytes : std::nullopt;
}

struct Layout
{
    const char *mode;
    Placement placement;
    MemoryRole scratch;
    MemoryRole weights;
    bool hasFast;
};

constexpr Layout Layouts[] = {
    { "Sram_Only", Placement::SramOnly, MemoryRole::Sram, MemoryRole::Sram, false },
    { "Shared_Sram", Placement::SharedSram, MemoryRole::Sram, MemoryRole::External, false },
    { "Dedicated_Sram", Placement::DedicatedSram, MemoryRole::External, MemoryRole::External,
        true },
    { "Dedicated_Sram_256KB", Placement::DedicatedSram, MemoryRole::External, MemoryRole::External,
        true },
    { "Dedicated_Sram_384KB", Placement::DedicatedSram, MemoryRole::External, MemoryRole::External,
        true },
    { "Dedicated_Sram_512KB", Placement::DedicatedSram, MemoryRole::External, MemoryRole::External,
        true },
};

} // namespace

TEST(MemoryPicture, PlacesEveryModeOnEveryFamilyAndSystem)
{
    const std::pair<const char *, spec::Family> targets[]
        = { { "ethos-u55-128", spec::Family::U55 }, { "ethos-u65-256", spec::Family::U65 },
              { "ethos-u85-256", spec::Family::U85 } };
    int pictures = 0;
    for (const auto &[target, family] : targets) {
        for (const auto &config : spec::systemConfigs()) {
            for (const auto &layout : Layouts) {
                const auto picture
                    = pictureOf(QString::fromLatin1(target), QString::fromLatin1(layout.mode),
                        { partition(0, 100, 2000, 300, 40) }, config.name);
                SCOPED_TRACE(
                    std::string(target) + ' ' + config.name.toStdString() + ' ' + layout.mode);
                ++pictures;
                EXPECT_EQ(picture.placement, layout.placement);
                EXPECT_EQ(bytesOf(picture, layout.scratch, PartKind::Scratch), 300u);
                EXPECT_EQ(bytesOf(picture, layout.weights, PartKind::Weights), 2000u);
                EXPECT_EQ(bytesOf(picture, layout.weights, PartKind::Commands), 100u);
                EXPECT_EQ(bytesOf(picture, MemoryRole::Sram, PartKind::FastScratch),
                    layout.hasFast ? std::optional<quint64>(40) : std::nullopt);
                EXPECT_EQ(picture.box(MemoryRole::Program), nullptr);
                EXPECT_EQ(*picture.box(MemoryRole::Sram)->needBytes()
                        + *picture.box(MemoryRole::External)->needBytes(),
                    2400u + (layout.hasFast ? 40 : 0));
                EXPECT_EQ(picture.has(PictureNote::NotForFamily),
                    layout.hasFast && family == spec::Family::U55);
                EXPECT_EQ(picture.has(PictureNote::NeedsDram), layout.hasFast && !config.hasDram);
                EXPECT_EQ(picture.has(PictureNote::ForeignSystem), config.family != family);
                EXPECT_EQ(picture.has(PictureNote::BookedAsFlash),
                    layout.placement == Placement::SramOnly);
                EXPECT_EQ(picture.has(PictureNote::NoCacheLimit),
                    QByteArrayView(layout.mode) == "Dedicated_Sram");
            }
        }
    }
    EXPECT_EQ(pictures, 3 * 11 * 6);
}

TEST(MemoryPicture, PortsAreNamedAsTheFamilyNamesThem)
{
    const auto u55 = pictureOf(u"ethos-u55-128"_s, u"Shared_Sram"_s);
    EXPECT_EQ(u55.ports[0].name, u"AXI0"_s);
    EXPECT_EQ(u55.ports[1].name, u"AXI1"_s);
    EXPECT_TRUE(u55.ports[1].isReadOnly);
    EXPECT_EQ(u55.ports[0].bandwidth, 4e9);
    EXPECT_EQ(u55.ports[1].bandwidth, 0.5e9);
    const auto u65 = pictureOf(u"ethos-u65-256"_s, u"Dedicated_Sram_384KB"_s);
    EXPECT_FALSE(u65.ports[1].isReadOnly);
    EXPECT_EQ(u65.ports[0].bandwidth, 16e9);
    EXPECT_EQ(u65.ports[1].bandwidth, 3.75e9);
    const auto u85
        = pictureOf(u"ethos-u85-1024"_s, u"Sram_Only"_s, {}, u"Ethos_U85_SYS_DRAM_High"_s);
    EXPECT_EQ(u85.ports[0].name, u"SRAM"_s);
    EXPECT_EQ(u85.ports[1].name, u"EXT"_s);
    EXPECT_EQ(u85.ports[0].used, 4);
    EXPECT_EQ(u85.ports[1].used, 2);
    EXPECT_FALSE(u85.ports[0].built.has_value());
    EXPECT_EQ(u85.ports[0].bandwidth, 64e9);
    EXPECT_EQ(u85.ports[1].bandwidth, 24e9);
}

TEST(MemoryPicture, ThePortsOfAnU85AreInItsCommands)
{
    auto stream = partition(0, 1, 1, 1);
    stream.npu = model::NpuConfig{
        .product = model::NpuProduct::U85, .macs = 256, .configWord = 0x20000118
    };
    const auto picture = pictureOf(u"ethos-u85-256"_s, u"Sram_Only"_s, { stream });
    EXPECT_EQ(picture.ports[0].built, 2);
    EXPECT_EQ(picture.ports[1].built, 1);
}

TEST(MemoryPicture, PartitionsShareScratchAndAddWeights)
{
    const auto picture = pictureOf(u"ethos-u55-128"_s, u"Shared_Sram"_s,
        { partition(0, 10, 100, 4000), partition(1, 20, 200, 5000), partition(2, 5, 50, 1000) });
    EXPECT_EQ(bytesOf(picture, MemoryRole::Sram, PartKind::Scratch), 5000u);
    EXPECT_EQ(bytesOf(picture, MemoryRole::External, PartKind::Weights), 350u);
    EXPECT_EQ(bytesOf(picture, MemoryRole::External, PartKind::Commands), 35u);
    const auto *scratch = picture.box(MemoryRole::Sram)->part(PartKind::Scratch);
    EXPECT_EQ(scratch->entity, model::EntityRef::partition(1)) << "the one that needs most";
    EXPECT_EQ(scratch->shares.size(), 3u);
}

TEST(MemoryPicture, WhatIsNotKnownStaysUnknown)
{
    const auto layout = pictureOf(u"ethos-u65-256"_s, u"Dedicated_Sram_384KB"_s);
    EXPECT_EQ(layout.partitions, 0);
    for (const auto role : { MemoryRole::Sram, MemoryRole::External }) {
        EXPECT_FALSE(layout.box(role)->parts.empty());
        EXPECT_FALSE(layout.box(role)->needBytes().has_value());
    }
    EXPECT_FALSE(layout.ports[0].traffic.total.has_value());
    EXPECT_FALSE(layout.ports[0].busyShare.has_value());
    // A .pte does not say how much fast scratch its delegate needs.
    const auto program
        = pictureOf(u"ethos-u65-256"_s, u"Dedicated_Sram_384KB"_s, { partition(0, 10, 100, 16) });
    EXPECT_FALSE(bytesOf(program, MemoryRole::Sram, PartKind::FastScratch).has_value());
    EXPECT_FALSE(program.box(MemoryRole::Sram)->needBytes().has_value());
    EXPECT_EQ(program.box(MemoryRole::External)->needBytes(), 126u);
    // One partition without a size leaves the sum open.
    auto open = partition(1, 0, 0, 0);
    open.weightBytes.reset();
    const auto some
        = pictureOf(u"ethos-u55-128"_s, u"Shared_Sram"_s, { partition(0, 10, 100, 16), open });
    EXPECT_FALSE(bytesOf(some, MemoryRole::External, PartKind::Weights).has_value());
    EXPECT_EQ(bytesOf(some, MemoryRole::Sram, PartKind::Scratch), 16u);
}

TEST(MemoryPicture, ASingleByteOfWeightsIsNone)
{
    const auto picture
        = pictureOf(u"ethos-u55-128"_s, u"Shared_Sram"_s, { partition(0, 372, 1, 64) });
    EXPECT_EQ(bytesOf(picture, MemoryRole::External, PartKind::Weights), 0u);
}

TEST(MemoryPicture, InputsAndOutputsLieInTheScratch)
{
    auto one = partition(0, 10, 100, 1000);
    one.inputs
        = { { .shape = { 1, 1, 1, 3, 16, 16 }, .elementSize = 1, .offset = 64, .region = 1 } };
    one.outputs
        = { { .shape = { 1, 1, 1, 1, 1, 10 }, .elementSize = 2, .offset = 0, .region = 1 } };
    const auto picture = pictureOf(u"ethos-u55-128"_s, u"Shared_Sram"_s, { one });
    const auto *scratch = picture.box(MemoryRole::Sram)->part(PartKind::Scratch);
    ASSERT_EQ(scratch->inner.size(), 2u);
    EXPECT_EQ(scratch->inner[0].kind, InnerPart::Kind::Input);
    EXPECT_EQ(scratch->inner[0].offset, 64u);
    EXPECT_EQ(scratch->inner[0].bytes, 768u);
    EXPECT_EQ(scratch->inner[1].bytes, 20u);
    EXPECT_EQ(picture.box(MemoryRole::Sram)->needBytes(), 1000u) << "not counted twice";
    // --separate-io-regions
    one.inputs[0].region = 3;
    one.outputs[0].region = 4;
    const auto apart = pictureOf(u"ethos-u85-256"_s, u"Sram_Only"_s, { one });
    EXPECT_EQ(bytesOf(apart, MemoryRole::Sram, PartKind::SeparateIo), 788u);
    EXPECT_TRUE(apart.box(MemoryRole::Sram)->part(PartKind::Scratch)->inner.empty());
}

TEST(MemoryPicture, TheProgramsOwnMemoryIsApart)
{
    PictureInput input;
    input.spec.target = u"ethos-u55-128"_s;
    input.partitions = { partition(0, 10, 100, 1000) };
    input.program = ProgramMemory{ .plannedBytes = 500,
        .plannedFastBytes = 64,
        .fileRestBytes = 2000,
        .entity = model::EntityRef::ofMethod(0) };
    const auto picture = memoryPicture(input);
    EXPECT_EQ(bytesOf(picture, MemoryRole::Program, PartKind::PlannedBuffers), 500u);
    EXPECT_EQ(bytesOf(picture, MemoryRole::Program, PartKind::ProgramFile), 2000u);
    EXPECT_EQ(bytesOf(picture, MemoryRole::Sram, PartKind::PlannedFastBuffers), 64u);
    EXPECT_EQ(picture.box(MemoryRole::Sram)->needBytes(), 1064u);
}

TEST(MemoryPicture, AnUnknownIniFileLeavesTheLayoutOpen)
{
    PictureInput input;
    input.spec.target = u"ethos-u55-128"_s;
    input.spec.configIni = u"./own.ini"_s;
    input.spec.systemConfig = u"Board"_s;
    input.spec.memoryMode = u"Board_Mode"_s;
    EXPECT_EQ(memoryPicture(input).placement, Placement::Unknown);
    EXPECT_TRUE(memoryPicture(input).has(PictureNote::SystemUnknown));
    // The summary of a run with it says where things are, and how wide the ports.
    auto run = partition(0, 10, 100, 1000);
    compiled::VelaSummary vela;
    vela.featureMapMemory = u"Sram"_s;
    vela.weightsMemory = u"OffChipFlash"_s;
    vela.inferenceTimeS = 0.001;
    vela.memories = { { .memory = u"OffChipFlash"_s, .totalBytes = 1024, .bandwidthGiBs = 1.0 } };
    run.vela = vela;
    input.partitions = { run };
    const auto picture = memoryPicture(input);
    EXPECT_EQ(picture.placement, Placement::SharedSram);
    EXPECT_EQ(picture.ports[1].bandwidth, 1073741824.0);
    EXPECT_FALSE(picture.ports[1].used.has_value());
}

TEST(MemoryPicture, TheLimitIsOnlyAWish)
{
    auto run = partition(0, 10, 100, 40'000);
    run.vela.emplace();
    run.vela->arenaLimitBytes = 16'384;
    const auto picture = pictureOf(u"ethos-u55-128"_s, u"Shared_Sram"_s, { run });
    EXPECT_TRUE(picture.has(PictureNote::AboveCacheLimit));
    run.vela->arenaLimitBytes = quint64(1) << 32; // an address space, not a limit
    EXPECT_FALSE(
        pictureOf(u"ethos-u55-128"_s, u"Shared_Sram"_s, { run }).has(PictureNote::AboveCacheLimit));
}

TEST(ModeChoices, SayWhatStandsInTheWay)
{
    const auto obstacles = [](const QString &target, const QString &system) {
        spec::CompileSpec spec;
        spec.target = target;
        if (!system.isEmpty())
            spec.systemConfig = system;
        std::vector<ModeObstacle> found;
        for (const auto &choice : modeChoices(spec))
            found.push_back(choice.obstacle);
        return found;
    };
    using enum ModeObstacle;
    const auto with = [](ModeObstacle dedicated) {
        return std::vector{ None, None, dedicated, dedicated, dedicated, dedicated };
    };
    EXPECT_EQ(obstacles(u"ethos-u55-128"_s, {}), with(NotForFamily));
    EXPECT_EQ(obstacles(u"ethos-u65-256"_s, {}), with(None));
    EXPECT_EQ(obstacles(u"ethos-u65-256"_s, u"Ethos_U65_Embedded"_s), with(NeedsDram));
    EXPECT_EQ(obstacles(u"ethos-u85-256"_s, u"Ethos_U85_SYS_Flash_Low"_s), with(NeedsDram));
    spec::CompileSpec own;
    own.target = u"ethos-u55-128"_s;
    own.memoryMode = u"Board_Mode"_s;
    EXPECT_EQ(modeChoices(own).back().name, u"Board_Mode"_s);
}

} // namespace tosaic::test::memorypicturetests
