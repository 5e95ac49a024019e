// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/measuredsections.h"

#include "profiler/imports/comparableruns.h"
#include "profiler/session/modelmatch.h"
#include "profiler/session/storedruns.h"
#include "views/models/runchangenames.h"
#include "views/report/mergedsections.h"
#include "views/report/operationsections.h"
#include "views/report/reporttext.h"
#include "views/report/rooflinesections.h"
#include "views/report/runsections.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::Condition;

/// In a reader's words; what the report says elsewhere of a run is left out.
std::vector<std::pair<QString, QString>> conditionFacts(const NamedRun &run)
{
    const auto conditions = profile::conditionsOf(storedRun(run));
    std::vector<std::pair<QString, QString>> facts;
    for (const auto condition : { Condition::Mode, Condition::Target, Condition::Tools,
             Condition::Spec, Condition::Events, Condition::Artefacts }) {
        const auto found = conditions.find(condition);
        if (found != conditions.end())
            facts.emplace_back(conditionWord(condition),
                condition == Condition::Mode ? modeText(found->second) : found->second);
    }
    return facts;
}

/// What the workspace calls a run tells apart those of one name.
QString keptTitle(const NamedRun &run)
{
    return run.stored ? ReportText::tr("%1 (run %2)").arg(run.name).arg(run.stored.value)
                      : run.name;
}

/// Files of two compiles have the same name: what the workspace calls them tells them apart, else
/// their place.
QString titleOf(const NamedRun &run, std::span<const NamedRun> all)
{
    if (std::ranges::count(all, run.name, &NamedRun::name) < 2)
        return run.name;
    return run.stored ? keptTitle(run)
                      : ReportText::tr("%1 (%2)").arg(run.name).arg(&run - all.data() + 1);
}

/// Whose run it is: by the hash it is attached to, else by what the log prints. A trace whose reads
/// were joined to the program's operators is of that program. Empty: not known.
QString ownerOf(const NamedRun &run, const MeasuredMaterial &material, const QString &programHash)
{
    const auto isOfRun = [&run](const QString &source) { return source.contains(run.name); };
    if (!run.modelSha256.isEmpty())
        return run.modelSha256 == programHash
            ? material.programName
            : ReportText::tr("another model (SHA-256 %1)").arg(run.modelSha256);
    const auto verdict = material.program && run.run
        ? profile::matchModel(*run.run, *material.program).verdict
        : profile::ModelMatch::NotKnown;
    if (verdict == profile::ModelMatch::Belongs)
        return ReportText::tr("%1, by what the log prints of it").arg(material.programName);
    if (verdict == profile::ModelMatch::Differs)
        return ReportText::tr("another model than %1, by what the log prints of it")
            .arg(material.programName);
    const bool isJoined = run.trace && material.profile
        && (isOfRun(material.profile->title)
            || std::ranges::any_of(material.profile->sources, isOfRun));
    return isJoined ? ReportText::tr("The program whose operators this report lists") : QString();
}

profile::RunConditions measuredUnder(const NamedRun &run)
{
    return profile::measuredUnder(run.origin, run.clockHz, run.modelSha256, run.conditions);
}

std::vector<report::Section> sectionsOfRuns(const MeasuredMaterial &material)
{
    const auto hash = material.program && material.program->source
        ? sha256Hex(material.program->source->bytes())
        : QString();
    std::vector<RunForReport> runs;
    for (const auto &run : material.runs) {
        const auto known = measuredUnder(run);
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
            .belongsTo = ownerOf(run, material, hash) });
    }
    return runSections(runs);
}

std::vector<report::Section> sectionsOfMerged(const MeasuredMaterial &material)
{
    const auto sideOf = [&material](const NamedRun &run) {
        if (!material.comparison)
            return MergeCandidate::Side::None;
        const auto title = keptTitle(run);
        return material.comparison->oldRuns.contains(title) ? MergeCandidate::Side::Old
            : material.comparison->newRuns.contains(title)  ? MergeCandidate::Side::New
                                                            : MergeCandidate::Side::None;
    };
    const auto &stated = material.ofOneProgram;
    std::vector<MergeCandidate> consoles;
    for (const auto &run : material.runs) {
        if (run.run && run.kind == "console"_L1 && !run.isLive)
            consoles.push_back({ .name = titleOf(run, material.runs),
                .run = run.run.get(),
                .conditions = measuredUnder(run),
                .modelMacs = run.modelMacs,
                .side = sideOf(run),
                .isOfOneProgram = std::ranges::find(stated, run.run) != stated.end() });
    }
    return mergedSections(consoles);
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
        add(runComparisonSections(*material.comparison));
    add(sectionsOfMerged(material));
    add(sectionsOfRuns(material));
    return sections;
}

ComparisonForReport comparisonForReport(
    std::span<const NamedRun> oldRuns, std::span<const NamedRun> newRuns)
{
    const auto sideOf = [](std::span<const NamedRun> runs, QStringList &names) {
        std::vector<profile::StoredRun> stored;
        for (const auto &run : runs) {
            names << keptTitle(run);
            stored.push_back(storedRun(run));
        }
        return profile::comparableRun(stored);
    };
    ComparisonForReport result{ .oldOrigin = originOf(oldRuns), .newOrigin = originOf(newRuns) };
    const auto before = sideOf(oldRuns, result.oldRuns);
    const auto now = sideOf(newRuns, result.newRuns);
    result.comparison = profile::compareRuns(before, now);
    return result;
}

} // namespace tosaic::views
