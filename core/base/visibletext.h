// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tosaic {

/// Names out of files as they may be shown anywhere: characters that a terminal, a browser or a
/// line of text would obey (control and escape characters, changes of the direction of writing,
/// separators of lines, halves of surrogate pairs) are written as their code point, "\u001b".
/// Everything else stays as it is, and so does a text without such characters.
QString visibleText(const QString &text);

/// The same for text of several lines: line ends and tabs are left.
QString visibleLines(const QString &text);

/// For the eye alone: a number and its unit ("12.3 %", "4 KiB", "500 MHz") stay on one line.
QString withUnitsAttached(QString text);

} // namespace tosaic
