// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/reporttemplate.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

std::vector<report::Section> ReportTemplate::ordered(const report::Report &report) const
{
    std::vector<report::Section> sections;
    for (const auto &name : order) {
        const auto found = std::ranges::find(report.sections, name, &report::Section::title);
        if (found != report.sections.end())
            sections.push_back(*found);
    }
    for (size_t i = 0; i < report.sections.size(); ++i) {
        const auto &section = report.sections[i];
        if (order.contains(section.title))
            continue;
        auto place = sections.begin();
        if (i > 0)
            place = std::next(
                std::ranges::find(sections, report.sections[i - 1].title, &report::Section::title));
        sections.insert(place, section);
    }
    return sections;
}

report::Report ReportTemplate::applied(const report::Report &report) const
{
    auto chosen = report;
    chosen.sections = ordered(report);
    std::erase_if(chosen.sections,
        [this](const report::Section &section) { return hidden.contains(section.title); });
    if (!title.isEmpty())
        chosen.title = title;
    chosen.author = author;
    chosen.note = note;
    chosen.paper = paper;
    return chosen;
}

QString ReportTemplate::keyOf(const report::Section &section)
{
    QString key;
    for (const auto c : section.title.toLower())
        key += c.isLetterOrNumber() ? c : u' ';
    return key.simplified().replace(u' ', u'-');
}

ReportTemplate ReportTemplate::of(const QStringList &keys, const report::Report &report)
{
    ReportTemplate chosen{ .author = report.author, .note = report.note, .paper = report.paper };
    for (const auto &key : keys) {
        for (const auto &section : report.sections) {
            if (keyOf(section) == key)
                chosen.order << section.title;
        }
    }
    for (const auto &section : report.sections) {
        if (!chosen.order.contains(section.title))
            chosen.hidden << section.title;
    }
    return chosen;
}

QString paperKey(report::Paper paper)
{
    return paper == report::Paper::A4    ? u"a4"_s
        : paper == report::Paper::Letter ? u"letter"_s
                                         : QString();
}

std::optional<report::Paper> paperFromKey(const QString &key)
{
    for (const auto paper : { report::Paper::Usual, report::Paper::A4, report::Paper::Letter }) {
        if (paperKey(paper) == key)
            return paper;
    }
    return {};
}

QString ReportTemplate::toText() const
{
    if (*this == ReportTemplate())
        return {};
    const QJsonObject object{ { u"title"_s, title }, { u"author"_s, author }, { u"note"_s, note },
        { u"paper"_s, paperKey(paper) }, { u"order"_s, QJsonArray::fromStringList(order) },
        { u"hidden"_s, QJsonArray::fromStringList(hidden) } };
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

ReportTemplate ReportTemplate::fromText(const QString &text)
{
    const auto object = QJsonDocument::fromJson(text.toUtf8()).object();
    const auto listOf = [&object](const QString &key) {
        QStringList list;
        for (const auto &value : object.value(key).toArray())
            list << value.toString();
        return list;
    };
    return { .title = object.value(u"title"_s).toString(),
        .author = object.value(u"author"_s).toString(),
        .note = object.value(u"note"_s).toString(),
        .paper = paperFromKey(object.value(u"paper"_s).toString()).value_or(report::Paper::Usual),
        .order = listOf(u"order"_s),
        .hidden = listOf(u"hidden"_s) };
}

} // namespace tosaic::views
