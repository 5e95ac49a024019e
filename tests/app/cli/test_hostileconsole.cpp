// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/workspace.h"
#include "tests/support/limitedrun.h"

#include <gtest/gtest.h>

#include <SQLiteCpp/SQLiteCpp.h>

using namespace Qt::StringLiterals;

namespace tosaic::test::hostileconsoletests {

namespace {

/// A workspace of 5 MB whose console would be 1 GiB: it is read part by part, to where no log
/// shrinks so much, and that is said. It used to be put together in memory.
TEST(HostileConsole, IsReadInBoundedMemoryAndToALimit)
{
    const auto path = temporaryDir() + u"/w.tosaic"_s;
    {
        auto file = workspace::Workspace::create(path);
        ASSERT_TRUE(file);
        workspace::RunRecord run;
        run.name = u"large"_s;
        run.status = u"running"_s;
        const auto id = (*file)->addRun(run);
        ASSERT_TRUE(id);
        const QByteArray line = "ETHOSU_PMU_CYCLE_CNT : 1000\n";
        const auto text = "Batch Inference time 1.50 ms\n" + line;
        ASSERT_TRUE((*file)->appendConsole(*id, text + QByteArray((1 << 20) - text.size(), 'x')));
    }
    {
        SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE);
        for (int i = 0; i < 10; ++i)
            database.exec("INSERT INTO console_parts (run_id, size, packed)"
                          " SELECT run_id, size, packed FROM console_parts");
    }
    for (const auto &command : { QStringList{ u"runs"_s, u"--workspace"_s, path },
             QStringList{ u"metrics"_s, u"large"_s, u"--workspace"_s, path } }) {
        SCOPED_TRACE(command.front().toStdString());
        const auto ended = runLimited(command);
        const bool isMetrics = command.front() == "metrics"_L1;
        EXPECT_EQ(ended.exitCode, isMetrics ? 1 : 0) << ended.err.right(500).toStdString();
        EXPECT_TRUE(
            !isMetrics || (ended.err.contains("log.limit") && ended.err.contains("no measurement")))
            << ended.err.right(500).toStdString();
        EXPECT_LT(ended.seconds, 30) << "without optimisation; with it a third of that";
    }
}

/// A part that says to be larger than any part is damage.
TEST(HostileConsole, APartThatIsTooLargeIsDamage)
{
    const auto path = temporaryDir() + u"/w.tosaic"_s;
    auto file = workspace::Workspace::create(path);
    ASSERT_TRUE(file);
    workspace::RunRecord run;
    run.name = u"odd"_s;
    run.status = u"running"_s;
    const auto id = (*file)->addRun(run);
    ASSERT_TRUE(id);
    const auto part = qCompress(QByteArray(17 << 20, 'x'), 1);
    {
        SQLite::Database database(path.toStdString(), SQLite::OPEN_READWRITE);
        SQLite::Statement insert(
            database, "INSERT INTO console_parts (run_id, size, packed) VALUES (?, ?, ?)");
        insert.bind(1, static_cast<int64_t>(id->value));
        insert.bind(2, 17 << 20);
        insert.bind(3, part.constData(), static_cast<int>(part.size()));
        insert.exec();
    }
    const auto read = (*file)->readConsole(*id, [](QByteArrayView) { return true; });
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::WorkspaceDamaged);
}

} // namespace

} // namespace tosaic::test::hostileconsoletests
