// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every operator, attribute, tensor and constant of the sample graphs against an independent
// decode: flatc with the schema that ExecuTorch installs, and the decode beside one of the samples.
#include "tests/core/formats/tosa/tosasupport.h"

#include "tests/support/flatc.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonObject>
#include <QStandardPaths>
#include <QtEndian>

namespace tosaic::test::tosaoracletests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

/// Renames a type of the released numbering into that of the layout the file really has.
QString typeIn(const QString &released, bool isOldNumbering)
{
    static const QStringList released10{ u"UNKNOWN"_s, u"BOOL"_s, u"INT4"_s, u"INT8"_s, u"INT16"_s,
        u"INT32"_s, u"INT48"_s, u"FP32"_s, u"FP16"_s };
    static const QStringList old{ u"UNKNOWN"_s, u"BOOL"_s, u"UINT8"_s, u"INT4"_s, u"INT8"_s,
        u"INT16"_s, u"INT32"_s, u"INT48"_s, u"FP32"_s };
    return isOldNumbering ? old.value(released10.indexOf(released)) : released;
}

QJsonArray names(const model::Subgraph &block, const std::vector<qint32> &indices)
{
    QJsonArray result;
    for (const auto index : indices)
        result.append(block.tensors[size_t(index)].name);
    return result;
}

QByteArray bytesOf(const QJsonArray &numbers)
{
    QByteArray bytes;
    for (const auto &number : numbers)
        bytes.append(char(number.toInt()));
    return bytes;
}

/// The value of a byte list in the type of the tensor, as JSON.
QJsonValue numberIn(const QByteArray &bytes, const QString &type)
{
    if (type == u"INT8"_s)
        return qint8(bytes[0]);
    if (type == u"INT16"_s)
        return qFromLittleEndian<qint16>(bytes.constData());
    if (type == u"INT32"_s)
        return qFromLittleEndian<qint32>(bytes.constData());
    if (type == u"FP32"_s)
        return double(qFromLittleEndian<float>(bytes.constData()));
    return QJsonValue::Undefined;
}

class Comparison
{
public:
    Comparison(const model::Network &network, bool isOldNumbering)
        : m_network(network), m_isOldNumbering(isOldNumbering)
    {
    }

    void compare(const QJsonObject &graph)
    {
        size_t next = 0;
        for (const auto &region : graph[u"regions"_s].toArray()) {
            for (const auto &block : region[u"blocks"_s].toArray()) {
                ASSERT_LT(next, m_network.subgraphs.size());
                const auto &ours = m_network.subgraphs[next++];
                EXPECT_EQ(ours.region, region[u"name"_s].toString());
                compareBlock(block.toObject(), ours);
            }
        }
        EXPECT_EQ(next, m_network.subgraphs.size());
    }

    int attributes() const { return m_attributes; }
    int constants() const { return m_constants; }

private:
    void compareBlock(const QJsonObject &block, const model::Subgraph &ours)
    {
        EXPECT_EQ(ours.name, block[u"name"_s].toString());
        EXPECT_EQ(names(ours, ours.inputs), block[u"inputs"_s].toArray());
        EXPECT_EQ(names(ours, ours.outputs), block[u"outputs"_s].toArray());
        const auto operators = block[u"operators"_s].toArray();
        ASSERT_EQ(qsizetype(ours.operators.size()), operators.size());
        for (qsizetype i = 0; i < operators.size(); ++i) {
            SCOPED_TRACE(i);
            compareOperator(operators[i].toObject(), ours, ours.operators[size_t(i)]);
        }
        const auto tensors = block[u"tensors"_s].toArray();
        const auto shapes = block[u"shapes"_s].toArray();
        ASSERT_EQ(qsizetype(ours.tensors.size()), tensors.size() + shapes.size());
        for (qsizetype i = 0; i < tensors.size(); ++i)
            compareTensor(tensors[i].toObject(), ours.tensors[size_t(i)]);
        for (qsizetype i = 0; i < shapes.size(); ++i)
            compareShape(shapes[i].toObject(), ours.tensors[size_t(tensors.size() + i)]);
    }

