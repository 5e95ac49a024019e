// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/report/measuredsections.h"

#include "profiler/analysis/runsections.h"
#include "profiler/imports/comparableruns.h"
#include "profiler/report/operationsections.h"
#include "profiler/report/rooflinesections.h"
#include "profiler/session/storedruns.h"

#include <algorithm>
#include <iterator>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

/// In a reader's words; what the report says elsewhere of a run is left out.
std::vector<std::pair<QString, QString>> conditionFacts(const NamedRun &run)
{
    static const std::map<Condition, QString> titles{ { Condition::Mode, u"Simulation mode"_s },
        { Condition::Target, u"Target"_s }, { Condition::Tools, u"Tools"_s },
        { Condition::Spec, u"Compile spec"_s }, { Condition::Events, u"Events asked for"_s },
        { Condition::Artefacts, u"Other files, SHA-256"_s } };
    const auto conditions = conditionsOf(storedRun(run));
    std::vector<std::pair<QString, QString>> facts;
    for (const auto &[condition, title] : titles) {
        const auto found = conditions.find(condition);
        if (found == conditions.end())
            continue;
        const bool isFast = condition == Condition::Mode && found->second == "fast"_L1;
        facts.emplace_back(
            title, isFast ? u"fast: the simulator's timing is not valid"_s : found->second);
    }
    return facts;
}

/// Files of two compiles have the same name: what the workspace calls them tells them apart, else
/// their place.
QString titleOf(const NamedRun &run, std::span<const NamedRun> all)
{
    if (std::ranges::count(all, run.name, &NamedRun::name) < 2)
        return run.name;
    return run.stored ? u"%1 (run %2)"_s.arg(run.name).arg(run.stored.value)
                      : u"%1 (%2)"_s.arg(run.name).arg(&run - all.data() + 1);
}

/// A trace whose reads were joined to the program's operators is of that program.
QString ownerOf(const NamedRun &run, const MeasuredMaterial &material)
{
    const auto owner = material.ownerOf ? material.ownerOf(run) : QString();
    const auto isOfRun = [&run](const QString &source) { return source.contains(run.name); };
    const bool isJoined = owner.isEmpty() && run.trace && material.profile
        && (isOfRun(material.profile->title)
            || std::ranges::any_of(material.profile->sources, isOfRun));
    return isJoined ? u"The program whose operators this report lists"_s : owner;
}

std::vector<report::Section> sectionsOfRuns(const MeasuredMaterial &material)
{
    std::vector<RunForReport> runs;
    for (const auto &run : material.runs) {
        const auto known = measuredUnder(run.origin, run.clockHz, run.modelSha256, run.conditions);
        runs.push_back({ .name = titleOf(run, material.runs),
            .run = run.run.get(),
            .origin = run.origin,
            .clockHz = run.clockHz,
            .sha256 = run.sha256,
            .kind = run.kind,
            .product = known.product,
            .npuMacs = known.npuMacs,
            .modelMacs = run.modelMacs,
            .conditions = conditionFacts(run),
            .belongsTo = ownerOf(run, material) });
    }
    return runSections(runs);
}

/// What all runs of a side have in common.
std::optional<Origin> originOf(std::span<const NamedRun> runs)
{
    std::optional<Origin> origin;
    for (const auto &run : runs) {
        if (!run.origin || (origin && origin != run.origin))
            return {};
        origin = run.origin;
    }
    return origin;
}

} // namespace

std::vector<report::Section> measuredSections(const MeasuredMaterial &material)
{
    std::vector<report::Section> sections;
    const auto add = [&sections](std::vector<report::Section> more) {
        std::move(more.begin(), more.end(), std::back_inserter(sections));
    };
    if (material.profile) {
        add(operationSections(*material.profile));
        add(rooflineSections(*material.profile));
    }
    if (material.comparison)
        add(comparisonSections(*material.comparison));
    add(sectionsOfRuns(material));
    return sections;
}

ComparisonForReport comparisonForReport(
    std::span<const NamedRun> oldRuns, std::span<const NamedRun> newRuns)
{
    const auto sideOf = [](std::span<const NamedRun> runs, QStringList &names) {
        std::vector<StoredRun> stored;
        for (const auto &run : runs) {
            names << (run.stored ? u"%1 (run %2)"_s.arg(run.name).arg(run.stored.value) : run.name);
            stored.push_back(storedRun(run));
        }
        return comparableRun(stored);
    };
    ComparisonForReport result{ .oldOrigin = originOf(oldRuns), .newOrigin = originOf(newRuns) };
    const auto before = sideOf(oldRuns, result.oldRuns);
    const auto now = sideOf(newRuns, result.newRuns);
    result.comparison = compareRuns(before, now);
    return result;
}

} // namespace tosaic::profile
