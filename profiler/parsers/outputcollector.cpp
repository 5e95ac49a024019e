// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/outputcollector.h"

#include "profiler/parsers/consolelimits.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// "[12]" at 'position', which moves behind it.
std::optional<quint64> bracketed(QStringView text, qsizetype &position)
{
    if (position >= text.size() || text[position] != u'[')
        return std::nullopt;
    const auto end = text.indexOf(u']', position);
    if (end < 0 || end - position > 21)
        return std::nullopt;
    bool ok = false;
    const auto value = text.sliced(position + 1, end - position - 1).toULongLong(&ok);
    position = end + 1;
    return ok ? std::optional(value) : std::nullopt;
}

/// Without the type that newer runners print: "(float) 0.5".
QStringView withoutType(QStringView value)
{
    for (const auto &type : { u"(float)"_s, u"(int)"_s, u"(char)"_s }) {
        if (value.startsWith(type))
            return value.sliced(type.size()).trimmed();
    }
    return value;
}

} // namespace

OutputCollector::Item *OutputCollector::item(quint64 index)
{
    // Runners print outputs in order: look at the last one first.
    const auto found = std::find_if(
        m_items.rbegin(), m_items.rend(), [&](const Item &i) { return i.index == index; });
    if (found != m_items.rend())
        return &*found;
    if (m_items.size() >= limits::Outputs) {
        m_wasLimited = true;
        return nullptr;
    }
    return &m_items.emplace_back(Item{ .index = index });
}

void OutputCollector::addValue(Item &item, quint64 element, QStringView value, bool isCut)
{
    if (element == 0 && item.printed > 0) { // printed again, by another inference
        m_values -= item.values.size();
        item = { .index = item.index, .stated = item.stated };
    }
    ++item.printed;
    item.highest = std::max(item.highest, element + 1);
    bool ok = false;
    const auto number = withoutType(value.trimmed()).toDouble(&ok);
    if (m_values >= limits::OutputValues)
        m_wasLimited = true;
    item.isPlain = item.isPlain && ok && std::isfinite(number) && !isCut
        && element == item.values.size() && m_values < limits::OutputValues;
    if (item.isPlain) {
        item.values.push_back(number);
        ++m_values;
    }
}

bool OutputCollector::take(const QString &message, bool isCut)
{
    const auto text = QStringView(message).trimmed();
    if (m_headed && text.startsWith(u'[')) {
        qsizetype position = 0;
        const auto element = bracketed(text, position);
        if (element && position < text.size() && text[position] == u'=') {
            addValue(m_items[*m_headed], *element, text.sliced(position + 1), isCut);
            return true;
        }
    }
    if (!text.startsWith(u"Output["))
        return false;
    qsizetype position = 6;
    const auto index = bracketed(text, position);
    if (!index)
        return false;
    if (const auto element = bracketed(text, position)) {
        if (position >= text.size() || text[position] != u':' || *element == ~quint64(0))
            return false;
        if (auto *target = item(*index))
            addValue(*target, *element, text.sliced(position + 1), isCut);
        return true;
    }
    static const QRegularExpression header(u"^Output\\[\\d+\\]: .*\\bnumel=(\\d+)"_s);
    const auto match = header.match(text);
    if (!match.hasMatch())
        return false;
    auto *target = item(*index);
    if (!target)
        return true;
    *target = { .index = *index };
    bool ok = false;
    if (const auto stated = match.capturedView(1).toULongLong(&ok); ok)
        target->stated = stated;
    m_headed = static_cast<size_t>(target - m_items.data());
    return true;
}

std::vector<LogOutput> OutputCollector::finish()
{
    std::vector<LogOutput> outputs;
    for (auto &item : m_items) {
        const auto count = std::max(item.stated.value_or(item.highest), item.highest);
        LogOutput output{ .index = item.index, .count = count };
        if (item.printed < count)
            output.shown = item.printed;
        else if (item.isPlain)
            output.values = std::move(item.values);
        outputs.push_back(std::move(output));
    }
    return outputs;
}

} // namespace tosaic::profile
