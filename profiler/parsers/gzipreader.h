// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>

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

/// What compressed bytes of text may become. Logs and traces shrink to a thirtieth, the emptiest to
/// a hundredth; the format goes to a thousandth, so that 16 MB would keep a reader busy for
/// minutes.
quint64 mostOfGzip(QByteArrayView bytes);

/// The first bytes of the text, at most `size`.
QByteArray gzipHead(QByteArrayView bytes, qsizetype size);
/// The whole text. Errors: FormatDamaged, also where the bytes stop before their end;
/// LimitExceeded.
Result<QByteArray> gunzipped(QByteArrayView bytes);

} // namespace tosaic::profile
