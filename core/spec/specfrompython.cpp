// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/pythonspecbuilder.h"
#include "core/spec/specpasses.h"
#include "core/spec/spectext.h"

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

using TokenKind = PythonToken::Kind;

/// Goes over the statements of a source in their order and hands what is known to the builder.
class PythonSource
{
public:
    PythonSource(const QString &source, std::vector<PythonToken> tokens)
        : m_source(source), m_tokens(std::move(tokens)),
          m_expression(m_source, m_tokens, m_variables), m_builder(m_source)
    {
    }

    Result<SpecReading> run()
    {
        for (std::size_t begin = 0; begin < m_tokens.size();) {
            auto end = begin;
            while (end < m_tokens.size() && m_tokens[end].kind != TokenKind::EndOfStatement)
                ++end;
            if (const auto done = statement(begin, end); !done)
                return fail(done.error());
            begin = end + 1;
        }
        return m_builder.take();
    }

private:
    /// Where the value of `name = value` or `name: type = value` begins; 0 without.
    std::size_t assigned(std::size_t begin, std::size_t end) const
    {
        if (m_tokens[begin].kind != TokenKind::Name)
            return 0;
        int depth = 0;
        for (auto i = begin + 1; i < end; ++i) {
            const auto &token = m_tokens[i];
            if (token.is(u'(') || token.is(u'['))
                ++depth;
            else if (token.is(u')') || token.is(u']'))
                --depth;
            else if (token.is(u'=') && depth == 0)
                return i + 1 < end && !m_tokens[i + 1].is(u'=') ? i + 1 : 0;
            const bool isSimple = i == begin + 1 && (token.is(u'=') || token.is(u':'));
            if (i == begin + 1 && !isSimple && !token.is(u'.'))
                return 0;
        }
        return 0;
    }

    Result<void> statement(std::size_t begin, std::size_t end)
    {
        if (begin >= end)
            return {};
        const auto valueAt = assigned(begin, end);
        const auto &first = m_tokens[begin].text;
        const bool isMember = begin + 1 < end && m_tokens[begin + 1].is(u'.');
        const bool isKnown = isMember && m_builder.knows(first);
        if (const auto call = constructor(begin, end); call < end) {
            auto value = valueOf(call);
            return value ? m_builder.construct(*value, valueAt ? first : QString())
                         : fail(value.error());
        }
        if (isKnown && valueAt) {
            auto value = valueOf(valueAt);
            return value ? m_builder.setAttribute(m_tokens[begin + 2], *value)
                         : fail(value.error());
        }
        if (isKnown) {
            auto value = valueOf(begin);
            return value ? m_builder.call(*value) : fail(value.error());
        }
        if (valueAt && !isMember)
            assign(first, valueAt, end);
        else
            spoilChanged(begin, end);
        return recipeCalls(begin, end);
    }

    void spoil(std::size_t at)
    {
        const auto &name = m_tokens[at].text;
        m_variables[name].error = Error{ ErrorCode::SpecInvalid,
            u"the value of '%1' is known only to Python, because it changes here"_s.arg(name),
            placeIn(m_source, m_tokens[at].offset) };
    }

    /// Statements after which a variable is no longer what it was assigned: list.append(...),
    /// list += ..., a loop's variable, a parameter.
    void spoilChanged(std::size_t begin, std::size_t end)
    {
        const auto &first = m_tokens[begin];
        if (first.isName(u"for") || first.isName(u"def")) {
            for (auto i = begin + 1; i < end && !m_tokens[i].isName(u"in"); ++i) {
                if (m_tokens[i].kind == TokenKind::Name)
                    spoil(i);
            }
        } else if (begin + 1 < end && m_tokens[begin + 1].kind == TokenKind::Sign
            && m_variables.contains(first.text)) {
            spoil(begin);
        }
    }

    Result<PythonValue> valueOf(std::size_t at) { return m_expression.read(at); }

    /// The call of EthosUCompileSpec in a statement; `end` without.
    std::size_t constructor(std::size_t begin, std::size_t end) const
    {
        for (auto i = begin; i + 1 < end; ++i) {
            if (m_tokens[i].isName(u"EthosUCompileSpec") && m_tokens[i + 1].is(u'(')
                && !(i > begin && m_tokens[i - 1].isName(u"class")))
                return i;
        }
        return end;
    }

    void assign(const QString &name, std::size_t valueAt, std::size_t end)
    {
        auto at = valueAt;
        auto value = m_expression.read(at);
        auto &variable = m_variables[name];
        m_builder.assigned(name, value ? &*value : nullptr);
        if (value && at >= end)
            variable.values.push_back(std::move(*value));
        else if (!variable.error)
            variable.error = value ? Error{ ErrorCode::SpecInvalid,
                u"the value of '%1' is known only to Python"_s.arg(name),
                placeIn(m_source, m_tokens[valueAt].offset) }
                                   : value.error();
    }

    /// What a recipe says around the spec, anywhere in a statement.
    Result<void> recipeCalls(std::size_t begin, std::size_t end)
    {
        for (auto i = begin; i + 1 < end; ++i) {
            m_builder.note(
                m_tokens[i], m_tokens[i + 1], i + 2 < end ? m_tokens[i + 2].text : u""_s);
            if (!m_tokens[i + 1].is(u'(') || !PythonSpecBuilder::isRecipeCall(m_tokens[i]))
                continue;
            const auto value = valueOf(i);
            if (!value)
                return fail(value.error());
            if (const auto done = m_builder.recipe(*value); !done)
                return done;
        }
        return {};
    }

    const QString &m_source;
    std::vector<PythonToken> m_tokens;
    PythonExpression::Variables m_variables;
    PythonExpression m_expression;
    PythonSpecBuilder m_builder;
};

} // namespace

Result<SpecReading> fromPythonCall(const QString &text)
{
    if (text.size() > LargestSpecText)
        return fail(ErrorCode::LimitExceeded, u"more than 1 MiB of Python"_s);
    auto tokens = pythonTokens(text);
    if (!tokens)
        return fail(tokens.error());
    return PythonSource(text, std::move(*tokens)).run();
}

} // namespace tosaic::spec
