// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the many kinds of ZIP a file is, told by the registry from its directory.
#include "core/formats/registry.h"
#include "tests/core/formats/exported/exportedsupport.h"
#include "tests/core/formats/zip/zipbuilder.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

namespace tosaic::test::recognitiontests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::formats;
using namespace tosaic::test;

namespace {

TEST(ZipRecognition, TellsArchivesApart)
{
    EXPECT_EQ(recognise(pt2Bytes()), FileKind::Pt2);
    EXPECT_EQ(recognise(etRecordBytes()), FileKind::EtRecord);
    EXPECT_EQ(
        recognise(storedZip({ { "serialized_exported_program.json", "{}" } })), FileKind::Pt2);
    EXPECT_EQ(recognise(storedZip({ { "archive/data.pkl", "" } })), FileKind::TorchArchive);
    EXPECT_EQ(recognise(storedZip({ { "cmd_data.npy", "" } })), FileKind::VelaNpz);
    EXPECT_EQ(recognise(storedZip({ { "readme.txt", "" } })), FileKind::Zip);
}

TEST(ZipRecognition, KnowsArchivesWithLongOffsets)
{
    const ZipEntry entry{ .name = "m/archive_format", .content = "pt2", .zip64 = true };
    EXPECT_EQ(recognise(zipBytes({ entry }, true)), FileKind::Pt2);
}

TEST(ZipRecognition, RefusesANativePackageByName)
{
    const auto native = storedZip({ { "program.ptg", "" }, { "program.safetensors", "" } });
    EXPECT_EQ(recognise(native), FileKind::NativePackage);
    const auto refusal = notAProgram(FileKind::NativePackage, u"mlp.ptn"_s);
    EXPECT_TRUE(refusal.detail.contains(u".ptn"_s));
    EXPECT_TRUE(refusal.detail.contains(u"lower the model to a .pte"_s));
}

TEST(ZipRecognition, ArchivesThatWereCutOffAreDamaged)
{
    const QByteArray empty("PK\x05\x06" + QByteArray(18, '\0'));
    for (const auto &whole :
        { etRecordBytes(), pt2Bytes(), storedZip({ { "cmd_data.npy", "x" } }) }) {
        const auto source = ByteSource::fromBytes(whole.chopped(whole.size() / 3), u"cut.npz"_s);
        const auto refusal = notAProgram(recognise(source->bytes()), *source);
        EXPECT_EQ(refusal.code, ErrorCode::FormatDamaged);
        EXPECT_TRUE(refusal.detail.contains(u"cut off"_s)) << refusal.detail.toStdString();
    }
    const auto none = ByteSource::fromBytes(empty, u"empty.zip"_s);
    EXPECT_EQ(notAProgram(recognise(none->bytes()), *none).code, ErrorCode::FormatDamaged);

    // Bytes missing from the middle: the directory is not where its end says.
    auto holed = storedZip({ { "a", QByteArray(100, 'x') } });
    holed.remove(40, 20);
    const auto hole = ByteSource::fromBytes(holed, u"hole.zip"_s);
    EXPECT_EQ(notAProgram(recognise(holed), *hole).code, ErrorCode::FormatDamaged);
}

TEST(ZipRecognition, ForeignArchivesSayWhatTheyHold)
{
    const auto foreign = ByteSource::fromBytes(
        storedZip({ { "a.txt", "" }, { "b.txt", "" }, { "c", "" }, { "d", "" } }), u"x.zip"_s);
    const auto refusal = notAProgram(recognise(foreign->bytes()), *foreign);
    EXPECT_EQ(refusal.code, ErrorCode::FormatUnknown);
    EXPECT_TRUE(refusal.detail.contains(u"4 members: a.txt, b.txt, c, ..."_s))
        << refusal.detail.toStdString();
    const auto single = ByteSource::fromBytes(storedZip({ { "a.txt", "" } }), u"x.zip"_s);
    EXPECT_TRUE(notAProgram(FileKind::Zip, *single).detail.contains(u"1 member: a.txt"_s));
}

TEST(ZipRecognition, FindsItsMemberAmongManyOthers)
{
    std::vector<std::pair<QByteArray, QByteArray>> members;
    for (int i = 0; i < 60'000; ++i)
        members.emplace_back("m" + QByteArray::number(i), QByteArray());
    members.emplace_back("cmd_data.npy", "");
    EXPECT_EQ(recognise(storedZip(members)), FileKind::VelaNpz);
}

TEST(Recognition, AnEmptyFileIsSaidToBeEmpty)
{
    const auto empty = ByteSource::fromBytes({}, u"nothing.pte"_s);
    const auto refusal = notAProgram(recognise(empty->bytes()), *empty);
    EXPECT_EQ(refusal.code, ErrorCode::FormatUnknown);
    EXPECT_EQ(refusal.detail, u"the file is empty"_s);
}

TEST(ZipRecognition, KnowsTheSamples)
{
    TOSAIC_NEED_SAMPLES();
    const auto kindOf = [](const QString &path) { return recognise(mapped(path)->bytes()); };
    for (const auto &path : filesBelow(samplesDir(), u"*.pt2"_s))
        EXPECT_EQ(kindOf(path), FileKind::Pt2) << path.toStdString();
    for (const auto &path : filesBelow(samplesDir(), u"*.etrecord"_s))
        EXPECT_EQ(kindOf(path), FileKind::EtRecord) << path.toStdString();
    for (const auto &path : filesBelow(samplesDir(), u"*.etdp"_s))
        EXPECT_EQ(kindOf(path), FileKind::EtDump) << path.toStdString();
    for (const auto &path : filesBelow(samplesDir(), u"*.ptn"_s))
        EXPECT_EQ(kindOf(path), FileKind::NativePackage) << path.toStdString();
}

} // namespace

} // namespace tosaic::test::recognitiontests
