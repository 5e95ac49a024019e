// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/pythonvalue.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

using TokenKind = PythonToken::Kind;
using Kind = PythonValue::Kind;

constexpr int DeepestNesting = 64;
constexpr int LongestChain = 16; // calls on calls
constexpr qsizetype LargestExpansion = 1'000'000; // what names stand for, in one text

int depthOf(const PythonValue &value)
{
    int deepest = 0;
    for (const auto &item : value.items)
        deepest = std::max(deepest, depthOf(item));
    for (const auto &item : value.receiver)
        deepest = std::max(deepest, depthOf(item));
    for (const auto &[name, item] : value.keywords)
        deepest = std::max(deepest, depthOf(item));
    return deepest + 1;
}

qsizetype sizeOf(const PythonValue &value)
{
    auto size = value.text.size() + 1;
    for (const auto &item : value.items)
        size += sizeOf(item);
    for (const auto &item : value.receiver)
        size += sizeOf(item);
    for (const auto &[name, item] : value.keywords)
        size += sizeOf(item);
    return size;
}

} // namespace

bool PythonValue::isCall(QStringView name) const
{
    return kind == Kind::Call && lastName() == name;
}

QString PythonValue::lastName() const
{
    return text.section(u'.', -1);
}

bool sameValue(const PythonValue &a, const PythonValue &b)
{
    const auto samePair = [](const auto &x, const auto &y) {
        return x.name == y.name && sameValue(x.value, y.value);
    };
    return a.kind == b.kind && a.text == b.text && a.number == b.number
        && std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), sameValue)
        && std::equal(
            a.receiver.begin(), a.receiver.end(), b.receiver.begin(), b.receiver.end(), sameValue)
        && std::equal(
            a.keywords.begin(), a.keywords.end(), b.keywords.begin(), b.keywords.end(), samePair);
}

PythonExpression::PythonExpression(
    const QString &source, const std::vector<PythonToken> &tokens, const Variables &variables)
    : m_source(source), m_tokens(tokens), m_variables(variables)
{
}

const PythonToken &PythonExpression::token(std::size_t at) const
{
    static const PythonToken end{ TokenKind::EndOfStatement, {}, 0 };
    return at < m_tokens.size() ? m_tokens[at] : end;
}

tl::unexpected<Error> PythonExpression::refuse(std::size_t at, const QString &what) const
{
    const auto offset = at < m_tokens.size() ? m_tokens[at].offset : m_source.size();
    return fail(ErrorCode::SpecInvalid, what, placeIn(m_source, offset));
}

Result<PythonValue> PythonExpression::read(std::size_t &at)
{
    auto value = sum(at);
    if (value) {
        if (const auto end = checkEnd(at); !end)
            return fail(end.error());
    }
    return value;
}

/// An expression must be followed by something that ends it, else it is more than a literal.
Result<void> PythonExpression::checkEnd(std::size_t at) const
{
    const auto &next = token(at);
    if (next.kind == TokenKind::EndOfStatement || next.is(u',') || next.is(u')') || next.is(u']'))
        return {};
    return refuse(at, u"'%1' needs Python to be run; write the value itself"_s.arg(next.text));
}

Result<PythonValue> PythonExpression::sum(std::size_t &at)
{
    auto value = operand(at);
    while (value && token(at).is(u'+')) {
        const auto place = at++;
        auto more = operand(at);
        if (!more)
            return more;
        if (value->kind != more->kind || (value->kind != Kind::Text && value->kind != Kind::List))
            return refuse(place, u"only texts and lists are added here"_s);
        value->text += more->text;
        std::move(more->items.begin(), more->items.end(), std::back_inserter(value->items));
    }
    return value;
}

Result<PythonValue> PythonExpression::operand(std::size_t &at)
{
    if (m_depth >= DeepestNesting)
        return refuse(at, u"nested more than %1 deep"_s.arg(DeepestNesting));
    ++m_depth;
    auto value = atom(at);
    if (value)
        value = trailers(at, std::move(*value));
    --m_depth;
    return value;
}

Result<PythonValue> PythonExpression::atom(std::size_t &at)
{
    const auto &first = token(at);
    switch (first.kind) {
    case TokenKind::Text:
        return texts(at);
    case TokenKind::Number:
        return number(at, false);
    case TokenKind::Name:
        return name(at);
    case TokenKind::EndOfStatement:
        return refuse(at, u"a value is missing here"_s);
    case TokenKind::Sign:
        break;
    }
    if (first.is(u'-') || first.is(u'+')) {
        const bool isNegative = first.is(u'-');
        return number(++at, isNegative);
    }
    if (first.is(u'['))
        return list(++at, u']');
    if (first.is(u'('))
        return list(++at, u')');
    return refuse(
        at, u"'%1' is not a value that can be read without running Python"_s.arg(first.text));
}

Result<PythonValue> PythonExpression::texts(std::size_t &at)
{
    PythonValue value{ .kind = Kind::Text, .offset = token(at).offset };
    for (; token(at).kind == TokenKind::Text; ++at) {
        if (!token(at).obstacle.isEmpty())
            return refuse(at, token(at).obstacle);
        value.text += token(at).text;
    }
    return value;
}

