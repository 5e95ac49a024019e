// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QStandardPaths>

/// Drivers that speak the protocol without the tools (standin/), for an ordinary Python.
namespace tosaic::test {

inline constexpr int Patience = 60000; // ms, for a machine under load

inline QString python()
{
    return QStandardPaths::findExecutable(QStringLiteral("python3"));
}

inline QString standInDir()
{
    return sourcePath(QStringLiteral("tests/core/toolchain/standin"));
}

/// In a folder of its own.
inline QString writeTemporary(const QString &name, const QByteArray &bytes)
{
    QFile file(temporaryDir() + QLatin1Char('/') + name);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return file.fileName();
}

} // namespace tosaic::test
