// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>

namespace tosaic::profile {

/// What a terminal program, a viewer or a log service put before a line: times in the forms of
/// `ts`, minicom, Tera Term, dmesg, journalctl and others, the name of a port or a container, the
/// channel of an RTT viewer.
struct CapturePrefix
{
    qsizetype size = 0; ///< bytes; 0: there is none
    QByteArrayView port; ///< the name of a serial port in it; empty: none
};

/// Of one line. What stands behind it is the line as the device printed it, up to one blank. Which
/// digits a number has, and how many, makes no difference; so lines of one shape (LineShapes) have
/// prefixes of one form.
CapturePrefix capturePrefixOf(QByteArrayView line);

} // namespace tosaic::profile
