// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Sections that come from the program.
#include "core/analysis/coverage.h"
#include "core/analysis/lifetimes.h"
#include "core/base/cycletext.h"
#include "core/base/sizestext.h"
#include "core/base/units.h"
#include "core/inspect/programfacts.h"
#include "views/report/reportsections.h"

#include "views/report/tablewriter.h"
#include "views/widgets/changewords.h"

#include <QFileInfo>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr qsizetype MostNames = 6; // of methods of which there is nothing to tell

using report::Fact;
using report::FactList;
using report::Section;
using report::Table;

void addHeader(FactList &facts, const model::Program &program)
{
    facts.facts.push_back({ ReportText::tr("Format"),
        ReportText::tr("ExecuTorch program %1, version %2")
            .arg(program.identifier, QString::number(program.version)) });
    if (!program.header) {
        facts.facts.push_back({ ReportText::tr("Extended header"), ReportText::tr("None") });
        return;
    }
    auto text = ReportText::tr("program %1, segments from byte %2")
                    .arg(sizeText(program.header->programSize),
                        formatCount(program.header->segmentBaseOffset));
    if (program.header->segmentDataSize)
        text = ReportText::tr("%1, segment data %2")
                   .arg(text, sizeText(*program.header->segmentDataSize));
    facts.facts.push_back({ ReportText::tr("Extended header"), text });
}

QString tensorText(const model::Method &method, model::ValueIndex index)
{
    const auto *tensor = method.tensor(static_cast<qint32>(index.value));
    if (!tensor)
        return index.value < method.values.size() ? model::valueKindName(method.values[index.value])
                                                  : notKnownText();
    return u"%1 [%2]"_s.arg(model::dtypeName(tensor->dtype), sizesText(tensor->shape, u", "_s));
}

QString tensorTexts(const model::Method &method, const std::vector<model::ValueIndex> &indices)
{
    QStringList texts;
    for (const auto index : indices)
        texts += tensorText(method, index);
    return texts.isEmpty() ? ReportText::tr("None") : texts.join(u"; "_s);
}

Table methodTable(const model::Program &program)
{
    TableWriter table(ReportText::tr("Methods"));
    table.columns(
        { ReportText::tr("Method"), ReportText::tr("Inputs"), ReportText::tr("Outputs") });
    table.column(ReportText::tr("Instructions"), true);
    table.column(ReportText::tr("Delegates"), true);
    for (const auto &method : program.methods) {
        table.texts({ method.name, tensorTexts(method, method.inputs),
            tensorTexts(method, method.outputs) });
        table.whole(method.instructions.size());
        table.whole(method.delegates.size());
        table.endRow();
    }
    return table.take();
}

/// One row of the partition table: a delegate of the program, a partition of the compile, or both.
struct PartitionFacts
{
    const model::Delegate *delegate = nullptr;
    const compiled::Partition *partition = nullptr;
    QString name;
    std::optional<quint64> sram; ///< bytes that it needs by itself
};

/// By the estimate; what is not known comes last.
double cyclesOf(const PartitionFacts &row)
{
    return row.partition ? row.partition->summary.cyclesTotal.value_or(-1) : -1;
}

/// Of the partition of the compile that a row shows.
void addNeeds(const compiled::CompileResult &result, std::vector<PartitionFacts> &rows)
{
    const auto needs = analysis::partitionNeeds(analysis::memoryFacts(result));
    for (auto &row : rows) {
        const auto at = row.partition
            ? static_cast<size_t>(row.partition - result.partitions.data())
            : needs.size();
        if (at < needs.size())
            row.sram = needs[at].bytes(analysis::Memory::Sram);
    }
}

std::vector<PartitionFacts> partitionFacts(const ReportInput &input, const analysis::Join &join)
{
    std::vector<PartitionFacts> rows;
    if (input.program) {
        for (size_t m = 0; m < input.program->methods.size(); ++m) {
            const auto &method = input.program->methods[m];
            for (size_t d = 0; d < method.delegates.size(); ++d) {
                PartitionFacts row{ .delegate = &method.delegates[d] };
                row.name = ReportText::tr("%1, delegate %2").arg(method.name, QString::number(d));
                if (const auto index = join.partitionOf(static_cast<int>(m), static_cast<int>(d)))
                    row.partition = &input.result->partitions[static_cast<size_t>(*index)];
                rows.push_back(row);
            }
        }
    }
    if (!input.result)
        return rows;
    for (size_t i = 0; i < input.result->partitions.size(); ++i) {
        const auto &partition = input.result->partitions[i];
        const bool isJoined = std::any_of(rows.begin(), rows.end(),
            [&](const PartitionFacts &row) { return row.partition == &partition; });
        if (!isJoined)
            rows.push_back({ .partition = &partition,
                .name = ReportText::tr("Partition %1").arg(partition.index) });
    }
    return rows;
}

