// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/initext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}
bool isSpace(char c)
{
    return isBlank(c) || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isLetter(char c)
{
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Reads as the C++ core's own reader does: no line structure but for the ends of values, comments
/// begin with ";" where a key or section may begin, everything unexpected ends a section or all.
class CoreReader
{
public:
    explicit CoreReader(const IniSources &files)
    {
        for (const auto &file : files) {
            m_starts.push_back(m_text.size());
            m_names.append(file->name());
            m_text.append(file->bytes());
        }
    }

    CoreIni read()
    {
        while (m_ini.sections.size() <= CoreSectionLimit && skipSpaceAndComments()) {
            if (m_text[m_at] != '[') {
                m_ini.stoppedAt = place(m_at);
                break;
            }
            if (!readSection())
                break;
        }
        return std::move(m_ini);
    }

private:
    bool atEnd() const { return m_at >= m_text.size(); }

    /// File and line of a byte; bytes are asked for in ascending order.
    Location place(qsizetype at)
    {
        while (m_file + 1 < m_starts.size() && at >= m_starts[m_file + 1]) {
            ++m_file;
            m_counted = m_starts[m_file];
            m_line = 1;
        }
        if (at > m_counted)
            m_line += int(QByteArrayView(m_text).sliced(m_counted, at - m_counted).count('\n'));
        m_counted = std::max(m_counted, at);
        return { .file = m_names[qsizetype(m_file)], .line = m_line };
    }

    bool skipSpace()
    {
        while (!atEnd() && isSpace(m_text[m_at]))
            ++m_at;
        return !atEnd();
    }
    bool skipSpaceAndComments()
    {
        while (skipSpace() && m_text[m_at] == ';')
            skipLine();
        return !atEnd();
    }
    void skipLine()
    {
        const auto end = m_text.indexOf('\n', m_at);
        m_at = end < 0 ? m_text.size() : end + 1;
    }

    bool readSection()
    {
        const auto begin = m_at;
        const auto close = m_text.indexOf(']', m_at);
        IniSection section;
        section.place = place(begin);
        if (close <= begin + 1) {
            m_ini.stoppedAt = section.place;
            return false;
        }
        section.name = QString::fromUtf8(m_text.sliced(begin + 1, close - begin - 1));
        m_at = close + 1;
        bool isLost = false;
        int bad = 0;
        while (bad < 2 && readKey(section, isLost, bad)) { }
        m_ini.sections.push_back(std::move(section));
        return true;
    }

    /// False at the end of the section. After one line without "=" the other keys are passed over,
    /// after two the reader looks for a section where there is none.
    bool readKey(IniSection &section, bool &isLost, int &bad)
    {
        if (!skipSpaceAndComments() || !isLetter(m_text[m_at]))
            return false;
        const auto begin = m_at;
        while (!atEnd() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at]) || m_text[m_at] == '.'))
            ++m_at;
        const auto key = QString::fromLatin1(m_text.sliced(begin, m_at - begin));
        if (!skipSpace())
            return false;
        if (m_text[m_at] != '=') {
            const auto where = place(begin);
            m_ini.lostFrom.push_back(where);
            isLost = true;
            ++bad;
            skipLine();
            return true;
        }
        ++m_at;
        const auto where = place(begin);
        const auto value = readValue();
        if (!isLost)
            section.entries.push_back({ key, value, where, key });
        return true;
    }

    QString readValue()
    {
        while (!atEnd() && isBlank(m_text[m_at]))
            ++m_at;
        const bool isQuoted = !atEnd() && m_text[m_at] == '"';
        m_at += isQuoted ? 1 : 0;
        QByteArray value;
        for (; !atEnd() && m_text[m_at] != '\n'; ++m_at) {
            if (m_text[m_at] == '\\') {
                if (++m_at >= m_text.size())
                    break;
            } else if (isQuoted && m_text[m_at] == '"') {
                break;
            }
            value += m_text[m_at];
        }
        if (value.endsWith('\r'))
            value.chop(1);
        while (!isQuoted && !value.isEmpty() && isBlank(value.back()))
            value.chop(1);
        skipLine();
        return QString::fromUtf8(value);
    }

    CoreIni m_ini;
    QByteArray m_text;
    std::vector<qsizetype> m_starts;
    QStringList m_names;
    qsizetype m_at = 0;
    size_t m_file = 0;
    qsizetype m_counted = 0;
    int m_line = 1;
};

} // namespace

CoreIni readCoreIni(const IniSources &files)
{
    return CoreReader(files).read();
}

} // namespace tosaic::formats::vela
