// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

namespace tosaic::test {

/// Runs; a zombie that nobody has collected does not.
inline bool isAlive(qint64 pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    if (pid <= 0 || !stat.open(QIODevice::ReadOnly))
        return false;
    const auto text = stat.readAll();
    return text.sliced(text.lastIndexOf(')') + 2).front() != 'Z';
}

} // namespace tosaic::test
