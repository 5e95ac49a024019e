// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/byteordermark.h"

#include <QStringDecoder>

namespace tosaic::formats {

QByteArray utf8Of(QByteArrayView text)
{
    const QString decoded = QStringDecoder(QStringDecoder::Utf16)(text);
    return decoded.toUtf8();
}

std::shared_ptr<const ByteSource> inUtf8(const std::shared_ptr<const ByteSource> &source)
{
    return isUtf16(source->bytes()) ? ByteSource::fromBytes(utf8Of(source->bytes()), source->name())
                                    : source;
}

} // namespace tosaic::formats
