// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/veladescription.h"

#include "core/inspect/velaparts.h"

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

DescriptionSection queueSection(const formats::vela::VelaDebugDb &db)
{
    auto section = velaSection(QT_TRANSLATE_NOOP("Description", "Command streams"));
    section.table.columns = { velaColumn(QT_TRANSLATE_NOOP("Description", "Stream"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Operations"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "First offset"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Last offset"), true) };
    for (const auto &[stream, entries] : db.queue()) {
        if (section.table.rows.size() >= LargestVelaTable)
            ++section.table.omitted;
        else
            section.table.rows.push_back({ QString::number(stream), countText(entries.size()),
                countText(entries.front().offset), countText(entries.back().offset) });
    }
    return section;
}

DescriptionSection peakSection(const std::map<QString, formats::vela::LivePeak> &peaks)
{
    auto section = velaSection(QT_TRANSLATE_NOOP("Description", "Live tensors"));
    section.table.columns = { velaColumn(QT_TRANSLATE_NOOP("Description", "Memory")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Peak (bytes)"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "First at step"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Tensors"), true) };
    for (const auto &[memory, peak] : peaks)
        section.table.rows.push_back({ memory, countText(peak.bytes),
            QString::number(peak.firstAtTime), countText(peak.tensors) });
    return section;
}

} // namespace

Description describeVelaDebugDb(const formats::vela::VelaDebugDb &db)
{
    Description description;
    description.format = u"vela-debug-db"_s;
    description.diagnostics = db.diagnostics;
    auto section = velaSection(QT_TRANSLATE_NOOP("Description", "Debug database"));
    addFact(section, QT_TRANSLATE_NOOP("Description", "Compiler core"),
        db.isPythonCore() ? u"Python"_s : u"C++ (Regor)"_s);
    addFact(section, QT_TRANSLATE_NOOP("Description", "Source"), db.source);
    addFact(section, QT_TRANSLATE_NOOP("Description", "Optimised"), db.optimised);
    section.table.columns = { velaColumn(QT_TRANSLATE_NOOP("Description", "Table")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Rows"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Columns"), true) };
    QJsonObject tables;
    for (const auto &table : db.tables) {
        if (!tables.contains(table.name)) // of two, the first is the one that is used
            tables[table.name] = qint64(table.rows());
        section.table.rows.push_back(
            { table.name, countText(table.rows()), countText(table.columns.size()) });
    }
    QJsonObject queue;
    for (const auto &[stream, entries] : db.queue())
        queue[QString::number(stream)] = QJsonObject{ { u"rows"_s, qint64(entries.size()) },
            { u"firstOffset"_s, qint64(entries.front().offset) },
            { u"lastOffset"_s, qint64(entries.back().offset) } };
    description.json = { { u"wellFormed"_s, db.isWellFormed },
        { u"core"_s, db.isPythonCore() ? u"python"_s : u"regor"_s }, { u"tables"_s, tables },
        { u"queue"_s, queue } };
    description.sections.push_back(std::move(section));
    description.sections.push_back(queueSection(db));
    const auto peaks = db.livePeaks();
    QJsonObject live;
    for (const auto &[memory, peak] : peaks)
        live[memory] = QJsonObject{ { u"bytes"_s, qint64(peak.bytes) },
            { u"firstAtTime"_s, peak.firstAtTime }, { u"tensors"_s, qint64(peak.tensors) },
            { u"maxEndAddress"_s, qint64(peak.largestEndAddress) } };
    if (!peaks.empty()) {
        description.json[u"livePeak"_s] = live;
        description.sections.push_back(peakSection(peaks));
    }
    return description;
}

} // namespace tosaic::inspect
