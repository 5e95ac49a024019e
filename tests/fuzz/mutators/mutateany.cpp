// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutators/mutators.h"

namespace tosaic::fuzz {

QByteArray mutateAny(const QByteArray &input, Random &random, const ByteMutator &changeBytes)
{
    const auto isText = [](const QByteArray &bytes) {
        const auto start = bytes.left(64).trimmed();
        return start.startsWith('{') || start.startsWith('[');
    };
    if (input.startsWith("PK"))
        return mutateZip(input, random, changeBytes);
    if (input.startsWith("SQLite format 3"))
        return mutateSqlite(input, random, changeBytes);
    return isText(input) ? mutateJson(input, random, changeBytes)
                         : mutateFlatBuffer(input, random, changeBytes);
}

} // namespace tosaic::fuzz
