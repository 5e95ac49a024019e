// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QtGlobal>

#include <optional>
#include <string_view>

/// Steps over JSON text that may stop anywhere, without making values of it.
namespace tosaic::profile::json {

enum class Step
{
    Done,
    NeedsMore, ///< the text stops inside
    Bad ///< this is no JSON
};

/// A scalar as written: a string without its quotes (escapes are kept), or a number or literal.
/// For an array or object: the text with its brackets.
struct Token
{
    enum class Kind
    {
        None,
        String,
        Bare, ///< number, true, false, null
        Composite
    };
    Kind kind = Kind::None;
    std::string_view text;
};

constexpr bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

inline const char *skipSpaces(const char *at, const char *end)
{
    while (at != end && isSpace(*at))
        ++at;
    return at;
}

/// The string at 'at' (its opening quote); moves behind it when Done.
Step scanString(const char *&at, const char *end, Token &token);
/// The value at 'at', whatever it is; moves behind it when Done.
Step scanValue(const char *&at, const char *end, Token &token);
/// The next member of an object: 'at' stands behind '{' or behind a value. Done with an empty kind
/// of the value at the end of the object, behind which 'at' moves.
Step scanMember(const char *&at, const char *end, std::string_view &key, Token &value);

/// A whole number, also with a fraction (rounded) or in hexadecimal; absent if negative, too big or
/// no number.
std::optional<quint64> toWhole(std::string_view text);
std::optional<double> toNumber(std::string_view text);
/// With escapes resolved.
QString toText(const Token &token);

} // namespace tosaic::profile::json
