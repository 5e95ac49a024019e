// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/picturegeometry.h"

#include <gtest/gtest.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::picturegeometrytests {

namespace {

using namespace analysis;
using views::layoutPicture;

constexpr quint64 KiB = 1024;
const QSizeF Size(1100, 320);

struct Sizes
{
    std::optional<quint64> commands = 12 * KiB;
    std::optional<quint64> weights = 300 * KiB;
    std::optional<quint64> scratch = 150 * KiB;
    std::optional<quint64> fast = 64 * KiB;
};

MemoryPicture pictureOf(const QString &mode, const Sizes &sizes = {}, bool hasProgram = false)
{
    PartitionMemory partition;
    partition.commandBytes = sizes.commands;
    partition.weightBytes = sizes.weights;
    partition.scratchBytes = sizes.scratch;
    partition.fastScratchBytes = sizes.fast;
    partition.inputs
        = { { .shape = { 27 * 1024 }, .elementSize = 1, .offset = 64 * 1024, .region = 1 } };
    PictureInput input;
    input.spec.target = u"ethos-u65-256"_s;
    input.spec.memoryMode = mode;
    input.partitions = { partition };
    if (hasProgram)
        input.program = ProgramMemory{ .plannedBytes = 30 * KiB, .fileRestBytes = 4 * KiB };
    return memoryPicture(input);
}

boards::Board boardOf(quint64 sram, quint64 external)
{
    boards::Board board;
    board.memories.resize(2);
    board.memories[0].uses = { boards::Use::Sram };
    board.memories[0].bytes = sram;
    board.memories[1].uses = { boards::Use::Dram, boards::Use::Flash };
    board.memories[1].bytes = external;
    return board;
}

double widthOf(const views::PictureGeometry &geometry, MemoryRole role, PartKind kind)
{
    const auto *part = geometry.part({ role, kind });
    return part ? part->area.width() : -1;
}

} // namespace

TEST(PictureGeometry, PartsAreToScaleInBothMemories)
{
    const auto geometry = layoutPicture(pictureOf(u"Shared_Sram"_s), nullptr, Size, 16);
    const auto scratch = widthOf(geometry, MemoryRole::Sram, PartKind::Scratch);
    const auto weights = widthOf(geometry, MemoryRole::External, PartKind::Weights);
    EXPECT_NEAR(weights / scratch, 2.0, 0.001);
    EXPECT_NEAR(scratch * geometry.bytesPerPixel, 150 * KiB, 1);
    EXPECT_NEAR(geometry.scaleBar.length() * geometry.bytesPerPixel,
        static_cast<double>(geometry.scaleBytes), 1);
}

TEST(PictureGeometry, NothingOverlapsOrLeavesThePicture)
{
    for (const auto &mode : spec::memoryModes()) {
        for (const bool hasProgram : { false, true }) {
            for (const QSizeF size : { QSizeF(640, 230), QSizeF(1100, 320), QSizeF(1900, 700) }) {
                const auto geometry
                    = layoutPicture(pictureOf(mode, {}, hasProgram), nullptr, size, 16);
                const QRectF all(QPointF(), size);
                for (const auto &part : geometry.parts)
                    EXPECT_TRUE(all.contains(part.area)) << mode.toStdString();
                for (size_t i = 1; i < geometry.parts.size(); ++i) {
                    const auto &a = geometry.parts[i - 1].area;
                    const auto &b = geometry.parts[i].area;
                    EXPECT_TRUE(b.left() >= a.right() - 0.01 || b.top() > a.bottom());
                }
                EXPECT_LE(geometry.legend.bottom(), size.height() + 2) << size.height();
            }
        }
    }
}

TEST(PictureGeometry, TinyPartsAreWidenedAndMarked)
{
    const auto geometry = layoutPicture(
        pictureOf(u"Shared_Sram"_s, { .commands = 500, .weights = 40 * 1024 * KiB }), nullptr, Size,
        16);
    const auto *commands = geometry.part({ MemoryRole::External, PartKind::Commands });
    ASSERT_TRUE(commands);
    EXPECT_TRUE(commands->isBroken);
    EXPECT_EQ(commands->area.width(), views::SmallestPart);
    EXPECT_FALSE(geometry.part({ MemoryRole::External, PartKind::Weights })->isBroken);
}

