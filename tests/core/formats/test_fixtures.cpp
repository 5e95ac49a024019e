// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The committed fixtures against what their own compile said (result.json beside each).
#include "tests/core/formats/formatsupport.h"

#include <gtest/gtest.h>

#include <QFileInfo>
#include <QSet>

namespace tosaic::test::fixturestests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

QString payloadHash(const model::Program &program, const model::Delegate &delegate)
{
    return sha256Hex(*program.source->slice(delegate.data.offset, delegate.data.size));
}

} // namespace

TEST(Fixtures, PartitionsOfTheCompileAreTheDelegatesOfTheProgram)
{
    const auto paths = fixturePrograms();
    ASSERT_FALSE(paths.isEmpty());
    for (const auto &path : paths) {
        SCOPED_TRACE(path.toStdString());
        const auto program = openFile(path);
        ASSERT_TRUE(program) << program.error().toText().toStdString();
        EXPECT_EQ(diagnosticText(**program, Severity::Warning), QString());
        const auto result = jsonFile(QFileInfo(path).path() + u"/result.json"_s);
        ASSERT_FALSE(result.isEmpty());
        QSet<QString> expected;
        for (const auto partition : result[u"partitions"_s].toArray())
            expected << partition[u"payloadSha256"_s].toString();
        QSet<QString> found;
        const auto target = result[u"spec"_s][u"target"_s].toString();
        for (const auto &delegate : (*program)->methods.front().delegates) {
            found << payloadHash(**program, delegate);
            ASSERT_TRUE(delegate.ethosu);
            if (!delegate.ethosu->block(u"cmd_data"_s)->isExternal) {
                ASSERT_TRUE(delegate.ethosu->npu);
                EXPECT_EQ(delegate.ethosu->npu->name().toLower(), target);
                EXPECT_EQ(delegate.ethosu->unknownCommands, 0U);
                EXPECT_GT(delegate.ethosu->operations, 0U);
            }
        }
        EXPECT_EQ(found, expected);
    }
}

} // namespace tosaic::test::fixturestests
