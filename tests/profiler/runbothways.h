// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/consoleparser.h"
#include "profiler/parsers/runjson.h"

#include <gtest/gtest.h>

namespace tosaic::profile {

/// The run, read whole and byte by byte: both are the same.
inline Run runBothWays(const QByteArray &text)
{
    auto whole = parseConsole(text);
    ConsoleParser parser;
    for (const char c : text)
        parser.feed(QByteArrayView(&c, 1));
    const auto pieces = parser.finish();
    EXPECT_TRUE(whole.has_value() && pieces.has_value());
    if (!whole || !pieces)
        return {};
    EXPECT_EQ(runToJson(*whole), runToJson(*pieces));
    return std::move(*whole);
}

} // namespace tosaic::profile
