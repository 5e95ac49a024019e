// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Samples that a workspace keeps of a run.
#include "core/workspace/workspace.h"
#include "views/plots/runsources.h"

#include <QCoreApplication>

#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// Gives the translation context.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Plots)
};

constexpr double GapSteps = 8; // neighbours farther apart than so many usual steps are a gap
constexpr int BucketCount = 2'000'000; // of a series that is too long to read sample by sample

Result<std::shared_ptr<const PlotData>> readSeries(
    workspace::Workspace &file, const workspace::SeriesRecord &record, bool &isReduced)
{
    std::vector<qint64> times;
    std::vector<double> values;
    isReduced = record.count > workspace::SampleReadLimit;
    if (!isReduced) {
        auto samples = file.samples(record.id);
        if (!samples)
            return fail(samples.error());
        times.reserve(samples->size());
        values.reserve(samples->size());
        for (const auto &sample : *samples) {
            times.push_back(sample.time);
            values.push_back(sample.value);
        }
    } else {
        const auto buckets = file.sampleBuckets(record.id, {}, BucketCount);
        if (!buckets)
            return fail(buckets.error());
        for (const auto &bucket : *buckets) {
            times.insert(times.end(), 2, bucket.firstTime);
            values.insert(values.end(), { bucket.lowest, bucket.highest });
        }
    }
    return std::make_shared<const PlotData>(std::move(times), std::move(values));
}

} // namespace

Result<std::vector<PlotSubject>> storedSubjects(
    const QString &workspacePath, workspace::RunId run, std::optional<Origin> origin)
{
    auto file = workspace::Workspace::open(workspacePath);
    if (!file)
        return fail(file.error());
    const auto records = (*file)->series(run);
    if (!records)
        return fail(records.error());
    std::map<QString, std::shared_ptr<MemoryPlotSource>> sources;
    std::map<QString, QStringList> notes;
    for (const auto &record : *records) {
        if (record.count == 0)
            continue;
        bool isReduced = false;
        auto data = readSeries(**file, record, isReduced);
        if (!data)
            return fail(data.error());
        if (isReduced)
            notes[record.timeUnit] << Words::tr("%1 has %2 samples; their lowest and highest in "
                                                "%3 parts are shown.")
                                          .arg(record.name, formatCount(record.count),
                                              formatCount((*data)->size() / 2));
        auto &source = sources[record.timeUnit];
        if (!source)
            source = std::make_shared<MemoryPlotSource>();
        const auto gap = GapSteps * static_cast<double>((*data)->typicalStep());
        source->add({ .name = record.name,
                        .title = record.name,
                        .unit = record.unit,
                        .origin = origin,
                        .gap = isReduced ? 0 : gap },
            std::move(*data));
    }
    std::vector<PlotSubject> subjects;
    for (auto &[unit, source] : sources)
        subjects.push_back({ PlotAxis::SampleTime, unit, std::move(source), {}, notes[unit] });
    return subjects;
}

} // namespace tosaic::views
