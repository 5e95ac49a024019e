// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/velasummary.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDirIterator>
#include <QFile>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::compiled::velasummarytests {

namespace {

/// The cells as they stand in the file; none of Vela's are quoted.
std::map<QString, QString> cellsOf(const QByteArray &csv)
{
    const auto lines = QString::fromUtf8(csv).split(u'\n', Qt::SkipEmptyParts);
    const auto names = lines.at(0).trimmed().split(u',');
    const auto values = lines.at(1).trimmed().split(u',');
    std::map<QString, QString> cells;
    for (qsizetype i = 0; i < names.size(); ++i)
        cells.emplace(names[i], values.value(i));
    return cells;
}

template <typename Number>
void expectEqual(
    const std::optional<Number> &value, const QString &cell, double factor, const QString &what)
{
    bool isNumber = false;
    const auto expected = cell.toDouble(&isNumber) * factor;
    if (!isNumber || !std::isfinite(expected)) {
        EXPECT_FALSE(value) << qPrintable(what);
        return;
    }
    ASSERT_TRUE(value) << qPrintable(what);
    EXPECT_DOUBLE_EQ(static_cast<double>(*value), expected) << qPrintable(what);
}

void expectMemory(
    const MemoryUse &use, const std::map<QString, QString> &cells, const QString &prefix)
{
    const auto cell = [&](const QString &rest) { return cells.at(prefix + rest); };
    expectEqual(use.usedBytes, cell(u"_memory_used"_s), 1024, prefix + u" used"_s);
    expectEqual(use.featureMapReadBytes, cell(u"_feature_map_read_bytes"_s), 1, prefix);
    expectEqual(use.featureMapWriteBytes, cell(u"_feature_map_write_bytes"_s), 1, prefix);
    expectEqual(use.weightReadBytes, cell(u"_weight_read_bytes"_s), 1, prefix);
    expectEqual(use.weightWriteBytes, cell(u"_weight_write_bytes"_s), 1, prefix);
    expectEqual(use.totalBytes, cell(u"_total_bytes"_s), 1, prefix);
    expectEqual(use.bandwidthGiBs, cell(u"_bandwidth"_s), 1, prefix);
    expectEqual(use.cycles, cells.at(u"cycles_"_s + prefix + u"_access"_s), 1, prefix);
}

void expectFile(const VelaSummary &read, const std::map<QString, QString> &cells)
{
    expectEqual(read.summary.cyclesTotal, cells.at(u"cycles_total"_s), 1, u"cycles_total"_s);
    expectEqual(read.summary.cyclesNpu, cells.at(u"cycles_npu"_s), 1, u"cycles_npu"_s);
    expectEqual(read.summary.macs, cells.at(u"nn_macs"_s), 1, u"nn_macs"_s);
    expectEqual(read.arenaLimitBytes, cells.at(u"arena_cache_size"_s), 1024, u"arena"_s);
    expectEqual(read.coreClockHz, cells.at(u"core_clock"_s), 1, u"core_clock"_s);
    expectEqual(read.inferenceTimeS, cells.at(u"inference_time"_s), 1, u"inference_time"_s);
    expectEqual(read.originalWeightBytes, cells.at(u"total_original_weights"_s), 1, u"weights"_s);
    expectEqual(read.encodedWeightBytes, cells.at(u"total_npu_encoded_weights"_s), 1, u"encoded"_s);
    EXPECT_EQ(read.systemConfig, cells.at(u"system_config"_s));
    EXPECT_EQ(read.memoryMode, cells.at(u"memory_mode"_s));
    const std::map<QString, QString> names{ { u"SRAM"_s, u"Sram"_s }, { u"DRAM"_s, u"Dram"_s },
        { u"On-chip Flash"_s, u"OnChipFlash"_s }, { u"Off-chip Flash"_s, u"OffChipFlash"_s } };
    EXPECT_EQ(read.weightsMemory, names.at(cells.at(u"weights_storage_area"_s)));
    EXPECT_EQ(read.featureMapMemory, names.at(cells.at(u"feature_map_storage_area"_s)));
    ASSERT_EQ(read.memories.size(), 4u);
    const std::pair<QString, QString> order[] = { { u"Sram"_s, u"sram"_s },
        { u"Dram"_s, u"dram"_s }, { u"OnChipFlash"_s, u"on_chip_flash"_s },
        { u"OffChipFlash"_s, u"off_chip_flash"_s } };
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(read.memories[i].memory, order[i].first);
        expectMemory(read.memories[i], cells, order[i].second);
    }
}

} // namespace

TEST(VelaSummary, EverySampleEqualsItsCells)
{
    TOSAIC_NEED_SAMPLES();
    int files = 0;
    QDirIterator all(
        test::samplesDir(), { u"*summary*.csv"_s }, QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        QFile file(all.next());
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const auto csv = file.readAll();
        if (csv.count('\n') < 2)
            continue; // a sample of a file that was cut off
        const auto cells = cellsOf(csv);
        SCOPED_TRACE(file.fileName().toStdString());
        const auto read = readVelaSummary(csv);
        ASSERT_TRUE(read) << qPrintable(read.error().detail);
        expectFile(*read, cells);
        ++files;
    }
    EXPECT_GE(files, 70);
}

TEST(VelaSummary, WhatTheFileDoesNotHaveIsAbsent)
{
    const auto read
        = readVelaSummary("cycles_total,sram_memory_used,dram_memory_used\n12,1.5,nan\n");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->summary.sramBytes, 1536u);
    ASSERT_EQ(read->memories.size(), 4u);
    EXPECT_EQ(read->memories[0].usedBytes, 1536u);
    EXPECT_FALSE(read->memories[0].totalBytes);
    EXPECT_FALSE(read->memories[1].usedBytes);
    EXPECT_FALSE(read->coreClockHz);
    EXPECT_TRUE(read->weightsMemory.isEmpty());
}

} // namespace tosaic::compiled::velasummarytests
