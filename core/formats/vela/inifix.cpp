// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/inifix.h"

#include "core/formats/vela/inieditparts.h"
#include "core/formats/vela/inikeys.h"
#include "core/formats/vela/ininumbers.h"
#include "core/formats/vela/velaini.h"

#include <QRegularExpression>

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

using namespace iniparts;

namespace {

using Kind = IniLine::Kind;

class Fixer
{
public:
    Fixer(const QString &text, const Diagnostic &problem)
        : m_text(text), m_scan(scanIni(text)), m_id(problem.id)
    {
        const auto number = size_t(std::max(0, problem.location.line.value_or(0)));
        if (number >= 1 && number <= m_scan.lines.size())
            m_line = &m_scan.lines[number - 1];
        for (const auto &block : m_scan.blocks) {
            if (m_line && m_scan.indexOf(*m_line) >= block.header)
                m_block = &block;
        }
    }

    std::optional<IniFix> fix() const
    {
        if (m_id == "ini.byte-order-mark"_L1 && m_text.startsWith(QChar::ByteOrderMark))
            return IniFix{ IniFix::Kind::RemoveMark, { { 0, 1, {} } } };
        if (!m_line)
            return {};
        if (m_id == "ini.core-stops"_L1)
            return commentMarks();
        if (m_id == "ini.core-loses-section"_L1)
            return separators();
        if (m_id == "ini.unknown-key"_L1 || m_id == "ini.duplicate-key"_L1
            || m_id == "ini.inherit-self"_L1 || m_id == "ini.no-value"_L1
            || m_id == "ini.no-section"_L1)
            return made(
                IniFix::Kind::RemoveLine, { { m_line->begin, m_line->next - m_line->begin, {} } });
        return m_block ? fixInSection() : std::nullopt;
    }

private:
    static std::optional<IniFix> made(IniFix::Kind kind, IniEdits edits)
    {
        if (edits.empty())
            return {};
        return IniFix{ kind, ordered(std::move(edits)) };
    }
    static std::optional<IniFix> made(IniFix::Kind kind, const Result<IniEdits> &edits)
    {
        return edits ? made(kind, *edits) : std::nullopt;
    }

    std::optional<IniFix> fixInSection() const
    {
        const bool isSystem = isSystemName(m_block->name);
        if (m_id == "ini.key-case"_L1)
            return made(IniFix::Kind::Spelling,
                IniEdits{ { m_line->keyAt, m_line->keyEnd - m_line->keyAt,
                    iniKey(isSystem, m_line->name) } });
        if (m_id == "ini.inherit-late"_L1)
            return made(IniFix::Kind::InheritFirst,
                setIniKey(m_text, m_block->name, InheritKey, valueOf(m_scan, *m_line, m_text)));
        if (m_id == "ini.inherit-forward"_L1)
            return behindParent();
        if (m_id == "ini.max-reads"_L1)
            return maximums();
        if (m_id == "ini.default-section"_L1)
            return spreadDefaults();
        if (m_id == "ini.continued-value"_L1)
            return joinLines();
        if (m_id == "ini.value"_L1 && m_line->kind == Kind::Entry)
            return commentAbove();
        if (m_id == "ini.axi-width"_L1 && isSystem)
            return made(IniFix::Kind::NamePrefix,
                renameIniSection(m_text, m_block->name,
                    QString(SystemPrefix) + u"Ethos_U55_"_s
                        + m_block->name.sliced(SystemPrefix.size())));
        return {};
    }

    std::optional<IniFix> commentMarks() const
    {
        IniEdits edits;
        for (const auto &line : m_scan.lines) {
            if (line.kind != Kind::Comment)
                continue;
            const auto mark = m_text.indexOf(u'#', line.begin);
            if (mark >= 0 && mark < line.end
                && QStringView(m_text).sliced(line.begin, mark - line.begin).trimmed().isEmpty())
                edits.push_back({ mark, 1, u";"_s });
        }
        return made(IniFix::Kind::CommentMarks, edits);
    }

    std::optional<IniFix> separators() const
    {
        IniEdits edits;
        for (auto at = m_block ? m_block->header + 1 : 0; m_block && at < m_block->stop; ++at) {
            const auto &line = m_scan.lines[at];
            if (line.kind == Kind::Entry && m_text[line.delimiter] == u':')
                edits.push_back({ line.delimiter, 1, u"="_s });
        }
        return made(IniFix::Kind::Separators, edits);
    }

