// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/htmlwriter.h"

#include "core/base/visibletext.h"

#include <ctemplate/template.h>

#include <QFile>
#include <QLocale>

#include <memory>
#include <string>

using namespace Qt::StringLiterals;

namespace tosaic::report {

namespace {

using Dictionary = ctemplate::TemplateDictionary;

std::string clean(const QString &text)
{
    return visibleLines(text).toStdString();
}

void set(Dictionary *dictionary, const char *name, const QString &text)
{
    dictionary->SetValue(name, clean(text));
}

void addCaption(Dictionary *block, const QString &caption)
{
    if (!caption.isEmpty())
        set(block->AddSectionDictionary("CAPTION"), "CAPTION_TEXT", caption);
}

constexpr qsizetype LongestWord = 16; // characters; longer ones (names, hashes) may break anywhere

bool hasLongWord(const QString &text)
{
    qsizetype run = 0;
    for (const auto c : text) {
        run = c.isSpace() ? 0 : run + 1;
        if (run > LongestWord)
            return true;
    }
    return false;
}

void addCell(Dictionary *row, const char *section, const QString &text, bool isNumeric)
{
    auto *cell = row->AddSectionDictionary(section);
    set(cell, "CELL", text);
    if (isNumeric)
        cell->ShowSection("NUMBER_CELL");
    else if (hasLongWord(text))
        cell->ShowSection("LONG_CELL");
}

class BlockFiller
{
public:
    BlockFiller(Dictionary *block, int &pictures) : m_block(block), m_pictures(pictures) { }

    void operator()(const Text &text)
    {
        for (const auto &line : text.text.split(u'\n', Qt::SkipEmptyParts))
            set(m_block->AddSectionDictionary("TEXT"), "LINE", line);
    }

    void operator()(const FactList &list)
    {
        auto *facts = m_block->AddSectionDictionary("FACTS");
        for (const auto &fact : list.facts) {
            auto *entry = facts->AddSectionDictionary("FACT");
            set(entry, "NAME", fact.name);
            set(entry, "VALUE", fact.value);
            if (!fact.origin.isEmpty())
                set(entry->AddSectionDictionary("ORIGIN"), "TAG", fact.origin);
        }
    }

    void operator()(const Table &table)
    {
        auto *filled = m_block->AddSectionDictionary("TABLE");
        addCaption(filled, table.caption);
        const auto isNumeric = [&](qsizetype column) {
            return static_cast<size_t>(column) < table.isNumeric.size()
                && table.isNumeric[static_cast<size_t>(column)];
        };
        for (qsizetype i = 0; i < table.columns.size(); ++i)
            addCell(filled, "COLUMN", table.columns[i], isNumeric(i));
        for (const auto &cells : table.rows) {
            auto *row = filled->AddSectionDictionary("ROW");
            for (qsizetype i = 0; i < cells.size(); ++i)
                addCell(row, "VALUE_CELL", cells[i], isNumeric(i));
        }
    }

    void operator()(const Picture &picture)
    {
        const auto svg = safeSvg(picture.svg, u"p%1-"_s.arg(m_pictures++));
        if (svg.isEmpty())
            return;
        auto *filled = m_block->AddSectionDictionary("PICTURE");
        filled->SetValue("SVG", svg.toStdString());
        addCaption(filled, picture.caption);
    }

private:
    Dictionary *m_block;
    int &m_pictures;
};

void fill(Dictionary &root, const Report &report)
{
    set(&root, "TITLE", report.title);
    set(&root, "LANGUAGE", QLocale().bcp47Name());
    if (!report.subtitle.isEmpty())
        set(root.AddSectionDictionary("SUBTITLE_LINE"), "SUBTITLE", report.subtitle);
    auto *contents = report.sections.size() > 1 ? root.AddSectionDictionary("CONTENTS") : nullptr;
    int number = 0;
    int pictures = 0;
    for (const auto &section : report.sections) {
        const auto id = QString::number(++number);
        if (contents) {
            auto *entry = contents->AddSectionDictionary("ENTRY");
            set(entry, "NUMBER", id);
            set(entry, "TITLE", section.title);
        }
        auto *filled = root.AddSectionDictionary("SECTION");
        set(filled, "NUMBER", id);
        set(filled, "TITLE", section.title);
        for (const auto &block : section.blocks)
            std::visit(BlockFiller(filled->AddSectionDictionary("BLOCK"), pictures), block);
    }
}

QByteArray builtInTemplate()
{
    QFile file(u":/tosaic/report/report.html.tpl"_s);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

Result<QByteArray> toHtml(const Report &report, const QString &templateText)
{
    const auto text = templateText.isEmpty() ? builtInTemplate() : templateText.toUtf8();
    const std::unique_ptr<ctemplate::Template> page(
        ctemplate::Template::StringToTemplate(text.toStdString(), ctemplate::DO_NOT_STRIP));
    if (!page)
        return fail(ErrorCode::FormatDamaged, u"the report template cannot be parsed"_s);
    Dictionary root("report");
    fill(root, report);
    std::string html;
    if (!page->Expand(&html, &root))
        return fail(ErrorCode::FormatDamaged, u"the report template cannot be expanded"_s);
    return QByteArray::fromStdString(html);
}

} // namespace tosaic::report
