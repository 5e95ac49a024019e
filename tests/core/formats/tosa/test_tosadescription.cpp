// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What inspect prints: JSON in the contract's shape, and text.
#include "core/inspect/tosadescription.h"
#include "tests/core/formats/tosa/tosasupport.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace tosaic::test::tosadescriptiontests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

QJsonValue json(const char *text)
{
    return QJsonDocument::fromJson(text).object();
}

TEST(TosaDescription, HasTheContractsShape)
{
    const auto network = readBytes(smallTosa10());
    ASSERT_TRUE(network);
    const auto description = inspect::describeTosa(*network);
    EXPECT_EQ(description.format, u"tosa"_s);
    EXPECT_EQ(description.formatVersion, u"1.0.0"_s);
    EXPECT_EQ(description.json[u"version"_s].toString(), u"1.0.0"_s);
    const auto regions = description.json[u"regions"_s].toArray();
    ASSERT_EQ(regions.size(), 3);
    EXPECT_EQ(regions[1][u"name"_s].toString(), u"then_body"_s);
    const auto block = regions[0][u"blocks"_s][0].toObject();
    EXPECT_EQ(block[u"inputs"_s], (QJsonArray{ u"x"_s, u"c"_s }));
    EXPECT_EQ(block[u"outputs"_s], QJsonArray{ u"z"_s });
    EXPECT_EQ(block[u"tensorCount"_s].toInt(), 10);
    EXPECT_EQ(block[u"shapeCount"_s].toInt(), 1);
    EXPECT_EQ(block[u"operators"_s],
        json(R"({"CONST": 4, "CONV2D": 1, "CLAMP": 1, "CONST_SHAPE": 1, "RESHAPE": 1,
                 "COND_IF": 1})"));
    EXPECT_EQ(block[u"operatorList"_s][4],
        json(R"({"index": 4, "op": "CONV2D", "inputs": ["x", "w", "b", "zp", "wzp"],
                 "outputs": ["y"],
                 "attributes": {"pad": [0, 1, 2, 3], "stride": [1, 2], "dilation": [1, 1],
                                "local_bound": true, "acc_type": "INT32"}})"));
    EXPECT_EQ(block[u"operatorList"_s][5][u"attributes"_s],
        json(R"({"min_val": -100, "max_val": 100, "nan_mode": "IGNORE"})"));
}

TEST(TosaDescription, TensorsHaveTypeAndShape)
{
    const auto network = readBytes(smallTosa10());
    ASSERT_TRUE(network);
    const auto block
        = inspect::describeTosa(*network).json[u"regions"_s][0][u"blocks"_s][0].toObject();
    const auto tensors = block[u"tensors"_s].toArray();
    EXPECT_EQ(tensors.size(), block[u"tensorCount"_s].toInt());
    const auto tensor = [&tensors](const QString &name) {
        const auto found = std::find_if(tensors.begin(), tensors.end(),
            [&name](const auto &item) { return item[u"name"_s] == name; });
        return found != tensors.end() ? found->toObject() : QJsonObject();
    };
    EXPECT_EQ(tensor(u"x"_s),
        json(R"({"name": "x", "dtype": "INT8", "shape": [1, 1, 1, 4]})").toObject());
    EXPECT_GT(tensor(u"w"_s)[u"constantBytes"_s].toInt(), 0);
    EXPECT_FALSE(block.contains(u"omittedTensors"_s));
}

TEST(TosaDescription, BytesThatAreNoTextAreBase64)
{
    using Slots = std::vector<TosaBuilder::Slot>;
    const auto custom = [](const QByteArray &attributes) {
        const auto network = readBytes(
            tosaFile(TosaBuilder::Block{ .tensors = { { "x", { 1 }, 3 } },
                         .ops = { { 69, 69, { "x" }, { "x" },
                             Slots{ std::string("op"), std::string("vendor"), attributes } } } },
                { 1, 0, 0, false }));
        return inspect::describeTosa(*network)
            .json[u"regions"_s][0][u"blocks"_s][0][u"operatorList"_s][0][u"attributes"_s]
            .toObject();
    };
    EXPECT_EQ(custom("{\"a\": 1}")[u"implementation_attrs"_s].toString(), u"{\"a\": 1}"_s);
    EXPECT_EQ(custom("\x01\x02")[u"implementation_attrsBase64"_s].toString(), u"AQI="_s);
    EXPECT_EQ(custom("\x01\x02")[u"domain_name"_s].toString(), u"vendor"_s);
}

TEST(TosaDescription, TextNamesVersionInterfaceAndOperators)
{
    const auto network = readBytes(smallTosaDraft11());
    ASSERT_TRUE(network);
    const auto text = descriptionText(u"x.tosa"_s, inspect::describeTosa(*network).sections);
    for (const auto &part : { u"1.1.0 (draft)"_s, u"a draft of 1.1 from 2024"_s,
             u"a: FP32 [1, 4, 4, 1]"_s, u"AVG_POOL2D"_s, u"v: FP32 [1]"_s })
        EXPECT_TRUE(text.contains(part)) << part.toStdString() << "\n" << text.toStdString();

    model::Network large;
    large.subgraphs.resize(1);
    large.subgraphs[0].tensors.resize(1);
    large.subgraphs[0].tensors[0].data = model::ByteRange{ 0, 27'094 };
    EXPECT_TRUE(descriptionText({}, inspect::describeTosa(large).sections).contains(u"27,094"_s));
}

} // namespace

} // namespace tosaic::test::tosadescriptiontests
