// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/consoleline.h"

#include "profiler/parsers/captureprefix.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// One way to begin a line. Named groups: level, module (optional), text.
struct PrefixForm
{
    LinePrefix kind;
    /// The first visible character is one of these; empty: the text has "executorch:".
    QByteArrayView firsts;
    QRegularExpression pattern;
    bool keepsModule = false; ///< error texts keep what stands between level and message
};

const std::array<PrefixForm, 11> &prefixForms()
{
    using R = QRegularExpression;
    static const std::array<PrefixForm, 11> forms{ {
        { LinePrefix::Executorch, {},
            R(u"^(?:.{0,80}?[\\s>|\\]])?(?<level>[DIWEF?]) (?:[\\d:]+\\.\\d+ )?\\[?executorch:[^\\]]*\\] ?(?<text>.*)$"_s) },
        { LinePrefix::Executorch, "DIEF?",
            R(u"^(?<level>[DIEF?]) \\[[\\w./-]+\\.(?:cpp|cc|c|h)(?::\\d+)?(?: [^\\]]*)?\\] ?(?<text>.*)$"_s) },
        { LinePrefix::Executorch, "[", R(u"^\\s*\\[executorch\\] ?(?<text>.*)$"_s) },
        { LinePrefix::Mlek, "IWED", R(u"^\\s*(?<level>INFO|WARN|ERROR|DEBUG) - ?(?<text>.*)$"_s) },
        { LinePrefix::ZephyrLog, "[<",
            R(u"^\\s*(?:\\[[\\d:.,]+\\] )?<(?<level>inf|wrn|err|dbg)> (?<module>[\\w.]+): ?(?<text>.*)$"_s),
            true },
        { LinePrefix::ZephyrThread, "sr", R(u"^\\s*(?:sender|runner) \\d+: (?<text>.*)$"_s) },
        { LinePrefix::Driver, "DIWE", R(u"^\\s*(?<level>[DIWE]): (?<text>.*)$"_s) },
        { LinePrefix::Other, "0123456789",
            R(u"^\\s*\\d+ \\d+ \\[[^\\]]*\\] (?:\\[(?<level>INFO|WARN|ERROR|DEBUG)\\] )?(?<text>.*)$"_s) },
        { LinePrefix::Other, "[",
            R(u"^\\s*\\[\\s*\\d+\\.\\d+\\] (?<level>Info|Debug|Error|Warning)(?: \\[[^\\]]*\\])?: ?(?<text>.*)$"_s) },
        { LinePrefix::Other, "0123456789",
            R(u"^[\\d-]+[ T][\\d:]+,\\d+ (?<level>[A-Z]+) -\\s*(?<text>.*)$"_s) },
        { LinePrefix::Other, "[",
            R(u"^\\s*\\[(?<level>INFO|WARN|ERROR|DEBUG)\\] ?(?<text>.*)$"_s) },
    } };
    return forms;
}

bool isErrorLevel(QStringView level)
{
    return level == u"E" || level == u"F" || level == u"ERROR" || level == u"err"
        || level == u"Error";
}

/// The first character that is no space or tab; NUL if there is none or it is not ASCII.
char firstVisible(QStringView text)
{
    for (const auto c : text) {
        if (c != u' ' && c != u'\t')
            return c < u'\x80' ? c.toLatin1() : '\0';
    }
    return '\0';
}

bool matchForms(ConsoleLine &line, const QString &text)
{
    const auto first = firstVisible(text);
    const bool isTagged = text.contains(u"executorch:");
    for (const auto &form : prefixForms()) {
        if (form.firsts.isEmpty() ? !isTagged : first == '\0' || !form.firsts.contains(first))
            continue;
        const auto match = form.pattern.match(text);
        if (!match.hasMatch())
            continue;
        line.prefix = form.kind;
        line.module = match.captured(u"module"_s);
        line.message = match.captured(u"text"_s);
        line.isError = isErrorLevel(match.capturedView(u"level"_s));
        line.errorText = form.keepsModule ? line.module + u": "_s + line.message : line.message;
        return true;
    }
    return false;
}

} // namespace

ConsoleLine parseLine(const QString &text, quint64 number, LineEnd end)
{
    ConsoleLine line{ .number = number, .text = text, .end = end };
    line.bare = text.sliced(capturePrefixOf(text.toLatin1()).size);
    if (!matchForms(line, line.bare))
        line.message = line.errorText = line.bare;
    return line;
}

namespace {

constexpr char Escape = '\x1b';

bool isAlphaNumeric(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Length of the ANSI sequence whose introducer (ESC or "^[") has been read; 0 if it is none.
qsizetype ansiLength(QByteArrayView rest)
{
    if (rest.isEmpty())
        return 0;
    if (rest[0] == '[') {
        for (qsizetype i = 1; i < rest.size() && i < 32; ++i) {
            if (rest[i] >= '@' && rest[i] <= '~')
                return i + 1;
        }
        return 0;
    }
    if (rest[0] == ']') { // operating system command, ends with BEL
        const auto end = rest.first(qMin<qsizetype>(rest.size(), 256)).indexOf('\a');
        return end < 0 ? 1 : end + 1;
    }
    return rest[0] == '(' || rest[0] == ')' ? qMin<qsizetype>(2, rest.size()) : 1;
}

/// Written-out controls; returns how many characters they take, and in 'shown' what they mean.
qsizetype writtenControl(QByteArrayView rest, char before, QByteArrayView &shown)
{
    shown = {};
    for (const QByteArrayView name : { "<NUL>", "<EOT>", "<ESC>", "<CR>", "\\x00", "\\x04" }) {
        if (rest.startsWith(name))
            return name.size();
    }
    if (rest.size() < 2 || rest[0] != '^')
        return 0;
    if (rest[1] == '[') {
        const auto length = rest.size() > 2 && rest[2] == '[' ? ansiLength(rest.sliced(2)) : 0;
        return length > 0 ? 2 + length : 0;
    }
    if (rest[1] == 'M')
        return rest.size() == 2 ? 2 : 0;
    if (isAlphaNumeric(before))
        return 0;
    if (rest[1] == 'I') {
        shown = "\t";
        return 2;
    }
    return rest[1] == '@' || rest[1] == 'D' ? 2 : 0;
}

/// A control character, or the beginning of one that is written out.
bool needsLook(char c)
{
    return c == '^' || c == '<' || c == '\\' || c == '\x7f'
        || (static_cast<unsigned char>(c) < 0x20 && c != '\t');
}

} // namespace

QByteArray withoutControls(QByteArrayView line)
{
    QByteArray clean;
    clean.reserve(line.size());
    for (qsizetype i = 0; i < line.size();) {
        const auto plain = std::find_if(line.begin() + i, line.end(), needsLook) - line.begin();
        clean.append(line.sliced(i, plain - i));
        i = plain;
        if (i == line.size())
            break;
        const char c = line[i];
        if (c == Escape) {
            i += 1 + ansiLength(line.sliced(i + 1));
        } else if (c == '^' || c == '<' || c == '\\') {
            QByteArrayView shown;
            const auto length
                = writtenControl(line.sliced(i), clean.isEmpty() ? '\0' : clean.back(), shown);
            clean.append(length > 0 ? shown : line.sliced(i, 1));
            i += qMax<qsizetype>(length, 1);
        } else {
            ++i;
        }
    }
    return clean;
}

} // namespace tosaic::profile
