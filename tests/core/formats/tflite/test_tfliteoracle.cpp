// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Every field of every sample against two independent decoders: flatc, and the Python classes that
// Vela reads TensorFlow Lite with.
#include "core/inspect/tflitedescription.h"
#include "tests/core/formats/tflite/flatctflite.h"
#include "tests/core/formats/tflite/tflitesupport.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QStandardPaths>

namespace tosaic::test::tfliteoracletests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

TEST(TfLiteOracle, EqualsFlatc)
{
    TOSAIC_NEED_SAMPLES();
    const auto flatc = QStandardPaths::findExecutable(u"flatc"_s);
    if (flatc.isEmpty())
        GTEST_SKIP() << "flatc is not installed";
    for (const auto &path : sampleModels()) {
        SCOPED_TRACE(path.toStdString());
        const auto network = readModelFile(path);
        ASSERT_TRUE(network);
        const auto theirs = decodeWithFlatc(flatc, path);
        ASSERT_FALSE(theirs.isEmpty()) << "flatc could not decode it";
        compareWithFlatc(**network, theirs);
    }
}

namespace {

/// Prints for each file what Vela's classes read: types, tensors and options by name.
const char *const Script = R"py(
import importlib, json, re, sys
import numpy as np
def load(name):
    return getattr(importlib.import_module('ethosu.vela.tflite.' + name), name)
def names(cls):
    return {v: k for k, v in vars(cls).items() if isinstance(v, int)}
Model = load('Model')
operators, types = names(load('BuiltinOperator')), names(load('TensorType'))
unions = names(load('BuiltinOptions')), names(load('BuiltinOptions2'))
def snake(text):
    text = re.sub(r'([a-z0-9])([A-Z])', r'\1_\2', text)
    return re.sub(r'([A-Z])([A-Z][a-z])', r'\1_\2', text).lower()
def options(op):
    result = {}
    for kind, table, union in ((op.BuiltinOptionsType(), op.BuiltinOptions(), unions[0]),
                               (op.BuiltinOptions2Type(), op.BuiltinOptions2(), unions[1])):
        if kind == 0 or table is None:
            continue
        cls = load(union[kind])
        value = cls()
        value.Init(table.Bytes, table.Pos)
        for name in vars(cls):
            if name.endswith(('AsNumpy', 'Length', 'IsNone', 'HasIdentifier')) or name == 'Init' or name.startswith(('_', 'GetRoot')):
                continue
            if hasattr(cls, name + 'Length'):
                result[snake(name)] = [getattr(value, name)(i) for i in range(getattr(value, name + 'Length')())]
            else:
                field = getattr(value, name)()
                result[snake(name)] = field.decode() if isinstance(field, bytes) else field
    return result
def listed(array):
    return [] if isinstance(array, int) else [int(x) for x in array]
files = {}
for path in sys.stdin.read().split('\n'):
    if not path:
        continue
    model = Model.GetRootAs(open(path, 'rb').read(), 0)
    graph = model.Subgraphs(0)
    ops = []
    for i in range(graph.OperatorsLength()):
        op = graph.Operators(i)
        code = model.OperatorCodes(op.OpcodeIndex())
        number = max(code.BuiltinCode(), code.DeprecatedBuiltinCode())
        name = 'CUSTOM:' + code.CustomCode().decode() if number == 32 else operators[number]
        ops.append({'op': name, 'inputs': listed(op.InputsAsNumpy()), 'outputs': listed(op.OutputsAsNumpy()), 'options': options(op)})
    tensors = []
    for i in range(graph.TensorsLength()):
        t = graph.Tensors(i)
        q = t.Quantization()
        tensors.append({'name': (t.Name() or b'').decode(), 'dtype': types[t.Type()], 'shape': listed(t.ShapeAsNumpy()),
                        'bytes': model.Buffers(t.Buffer()).DataLength(),
                        'scales': [float(x) for x in q.ScaleAsNumpy()] if q and q.ScaleLength() else [],
                        'zeroPoints': listed(q.ZeroPointAsNumpy()) if q and q.ScaleLength() else []})
    files[path] = {'operators': ops, 'tensors': tensors}
print(json.dumps(files))
)py";