    void compareOperator(
        const QJsonObject &op, const model::Subgraph &block, const model::NetworkOperator &ours)
    {
        EXPECT_EQ(ours.type, op[u"op"_s].toString());
        EXPECT_EQ(names(block, ours.inputs), op[u"inputs"_s].toArray());
        EXPECT_EQ(names(block, ours.outputs), op[u"outputs"_s].toArray());
        const auto attributes = op[u"attribute"_s].toObject();
        EXPECT_EQ(qsizetype(ours.attributes.size()), attributes.size());
        for (const auto &attribute : ours.attributes) {
            SCOPED_TRACE(attribute.name.toStdString());
            auto expected = attributes[attribute.name];
            EXPECT_FALSE(expected.isUndefined());
            if (attribute.name == u"min_val"_s || attribute.name == u"max_val"_s)
                expected = numberIn(
                    bytesOf(expected.toArray()), block.tensors[size_t(ours.inputs[0])].typeText);
            EXPECT_EQ(jsonOf(attribute.value), expected);
            ++m_attributes;
        }
        const auto location = op[u"location"_s][u"text"_s].toString();
        if (location.startsWith(u'{'))
            EXPECT_TRUE(location.contains(u'"' + ours.name + u'"'));
        else
            EXPECT_EQ(ours.name, location);
    }

    void compareData(const QJsonArray &data, const model::NetworkTensor &ours)
    {
        if (!ours.data) {
            EXPECT_TRUE(data.isEmpty());
            return;
        }
        EXPECT_EQ(
            m_network.source->slice(ours.data->offset, ours.data->size).value(), bytesOf(data));
        ++m_constants;
    }

    void compareTensor(const QJsonObject &tensor, const model::NetworkTensor &ours)
    {
        SCOPED_TRACE(ours.name.toStdString());
        EXPECT_EQ(ours.name, tensor[u"name"_s].toString());
        EXPECT_EQ(ours.typeText, typeIn(tensor[u"type"_s].toString(), m_isOldNumbering));
        EXPECT_EQ(ours.shape.has_value(), !tensor[u"is_unranked"_s].toBool());
        EXPECT_EQ(jsonOf(ours.shape.value_or(std::vector<qint64>())),
            QJsonValue(tensor[u"shape"_s].toArray()));
        EXPECT_EQ(ours.isVariable, tensor[u"variable"_s].toBool());
        compareData(tensor[u"data"_s].toArray(), ours);
    }

    void compareShape(const QJsonObject &shape, const model::NetworkTensor &ours)
    {
        EXPECT_EQ(ours.name, shape[u"name"_s].toString());
        EXPECT_EQ(ours.type, model::ElementType::Shape);
        EXPECT_EQ(ours.shape->at(0), shape[u"rank"_s].toInteger());
        compareData(shape[u"data"_s].toArray(), ours);
    }

    const model::Network &m_network;
    bool m_isOldNumbering;
    int m_attributes = 0;
    int m_constants = 0;
};

bool isOld(const model::Network &network)
{
    return metadata(network, u"layout"_s) != u"1.0"_s;
}

TEST(TosaOracle, AgreesWithFlatcOnEveryGraph)
{
    TOSAIC_NEED_SAMPLES();
    const auto schema = executorchSchema(u"backends/arm/tosa/schemas/tosa_1.1.fbs"_s);
    if (schema.isEmpty() || QStandardPaths::findExecutable(u"flatc"_s).isEmpty())
        GTEST_SKIP() << "flatc and a Python environment with executorch (TOSAIC_PYTHON) are needed";
    int attributes = 0;
    int constants = 0;
    const auto paths = sampleGraphs();
    EXPECT_GE(paths.size(), 37);
    for (const auto &path : paths) {
        SCOPED_TRACE(path.toStdString());
        const auto network = readPath(path);
        ASSERT_TRUE(network);
        const auto graph = decodedByFlatc(schema, path);
        ASSERT_FALSE(graph.isEmpty());
        Comparison comparison(*network, isOld(*network));
        comparison.compare(graph);
        attributes += comparison.attributes();
        constants += comparison.constants();
    }
    EXPECT_GT(attributes, 1000);
    EXPECT_GT(constants, 1000);
}

TEST(TosaOracle, AgreesWithTheDecodeBesideTheDraft)
{
    TOSAIC_NEED_SAMPLES();
    const auto stem = samplesDir() + u"/models/tosa/test_add_1x4x4x4_f32"_s;
    const auto network = readPath(stem + u".tosa"_s);
    ASSERT_TRUE(network);
    Comparison comparison(*network, true);
    comparison.compare(jsonFile(stem + u".json"_s));
}

} // namespace

} // namespace tosaic::test::tosaoracletests
