// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// .ptd of every generation: synthetic ones, stated facts of the samples, damage.
#include "core/inspect/flattensordescription.h"
#include "tests/core/formats/companions/companionbuilder.h"
#include "tests/core/formats/companions/companionsupport.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QJsonArray>

namespace tosaic::test::flattensortests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

std::shared_ptr<const formats::FlatTensorFile> read(const QByteArray &bytes)
{
    auto file = formats::readFlatTensor(ByteSource::fromBytes(bytes, u"m.ptd"_s));
    EXPECT_TRUE(file) << file.error().toText().toStdString();
    return *file;
}

QJsonArray shapeOf(const formats::FlatTensorEntry &entry)
{
    QJsonArray result;
    for (const auto size : entry.layout->shape)
        result.append(size);
    return result;
}

void compareHeader(const formats::FlatTensorFile &file, const QJsonObject &stated)
{
    ASSERT_TRUE(file.header);
    EXPECT_EQ(qint64(file.header->length), stated[u"length"_s].toInteger());
    EXPECT_EQ(qint64(file.header->flatBufferOffset), stated[u"flatbuffer_offset"_s].toInteger());
    EXPECT_EQ(qint64(file.header->flatBufferSize), stated[u"flatbuffer_size"_s].toInteger());
    EXPECT_EQ(qint64(file.header->segmentBaseOffset), stated[u"segment_base_offset"_s].toInteger());
    EXPECT_EQ(qint64(file.header->segmentDataSize), stated[u"segment_data_size"_s].toInteger());
}

void compareCurrent(const formats::FlatTensorFile &file, const QJsonObject &facts)
{
    compareHeader(file, facts[u"header"_s].toObject());
    const auto segments = facts[u"segments"_s].toArray();
    ASSERT_EQ(file.segments.size(), size_t(segments.size()));
    for (qsizetype i = 0; i < segments.size(); ++i) {
        EXPECT_EQ(qint64(file.segments[size_t(i)].offset), segments[i][0].toInteger());
        EXPECT_EQ(qint64(file.segments[size_t(i)].size), segments[i][1].toInteger());
    }
    const auto named = facts[u"named_data"_s].toArray();
    ASSERT_EQ(file.tensors.size(), size_t(named.size()));
    for (qsizetype i = 0; i < named.size(); ++i) {
        const auto &entry = file.tensors[size_t(i)];
        EXPECT_EQ(entry.key, named[i][u"key"_s].toString());
        EXPECT_EQ(int(entry.segment), named[i][u"segment_index"_s].toInt());
        ASSERT_EQ(entry.layout.has_value(), named[i][u"layout"_s].isObject());
        if (entry.layout) {
            EXPECT_EQ(model::scalarTypeName(entry.layout->dtype),
                named[i][u"layout"_s][u"dtype"_s].toString());
            EXPECT_EQ(shapeOf(entry), named[i][u"layout"_s][u"sizes"_s].toArray());
        }
        ASSERT_TRUE(entry.bytes);
        EXPECT_EQ(sha256Of(*file.source, entry.bytes->offset, entry.bytes->size),
            named[i][u"sha256"_s].toString());
    }
}

void compareLegacy(const formats::FlatTensorFile &file, const QJsonObject &facts)
{
    EXPECT_TRUE(file.isLegacy);
    EXPECT_EQ(qint64(file.tensorAlignment.value_or(0)), facts[u"tensor_alignment"_s].toInteger());
    const auto tensors = facts[u"tensors"_s].toArray();
    ASSERT_EQ(file.tensors.size(), size_t(tensors.size()));
    for (qsizetype i = 0; i < tensors.size(); ++i) {
        const auto &entry = file.tensors[size_t(i)];
        EXPECT_EQ(entry.key, tensors[i][u"fully_qualified_name"_s].toString());
        EXPECT_EQ(
            model::scalarTypeName(entry.layout->dtype), tensors[i][u"scalar_type"_s].toString());
        EXPECT_EQ(shapeOf(entry), tensors[i][u"sizes"_s].toArray());
        EXPECT_EQ(qint64(entry.offset), tensors[i][u"offset"_s].toInteger(0));
        EXPECT_TRUE(entry.bytes);
    }
    EXPECT_EQ(qint64(file.segments.at(0).size), facts[u"segments"_s][0][u"size"_s].toInteger());
}

} // namespace

