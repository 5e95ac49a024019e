// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// .npz against NumPy; debug databases against Python's ElementTree and csv.
#include "core/formats/vela/debugdb.h"
#include "core/inspect/veladescription.h"
#include "tests/core/formats/vela/velafiles.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonDocument>

namespace tosaic::test::velaoracletests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using namespace tosaic::formats::vela;

namespace {

const QString NumPyScript = uR"PY(
import hashlib, json, sys
import numpy as np
result = {}
for path in sys.argv[1:]:
    arrays = {}
    with np.load(path, allow_pickle=False) as npz:
        for name in npz.files:
            try:
                array = npz[name]
            except ValueError:
                arrays[name] = None  # pickled
                continue
            arrays[name] = [str(array.dtype), list(array.shape), hashlib.sha256(array.tobytes()).hexdigest(),
                            array.flatten().tolist() if array.dtype.kind == "i" else None]
    result[path] = arrays
print(json.dumps(result))
)PY"_s;

const QString XmlScript = uR"PY(
import csv, io, json, sys
import xml.etree.ElementTree as tree
result = {}
for path in sys.argv[1:]:
    try:
        root = tree.parse(path).getroot()
    except tree.ParseError:
        result[path] = None
        continue
    result[path] = {"source": root.get("source"), "tables": [[table.get("name"),
        [row for row in csv.reader(io.StringIO(table.text.strip())) if row]] for table in root]}
print(json.dumps(result))
)PY"_s;

bool hasPython()
{
    return !qEnvironmentVariable("TOSAIC_PYTHON").isEmpty();
}

void compareArray(const NpzArray &array, const QJsonArray &theirs)
{
    EXPECT_EQ(array.header.dtype, theirs[0].toString());
    QJsonArray shape;
    for (const auto size : array.header.shape)
        shape.append(qint64(size));
    EXPECT_EQ(shape, theirs[1].toArray());
    ASSERT_TRUE(array.data);
    EXPECT_EQ(sha256Hex(array.data->bytes()), theirs[2].toString());
    if (!theirs[3].isArray())
        return;
    QJsonArray numbers;
    for (const auto number : integersOf(array).value_or(std::vector<qint64>()))
        numbers.append(number);
    EXPECT_EQ(numbers, theirs[3].toArray());
}

void compareTable(const VelaDebugDb &db, const DebugTable &table, const QJsonArray &rows)
{
    ASSERT_EQ(table.rows() + 1, size_t(rows.size())) << table.name.toStdString();
    for (size_t column = 0; column < table.columns.size(); ++column) {
        EXPECT_EQ(table.columns[column].name(), rows[0][qsizetype(column)].toString());
        for (size_t row = 0; row < table.rows(); ++row)
            ASSERT_EQ(table.columns[column].text(row, db.texts),
                rows[qsizetype(row) + 1][qsizetype(column)].toString())
                << table.name.toStdString() << ' ' << row;
    }
}

} // namespace

TEST(VelaOracle, ArraysAreNumPys)
{
    TOSAIC_NEED_SAMPLES();
    if (!hasPython())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: NumPy is not here to compare with";
    const auto paths = findBelow(samplesDir() + u"/generated"_s, u"*.npz"_s);
    const auto theirs = QJsonDocument::fromJson(runPython(NumPyScript, paths)).object();
    ASSERT_EQ(theirs.size(), paths.size());
    EXPECT_GE(paths.size(), 30);
    for (const auto &path : paths) {
        SCOPED_TRACE(path.toStdString());
        const auto npz = readNpz(*ByteSource::map(path));
        ASSERT_TRUE(npz);
        const auto arrays = theirs[path].toObject();
        EXPECT_EQ((*npz)->arrays.size(), size_t(arrays.size()));
        for (const auto &array : (*npz)->arrays) {
            if (array.header.isObject())
                EXPECT_TRUE(arrays[array.name].isNull()) << "NumPy refuses it as well";
            else
                compareArray(array, arrays[array.name].toArray());
        }
    }
}

TEST(VelaOracle, DebugTablesArePythons)
{
    TOSAIC_NEED_SAMPLES();
    if (!hasPython())
        GTEST_SKIP() << "TOSAIC_PYTHON is not set: Python is not here to compare with";
    const auto paths = findBelow(samplesDir(), u"*_debug.xml"_s);
    const auto theirs = QJsonDocument::fromJson(runPython(XmlScript, paths)).object();
    ASSERT_EQ(theirs.size(), paths.size());
    EXPECT_GE(paths.size(), 50);
    int damaged = 0;
    for (const auto &path : paths) {
        SCOPED_TRACE(path.toStdString());
        const auto db = readDebugDb(*ByteSource::map(path));
        ASSERT_TRUE(db);
        EXPECT_EQ((*db)->isWellFormed, !theirs[path].isNull());
        if (theirs[path].isNull()) {
            ++damaged;
            continue;
        }
        EXPECT_EQ((*db)->source, theirs[path][u"source"_s].toString());
        const auto tables = theirs[path][u"tables"_s].toArray();
        ASSERT_EQ((*db)->tables.size(), size_t(tables.size()));
        for (qsizetype i = 0; i < tables.size(); ++i) {
            EXPECT_EQ((*db)->tables[size_t(i)].name, tables[i][0].toString());
            compareTable(**db, (*db)->tables[size_t(i)], tables[i][1].toArray());
        }
    }
    EXPECT_EQ(damaged, 1);
}

} // namespace tosaic::test::velaoracletests
