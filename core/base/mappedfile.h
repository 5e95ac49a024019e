// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <memory>

namespace tosaic {

/// A file mapped read-only for as long as this lives. Where the file shrinks, or the share that it
/// lies on goes away, reading on finds zero bytes instead of ending the process, and isIntact()
/// turns false. Any thread.
class MappedFile
{
public:
    /// `descriptor` is of an open ordinary file of at least `size` bytes and may be closed after.
    /// Null if it cannot be mapped.
    static std::unique_ptr<MappedFile> map(int descriptor, quint64 size);

    ~MappedFile();
    MappedFile(const MappedFile &) = delete;
    MappedFile &operator=(const MappedFile &) = delete;

    /// The whole pages of these bytes leave the memory until they are touched again, so that a file
    /// of any size passes through in little; nothing happens to bytes outside of any mapping.
    static void release(QByteArrayView bytes);

    QByteArrayView bytes() const { return m_bytes; }
    bool isIntact() const;

private:
    MappedFile() = default;

    QByteArrayView m_bytes;
    int m_slot = -1;
};

} // namespace tosaic
