// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

#include <memory>
#include <span>

namespace tosaic::profile {

/// Decompresses gzip bytes piece by piece; several members one after another are one text. The
/// bytes must stay alive.
class GzipReader
{
public:
    enum class State
    {
        Reading,
        Ended,
        Truncated, ///< the bytes stop inside a member
        Damaged ///< they are no gzip, or a checksum is wrong
    };

    explicit GzipReader(QByteArrayView bytes);
    ~GzipReader();
    GzipReader(const GzipReader &) = delete;
    GzipReader &operator=(const GzipReader &) = delete;

    /// Fills 'to' as far as it can; less than that only when the state is no longer Reading.
    size_t read(std::span<char> to);
    State state() const { return m_state; }
    /// Compressed bytes used so far.
    quint64 position() const;

private:
    class Stream;
    void startInput();
    void endOfMember();

    std::unique_ptr<Stream> m_stream;
    QByteArrayView m_bytes;
    qsizetype m_given = 0; ///< bytes handed to zlib
    State m_state = State::Reading;
};

/// Whether the bytes begin as gzip does.
bool isGzip(QByteArrayView bytes);

} // namespace tosaic::profile