TEST(FlatTensor, CurrentLayout)
{
    const auto bytes = smallFlatTensor();
    const auto file = read(bytes);
    EXPECT_FALSE(file->isLegacy);
    EXPECT_TRUE(file->diagnostics.empty());
    ASSERT_EQ(file->tensors.size(), 2);
    EXPECT_EQ(file->tensors[0].key, u"weight"_s);
    EXPECT_EQ(file->tensors[0].size, 16);
    EXPECT_FALSE(file->tensors[1].layout);
    EXPECT_EQ(file->tensors[1].size, 5);
    EXPECT_EQ(bytes.sliced(qsizetype(file->tensors[1].bytes->offset), 5), "bytes");
    const auto json = inspect::describeFlatTensor(*file).json[u"tensors"_s].toArray();
    EXPECT_EQ(json[0][u"dtype"_s], u"FLOAT"_s);
    EXPECT_EQ(json[0][u"shape"_s].toArray(), (QJsonArray{ 2, 2 }));
    EXPECT_EQ(json[0][u"segment"_s], 0);
    EXPECT_EQ(json[0][u"offset"_s], 0);
    EXPECT_EQ(json[0][u"size"_s], 16);
    EXPECT_FALSE(json[1].toObject().contains(u"dtype"_s));
    const auto rows = inspect::describeFlatTensor(*file).sections[0].table.rows;
    EXPECT_EQ(rows[1][1], u"bytes"_s);
    for (const auto &row : rows)
        EXPECT_FALSE(row.contains(QString())) << row.join(u'|').toStdString();
}

TEST(FlatTensor, LegacyLayoutUnderTheSameIdentifier)
{
    const auto file = read(legacyFlatTensor());
    EXPECT_TRUE(file->isLegacy);
    EXPECT_EQ(file->tensorAlignment, 16);
    ASSERT_EQ(file->tensors.size(), 3);
    EXPECT_EQ(file->tensors[1].offset, 16);
    EXPECT_EQ(file->tensors[1].size, 4);
    EXPECT_EQ(file->tensors[1].bytes->offset, file->header->segmentBaseOffset + 16);
    EXPECT_FALSE(file->tensors[2].layout);
    EXPECT_TRUE(has(file->diagnostics, u"ptd.legacy"_s));
}

TEST(FlatTensor, Contradictions)
{
    const auto file = read(contradictoryFlatTensor());
    ASSERT_EQ(file->tensors.size(), 4);
    EXPECT_FALSE(file->tensors[2].bytes);
    EXPECT_FALSE(file->tensors[2].size);
    EXPECT_FALSE(file->tensors[3].bytes);
    EXPECT_TRUE(has(file->diagnostics, u"ptd.index-out-of-range"_s));
    EXPECT_TRUE(has(file->diagnostics, u"ptd.constant-outside-segment"_s));
    const auto cut = read(smallFlatTensor().chopped(8));
    EXPECT_TRUE(has(cut->diagnostics, u"ptd.truncated"_s));
    EXPECT_TRUE(has(cut->diagnostics, u"ptd.segment-outside-file"_s));
}

TEST(FlatTensor, AnyBytes)
{
    for (const auto &file : { smallFlatTensor(), legacyFlatTensor(), contradictoryFlatTensor() })
        exercise(file, [](const auto &source) {
            if (const auto read = formats::readFlatTensor(source))
                static_cast<void>(inspect::describeFlatTensor(**read));
        });
}

TEST(FlatTensor, Samples)
{
    TOSAIC_NEED_SAMPLES();
    const auto paths = sampleFiles(u"ptd"_s);
    EXPECT_GE(paths.size(), 8);
    int stated = 0;
    for (const auto &path : paths) {
        SCOPED_TRACE(path.toStdString());
        const auto file = formats::readFlatTensor(mapped(path));
        ASSERT_TRUE(file) << file.error().toText().toStdString();
        const auto facts = factsOf(path);
        if (facts[u"kind"_s] == u"ptd"_s)
            compareCurrent(**file, facts);
        else if (!facts.isEmpty())
            compareLegacy(**file, facts);
        stated += facts.isEmpty() ? 0 : 1;
        for (const auto &diagnostic : (*file)->diagnostics)
            EXPECT_EQ(diagnostic.id, u"ptd.legacy"_s);
    }
    EXPECT_GE(stated, 5);
}

TEST(FlatTensor, LinearOfTheReadme)
{
    TOSAIC_NEED_SAMPLES();
    const auto file
        = formats::readFlatTensor(mapped(samplesDir() + u"/models/ptd/et-linear.ptd"_s));
    ASSERT_TRUE(file);
    EXPECT_TRUE((*file)->isLegacy);
    ASSERT_EQ((*file)->tensors.size(), 2);
    QStringList keys{ (*file)->tensors[0].key, (*file)->tensors[1].key };
    keys.sort();
    EXPECT_EQ(keys, (QStringList{ u"linear.bias"_s, u"linear.weight"_s }));
    EXPECT_EQ((*file)->header->segmentBaseOffset, 272);
    EXPECT_EQ((*file)->header->segmentDataSize, 64);
}

TEST(FlatTensor, BlocksOfAnEthosUDelegate)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = samplesDir() + u"/generated/aot/twopart-int8-u85-512-external/"_s;
    const auto file = formats::readFlatTensor(mapped(folder + u"npu_commands.ptd"_s));
    ASSERT_TRUE(file);
    ASSERT_FALSE((*file)->tensors.empty());
    for (const auto &entry : (*file)->tensors) {
        EXPECT_FALSE(entry.layout);
        EXPECT_EQ(entry.key.size(), 64);
        ASSERT_TRUE(entry.bytes);
        EXPECT_EQ(*(*file)->source->slice(entry.bytes->offset, 4), QByteArrayView("COP1"));
    }
}

} // namespace tosaic::test::flattensortests