quint64 operatorsIn(const compiled::Partition &partition, const compiled::CompileResult &result)
{
    quint64 count = 0;
    for (const auto &node : result.nodes) {
        if (node.partition == partition.index && analysis::countsAsOperator(node.target))
            ++count;
    }
    return count;
}

/// What the compile said of it; empty cells would look like zero.
void addEstimates(TableWriter &table, const PartitionFacts &row, const ReportInput &input)
{
    const auto cycles = row.partition ? row.partition->summary.cyclesTotal : std::nullopt;
    const auto total = input.result->summary.cyclesTotal;
    if (row.partition)
        table.whole(operatorsIn(*row.partition, *input.result));
    else
        table.text(notKnownText());
    table.cycles(cycles);
    table.share(cycles && total && *total > 0 ? std::optional(*cycles / *total) : std::nullopt);
    table.bytes(row.partition ? row.sram : std::nullopt);
}

/// The first characters of a key in a .ptd file.
QString shortKey(const QString &key)
{
    constexpr qsizetype Enough = 12;
    return key.size() > Enough + 1 ? key.left(Enough) + QChar(0x2026) : key;
}

/// What the program holds of it.
void addPayload(TableWriter &table, const PartitionFacts &row)
{
    const auto *payload = row.delegate ? row.delegate->ethosu.get() : nullptr;
    table.text(payload && payload->npu ? payload->npu->name() : notKnownText());
    for (const auto &name : { u"cmd_data"_s, u"weight_data"_s }) {
        const auto *block = payload ? payload->block(name) : nullptr;
        if (block && !block->bytes()) // the key is mostly a hash, which would take the page from
                                      // all others
            table.shortened(ReportText::tr("in %1").arg(shortKey(block->externalKey)),
                ReportText::tr("in %1").arg(block->externalKey));
        else
            table.bytes(block ? block->bytes() : std::nullopt);
    }
    table.bytes(payload ? payload->arenaBytes : std::nullopt);
}

bool isOfOtherBackend(const PartitionFacts &row)
{
    return row.delegate && !row.delegate->isEthosU();
}

Table partitionTable(const ReportInput &input, const std::vector<PartitionFacts> &facts)
{
    TableWriter table;
    table.column(ReportText::tr("Partition"));
    if (input.result) {
        table.column(ReportText::tr("Operators"), true);
        table.column(ReportText::tr("Cycles (est)"), true);
        table.shareColumn(ReportText::tr("Share of cycles (est)"));
        table.bytesColumn(ReportText::tr("SRAM (est)"));
    }
    if (input.program) {
        table.column(ReportText::tr("Compiled for"));
        for (const auto &title :
            { ReportText::tr("Commands"), ReportText::tr("Weights"), ReportText::tr("Arena") })
            table.bytesColumn(title);
    }
    const bool hasOthers = std::ranges::any_of(facts, isOfOtherBackend);
    if (hasOthers) // of what is inside these nothing else is known
        table.bytesColumn(ReportText::tr("Size"));
    for (const auto &row : facts) {
        if (isOfOtherBackend(row))
            table.text(ReportText::tr("%1 (%2)").arg(row.name, row.delegate->id));
        else
            table.text(row.partition && !row.partition->name.isEmpty()
                    ? ReportText::tr("%1 (%2)").arg(row.name, row.partition->name)
                    : row.name);
        if (input.result)
            addEstimates(table, row, input);
        if (input.program)
            addPayload(table, row);
        if (hasOthers)
            table.bytes(row.delegate
                    ? std::optional(inspect::payloadBytes(*input.program, *row.delegate))
                    : std::nullopt);
        table.endRow();
    }
    return table.take();
}

