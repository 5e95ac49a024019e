// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutators/mutators.h"

#include <array>
#include <vector>

namespace tosaic::fuzz {

namespace {

struct Range
{
    qsizetype begin = 0;
    qsizetype end = 0;
};

constexpr size_t MostValues = 20'000; ///< of a text, that are looked at

qsizetype endOfString(const QByteArray &text, qsizetype at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\';
    return std::min(at + 1, text.size());
}

/// Strings, words, numbers and whole containers, keys too.
std::vector<Range> valuesOf(const QByteArray &text)
{
    std::vector<Range> values;
    std::vector<qsizetype> open;
    for (qsizetype at = 0; at < text.size() && values.size() < MostValues;) {
        const char c = text[at];
        if (c == '{' || c == '[') {
            open.push_back(at++);
        } else if (c == '}' || c == ']') {
            ++at;
            if (!open.empty()) {
                values.push_back({ open.back(), at });
                open.pop_back();
            }
        } else if (c == '"') {
            const auto end = endOfString(text, at);
            values.push_back({ at, end });
            at = end;
        } else if (QByteArrayView("-+.0123456789truefalsn").contains(c)) {
            const auto begin = at;
            while (at < text.size() && !QByteArrayView(",:]} \n\r\t\"{[").contains(text[at]))
                ++at;
            values.push_back({ begin, std::max(at, begin + 1) });
            at = std::max(at, begin + 1);
        } else {
            ++at;
        }
    }
    return values;
}

QByteArray quoted(const QByteArray &text)
{
    QByteArray result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            result += '\\';
        if (quint8(c) < 0x20)
            result += "\\u00" + QByteArray(1, c).toHex();
        else
            result += c;
    }
    return result + '"';
}

QByteArray hostileJson(Random &random)
{
    static const std::array values{ QByteArray("0"), QByteArray("-1"), QByteArray("1"),
        QByteArray("255"), QByteArray("65536"), QByteArray("2147483648"), QByteArray("-2147483649"),
        QByteArray("4294967296"), QByteArray("9223372036854775807"),
        QByteArray("-9223372036854775808"), QByteArray("18446744073709551615"),
        QByteArray("99999999999999999999999"), QByteArray("1e308"), QByteArray("-1e308"),
        QByteArray("1e-320"), QByteArray("1e999"), QByteArray("0.1"), QByteArray("-0.0"),
        QByteArray("NaN"), QByteArray("Infinity"), QByteArray("null"), QByteArray("true"),
        QByteArray("{}"), QByteArray("[]"), QByteArray("[null]"), QByteArray("\"\\ud800\""),
        QByteArray("\"\\u0000\""), QByteArray("\"18446744073709551615\""),
        QByteArray("{\"\":{\"\":0}}"), QByteArray(400, '[') + QByteArray(400, ']') };
    return random() % 3 == 0 ? quoted(hostileText(random)) : values[random() % values.size()];
}

} // namespace

QByteArray mutateJson(const QByteArray &input, Random &random, const ByteMutator &)
{
    auto text = input;
    for (auto rounds = 1 + random() % 3; rounds > 0; --rounds) {
        const auto values = valuesOf(text);
        if (values.empty())
            return {};
        const auto any = [&] { return values[random() % values.size()]; };
        const auto place = any();
        const auto old = text.mid(place.begin, place.end - place.begin);
        const auto other = any();
        QByteArray made;
        switch (random() % 5) {
        case 0:
            made = text.mid(other.begin, other.end - other.begin);
            break;
        case 1:
            made = "[" + (old + ',').repeated(qsizetype(1 + random() % 40)) + old + ']';
            break;
        case 2: // once more beside itself
            made = old + ',' + old;
            break;
        default:
            made = hostileJson(random);
        }
        text.replace(place.begin, place.end - place.begin, made);
    }
    return text;
}

} // namespace tosaic::fuzz
