// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/formats/zip/ziparchive.h"
#include "tests/core/formats/zip/zipbuilder.h"

namespace tosaic::fuzz {

/// ZIP archives: directory and the content of every member.
void fuzzZip(std::span<const quint8> input)
{
    constexpr quint64 LargestMember = quint64(1) << 20;
    const auto source = ByteSource::fromBytes(QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size())));
    auto archive = formats::ZipArchive::open(source, { .inflatedTotal = LargestMember * 4 });
    if (!archive)
        return;
    for (size_t i = 0; i < archive->members().size(); ++i) {
        static_cast<void>(archive->data(i, LargestMember));
        static_cast<void>(archive->read(i, LargestMember));
        static_cast<void>(archive->find(archive->members()[i].name));
    }
}

std::vector<QByteArray> seedsZip()
{
    const QByteArray text = QByteArray("text ").repeated(50);
    return {
        test::zipBytes({}),
        test::zipBytes({ { .name = "stored", .content = text },
            { .name = "deflated", .content = text, .deflate = true },
            { .name = "../up", .content = text, .padding = 20, .hasDescriptor = true } }),
        test::zipBytes({ { .name = "a", .content = text, .zip64 = true },
                           { .name = "a", .content = text, .deflate = true, .zip64 = true } },
            true),
        test::zipBytes({ { .name = "lie", .content = text, .deflate = true, .statedSize = 9 },
            { .name = "crc", .content = text, .crc = 1 },
            { .name = "key", .content = text, .isEncrypted = true },
            { .name = "new", .content = text, .method = quint16(93) } }),
    };
}

} // namespace tosaic::fuzz
