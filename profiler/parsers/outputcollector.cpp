// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/outputcollector.h"

#include "profiler/parsers/consolelimits.h"

#include <QRegularExpression>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

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

bool isOutputLine(QStringView text)
{
    return text.startsWith(u"Output[") || text.startsWith(u"output[");
}

/// Digits at 'at', which moves behind them.
std::optional<quint64> digitsAt(const char *&at, const char *end)
{
    quint64 value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || next - at > 18)
        return std::nullopt;
    at = next;
    return value;
}

bool skipText(const char *&at, const char *end, std::string_view text)
{
    if (!std::string_view(at, static_cast<size_t>(end - at)).starts_with(text))
        return false;
    at += text.size();
    return true;
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

std::optional<double> plainNumber(QStringView value, bool isCut)
{
    bool ok = false;
    const auto number = withoutType(value.trimmed()).toDouble(&ok);
    return ok && std::isfinite(number) && !isCut ? std::optional(number) : std::nullopt;
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

void OutputCollector::addValue(Item &item, quint64 element, std::optional<double> value)
{
    if (element == 0 && item.printed > 0) { // printed again, by another inference
        m_values -= item.values.size();
        item = { .index = item.index, .stated = item.stated };
    }
    ++item.printed;
    item.highest = std::max(item.highest, element + 1);
    if (m_values >= limits::OutputValues)
        m_wasLimited = true;
    item.isPlain
        = item.isPlain && value && element == item.values.size() && m_values < limits::OutputValues;
    if (item.isPlain) {
        item.values.push_back(*value);
        ++m_values;
    }
}

bool OutputCollector::takePlain(QByteArrayView line)
{
    const auto *at = line.data();
    const auto *const end = at + line.size();
    if (!skipText(at, end, "Output["))
        return false;
    const auto index = digitsAt(at, end);
    if (!index || !skipText(at, end, "]["))
        return false;
    const auto element = digitsAt(at, end);
    if (!element || !skipText(at, end, "]: "))
        return false;
    static_cast<void>(skipText(at, end, "(float) ") || skipText(at, end, "(int) ")
        || skipText(at, end, "(char) "));
    const auto *const digits = at + (at != end && *at == '-');
    if (digits == end || *digits < '0' || *digits > '9') // not "nan", not "-inf"
        return false;
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value, std::chars_format::fixed);
    if (error != std::errc() || next != end || end[-1] == '.' || !std::isfinite(value))
        return false;
    if (auto *target = item(*index))
        addValue(*target, *element, value);
    return true;
}

bool OutputCollector::mayTake(QStringView message)
{
    const auto text = message.trimmed();
    return text.startsWith(u'[') || isOutputLine(text) || text.contains(u"tensor(sizes=");
}

/// "OutputX 0: tensor(sizes=[2, 2], [1., 2.,": the elements end with "])", perhaps lines later.
bool OutputCollector::takeTensor(const QString &text, bool isCut)
{
    static const QRegularExpression form(
        u"^OutputX? (\\d{1,9}): tensor\\(sizes=\\[([\\d, ]*)\\], \\[(.*)$"_s);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return false;
    auto *target = item(match.capturedView(1).toULongLong());
    if (!target)
        return true;
    m_values -= target->values.size();
    *target = { .index = target->index, .stated = 1 };
    for (const auto size : match.capturedView(2).tokenize(u',')) {
        constexpr quint64 Most = quint64(1) << 31; // elements, and of one dimension
        bool ok = false;
        const auto factor = size.trimmed().toULongLong(&ok);
        if (!size.trimmed().isEmpty())
            target->stated = ok && factor <= Most && target->stated && *target->stated <= Most
                ? std::optional(*target->stated * factor)
                : std::nullopt;
    }
    m_row = Row{ .item = static_cast<size_t>(target - m_items.data()) };
    static_cast<void>(takeRow(match.capturedView(3), isCut));
    return true;
}

/// More elements of that tensor: "0.5, nan, ...,"; false for other text, which ends it.
bool OutputCollector::takeRow(QStringView text, bool isCut)
{
    auto row = *std::exchange(m_row, std::nullopt);
    const bool isLast = text.endsWith(u"])");
    const auto parts = (isLast ? text.chopped(2) : text).split(u',');
    const auto isElement = [](QStringView part) {
        bool ok = false;
        static_cast<void>(part.toDouble(&ok));
        return ok || part.isEmpty() || part == u"..." || part == u"true" || part == u"false";
    };
    if (!std::all_of(parts.begin(), parts.end(),
            [&](QStringView part) { return isElement(part.trimmed()); }))
        return false;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const auto part = parts[i].trimmed();
        row.isAbridged = row.isAbridged || part == u"...";
        if (part.isEmpty() || part == u"...")
            continue;
        const bool mayBeHalf = isCut && i + 1 == parts.size() && !isLast;
        addValue(m_items[row.item], row.next++,
            row.isAbridged ? std::nullopt : plainNumber(part, mayBeHalf));
    }
    if (!isLast)
        m_row = row;
    return true;
}

bool OutputCollector::take(const QString &message, bool isCut)
{
    const auto text = QStringView(message).trimmed();
    if (m_row && takeRow(text, isCut))
        return true;
    if (text.startsWith(u"Output") && text.contains(u"tensor(sizes=")
        && takeTensor(text.toString(), isCut))
        return true;
    if (m_headed && text.startsWith(u'[')) {
        qsizetype position = 0;
        const auto element = bracketed(text, position);
        const auto rest = text.sliced(std::min(position, text.size())).trimmed();
        if (element && rest.startsWith(u'=')) {
            addValue(m_items[*m_headed], *element, plainNumber(rest.sliced(1), isCut));
            return true;
        }
    }
    if (!isOutputLine(text))
        return false;
    qsizetype position = 6;
    const auto index = bracketed(text, position);
    if (!index)
        return false;
    if (const auto element = bracketed(text, position)) {
        if (position >= text.size() || text[position] != u':' || *element == ~quint64(0))
            return false;
        if (auto *target = item(*index))
            addValue(*target, *element, plainNumber(text.sliced(position + 1), isCut));
        return true;
    }
    static const QRegularExpression header(u"^[Oo]utput\\[\\d+\\]: .*\\bnumel=(\\d+)"_s);
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
