// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/jsonscan.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <charconv>
#include <cmath>

namespace tosaic::profile::json {

namespace {

std::string_view between(const char *begin, const char *end)
{
    return { begin, static_cast<size_t>(end - begin) };
}

/// Behind the closing bracket. Brackets are counted, not matched by kind: nothing is made of them.
Step scanComposite(const char *&at, const char *end, Token &token)
{
    const auto *const begin = at;
    qsizetype depth = 0;
    for (; at != end; ++at) {
        if (*at == '"') {
            Token text;
            if (const auto step = scanString(at, end, text); step != Step::Done)
                return step;
            --at;
        } else if (*at == '{' || *at == '[') {
            ++depth;
        } else if ((*at == '}' || *at == ']') && --depth == 0) {
            ++at;
            token = { Token::Kind::Composite, between(begin, at) };
            return Step::Done;
        }
    }
    return Step::NeedsMore;
}

bool isBare(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'
        || c == '+' || c == '.';
}

} // namespace

Step scanString(const char *&at, const char *end, Token &token)
{
    const auto *const begin = at + 1;
    for (const auto *c = begin; c < end; ++c) {
        if (*c == '\\') {
            ++c;
        } else if (*c == '"') {
            token = { Token::Kind::String, between(begin, c) };
            at = c + 1;
            return Step::Done;
        }
    }
    return Step::NeedsMore;
}

Step scanValue(const char *&at, const char *end, Token &token)
{
    if (at == end)
        return Step::NeedsMore;
    if (*at == '"')
        return scanString(at, end, token);
    if (*at == '{' || *at == '[')
        return scanComposite(at, end, token);
    const auto *const begin = at;
    const auto *c = at;
    while (c != end && isBare(*c))
        ++c;
    if (c == end)
        return Step::NeedsMore; // another digit may follow
    if (c == begin)
        return Step::Bad;
    token = { Token::Kind::Bare, between(begin, c) };
    at = c;
    return Step::Done;
}

Step scanMember(const char *&at, const char *end, std::string_view &key, Token &value)
{
    const auto *c = skipSpaces(at, end);
    if (c != end && *c == ',')
        c = skipSpaces(c + 1, end);
    value = {};
    if (c == end)
        return Step::NeedsMore;
    if (*c == '}') {
        at = c + 1;
        return Step::Done;
    }
    at = c; // a complaint names this place
    if (*c != '"')
        return Step::Bad;
    Token name;
    if (const auto step = scanString(c, end, name); step != Step::Done)
        return step;
    key = name.text;
    c = skipSpaces(c, end);
    if (c == end)
        return Step::NeedsMore;
    if (*c != ':')
        return Step::Bad;
    c = skipSpaces(c + 1, end);
    const auto step = scanValue(c, end, value);
    if (step == Step::Done || step == Step::Bad)
        at = c;
    return step;
}

std::optional<double> toNumber(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<quint64> toWhole(std::string_view text)
{
    const auto isHex = text.starts_with("0x") || text.starts_with("0X");
    const auto digits = isHex ? text.substr(2) : text;
    quint64 value = 0;
    const auto *const last = digits.data() + digits.size();
    const auto [end, error] = std::from_chars(digits.data(), last, value, isHex ? 16 : 10);
    if (error == std::errc() && end == last)
        return value;
    const auto number = isHex ? std::nullopt : toNumber(text);
    if (!number || *number < 0 || *number >= 9e15) // beyond that doubles are not whole
        return std::nullopt;
    return static_cast<quint64>(std::llround(*number));
}

QString toText(const Token &token)
{
    const auto plain
        = QString::fromUtf8(token.text.data(), static_cast<qsizetype>(token.text.size()));
    if (token.kind != Token::Kind::String || token.text.find('\\') == std::string_view::npos)
        return plain;
    const auto array = QJsonDocument::fromJson(
        "[\"" + QByteArray(token.text.data(), static_cast<qsizetype>(token.text.size())) + "\"]");
    return array.array().isEmpty() ? plain : array.array().first().toString();
}

} // namespace tosaic::profile::json