QString joinSentence(const analysis::Join &join)
{
    const auto all = static_cast<int>(join.delegates.size());
    if (join.isComplete())
        return ReportText::tr(
            "Program and compile belong together: the bytes of all %n delegate(s) "
            "have the SHA-256 that the compile recorded.",
            nullptr, all);
    return ReportText::tr("Only %1 of %n delegate(s) have the SHA-256 that the compile recorded; "
                          "estimates of the others are not known.",
        nullptr, all)
        .arg(formatCount(join.matched()));
}

} // namespace

Section modelSection(const ReportInput &input)
{
    FactList facts;
    facts.facts.push_back({ ReportText::tr("File"),
        input.modelPath.isEmpty() ? notKnownText() : QFileInfo(input.modelPath).fileName() });
    if (input.program->source) {
        facts.facts.push_back({ ReportText::tr("Size"), sizeText(input.program->source->size()) });
        facts.facts.push_back(
            { ReportText::tr("SHA-256"), sha256Hex(input.program->source->bytes()) });
    }
    addHeader(facts, *input.program);
    facts.facts.push_back(
        { ReportText::tr("Segments"), formatCount(input.program->segments.size()) });
    Section section{ .title = ReportText::tr("Model file"), .blocks = { facts } };
    addToRead(section, methodTable(*input.program));
    return section;
}

Section partitionSection(const ReportInput &input, const analysis::Join &join)
{
    Section section{ .title = ReportText::tr("Partitions") };
    auto facts = partitionFacts(input, join);
    if (input.result)
        addNeeds(*input.result, facts);
    if (facts.empty()) {
        section.blocks.push_back(report::Text{
            ReportText::tr("The model has no delegate: everything runs on the CPU.") });
    } else {
        if (facts.size() > ReadRows) // then those that matter are read
            std::ranges::stable_sort(facts, std::greater(), cyclesOf);
        addToRead(section, partitionTable(input, facts));
        if (!join.delegates.empty())
            section.blocks.push_back(report::Text{ joinSentence(join) });
    }
    if (!input.pictureSvg.isEmpty())
        section.blocks.push_back(report::Picture{ input.isPictureByCycles
                ? ReportText::tr("What runs where, and what it costs: boxes in a hull on the NPU, "
                                 "the others on the CPU; the colour says the cycles")
                : ReportText::tr(
                    "What runs where: boxes in a hull on the NPU, the others on the CPU"),
            input.pictureSvg });
    return section;
}

Section memorySection(const model::Program &program)
{
    Section section{ .title = ReportText::tr("Memory planned by ExecuTorch") };
    QStringList without;
    for (const auto &method : program.methods) {
        const auto use = analysis::memoryUse(method);
        if (use.buffers.empty()) {
            without << method.name;
            continue;
        }
        TableWriter table(ReportText::tr("Method %1").arg(method.name));
        table.column(ReportText::tr("Buffer"));
        table.bytesColumn(ReportText::tr("Planned"));
        table.bytesColumn(ReportText::tr("Alive at the peak"));
        table.column(ReportText::tr("Peak at instruction"), true);
        table.bytesColumn(ReportText::tr("Highest byte used"));
        for (const auto &buffer : use.buffers) {
            table.text(ReportText::tr("memory id %1").arg(buffer.memoryId));
            table.bytes(buffer.plannedBytes);
            const auto peak = formatBytes(buffer.peakBytes);
            table.number(
                buffer.unknownTensors == 0 ? peak : ReportText::tr("at least %1").arg(peak),
                static_cast<double>(buffer.peakBytes));
            if (buffer.peakInstruction >= 0)
                table.whole(static_cast<quint64>(buffer.peakInstruction));
            else
                table.text(notKnownText());
            table.bytes(buffer.highWaterBytes);
            table.endRow();
        }
        section.blocks.push_back(table.take());
    }
    if (!without.isEmpty())
        section.blocks.push_back(report::Text{ ReportText::tr("Methods that plan no memory: %1.")
                                                   .arg(listedNames(without, MostNames)) });
    if (without.size() == static_cast<qsizetype>(program.methods.size()))
        return section;
    section.blocks.push_back(report::Text{
        ReportText::tr("Tensors live from the instruction that writes them to the last that reads "
                       "them. The arena of a partition comes on top, at each call.") });
    return section;
}

} // namespace tosaic::views
