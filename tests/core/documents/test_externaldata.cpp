// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memorypicture.h"
#include "core/documents/externaldata.h"
#include "core/documents/npuanalysis.h"
#include "core/documents/openmodel.h"
#include "core/formats/flattensor/flattensorreader.h"
#include "core/model/constantvalues.h"
#include "tests/core/formats/companions/companionbuilder.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::test::externaldatatests {

namespace {

/// A program that needs "weight" (FLOAT [2, 2]), which smallFlatTensor() holds.
class ExternalDataTest : public testing::Test
{
protected:
    ExternalDataTest()
    {
        model::Tensor tensor;
        tensor.isExternal = true;
        tensor.name = u"weight"_s;
        tensor.dtype = model::ScalarType::Float;
        tensor.shape = { 2, 2 };
        tensor.dimOrder = { 0, 1 };
        model::Method method;
        method.values = { tensor };
        program.methods = { method };
    }
    model::Tensor &tensor() { return std::get<model::Tensor>(program.methods[0].values[0]); }
    QString write(const QString &name, const QByteArray &bytes, const QString &where = {})
    {
        QFile file((where.isEmpty() ? dir : where) + u'/' + name);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        return file.fileName();
    }
    /// As smallFlatTensor(), with another first byte of "weight".
    static QByteArray changed()
    {
        auto bytes = smallFlatTensor();
        const auto file = formats::readFlatTensor(ByteSource::fromBytes(bytes));
        const auto entry = std::find_if((*file)->tensors.begin(), (*file)->tensors.end(),
            [](const auto &one) { return one.key == u"weight"_s; });
        bytes[static_cast<qsizetype>(entry->bytes->offset)] ^= 0x5a;
        return bytes;
    }
    static QStringList ids(const ExternalData &data)
    {
        QStringList ids;
        for (const auto &diagnostic : data.diagnostics) {
            EXPECT_EQ(diagnostic.severity, Severity::Warning) << "the program is readable";
            ids << diagnostic.id;
        }
        return ids;
    }

    QString dir = temporaryDir();
    model::Program program;
};

} // namespace

TEST_F(ExternalDataTest, TakesTheFileBesideTheProgram)
{
    const auto path = write(u"weights.ptd"_s, smallFlatTensor());
    const auto data = findExternalData(program, dir);
    ASSERT_TRUE(data);
    EXPECT_EQ(data->keys, QStringList{ u"weight"_s });
    EXPECT_TRUE(data->missing.isEmpty());
    EXPECT_TRUE(data->diagnostics.empty());
    ASSERT_EQ(data->files.size(), 1U);
    EXPECT_EQ(data->files[0].path, path);
    EXPECT_EQ(data->files[0].keys, data->keys);
    const auto *place = data->find(u"weight"_s);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->bytes.size, 16U);
    const auto values = model::ConstantValues::of(place->source, place->bytes, tensor());
    ASSERT_TRUE(values);
    EXPECT_EQ(values->count(), 4U);
    EXPECT_FALSE(data->find(u"key"_s)) << "the program does not ask for it";
}

TEST_F(ExternalDataTest, NothingIsLookedForWhereNothingIsNeeded)
{
    tensor().isExternal = false;
    write(u"weights.ptd"_s, smallFlatTensor());
    EXPECT_FALSE(findExternalData(program, dir));
}

TEST_F(ExternalDataTest, SaysWhatIsMissing)
{
    write(u"damaged.ptd"_s, smallFlatTensor().left(20));
    write(u"weights.txt"_s, smallFlatTensor());
    const auto data = findExternalData(program, dir);
    EXPECT_EQ(data->missing, QStringList{ u"weight"_s });
    const auto said = ids(*data);
    EXPECT_EQ(said.size(), 2) << said.join(u' ').toStdString();
    EXPECT_EQ(said.last(), u"pte.external-missing"_s);
    EXPECT_TRUE(data->diagnostics.back().text.contains(u"1 of 1"_s));
    EXPECT_TRUE(data->diagnostics.back().text.contains(u"weight"_s));
    EXPECT_TRUE(data->diagnostics.front().location.file.endsWith(u"damaged.ptd"_s));
}

