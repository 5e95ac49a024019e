// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/htmlwriter.h"

#include "core/base/visibletext.h"
#include "core/report/seams.h"

#include <ctemplate/template.h>

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>

#include <memory>
#include <string>

using namespace Qt::StringLiterals;

namespace tosaic::report {

namespace {

using Dictionary = ctemplate::TemplateDictionary;

/// No line ends between a number and its unit.
QString shownText(const QString &text)
{
    return visibleLines(withUnitsAttached(text));
}

std::string clean(const QString &text)
{
    return shownText(text).toStdString();
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

constexpr qsizetype LongestWord = 16; // characters; longer ones (hashes) may break anywhere

bool hasLongWord(const QString &text)
{
    qsizetype run = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        run = text[i].isSpace() || isSeam(text, i) ? 0 : run + 1;
        if (run > LongestWord)
            return true;
    }
    return false;
}

/// As the template's {{NAME:h}} does.
QString escaped(const QString &text)
{
    return text.toHtmlEscaped().replace(u'\'', u"&#39;"_s);
}

/// Escaped, with a place to break behind the parts of long names.
QString breakable(const QString &text)
{
    const auto shown = shownText(text);
    if (shown.size() <= LongestWord)
        return escaped(shown);
    QString html;
    qsizetype from = 0;
    for (qsizetype i = 1; i + 1 < shown.size(); ++i) {
        if (!isSeam(shown, i))
            continue;
        html += escaped(shown.mid(from, i + 1 - from)) + u"<wbr/>"_s;
        from = i + 1;
    }
    return html + escaped(shown.mid(from));
}

void addCell(Dictionary *row, const char *section, const QString &text, bool isNumeric,
    const QVariant &value = {})
{
    auto *cell = row->AddSectionDictionary(section);
    set(cell, "CELL", text);
    cell->SetValue("BREAKABLE_CELL", breakable(text).toStdString());
    if (isNumeric)
        cell->ShowSection("NUMBER_CELL");
    else if (hasLongWord(text))
        cell->ShowSection("LONG_CELL");
    if (isNumeric && value.isValid() && value.typeId() != QMetaType::QString)
        cell->AddSectionDictionary("SORT_VALUE")
            ->SetValue("RAW", QString::number(value.toDouble(), 'g', 12).toStdString());
}

class BlockFiller
{
public:
    /// `colours` of pictures: variables of the page's style.
    BlockFiller(Dictionary *block, const QHash<QString, QString> &colours, int &pictures)
        : m_block(block), m_colours(colours), m_pictures(pictures)
    {
    }

    void operator()(const Text &text)
    {
        for (const auto &line : text.text.split(u'\n', Qt::SkipEmptyParts))
            set(m_block->AddSectionDictionary("TEXT"), "LINE", line);
    }

    void operator()(const Statement &statement)
    {
        auto *filled = m_block->AddSectionDictionary("FINDING");
        filled->SetValue("BREAKABLE_LINE", breakable(statement.text).toStdString());
        if (statement.severity != Severity::Info)
            filled->ShowSection("IS_DOUBT");
    }

    void operator()(const FactList &list)
    {
        auto *facts = m_block->AddSectionDictionary("FACTS");
        for (const auto &fact : list.facts) {
            auto *entry = facts->AddSectionDictionary("FACT");
            set(entry, "NAME", fact.name);
            set(entry, "VALUE", fact.value);
            entry->SetValue("BREAKABLE_VALUE", breakable(fact.value).toStdString());
            if (!fact.origin.isEmpty())
                set(entry->AddSectionDictionary("ORIGIN"), "TAG", fact.origin);
        }
    }

    void operator()(const Table &whole)
    {
        const auto table = whole.toRead();
        auto *filled = m_block->AddSectionDictionary("TABLE");
        addCaption(filled, table.caption);
        for (const auto &column : table.data.columns)
            addCell(filled, "COLUMN", column.title, column.isNumber);
        for (const auto &cells : table.data.rows) {
            auto *row = filled->AddSectionDictionary("ROW");
            for (size_t i = 0; i < cells.size(); ++i)
                addCell(row, "VALUE_CELL", cells[i].text, table.data.columns[i].isNumber,
                    cells[i].value);
        }
    }

    void operator()(const Picture &picture)
    {
        auto svg = safeSvg(picture.svg, u"p%1-"_s.arg(m_pictures++));
        if (svg.isEmpty())
            return;
        const auto name = escaped(
            visibleLines(picture.description.isEmpty() ? picture.caption : picture.description));
        svg.insert(4, // behind "<svg"
            u" aria-label=\"%1\""_s.arg(name).toUtf8());
        svg = recoloured(svg, m_colours);
        auto *filled = m_block->AddSectionDictionary("PICTURE");
        filled->SetValue("SVG", svg.toStdString());
        addCaption(filled, picture.caption);
    }

private:
    Dictionary *m_block;
    const QHash<QString, QString> &m_colours;
    int &m_pictures;
};

QString resource(const QString &name)
{
    QFile file(u":/tosaic/report/"_s + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The only script that the page may run is ours, known by its hash.
void addScript(Dictionary &root)
{
    const auto script = resource(u"report.js"_s).toUtf8();
    root.SetValue("SCRIPT", script.toStdString());
    root.SetValue("SCRIPT_HASH",
        QCryptographicHash::hash(script, QCryptographicHash::Sha256).toBase64().toStdString());
}

/// What the style sets where the page is dark. Answers what stands in the pictures instead.
QHash<QString, QString> addDarkColours(Dictionary &root, const Report &report)
{
    QStringList lines;
    QHash<QString, QString> variables;
    for (auto it = report.darkColours.cbegin(); it != report.darkColours.cend(); ++it) {
        const auto name = u"--c"_s + it.key().mid(1);
        lines << u"%1:%2;"_s.arg(name, it.value());
        variables.insert(it.key(), u"var(%1,%2)"_s.arg(name, it.key()));
    }
    lines.sort(); // a report of the same values is the same file
    root.SetValue("DARK_COLOURS", lines.join(u' ').toStdString());
    return variables;
}

void fill(Dictionary &root, const Report &report)
{
    set(&root, "TITLE", report.title);
    addScript(root);
    const auto colours = addDarkColours(root, report);
    if (!report.author.isEmpty())
        set(root.AddSectionDictionary("AUTHOR_LINE"), "AUTHOR", report.author);
    for (const auto &line : report.note.split(u'\n', Qt::SkipEmptyParts))
        set(root.AddSectionDictionary("NOTE"), "LINE", line);
    if (report.paper != Paper::Usual)
        set(root.AddSectionDictionary("PAPER"), "PAPER_NAME",
            report.paper == Paper::A4 ? u"A4"_s : u"letter"_s);
    // Of the texts, whatever the system speaks: a catalogue names its own.
    set(&root, "LANGUAGE",
        QCoreApplication::translate("Report", "en", "code of the language of the texts"));
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
            std::visit(
                BlockFiller(filled->AddSectionDictionary("BLOCK"), colours, pictures), block);
    }
}

} // namespace

Result<QByteArray> toHtml(const Report &report, const QString &templateText)
{
    const auto text = templateText.isEmpty() ? resource(u"report.html.tpl"_s) : templateText;
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
