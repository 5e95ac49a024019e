// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/rooflinesections.h"

#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "profiler/join/operationroofline.h"
#include "views/canvas/rooflinepicture.h"
#include "views/canvas/rooflinewords.h"
#include "views/models/runchangenames.h"
#include "views/report/reporttext.h"
#include "views/report/runcomparisonsections.h"
#include "views/report/tablewriter.h"
#include "views/widgets/changewords.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <span>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr size_t MostDrawn = 4; // delegates; a program can have hundreds that are alike

using profile::OperationTable;
using profile::Roofline;
using profile::RooflineGap;
using profile::RooflinePoint;
using report::Section;

/// How many operations have no place under the roofs, and why.
QString gapSentence(RooflineGap::Reason reason, int count)
{
    using Reason = RooflineGap::Reason;
    switch (reason) {
    case Reason::MacsNotKnown:
        return ReportText::tr("%n operation(s): the MACs are not known", nullptr, count);
    case Reason::NoMacs:
        return ReportText::tr(
            "%n operation(s) without MACs: only moving, adding, comparing", nullptr, count);
    case Reason::CyclesNotKnown:
        return ReportText::tr("%n operation(s): the cycles are not known", nullptr, count);
    case Reason::NoCycles:
        return ReportText::tr("%n operation(s) without cycles of their own", nullptr, count);
    case Reason::BytesNotKnown:
        return ReportText::tr("%n operation(s): the bytes moved are not known", nullptr, count);
    case Reason::NoBytes:
        return ReportText::tr("%n operation(s) that move no bytes", nullptr, count);
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

/// Of the cycles of a stream: a trace may hold one stream and not the other.
std::optional<Origin> originOf(const OperationTable &table, int stream)
{
    for (const auto &operation : table.operations) {
        if (const auto cycles = operation.cycles(); cycles && operation.stream == stream)
            return cycles->origin;
    }
    return {};
}

report::FactList factsOf(const Roofline &roofline, const analysis::MemorySystem &memories)
{
    report::FactList list;
    const auto add = [&list](const QString &name, const QString &value) {
        list.facts.push_back({ name, value.isEmpty() ? notKnownText() : value, {} });
    };
    add(ReportText::tr("System configuration"), memories.systemConfig);
    add(ReportText::tr("Memory mode"), memories.memoryMode);
    auto peak = ReportText::tr("%1 MACs per cycle").arg(valueText(roofline.peakMacsPerCycle));
    if (roofline.clockHz) {
        const auto tops = teraOperations(roofline.peakMacsPerCycle, *roofline.clockHz);
        peak = ReportText::tr("%1, %2 TOPS at %3")
                   .arg(peak, QLocale().toString(tops, 'g', 3), formatClock(*roofline.clockHz));
    }
    add(ReportText::tr("Peak"), peak);
    for (size_t i = 0; i < roofline.ceilings.size(); ++i) {
        const auto &ceiling = roofline.ceilings[i];
        if (ceiling.bytesPerCycle <= 0)
            continue;
        const auto rate = ceiling.bytesPerCycle == 1
            ? ReportText::tr("1 byte/cycle")
            : ReportText::tr("%1 bytes/cycle").arg(valueText(ceiling.bytesPerCycle));
        auto text = ReportText::tr("%1, meets the peak at %2 MACs/byte")
                        .arg(rate, valueText(roofline.ridge(i)));
        if (roofline.clockHz)
            text = ReportText::tr("%1 GB/s, %2")
                       .arg(valueText(ceiling.bytesPerCycle * *roofline.clockHz / 1e9), text);
        add(roofTitle(ceiling), text);
    }
    return list;
}

/// The roofs of a delegate with its operations.
struct StreamRoofline
{
    size_t stream = 0;
    Roofline roofline;
};

/// Of one delegate; of several it says of which each operation is.
report::Table pointTable(std::span<const StreamRoofline> rooflines, const OperationTable &table,
    const std::vector<double> &weights, const QString &tag)
{
    std::vector<std::pair<const StreamRoofline *, RooflinePoint>> points;
    for (const auto &one : rooflines) {
        for (const auto &point : one.roofline.points)
            points.emplace_back(&one, point);
    }
    std::ranges::stable_sort(
        points, std::greater(), [&](const auto &point) { return weights[point.second.sample]; });
    const auto operations
        = profile::operatorRows(table, { .groupBy = profile::GroupBy::Operation });
    TableWriter writer(ReportText::tr("Operations by cycles, the largest first. What limits one "
                                      "takes longest in Vela's numbers; the roof above it says how "
                                      "fast its bytes and MACs would let it be."));
    writer.column(ReportText::tr("Operation"));
    if (rooflines.size() > 1)
        writer.column(ReportText::tr("Delegate"), true);
    writer.column(ReportText::tr("Cycles (%1)").arg(tag), true);
    writer.column(ReportText::tr("MACs/byte"), true);
    writer.column(ReportText::tr("MACs/cycle (%1)").arg(tag), true);
    writer.column(ReportText::tr("Attainable MACs/cycle"), true);
    writer.column(ReportText::tr("Limited by (%1)").arg(originTag(Origin::Estimate)));
    writer.shareColumn(ReportText::tr("Of the roof"));
    writer.column(ReportText::tr("Roof"));
    for (const auto &[of, point] : points) {
        writer.text(operations[point.sample].name);
        if (rooflines.size() > 1)
            writer.count(table.delegateOf(static_cast<int>(of->stream)));
        writer.count(weights[point.sample]);
        writer.count(point.intensity);
        writer.count(point.macsPerCycle);
        writer.count(point.attainable);
        writer.text(limitName(operations[point.sample].limit));
        writer.share(point.share);
        writer.text(roofName(of->roofline, point));
        writer.endRow();
    }
    return writer.take();
}

/// Operations of this stream without a place, by reason.
report::FactList gapFacts(const Roofline &roofline, const OperationTable &table, int stream)
{
    std::map<RooflineGap::Reason, int> counts;
    for (const auto &gap : roofline.gaps) {
        const auto &operation = table.operations[gap.sample];
        if (operation.stream == stream && operation.role == profile::TimedOperation::Role::Kernel)
            ++counts[gap.reason];
    }
    report::FactList list;
    for (const auto &[reason, count] : counts)
        list.facts.push_back(
            { ReportText::tr("Not in the picture"), gapSentence(reason, count), {} });
    return list;
}

std::vector<RooflineMark> marksOf(
    const Roofline &roofline, const OperationTable &table, const std::vector<double> &weights)
{
    const auto operations
        = profile::operatorRows(table, { .groupBy = profile::GroupBy::Operation });
    std::vector<RooflineMark> marks;
    for (const auto &point : roofline.points) {
        const auto cycles = table.operations[point.sample].cycles();
        marks.push_back({ .name = operations[point.sample].name,
            .point = point,
            .limit = operations[point.sample].limit,
            .cycles = weights[point.sample],
            .isEstimate = cycles && cycles->origin == Origin::Estimate });
    }
    return marks;
}

StreamRoofline rooflineOf(const ProfileSubject &subject, size_t stream)
{
    return { stream,
        profile::operationRoofline(*subject.table, static_cast<int>(stream),
            subject.streams[stream], *subject.memories[stream]) };
}

Section sectionOf(const ProfileSubject &subject, size_t stream, const std::vector<double> &weights)
{
    const auto number = static_cast<int>(stream);
    const auto &table = *subject.table;
    const auto &memories = *subject.memories[stream];
    const auto one = rooflineOf(subject, stream);
    const auto &roofline = one.roofline;
    const auto tag = originTagOf(originOf(table, number));
    Section section{ .title = subject.streams.size() > 1
            ? ReportText::tr("Roofline of delegate %1").arg(table.delegateOf(number))
            : ReportText::tr("Roofline") };
    section.blocks.emplace_back(factsOf(roofline, memories));
    auto svg = rooflineSvg(roofline, marksOf(roofline, table, weights));
    if (!svg.isEmpty()) {
        section.blocks.emplace_back(report::Picture{
            ReportText::tr("Each dot is an operation, the larger the more cycles (%1); its colour "
                           "and shape are those of what limits it. The lines are what memories and "
                           "MACs could reach.")
                .arg(tag),
            std::move(svg) });
        addToRead(section, pointTable(std::span(&one, 1), table, weights, tag));
    }
    if (std::ranges::any_of(roofline.points, isAboveRoof))
        section.blocks.emplace_back(report::Text{ ReportText::tr(
            "Exceeded: faster than its roof, so the roof or the bytes are not those of this "
            "run.") });
    if (auto gaps = gapFacts(roofline, table, number); !gaps.facts.empty())
        section.blocks.emplace_back(std::move(gaps));
    section.blocks.emplace_back(report::Text{
        ReportText::tr("MACs are the compiler's count; bytes are those that the command stream "
                       "reads and writes, each once, although the NPU may fetch some again.") });
    return section;
}

/// Of the delegates that have no picture of their own.
Section otherSection(const ProfileSubject &subject, std::span<const size_t> streams,
    const std::vector<double> &weights, std::span<const double> cycles)
{
    Section section{ .title = ReportText::tr("Roofline of the other delegates") };
    std::vector<StreamRoofline> rooflines;
    double sum = 0;
    for (const auto stream : streams) {
        rooflines.push_back(rooflineOf(subject, stream));
        sum += cycles[stream];
    }
    const auto all = std::accumulate(cycles.begin(), cycles.end(), 0.0);
    section.blocks.emplace_back(report::Text{
        ReportText::tr("The %n delegate(s) that cost least are not drawn one by one: together they "
                       "take %1 cycles, %2 of all.",
            nullptr, static_cast<int>(streams.size()))
            .arg(formatCycles(sum), all > 0 ? formatShare(sum / all) : notKnownText()) });
    const auto hasPoints = [](const StreamRoofline &one) { return !one.roofline.points.empty(); };
    if (std::ranges::any_of(rooflines, hasPoints))
        addToRead(section,
            pointTable(rooflines, *subject.table, weights, originTagOf(subject.table->origin)));
    return section;
}

} // namespace

std::vector<Section> rooflineSections(const ProfileSubject &subject)
{
    std::vector<Section> sections;
    if (!subject.table)
        return sections;
    std::vector<size_t> streams;
    const auto count = std::min(subject.streams.size(), subject.memories.size());
    for (size_t i = 0; i < count; ++i) {
        if (subject.memories[i] && subject.streams[i].stream)
            streams.push_back(i);
    }
    const auto weights = weightsOf(*subject.table);
    std::vector<double> cycles(subject.streams.size(), 0);
    for (size_t i = 0; i < weights.size(); ++i) {
        const auto stream = subject.table->operations[i].stream;
        if (stream >= 0 && static_cast<size_t>(stream) < cycles.size())
            cycles[static_cast<size_t>(stream)] += weights[i];
    }
    const auto drawn = streams.size() > MostDrawn ? MostDrawn - 1 : streams.size();
    std::ranges::stable_sort(streams, std::greater(), [&](size_t one) { return cycles[one]; });
    std::ranges::sort(streams.begin(), streams.begin() + static_cast<std::ptrdiff_t>(drawn));
    for (const auto stream : std::span(streams).first(drawn))
        sections.push_back(sectionOf(subject, stream, weights));
    if (drawn < streams.size())
        sections.push_back(
            otherSection(subject, std::span(streams).subspan(drawn), weights, cycles));
    return sections;
}

} // namespace tosaic::views