TEST_F(ExternalDataTest, AnotherShapeIsAnotherTensor)
{
    tensor().shape = { 4 };
    write(u"weights.ptd"_s, smallFlatTensor());
    const auto data = findExternalData(program, dir);
    EXPECT_EQ(ids(*data), (QStringList{ u"pte.external-mismatch"_s, u"pte.external-missing"_s }));
    EXPECT_TRUE(data->diagnostics.front().text.contains(u"[2, 2] here"_s))
        << data->diagnostics.front().text.toStdString();
    EXPECT_TRUE(data->files.empty());
}

TEST_F(ExternalDataTest, TwoThatDifferGiveNoneUntilOneIsChosen)
{
    write(u"a.ptd"_s, smallFlatTensor());
    write(u"a-copy.ptd"_s, smallFlatTensor());
    EXPECT_TRUE(findExternalData(program, dir)->missing.isEmpty()) << "the same bytes";

    const auto chosen = write(u"b.ptd"_s, changed());
    const auto data = findExternalData(program, dir);
    EXPECT_EQ(ids(*data), (QStringList{ u"pte.external-ambiguous"_s, u"pte.external-missing"_s }));
    EXPECT_FALSE(data->find(u"weight"_s));

    const auto now = findExternalData(program, dir, { chosen });
    EXPECT_TRUE(now->diagnostics.empty());
    ASSERT_TRUE(now->find(u"weight"_s));
    EXPECT_EQ(now->find(u"weight"_s)->path, chosen);
    EXPECT_EQ(now->given, QStringList{ chosen });
}

TEST_F(ExternalDataTest, OfTwoGivenOnesTheFirstCounts)
{
    const auto elsewhere = temporaryDir();
    const auto first = write(u"first.ptd"_s, changed(), elsewhere);
    const auto second = write(u"second.ptd"_s, smallFlatTensor(), elsewhere);
    const auto data = findExternalData(program, dir, { first, second });
    ASSERT_TRUE(data->find(u"weight"_s));
    EXPECT_EQ(data->find(u"weight"_s)->path, first);
    EXPECT_TRUE(data->diagnostics.empty());
}

TEST_F(ExternalDataTest, AGivenFileWithNothingForTheProgramIsTold)
{
    tensor().name = u"bias"_s;
    const auto given = write(u"weights.ptd"_s, smallFlatTensor(), temporaryDir());
    EXPECT_EQ(ids(*findExternalData(program, dir, { given })),
        (QStringList{ u"pte.external-unused"_s, u"pte.external-missing"_s }));
    EXPECT_FALSE(holdsAnyOf(given, { u"bias"_s }));
    EXPECT_TRUE(holdsAnyOf(given, { u"bias"_s, u"weight"_s }));
    EXPECT_FALSE(holdsAnyOf(write(u"x.ptd"_s, "no such file"), { u"weight"_s }));
}

TEST_F(ExternalDataTest, BlocksOfADelegateAreFoundUnderTheirHashes)
{
    const auto fixture = fixturePath(u"two_partitions-u85-256-external"_s);
    const auto beside = openModel(fixture + u"/two_partitions.pte"_s);
    ASSERT_TRUE(beside);
    ASSERT_TRUE(beside->external);
    EXPECT_TRUE(beside->external->missing.isEmpty());
    EXPECT_EQ(beside->external->files.size(), 2U);

    const auto alone = dir + u"/alone.pte"_s;
    ASSERT_TRUE(QFile::copy(fixture + u"/two_partitions.pte"_s, alone));
    const auto without = openModel(alone);
    ASSERT_TRUE(without);
    EXPECT_EQ(without->external->missing, without->external->keys);
    EXPECT_TRUE(std::any_of(without->diagnostics.begin(), without->diagnostics.end(),
        [](const auto &one) { return one.id == u"pte.external-missing"_s; }));
    const auto half = openModel(alone, nullptr, { fixture + u"/npu_weights.ptd"_s });
    EXPECT_FALSE(half->external->missing.isEmpty());
    EXPECT_LT(half->external->missing.size(), half->external->keys.size());
}

