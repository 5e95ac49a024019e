// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zip/zipwriter.h"

#include <zip.h>

#include <algorithm>
#include <memory>

namespace tosaic::formats {

namespace {

constexpr zip_uint16_t NewYear1980 = (0 << 9) | (1 << 5) | 1; // the first day that ZIP knows

Result<void> addEntries(zip_t *archive, const std::vector<ZipEntry> &entries)
{
    for (const auto &entry : entries) {
        auto *source = zip_source_buffer(
            archive, entry.content.constData(), static_cast<zip_uint64_t>(entry.content.size()), 0);
        const auto index = source
            ? zip_file_add(archive, entry.name.toUtf8().constData(), source, ZIP_FL_ENC_UTF_8)
            : -1;
        if (index < 0) {
            if (source)
                zip_source_free(source);
            return fail(ErrorCode::IoWrite, QString::fromUtf8(zip_strerror(archive)),
                { .entity = entry.name });
        }
        zip_file_set_dostime(archive, static_cast<zip_uint64_t>(index), 0, NewYear1980, 0);
    }
    return {};
}

QByteArray readAll(zip_source_t *source)
{
    QByteArray bytes;
    if (zip_source_open(source) != 0)
        return bytes;
    zip_source_seek(source, 0, SEEK_END);
    bytes.resize(static_cast<qsizetype>(zip_source_tell(source)));
    zip_source_seek(source, 0, SEEK_SET);
    const auto size
        = zip_source_read(source, bytes.data(), static_cast<zip_uint64_t>(bytes.size()));
    zip_source_close(source);
    bytes.resize(static_cast<qsizetype>(std::max<zip_int64_t>(size, 0)));
    return bytes;
}

} // namespace

Result<QByteArray> zipArchive(const std::vector<ZipEntry> &entries)
{
    zip_error_t error;
    zip_error_init(&error);
    const auto broken = [&error] {
        auto failure = fail(ErrorCode::IoWrite, QString::fromUtf8(zip_error_strerror(&error)));
        zip_error_fini(&error);
        return failure;
    };
    auto *target = zip_source_buffer_create(nullptr, 0, 0, &error);
    if (!target)
        return broken();
    const std::unique_ptr<zip_source_t, decltype(&zip_source_free)> kept(target, zip_source_free);
    auto *archive = zip_open_from_source(target, ZIP_TRUNCATE, &error);
    if (!archive)
        return broken();
    zip_source_keep(target); // the archive frees it when it is closed
    if (const auto added = addEntries(archive, entries); !added) {
        zip_discard(archive);
        zip_error_fini(&error);
        return fail(added.error());
    }
    if (zip_close(archive) != 0) {
        auto failure = fail(ErrorCode::IoWrite, QString::fromUtf8(zip_strerror(archive)));
        zip_discard(archive);
        zip_error_fini(&error);
        return failure;
    }
    zip_error_fini(&error);
    return readAll(target);
}

} // namespace tosaic::formats
