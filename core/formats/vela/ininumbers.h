// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

/// Numbers as the two parsers read them.
namespace tosaic::formats::vela {

/// Python's float(): "500e6", "1_000.5", "inf", blanks around.
std::optional<double> pythonReal(const QString &text);
/// Python's int(): "32", "1_024"; neither "32.0" nor "0x20".
std::optional<qint64> pythonWhole(const QString &text);
/// The C++ core's: the number at the beginning of the text, 0 if there is none.
double coreReal(const QString &text);
qint64 coreWhole(const QString &text);

} // namespace tosaic::formats::vela
