// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QHash>

#include <vector>

/// What Vela wrote into a summary CSV, read without the product's reader.
namespace tosaic::test {

class VelaRow
{
public:
    explicit VelaRow(const QString &path)
    {
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << qPrintable(path);
        const auto names = QString::fromUtf8(file.readLine()).trimmed().split(QLatin1Char(','));
        const auto values = QString::fromUtf8(file.readLine()).trimmed().split(QLatin1Char(','));
        EXPECT_EQ(names.size(), values.size()) << qPrintable(path);
        for (qsizetype i = 0; i < std::min(names.size(), values.size()); ++i)
            m_values.insert(names[i], values[i]);
    }

    QString text(const char *name) const { return m_values.value(QLatin1StringView(name)); }
    double number(const char *name) const
    {
        bool isNumber = false;
        const auto value = text(name).toDouble(&isNumber);
        EXPECT_TRUE(isNumber) << name;
        return value;
    }
    /// The file counts KiB.
    quint64 bytes(const char *name) const
    {
        return static_cast<quint64>(qRound64(number(name) * 1024));
    }
    compiled::Summary summary() const
    {
        return { .cyclesTotal = number("cycles_total"),
            .cyclesNpu = number("cycles_npu"),
            .macs = static_cast<quint64>(qRound64(number("nn_macs"))),
            .sramBytes = bytes("sram_memory_used"),
            .dramBytes = bytes("dram_memory_used"),
            .onChipFlashBytes = bytes("on_chip_flash_memory_used"),
            .offChipFlashBytes = bytes("off_chip_flash_memory_used"),
            .npuOperators = {},
            .cpuOperators = {} };
    }

private:
    QHash<QString, QString> m_values;
};

/// Partitions run one after another in the same SRAM; all else adds up.
inline compiled::Summary totalOf(const std::vector<compiled::Summary> &partitions)
{
    auto total = partitions.at(0);
    for (std::size_t i = 1; i < partitions.size(); ++i) {
        const auto &one = partitions[i];
        *total.cyclesTotal += *one.cyclesTotal;
        *total.cyclesNpu += *one.cyclesNpu;
        *total.macs += *one.macs;
        *total.dramBytes += *one.dramBytes;
        *total.onChipFlashBytes += *one.onChipFlashBytes;
        *total.offChipFlashBytes += *one.offChipFlashBytes;
        total.sramBytes = std::max(*total.sramBytes, *one.sramBytes);
    }
    return total;
}

/// All but the numbers of operators, which Vela's file does not have.
inline void expectSameNumbers(const compiled::Summary &a, const compiled::Summary &b)
{
    EXPECT_EQ(a.cyclesTotal, b.cyclesTotal);
    EXPECT_EQ(a.cyclesNpu, b.cyclesNpu);
    EXPECT_EQ(a.macs, b.macs);
    EXPECT_EQ(a.sramBytes, b.sramBytes);
    EXPECT_EQ(a.dramBytes, b.dramBytes);
    EXPECT_EQ(a.onChipFlashBytes, b.onChipFlashBytes);
    EXPECT_EQ(a.offChipFlashBytes, b.offChipFlashBytes);
}

} // namespace tosaic::test
