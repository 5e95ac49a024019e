// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <memory>

namespace tosaic {

class MappedFile;

/// Immutable bytes with an owner: a file or memory. Views into it stay valid as long
/// as the source lives, so whoever keeps a view keeps the shared pointer. Safe to read from any
/// thread.
class ByteSource
{
public:
    /// Files up to 64 MiB are read, so that nothing that happens to the file changes what is kept;
    /// larger ones are mapped, and read where they are touched: ask intact() after reading.
    /// IoOpen: missing, not readable, or no stored file (folder, pipe, device, what the kernel
    /// makes up in /proc). LimitExceeded: a file with holes that says to be larger than 16 GiB.
    /// IoRead: it keeps shrinking meanwhile.
    static Result<std::shared_ptr<const ByteSource>> map(const QString &path);
    static std::shared_ptr<const ByteSource> fromBytes(QByteArray bytes, QString name = {});
    /// The bytes [offset, offset + size) of `whole`, which is kept alive; nothing is copied.
    /// Offsets in the part count from its start. FormatDamaged if they lie outside.
    static Result<std::shared_ptr<const ByteSource>> part(
        std::shared_ptr<const ByteSource> whole, quint64 offset, quint64 size);

    ~ByteSource();
    ByteSource(const ByteSource &) = delete;
    ByteSource &operator=(const ByteSource &) = delete;

    QByteArrayView bytes() const { return m_view; }
    quint64 size() const { return static_cast<quint64>(m_view.size()); }
    /// Absolute path, or the name given with memory; empty if none.
    QString name() const { return m_name; }
    QString fileName() const;

    /// IoRead if the file shrank, was written over or became unreachable since it was opened: what
    /// was read of it is not to be relied on.
    Result<void> intact() const;

    /// The bytes [offset, offset + size), or FormatDamaged saying what lies outside the file.
    Result<QByteArrayView> slice(quint64 offset, quint64 size) const;

private:
    ByteSource() = default;

    std::unique_ptr<MappedFile> m_mapped;
    qint64 m_modified = 0; ///< of the mapped file, ns
    quint64 m_inode = 0; ///< of the mapped file
    std::shared_ptr<const ByteSource> m_whole;
    QByteArray m_owned;
    QByteArrayView m_view;
    QString m_name;
};

/// What was read of a file, or IoRead if the file did not stay as it was meanwhile: then neither
/// the result nor the error of reading says anything of it.
template <typename T>
Result<T> ifIntact(const ByteSource &source, Result<T> read)
{
    const auto intact = source.intact();
    return intact ? std::move(read) : Result<T>(fail(intact.error()));
}

/// SHA-256 in lower-case hexadecimal digits.
QString sha256Hex(QByteArrayView bytes);

} // namespace tosaic
