// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

#include <vector>

/// Python source as tokens, as far as literal expressions need it. Nothing is run.
namespace tosaic::spec {

struct PythonToken
{
    enum class Kind
    {
        Name,
        Number,
        Text, ///< a string literal with its value in `text`
        Sign, ///< one character; also what Python would not understand
        EndOfStatement ///< line end outside of brackets, or ';'
    };
    Kind kind = Kind::Sign;
    QString text;
    qsizetype offset = 0; ///< UTF-16 units from the start of the source
    /// Of a Text: why its value cannot be told without running Python; empty if it can.
    QString obstacle = {};

    bool is(char16_t sign) const { return kind == Kind::Sign && text == QChar(sign); }
    bool isName(QStringView name) const { return kind == Kind::Name && text == name; }
};

/// Comments and line joining are done away with. Error SpecInvalid: a string that does not end.
Result<std::vector<PythonToken>> pythonTokens(const QString &source);

/// Line and column of a place in a text, for messages.
Location placeIn(const QString &text, qsizetype offset);

} // namespace tosaic::spec
