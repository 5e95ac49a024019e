// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/debugrows.h"

#include <algorithm>
#include <charconv>
#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::formats::vela {

namespace {

/// A whole number as the database writes it, decimal or 0x; absent for everything else.
std::optional<qint64> wholeNumber(const char *begin, size_t size, bool &isHex)
{
    isHex = size > 2 && begin[0] == '0' && begin[1] == 'x';
    const auto *first = begin + (isHex ? 2 : 0);
    const auto *last = begin + size;
    const bool hasZeros = !isHex && size > 1 && begin[0] == '0'; // "007" is no number
    qint64 value = 0;
    const auto [end, error] = std::from_chars(first, last, value, isHex ? 16 : 10);
    if (error != std::errc() || end != last || hasZeros || (isHex && *first == '-'))
        return std::nullopt;
    return value;
}

} // namespace

DebugRows::DebugRows(VelaDebugDb &db, const DebugDbLimits &limits, DiagnosticSink &sink)
    : m_db(db), m_limits(limits), m_sink(sink)
{
}

void DebugRows::beginTable(const QString &name)
{
    endTable();
    if (m_db.tables.size() >= m_limits.tables) {
        m_exceeded = u"DebugDbLimits::tables = %1"_s.arg(m_limits.tables);
        return;
    }
    if (std::any_of(m_db.tables.begin(), m_db.tables.end(),
            [&](const DebugTable &table) { return table.name == name; }))
        m_sink.add(u"vela-debug-db.table-twice"_s, Severity::Warning,
            u"a second table of this name: only the first one is used"_s, { .section = name });
    m_table.name = name;
    m_isInTable = true;
}

void DebugRows::endTable()
{
    if (m_isInTable)
        m_db.tables.push_back(std::move(m_table));
    m_table = {};
    m_nameColumn.reset();
    m_isInTable = false;
}

void DebugRows::addLine(QByteArrayView line)
{
    if (line.endsWith('\r'))
        line.chop(1);
    if (line.isEmpty() || !m_isInTable || isOver())
        return;
    split(line);
    if (m_table.columns.empty())
        return addHeader();
    if (!fitFields())
        return;
    for (size_t i = 0; i < m_fields.size(); ++i)
        append(m_table.columns[i], m_fields[i]);
}

void DebugRows::addHeader()
{
    if (m_fields.size() > m_limits.columns) {
        m_exceeded = u"DebugDbLimits::columns = %1"_s.arg(m_limits.columns);
        return;
    }
    for (size_t i = 0; i < m_fields.size(); ++i) {
        const QByteArrayView name(m_fields[i].begin, qsizetype(m_fields[i].size));
        m_table.columns.emplace_back(QString::fromUtf8(name));
        if (name == "name")
            m_nameColumn = i;
    }
}

void DebugRows::split(QByteArrayView line)
{
    m_fields.clear();
    const auto *at = line.data();
    const auto *end = at + line.size();
    while (true) {
        const bool isQuoted = at < end && *at == '"';
        const auto *begin = isQuoted ? at + 1 : at;
        const auto *stop = begin;
        if (isQuoted) {
            // Quotes inside are not escaped: only one before a comma or the end closes.
            while (stop < end && !(*stop == '"' && (stop + 1 == end || stop[1] == ',')))
                stop += m_doublesQuotes && *stop == '"' && stop + 1 < end && stop[1] == '"' ? 2 : 1;
            at = stop < end ? stop + 1 : end;
        } else {
            // Nearly all cells are short numbers: they are read in the same pass.
            qint64 number = 0;
            while (stop < end && *stop >= '0' && *stop <= '9' && stop - begin < 18)
                number = number * 10 + (*stop++ - '0');
            const bool isNumber = stop > begin && (stop == end || *stop == ',')
                && (*begin != '0' || stop - begin == 1);
            while (stop < end && *stop != ',')
                ++stop;
            at = stop;
            m_fields.push_back({ begin, size_t(stop - begin), false, isNumber, number });
        }
        if (isQuoted)
            m_fields.push_back({ begin, size_t(stop - begin), true });
        // One field too many is enough to know; a hostile line may have a million.
        if (at >= end || m_fields.size() > m_limits.columns * 2)
            return;
        ++at; // the comma
    }
}

/// A name may contain `",`: then there are more fields than columns, and what is too much belongs
/// to the name.
bool DebugRows::fitFields()
{
    const auto wanted = m_table.columns.size();
    if (m_fields.size() == wanted)
        return true;
    const auto place = Location{ .section = m_table.name };
    if (m_fields.size() < wanted || !m_nameColumn) {
        m_sink.add(u"vela-debug-db.row"_s, Severity::Warning,
            u"a row with %1 values where the table has %2 columns is left out"_s
                .arg(m_fields.size())
                .arg(wanted),
            place);
        return false;
    }
    const auto tooMany = m_fields.size() - wanted;
    auto &name = m_fields[*m_nameColumn];
    const auto &last = m_fields[*m_nameColumn + tooMany];
    name.size = size_t(last.begin + last.size - name.begin);
    m_fields.erase(m_fields.begin() + qsizetype(*m_nameColumn) + 1,
        m_fields.begin() + qsizetype(*m_nameColumn + tooMany) + 1);
    m_sink.add(u"vela-debug-db.name"_s, Severity::Info,
        u"a tensor name with quotes and commas, which Vela does not escape, was put together"_s,
        place);
    return true;
}

void DebugRows::append(DebugColumn &column, const Field &field)
{
    if (field.isNumber)
        return column.appendNumber(field.number);
    if (field.size == 0)
        return column.appendNothing();
    bool isHex = false;
    if (const auto number = wholeNumber(field.begin, field.size, isHex))
        return column.appendInteger(*number, isHex, m_db.texts);
    const QByteArrayView bytes(field.begin, qsizetype(field.size));
    if (m_doublesQuotes && bytes.contains('"'))
        return column.appendText(bytes.toByteArray().replace("\"\"", "\""), m_db.texts);
    column.appendText(bytes, m_db.texts);
}

} // namespace tosaic::formats::vela
