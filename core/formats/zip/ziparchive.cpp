// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/zip/ziparchive.h"

#include "core/formats/zip/zipdirectory.h"

#include <QHash>

#include <zip.h>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

constexpr quint64 FreelyInflated = quint64(16) << 20; ///< bytes to which the ratio does not matter

QString methodName(quint16 method)
{
    switch (method) {
    case ZIP_CM_STORE:
        return u"stored"_s;
    case ZIP_CM_DEFLATE:
        return u"deflated"_s;
    default:
        return u"method %1"_s.arg(method);
    }
}

bool leavesFolder(const QString &name)
{
    if (name.startsWith(u'/') || name.startsWith(u'\\') || name.mid(1, 1) == ":"_L1)
        return true;
    const auto parts = QString(name).replace(u'\\', u'/').split(u'/');
    return parts.contains(".."_L1);
}

struct FileCloser
{
    void operator()(zip_file_t *file) const { zip_fclose(file); }
};
using OpenMember = std::unique_ptr<zip_file_t, FileCloser>;

} // namespace

/// Owns libzip's view of the archive.
struct ZipArchive::Handle
{
    explicit Handle(zip_t *opened) : archive(opened) { }
    ~Handle() { zip_discard(archive); }
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;

    zip_t *archive;
};

ZipArchive::ZipArchive() = default;
ZipArchive::~ZipArchive() = default;
ZipArchive::ZipArchive(ZipArchive &&) noexcept = default;
ZipArchive &ZipArchive::operator=(ZipArchive &&) noexcept = default;

Result<ZipArchive> ZipArchive::open(
    std::shared_ptr<const ByteSource> source, const ZipLimits &limits)
{
    const Location where{ .file = source->name() };
    const auto bytes = source->bytes();
    if (bytes.isEmpty()) // which libzip takes for a new archive
        return fail(ErrorCode::FormatDamaged, u"an empty file is no ZIP archive"_s, where);
    zip_error_t problem;
    zip_error_init(&problem);
    // The last 0: libzip neither copies nor frees the bytes, which `source` keeps alive.
    auto *buffer = zip_source_buffer_create(bytes.data(), quint64(bytes.size()), 0, &problem);
    auto *archive = buffer ? zip_open_from_source(buffer, ZIP_RDONLY, &problem) : nullptr;
    if (!archive) {
        const auto why = QString::fromUtf8(zip_error_strerror(&problem));
        if (buffer)
            zip_source_free(buffer);
        zip_error_fini(&problem);
        return fail(ErrorCode::FormatDamaged,
            u"this ZIP archive has no readable directory: "_s + why, where);
    }
    zip_error_fini(&problem);
    ZipArchive result;
    result.m_source = std::move(source);
    result.m_limits = limits;
    result.m_handle = std::make_unique<Handle>(archive);
    const auto count = quint64(std::max<zip_int64_t>(0, zip_get_num_entries(archive, 0)));
    if (count > limits.members)
        return fail(ErrorCode::LimitExceeded,
            u"the archive has %1 members, the limit is %2"_s.arg(count).arg(limits.members), where);
    result.list(count);
    return result;
}

void ZipArchive::list(quint64 count)
{
    const auto bytes = m_source->bytes();
    const auto directory = zipDirectory(bytes, count);
    DiagnosticSink sink;
    QHash<QString, size_t> seen;
    m_members.reserve(count);
    for (quint64 i = 0; i < count; ++i) {
        zip_stat_t stat;
        zip_stat_init(&stat);
        ZipMember member;
        if (zip_stat_index(m_handle->archive, i, 0, &stat) == 0) {
            member.name = QString::fromUtf8(stat.name);
            member.size = stat.size;
            member.compressedSize = stat.comp_size;
            member.crc = stat.crc;
            member.method = methodName(stat.comp_method);
            member.isEncrypted = stat.encryption_method != ZIP_EM_NONE;
            const QByteArrayView raw(zip_get_name(m_handle->archive, i, ZIP_FL_ENC_RAW));
            const auto isPlain = stat.comp_method == ZIP_CM_STORE && !member.isEncrypted
                && stat.size == stat.comp_size;
            if (isPlain && i < directory.size() && directory[i].name == raw
                && directory[i].size == stat.size && directory[i].compressedSize == stat.comp_size)
                member.data = zipContent(bytes, directory[i]);
        }
        const Location where{ .file = m_source->name(), .entity = member.name };
        if (leavesFolder(member.name))
            sink.add(u"zip.name-leaves-folder"_s, Severity::Warning,
                u"the name leads out of the archive; it is only shown"_s, where);
        if (seen.contains(member.name))
            sink.add(u"zip.duplicate-name"_s, Severity::Warning,
                u"several members have this name; the last one is read"_s, where);
        seen.insert(member.name, m_members.size());
        m_members.push_back(std::move(member));
    }
    m_byName = std::move(seen);
    m_diagnostics = sink.take();
}

