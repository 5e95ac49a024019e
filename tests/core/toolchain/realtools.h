// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/toolchain/standin.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QTest>

/// The real compilers, of the environment that TOSAIC_PYTHON names.
#define TOSAIC_NEED_TOOLS()                                                                        \
    do {                                                                                           \
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))                                          \
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: no Python environment with the compilers";  \
    } while (false)

namespace tosaic::test {

inline constexpr int RealPatience = 400000; // ms: a compile takes 20 to 40 s on an idle machine

inline QString toolPython()
{
    return qEnvironmentVariable("TOSAIC_PYTHON");
}

inline QString fixtureModel(const QString &name)
{
    return sourcePath(QStringLiteral("tests/fixtures/models/")) + name;
}

} // namespace tosaic::test
