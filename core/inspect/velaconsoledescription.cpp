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

using formats::vela::ConsoleSummary;

std::optional<quint64> kibibytes(std::optional<double> value)
{
    return value && *value >= 0 && *value < 1e15
        ? std::optional(quint64(std::llround(*value * 1024)))
        : std::nullopt;
}

/// "SRAM Access" -> "cyclesSramAccess", "Total" -> "cyclesTotal".
QString cyclesKey(const QString &kind)
{
    static const QHash<QString, QString> keys{ { u"NPU"_s, u"cyclesNpu"_s },
        { u"SRAM Access"_s, u"cyclesSramAccess"_s }, { u"DRAM Access"_s, u"cyclesDramAccess"_s },
        { u"On-chip Flash Access"_s, u"cyclesOnChipFlashAccess"_s },
        { u"Off-chip Flash Access"_s, u"cyclesOffChipFlashAccess"_s },
        { u"Total"_s, u"cyclesTotal"_s } };
    return keys.value(kind, kind);
}

QString memoryKey(const QString &memory)
{
    static const QHash<QString, QString> keys{ { u"SRAM"_s, u"sramBytes"_s },
        { u"DRAM"_s, u"dramBytes"_s }, { u"On-chip Flash"_s, u"onChipFlashBytes"_s },
        { u"Off-chip Flash"_s, u"offChipFlashBytes"_s } };
    return keys.value(memory, memory);
}

QJsonObject summaryJson(const ConsoleSummary &summary)
{
    QJsonObject json;
    insertKnown(json, u"network"_s, summary.network);
    insertKnown(json, u"accelerator"_s, summary.accelerator);
    insertKnown(json, u"systemConfig"_s, summary.systemConfig);
    insertKnown(json, u"memoryMode"_s, summary.memoryMode);
    if (summary.clockMHz)
        insertKnown(json, u"coreClockHz"_s, std::optional(*summary.clockMHz * 1e6));
    bool isRounded = summary.originalWeightsKiB || summary.encodedWeightsKiB;
    for (const auto &[memory, facts] : summary.memories) {
        insertKnown(json, memoryKey(memory), kibibytes(facts.usedKiB));
        isRounded |= facts.usedKiB.has_value();
    }
    // Sizes come from KiB with two decimals: no byte count was printed.
    if (isRounded)
        json[u"rounded"_s] = true;
    insertKnown(json, u"cpuOperators"_s, summary.cpuOperators);
    insertKnown(json, u"npuOperators"_s, summary.npuOperators);
    insertKnown(json, u"originalWeights"_s, kibibytes(summary.originalWeightsKiB));
    insertKnown(json, u"encodedWeights"_s, kibibytes(summary.encodedWeightsKiB));
    insertKnown(json, u"macs"_s, summary.macs);
    insertKnown(json, u"topsPerS"_s, summary.topsPerS);
    for (const auto &[kind, cycles] : summary.cycles)
        insertKnown(json, cyclesKey(kind), std::optional(cycles));
    if (summary.inferenceMs)
        insertKnown(json, u"inferenceTimeS"_s, std::optional(*summary.inferenceMs / 1e3));
    insertKnown(json, u"inferencesPerSecond"_s, summary.inferencesPerS);
    return json;
}

/// Vela prints two decimals, and 0 where it has planned nothing.
QString inferenceText(const ConsoleSummary &summary)
{
    if (!summary.inferenceMs)
        return {};
    if (*summary.inferenceMs > 0)
        return realText(summary.inferenceMs) + u" ms"_s;
    const auto total = summary.cycles.find(u"Total"_s);
    const auto isNothing
        = total != summary.cycles.end() ? total->second == 0 : summary.npuOperators == 0U;
    return isNothing ? noNpuText() : u"below 0.01 ms as printed"_s;
}

DescriptionSection summarySection(const ConsoleSummary &summary)
{
    auto section = velaSection(QT_TRANSLATE_NOOP("Description", "Vela's estimates, as printed"));
    const auto add
        = [&](const char *label, const QString &value) { addFact(section, label, value); };
    add(QT_TRANSLATE_NOOP("Description", "Network"), summary.network);
    add(QT_TRANSLATE_NOOP("Description", "Accelerator"), summary.accelerator);
    add(QT_TRANSLATE_NOOP("Description", "System configuration"), summary.systemConfig);
    add(QT_TRANSLATE_NOOP("Description", "Memory mode"), summary.memoryMode);
    if (summary.clockMHz)
        add(QT_TRANSLATE_NOOP("Description", "Core clock"), realText(summary.clockMHz) + u" MHz"_s);
    add(QT_TRANSLATE_NOOP("Description", "CPU operators"), countText(summary.cpuOperators));
    add(QT_TRANSLATE_NOOP("Description", "NPU operators"), countText(summary.npuOperators));
    add(QT_TRANSLATE_NOOP("Description", "MACs"), countText(summary.macs));
    const auto total = summary.cycles.find(u"Total"_s);
    if (total != summary.cycles.end())
        add(QT_TRANSLATE_NOOP("Description", "Total cycles"), realText(total->second));
    add(QT_TRANSLATE_NOOP("Description", "Inference time"), inferenceText(summary));
    section.table.columns = { velaColumn(QT_TRANSLATE_NOOP("Description", "Memory")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Used (about KiB)"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Design peak (GB/s)"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Average (GB/s)"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Moved (MB a batch)"), true) };
    for (const auto &[memory, facts] : summary.memories)
        section.table.rows.push_back(
            { memory, orDash(realText(facts.usedKiB)), orDash(realText(facts.designPeakGbPerS)),
                orDash(realText(facts.averageGbPerS)), orDash(realText(facts.totalMb)) });
    return section;
}

DescriptionSection problemSection(const std::vector<Diagnostic> &problems)
{
    auto section = velaSection(QT_TRANSLATE_NOOP("Description", "What Vela complained about"));
    section.table.columns = { velaColumn(QT_TRANSLATE_NOOP("Description", "Severity")),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Line"), true),
        velaColumn(QT_TRANSLATE_NOOP("Description", "Text")) };
    for (const auto &problem : problems)
        section.table.rows.push_back({ severityText(problem.severity),
            problem.location.line ? QString::number(*problem.location.line) : u"-"_s,
            problem.reason() });
    return section;
}

} // namespace

Description describeVelaConsole(const formats::vela::ConsoleText &console)
{
    Description description;
    description.format = u"vela-console"_s;
    insertKnown(description.json, u"vela"_s, console.version);
    QJsonArray further;
    for (size_t i = 0; i < console.summaries.size(); ++i) {
        const auto json = summaryJson(console.summaries[i]);
        if (i == 0)
            description.json[u"summary"_s] = json;
        else
            further.append(json);
        description.sections.push_back(summarySection(console.summaries[i]));
    }
    if (console.summaries.empty())
        description.json[u"summary"_s] = QJsonObject();
    insertKnown(description.json, u"furtherSummaries"_s, further);
    QJsonArray problems;
    for (const auto &problem : console.problems) {
        QJsonObject json{ { u"severity"_s, severityText(problem.severity) },
            { u"text"_s, problem.text } };
        insertKnown(json, u"line"_s, problem.location.line);
        insertKnown(json, u"tensor"_s, problem.location.entity);
        problems.append(json);
    }
    description.json[u"problems"_s] = problems;
    if (!console.problems.empty())
        description.sections.push_back(problemSection(console.problems));
    return description;
}

} // namespace tosaic::inspect
