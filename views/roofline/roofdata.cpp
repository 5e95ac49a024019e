// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/roofdata.h"

#include "core/spec/specrules.h"
#include "profiler/analysis/formulas.h"
#include "profiler/analysis/runsample.h"
#include "profiler/join/operationroofline.h"
#include "views/roofline/roofwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::CycleLimit;
using profile::OperationTable;
using profile::RooflineGap;
using profile::TimedOperation;

std::optional<analysis::MemorySystem> systemOf(
    const ProfileSubject &subject, int stream, const QString &assumed)
{
    const auto index = static_cast<size_t>(stream);
    if (index < subject.memories.size() && subject.memories[index])
        return subject.memories[index];
    if (assumed.isEmpty())
        return std::nullopt;
    return analysis::bundledSystem(assumed, u"Shared_Sram"_s); // the mode that each family has
}

/// `whole`: the same operation without a range of time, and `row` what is said of it.
QString gapOf(const TimedOperation &operation, const TimedOperation &whole,
    const profile::OperatorRow &row, RooflineGap::Reason reason)
{
    if (operation.role == TimedOperation::Role::Dma)
        return dmaGapText();
    if (operation.role == TimedOperation::Role::Member)
        return memberGapText(row.leader);
    // What a range takes away is no gap in what is known.
    if (whole.measuredCycles() && !operation.measuredCycles())
        return outsideText();
    if (whole.macs && !operation.macs)
        return partlyOutsideText();
    return gapText(reason);
}

/// What takes longest in the counters, where those tell of the MACs and of all ports.
std::optional<CycleLimit> limitOf(
    const profile::RooflineSample &sample, const RoofRun &run, const profile::Roofline &roofline)
{
    const auto metrics = profile::computeMetrics(run.profile, run.context);
    const auto duty = std::ranges::find(metrics, u"mac.duty"_s, &profile::ComputedMetric::id);
    if (duty == metrics.end() || !duty->value || sample.cycles.value_or(0) <= 0
        || sample.bytes.size() != roofline.ceilings.size())
        return std::nullopt;
    CycleLimit limit{ .by = CycleLimit::By::Mac, .of = *duty->value };
    for (size_t i = 0; i < sample.bytes.size(); ++i) {
        const auto by = profile::memoryLimit(roofline.ceilings[i].name);
        const auto most = roofline.ceilings[i].bytesPerCycle * *sample.cycles;
        if (!by || !sample.bytes[i])
            return std::nullopt;
        const auto busy = most > 0 ? std::min(*sample.bytes[i] / most, 1.0) : 0;
        if (busy > limit.of)
            limit = { *by, busy };
    }
    return limit;
}

/// MACs of one inference: of all streams, because a console counts all of them.
std::optional<quint64> macsOf(const OperationTable &table)
{
    std::optional<quint64> sum;
    for (const auto &operation : table.operations) {
        if (operation.macs)
            sum = sum.value_or(0) + *operation.macs;
    }
    return sum;
}

RoofRow runRow(const RoofRun &run, const ProfileSubject &subject, const OperationTable &table,
    const profile::Roofline &roofline)
{
    auto context = run.context;
    if (context.product.isEmpty())
        context.product = subject.product;
    if (!context.modelMacs)
        context.modelMacs = macsOf(table);
    const auto whole = profile::runSample(run.name, run.profile, context);
    RoofRow row{ .name = wholeRunName(run.name),
        .cycles = whole.sample.cycles,
        .origin = run.context.origin,
        .note = run.isAttached ? QString() : unattachedText() };
    row.limit = limitOf(whole.sample, { run.name, run.profile, context }, roofline);
    const bool isOther = (!subject.product.isEmpty() && context.product != subject.product)
        || (context.npuMacs && subject.npuMacs && *context.npuMacs != *subject.npuMacs);
    const auto placed = profile::rooflineOf(
        roofline.peakMacsPerCycle, roofline.clockHz, roofline.ceilings, { whole.sample });
    if (isOther)
        row.gap = otherNpuText();
    else if (!placed.points.empty())
        row.point = placed.points.front();
    else
        row.gap = runGapText(whole.missing);
    return row;
}

RoofRow rowOf(const ProfileSubject &subject, const TimedOperation &operation, size_t index,
    const QString &name)
{
    RoofRow row{ .operation = index,
        .name = name,
        .kind = operation.kind,
        .module = operation.origin.module,
        .entity = subject.entityOf(index) };
    if (const auto cycles = operation.cycles()) {
        row.cycles = cycles->value;
        row.origin = cycles->origin;
    }
    return row;
}

} // namespace

size_t RoofData::placed() const
{
    return static_cast<size_t>(
        std::ranges::count_if(rows, [](const RoofRow &row) { return row.point.has_value(); }));
}

RoofData roofDataOf(const ProfileSubject &subject, const OperationTable &table, int stream,
    const QString &assumed, const std::optional<RoofRun> &run)
{
    RoofData data;
    if (stream < 0 || static_cast<size_t>(stream) >= subject.streams.size())
        return data;
    const auto &facts = subject.streams[static_cast<size_t>(stream)];
    const auto system = systemOf(subject, stream, assumed);
    data.hasStream = facts.stream != nullptr;
    if (system) {
        data.roofline = profile::operationRoofline(table, stream, facts, *system);
        data.systemConfig = system->systemConfig;
        data.memoryMode = system->memoryMode;
        const auto index = static_cast<size_t>(stream);
        data.isAssumed = index >= subject.memories.size() || !subject.memories[index];
        if (!data.roofline.clockHz && subject.clockHz)
            data.roofline.clockHz = static_cast<double>(*subject.clockHz);
    }
    data.isNarrowed = &table != subject.table.get();
    // Names, limits and whose the cycles are do not depend on the range looked at.
    const auto &whole = *subject.table;
    const auto operations
        = profile::operatorRows(whole, { .groupBy = profile::GroupBy::Operation });
    std::vector<QString> gaps(table.operations.size());
    for (const auto &gap : data.roofline.gaps)
        gaps[gap.sample] = gapOf(table.operations[gap.sample], whole.operations[gap.sample],
            operations[gap.sample], gap.reason);
    std::vector<const profile::RooflinePoint *> points(table.operations.size());
    for (const auto &point : data.roofline.points)
        points[point.sample] = &point;
    if (run && system)
        data.rows.push_back(runRow(*run, subject, table, data.roofline));
    for (size_t i = 0; i < table.operations.size(); ++i) {
        const auto &operation = table.operations[i];
        if (operation.stream != stream && operation.stream >= 0)
            continue;
        auto row = rowOf(subject, operation, i, operations[i].name);
        row.limit = operations[i].limit;
        if (!operations[i].cycles) { // those of a member are its leader's
            row.cycles.reset();
            row.origin.reset();
        }
        if (points[i])
            row.point = *points[i];
        else
            row.gap = !system          ? noRoofsGapText()
                : operation.stream < 0 ? noStreamGapText()
                                       : gaps[i];
        data.rows.push_back(std::move(row));
    }
    return data;
}

QStringList assumableSystems(const ProfileSubject &subject, int stream)
{
    auto product = subject.product;
    const auto index = static_cast<size_t>(stream);
    if (product.isEmpty() && index < subject.streams.size() && subject.streams[index].stream)
        product = model::productName(subject.streams[index].stream->config.product);
    QStringList names;
    for (const auto &config : spec::systemConfigs()) {
        if (product.isEmpty() || config.name.contains(u'_' + product + u'_'))
            names.append(config.name);
    }
    return names;
}

} // namespace tosaic::views
