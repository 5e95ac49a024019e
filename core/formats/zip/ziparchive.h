// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/model/program.h"

#include <QHash>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tosaic::formats {

/// One entry of a ZIP archive, from its central directory.
struct ZipMember
{
    QString name; ///< as stored; a text to show and to compare, never a path to write to
    quint64 size = 0; ///< bytes of the content, as the archive states
    quint64 compressedSize = 0; ///< bytes it takes in the archive
    quint32 crc = 0;
    QString method; ///< "stored", "deflated", "method 14"
    bool isEncrypted = false;
    /// Where the content lies in the archive's source: only if it is stored uncompressed and plain.
    std::optional<model::ByteRange> data;

    bool isFolder() const { return name.endsWith(u'/'); }
};

/// What is refused to protect memory and time; an error names the limit that was met.
struct ZipLimits
{
    quint64 members = 100'000;
    /// Bytes that all inflated members of one archive may take together, over all reads.
    quint64 inflatedTotal = quint64(1) << 30;
    /// A member that inflates to more than 16 MiB may be this many times its compressed size.
    quint64 ratio = 200;
};

/// Read access to a ZIP archive (zip64 included) without copying what is stored uncompressed.
/// Opening reads the central directory and, for stored members, their local headers: nothing of
/// their content. Not thread-safe; the sources it returns are.
class ZipArchive
{
public:
    /// FormatDamaged without a directory that can be read, LimitExceeded for too many members.
    static Result<ZipArchive> open(
        std::shared_ptr<const ByteSource> source, const ZipLimits &limits = {});
    ~ZipArchive();
    ZipArchive(ZipArchive &&) noexcept;
    ZipArchive &operator=(ZipArchive &&) noexcept;

    const std::shared_ptr<const ByteSource> &source() const { return m_source; }
    const std::vector<ZipMember> &members() const { return m_members; }
    /// Index of the member of that name; of several the last, as Python's zipfile does.
    std::optional<size_t> find(const QString &name) const;
    /// Names that occur twice, that are absolute or that lead out of a folder.
    const std::vector<Diagnostic> &diagnostics() const { return m_diagnostics; }

    /// Content of a member as a source of its own. Stored members are a part of the archive and
    /// neither touched nor checked; compressed ones are inflated and their CRC is checked.
    /// LimitExceeded if there are more than `limit` bytes, FormatUnsupported if it is encrypted or
    /// packed by another method, FormatDamaged if it does not fit its directory entry. `member` is
    /// an index into members().
    Result<std::shared_ptr<const ByteSource>> data(size_t member, quint64 limit);
    /// The same, but the CRC of stored members is checked, too (this touches all of their bytes).
    Result<std::shared_ptr<const ByteSource>> read(size_t member, quint64 limit);

private:
    struct Handle;

    ZipArchive();
    void list(quint64 count);
    Result<void> checkAllowed(size_t member, quint64 limit) const;
    Result<QByteArray> inflate(size_t member);
    Result<void> checkStored(size_t member);
    Error errorAt(ErrorCode code, const QString &detail, size_t member) const;

    std::shared_ptr<const ByteSource> m_source;
    ZipLimits m_limits;
    std::unique_ptr<Handle> m_handle;
    std::vector<ZipMember> m_members;
    QHash<QString, size_t> m_byName;
    std::vector<Diagnostic> m_diagnostics;
    quint64 m_inflated = 0; ///< bytes handed out so far
};

} // namespace tosaic::formats