Result<PythonValue> PythonExpression::number(std::size_t &at, bool isNegative)
{
    auto text = QString(token(at).text).remove(u'_');
    if (token(at).kind == TokenKind::Name && text == u"inf"_s)
        return refuse(at, u"'inf' is not a value here"_s);
    bool isNumber = token(at).kind == TokenKind::Number;
    double parsed = 0;
    if (isNumber && text.size() > 2 && text[0] == u'0' && text[1].isLetter())
        parsed = static_cast<double>(text.toULongLong(&isNumber, 0));
    else if (isNumber)
        parsed = text.toDouble(&isNumber);
    if (!isNumber)
        return refuse(at, u"a number is expected here"_s);
    const auto offset = token(at++).offset;
    return PythonValue{
        .kind = Kind::Number, .number = isNegative ? -parsed : parsed, .offset = offset
    };
}

Result<PythonValue> PythonExpression::list(std::size_t &at, char16_t close)
{
    PythonValue value{ .kind = Kind::List, .offset = token(at - 1).offset };
    bool hasComma = close == u']';
    while (!token(at).is(close)) {
        auto item = read(at);
        if (!item)
            return item;
        value.items.push_back(std::move(*item));
        if (token(at).is(u',')) {
            hasComma = true;
            ++at;
        } else if (!token(at).is(close)) {
            return refuse(at, u"'%1' is missing here"_s.arg(QChar(close)));
        }
    }
    ++at;
    if (!hasComma && value.items.size() == 1) // parentheses around one value
        return PythonValue(std::move(value.items.front()));
    return value;
}

Result<PythonValue> PythonExpression::name(std::size_t &at)
{
    const auto first = at;
    PythonValue value{ .kind = Kind::Name, .text = token(at).text, .offset = token(at).offset };
    ++at;
    if (value.text == u"None"_s)
        return PythonValue{ .kind = Kind::None, .offset = value.offset };
    if (value.text == u"True"_s || value.text == u"False"_s)
        return PythonValue{ .kind = Kind::Bool,
            .number = value.text == u"True"_s ? 1.0 : 0.0,
            .offset = value.offset };
    static const QStringList keywords{ u"lambda"_s, u"not"_s, u"await"_s, u"yield"_s, u"if"_s };
    if (keywords.contains(value.text))
        return refuse(
            first, u"'%1' needs Python to be run; write the value itself"_s.arg(value.text));
    if (token(at).is(u'.') || token(at).is(u'('))
        return value; // a variable's method is read as a name
    return variable(value);
}

Result<PythonValue> PythonExpression::variable(const PythonValue &name)
{
    const auto found = m_variables.constFind(name.text);
    if (found == m_variables.constEnd())
        return name;
    const auto place = placeIn(m_source, name.offset);
    if (found->error)
        return fail(*found->error);
    for (const auto &other : found->values) {
        if (!sameValue(other, found->values.front()))
            return fail(ErrorCode::SpecInvalid,
                u"'%1' gets several values; which one counts is known only to Python"_s.arg(
                    name.text),
                place);
    }
    const auto &value = found->values.front();
    m_expanded += sizeOf(value);
    if (m_expanded > LargestExpansion || depthOf(value) > DeepestNesting)
        return fail(ErrorCode::LimitExceeded,
            u"'%1' stands for more than a compile spec can hold"_s.arg(name.text), place);
    return PythonValue(value);
}

Result<PythonValue> PythonExpression::trailers(std::size_t &at, PythonValue value)
{
    for (int length = 0; length < LongestChain; ++length) {
        if (token(at).is(u'.') && token(at + 1).kind == TokenKind::Name) {
            const auto part = token(at + 1).text;
            if (value.kind == Kind::Name) {
                value.text += u'.' + part;
                at += 2;
                continue;
            }
            if (value.kind != Kind::Call || !token(at + 2).is(u'('))
                return refuse(at, u"'.%1' needs Python to be run"_s.arg(part));
            PythonValue call{ .kind = Kind::Call, .text = part, .offset = token(at + 1).offset };
            call.receiver.push_back(std::move(value));
            at += 3;
            auto filled = arguments(at, std::move(call));
            if (!filled)
                return filled;
            value = std::move(*filled);
        } else if (token(at).is(u'(') && value.kind == Kind::Name) {
            value.kind = Kind::Call;
            auto filled = arguments(++at, std::move(value));
            if (!filled)
                return filled;
            value = std::move(*filled);
        } else {
            return value;
        }
    }
    return refuse(at, u"more than %1 calls and names in a row"_s.arg(LongestChain));
}

Result<PythonValue> PythonExpression::arguments(std::size_t &at, PythonValue call)
{
    while (!token(at).is(u')')) {
        const bool isKeyword = token(at).kind == TokenKind::Name && token(at + 1).is(u'=')
            && !token(at + 2).is(u'=');
        const auto keyword = isKeyword ? token(at).text : QString();
        const auto place = at;
        if (isKeyword)
            at += 2;
        auto value = read(at);
        if (!value)
            return value;
        const auto isSame = [&](const auto &other) { return other.name == keyword; };
        if (!isKeyword && !call.keywords.empty())
            return refuse(place, u"a positional argument after a named one"_s);
        if (isKeyword && std::any_of(call.keywords.begin(), call.keywords.end(), isSame))
            return refuse(place, u"'%1' is given twice"_s.arg(keyword));
        if (isKeyword)
            call.keywords.push_back({ keyword, std::move(*value) });
        else
            call.items.push_back(std::move(*value));
        if (token(at).is(u','))
            ++at;
        else if (!token(at).is(u')'))
            return refuse(at, u"')' is missing here"_s);
    }
    ++at;
    return call;
}

} // namespace tosaic::spec
