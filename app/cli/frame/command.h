// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"

#include <QString>
#include <QStringList>
#include <QTextStream>

#include <functional>

namespace tosaic::cli {

/// Exit codes of tosaic-cli; scripts rely on them.
enum ExitCode
{
    Fine = 0,
    BadInput = 1, ///< the input is bad or the check failed
    Usage = 2,
    ToolFailed = 3, ///< a tool that was asked to run is missing or failed
    Cancelled = 130
};

struct Streams
{
    QTextStream &out; ///< results; with --json one document and nothing else
    QTextStream &err; ///< diagnostics, one a line; progress
    /// Of tables: the terminal's, COLUMNS where there is none, else 120; --wide of a command: 0.
    TextWidth width = { 120 };
};

/// Of every help; QCommandLineParser keeps to it.
inline constexpr TextWidth HelpWidth{ 80 };

/// One sub-command. Each lives in a file of its own; commands.cpp lists them.
struct Command
{
    QString name;
    QString summary;
    bool needsGui = false; ///< paints: started with a QApplication on the offscreen platform
    std::function<int(const QStringList &arguments, Streams &streams)> run;
};

} // namespace tosaic::cli
