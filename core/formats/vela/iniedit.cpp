// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/iniedit.h"

#include "core/formats/vela/inieditparts.h"
#include "core/formats/vela/inikeys.h"
#include "core/formats/vela/velaini.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace iniparts {

namespace {

/// A comment behind a value is none for Python: it goes above instead of getting lost.
QString commentIn(const QString &value)
{
    static const QRegularExpression comment(u"\\s[;#](.*)$"_s);
    return comment.match(value).captured(1).trimmed();
}

} // namespace

tl::unexpected<Error> invalid(const QString &detail)
{
    return fail(ErrorCode::SpecInvalid, detail);
}

bool isSystemName(const QString &section)
{
    return section.startsWith(SystemPrefix);
}

IniEdits ordered(IniEdits edits)
{
    std::stable_sort(
        edits.begin(), edits.end(), [](const IniEdit &a, const IniEdit &b) { return a.at > b.at; });
    return edits;
}

Result<void> checkValue(const QString &value)
{
    if (value.isEmpty())
        return invalid(
            u"a value is needed: Vela's Python part reads no number or name from nothing"_s);
    static const QRegularExpression odd(u"[\\\\\"%;#\\r\\n\\[\\]]"_s);
    if (const auto match = odd.match(value); match.hasMatch())
        return invalid(u"the two parsers do not read \"%1\" alike in a value"_s.arg(
            match.captured().trimmed().isEmpty() ? u"line end"_s : match.captured()));
    return {};
}

Result<const IniBlock *> blockOf(const IniScan &scan, const QString &section)
{
    if (const auto *block = scan.block(section))
        return block;
    return invalid(u"there is no section [%1]"_s.arg(section));
}

IniEdit insertBehind(const IniScan &scan, size_t line, const QString &what)
{
    const auto &at = scan.lines[line];
    const bool isOpenEnd = at.next == at.end; // the last line without a line end
    return { at.next, 0, isOpenEnd ? scan.lineEnd + what : what + scan.lineEnd };
}

IniEdits replaceValue(const IniScan &scan, const IniLine &line, const QString &text,
    const QString &key, const QString &value)
{
    const auto end = scan.valueEnd(line);
    const auto comment = commentIn(text.sliced(line.valueAt, line.end - line.valueAt));
    auto gap = text.sliced(line.keyEnd, line.valueAt - line.keyEnd);
    gap.replace(u':', u'=');
    IniEdits edits{ { line.keyAt, end - line.keyAt, key + gap + value } };
    if (text.sliced(line.keyAt, end - line.keyAt) == edits[0].inserted)
        return {};
    if (!comment.isEmpty())
        edits.push_back({ line.begin, 0, u"; "_s + comment + scan.lineEnd });
    return ordered(edits);
}

QString valueOf(const IniScan &scan, const IniLine &line, const QString &text)
{
    return text.sliced(line.valueAt, scan.valueEnd(line) - line.valueAt).trimmed();
}

IniEdits asOneEdit(const QString &before, const QString &after)
{
    if (before == after)
        return {};
    const auto [a, b] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const auto head = std::distance(before.begin(), a);
    const auto room = std::min(before.size(), after.size()) - head;
    qsizetype tail = 0;
    while (tail < room && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    return { { head, before.size() - tail - head,
        after.sliced(head, after.size() - tail - head) } };
}

} // namespace iniparts

using namespace iniparts;

