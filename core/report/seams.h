// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tosaic::report {

/// Whether a line may break behind this character of a text: between the parts of names of
/// operators, modules and files, not in a number.
inline bool isSeam(const QString &text, qsizetype at)
{
    if (at <= 0 || at + 1 >= text.size() || !QStringView(u"._/;").contains(text[at])
        || !text[at - 1].isLetterOrNumber() || !text[at + 1].isLetterOrNumber())
        return false;
    return text[at] != u'.' || !text[at - 1].isDigit() || !text[at + 1].isDigit();
}

} // namespace tosaic::report
