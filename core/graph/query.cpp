// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/query.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::graph {

namespace {

/// Words between spaces; quotes and slashes keep what is between them together.
QStringList wordsOf(const QString &text)
{
    static const QRegularExpression word(
        uR"((?:\w+:)?(?:"[^"]*"|/(?:[^/\\]|\\.)+/(?=\s|$))|\S+)"_s);
    QStringList words;
    for (auto it = word.globalMatch(text); it.hasNext();)
        words += it.next().captured();
    return words;
}

/// As numbers are shown and copied: "10,000", "1e4", "4 KiB" without the space.
std::optional<double> numberOf(QString text)
{
    static const std::pair<QLatin1StringView, double> Units[]{ { "KiB"_L1, 1024 },
        { "MiB"_L1, 1024 * 1024 }, { "GiB"_L1, 1024 * 1024 * 1024 } };
    double unit = 1;
    for (const auto &[name, bytes] : Units) {
        if (text.endsWith(name)) {
            text.chop(name.size());
            unit = bytes;
        }
    }
    static const QRegularExpression grouped(u"^\\d{1,3}(,\\d{3})+(\\.\\d+)?$"_s);
    if (grouped.match(text).hasMatch())
        text.remove(u',');
    bool isNumber = false;
    const auto value = text.toDouble(&isNumber);
    return isNumber ? std::optional(value * unit) : std::nullopt;
}

} // namespace

Query::Query(const QString &text)
{
    for (const auto &word : wordsOf(text))
        m_terms.push_back(termOf(word));
}

Query::Term Query::termOf(const QString &word)
{
    static const std::pair<QLatin1StringView, Field> Texts[]{ { "kind"_L1, Field::Kind },
        { "name"_L1, Field::Name }, { "module"_L1, Field::Module }, { "dtype"_L1, Field::Type },
        { "shape"_L1, Field::Shape }, { "source"_L1, Field::Source } };
    static const QRegularExpression number(u"^(cycles|bytes)(<=|>=|<|>|=)(.*)$"_s);
    if (const auto match = number.match(word); match.hasMatch()) {
        const auto sign = match.captured(2);
        return { .field = match.captured(1) == "cycles"_L1 ? Field::Cycles : Field::Bytes,
            .text = word,
            .comparison = sign == "<="_L1 ? u'l'
                : sign == ">="_L1         ? u'g'
                                          : sign.front(),
            .number = numberOf(match.captured(3)) };
    }
    Term term{ .text = word };
    const auto colon = word.indexOf(u':');
    for (const auto &[name, field] : Texts) {
        if (colon == name.size() && word.startsWith(name) && colon + 1 < word.size()) {
            term.field = field;
            term.text = word.mid(colon + 1);
        }
    }
    auto &text = term.text;
    if (text.size() >= 2 && text.startsWith(u'"') && text.endsWith(u'"'))
        text = text.mid(1, text.size() - 2);
    else if (text.size() > 2 && text.startsWith(u'/') && text.endsWith(u'/'))
        term.expression = QRegularExpression(
            text.mid(1, text.size() - 2), QRegularExpression::CaseInsensitiveOption);
    return term;
}

QString Query::problem() const
{
    for (const auto &term : m_terms) {
        if (term.expression && !term.expression->isValid())
            return u"/%1/: %2"_s.arg(term.expression->pattern(), term.expression->errorString());
        if (!term.number)
            return u"%1: not a number"_s.arg(term.text);
    }
    return {};
}

bool Query::asksForCycles() const
{
    return std::ranges::any_of(
        m_terms, [](const Term &term) { return term.field == Field::Cycles; });
}

bool Query::asksForNumbers() const
{
    return std::ranges::any_of(m_terms, [](const Term &term) { return !term.comparison.isNull(); });
}

bool Query::fits(const Node &node, std::optional<double> cycles) const
{
    return std::all_of(
        m_terms.begin(), m_terms.end(), [&](const Term &term) { return fits(term, node, cycles); });
}

bool Query::fits(const Term &term, const QString &text)
{
    return term.expression ? term.expression->isValid() && text.contains(*term.expression)
                           : text.contains(term.text, Qt::CaseInsensitive);
}

bool Query::fits(const Term &term, double value)
{
    if (!term.number)
        return false;
    switch (term.comparison.unicode()) {
    case u'<':
        return value < *term.number;
    case u'l':
        return value <= *term.number;
    case u'>':
        return value > *term.number;
    case u'g':
        return value >= *term.number;
    default:
        return value == *term.number;
    }
}

bool Query::fits(const Term &term, const Node &node, std::optional<double> cycles)
{
    const auto any = [&](const QStringList &lines) {
        return std::any_of(
            lines.begin(), lines.end(), [&](const QString &line) { return fits(term, line); });
    };
    // "int8 1x48x48x16": the type, then the shape.
    switch (term.field) {
    case Field::Kind:
        return fits(term, node.pattern.isEmpty() ? node.title : node.pattern)
            || fits(term, node.title);
    case Field::Name:
        return fits(term, nameOf(node)) || fits(term, node.entity.name);
    case Field::Module:
        return fits(term, node.module);
    case Field::Type:
        return fits(term, node.subtitle.section(u' ', 0, 0));
    case Field::Shape:
        return fits(term, node.subtitle.section(u' ', 1));
    case Field::Source:
        return any(node.details);
    case Field::Cycles:
        return cycles && fits(term, *cycles);
    case Field::Bytes:
        return fits(term, double(node.constantBytes));
    case Field::Any:
        break;
    }
    return fits(term, node.title) || fits(term, node.subtitle) || fits(term, node.window)
        || fits(term, node.pattern) || fits(term, node.module) || fits(term, node.name)
        || fits(term, node.entity.name) || any(node.details) || any(node.notes);
}

} // namespace tosaic::graph
