// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/iniscan.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

class Scanner
{
public:
    explicit Scanner(const QString &text) : m_text(text) { }

    IniScan scan()
    {
        for (qsizetype at = 0; at < m_text.size(); at = m_scan.lines.back().next)
            take(lineAt(at));
        if (m_scan.lineEnd.isEmpty())
            m_scan.lineEnd = u"\n"_s;
        if (!m_scan.blocks.empty())
            m_scan.blocks.back().stop = m_scan.lines.size();
        return std::move(m_scan);
    }

private:
    IniLine lineAt(qsizetype at)
    {
        IniLine line;
        line.begin = at;
        while (at < m_text.size() && m_text[at] != u'\n' && m_text[at] != u'\r')
            ++at;
        line.end = at;
        const bool isPair = QStringView(m_text).sliced(at).startsWith(u"\r\n");
        line.next = std::min(m_text.size(), at + (isPair ? 2 : 1));
        if (m_scan.lineEnd.isEmpty() && line.next > line.end)
            m_scan.lineEnd = m_text.sliced(line.end, line.next - line.end);
        return line;
    }

    void take(IniLine line)
    {
        auto first = line.begin;
        if (first == 0 && m_text.startsWith(QChar::ByteOrderMark))
            ++first;
        const auto begin = first;
        while (first < line.end && m_text[first].isSpace())
            ++first;
        auto last = line.end;
        while (last > first && m_text[last - 1].isSpace())
            --last;
        classify(line, first, last, first - begin);
        m_scan.lines.push_back(line);
        if (m_scan.blocks.empty())
            return;
        auto &block = m_scan.blocks.back();
        if (line.kind == IniLine::Kind::Entry || line.kind == IniLine::Kind::Continuation
            || line.kind == IniLine::Kind::Stray)
            block.last = m_scan.lines.size() - 1;
    }

    void classify(IniLine &line, qsizetype first, qsizetype last, qsizetype indent)
    {
        using Kind = IniLine::Kind;
        if (first == last)
            return;
        if (m_text[first] == u'#' || m_text[first] == u';') {
            line.kind = Kind::Comment;
            return;
        }
        if (m_isOpen && indent > m_indent) {
            line.kind = Kind::Continuation;
            return;
        }
        m_indent = indent;
        const auto whole = m_text.sliced(first, last - first);
        if (const auto close = whole.lastIndexOf(u']'); whole.startsWith(u'[') && close > 1) {
            line.kind = Kind::Section;
            line.name = whole.sliced(1, close - 1);
            line.keyAt = first + 1;
            line.keyEnd = first + close;
            beginBlock(line.name);
            return;
        }
        const auto *delimiter = std::find_if(
            whole.begin(), whole.end(), [](QChar c) { return c == u'=' || c == u':'; });
        line.name = whole.first(std::distance(whole.begin(), delimiter)).trimmed();
        const bool isEntry
            = delimiter != whole.end() && !line.name.isEmpty() && !m_scan.blocks.empty();
        line.kind = isEntry ? Kind::Entry : Kind::Stray;
        if (!isEntry)
            return;
        m_isOpen = true;
        line.keyAt = first;
        line.keyEnd = first + line.name.size();
        line.delimiter = first + std::distance(whole.begin(), delimiter);
        line.valueAt = line.delimiter + 1;
        while (line.valueAt < last && m_text[line.valueAt].isSpace())
            ++line.valueAt;
    }

    void beginBlock(const QString &name)
    {
        m_isOpen = false;
        const auto here = m_scan.lines.size();
        if (!m_scan.blocks.empty())
            m_scan.blocks.back().stop = here;
        m_scan.blocks.push_back({ name, here, here, here + 1 });
    }

    const QString &m_text;
    IniScan m_scan;
    qsizetype m_indent = 0;
    bool m_isOpen = false; ///< an entry that indented lines would continue
};

} // namespace

const IniBlock *IniScan::block(const QString &name) const
{
    const auto found = std::find_if(
        blocks.rbegin(), blocks.rend(), [&](const IniBlock &block) { return block.name == name; });
    return found == blocks.rend() ? nullptr : &*found;
}

const IniLine *IniScan::entry(const IniBlock &block, const QString &key) const
{
    for (auto at = block.stop; at-- > block.header + 1;) {
        if (lines[at].kind == IniLine::Kind::Entry
            && lines[at].name.compare(key, Qt::CaseInsensitive) == 0)
            return &lines[at];
    }
    return nullptr;
}

qsizetype IniScan::valueEnd(const IniLine &entry) const
{
    auto end = entry.end;
    for (auto at = indexOf(entry) + 1; at < lines.size(); ++at) {
        if (lines[at].kind == IniLine::Kind::Continuation)
            end = lines[at].end;
        else if (lines[at].kind != IniLine::Kind::Comment && lines[at].kind != IniLine::Kind::Blank)
            break;
    }
    return end;
}

IniScan scanIni(const QString &text)
{
    return Scanner(text).scan();
}

} // namespace tosaic::formats::vela
