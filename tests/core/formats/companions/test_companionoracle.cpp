// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every .ptd and .bpte of the samples against flatc with the schemas that ExecuTorch installs.
#include "core/inspect/bundleddescription.h"
#include "core/inspect/flattensordescription.h"
#include "tests/core/formats/companions/companionsupport.h"
#include "tests/support/flatc.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>

namespace tosaic::test::companionoracletests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

QJsonObject expectedValue(const QJsonObject &value)
{
    const auto kind = value[u"val_type"_s].toString();
    const auto content = value[u"val"_s].toObject();
    QJsonObject result{ { u"kind"_s, kind } };
    if (kind == "Tensor"_L1) {
        result[u"dtype"_s] = content[u"scalar_type"_s];
        result[u"shape"_s] = content[u"sizes"_s].toArray();
        result[u"dimOrder"_s] = content[u"dim_order"_s].toArray();
        result[u"size"_s] = content[u"data"_s].toArray().size();
    } else if (kind == "Int"_L1) {
        result[u"value"_s] = content[u"int_val"_s];
    } else if (kind == "Bool"_L1) {
        result[u"value"_s] = content[u"bool_val"_s];
    } else {
        result[u"value"_s] = content[u"double_val"_s];
    }
    return result;
}

QJsonArray expectedValues(const QJsonArray &values)
{
    QJsonArray result;
    for (const auto value : values)
        result.append(expectedValue(value.toObject()));
    return result;
}

} // namespace

TEST(CompanionOracle, FlatTensorsEqualFlatc)
{
    TOSAIC_NEED_SAMPLES();
    const auto package = executorchFolder();
    if (package.isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON names no Python with executorch";
    const auto schema = package + u"/extension/flat_tensor/serialize/flat_tensor.fbs"_s;
    int compared = 0;
    for (const auto &path : sampleFiles(u"ptd"_s)) {
        SCOPED_TRACE(path.toStdString());
        const auto file = formats::readFlatTensor(mapped(path));
        ASSERT_TRUE(file);
        if ((*file)->isLegacy)
            continue; // today's schema cannot decode those
        const auto theirs = decodedByFlatc(schema, path);
        ASSERT_FALSE(theirs.isEmpty());
        const auto ours = inspect::describeFlatTensor(**file).json;
        EXPECT_EQ(ours[u"segments"_s].toArray(), theirs[u"segments"_s].toArray());
        const auto named = theirs[u"named_data"_s].toArray();
        const auto tensors = ours[u"tensors"_s].toArray();
        ASSERT_EQ(tensors.size(), named.size());
        for (qsizetype i = 0; i < named.size(); ++i) {
            EXPECT_EQ(tensors[i][u"key"_s], named[i][u"key"_s]);
            EXPECT_EQ(tensors[i][u"segment"_s], named[i][u"segment_index"_s]);
            const auto layout = named[i][u"tensor_layout"_s].toObject();
            EXPECT_EQ(tensors[i][u"dtype"_s], layout[u"scalar_type"_s]);
            EXPECT_EQ(tensors[i][u"shape"_s].toArray(), layout[u"sizes"_s].toArray());
        }
        ++compared;
    }
    EXPECT_GE(compared, 6);
}

TEST(CompanionOracle, BundlesEqualFlatc)
{
    TOSAIC_NEED_SAMPLES();
    const auto package = executorchFolder();
    if (package.isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON names no Python with executorch";
    const auto schema = package + u"/devtools/bundled_program/schema/bundled_program_schema.fbs"_s;
    for (const auto &path : sampleFiles(u"bpte"_s)) {
        SCOPED_TRACE(path.toStdString());
        const auto file = formats::readBundled(mapped(path));
        ASSERT_TRUE(file);
        const auto theirs = decodedByFlatc(schema, path);
        ASSERT_FALSE(theirs.isEmpty());
        const auto ours = inspect::describeBundled(**file).json;
        EXPECT_EQ(ours[u"version"_s], theirs[u"version"_s]);
        EXPECT_EQ(ours[u"programSize"_s].toInteger(), theirs[u"program"_s].toArray().size());
        const auto suites = theirs[u"method_test_suites"_s].toArray();
        ASSERT_EQ(ours[u"testSuites"_s].toArray().size(), suites.size());
        for (qsizetype s = 0; s < suites.size(); ++s) {
            EXPECT_EQ(ours[u"testSuites"_s][s][u"method"_s], suites[s][u"method_name"_s]);
            const auto cases = suites[s][u"test_cases"_s].toArray();
            const auto values = ours[u"testSuites"_s][s][u"values"_s].toArray();
            ASSERT_EQ(values.size(), cases.size());
            for (qsizetype i = 0; i < cases.size(); ++i) {
                EXPECT_EQ(values[i][u"inputs"_s].toArray(),
                    expectedValues(cases[i][u"inputs"_s].toArray()));
                EXPECT_EQ(values[i][u"expected"_s].toArray(),
                    expectedValues(cases[i][u"expected_outputs"_s].toArray()));
            }
        }
    }
}

} // namespace tosaic::test::companionoracletests
