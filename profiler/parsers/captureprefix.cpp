// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/captureprefix.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tosaic::profile {

namespace {

using Words = std::initializer_list<std::string_view>;

/// Reads from the beginning of a line. Every take…() moves behind what it is named after, or moves
/// nowhere and returns false.
class PrefixReader
{
public:
    explicit PrefixReader(QByteArrayView line) : m_at(line.begin()), m_end(line.end()) { }

    bool takeItem();
    const char *position() const { return m_at; }
    QByteArrayView port() const { return m_port; }

private:
    static constexpr qsizetype LongestWord = 64; ///< of a host, a program, a container, bytes

    static bool isBlank(char c) { return c == ' ' || c == '\t'; }
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    static bool isLower(char c) { return c >= 'a' && c <= 'z'; }
    static bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
    bool isAt(char c) const { return m_at != m_end && *m_at == c; }
    bool isAtDelimiter() const
    {
        return m_at == m_end || isBlank(*m_at) || *m_at == '\r' || *m_at == '\n';
    }
    void skipBlanks() { m_at = std::find_if_not(m_at, m_end, isBlank); }
    void takeOneBlank() { m_at += m_at != m_end && isBlank(*m_at); }
    bool take(char c) { return isAt(c) && (++m_at, true); }
    bool takeDigits();
    bool takeText(std::string_view text);
    bool takeWord(const Words &words);
    /// Of what is read at most for a word.
    const char *limit() const { return m_at + std::min<qsizetype>(LongestWord, m_end - m_at); }
    const char *endOfWord() const;

    bool takeQuote();
    bool takeChannel();
    bool takeDate();
    bool takeClock(bool &hasComma);
    bool takeMoment();
    bool takeSeconds();
    bool takeBracket();
    bool takePlainTime();
    bool takeContainer();
    bool takePort();
    void takeBehindTime(bool isBracketed);
    void takeSender();

    template <typename Part>
    bool whole(Part part)
    {
        const auto *const begin = m_at;
        if (part())
            return true;
        m_at = begin;
        return false;
    }

