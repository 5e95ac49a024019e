// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/visibletext.h"

#include <QFile>
#include <QStringDecoder>

namespace tosaic::cli {

/// Standard output or error as every command writes it: what comes out of files (names, lines of a
/// console) cannot steer the terminal. In JSON the escapes are JSON's own.
class VisibleOutput : public QIODevice
{
public:
    explicit VisibleOutput(FILE *stream)
    {
        m_file.open(stream, QIODevice::WriteOnly | QIODevice::Unbuffered);
        open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    }

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *data, qint64 size) override
    {
        const QString text = m_decode(QByteArrayView(data, size));
        if (m_file.write(visibleLines(text).toUtf8()) >= 0 && m_file.flush())
            return size; // the C library had a buffer of its own
        setErrorString(m_file.errorString());
        return -1;
    }

private:
    QFile m_file;
    QStringDecoder m_decode{ QStringDecoder::Utf8 };
};

} // namespace tosaic::cli
