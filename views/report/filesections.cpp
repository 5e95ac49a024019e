// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Sections of what Vela wrote by itself, which is no program.
#include "core/inspect/describefile.h"
#include "views/report/reportsections.h"
#include "views/report/tablewriter.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using report::FactList;
using report::Section;

QString translated(const QString &text)
{
    return QCoreApplication::translate("Description", text.toUtf8().constData());
}

report::Table tableOf(const DescriptionTable &table)
{
    TableWriter writer;
    for (const auto &column : table.columns)
        writer.column(translated(column.title), column.isNumber);
    for (const auto &row : table.rows) {
        for (const auto &cell : row)
            writer.text(cell.isEmpty() ? notKnownText() : cell);
        writer.endRow();
    }
    return writer.take();
}

} // namespace

std::vector<Section> fileSections(const ByteSource &source, const Description &description)
{
    FactList file;
    file.facts = { { ReportText::tr("File"), QFileInfo(source.name()).fileName() },
        { ReportText::tr("Size"), sizeText(source.size()) },
        { ReportText::tr("SHA-256"), sha256Hex(source.bytes()) } };
    std::vector<Section> sections{ { .title = ReportText::tr("Model file"), .blocks = { file } } };
    for (const auto &part : description.sections) {
        Section section{ .title = translated(part.title) };
        FactList facts;
        for (const auto &[label, value] : part.facts)
            facts.facts.push_back({ translated(label), value });
        if (!facts.facts.empty())
            section.blocks.emplace_back(std::move(facts));
        if (!part.table.rows.empty())
            addToRead(section, tableOf(part.table));
        sections.push_back(std::move(section));
    }
    return sections;
}

} // namespace tosaic::views