    const char *m_at;
    const char *m_end;
    QByteArrayView m_port;
    bool m_hasSeconds = false;
};

bool PrefixReader::takeDigits()
{
    const auto *const begin = m_at;
    m_at = std::find_if_not(m_at, m_end, isDigit);
    return m_at != begin;
}

bool PrefixReader::takeText(std::string_view text)
{
    const bool isThere
        = std::string_view(m_at, static_cast<size_t>(m_end - m_at)).starts_with(text);
    m_at += isThere ? text.size() : 0;
    return isThere;
}

bool PrefixReader::takeWord(const Words &words)
{
    for (const auto word : words) { // of each line of a console: the first byte tells most apart
        if (isAt(word.front()) && takeText(word))
            return true;
    }
    return false;
}

const char *PrefixReader::endOfWord() const
{
    return std::find_if(m_at, limit(), [](char c) { return isBlank(c) || c == '\r' || c == '\n'; });
}

/// "> " of somebody who quotes.
bool PrefixReader::takeQuote()
{
    return takeText("> ");
}

/// "00> ": the channel in RTT viewers.
bool PrefixReader::takeChannel()
{
    return whole([this] { return takeDigits() && take('>') && isAtDelimiter(); })
        && (takeOneBlank(), true);
}

/// "2026-03-30", also with "/" or "."
bool PrefixReader::takeDate()
{
    return whole([this] {
        if (!takeDigits() || (!isAt('-') && !isAt('/') && !isAt('.')))
            return false;
        const char between = *m_at;
        return take(between) && takeDigits() && take(between) && takeDigits();
    });
}

/// "16:06:00.123", and its zone.
bool PrefixReader::takeClock(bool &hasComma)
{
    return whole([&] {
        if (!takeDigits() || !take(':') || !takeDigits() || !take(':') || !takeDigits())
            return false;
        const auto takePart = [&](char mark) {
            const bool isTaken = whole([&] { return take(mark) && takeDigits(); });
            hasComma = hasComma || (isTaken && mark == ',');
            return isTaken;
        };
        while (takePart('.') || takePart(',') || takePart(':')) { }
        const auto takeOffset
            = [this](char sign) { return whole([&] { return take(sign) && takeDigits(); }); };
        if (take('Z') || takeOffset('+') || takeOffset('-'))
            whole([this] { return take(':') && takeDigits(); });
        else
            whole([this] {
                return take(' ') && takeWord({ "UTC", "GMT", "AM", "PM" })
                    && !(m_at != m_end && isUpper(*m_at));
            });
        return true;
    });
}

/// "2026-03-30T16:06:00", "Mar 30 16:06:00", "Mon Mar 30 16:06:42.123 2026": a time of the day and
/// what stands around it.
bool PrefixReader::takeMoment()
{
    if (m_at == m_end || (!isDigit(*m_at) && !isUpper(*m_at)))
        return false;
    return whole([this] {
        const bool hasWeekday
            = isUpper(*m_at) && takeWord({ "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" });
        if (hasWeekday) {
            take(',');
            if (!isAtDelimiter())
                return false;
            skipBlanks();
        }
        const bool hasMonth = m_at != m_end && isUpper(*m_at)
            && takeWord({ "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct",
                "Nov", "Dec" });
        if (hasMonth) {
            skipBlanks();
            if (!takeDigits())
                return false;
        }
        const bool hasDate = !hasMonth && takeDate();
        if (hasMonth || hasDate) {
            if (!take('T') && !isAtDelimiter())
                return false;
            skipBlanks();
        }
        bool hasComma = false;
        if (!takeClock(hasComma))
            return false;
        if (hasWeekday)
            whole([this] { return take(' ') && takeDigits() && (isAtDelimiter() || isAt(']')); });
        // Python's logging, which belongs to the application: "2026-03-30 16:06:42,259 INFO - "
        const auto *const behind = m_at;
        const bool isLogging = hasDate && hasComma && take(' ') && m_at != m_end && isUpper(*m_at)
            && (m_at = std::find_if_not(m_at, m_end, isUpper), takeText(" -"));
        m_at = behind;
        return !isLogging;
    });
}

bool PrefixReader::takeSeconds()
{
    return whole([this] { return takeDigits() && take('.') && takeDigits(); });
}

/// "[16:06:00.123]", "[    0.123456]", "[0.123456 0.000012]".
bool PrefixReader::takeBracket()
{
    const bool isTaken = whole([this] {
        const char close = isAt('[') ? ']' : ')';
        if (!take('[') && !take('('))
            return false;
        skipBlanks();
        if (takeMoment()) {
            const auto isOfTime
                = [](char c) { return isDigit(c) || isBlank(c) || c == '+' || c == '-'; };
            m_at = std::find_if_not(m_at, m_end, isOfTime);
            return take(close);
        }
        if (!takeSeconds())
            return false;
        skipBlanks();
        static_cast<void>(takeSeconds());
        if (!take(close))
            return false;
        // A firmware's own time and level: "[0.000] Info: "
        const auto *const behind = m_at;
        const bool isLevel = take(' ') && takeWord({ "Info", "Debug", "Error", "Warning" })
            && (isAt(':') || takeText(" ["));
        m_at = behind;
        return !isLevel;
    });
    if (isTaken)
        takeBehindTime(true);
    return isTaken;
}

/// "16:06:00 ", "1790000000.123456 "; a number with decimals once, for more are values.
bool PrefixReader::takePlainTime()
{
    if (!takeMoment()) {
        if (m_hasSeconds
            || !whole([this] { return takeSeconds() && m_at != m_end && isBlank(*m_at); }))
            return false;
        m_hasSeconds = true;
    }
    takeBehindTime(false);
    return true;
}

/// What parts a time from the line: " -> ", " > ", " | ", ": ", " - ", or one blank.
void PrefixReader::takeBehindTime(bool isBracketed)
{
    const bool isParted = whole([&] {
        if (!isBracketed && take(':'))
            return isAtDelimiter();
        skipBlanks();
        return takeWord({ "->", ">", "|", "-" }) && isAtDelimiter();
    });
    takeOneBlank();
    if (!isParted)
        takeSender();
}

/// "host program[123]: ", "host kernel: " of the system's log.
void PrefixReader::takeSender()
{
    const bool isTaken = whole([this] {
        m_at = endOfWord();
        if (!take(' '))
            return false;
        if (takeText("kernel:"))
            return isAtDelimiter();
        const auto *const end = endOfWord();
        const auto *const open = std::find(m_at, end, '[');
        if (open == m_at || open == end)
            return false;
        m_at = open + 1;
        return takeDigits() && takeText("]:") && isAtDelimiter();
    });
    if (isTaken)
        takeOneBlank();
}

/// "fvp-1  | " of a container's log.
bool PrefixReader::takeContainer()
{
    return whole([this] {
        const auto isOfName
            = [](char c) { return isLower(c) || isDigit(c) || c == '_' || c == '.' || c == '-'; };
        const auto *const begin = m_at;
        m_at = std::find_if_not(m_at, limit(), isOfName);
        if (m_at == begin || m_at == m_end || !isBlank(*m_at))
            return false;
        skipBlanks();
        return take('|') && isAtDelimiter();
    }) && (takeOneBlank(), true);
}

/// "uart0: ", "[uart0] ", "ttyUSB0 -> ".
bool PrefixReader::takePort()
{
    return whole([this] {
        const char close = isAt('[') ? ']' : isAt('(') ? ')' : '\0';
        m_at += close != '\0';
        const auto *const begin = m_at;
        const auto isLetter = [](char c) { return isLower(static_cast<char>(c | 0x20)); };
        m_at = std::find_if_not(m_at, limit(), isLetter);
        const QByteArrayView kind(begin, m_at);
        constexpr std::array Kinds{ "uart", "serial", "com", "telnetterminal", "terminal",
            "console" };
        const bool isKnown = std::ranges::any_of(Kinds, [&](const char *known) {
            return kind.compare(known, Qt::CaseInsensitive) == 0;
        }) || (kind.size() >= 3 && kind.first(3).compare("tty", Qt::CaseInsensitive) == 0);
        if (!isKnown)
            return false;
        static_cast<void>(take('_') || take('.'));
        if (!takeDigits())
            return false;
        const QByteArrayView name(begin, m_at);
        if (close != '\0')
            static_cast<void>(take(close));
        if (!take(':')) {
            const bool isParted = whole([this] {
                skipBlanks();
                return takeWord({ "->", "|" }) && isAtDelimiter();
            });
            if (!isParted && !(m_end - m_at > 1 && isBlank(m_at[0]) && !isBlank(m_at[1])))
                return false;
        }
        takeOneBlank();
        m_port = name;
        return true;
    });
}

/// The next of several; blanks before it belong to it.
bool PrefixReader::takeItem()
{
    return whole([this] {
        skipBlanks();
        if (m_at == m_end)
            return false;
        const char first = *m_at;
        if (isDigit(first)) { // most lines that begin so are values: told at one byte
            const auto *const behind = std::find_if_not(m_at, m_end, isDigit);
            const char mark = behind == m_end ? '\0' : *behind;
            if (mark == '>')
                return takeChannel();
            return (mark == ':' || mark == '-' || mark == '.' || mark == '/') && takePlainTime();
        }
        if (isLower(first))
            return takePort() || takeContainer();
        if (isUpper(first))
            return takePlainTime() || takePort();
        if (first == '[' || first == '(')
            return takeBracket() || takePort();
        return first == '>' && takeQuote();
    });
}

} // namespace

CapturePrefix capturePrefixOf(QByteArrayView line)
{
    PrefixReader reader(line);
    while (reader.takeItem()) { }
    return { .size = reader.position() - line.begin(), .port = reader.port() };
}

} // namespace tosaic::profile
