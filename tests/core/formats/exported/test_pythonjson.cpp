// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/exported/pythonjson.h"

#include <gtest/gtest.h>

#include <QJsonArray>

#include <cmath>

namespace tosaic::test::pythonjsontests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::formats;

namespace {

QJsonObject parsed(const QByteArray &text)
{
    const auto json = readPythonJson(text, {});
    EXPECT_TRUE(json) << json.error().toText().toStdString();
    return json.value_or(QJsonObject());
}

QString refusal(const QByteArray &text, const JsonLimits &limits = {})
{
    const auto json = readPythonJson(text, {}, limits);
    return json ? u"taken"_s : codeText(json.error().code) + u' ' + json.error().detail;
}

TEST(PythonJson, TakesNumbersThatJsonDoesNotHave)
{
    const auto json
        = parsed(R"({"a": NaN, "b": [Infinity, -Infinity, -1.5], "c": "NaN -Infinity \\\" NaN"})");
    EXPECT_TRUE(std::isnan(numberOf(json[u"a"_s])));
    EXPECT_EQ(numberOf(json[u"b"_s][0]), INFINITY);
    EXPECT_EQ(numberOf(json[u"b"_s][1]), -INFINITY);
    EXPECT_EQ(numberOf(json[u"b"_s][2]), -1.5);
    EXPECT_EQ(json[u"c"_s].toString(), u"NaN -Infinity \\\" NaN"_s);
    EXPECT_TRUE(std::isnan(numberOf(QJsonValue(u"12"_s))));
}

TEST(PythonJson, RefusesWhatIsNoObject)
{
    for (const QByteArray text :
        { "", "[]", "3", "{", "{\"a\"}", "{\"a\": 1} x", "\"", "\"\\", "NaN" })
        EXPECT_TRUE(refusal(text).startsWith(u"format.damaged"_s)) << text.constData();
}

TEST(PythonJson, NamesTheLimitThatWasMet)
{
    EXPECT_EQ(
        refusal("{\"a\": 1}", { .bytes = 4 }), u"limit.exceeded 8 bytes of JSON, the limit is 4"_s);
    EXPECT_EQ(refusal("{\"a\": [[1]]}", { .depth = 2 }),
        u"limit.exceeded JSON nested deeper than 2 is refused"_s);
    EXPECT_EQ(refusal("{\"a\": [1,2,3]}", { .values = 2 }),
        u"limit.exceeded JSON of more than 2 values is refused"_s);
    EXPECT_EQ(refusal("{\"a\": [[],[]]}", { .containers = 3 }),
        u"limit.exceeded JSON of more than 3 objects and arrays is refused"_s);
    EXPECT_EQ(
        refusal("{\"a\": \"[[[[,,,,\"}", { .values = 2, .containers = 1, .depth = 1 }), u"taken"_s);
    // Brackets that close nothing do not buy depth.
    EXPECT_TRUE(refusal("]]]]" + QByteArray(300, '[')).startsWith(u"format.damaged"_s)
        || refusal("]]]]" + QByteArray(300, '[')).startsWith(u"limit.exceeded"_s));
}

TEST(PythonJson, RefusesAHundredMegabytesOfBrackets)
{
    // 100 MB that would become gigabytes.
    EXPECT_TRUE(refusal("{\"a\": [" + QByteArray("[],").repeated(35 << 20) + "0]}")
                    .startsWith(u"limit.exceeded"_s));
    EXPECT_TRUE(refusal("{\"a\": [" + QByteArray("0,").repeated(50 << 20) + "0]}")
                    .startsWith(u"limit.exceeded"_s));
}

} // namespace

} // namespace tosaic::test::pythonjsontests
