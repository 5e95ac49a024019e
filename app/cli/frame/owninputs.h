// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>

namespace tosaic::cli {

/// Why what is given as -o is refused: the command reads that very file, under whatever name, or
/// the result of a compile that it is given names it. Empty: nothing that is read would be lost.
QString outputMisuse(const QCommandLineParser &parser);

} // namespace tosaic::cli