TEST(PictureGeometry, UnknownSizesHaveOneWidthAndNoScale)
{
    const auto geometry
        = layoutPicture(pictureOf(u"Shared_Sram"_s, { {}, {}, {}, {} }), nullptr, Size, 16);
    EXPECT_EQ(geometry.bytesPerPixel, 0);
    for (const auto &part : geometry.parts) {
        EXPECT_FALSE(part.isKnown);
        EXPECT_EQ(part.area.width(), views::UnknownPart);
    }
}

TEST(PictureGeometry, TheCapacityIsALineToScale)
{
    const auto picture = pictureOf(u"Sram_Only"_s);
    const auto check = [&](quint64 sram) {
        const auto budget = checkBudget(picture, boardOf(sram, 1024 * KiB));
        return *layoutPicture(picture, &budget, Size, 16).box(MemoryRole::Sram);
    };
    const auto over = check(400 * KiB);
    ASSERT_TRUE(over.capacityX);
    EXPECT_LT(*over.capacityX, over.contentRight);
    EXPECT_NEAR((*over.capacityX - over.bar.left()) / (over.contentRight - over.bar.left()),
        400.0 / 462, 0.001);
    const auto fits = check(600 * KiB);
    ASSERT_TRUE(fits.capacityX);
    EXPECT_GT(*fits.capacityX, fits.contentRight);
    EXPECT_EQ(fits.bar.right(), *fits.capacityX);
    // A memory many times as large would leave nothing to see of the contents.
    const auto huge = check(1024 * 1024 * KiB);
    EXPECT_TRUE(huge.isOpenEnded);
    EXPECT_FALSE(huge.capacityX.has_value());
}

TEST(PictureGeometry, InputsLieAtTheirAddresses)
{
    const auto geometry = layoutPicture(pictureOf(u"Shared_Sram"_s), nullptr, Size, 16);
    const auto *scratch = geometry.part({ MemoryRole::Sram, PartKind::Scratch });
    ASSERT_EQ(scratch->inner.size(), 1u);
    const auto &input = scratch->inner.front().area;
    EXPECT_NEAR((input.left() - scratch->area.left()) * geometry.bytesPerPixel, 64 * 1024, 200);
    EXPECT_NEAR(input.width() * geometry.bytesPerPixel, 27 * 1024, 200);
    EXPECT_TRUE(scratch->area.contains(input));
}

TEST(PictureGeometry, LinesAreAsWideAsTheirTraffic)
{
    auto picture = pictureOf(u"Shared_Sram"_s);
    picture.ports[0].traffic.total = 4000;
    picture.ports[1].traffic.total = 1000;
    auto geometry = layoutPicture(picture, nullptr, Size, 16);
    EXPECT_EQ(geometry.ports[0].width, views::WidestLine);
    EXPECT_EQ(geometry.ports[1].width, views::WidestLine / 4);
    picture.ports[1].traffic.total = 0;
    geometry = layoutPicture(picture, nullptr, Size, 16);
    EXPECT_LT(geometry.ports[1].width, 2);
}

TEST(PictureGeometry, PartsMoveBetweenTwoPictures)
{
    const auto from = layoutPicture(pictureOf(u"Sram_Only"_s), nullptr, Size, 16);
    const auto to = layoutPicture(pictureOf(u"Shared_Sram"_s), nullptr, Size, 16);
    const auto start = from.part({ MemoryRole::Sram, PartKind::Weights })->area;
    const views::PartRef weights{ MemoryRole::External, PartKind::Weights };
    EXPECT_EQ(views::blend(from, to, 0).part(weights)->area, start);
    EXPECT_EQ(views::blend(from, to, 1).part(weights)->area, to.part(weights)->area);
    const auto middle = views::blend(from, to, 0.5).part(weights)->area;
    EXPECT_NEAR(middle.top(), (start.top() + to.part(weights)->area.top()) / 2, 0.01);
}

TEST(PictureGeometry, ScaleBarsAreRound)
{
    const std::pair<double, quint64> cases[] = { { 0.5, 1 }, { 7, 5 }, { 999, 500 }, { 1023, 1000 },
        { 1500, KiB }, { 60 * 1024.0, 50 * KiB }, { 3.0e6, 2 * KiB * KiB } };
    for (const auto &[bytes, expected] : cases)
        EXPECT_EQ(views::roundBytes(bytes), expected) << bytes;
}

} // namespace tosaic::test::picturegeometrytests