std::optional<size_t> ZipArchive::find(const QString &name) const
{
    const auto found = m_byName.constFind(name);
    return found == m_byName.cend() ? std::nullopt : std::optional(*found);
}

Error ZipArchive::errorAt(ErrorCode code, const QString &detail, size_t member) const
{
    return { code, detail,
        { .file = m_source->name(), .section = u"member "_s + m_members[member].name } };
}

Result<void> ZipArchive::checkAllowed(size_t index, quint64 limit) const
{
    const auto &member = m_members[index];
    if (member.size > limit)
        return fail(errorAt(ErrorCode::LimitExceeded,
            u"%1 bytes, the limit for such a member is %2"_s.arg(member.size).arg(limit), index));
    if (member.isEncrypted)
        return fail(errorAt(ErrorCode::FormatUnsupported, u"the member is encrypted"_s, index));
    if (member.data)
        return {};
    if (member.method != "stored"_L1 && member.method != "deflated"_L1)
        return fail(errorAt(ErrorCode::FormatUnsupported,
            u"the member is packed by %1"_s.arg(member.method), index));
    // Divided, not multiplied: the sizes are the archive's own and may be anything.
    if (member.size > FreelyInflated && member.size / m_limits.ratio > member.compressedSize)
        return fail(errorAt(ErrorCode::LimitExceeded,
            u"%1 bytes would become %2; the limit is %3 times"_s.arg(member.compressedSize)
                .arg(member.size)
                .arg(m_limits.ratio),
            index));
    if (member.size > m_limits.inflatedTotal - m_inflated)
        return fail(errorAt(ErrorCode::LimitExceeded,
            u"all members together take more than %1 bytes, which is the limit"_s.arg(
                m_limits.inflatedTotal),
            index));
    return {};
}

Result<std::shared_ptr<const ByteSource>> ZipArchive::data(size_t index, quint64 limit)
{
    if (const auto allowed = checkAllowed(index, limit); !allowed)
        return fail(allowed.error());
    const auto &member = m_members[index];
    if (member.data)
        return ByteSource::part(m_source, member.data->offset, member.data->size);
    auto content = inflate(index);
    if (!content)
        return fail(content.error());
    return ByteSource::fromBytes(std::move(*content), member.name);
}

Result<std::shared_ptr<const ByteSource>> ZipArchive::read(size_t index, quint64 limit)
{
    auto content = data(index, limit);
    if (!content || !m_members[index].data)
        return content;
    if (const auto checked = checkStored(index); !checked)
        return fail(checked.error());
    return content;
}

/// The whole content through libzip, which checks size and CRC.
Result<QByteArray> ZipArchive::inflate(size_t index)
{
    const auto &member = m_members[index];
    const OpenMember file(zip_fopen_index(m_handle->archive, index, 0));
    if (!file)
        return fail(errorAt(
            ErrorCode::FormatDamaged, QString::fromUtf8(zip_strerror(m_handle->archive)), index));
    m_inflated += member.size;
    QByteArray content(qsizetype(member.size), Qt::Uninitialized);
    quint64 done = 0;
    while (done < member.size) {
        const auto got = zip_fread(file.get(), content.data() + done, member.size - done);
        if (got <= 0)
            return fail(errorAt(ErrorCode::FormatDamaged,
                got < 0 ? QString::fromUtf8(zip_file_strerror(file.get()))
                        : u"%1 of its %2 bytes are there"_s.arg(done).arg(member.size),
                index));
        done += quint64(got);
    }
    char more = 0;
    if (const auto got = zip_fread(file.get(), &more, 1); got != 0)
        return fail(errorAt(ErrorCode::FormatDamaged,
            got < 0 ? QString::fromUtf8(zip_file_strerror(file.get()))
                    : u"it holds more than the %1 bytes it states"_s.arg(member.size),
            index));
    return content;
}

/// Runs over a stored member for the sake of libzip's CRC; nothing is kept.
Result<void> ZipArchive::checkStored(size_t index)
{
    const OpenMember file(zip_fopen_index(m_handle->archive, index, 0));
    zip_int64_t got = file ? 1 : -1;
    std::array<char, 65536> piece;
    while (got > 0)
        got = zip_fread(file.get(), piece.data(), piece.size());
    if (got < 0)
        return fail(errorAt(ErrorCode::FormatDamaged,
            QString::fromUtf8(
                file ? zip_file_strerror(file.get()) : zip_strerror(m_handle->archive)),
            index));
    return {};
}

} // namespace tosaic::formats