/// What a delegate runs is known as if the commands were in the program.
TEST_F(ExternalDataTest, CommandsInAPtdAreRead)
{
    const auto fixture = fixturePath(u"two_partitions-u85-256-external"_s);
    const auto isMissed
        = [](const Diagnostic &one) { return one.id == u"ethosu.external-block"_s; };
    const auto beside = openModel(fixture + u"/two_partitions.pte"_s);
    ASSERT_TRUE(beside);
    EXPECT_FALSE(std::ranges::any_of(beside->diagnostics, isMissed));
    const auto &delegates = beside->program->methods[0].delegates;
    ASSERT_EQ(delegates.size(), 2U);
    for (const auto &delegate : delegates) {
        ASSERT_TRUE(delegate.ethosu->npu);
        EXPECT_EQ(delegate.ethosu->npu->name(), u"Ethos-U85-256"_s);
        EXPECT_EQ(delegate.ethosu->operationKinds.at(u"CONV"_s), 1U);
        for (const auto &name : { u"cmd_data"_s, u"weight_data"_s }) {
            const auto *block = delegate.ethosu->block(name);
            const auto *place = beside->external->find(block->externalKey);
            ASSERT_TRUE(place);
            EXPECT_EQ(block->bytes(), place->bytes.size);
        }
    }
    EXPECT_EQ(
        analysis::programMemory(*beside->program).fileRestBytes, beside->program->source->size())
        << "nothing of the NPU is in the .pte";
    const auto streams = analyseStreams(*beside->program->source, streamPlaces(*beside));
    ASSERT_EQ(streams.size(), 2U);
    for (const auto &stream : streams) {
        ASSERT_TRUE(stream->stream());
        EXPECT_FALSE(stream->work.empty());
        EXPECT_FALSE(stream->placed.place.inFile(0, 4)) << "the program has other bytes there";
        EXPECT_FALSE(stream->placed.place.weightsOffset);
    }

    // Whoever looks at them later need not keep what was open.
    const auto places = streamPlaces(*openModel(fixture + u"/two_partitions.pte"_s));
    for (const auto &stream : analyseStreams(*beside->program->source, places))
        EXPECT_TRUE(stream->stream());

    const auto alone = dir + u"/alone.pte"_s;
    ASSERT_TRUE(QFile::copy(fixture + u"/two_partitions.pte"_s, alone));
    const auto without = openModel(alone);
    ASSERT_TRUE(without);
    EXPECT_TRUE(std::ranges::any_of(without->diagnostics, isMissed));
    EXPECT_FALSE(without->program->methods[0].delegates[0].ethosu->npu);
    EXPECT_FALSE(without->program->methods[0].delegates[0].ethosu->block(u"cmd_data"_s)->bytes());
    const auto given = openModel(alone, nullptr, { fixture + u"/npu_commands.ptd"_s });
    ASSERT_TRUE(given);
    EXPECT_TRUE(given->program->methods[0].delegates[0].ethosu->npu);
}

TEST_F(ExternalDataTest, FindsAllOfTheSamples)
{
    TOSAIC_NEED_SAMPLES();
    for (const auto &name : { u"external_all/mlp_external.pte"_s,
             u"external_tagged/mlp_tagged.pte"_s, u"external_xnnpack/islands_external.pte"_s }) {
        const auto opened = openModel(samplesDir() + u"/generated/host/pte/"_s + name);
        ASSERT_TRUE(opened) << name.toStdString();
        if (!opened->external)
            continue; // XNNPACK names its keys inside its own payload
        EXPECT_TRUE(opened->external->missing.isEmpty()) << name.toStdString();
        EXPECT_TRUE(opened->external->diagnostics.empty()) << name.toStdString();
        for (const auto &value : opened->program->methods[0].values) {
            const auto *tensor = std::get_if<model::Tensor>(&value);
            if (!tensor || !tensor->isExternal)
                continue;
            const auto *place = opened->external->find(tensor->name);
            ASSERT_TRUE(place) << tensor->name.toStdString();
            EXPECT_TRUE(model::ConstantValues::of(place->source, place->bytes, *tensor));
            EXPECT_EQ(place->bytes.size, tensor->byteSize());
        }
    }
}

} // namespace tosaic::test::externaldatatests
