// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tosaic::profile {

enum class LinePrefix
{
    None,
    Executorch, ///< "I [executorch:file.cpp:12 function()] "
    Mlek, ///< "INFO - " at the start of the line
    ZephyrLog, ///< "[00:00:00.001,000] <inf> module: "
    ZephyrThread, ///< "runner 0: "
    Driver, ///< "I: ", "E: " of the Ethos-U core driver
    Other ///< time stamps, RTOS task names, "[INFO] "
};

enum class LineEnd
{
    Newline,
    EndOfText, ///< the text stops without a line end
    Overrun, ///< another message begins in the middle of this one
    Wrapped ///< its last number may go on in the next line
};

/// One line of a console without control characters, split into prefix and message.
struct ConsoleLine
{
    quint64 number = 0; ///< counts from 1, by line feeds
    QString text; ///< the whole line
    QString bare; ///< without what a terminal program put before it; see captureprefix.h
    QString message; ///< without any prefix
    QString errorText; ///< without time and level, but with the module that speaks
    LinePrefix prefix = LinePrefix::None;
    QString module; ///< Zephyr log module
    bool isError = false; ///< the line marks itself as error or fatal
    LineEnd end = LineEnd::Newline;
};

/// Splits a cleaned line (no control characters) into prefix and message.
ConsoleLine parseLine(const QString &text, quint64 number, LineEnd end);

/// Removes ANSI sequences, NUL, EOT and other control characters, also where a terminal program
/// wrote them out ("<NUL>", "^[[0m", "^I").
QByteArray withoutControls(QByteArrayView line);

} // namespace tosaic::profile
