// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// Lines that are not as their writer printed them.
namespace tosaic::profile {

/// Another message begins inside a line.
struct Overrun
{
    qsizetype at = 0; ///< where in the line; 0: nowhere
    bool isThread
        = false; ///< of another thread: the rest of the first message comes on the next line
};
/// Looks for messages of ML-EK, of ExecuTorch's runner, of application threads and of the Linux
/// kernel.
Overrun overrunOf(const QString &text);

/// Whether the text stops inside the tag of an ExecuTorch runner ("I [executorch:file.cpp:12 ma"):
/// a narrow terminal wrapped the line.
bool stopsInTag(const QString &text);

/// Whether a message ends in the digits of a count. Terminals wrap lines: the rest of the digits
/// may come on the next one.
bool endsInCount(const QString &message);

/// What a line is behind one that ends in a count.
enum class CountRest
{
    None, ///< something else: the count is whole
    Digits, ///< digits alone: its rest, or a number of its own
    DigitsAndUnit ///< its rest: "123 (12.30 per inference)", "123 cycles"
};
CountRest countRest(const QString &text);

/// "...", "[snip]", "<...>": whoever kept the log left lines out here.
bool saysTextWasLeftOut(const QString &text);

} // namespace tosaic::profile
