// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/pythontokens.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

using TokenKind = PythonToken::Kind;

bool isNameStart(QChar c)
{
    return c.isLetter() || c == u'_';
}

bool isNamePart(QChar c)
{
    return c.isLetterOrNumber() || c == u'_';
}

bool isStringPrefix(const QString &word)
{
    static const QStringList prefixes{ u"r"_s, u"u"_s, u"b"_s, u"f"_s, u"br"_s, u"rb"_s, u"fr"_s,
        u"rf"_s };
    return prefixes.contains(word.toLower());
}

class Tokenizer
{
public:
    explicit Tokenizer(const QString &source) : m_source(source) { }

    Result<std::vector<PythonToken>> run()
    {
        while (m_at < m_source.size()) {
            if (!step())
                return fail(ErrorCode::SpecInvalid, u"this string does not end"_s,
                    placeIn(m_source, m_stringStart));
        }
        endStatement();
        return std::move(m_tokens);
    }

private:
    QChar peek(qsizetype ahead = 0) const
    {
        return m_at + ahead < m_source.size() ? m_source[m_at + ahead] : QChar();
    }

    /// False: a string without end.
    bool step()
    {
        const auto c = peek();
        if (c == u'#') {
            while (m_at < m_source.size() && peek() != u'\n')
                ++m_at;
        } else if (c == u'\\' && (peek(1) == u'\n' || (peek(1) == u'\r' && peek(2) == u'\n'))) {
            m_at += peek(1) == u'\n' ? 2 : 3;
        } else if (c == u'\n' || c == u';') {
            if (m_depth == 0 || c == u';')
                endStatement();
            ++m_at;
        } else if (c.isSpace()) {
            ++m_at;
        } else if (c == u'"' || c == u'\'') {
            return string({});
        } else if (isNameStart(c)) {
            return name();
        } else if (c.isDigit() || (c == u'.' && peek(1).isDigit())) {
            number();
        } else {
            sign(c);
        }
        return true;
    }

    void endStatement()
    {
        if (!m_tokens.empty() && m_tokens.back().kind != TokenKind::EndOfStatement)
            m_tokens.push_back({ TokenKind::EndOfStatement, {}, m_at });
    }

    void sign(QChar c)
    {
        if (QStringView(u"([{").contains(c))
            ++m_depth;
        else if (QStringView(u")]}").contains(c))
            m_depth = std::max(0, m_depth - 1);
        m_tokens.push_back({ TokenKind::Sign, c, m_at++ });
    }

    bool name()
    {
        const auto start = m_at;
        while (m_at < m_source.size() && isNamePart(peek()))
            ++m_at;
        const auto word = m_source.sliced(start, m_at - start);
        if ((peek() == u'"' || peek() == u'\'') && isStringPrefix(word))
            return string(word.toLower(), start);
        m_tokens.push_back({ TokenKind::Name, word, start });
        return true;
    }

    void number()
    {
        const auto start = m_at;
        while (m_at < m_source.size()
            && (isNamePart(peek()) || peek() == u'.'
                || ((peek() == u'+' || peek() == u'-') && peek(-1).toLower() == u'e'
                    && !m_source.sliced(start).startsWith("0x"_L1, Qt::CaseInsensitive))))
            ++m_at;
        m_tokens.push_back({ TokenKind::Number, m_source.sliced(start, m_at - start), start });
    }

    bool string(const QString &prefix, qsizetype start = -1)
    {
        m_stringStart = start < 0 ? m_at : start;
        const auto quote = peek();
        const bool isTriple = peek(1) == quote && peek(2) == quote;
        m_at += isTriple ? 3 : 1;
        PythonToken token{ TokenKind::Text, {}, m_stringStart };
        if (prefix.contains(u'b'))
            token.obstacle = u"bytes are not text here"_s;
        const bool isRaw = prefix.contains(u'r');
        while (m_at < m_source.size()) {
            if (peek() == quote && (!isTriple || (peek(1) == quote && peek(2) == quote))) {
                m_at += isTriple ? 3 : 1;
                if (prefix.contains(u'f'))
                    judgeFormat(token);
                m_tokens.push_back(token);
                return true;
            }
            if (peek() == u'\n' && !isTriple)
                return false;
            if (peek() == u'\\')
                escape(token, isRaw);
            else
                token.text += m_source[m_at++];
        }
        return false;
    }

    static void judgeFormat(PythonToken &token)
    {
        token.text.replace(u"{{"_s, QString(QChar(1))).replace(u"}}"_s, QString(QChar(2)));
        if (token.text.contains(u'{') || token.text.contains(u'}'))
            token.obstacle = u"the value of an f-string with {...} is known only to Python"_s;
        token.text.replace(QChar(1), u'{').replace(QChar(2), u'}');
    }

    void escape(PythonToken &token, bool isRaw)
    {
        const auto next = peek(1);
        if (m_at + 1 >= m_source.size()) {
            ++m_at;
            return;
        }
        if (isRaw) {
            token.text += m_source.sliced(m_at, 2);
            m_at += 2;
            return;
        }
        static const QString letters = u"ntrabfv\\'\""_s;
        static const QString values = u"\n\t\r\a\b\f\v\\'\""_s;
        m_at += 2;
        if (const auto found = letters.indexOf(next); found >= 0)
            token.text += values[found];
        else if (next == u'x' || next == u'u' || next == u'U')
            code(token, next == u'x' ? 2 : next == u'u' ? 4 : 8, 16);
        else if (next >= u'0' && next <= u'7') {
            --m_at;
            code(token, 3, 8);
        } else if (next == u'N')
            token.obstacle = u"a character by its name (\\N) is known only to Python"_s;
        else if (next != u'\n')
            token.text += u'\\' + QString(next);
    }

    /// Up to `length` digits; octal may have fewer.
    void code(PythonToken &token, int length, int base)
    {
        uint value = 0;
        int count = 0;
        while (count < length) {
            bool isDigit = false;
            const auto digit = QString(peek()).toUInt(&isDigit, base);
            if (!isDigit)
                break;
            value = value * static_cast<uint>(base) + digit;
            ++m_at;
            ++count;
        }
        if ((base == 16 && count < length) || value > 0x10ffff) {
            token.obstacle = u"a backslash with a damaged character number"_s;
            return;
        }
        const auto character = static_cast<char32_t>(value);
        token.text += QString::fromUcs4(&character, 1);
    }

    const QString &m_source;
    std::vector<PythonToken> m_tokens;
    qsizetype m_at = 0;
    qsizetype m_stringStart = 0;
    int m_depth = 0;
};

} // namespace

Result<std::vector<PythonToken>> pythonTokens(const QString &source)
{
    return Tokenizer(source).run();
}

Location placeIn(const QString &text, qsizetype offset)
{
    offset = std::clamp<qsizetype>(offset, 0, text.size());
    const auto before = QStringView(text).first(offset);
    const auto lineStart = before.lastIndexOf(u'\n') + 1;
    return { .offset = static_cast<quint64>(offset),
        .line = static_cast<int>(before.count(u'\n')) + 1,
        .entity = u"column %1"_s.arg(offset - lineStart + 1) };
}

} // namespace tosaic::spec
