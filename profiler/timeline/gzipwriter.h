// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QIODevice>

#include <memory>

namespace tosaic::profile {

/// Collects text and hands it on piece by piece, compressed (gzip) if wanted.
class GzipWriter
{
public:
    GzipWriter(QIODevice &device, bool isCompressed);
    ~GzipWriter();
    GzipWriter(const GzipWriter &) = delete;
    GzipWriter &operator=(const GzipWriter &) = delete;

    void write(QByteArrayView text);
    /// Writes what is left. IoWrite if anything went wrong.
    Result<void> finish();

private:
    class Stream;
    void flush(bool isLast);

    QIODevice &m_device;
    std::unique_ptr<Stream> m_stream; ///< null: not compressed
    QByteArray m_text;
    bool m_isBroken = false;
};

} // namespace tosaic::profile
