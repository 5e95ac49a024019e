// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/keptcells.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>

using namespace Qt::StringLiterals;

namespace tosaic::workspace::cellstests {

namespace {

const QString Key = QString(64, u'a');

toolchain::EstimateAnswer answer()
{
    QFile file(test::fixturePath(u"add-u55-128/partition0/summary.csv"_s));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    toolchain::EstimateAnswer made;
    made.summaryCsv = file.readAll();
    made.velaVersion = u"5.1.0"_s;
    made.numbers.vela = *compiled::readVelaSummary(made.summaryCsv);
    made.numbers.commandBytes = 17;
    made.numbers.inputs = { { { 1, 2, 3, 4 }, 1, 16, -1 } };
    made.numbers.npu = model::NpuConfig{ .product = model::NpuProduct::U65, .macs = 256 };
    made.problems = { { u"vela.note"_s, Severity::Info, { .file = u"/here/a.tosa"_s }, u"x"_s } };
    return made;
}

} // namespace

TEST(KeptCells, OutliveTheProgram)
{
    const auto path = test::temporaryDir() + u"/w.tosaic"_s;
    {
        KeptCells cells(path);
        EXPECT_FALSE(cells.find(Key));
        cells.add(Key, answer());
        cells.add(QString(), answer()); // Vela did not tell its version
        EXPECT_TRUE(cells.find(Key)) << "not written yet";
    }
    KeptCells cells(path);
    const auto found = cells.find(Key);
    ASSERT_TRUE(found);
    const auto made = answer();
    EXPECT_EQ(found->source, compiled::CellSource::Workspace);
    EXPECT_EQ(found->velaVersion, made.velaVersion);
    EXPECT_EQ(found->numbers.vela->summary.cyclesTotal, made.numbers.vela->summary.cyclesTotal);
    EXPECT_EQ(found->numbers.vela->memories.size(), made.numbers.vela->memories.size());
    EXPECT_EQ(found->numbers.commandBytes, 17u);
    EXPECT_FALSE(found->numbers.weightBytes) << "not known stays not known";
    ASSERT_EQ(found->numbers.inputs.size(), 1u);
    EXPECT_EQ(found->numbers.inputs[0].shape, made.numbers.inputs[0].shape);
    EXPECT_EQ(found->numbers.inputs[0].region, -1);
    ASSERT_TRUE(found->numbers.npu);
    EXPECT_EQ(found->numbers.npu->product, model::NpuProduct::U65);
    ASSERT_EQ(found->problems.size(), 1u);
    EXPECT_TRUE(found->problems[0].location.isEmpty()) << "the TOSA lies elsewhere next time";
    const auto file = Workspace::open(path);
    ASSERT_TRUE(file);
    EXPECT_EQ(*(*file)->cellCount(), 1u);
    EXPECT_TRUE(cells.flush());
}

TEST(KeptCells, AFileThatIsNoWorkspaceIsToldOnce)
{
    const auto path = test::temporaryDir() + u"/w.tosaic"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(200, 'x'));
    file.close();
    KeptCells cells(path);
    EXPECT_FALSE(cells.find(Key));
    cells.add(Key, answer());
    EXPECT_FALSE(cells.find(Key)) << "computed again";
    EXPECT_FALSE(cells.flush());
    EXPECT_TRUE(QFile(path).size() == 200) << "left as it is";
}

} // namespace tosaic::workspace::cellstests
