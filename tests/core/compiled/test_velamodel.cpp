// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/velamodel.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace tosaic::test::velamodeltests {

namespace {

compiled::PartitionEstimate numbersOf(const QString &path)
{
    compiled::PartitionEstimate numbers;
    const auto source = ByteSource::map(path);
    EXPECT_TRUE(source);
    EXPECT_TRUE(source && compiled::readVelaModel(*source, numbers));
    return numbers;
}

} // namespace

/// As workers of a cluster send it back.
TEST(VelaModel, SaysTheSameOfPackedArrays)
{
    const auto python = QStandardPaths::findExecutable(u"python3"_s);
    if (python.isEmpty())
        GTEST_SKIP() << "no python3 to pack the arrays with";
    const QTemporaryDir folder;
    const auto plain = fixturePath(u"mobilenet_v2-u55-128/partition0/vela.npz"_s);
    const auto packed = folder.filePath(u"vela.npz"_s);
    ASSERT_EQ(
        QProcess::execute(python,
            { u"-c"_s,
                u"import pathlib, sys; sys.path.insert(0, sys.argv[1]); from tosaic_driver import cluster_cells; pathlib.Path(sys.argv[3]).write_bytes(cluster_cells.slim(pathlib.Path(sys.argv[2])))"_s,
                sourcePath(u"resources/drivers"_s), plain, packed }),
        0);
    const auto wanted = numbersOf(plain);
    const auto told = numbersOf(packed);
    ASSERT_TRUE(wanted.commandBytes && wanted.weightBytes);
    EXPECT_EQ(told.commandBytes, wanted.commandBytes);
    EXPECT_EQ(told.weightBytes, wanted.weightBytes);
    EXPECT_EQ(told.scratchBytes, wanted.scratchBytes);
    EXPECT_EQ(told.fastScratchBytes, wanted.fastScratchBytes);
    EXPECT_EQ(told.inputs.size(), wanted.inputs.size());
}

} // namespace tosaic::test::velamodeltests
