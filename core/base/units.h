// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

#include <optional>

namespace tosaic {

/// Where a number comes from; shown as a small tag beside it.
enum class Origin
{
    Estimate, ///< a compiler's model (Vela)
    Fvp, ///< Arm's simulator
    Board, ///< silicon
    ThisMachine ///< ExecuTorch's runtime on the computer Tosaic runs on
};

QString originTag(Origin origin); ///< "est", "FVP", "board", "this machine"

/// "3.4 MiB", "752 KiB", "96 bytes"; the exact number belongs in a tooltip (formatCount + "
/// bytes").
QString formatBytes(quint64 bytes, const QLocale &locale = QLocale());
/// 1234567 -> "1,234,567" in the locale's way.
QString formatCount(quint64 count, const QLocale &locale = QLocale());
/// "1.50 ms", "30.0 us" from seconds.
QString formatDuration(double seconds, const QLocale &locale = QLocale());
/// "500 MHz", to six digits: how every sentence spells a clock. Files and JSON have hertz.
QString formatClock(double hertz, const QLocale &locale = QLocale());
/// "12.3 %" from 0.123: of changes, and of whatever is no part of a whole.
QString formatPercent(double ratio, const QLocale &locale = QLocale());
/// A part of a whole: "12.3 %", but "< 0.1 %" of what is not nothing and "> 99.9 %" of what is not
/// everything.
QString formatShare(double share, const QLocale &locale = QLocale());

} // namespace tosaic
