// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/tflite/flatctflite.h"

#include "tests/core/formats/tflite/tflitesupport.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

std::vector<qint64> numbers(const QJsonValue &list)
{
    std::vector<qint64> result;
    for (const auto number : list.toArray())
        result.push_back(number.toInteger());
    return result;
}

QByteArray bufferBytes(const QJsonObject &model, qint64 index)
{
    QByteArray result;
    for (const auto byte : model[u"buffers"_s][qsizetype(index)][u"data"_s].toArray())
        result.append(char(byte.toInt()));
    return result;
}

void compareTensor(const model::Network &network, const model::NetworkTensor &ours,
    const QJsonObject &theirs, const QJsonObject &model)
{
    EXPECT_EQ(ours.name, theirs[u"name"_s].toString());
    EXPECT_EQ(ours.typeText, theirs[u"type"_s].toString());
    EXPECT_EQ(ours.isVariable, theirs[u"is_variable"_s].toBool());
    const auto shape = numbers(theirs[u"shape"_s]);
    EXPECT_EQ(ours.shape.value_or(std::vector<qint64>()), shape);
    const auto signature = numbers(theirs[u"shape_signature"_s]);
    EXPECT_EQ(ours.shapeSignature, signature == shape ? std::vector<qint64>() : signature);
    const auto quantisation = theirs[u"quantization"_s].toObject();
    const auto scales = quantisation[u"scale"_s].toArray();
    ASSERT_EQ(ours.quantisation.has_value(), !scales.isEmpty());
    for (qsizetype i = 0; i < scales.size(); ++i) {
        // flatc prints six digits.
        EXPECT_NEAR(ours.quantisation->scales[size_t(i)], scales[i].toDouble(),
            1e-6 + 1e-5 * std::abs(scales[i].toDouble()));
    }
    if (!scales.isEmpty()) {
        EXPECT_EQ(ours.quantisation->zeroPoints, numbers(quantisation[u"zero_point"_s]));
        EXPECT_EQ(ours.quantisation->axis, quantisation[u"quantized_dimension"_s].toInt());
    }
    const auto bytes = bufferBytes(model, theirs[u"buffer"_s].toInteger());
    ASSERT_EQ(ours.data.has_value(), !bytes.isEmpty());
    if (ours.data) {
        const auto stored = network.source->slice(ours.data->offset, ours.data->size);
        ASSERT_TRUE(stored);
        EXPECT_EQ(*stored, QByteArrayView(bytes));
    }
}

void compareOption(const model::AttributeValue &ours, const QJsonValue &theirs)
{
    if (const auto *boolean = std::get_if<bool>(&ours))
        EXPECT_EQ(*boolean, theirs.toBool());
    else if (const auto *integer = std::get_if<qint64>(&ours))
        EXPECT_EQ(*integer, theirs.toInteger());
    else if (const auto *real = std::get_if<double>(&ours))
        EXPECT_NEAR(*real, theirs.toDouble(), 1e-6);
    else if (const auto *text = std::get_if<QString>(&ours))
        EXPECT_EQ(*text, theirs.toString());
    else if (const auto *list = std::get_if<std::vector<qint64>>(&ours))
        EXPECT_EQ(*list, numbers(theirs));
    else
        ADD_FAILURE() << "a kind that no sample had so far: " << ours.index();
}

void compareOperator(
    const model::NetworkOperator &ours, const QJsonObject &theirs, const QJsonObject &model)
{
    const auto code = model[u"operator_codes"_s][qsizetype(theirs[u"opcode_index"_s].toInteger())];
    // An old file has the number in one byte only; flatc then prints the name of 0.
    if (code[u"builtin_code"_s].toString() == "CUSTOM"_L1
        || code[u"deprecated_builtin_code"_s].toInt() == 32) {
        EXPECT_EQ(ours.type, u"CUSTOM:"_s + code[u"custom_code"_s].toString());
    } else if (code[u"builtin_code"_s].toString() != "ADD"_L1) {
        EXPECT_EQ(ours.type, code[u"builtin_code"_s].toString());
    }
    EXPECT_EQ(
        std::vector<qint64>(ours.inputs.begin(), ours.inputs.end()), numbers(theirs[u"inputs"_s]));
    EXPECT_EQ(std::vector<qint64>(ours.outputs.begin(), ours.outputs.end()),
        numbers(theirs[u"outputs"_s]));
    const auto options = theirs[u"builtin_options"_s].toObject();
    for (const auto &name : options.keys()) {
        SCOPED_TRACE(name.toStdString());
        compareOption(attribute(ours, name), options[name]);
    }
    QByteArray custom;
    for (const auto byte : theirs[u"custom_options"_s].toArray())
        custom.append(char(byte.toInt()));
    EXPECT_EQ(attributeAs<QByteArray>(ours, u"custom_options"_s), custom);
}

} // namespace

QJsonObject decodeWithFlatc(const QString &flatc, const QString &path)
{
    const auto folder = temporaryDir();
    QProcess process;
    process.start(flatc,
        { u"--json"_s, u"--strict-json"_s, u"--defaults-json"_s, u"--raw-binary"_s, u"-o"_s, folder,
            sourcePath(u"core/formats/tflite/tflite.fbs"_s), u"--"_s, path });
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
        return {};
    QFile file(folder + u'/' + QFileInfo(path).completeBaseName() + u".json"_s);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const auto result = QJsonDocument::fromJson(file.readAll()).object();
    file.remove();
    return result;
}

void compareWithFlatc(const model::Network &ours, const QJsonObject &theirs)
{
    EXPECT_EQ(ours.description, theirs[u"description"_s].toString());
    const auto metadata = theirs[u"metadata"_s].toArray();
    ASSERT_EQ(ours.metadata.size(), size_t(metadata.size()));
    for (qsizetype i = 0; i < metadata.size(); ++i)
        EXPECT_EQ(ours.metadata[size_t(i)].first, metadata[i][u"name"_s].toString());
    const auto subgraphs = theirs[u"subgraphs"_s].toArray();
    ASSERT_EQ(ours.subgraphs.size(), size_t(subgraphs.size()));
    for (qsizetype s = 0; s < subgraphs.size(); ++s) {
        const auto &subgraph = ours.subgraphs[size_t(s)];
        const auto tensors = subgraphs[s][u"tensors"_s].toArray();
        ASSERT_EQ(subgraph.tensors.size(), size_t(tensors.size()));
        for (qsizetype i = 0; i < tensors.size(); ++i)
            compareTensor(ours, subgraph.tensors[size_t(i)], tensors[i].toObject(), theirs);
        const auto operators = subgraphs[s][u"operators"_s].toArray();
        ASSERT_EQ(subgraph.operators.size(), size_t(operators.size()));
        for (qsizetype i = 0; i < operators.size(); ++i) {
            SCOPED_TRACE(i);
            compareOperator(subgraph.operators[size_t(i)], operators[i].toObject(), theirs);
        }
        EXPECT_EQ(std::vector<qint64>(subgraph.inputs.begin(), subgraph.inputs.end()),
            numbers(subgraphs[s][u"inputs"_s]));
    }
}

} // namespace tosaic::test
