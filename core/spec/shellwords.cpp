// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/shellwords.h"

#include "core/spec/pythontokens.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

class Splitter
{
public:
    explicit Splitter(const QString &text) : m_text(text) { }

    Result<std::vector<ShellWord>> run()
    {
        while (m_at < m_text.size()) {
            const auto c = m_text[m_at];
            if (skipContinuation())
                continue;
            if (c == u'\n' || c == u';') {
                endWord();
                ++m_at;
                if (!m_words.empty())
                    break; // the first command only
            } else if (c.isSpace()) {
                endWord();
                ++m_at;
            } else if (c == u'#' && !m_isInWord) {
                skipLine();
            } else if (const auto done = character(); !done) {
                return fail(done.error());
            }
        }
        endWord();
        return std::move(m_words);
    }

private:
    bool skipContinuation()
    {
        for (const auto &joint : { u"\\\n"_s, u"\\\r\n"_s }) {
            if (QStringView(m_text).sliced(m_at).startsWith(joint)) {
                m_at += joint.size();
                return true;
            }
        }
        return false;
    }

    void skipLine()
    {
        while (m_at < m_text.size() && m_text[m_at] != u'\n')
            ++m_at;
    }

    Result<void> character()
    {
        startWord();
        const auto c = m_text[m_at];
        if (c == u'\'')
            return single();
        if (c == u'"')
            return twice();
        if (c == u'\\') {
            if (m_at + 1 < m_text.size())
                m_word += m_text[m_at + 1];
            m_at += 2;
            return {};
        }
        const bool isPrompt = c == u'$' && m_word.isEmpty() && m_words.empty()
            && m_at + 1 < m_text.size() && m_text[m_at + 1] == u' ';
        if (isPrompt) {
            m_isInWord = false;
            ++m_at;
            return {};
        }
        const bool isHome = c == u'~' && m_word.isEmpty();
        if (isHome || QStringView(u"$`*?[<>|&(){}").contains(c))
            return refuse(
                m_at, u"'%1' is worked out by the shell; write what it stands for"_s.arg(c));
        m_word += c;
        ++m_at;
        return {};
    }

    Result<void> single()
    {
        const auto end = m_text.indexOf(u'\'', m_at + 1);
        if (end < 0)
            return refuse(m_at, u"this quote does not end"_s);
        m_word += QStringView(m_text).sliced(m_at + 1, end - m_at - 1);
        m_at = end + 1;
        return {};
    }

    Result<void> twice()
    {
        const auto start = m_at++;
        while (m_at < m_text.size() && m_text[m_at] != u'"') {
            if (skipContinuation())
                continue;
            const auto c = m_text[m_at];
            if (c == u'$' || c == u'`')
                return refuse(
                    m_at, u"'%1' is worked out by the shell; write what it stands for"_s.arg(c));
            const bool isEscape = c == u'\\' && m_at + 1 < m_text.size()
                && QStringView(u"\\\"$`").contains(m_text[m_at + 1]);
            if (isEscape)
                ++m_at;
            m_word += m_text[m_at++];
        }
        if (m_at >= m_text.size())
            return refuse(start, u"this quote does not end"_s);
        ++m_at;
        return {};
    }

    void startWord()
    {
        if (!m_isInWord)
            m_start = m_at;
        m_isInWord = true;
    }

    void endWord()
    {
        static const QRegularExpression assignment(u"^[A-Za-z_][A-Za-z_0-9]*="_s);
        const bool isEnvironment = m_words.empty() && assignment.match(m_word).hasMatch();
        if (m_isInWord && !isEnvironment)
            m_words.push_back({ m_word, m_start });
        m_word.clear();
        m_isInWord = false;
    }

    Result<void> refuse(qsizetype at, const QString &what) const
    {
        return fail(ErrorCode::SpecInvalid, what, placeIn(m_text, at));
    }

    const QString &m_text;
    std::vector<ShellWord> m_words;
    QString m_word;
    qsizetype m_at = 0;
    qsizetype m_start = 0;
    bool m_isInWord = false;
};

} // namespace

Result<std::vector<ShellWord>> shellWords(const QString &text)
{
    return Splitter(text).run();
}

} // namespace tosaic::spec
