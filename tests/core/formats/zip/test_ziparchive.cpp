// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zip/ziparchive.h"
#include "core/formats/zip/zipwriter.h"
#include "tests/core/formats/zip/zipbuilder.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QFile>

namespace tosaic::test::ziparchivetests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::formats;
using namespace tosaic::test;

namespace {

constexpr quint64 NoLimit = ~quint64(0);

Result<ZipArchive> openZip(const QByteArray &bytes, const ZipLimits &limits = {})
{
    return ZipArchive::open(ByteSource::fromBytes(bytes, u"memory.zip"_s), limits);
}

/// Content of a member, or the error's code in angle brackets.
QByteArray contentOf(ZipArchive &archive, size_t member, quint64 limit = NoLimit)
{
    const auto content = archive.read(member, limit);
    if (!content)
        return "<" + codeText(content.error().code).toLatin1() + ">";
    return content.value()->bytes().toByteArray();
}

bool hasDiagnostic(const ZipArchive &archive, const QString &id)
{
    return std::any_of(archive.diagnostics().begin(), archive.diagnostics().end(),
        [&](const Diagnostic &diagnostic) { return diagnostic.id == id; });
}

TEST(ZipArchive, GivesStoredMembersWithoutCopyingThem)
{
    const auto bytes = zipBytes({ { .name = "a/plain", .content = "some bytes" },
        { .name = "a/padded", .content = "aligned", .padding = 37, .hasDescriptor = true } });
    const auto source = ByteSource::fromBytes(bytes, u"memory.zip"_s);
    auto archive = ZipArchive::open(source);
    ASSERT_TRUE(archive) << archive.error().toText().toStdString();
    ASSERT_EQ(archive->members().size(), 2U);
    const auto &padded = archive->members()[1];
    EXPECT_EQ(padded.name, u"a/padded"_s);
    EXPECT_EQ(padded.size, 7U);
    EXPECT_EQ(padded.method, u"stored"_s);
    ASSERT_TRUE(padded.data);
    EXPECT_EQ(bytes.mid(qsizetype(padded.data->offset), qsizetype(padded.data->size)), "aligned");
    const auto data = archive->data(1, NoLimit);
    ASSERT_TRUE(data);
    EXPECT_EQ(data.value()->bytes().data(), source->bytes().data() + padded.data->offset);
    EXPECT_EQ(contentOf(*archive, 0), "some bytes");
    EXPECT_EQ(contentOf(*archive, 1), "aligned");
}

TEST(ZipArchive, InflatesCompressedMembers)
{
    const QByteArray text = QByteArray("compress me ").repeated(1000);
    auto archive = openZip(zipBytes({ { .name = "x", .content = text, .deflate = true } }));
    ASSERT_TRUE(archive);
    EXPECT_EQ(archive->members()[0].method, u"deflated"_s);
    EXPECT_LT(archive->members()[0].compressedSize, 1000U);
    EXPECT_FALSE(archive->members()[0].data);
    EXPECT_EQ(contentOf(*archive, 0), text);
}

TEST(ZipArchive, ReadsZip64)
{
    auto archive = openZip(zipBytes({ { .name = "big", .content = "content", .zip64 = true },
                                        { .name = "other", .content = "more", .zip64 = true } },
        true));
    ASSERT_TRUE(archive) << archive.error().toText().toStdString();
    ASSERT_EQ(archive->members().size(), 2U);
    EXPECT_TRUE(archive->members()[1].data);
    EXPECT_EQ(contentOf(*archive, 0), "content");
    EXPECT_EQ(contentOf(*archive, 1), "more");
}

TEST(ZipArchive, TakesTheLastOfTwoMembersOfOneName)
{
    auto archive = openZip(storedZip({ { "same", "first" }, { "same", "second" } }));
    ASSERT_TRUE(archive);
    const auto found = archive->find(u"same"_s);
    ASSERT_TRUE(found);
    EXPECT_EQ(contentOf(*archive, *found), "second");
    EXPECT_EQ(contentOf(*archive, 0), "first");
    EXPECT_TRUE(hasDiagnostic(*archive, u"zip.duplicate-name"_s));
    EXPECT_FALSE(archive->find(u"absent"_s));
}

TEST(ZipArchive, KeepsNamesThatLeaveTheFolderAsText)
{
    for (const QByteArray name :
        { "../../etc/passwd", "/etc/passwd", "a/../../b", "C:\\x", "..\\x" }) {
        auto archive = openZip(storedZip({ { name, "content" } }));
        ASSERT_TRUE(archive) << name.constData();
        EXPECT_EQ(archive->members()[0].name.toUtf8(), name);
        EXPECT_TRUE(hasDiagnostic(*archive, u"zip.name-leaves-folder"_s)) << name.constData();
        EXPECT_EQ(contentOf(*archive, 0), "content");
    }
    auto harmless = openZip(storedZip({ { "a..b/c..", "content" } }));
    ASSERT_TRUE(harmless);
    EXPECT_TRUE(harmless->diagnostics().empty());
}

TEST(ZipArchive, RefusesBombsNamingTheLimit)
{
    const QByteArray zeros(32 << 20, '\0');
    auto archive = openZip(zipBytes({ { .name = "bomb", .content = zeros, .deflate = true } }));
    ASSERT_TRUE(archive);
    const auto refused = archive->read(0, NoLimit);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::LimitExceeded);
    EXPECT_TRUE(refused.error().detail.contains(u"200 times"_s));
    EXPECT_TRUE(refused.error().location.section.contains(u"bomb"_s));

    const auto tooLarge = archive->read(0, 1000);
    ASSERT_FALSE(tooLarge);
    EXPECT_EQ(tooLarge.error().code, ErrorCode::LimitExceeded);
    EXPECT_TRUE(tooLarge.error().detail.contains(u"1000"_s));
}

