// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every operator, attribute field and element type of the schemas that other programs install:
// 1.1 as tosa-tools has it, 0.80.0 as Vela's legacy reader has it. A script writes the files with
// the classes that FlatBuffers made from these schemas.
#include "tests/core/formats/tosa/tosasupport.h"

#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

namespace tosaic::test::tosaschemastests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

struct Written
{
    NetworkPointer network;
    QJsonObject expected;
};

/// Without a network if the script failed, which is a failure of the test.
Written writeEveryOperator(const QString &package)
{
    const auto folder = temporaryDir();
    const auto graph = folder + u"/every.tosa"_s;
    const auto json = folder + u"/every.json"_s;
    QProcess process;
    process.start(qEnvironmentVariable("TOSAIC_PYTHON"),
        { test::sourcePath(u"tests/core/formats/tosa/everyoperator.py"_s), package, graph, json });
    const bool isDone = process.waitForFinished(120'000) && process.exitCode() == 0;
    EXPECT_TRUE(isDone) << process.readAllStandardError().toStdString();
    QFile file(json);
    if (!isDone || !file.open(QIODevice::ReadOnly))
        return {};
    return { readPath(graph), QJsonDocument::fromJson(file.readAll()).object() };
}

/// Fields that a later version of the same layout appended have their defaults.
void compareAttributes(const model::NetworkOperator &op, const QJsonObject &expected)
{
    QJsonObject ours;
    for (const auto &attribute : op.attributes)
        ours[attribute.name] = jsonOf(attribute.value);
    for (auto entry = expected.begin(); entry != expected.end(); ++entry)
        EXPECT_EQ(ours.take(entry.key()), entry.value()) << entry.key().toStdString();
    for (auto entry = ours.begin(); entry != ours.end(); ++entry)
        EXPECT_EQ(entry.value(), QJsonValue(false)) << entry.key().toStdString();
}

int compareAll(const Written &written)
{
    const auto &block = written.network->subgraphs.at(0);
    const auto operators = written.expected[u"operators"_s].toArray();
    EXPECT_EQ(operators.size(), qsizetype(block.operators.size()));
    int attributes = 0;
    for (qsizetype i = 0; i < operators.size(); ++i) {
        const auto name = operators[i][u"op"_s].toString();
        SCOPED_TRACE(name.toStdString());
        EXPECT_EQ(block.operators[size_t(i)].type, name);
        const auto expected = operators[i][u"attributes"_s].toObject();
        compareAttributes(block.operators[size_t(i)], expected);
        attributes += int(expected.size());
    }
    for (const auto &type : written.expected[u"types"_s].toArray())
        EXPECT_EQ(tensor(block, type.toString()).typeText, type.toString());
    return attributes;
}

TEST(TosaSchemas, EveryOperatorOf11)
{
    if (qEnvironmentVariable("TOSAIC_PYTHON").isEmpty())
        GTEST_SKIP() << "a Python environment with tosa-tools (TOSAIC_PYTHON) is needed";
    const auto written = writeEveryOperator(u"tosa"_s);
    ASSERT_TRUE(written.network);
    EXPECT_EQ(metadata(*written.network, u"layout"_s), u"1.0"_s);
    EXPECT_GE(written.expected[u"operators"_s].toArray().size(), 97);
    EXPECT_GT(compareAll(written), 70);
}

TEST(TosaSchemas, EveryOperatorOf080)
{
    if (qEnvironmentVariable("TOSAIC_PYTHON").isEmpty())
        GTEST_SKIP() << "a Python environment with ethos-u-vela (TOSAIC_PYTHON) is needed";
    const auto written = writeEveryOperator(u"ethosu.vela.tosa"_s);
    ASSERT_TRUE(written.network);
    EXPECT_EQ(metadata(*written.network, u"layout"_s), u"0.80"_s);
    EXPECT_EQ(ids(*written.network).count(u"tosa.version-contradiction"_s), 0);
    EXPECT_EQ(written.expected[u"operators"_s].toArray().size(), 73);
    EXPECT_GT(compareAll(written), 70);
}

} // namespace

} // namespace tosaic::test::tosaschemastests
