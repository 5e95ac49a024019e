// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/report/rooflinesections.h"

#include "profiler/join/operationroofline.h"
#include "profiler/report/comparisonsections.h"
#include "profiler/report/svgtext.h"
#include "profiler/report/tablewriter.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using report::Section;

QString reasonOf(RooflineGap::Reason reason)
{
    using Reason = RooflineGap::Reason;
    switch (reason) {
    case Reason::MacsNotKnown:
        return u"MACs are not known"_s;
    case Reason::NoMacs:
        return u"it has no MACs, it only moves or adds"_s;
    case Reason::CyclesNotKnown:
        return u"cycles are not known"_s;
    case Reason::NoCycles:
        return u"it takes no cycles of its own"_s;
    case Reason::BytesNotKnown:
        return u"bytes moved are not known"_s;
    case Reason::NoBytes:
        return u"it moves no bytes"_s;
    }
    return {};
}

std::vector<double> weightsOf(const OperationTable &table)
{
    std::vector<double> weights;
    for (const auto &operation : table.operations) {
        const auto cycles = operation.cycles();
        weights.push_back(cycles ? cycles->value : 0);
    }
    return weights;
}

/// MACs in a cycle as operations in a second at a clock: a MAC is two of them.
QString gigaOps(double macsPerCycle, double clockHz)
{
    return svg::count(macsPerCycle * clockHz * 2 / 1e9) + u" GOP/s"_s;
}

report::FactList factsOf(const Roofline &roofline, const analysis::MemorySystem &memories)
{
    report::FactList list;
    list.facts.push_back({ u"System configuration"_s,
        memories.systemConfig.isEmpty() ? notKnown() : memories.systemConfig, {} });
    list.facts.push_back(
        { u"Memory mode"_s, memories.memoryMode.isEmpty() ? notKnown() : memories.memoryMode, {} });
    auto peak = svg::count(roofline.peakMacsPerCycle) + u" MACs per cycle"_s;
    if (roofline.clockHz)
        peak += u", %1 at %2 Hz"_s.arg(
            gigaOps(roofline.peakMacsPerCycle, *roofline.clockHz), svg::count(*roofline.clockHz));
    list.facts.push_back({ u"Peak"_s, peak, {} });
    for (size_t i = 0; i < roofline.ceilings.size(); ++i) {
        const auto &ceiling = roofline.ceilings[i];
        if (ceiling.bytesPerCycle <= 0)
            continue;
        auto text = u"%1 bytes per cycle, meets the peak at %2 MACs per byte"_s.arg(
            svg::count(ceiling.bytesPerCycle), svg::count(roofline.ridge(i)));
        if (roofline.clockHz)
            text.prepend(
                svg::count(ceiling.bytesPerCycle * *roofline.clockHz / 1e9) + u" GB/s, "_s);
        list.facts.push_back({ ceiling.name, text, {} });
    }
    return list;
}

report::Table pointTable(
    const Roofline &roofline, const OperationTable &table, const std::vector<double> &weights)
{
    auto points = roofline.points;
    std::ranges::stable_sort(
        points, std::greater(), [&](const RooflinePoint &point) { return weights[point.sample]; });
    const auto tag = table.origin ? originTag(*table.origin) : u"origin not stated"_s;
    TableWriter writer(u"Operations by cycles, the largest first"_s);
    writer.column(u"Operation"_s);
    writer.column(u"Cycles (%1)"_s.arg(tag), true);
    writer.column(u"MACs/byte"_s, true);
    writer.column(u"MACs/cycle (%1)"_s.arg(tag), true);
    writer.column(u"Attainable"_s, true);
    writer.column(u"Reached"_s, true);
    writer.column(u"Limited by"_s);
    for (const auto &point : points) {
        const auto &operation = table.operations[point.sample];
        writer.text(operatorName(operation));
        writer.count(weights[point.sample]);
        writer.count(point.intensity);
        writer.count(point.macsPerCycle);
        writer.count(point.attainable);
        writer.share(point.share);
        writer.text(point.ceiling ? roofline.ceilings[*point.ceiling].name : u"computation"_s);
        writer.endRow();
    }
    return writer.take(ReadRows);
}

/// Operations of this stream without a place, by reason.
report::FactList gapFacts(const Roofline &roofline, const OperationTable &table, int stream)
{
    std::map<RooflineGap::Reason, int> counts;
    for (const auto &gap : roofline.gaps) {
        const auto &operation = table.operations[gap.sample];
        if (operation.stream == stream && operation.role == TimedOperation::Role::Kernel)
            ++counts[gap.reason];
    }
    report::FactList list;
    for (const auto &[reason, count] : counts)
        list.facts.push_back(
            { u"Not in the picture"_s, u"%1: %2"_s.arg(count).arg(reasonOf(reason)), {} });
    return list;
}

Section sectionOf(const ProfileSubject &subject, size_t stream)
{
    const auto number = static_cast<int>(stream);
    const auto &table = *subject.table;
    const auto &memories = *subject.memories[stream];
    const auto roofline = operationRoofline(table, number, subject.streams[stream], memories);
    const auto weights = weightsOf(table);
    Section section{ .title = subject.streams.size() > 1
            ? u"Roofline of command stream %1"_s.arg(stream + 1)
            : u"Roofline"_s };
    section.blocks.emplace_back(factsOf(roofline, memories));
    auto svg = rooflineSvg(roofline, weights);
    if (!svg.isEmpty()) {
        section.blocks.emplace_back(report::Picture{
            u"Each dot is an operation, the larger the more cycles; below the lines of its memory "
            u"and of the peak is what it could reach"_s,
            std::move(svg) });
        auto points = pointTable(roofline, table, weights);
        const auto more = points.more.size();
        section.blocks.emplace_back(std::move(points));
        if (more > 0)
            section.blocks.emplace_back(report::Text{
                u"%1 more operations stand in the CSV and JSON forms of this report."_s.arg(
                    more) });
    }
    if (auto gaps = gapFacts(roofline, table, number); !gaps.facts.empty())
        section.blocks.emplace_back(std::move(gaps));
    section.blocks.emplace_back(report::Text{
        u"MACs are the compiler's count; bytes are those that the command stream reads and writes, "
        u"each once, although the NPU may fetch some again. Cycles are measured where there is a "
        u"trace, else estimated."_s });
    return section;
}

} // namespace

std::vector<Section> rooflineSections(const ProfileSubject &subject)
{
    std::vector<Section> sections;
    if (!subject.table)
        return sections;
    const auto count = std::min(subject.streams.size(), subject.memories.size());
    for (size_t i = 0; i < count; ++i) {
        if (subject.memories[i] && subject.streams[i].stream)
            sections.push_back(sectionOf(subject, i));
    }
    return sections;
}

} // namespace tosaic::profile
