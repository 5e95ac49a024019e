// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

#include <vector>

namespace tosaic::spec {

struct ShellWord
{
    QString text;
    qsizetype offset = 0; ///< UTF-16 units from the start of the text
};

/// The words of the first command in a text, as a POSIX shell splits them: quotes, backslashes,
/// continued lines, comments; assignments in front ("PYTHONUNBUFFERED=1 vela ...") and a prompt
/// ("$ ") are left out. What a shell would have to work out ($x, `x`, *, >, |, &) is an error.
Result<std::vector<ShellWord>> shellWords(const QString &text);

} // namespace tosaic::spec