namespace {

using Kind = IniLine::Kind;

/// Memories in the order of the section's ports, so that new keys join the right group.
QStringList memoriesOf(const IniScan &scan, const IniBlock &block, const QString &text)
{
    QStringList memories;
    for (const auto &port : { u"axi0_port"_s, u"axi1_port"_s }) {
        if (const auto *line = scan.entry(block, port))
            memories.append(text.sliced(line->valueAt, line->end - line->valueAt).trimmed());
    }
    return memories;
}

/// The line behind which a new key goes: that of the last entry which comes before it by order.
size_t lineBefore(
    const IniScan &scan, const IniBlock &block, const QString &key, const QStringList &order)
{
    const auto rank = order.indexOf(key);
    auto best = block.header;
    qsizetype bestRank = -1;
    for (auto at = block.header + 1; at < block.stop; ++at) {
        const auto &line = scan.lines[at];
        if (line.kind != Kind::Entry)
            continue;
        const auto other = order.indexOf(iniKey(isSystemName(block.name), line.name));
        // Nothing may come before "inherit", wherever that stands.
        if ((other < rank && other >= bestRank) || (other == 0 && at > best && rank > 0)) {
            best = at;
            bestRank = std::max(bestRank, other);
        }
    }
    while (best + 1 < block.stop && scan.lines[best + 1].kind == Kind::Continuation)
        ++best;
    return best;
}

/// The entry with its continuation and line end.
IniEdit removal(const IniScan &scan, const IniLine &line)
{
    auto last = scan.indexOf(line);
    const auto end = scan.valueEnd(line);
    while (last + 1 < scan.lines.size() && scan.lines[last].end < end)
        ++last;
    return { line.begin, scan.lines[last].next - line.begin, {} };
}

Result<IniEdits> setInherit(
    const IniScan &scan, const IniBlock &block, const QString &text, const QString &parent)
{
    const auto *other = scan.block(parent);
    if (!other)
        return invalid(u"there is no section [%1] to inherit from"_s.arg(parent));
    if (isSystemName(parent) != isSystemName(block.name))
        return invalid(u"a system configuration inherits from one, a memory mode from another"_s);
    if (other->header >= block.header)
        return invalid(u"[%1] does not stand before [%2]: the C++ core inherits from earlier "
                       "sections only"_s.arg(parent, block.name));
    const auto *line = scan.entry(block, InheritKey);
    const bool isFirst = line
        && std::none_of(scan.lines.begin() + qsizetype(block.header),
            scan.lines.begin() + qsizetype(scan.indexOf(*line)),
            [](const IniLine &before) { return before.kind == Kind::Entry; });
    if (isFirst)
        return replaceValue(scan, *line, text, InheritKey, parent);
    IniEdits edits{ insertBehind(scan, block.header, u"inherit="_s + parent) };
    if (line)
        edits.push_back(removal(scan, *line));
    return ordered(edits);
}

} // namespace

QString applied(QString text, const IniEdits &edits)
{
    for (const auto &edit : edits)
        text.replace(edit.at, edit.removed, edit.inserted);
    return text;
}

Result<IniEdits> setIniKey(
    const QString &text, const QString &section, const QString &key, const QString &value)
{
    const auto scan = scanIni(text);
    const auto block = blockOf(scan, section);
    if (!block)
        return fail(block.error());
    const auto spelled = iniKey(isSystemName(section), key);
    if (spelled.isEmpty())
        return invalid(u"%1 is no key of [%2]"_s.arg(key, section));
    const auto wanted = value.trimmed();
    if (const auto fine = checkValue(wanted); !fine)
        return fail(fine.error());
    if (spelled == InheritKey)
        return setInherit(scan, **block, text, wanted);
    if (const auto *line = scan.entry(**block, spelled))
        return replaceValue(scan, *line, text, spelled, wanted);
    const auto order = iniKeyOrder(isSystemName(section), memoriesOf(scan, **block, text));
    return IniEdits{ insertBehind(
        scan, lineBefore(scan, **block, spelled, order), spelled + u'=' + wanted) };
}

Result<IniEdits> removeIniKey(const QString &text, const QString &section, const QString &key)
{
    const auto scan = scanIni(text);
    const auto block = blockOf(scan, section);
    if (!block)
        return fail(block.error());
    IniEdits edits;
    for (auto at = (*block)->header + 1; at < (*block)->stop; ++at) {
        const auto &line = scan.lines[at];
        if (line.kind == Kind::Entry && line.name.compare(key, Qt::CaseInsensitive) == 0)
            edits.push_back(removal(scan, line));
    }
    return ordered(edits);
}

} // namespace tosaic::formats::vela
