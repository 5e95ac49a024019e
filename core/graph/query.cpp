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
    static const QRegularExpression number(
        u"^(cycles|bytes)(<=|>=|<|>|=)([0-9]+(?:\\.[0-9]+)?)$"_s);
    if (const auto match = number.match(word); match.hasMatch()) {
        const auto sign = match.captured(2);
        return { .field = match.captured(1) == "cycles"_L1 ? Field::Cycles : Field::Bytes,
            .comparison = sign == "<="_L1 ? u'l'
                : sign == ">="_L1         ? u'g'
                                          : sign.front(),
            .number = match.captured(3).toDouble() };
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

bool Query::isValid() const
{
    return std::all_of(m_terms.begin(), m_terms.end(),
        [](const Term &term) { return !term.expression || term.expression->isValid(); });
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
    switch (term.comparison.unicode()) {
    case u'<':
        return value < term.number;
    case u'l':
        return value <= term.number;
    case u'>':
        return value > term.number;
    case u'g':
        return value >= term.number;
    default:
        return value == term.number;
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
    return fits(term, node.title) || fits(term, node.subtitle) || fits(term, node.pattern)
        || fits(term, node.module) || fits(term, node.name) || fits(term, node.entity.name)
        || any(node.details) || any(node.notes);
}

} // namespace tosaic::graph