void compareOptions(const QJsonObject &ours, const QJsonObject &theirs)
{
    for (const auto &name : theirs.keys()) {
        ASSERT_TRUE(ours.contains(name)) << name.toStdString();
        const auto value = theirs[name];
        if (ours[name].isString() && !value.isString())
            continue; // enumerators: names here, numbers there; flatc compares those
        if (value.isBool() || ours[name].isBool())
            EXPECT_EQ(ours[name].toVariant().toBool(), value.toVariant().toBool());
        else if (value.isDouble())
            EXPECT_EQ(ours[name].toDouble(), value.toDouble()) << name.toStdString();
        else
            EXPECT_EQ(ours[name], value) << name.toStdString();
    }
}

void compareTensor(const QJsonObject &ours, const QJsonObject &theirs)
{
    EXPECT_EQ(ours[u"name"_s], theirs[u"name"_s]);
    EXPECT_EQ(ours[u"dtype"_s], theirs[u"dtype"_s]);
    EXPECT_EQ(ours[u"shape"_s].toArray(), theirs[u"shape"_s].toArray());
    EXPECT_EQ(ours[u"constantBytes"_s].toInteger(), theirs[u"bytes"_s].toInteger());
    const auto quantisation = ours[u"quantisation"_s].toObject();
    EXPECT_EQ(quantisation[u"scales"_s].toArray(), theirs[u"scales"_s].toArray());
    EXPECT_EQ(quantisation[u"zeroPoints"_s].toArray(), theirs[u"zeroPoints"_s].toArray());
}

void compareGraph(const QJsonObject &ours, const QJsonObject &theirs)
{
    const auto operators = ours[u"operatorList"_s].toArray();
    const auto expected = theirs[u"operators"_s].toArray();
    ASSERT_EQ(operators.size(), expected.size());
    for (qsizetype i = 0; i < expected.size(); ++i) {
        for (const auto &key : { u"op"_s, u"inputs"_s, u"outputs"_s })
            EXPECT_EQ(operators[i][key], expected[i][key]) << i;
        compareOptions(
            operators[i][u"attributes"_s].toObject(), expected[i][u"options"_s].toObject());
    }
    const auto tensors = ours[u"tensors"_s].toArray();
    const auto stated = theirs[u"tensors"_s].toArray();
    ASSERT_EQ(tensors.size(), stated.size());
    for (qsizetype i = 0; i < stated.size(); ++i)
        compareTensor(tensors[i].toObject(), stated[i].toObject());
}

} // namespace

TEST(TfLiteOracle, EqualsVelasOwnReader)
{
    TOSAIC_NEED_SAMPLES();
    const auto python = qEnvironmentVariable("TOSAIC_PYTHON");
    if (python.isEmpty())
        GTEST_SKIP() << "TOSAIC_PYTHON names no Python with Vela";
    QProcess process;
    process.start(python, { u"-c"_s, QString::fromUtf8(Script) });
    process.write(sampleModels().join(u'\n').toUtf8());
    process.closeWriteChannel();
    ASSERT_TRUE(process.waitForFinished(300'000));
    const auto output = process.readAllStandardOutput();
    ASSERT_EQ(process.exitCode(), 0) << process.readAllStandardError().toStdString();
    const auto files = QJsonDocument::fromJson(output).object();
    EXPECT_GE(files.size(), 48);
    for (const auto &path : files.keys()) {
        SCOPED_TRACE(path.toStdString());
        const auto network = readModelFile(path);
        ASSERT_TRUE(network);
        const auto json = inspect::describeTfLite(**network).json;
        compareGraph(json[u"subgraphs"_s][0].toObject(), files[path].toObject());
    }
}

} // namespace tosaic::test::tfliteoracletests
