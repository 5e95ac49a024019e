// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/veladescription.h"

#include "core/base/knownjson.h"
#include "core/inspect/velaparts.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::inspect {

namespace {

using formats::vela::LayerRow;
using formats::vela::SummaryRow;

QJsonObject trafficJson(const formats::vela::MemoryTraffic &traffic)
{
    QJsonObject json;
    insertKnown(json, u"featureMapReadBytes"_s, traffic.featureMapReadBytes);
    insertKnown(json, u"featureMapWriteBytes"_s, traffic.featureMapWriteBytes);
    insertKnown(json, u"weightReadBytes"_s, traffic.weightReadBytes);
    insertKnown(json, u"weightWriteBytes"_s, traffic.weightWriteBytes);
    insertKnown(json, u"totalBytes"_s, traffic.totalBytes);
    return json;
}

/// By memory; without those that the file says nothing of.
QJsonObject trafficJson(const SummaryRow &row)
{
    QJsonObject json;
    for (const auto &[name, traffic] :
        { std::pair(u"sram"_s, &row.sramTraffic), std::pair(u"dram"_s, &row.dramTraffic),
            std::pair(u"onChipFlash"_s, &row.onChipFlashTraffic),
            std::pair(u"offChipFlash"_s, &row.offChipFlashTraffic) }) {
        if (const auto known = trafficJson(*traffic); !known.isEmpty())
            json.insert(name, known);
    }
    return json;
}

QJsonObject rowJson(const SummaryRow &row)
{
    QJsonObject json;
    insertKnown(json, u"network"_s, row.network);
    insertKnown(json, u"accelerator"_s, row.accelerator);
    insertKnown(json, u"systemConfig"_s, row.systemConfig);
    insertKnown(json, u"memoryMode"_s, row.memoryMode);
    insertKnown(json, u"coreClockHz"_s, row.coreClockHz);
    insertKnown(json, u"cyclesTotal"_s, row.cyclesTotal);
    insertKnown(json, u"cyclesNpu"_s, row.cyclesNpu);
    insertKnown(json, u"cyclesSramAccess"_s, row.cyclesSram);
    insertKnown(json, u"cyclesDramAccess"_s, row.cyclesDram);
    insertKnown(json, u"cyclesOnChipFlashAccess"_s, row.cyclesOnChipFlash);
    insertKnown(json, u"cyclesOffChipFlashAccess"_s, row.cyclesOffChipFlash);
    insertKnown(json, u"macs"_s, row.macs);
    insertKnown(json, u"sramBytes"_s, row.sramBytes);
    insertKnown(json, u"dramBytes"_s, row.dramBytes);
    insertKnown(json, u"onChipFlashBytes"_s, row.onChipFlashBytes);
    insertKnown(json, u"offChipFlashBytes"_s, row.offChipFlashBytes);
    insertKnown(json, u"arenaCacheBytes"_s, row.arenaCacheBytes);
    insertKnown(json, u"inferenceTimeS"_s, row.inferenceTimeS);
    insertKnown(json, u"inferencesPerSecond"_s, row.inferencesPerSecond);
    insertKnown(json, u"originalWeights"_s, row.originalWeights);
    insertKnown(json, u"encodedWeights"_s, row.encodedWeights);
    insertKnown(json, u"weightsArea"_s, row.weightsArea);
    insertKnown(json, u"featureMapArea"_s, row.featureMapArea);
    if (const auto traffic = trafficJson(row); !traffic.isEmpty())
        json.insert(u"traffic"_s, traffic);
    return json;
}

QString withUnit(const QString &value, const QString &unit)
{
    return value.isEmpty() ? value : value + u' ' + unit;
}

QString inferenceText(const SummaryRow &row)
{
    if (row.inferenceTimeS.value_or(0) > 0)
        return formatDuration(*row.inferenceTimeS, outputLocale());
    return row.cyclesTotal == 0.0 ? noNpuText() : u"Not known"_s;
}

DescriptionSection rowSection(const SummaryRow &row)
{
    auto section = velaSection(QT_TRANSLATE_NOOP("Description", "Vela's estimates"));
    const auto add
        = [&](const char *label, const QString &value) { addFact(section, label, value); };
    add(QT_TRANSLATE_NOOP("Description", "Network"), row.network);
    add(QT_TRANSLATE_NOOP("Description", "Accelerator"), row.accelerator);
    add(QT_TRANSLATE_NOOP("Description", "System configuration"), row.systemConfig);
    add(QT_TRANSLATE_NOOP("Description", "Memory mode"), row.memoryMode);
    add(QT_TRANSLATE_NOOP("Description", "Core clock"),
        row.coreClockHz ? withUnit(realText(*row.coreClockHz / 1e6), u"MHz"_s) : QString());
    add(QT_TRANSLATE_NOOP("Description", "Total cycles"), realText(row.cyclesTotal));
    add(QT_TRANSLATE_NOOP("Description", "NPU cycles"), realText(row.cyclesNpu));
    add(QT_TRANSLATE_NOOP("Description", "MACs"), countText(row.macs));
    add(QT_TRANSLATE_NOOP("Description", "SRAM"), bytesText(row.sramBytes));
    add(QT_TRANSLATE_NOOP("Description", "DRAM"), bytesText(row.dramBytes));
    add(QT_TRANSLATE_NOOP("Description", "On-chip flash"), bytesText(row.onChipFlashBytes));
    add(QT_TRANSLATE_NOOP("Description", "Off-chip flash"), bytesText(row.offChipFlashBytes));
    add(QT_TRANSLATE_NOOP("Description", "Arena limit"), bytesText(row.arenaCacheBytes));
    add(QT_TRANSLATE_NOOP("Description", "Inference time"), inferenceText(row));
    add(QT_TRANSLATE_NOOP("Description", "Original weights"), bytesText(row.originalWeights));
    add(QT_TRANSLATE_NOOP("Description", "Encoded weights"), bytesText(row.encodedWeights));
    return section;
}

QStringList layerCells(const LayerRow &row, bool isCore)
{
    // The Python core has no column for it, because it lists what runs on the NPU and nothing else.
    const auto target = isCore ? row.target : u"NPU"_s;
    QStringList cells{ row.originalOperator, row.npuOperator, target, countText(row.memoryBytes),
        realText(row.opCycles), realText(row.networkCyclesPercent, 1), realText(row.npuCycles),
        countText(row.macs), realText(row.utilisationPercent, 1), row.name };
    for (auto &cell : cells)
        cell = orDash(cell);
    return cells;
}

} // namespace

