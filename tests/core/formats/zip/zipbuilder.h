// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>
#include <vector>

namespace tosaic::test {

/// A member as it is written, lies included.
struct ZipEntry
{
    QByteArray name;
    QByteArray content;
    bool deflate = false;
    bool zip64 = false; ///< sizes and offset in the extra field
    bool isEncrypted = false; ///< the flag only
    std::optional<quint16> method; ///< instead of the true one
    std::optional<quint64> statedSize; ///< instead of the true one
    std::optional<quint32> crc;
    int padding = 0; ///< bytes of extra field in the local header, as PyTorch aligns
    /// Local header without sizes, as PyTorch writes it (they follow the content).
    bool hasDescriptor = false;
};

/// Writes ZIP archives byte by byte, so that a test can write what no library would.
QByteArray zipBytes(const std::vector<ZipEntry> &entries, bool zip64End = false);

/// The same without lies.
QByteArray storedZip(const std::vector<std::pair<QByteArray, QByteArray>> &members);

} // namespace tosaic::test
