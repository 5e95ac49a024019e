// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QCommandLineParser;

namespace tosaic::cli {

/// The parser's help of a sub-command ("operators", "run fvp"): Qt's own names the program alone.
QString commandHelp(const QString &command, const QCommandLineParser &parser);

} // namespace tosaic::cli