Description describeVelaSummary(const formats::vela::SummaryFile &file)
{
    Description description;
    description.format = u"vela-summary"_s;
    QJsonArray rows;
    for (const auto &row : file.rows) {
        rows.append(rowJson(row));
        if (description.sections.size() < LargestVelaTable)
            description.sections.push_back(rowSection(row));
    }
    description.json[u"rows"_s] = rows;
    description.diagnostics = file.diagnostics;
    return description;
}

Description describeVelaPerLayer(const formats::vela::PerLayerFile &file)
{
    const bool isCore = file.family == formats::vela::PerLayerFamily::Core;
    Description description;
    description.format = u"vela-per-layer"_s;
    description.json = { { u"rows"_s, qint64(file.rows.size()) }, { u"networks"_s, file.networks },
        { u"family"_s, isCore ? u"regor"_s : u"python"_s } };
    description.diagnostics = file.diagnostics;
    auto section = velaSection(QT_TRANSLATE_NOOP("Description", "Layers"));
    addFact(section, QT_TRANSLATE_NOOP("Description", "Rows"), countText(file.rows.size()));
    addFact(
        section, QT_TRANSLATE_NOOP("Description", "Networks"), countText(quint64(file.networks)));
    addFact(section, QT_TRANSLATE_NOOP("Description", "Compiler core"),
        isCore ? u"C++ (Regor)"_s : u"Python"_s);
    if (!isCore)
        addFact(section, QT_TRANSLATE_NOOP("Description", "Runs on"),
            u"NPU (the Python core lists nothing else)"_s);
    section.table.columns = { velaColumn(QT_TRANSLATE_NOOP("Description", "Operator")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Becomes")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Runs on")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Memory (bytes)"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Cycles (est)"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "% of network"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "NPU cycles (est)"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "MACs"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "MAC utilisation %"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Tensor")) };
    const auto shown = std::min(file.rows.size(), LargestVelaTable);
    for (size_t i = 0; i < shown; ++i)
        section.table.rows.push_back(layerCells(file.rows[i], isCore));
    section.table.omitted = file.rows.size() - shown;
    description.sections.push_back(std::move(section));
    return description;
}

} // namespace tosaic::inspect
