// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/parsestate.h"

#include <QByteArrayView>

namespace tosaic::profile {

/// Characters of base64, "=" at its end too.
bool isBase64(char c);

/// The runner prints an ETDump as a shell line: echo "<base64>" | base64 -d >etdump.bin. Takes the
/// text between the first two double quotes; nothing is executed. Returns whether the line is one,
/// also where the log stops within it.
bool takeEtdump(ParseState &state, QByteArrayView line, quint64 number, bool isEnded);

} // namespace tosaic::profile
