// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps its structure must be accepted, or it tests no more than changed bytes do.
#include "core/formats/zip/ziparchive.h"
#include "tests/fuzz/fuzztargets.h"

#include <gtest/gtest.h>

#include <QJsonDocument>

#include <algorithm>
#include <functional>
#include <sqlite3.h>

namespace tosaic::test::mutatorstests {

using namespace tosaic;

namespace {

constexpr int Rounds = 300;

std::vector<QByteArray> seedsOf(std::string_view name)
{
    const auto &all = fuzz::targets();
    return std::ranges::find(all, name, &fuzz::NamedTarget::name)->seeds();
}

/// The share of changed seeds, in percent, that differ and are still of their kind.
int valid(const std::vector<QByteArray> &seeds, fuzz::Mutator mutate,
    const std::function<bool(const QByteArray &)> &isOfItsKind)
{
    fuzz::Random random(11);
    int good = 0;
    int all = 0;
    for (const auto &seed : seeds) {
        if (!isOfItsKind(seed))
            continue;
        for (int i = 0; i < Rounds; ++i, ++all) {
            const auto changed = mutate(
                seed, random, [](const QByteArray &bytes, qsizetype) { return bytes + 'x'; });
            good += changed != seed && isOfItsKind(changed);
        }
    }
    return all > 0 ? 100 * good / all : 0;
}

bool isSoundDatabase(const QByteArray &image)
{
    sqlite3 *database = nullptr;
    sqlite3_open(":memory:", &database);
    auto *bytes = static_cast<unsigned char *>(sqlite3_malloc64(sqlite3_uint64(image.size())));
    std::ranges::copy(image, reinterpret_cast<char *>(bytes));
    sqlite3_deserialize(database, "main", bytes, image.size(), image.size(),
        SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_READONLY);
    bool isSound = false;
    sqlite3_exec(
        database, "PRAGMA quick_check",
        [](void *sound, int, char **values, char **) {
            *static_cast<bool *>(sound) = values[0] && std::string_view(values[0]) == "ok";
            return 0;
        },
        &isSound, nullptr);
    sqlite3_close(database);
    return isSound;
}

} // namespace

TEST(Mutators, FlatBuffersStayReadable)
{
    for (const auto *name : { "pte", "tosa", "tflite", "etdump", "flattensor" }) {
        const auto &all = fuzz::targets();
        const auto kind = std::ranges::find(all, std::string_view(name), &fuzz::NamedTarget::name)
                              ->kinds.front();
        EXPECT_GT(valid(seedsOf(name), fuzz::mutateFlatBuffer,
                      [&](const QByteArray &bytes) { return formats::recognise(bytes) == kind; }),
            60)
            << name;
    }
}

TEST(Mutators, ArchivesStayReadable)
{
    const auto isReadable = [](const QByteArray &bytes) {
        auto archive = formats::ZipArchive::open(ByteSource::fromBytes(bytes));
        return archive && !archive->members().empty() && archive->read(0, 1 << 20);
    };
    for (const auto *name : { "zip", "npz", "pt2", "etrecord" })
        EXPECT_GT(valid(seedsOf(name), fuzz::mutateZip, isReadable), 50) << name;
}

TEST(Mutators, DatabasesStaySound)
{
    EXPECT_GT(valid(seedsOf("workspacefile"), fuzz::mutateSqlite, isSoundDatabase), 60);
}

TEST(Mutators, TextsStayJson)
{
    EXPECT_GT(valid(seedsOf("jsontexts"), fuzz::mutateJson,
                  [](const QByteArray &text) { return !QJsonDocument::fromJson(text).isNull(); }),
        30);
}

} // namespace tosaic::test::mutatorstests