TEST(ZipArchive, BoundsWhatAllMembersTakeTogether)
{
    const ZipEntry entry{ .name = "x", .content = QByteArray(600, 'x'), .deflate = true };
    auto archive = openZip(zipBytes({ entry, entry }), { .inflatedTotal = 1000 });
    ASSERT_TRUE(archive);
    EXPECT_EQ(contentOf(*archive, 0).size(), 600);
    EXPECT_EQ(contentOf(*archive, 1), "<limit.exceeded>");
}

TEST(ZipArchive, BoundsTheNumberOfMembers)
{
    const auto refused
        = openZip(storedZip({ { "a", "" }, { "b", "" }, { "c", "" } }), { .members = 2 });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::LimitExceeded);
}

/// What becomes of the only member of an archive: its content, or where it is refused and why.
QByteArray outcome(const ZipEntry &entry)
{
    auto archive = openZip(zipBytes({ entry }));
    if (!archive)
        return "archive <" + codeText(archive.error().code).toLatin1() + ">";
    return contentOf(*archive, 0);
}

TEST(ZipArchive, SeesThroughLiesOfTheDirectory)
{
    const QByteArray text = QByteArray("text ").repeated(100);
    EXPECT_EQ(outcome({ .name = "x", .content = text, .deflate = true }), text);
    EXPECT_EQ(outcome({ .name = "x", .content = text, .deflate = true, .statedSize = 10 }),
        "<format.damaged>");
    EXPECT_EQ(outcome({ .name = "x", .content = text, .deflate = true, .statedSize = 5000 }),
        "<format.damaged>");
    EXPECT_EQ(
        outcome({ .name = "x", .content = text, .deflate = true, .crc = 1 }), "<format.damaged>");
    EXPECT_EQ(outcome({ .name = "x", .content = text, .crc = 1 }), "<format.damaged>");
    EXPECT_EQ(outcome({ .name = "x", .content = text, .statedSize = 5000 }), "<format.damaged>");
    EXPECT_EQ(
        outcome({ .name = "x", .content = text, .isEncrypted = true }), "<format.unsupported>");
    EXPECT_EQ(
        outcome({ .name = "x", .content = text, .method = quint16(97) }), "<format.unsupported>");
}

TEST(ZipArchive, RefusesEveryTruncation)
{
    const auto bytes = zipBytes({ { .name = "a", .content = "0123456789" },
        { .name = "b", .content = QByteArray(500, 'b'), .deflate = true } });
    for (qsizetype size = 0; size < bytes.size(); ++size) {
        const auto archive = openZip(bytes.first(size));
        ASSERT_FALSE(archive) << size;
        EXPECT_EQ(archive.error().code, ErrorCode::FormatDamaged) << size;
    }
}

TEST(ZipArchive, SurvivesEveryFlippedByte)
{
    const auto bytes
        = zipBytes({ { .name = "a", .content = "0123456789", .zip64 = true },
                       { .name = "b", .content = QByteArray(50, 'b'), .deflate = true } },
            true);
    for (qsizetype at = 0; at < bytes.size(); ++at) {
        auto damaged = bytes;
        damaged[at] = char(damaged[at] ^ 0xff);
        auto archive = openZip(damaged);
        if (!archive)
            continue;
        for (size_t i = 0; i < archive->members().size(); ++i) {
            if (const auto &data = archive->members()[i].data) {
                EXPECT_LE(data->offset + data->size, quint64(damaged.size()));
            }
            (void)contentOf(*archive, i, 1 << 20);
        }
    }
}

TEST(ZipArchive, ListsAGigabyteWithoutReadingIt)
{
    // A sparse file: local header, hole, directory.
    const quint64 size = quint64(1) << 30;
    const ZipEntry entry{ .name = "weights", .content = "?" };
    auto bytes = zipBytes({ entry });
    const auto directory = bytes.indexOf("PK\x01\x02");
    auto tail = bytes.sliced(directory);
    const auto setSize = [](QByteArray &where, qsizetype at, quint32 value) {
        for (int i = 0; i < 4; ++i)
            where[at + i] = char(value >> (8 * i));
    };
    setSize(tail, 20, quint32(size));
    setSize(tail, 24, quint32(size));
    const auto head = bytes.first(directory - 1);
    setSize(tail, tail.size() - 6, quint32(quint64(head.size()) + size));
    const auto path = temporaryDir() + u"/huge.zip"_s;
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(head);
    ASSERT_TRUE(file.seek(head.size() + qint64(size)));
    file.write(tail);
    file.close();
    const auto source = ByteSource::map(path);
    ASSERT_TRUE(source);
    ASSERT_TRUE(ZipArchive::open(*source)); // first touch
    QElapsedTimer timer;
    timer.start();
    const auto archive = ZipArchive::open(*source);
    const auto elapsed = timer.elapsed();
    ASSERT_TRUE(archive) << archive.error().toText().toStdString();
    ASSERT_TRUE(archive->members()[0].data);
    EXPECT_EQ(archive->members()[0].data->size, size);
    EXPECT_LE(elapsed, 50);
}

} // namespace

TEST(ZipWriter, EqualEntriesGiveEqualBytes)
{
    const std::vector<formats::ZipEntry> entries{ { u"a/b.txt"_s, QByteArray(100'000, 'x') },
        { u"empty"_s, {} } };
    const auto first = zipArchive(entries);
    ASSERT_TRUE(first);
    EXPECT_LT(first->size(), 2000);
    EXPECT_EQ(*first, *zipArchive(entries));
    EXPECT_TRUE(zipArchive({}));
}

} // namespace tosaic::test::ziparchivetests
