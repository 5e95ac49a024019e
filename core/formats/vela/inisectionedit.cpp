// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/inieditparts.h"
#include "core/formats/vela/inikeys.h"
#include "core/formats/vela/velaini.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

using namespace iniparts;

namespace {

using Kind = IniLine::Kind;

/// First line of the comment that stands right above a section.
size_t commentAbove(const IniScan &scan, const IniBlock &block)
{
    auto first = block.header;
    while (first > 0 && scan.lines[first - 1].kind == Kind::Comment)
        --first;
    // What belongs to the section before stays there.
    for (const auto &other : scan.blocks) {
        if (other.header < block.header)
            first = std::max(first, other.last + 1);
    }
    return first;
}

QString sectionText(const IniSectionText &section, const QString &lineEnd)
{
    QString text;
    if (!section.comment.isEmpty())
        text += u"; "_s + section.comment + lineEnd;
    text += u'[' + section.name + u']';
    for (const auto &[key, value] : section.entries)
        text += lineEnd + key + u'=' + value;
    return text;
}

Result<void> checkNewName(const IniScan &scan, const QString &name)
{
    if (const auto fine = checkIniSectionName(name); !fine)
        return fine;
    if (scan.block(name))
        return invalid(u"there is a section [%1] already"_s.arg(name));
    return {};
}

/// The entries by which sections inherit from that one.
std::vector<const IniLine *> childrenOf(
    const IniScan &scan, const QString &text, const QString &name)
{
    std::vector<const IniLine *> children;
    for (const auto &line : scan.lines) {
        if (line.kind == Kind::Entry && line.name.compare(InheritKey, Qt::CaseInsensitive) == 0
            && valueOf(scan, line, text) == name)
            children.push_back(&line);
    }
    return children;
}

/// The text in which nothing inherits from a section any more, because its children have what they
/// had from it.
Result<QString> withChildrenFreed(const QString &text, const IniScan &scan, const IniBlock &block)
{
    const auto *inherit = scan.entry(block, InheritKey);
    const auto parent = inherit ? valueOf(scan, *inherit, text) : QString();
    auto current = text;
    const auto take = [&current](const Result<IniEdits> &edits) -> Result<void> {
        if (!edits)
            return fail(edits.error());
        current = applied(current, *edits);
        return {};
    };
    for (const auto &child : scan.blocks) {
        const auto *line = scan.entry(child, InheritKey);
        if (!line || child.name == block.name || valueOf(scan, *line, text) != block.name)
            continue;
        const auto moved
            = take(parent.isEmpty() ? removeIniKey(current, child.name, InheritKey)
                                    : setIniKey(current, child.name, InheritKey, parent));
        if (!moved)
            return fail(moved.error());
        for (auto at = block.header + 1; at < block.stop; ++at) {
            const auto &given = scan.lines[at];
            const auto key = iniKey(isSystemName(block.name), given.name);
            if (given.kind != Kind::Entry || key.isEmpty() || key == InheritKey
                || scan.entry(child, key))
                continue;
            if (const auto kept
                = take(setIniKey(current, child.name, key, valueOf(scan, given, text)));
                !kept)
                return fail(kept.error());
        }
    }
    return current;
}

} // namespace

Result<void> checkIniSectionName(const QString &name)
{
    static const QRegularExpression fine(
        u"^(System_Config|Memory_Mode)\\.[A-Za-z0-9_][A-Za-z0-9_.-]*$"_s);
    if (fine.match(name).hasMatch())
        return {};
    return invalid(
        u"\"%1\" is no name for a section: letters, digits, \"_\", \"-\" and \".\" are"_s.arg(
            name));
}

Result<IniEdits> addIniSection(const QString &text, const IniSectionText &section)
{
    const auto scan = scanIni(text);
    if (const auto fine = checkNewName(scan, section.name); !fine)
        return fail(fine.error());
    const bool isSystem = isSystemName(section.name);
    for (const auto &[key, value] : section.entries) {
        if (iniKey(isSystem, key) != key)
            return invalid(u"%1 is no key of [%2]"_s.arg(key, section.name));
        if (const auto fine = checkValue(value); !fine)
            return fail(fine.error());
    }
    const auto body = sectionText(section, scan.lineEnd);
    if (scan.lines.empty())
        return IniEdits{ { 0, 0, body + scan.lineEnd } };
    const auto last = std::find_if(scan.blocks.rbegin(), scan.blocks.rend(),
        [&](const IniBlock &block) { return isSystemName(block.name) == isSystem; });
    const auto line = last == scan.blocks.rend() ? scan.lines.size() - 1 : last->last;
    return IniEdits{ insertBehind(scan, line, scan.lineEnd + body) };
}

Result<IniEdits> renameIniSection(const QString &text, const QString &from, const QString &to)
{
    const auto scan = scanIni(text);
    const auto block = blockOf(scan, from);
    if (!block)
        return fail(block.error());
    if (from == to)
        return IniEdits{};
    if (const auto fine = checkNewName(scan, to); !fine)
        return fail(fine.error());
    if (isSystemName(from) != isSystemName(to))
        return invalid(u"a system configuration stays one, and a memory mode too"_s);
    IniEdits edits;
    for (const auto &other : scan.blocks) {
        const auto &line = scan.lines[other.header];
        if (other.name == from)
            edits.push_back({ line.keyAt, line.keyEnd - line.keyAt, to });
    }
    for (const auto *line : childrenOf(scan, text, from)) {
        auto more = replaceValue(scan, *line, text, InheritKey, to);
        edits.insert(edits.end(), more.begin(), more.end());
    }
    return ordered(edits);
}

Result<IniEdits> duplicateIniSection(const QString &text, const QString &name, const QString &copy)
{
    const auto scan = scanIni(text);
    const auto block = blockOf(scan, name);
    if (!block)
        return fail(block.error());
    if (const auto fine = checkNewName(scan, copy); !fine)
        return fail(fine.error());
    if (isSystemName(name) != isSystemName(copy))
        return invalid(u"a system configuration stays one, and a memory mode too"_s);
    const auto &header = scan.lines[(*block)->header];
    const auto end = scan.lines[(*block)->last].end;
    auto body = text.sliced(header.begin, end - header.begin);
    body.replace(header.keyAt - header.begin, header.keyEnd - header.keyAt, copy);
    return IniEdits{ insertBehind(scan, (*block)->last, scan.lineEnd + body) };
}

Result<IniEdits> removeIniSection(const QString &text, const QString &name)
{
    const auto scan = scanIni(text);
    const auto block = blockOf(scan, name);
    if (!block)
        return fail(block.error());
    const auto freed = withChildrenFreed(text, scan, **block);
    if (!freed)
        return fail(freed.error());
    auto current = *freed;
    const auto now = scanIni(current);
    const auto &gone = *now.block(name);
    auto first = commentAbove(now, gone);
    auto last = gone.last;
    // One of the blank lines around goes too.
    if (last + 1 < now.lines.size() && now.lines[last + 1].kind == Kind::Blank)
        ++last;
    else if (first > 0 && now.lines[first - 1].kind == Kind::Blank)
        --first;
    const auto begin = now.lines[first].begin;
    current.remove(begin, now.lines[last].next - begin);
    return asOneEdit(text, current);
}

} // namespace tosaic::formats::vela
