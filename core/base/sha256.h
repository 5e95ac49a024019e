// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QCryptographicHash>

#include <array>
#include <optional>

namespace tosaic {

/// SHA-256 of data that comes in pieces, with the processor's own instructions where it has them:
/// several times as fast as QCryptographicHash, which does it elsewhere.
class Sha256
{
public:
    Sha256();

    void addData(QByteArrayView data);
    /// Of all that was added; nothing is added afterwards. 32 bytes.
    QByteArray result();

    /// Whether this processor has them.
    static bool isFast();

private:
    std::optional<QCryptographicHash> m_other; ///< absent: done here
    std::array<quint32, 8> m_state;
    std::array<char, 64> m_rest; ///< what does not fill a block yet
    qsizetype m_restSize = 0;
    quint64 m_size = 0; ///< bytes added
};

} // namespace tosaic
