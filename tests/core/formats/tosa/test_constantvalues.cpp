// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Decoding of constants. The numbers of the small float types were made with ml_dtypes 0.5.1 and
// NumPy: np.array(codes, np.uint8).view(ml_dtypes.float8_e4m3fn).astype(np.float64) and so on.
#include "core/model/constantvalues.h"
#include "tests/core/formats/tosa/tosasupport.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <cmath>
#include <limits>

namespace tosaic::test::constantvaluestests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using model::ConstantValues;
using model::ElementType;

namespace {

constexpr auto Nan = std::numeric_limits<double>::quiet_NaN();
constexpr auto Inf = std::numeric_limits<double>::infinity();

ConstantValues valuesOf(const QByteArray &bytes, ElementType type, std::vector<qint64> shape)
{
    auto source = ByteSource::fromBytes(bytes);
    auto values = ConstantValues::open(source, { 0, source->size() }, type, std::move(shape));
    EXPECT_TRUE(values) << (values ? "" : values.error().toText().toStdString());
    return values.value();
}

/// As many elements as there are expectations; signs of zeros and NaN count.
void expectReals(const ConstantValues &values, const std::vector<double> &expected)
{
    ASSERT_EQ(values.count(), expected.size());
    std::vector<double> read(expected.size());
    ASSERT_EQ(values.read(0, read), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
        if (std::isnan(expected[i])) {
            EXPECT_TRUE(std::isnan(read[i])) << i;
        } else {
            EXPECT_EQ(read[i], expected[i]) << i;
            EXPECT_EQ(std::signbit(read[i]), std::signbit(expected[i])) << i;
        }
    }
}

struct Codes
{
    ElementType type;
    std::vector<quint8> codes;
    std::vector<double> values;
};

TEST(ConstantValues, DecodesFloatsOfEightBits)
{
    const std::vector<quint8> codes{ 0x00, 0x01, 0x07, 0x08, 0x38, 0x39, 0x3f, 0x77, 0x7b, 0x7c,
        0x7d, 0x7e, 0x7f, 0x80, 0x81, 0xb8, 0xf0, 0xfe, 0xff };
    const std::vector<Codes> cases{
        { ElementType::Float8E4M3, codes,
            { 0, 0.001953125, 0.013671875, 0.015625, 1, 1.125, 1.875, 240, 352, 384, 416, 448, Nan,
                -0.0, -0.001953125, -1, -128, -448, Nan } },
        { ElementType::Float8E5M2, codes,
            { 0, 1.52587890625e-05, 0.0001068115234375, 0.0001220703125, 0.5, 0.625, 1.75, 28672,
                57344, Inf, Nan, Nan, Nan, -0.0, -1.52587890625e-05, -0.5, -8192, Nan, Nan } },
        { ElementType::Float8E4M3Fnuz, codes,
            { 0, 0.0009765625, 0.0068359375, 0.0078125, 0.5, 0.5625, 0.9375, 120, 176, 192, 208,
                224, 240, Nan, -0.0009765625, -0.5, -64, -224, -240 } },
        { ElementType::Float8E5M2Fnuz, codes,
            { 0, 7.62939453125e-06, 5.340576171875e-05, 6.103515625e-05, 0.25, 0.3125, 0.875, 14336,
                28672, 32768, 40960, 49152, 57344, Nan, -7.62939453125e-06, -0.25, -4096, -49152,
                -57344 } },
        { ElementType::Float8UE8M0, { 0x00, 0x01, 0x7e, 0x7f, 0x80, 0xfe, 0xff },
            { 5.877471754111438e-39, 1.1754943508222875e-38, 0.5, 1, 2, 1.7014118346046923e+38,
                Nan } },
        { ElementType::MxInt8, { 0x00, 0x01, 0x40, 0x7f, 0x80, 0xff },
            { 0, 0.015625, 1, 1.984375, -2, -0.015625 } },
    };
    for (const auto &test : cases) {
        SCOPED_TRACE(model::elementTypeName(test.type).toStdString());
        expectReals(
            valuesOf(rawBytes(test.codes), test.type, { qint64(test.codes.size()) }), test.values);
    }
}

TEST(ConstantValues, DecodesFloatsOfSixteenBits)
{
    expectReals(valuesOf(rawBytes(std::vector<quint16>{ 0x0000, 0x0001, 0x03ff, 0x0400, 0x3c00,
                             0x3555, 0x7bff, 0x7c00, 0x7e00, 0x8000, 0xc248, 0xfc00, 0x2e66 }),
                    ElementType::Float16, { 13 }),
        { 0, 5.960464477539063e-08, 6.097555160522461e-05, 6.103515625e-05, 1, 0.333251953125,
            65504, Inf, Nan, -0.0, -3.140625, -Inf, 0.0999755859375 });
    expectReals(valuesOf(rawBytes(std::vector<quint16>{ 0x0000, 0x0001, 0x0080, 0x3f80, 0x3eab,
                             0x7f7f, 0x7f80, 0x7fc0, 0x8000, 0xc049, 0xff80, 0x3dcd }),
                    ElementType::BFloat16, { 12 }),
        { 0, 9.183549615799121e-41, 1.1754943508222875e-38, 1, 0.333984375, 3.3895313892515355e+38,
            Inf, Nan, -0.0, -3.140625, -Inf, 0.10009765625 });
}

TEST(ConstantValues, DecodesPackedElementsLowestBitsFirst)
{
    expectReals(
        valuesOf(QByteArray("\x21\xf8\x07", 3), ElementType::Int4, { 5 }), { 1, 2, -8, -1, 7 });
    expectReals(valuesOf(QByteArray("\x10\x32\x54\x76\x98\xba\xdc\xfe", 8), ElementType::Float4E2M1,
                    { 16 }),
        { 0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6 });
    // Codes 0x05, 0x1f, 0x3f, 0x20, 0x0a: six bits each, from the lowest bit on.
    const QByteArray six("\xc5\xf7\x83\x0a", 4);
    expectReals(valuesOf(six, ElementType::Float6E2M3, { 5 }), { 0.625, 7.5, -7.5, -0.0, 1.25 });
    expectReals(valuesOf(six, ElementType::Float6E3M2, { 5 }), { 0.3125, 28, -28, -0.0, 0.75 });
}

TEST(ConstantValues, ReadsIntegersExactly)
{
    const auto int48 = valuesOf(
        QByteArray("\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00\x00\x80\x14\x1a\x99\xbe\x1c\x00", 18),
        ElementType::Int48, { 3 });
    EXPECT_EQ(int48.integer(0), -1);
    EXPECT_EQ(int48.integer(1), -(qint64(1) << 47));
    EXPECT_EQ(int48.integer(2), 123456789012);
    EXPECT_EQ(int48.text(2), u"123456789012"_s);
    EXPECT_EQ(int48.integer(3), std::nullopt);

    const auto large = (qint64(1) << 53) + 1;
    const auto int64 = valuesOf(rawBytes(std::vector<qint64>{ large }), ElementType::Int64, {});
    EXPECT_EQ(int64.integer(0), large);
    EXPECT_EQ(int64.text(0), u"9007199254740993"_s);
    const auto uint64
        = valuesOf(rawBytes(std::vector<quint64>{ 7, ~quint64(0) }), ElementType::UInt64, { 2 });
    EXPECT_EQ(uint64.integer(0), 7);
    EXPECT_EQ(uint64.integer(1), std::nullopt);
    EXPECT_EQ(uint64.text(1), u"18446744073709551615"_s);
    const auto flags = valuesOf(QByteArray("\x00\x01\x02", 3), ElementType::Bool, { 3 });
    EXPECT_EQ(flags.integer(2), 1);
    EXPECT_EQ(flags.text(0), u"false"_s);
    EXPECT_EQ(flags.text(2), u"true"_s);
    EXPECT_EQ(valuesOf(QByteArray(2, '\0'), ElementType::Float16, { 1 }).integer(0), std::nullopt);
}

// The fewest digits that lead back to the same number of the type, not of a double.
TEST(ConstantValues, WritesFloatsWithAsManyDigitsAsTheyNeed)
{
    const auto texts = [](const ConstantValues &values) {
        QStringList result;
        for (quint64 i = 0; i < values.count(); ++i)
            result << values.text(i);
        return result;
    };
    EXPECT_EQ(texts(valuesOf(rawBytes(std::vector<float>{ 0.1F, 1.0F / 3, 1e10F, 16777216.0F,
                                 3.4028235e38F, 1.401298464e-45F, 123456.79F, -0.0F, 1e-5F }),
                  ElementType::Float32, { 9 })),
        (QStringList{ u"0.1"_s, u"0.33333334"_s, u"10000000000"_s, u"16777216"_s,
            u"3.4028235e+38"_s, u"1e-45"_s, u"123456.79"_s, u"-0"_s, u"0.00001"_s }));
    EXPECT_EQ(texts(valuesOf(rawBytes(std::vector<quint16>{
                                 0x0001, 0x03ff, 0x3555, 0x7bff, 0x7c00, 0x7e00, 0xc248, 0x2e66 }),
                  ElementType::Float16, { 8 })),
        (QStringList{ u"6e-08"_s, u"0.000061"_s, u"0.3333"_s, u"65504"_s, u"inf"_s, u"nan"_s,
            u"-3.14"_s, u"0.1"_s }));
    EXPECT_EQ(texts(valuesOf(rawBytes(std::vector<float>{ 1, 2, 0.5F, -0.25F }),
                  ElementType::Complex64, { 2 })),
        (QStringList{ u"1+2i"_s, u"0.5-0.25i"_s }));
    EXPECT_EQ(
        texts(valuesOf(rawBytes(std::vector<double>{ 0.1, 1e300 }), ElementType::Float64, { 2 })),
        (QStringList{ u"0.1"_s, u"1e+300"_s }));
}

TEST(ConstantValues, KnowsWhereAnElementIs)
{
    const auto source = ByteSource::fromBytes(QByteArray(64, '\1'));
    const auto values = ConstantValues::open(source, { 8, 48 }, ElementType::Int16, { 2, 3, 4 });
    ASSERT_TRUE(values);
    EXPECT_EQ(values->position(23), (std::vector<qint64>{ 1, 2, 3 }));
    EXPECT_EQ(values->position(4), (std::vector<qint64>{ 0, 1, 0 }));
    EXPECT_EQ(values->byteOffset(3), 14U);
    const auto packed = ConstantValues::open(source, { 8, 4 }, ElementType::Int4, { 8 });
    EXPECT_EQ(packed->byteOffset(3), 9U);
}

TEST(ConstantValues, DataMayEndEarlyOrGoOn)
{
    const auto values = valuesOf(QByteArray(7, '\1'), ElementType::Int32, { 2, 2 });
    EXPECT_EQ(values.count(), 1U);
    EXPECT_EQ(values.promisedCount(), 4U);
    EXPECT_EQ(values.text(1), QString());
    EXPECT_TRUE(std::isnan(values.real(1)));
    EXPECT_EQ(valuesOf(QByteArray(24, '\1'), ElementType::Int8, { 1 }).count(), 1U);
    EXPECT_EQ(valuesOf(QByteArray(), ElementType::Int8, { 0, 7 }).count(), 0U);
    EXPECT_EQ(valuesOf(QByteArray(1, '\5'), ElementType::Int8, {}).count(), 1U) << "a scalar";
}

TEST(ConstantValues, RefusesWhatHasNoNumbers)
{
    const auto source = ByteSource::fromBytes(QByteArray(8, '\0'));
    const auto code = [&](model::ByteRange range, ElementType type, std::vector<qint64> shape) {
        const auto values = ConstantValues::open(source, range, type, std::move(shape));
        return values ? ErrorCode::Internal : values.error().code;
    };
    EXPECT_EQ(code({ 0, 8 }, ElementType::String, { 1 }), ErrorCode::FormatUnsupported);
    EXPECT_EQ(code({ 0, 8 }, ElementType::Unknown, { 1 }), ErrorCode::FormatUnsupported);
    EXPECT_EQ(code({ 0, 8 }, ElementType::Int8, { -1 }), ErrorCode::FormatUnsupported);
    EXPECT_EQ(code({ 4, 8 }, ElementType::Int8, { 1 }), ErrorCode::FormatDamaged);
    EXPECT_EQ(code({ 0, 8 }, ElementType::Int8, { qint64(1) << 40, qint64(1) << 40 }),
        ErrorCode::FormatUnsupported);
}

TEST(ConstantValues, RefusesSparseTensors)
{
    model::Network network;
    network.source = ByteSource::fromBytes(QByteArray(4, '\0'));
    model::NetworkTensor constant;
    constant.type = ElementType::Int8;
    constant.shape = { 4 };
    constant.data = model::ByteRange{ 0, 4 };
    EXPECT_TRUE(ConstantValues::of(network, constant));
    constant.isSparse = true;
    EXPECT_EQ(ConstantValues::of(network, constant).error().code, ErrorCode::FormatUnsupported);
}

// A channels-last tensor of a .pte is stored in another order than its shape says.
TEST(ConstantValues, FollowsTheDimensionOrderOfPrograms)
{
    model::Program program;
    program.source = ByteSource::fromBytes(QByteArray("\0\1\2\3\4\5", 6));
    model::Tensor tensor;
    tensor.dtype = model::ScalarType::Char;
    tensor.shape = { 2, 3 };
    tensor.dimOrder = { 1, 0 };
    EXPECT_FALSE(ConstantValues::of(program, tensor));
    tensor.constant = model::ByteRange{ 0, 6 };
    const auto values = ConstantValues::of(program, tensor);
    ASSERT_TRUE(values);
    EXPECT_EQ(values->type(), ElementType::Int8);
    EXPECT_EQ(values->position(1), (std::vector<qint64>{ 1, 0 }));
    EXPECT_EQ(values->position(4), (std::vector<qint64>{ 0, 2 }));
    EXPECT_EQ(model::elementTypeOf(model::ScalarType::Float8E4M3FN), ElementType::Float8E4M3);
    EXPECT_EQ(model::elementTypeOf(model::ScalarType::QUInt4x2), ElementType::Unknown);
}

double numberOf(const QJsonValue &value)
{
    if (value.isDouble())
        return value.toDouble();
    return value.toString() == u"nan"_s ? Nan : value.toString() == u"inf"_s ? Inf : -Inf;
}

/// Runs the script beside this file; false (and a failure) if that does not work.
bool writeEveryType(const QString &python, const QString &graph, const QString &json)
{
    QProcess process;
    process.start(
        python, { test::sourcePath(u"tests/core/formats/tosa/everydtype.py"_s), graph, json });
    const bool isDone = process.waitForFinished(120'000) && process.exitCode() == 0;
    EXPECT_TRUE(isDone) << process.readAllStandardError().toStdString();
    return isDone;
}

// Written by tosa-tools' serializer, decoded by ml_dtypes: every code of the small types.
TEST(ConstantValues, AgreesWithMlDtypesOnEveryType)
{
    const auto python = qEnvironmentVariable("TOSAIC_PYTHON");
    if (python.isEmpty())
        GTEST_SKIP() << "a Python environment with tosa-tools (TOSAIC_PYTHON) is needed";
    const auto folder = temporaryDir();
    const auto graph = folder + u"/every.tosa"_s;
    const auto json = folder + u"/every.json"_s;
    ASSERT_TRUE(writeEveryType(python, graph, json));
    QFile file(json);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const auto expected = QJsonDocument::fromJson(file.readAll()).object();
    EXPECT_EQ(expected.size(), 17);
    const auto network = readPath(graph);
    ASSERT_TRUE(network);
    for (auto entry = expected.begin(); entry != expected.end(); ++entry) {
        SCOPED_TRACE(entry.key().toStdString());
        const auto &constant = tensor(network->subgraphs.at(0), entry.key());
        EXPECT_EQ(constant.typeText, entry.key());
        const auto values = ConstantValues::of(*network, constant);
        ASSERT_TRUE(values);
        std::vector<double> numbers;
        for (const auto &value : entry.value().toArray())
            numbers.push_back(numberOf(value));
        std::vector<double> read(numbers.size());
        ASSERT_EQ(values->read(0, read), numbers.size());
        for (size_t i = 0; i < numbers.size(); ++i) {
            EXPECT_TRUE(read[i] == numbers[i] || (std::isnan(read[i]) && std::isnan(numbers[i])))
                << i << ": " << read[i] << " instead of " << numbers[i];
        }
    }
}

} // namespace

} // namespace tosaic::test::constantvaluestests
