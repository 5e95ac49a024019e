// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"

namespace tosaic::toolchain {

/// How the process of a tool ended, or that it never began.
struct ProcessEnd
{
    enum class Kind
    {
        Exited, ///< by itself: exitCode
        Crashed, ///< by a signal: exitCode is its number
        NotStarted,
        TimedOut,
        Cancelled
    };

    /// What to say where the usual words do not tell enough; "%1" is the exit code, the signal, or
    /// why it did not start.
    struct Words
    {
        QString failed = {};
        QString crashed = {};
        QString missing = {};
        QString timeout = {};
        QString cancelled = {};
    };

    Kind kind = Kind::NotStarted;
    int exitCode = 0;
    QString detail = {}; ///< name of the signal, or why it did not start
    /// What was missing here, so that the program could not even be tried.
    std::optional<Error> fault = {};

    bool isGood() const { return kind == Kind::Exited && exitCode == 0; }
    /// As a problem: "tool.missing" or that of `fault`, "tool.failed", "tool.crashed",
    /// "tool.timeout", "cancelled".
    Diagnostic problem(const Words &words) const;
};

/// Words::missing where the program is an interpreter that somebody chose.
inline QString interpreterMissing()
{
    return QStringLiteral("the Python interpreter does not start: %1");
}

} // namespace tosaic::toolchain
