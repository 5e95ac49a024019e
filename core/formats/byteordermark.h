// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace tosaic::formats {

/// Text without the three bytes that editors of Windows put before UTF-8.
inline QByteArrayView withoutByteOrderMark(QByteArrayView text)
{
    constexpr QByteArrayView Mark("\xef\xbb\xbf");
    return text.startsWith(Mark) ? text.sliced(Mark.size()) : text;
}

} // namespace tosaic::formats
