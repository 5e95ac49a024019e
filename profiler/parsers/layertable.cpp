// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/layertable.h"

#include "profiler/parsers/consolelimits.h"

#include <QStringList>

#include <algorithm>
#include <cctype>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

QStringView withoutLastComma(const QString &message)
{
    const auto text = QStringView(message).trimmed();
    return text.endsWith(u',') ? text.chopped(1) : text;
}

bool isHex(QStringView text)
{
    return text.startsWith(u"0x") || text.startsWith(u"0X");
}

/// The integers of "tag 1, 2, 3" and "PLPROF,1,2,0x3"; empty if the line is not of that form.
std::vector<qint64> integersOf(const QString &message)
{
    if (!LayerCollector::mayBeRow(message))
        return {};
    const auto text = withoutLastComma(message);
    std::vector<qint64> numbers;
    const auto parts = text.split(u',');
    for (qsizetype i = 0; i < parts.size(); ++i) {
        auto part = parts[i].trimmed();
        if (i == 0) { // behind the tag
            const auto isTagEnd
                = [](QChar c) { return c.isSpace() || c == u':' || c == u']' || c == u'='; };
            const auto cut = std::find_if(part.rbegin(), part.rend(), isTagEnd);
            part = part.last(std::distance(part.rbegin(), cut));
            if (part == u"PLPROF") // the tag is a column of its own
                continue;
        }
        bool ok = false;
        numbers.push_back(isHex(part) ? part.sliced(2).toLongLong(&ok, 16) : part.toLongLong(&ok));
        if (!ok)
            return {};
    }
    return numbers;
}

/// Column names of a header with as many names as the rows have numbers; empty if it is none.
std::vector<QString> columnsOf(const QString &header, size_t count)
{
    const auto parts = header.split(u',');
    if (static_cast<size_t>(parts.size()) != count)
        return {};
    std::vector<QString> names;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        auto name = parts[i].trimmed();
        if (i == 0)
            name = name.mid(std::max(name.lastIndexOf(u':'), name.lastIndexOf(u']')) + 1).trimmed();
        if (name.isEmpty() || name[0].isDigit())
            return {};
        names.push_back(name);
    }
    return names;
}

} // namespace

bool LayerCollector::mayBeRow(const QString &message)
{
    const auto text = withoutLastComma(message);
    const auto cut = text.lastIndexOf(u',');
    if (cut < 0)
        return false;
    auto last = text.sliced(cut + 1).trimmed();
    const auto hasDigitsOnly = [&](auto isOne) {
        return !last.isEmpty() && std::all_of(last.begin(), last.end(), isOne);
    };
    if (isHex(last)) {
        last = last.sliced(2);
        return hasDigitsOnly([](QChar c) { return c < u'\x80' && std::isxdigit(c.toLatin1()); });
    }
    if (last.startsWith(u'-') || last.startsWith(u'+'))
        last = last.sliced(1);
    return hasDigitsOnly([](QChar c) { return c.isDigit(); });
}

std::optional<LayerTable> LayerCollector::next(const QString &message)
{
    auto numbers = integersOf(message);
    const auto before = std::exchange(m_before, message);
    const bool continues = !m_table.rows.empty() && numbers.size() == m_table.rows[0].size()
        && numbers[0] == static_cast<qint64>(m_table.rows.size());
    if (continues) {
        if (m_cells + numbers.size() > limits::LayerCells) {
            m_wasLimited = true;
            return flush();
        }
        m_cells += numbers.size();
        m_table.rows.push_back(std::move(numbers));
        return std::nullopt;
    }
    auto finished = flush();
    if (numbers.size() >= 2 && numbers[0] == 0) {
        m_header = before;
        m_cells += numbers.size();
        m_table.rows.push_back(std::move(numbers));
    }
    return finished;
}

std::optional<LayerTable> LayerCollector::flush()
{
    auto table = std::exchange(m_table, {});
    if (table.rows.size() < 2)
        return std::nullopt;
    table.columns = columnsOf(m_header, table.rows[0].size());
    return table;
}

std::optional<LayerTable> LayerCollector::finish()
{
    return flush();
}

} // namespace tosaic::profile
