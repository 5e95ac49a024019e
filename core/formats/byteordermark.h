// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"

namespace tosaic::formats {

/// Text without the three bytes that editors of Windows put before UTF-8.
inline QByteArrayView withoutByteOrderMark(QByteArrayView text)
{
    constexpr QByteArrayView Mark("\xef\xbb\xbf");
    return text.startsWith(Mark) ? text.sliced(Mark.size()) : text;
}

/// Whether it begins with the mark of UTF-16, as what PowerShell redirects does.
inline bool isUtf16(QByteArrayView text)
{
    return text.startsWith("\xff\xfe") || text.startsWith("\xfe\xff");
}

/// Of text in UTF-16.
QByteArray utf8Of(QByteArrayView text);
/// The same text in UTF-8: the source itself, unless it is UTF-16.
std::shared_ptr<const ByteSource> inUtf8(const std::shared_ptr<const ByteSource> &source);

} // namespace tosaic::formats