    std::optional<IniFix> behindParent() const
    {
        const auto *parent = m_scan.block(valueOf(m_scan, *m_line, m_text));
        if (!parent || parent->header < m_block->header)
            return {};
        const auto &first = m_scan.lines[m_block->header];
        const auto &last = m_scan.lines[m_block->last];
        const auto body = m_text.sliced(first.begin, last.end - first.begin);
        auto next = m_block->last;
        if (next + 1 < m_scan.lines.size() && m_scan.lines[next + 1].kind == Kind::Blank)
            ++next;
        return made(IniFix::Kind::MoveBehindParent,
            IniEdits{ insertBehind(m_scan, parent->last, m_scan.lineEnd + body),
                { first.begin, m_scan.lines[next].next - first.begin, {} } });
    }

    /// Values of Arm's own U85 systems; a DRAM of theirs has 24 to 64 reads in flight.
    std::optional<IniFix> maximums() const
    {
        auto text = m_text;
        for (const auto &[memory, reads, writes] :
            { std::tuple(u"Sram"_s, u"8"_s, u"8"_s), std::tuple(u"Dram"_s, u"24"_s, u"12"_s),
                std::tuple(u"OnChipFlash"_s, u"2"_s, u"0"_s),
                std::tuple(u"OffChipFlash"_s, u"2"_s, u"0"_s) }) {
            if (!m_scan.entry(*m_block, memory + u"_burst_length"_s))
                continue;
            for (const auto &[key, value] : { std::pair(memory + u"_max_reads"_s, reads),
                     std::pair(memory + u"_max_writes"_s, writes) }) {
                if (m_scan.entry(*m_block, key))
                    continue;
                if (const auto edits = setIniKey(text, m_block->name, key, value))
                    text = applied(text, *edits);
            }
        }
        return made(IniFix::Kind::AddMaximums, asOneEdit(m_text, text));
    }

    /// Python lets [DEFAULT] win over what is inherited, so its keys go into every section.
    std::optional<IniFix> spreadDefaults() const
    {
        auto text = m_text;
        for (auto at = m_block->header + 1; at < m_block->stop; ++at) {
            const auto &line = m_scan.lines[at];
            if (line.kind != Kind::Entry)
                continue;
            for (const auto &block : m_scan.blocks) {
                const auto key = iniKey(isSystemName(block.name), line.name);
                if (key.isEmpty() || m_scan.entry(block, key) || &block == m_block
                    || !checkIniSectionName(block.name))
                    continue;
                const auto edits = setIniKey(text, block.name, key, valueOf(m_scan, line, m_text));
                if (!edits)
                    return {};
                text = applied(text, *edits);
            }
        }
        const auto now = scanIni(text);
        const auto &gone = *now.block(m_block->name);
        const auto begin = now.lines[gone.header].begin;
        text.remove(begin, now.lines[gone.last].next - begin);
        return made(IniFix::Kind::SpreadDefaults, asOneEdit(m_text, text));
    }

    std::optional<IniFix> joinLines() const
    {
        IniEdits edits;
        for (auto at = m_scan.indexOf(*m_line) + 1; at < m_scan.lines.size(); ++at) {
            const auto &line = m_scan.lines[at];
            if (line.kind != Kind::Continuation)
                break;
            qsizetype indent = 0;
            while (m_text[line.begin + indent].isSpace())
                ++indent;
            edits.push_back({ line.begin, indent, {} });
        }
        return made(IniFix::Kind::JoinLines, edits);
    }

    std::optional<IniFix> commentAbove() const
    {
        static const QRegularExpression behind(u"^(\\S+)\\s+[;#]"_s);
        const auto match = behind.match(valueOf(m_scan, *m_line, m_text));
        if (!match.hasMatch())
            return {};
        return made(IniFix::Kind::CommentAbove,
            replaceValue(m_scan, *m_line, m_text, m_line->name, match.captured(1)));
    }

    const QString &m_text;
    IniScan m_scan;
    QString m_id;
    const IniLine *m_line = nullptr;
    const IniBlock *m_block = nullptr;
};

} // namespace

std::optional<IniFix> iniFix(const QString &text, const Diagnostic &problem)
{
    return Fixer(text, problem).fix();
}

} // namespace tosaic::formats::vela
