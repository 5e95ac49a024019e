// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/samples.h"

#include <QProcess>

#include <sys/resource.h>

namespace tosaic::test {

struct Ended
{
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
    double seconds = 0; ///< of processors; what waits for others does not count
};

inline double childSeconds()
{
    rusage usage{};
    ::getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds
        = [](const timeval &time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// The command in 1 GB of address space beyond the program's own, which is what any file may cost.
/// Ended after two minutes: exit code -1.
inline Ended runLimited(const QStringList &arguments)
{
    QProcess process;
    const auto before = childSeconds();
    process.start(QStringLiteral("/bin/sh"),
        QStringList{ QStringLiteral("-c"), QStringLiteral("ulimit -v 1600000; exec \"$0\" \"$@\""),
            programPath(QStringLiteral("tosaic-cli")) }
            + arguments);
    const bool hasEnded = process.waitForFinished(120'000);
    if (!hasEnded)
        process.kill();
    return { hasEnded && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        process.readAllStandardOutput(), process.readAllStandardError(), childSeconds() - before };
}

} // namespace tosaic::test
