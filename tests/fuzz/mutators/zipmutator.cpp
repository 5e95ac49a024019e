// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutators/mutators.h"

#include "core/formats/zip/ziparchive.h"
#include "tests/core/formats/zip/zipbuilder.h"

#include <array>

namespace tosaic::fuzz {

namespace {

constexpr quint64 LargestMember = quint64(1) << 20;
constexpr size_t MostMembers = 200;

std::vector<test::ZipEntry> entriesOf(const QByteArray &input)
{
    std::vector<test::ZipEntry> entries;
    auto archive = formats::ZipArchive::open(
        ByteSource::fromBytes(input), { .inflatedTotal = LargestMember * 4 });
    for (size_t i = 0; archive && i < std::min(archive->members().size(), MostMembers); ++i) {
        const auto &member = archive->members()[i];
        const auto content = archive->data(i, LargestMember);
        entries.push_back({ .name = member.name.toUtf8(),
            .content = content ? (*content)->bytes().toByteArray() : QByteArray(),
            .deflate = member.method == QLatin1StringView("deflated") });
    }
    return entries;
}

void changeContent(test::ZipEntry *entry, Random &random, const ByteMutator &changeBytes)
{
    QByteArray changed;
    if (entry->content.startsWith('{') || entry->content.startsWith('['))
        changed = mutateJson(entry->content, random, changeBytes);
    else if (entry->content.startsWith("\x93NUMPY") && random() % 2 && entry->content.size() > 10) {
        const auto text = entry->content.mid(10); // the sizes of the array are in a text
        changed = entry->content.left(10) + mutateJson(text, random, changeBytes);
    } else {
        changed = mutateFlatBuffer(entry->content, random, changeBytes);
    }
    if (changed.isNull())
        changed = changeBytes(entry->content, entry->content.size() + 256);
    entry->content = changed;
}

void lie(test::ZipEntry *entry, Random &random)
{
    static constexpr std::array<quint64, 6> Sizes{ 0, 1, 0xffffffff, 0x100000000,
        0x7fffffffffffffff, 0xffffffffffffffff };
    switch (random() % 8) {
    case 0:
        entry->name = hostileText(random).left(300);
        break;
    case 1:
        entry->method = quint16(random() % 100);
        break;
    case 2:
        entry->statedSize = Sizes[random() % Sizes.size()];
        entry->zip64 = *entry->statedSize > 0xfffffffe;
        break;
    case 3:
        entry->crc = random();
        break;
    case 4:
        entry->isEncrypted = true;
        break;
    case 5:
        entry->padding = int(random() % 100);
        break;
    case 6:
        entry->hasDescriptor = true;
        break;
    default:
        entry->deflate = !entry->deflate;
    }
}

} // namespace

QByteArray mutateZip(const QByteArray &input, Random &random, const ByteMutator &changeBytes)
{
    auto entries = entriesOf(input);
    if (entries.empty())
        return {};
    for (auto rounds = 1 + random() % 3; rounds > 0; --rounds) {
        const auto at = random() % entries.size();
        switch (random() % 10) {
        case 0:
            entries.push_back(entries[at]);
            break;
        case 1:
            if (entries.size() > 1)
                entries.erase(entries.begin() + qsizetype(at));
            break;
        case 2:
            std::swap(entries[at].content, entries[random() % entries.size()].content);
            break;
        case 3:
        case 4:
            lie(&entries[at], random);
            break;
        default:
            changeContent(&entries[at], random, changeBytes);
        }
    }
    return test::zipBytes(entries, random() % 8 == 0);
}

} // namespace tosaic::fuzz
