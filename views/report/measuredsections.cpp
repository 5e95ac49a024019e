// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/measuredsections.h"

#include "profiler/analysis/runmerge.h"
#include "profiler/imports/comparableruns.h"
#include "profiler/session/modelmatch.h"
#include "views/report/mergedsections.h"
#include "views/report/operationsections.h"
#include "views/report/reporttext.h"
#include "views/report/rooflinesections.h"
#include "views/report/runsections.h"

#include <QSet>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// What the workspace calls a run tells apart those of one name.
QString keptTitle(const profile::MeasuredRun &run)
{
    return run.stored ? ReportText::tr("%1 (run %2)").arg(run.name).arg(run.stored.value)
                      : run.name;
}

/// Files of two compiles have the same name: what the workspace calls them tells them apart, else
/// their place.
QString titleOf(const profile::MeasuredRun &run, std::span<const profile::MeasuredRun> all)
{
    if (std::ranges::count(all, run.name, &profile::MeasuredRun::name) < 2)
        return run.name;
    return run.stored ? keptTitle(run)
                      : ReportText::tr("%1 (%2)").arg(run.name).arg(&run - all.data() + 1);
}

/// Whose run it is: by the hash it is attached to unless its log refutes that, else by what the log
/// prints of it. A trace whose reads were joined to the program's operators is of that program.
/// Nothing where it is not known.
void setOwner(
    ReportedRun &reported, const MeasuredMaterial &material, const profile::ProgramFacts &subject)
{
    const auto &run = *reported.run;
    const auto isOfRun = [&run](const QString &source) { return source.contains(run.name); };
    const bool isOfSubject = !run.modelSha256.isEmpty() && run.modelSha256 == subject.sha256;
    const auto *stated = isOfSubject ? &subject : profile::statedProgramOf(run, material.programs);
    const bool isRefuted = stated && profile::isRefuted(run, *stated);
    reported.refuted = isRefuted ? profile::statedProgramOf(run, material.programs) : nullptr;
    reported.program = profile::programOf(run, material.programs);
    if (!run.modelSha256.isEmpty() && !isRefuted) {
        const auto unnamed = material.program ? ReportText::tr("another model (SHA-256 %1)")
                                              : ReportText::tr("a model (SHA-256 %1)");
        reported.belongsTo = stated ? stated->name : unnamed.arg(run.modelSha256);
        reported.isOfAnother = material.program && !isOfSubject;
        return;
    }
    const auto otherThan = [&reported](const QString &name) {
        reported.belongsTo
            = ReportText::tr("another model than %1, by what the log prints of it").arg(name);
    };
    const auto verdict = run.run ? profile::matchProgram(*run.run, subject.marks).verdict
                                 : profile::ModelMatch::NotKnown;
    if (verdict == profile::ModelMatch::Belongs) {
        reported.belongsTo = ReportText::tr("%1, by what the log prints of it").arg(subject.name);
        const auto own
            = std::ranges::find(material.programs, subject.sha256, &profile::ProgramFacts::sha256);
        reported.program = own == material.programs.end() ? nullptr : &*own;
    } else if (verdict == profile::ModelMatch::Differs) {
        otherThan(subject.name);
        reported.isOfAnother = true;
    } else if (isRefuted) {
        otherThan(stated->name);
    } else if (run.trace && material.profile && isOfOtherProgram(*material.profile, run.name)) {
        reported.belongsTo = ReportText::tr("another model than %1, by where the NPU read its "
                                            "commands")
                                 .arg(subject.name);
        reported.isOfAnother = true;
    } else if (run.trace && material.profile
        && (isOfRun(material.profile->title)
            || std::ranges::any_of(material.profile->sources, isOfRun))) {
        reported.belongsTo = ReportText::tr("The program whose operators this report lists");
    }
}

/// The program that the report is about; nothing if it is about none.
profile::ProgramFacts subjectOf(const MeasuredMaterial &material)
{
    profile::ProgramFacts subject{ .name = material.programName };
    if (material.program && material.program->source)
        subject.sha256 = sha256Hex(material.program->source->bytes());
    if (material.program)
        subject.marks = profile::marksOf(*material.program);
    return subject;
}

ReportedRun::Side sideOf(const profile::MeasuredRun &run, const MeasuredMaterial &material)
{
    if (!material.comparison)
        return ReportedRun::Side::None;
    const auto title = keptTitle(run);
    return material.comparison->oldRuns.contains(title) ? ReportedRun::Side::Old
        : material.comparison->newRuns.contains(title)  ? ReportedRun::Side::New
                                                        : ReportedRun::Side::None;
}

std::vector<ReportedRun> reportedRuns(const MeasuredMaterial &material)
{
    const auto subject = subjectOf(material);
    const auto &stated = material.ofOneProgram;
    std::vector<ReportedRun> runs;
    for (const auto &run : material.runs) {
        auto &reported
            = runs.emplace_back(ReportedRun{ .run = &run, .title = titleOf(run, material.runs) });
        setOwner(reported, material, subject);
        reported.side = sideOf(run, material);
        reported.isOfOneProgram = std::ranges::find(stated, run.run) != stated.end();
    }
    return runs;
}

std::vector<ReportedRun> consolesOf(const std::vector<ReportedRun> &runs)
{
    std::vector<ReportedRun> consoles;
    std::ranges::copy_if(runs, std::back_inserter(consoles), [](const ReportedRun &one) {
        return one.run->run && one.run->isConsole() && !one.run->isLive;
    });
    return consoles;
}

const RunsOfRecord *recordOf(
    const std::vector<RunsOfRecord> &records, const profile::MeasuredRun *run)
{
    const auto found = std::ranges::find_if(records, [run](const RunsOfRecord &record) {
        return std::ranges::find(record, run) != record.end();
    });
    return found == records.end() ? nullptr : &*found;
}

/// The runs of a record as one run of one inference, by the medians of what each of them counted.
profile::MeasuredRun mergedRun(const RunsOfRecord &record, const MeasuredMaterial &material)
{
    std::vector<profile::Measurement> measured;
    for (const auto *run : record)
        std::ranges::move(
            profile::measurementsOf(*run, profile::statedProgramOf(*run, material.programs)),
            std::back_inserter(measured));
    auto merged = *record.front();
    const auto values = profile::mergeRuns(measured);
    if (!values)
        return merged;
    const auto &first = measured.front().profile;
    auto one = values->profile();
    one.label = first.label;
    one.layers = first.layers;
    const auto summed = profile::summedInferences(first, measured.front().context.areSums);
    for (auto counter : first.counters) { // what is doubted is told, too
        counter.value /= summed.value_or(1);
        if (!values->counter(counter.name))
            one.counters.push_back(std::move(counter));
    }
    auto log = *merged.run;
    log.profiles = { std::move(one) };
    merged.run = std::make_shared<const profile::Run>(std::move(log));
    merged.name
        = ReportText::tr("%1 and %2 more, merged").arg(merged.name, formatCount(record.size() - 1));
    return merged;
}

/// What all runs of a side have in common.
std::optional<Origin> originOf(std::span<const profile::MeasuredRun> runs)
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
    if (material.comparison)
        add(runComparisonSections(*material.comparison));
    if (material.profile) {
        add(operationSections(*material.profile, material.operators));
        if (material.timeline)
            sections.push_back(
                { .title = ReportText::tr("Timeline"), .blocks = { *material.timeline } });
        add(rooflineSections(*material.profile));
    }
    add(material.kernels);
    auto runs = reportedRuns(material);
    const auto consoles = consolesOf(runs);
    auto merged = mergedRuns(consoles);
    add(std::move(merged.sections));
    for (auto &one : runs)
        one.isMerged = recordOf(merged.records, one.run) != nullptr;
    add(runSections(runs));
    return sections;
}

std::vector<Finding> runFindings(const MeasuredMaterial &material)
{
    std::vector<ReportedRun> own;
    for (const auto &one : reportedRuns(material)) {
        const auto isSameFile = [&one](const ReportedRun &other) {
            return !one.run->sha256.isEmpty() && other.run->sha256 == one.run->sha256
                && other.run->origin == one.run->origin;
        };
        if (!one.isOfAnother && std::ranges::none_of(own, isSameFile))
            own.push_back(one);
    }
    const auto records = runsOfRecords(consolesOf(own));
    QSet<QString> repeated; // names of runs that stand for a record
    std::vector<profile::MeasuredRun> runs;
    for (const auto &one : own) {
        const auto *record = recordOf(records, one.run);
        if (!record || record->size() < LeastRepeats)
            runs.push_back(*one.run);
        else if (record->front() == one.run)
            runs.push_back(mergedRun(*record, material));
        else
            continue;
        if (record && record->size() > 1)
            repeated.insert(runs.back().name);
    }
    auto findings = findingsOf(runs, material.programs);
    std::erase_if(findings, [&repeated](const Finding &finding) {
        return finding.doubt == Finding::Doubt::OneRepeat && repeated.contains(finding.subject);
    });
    return findings;
}

std::vector<report::Statement> foreignRunStatements(const MeasuredMaterial &material)
{
    constexpr qsizetype MostNamed = 3;
    QStringList foreign;
    for (const auto &run : reportedRuns(material)) {
        if (run.isOfAnother)
            foreign << run.title;
    }
    if (foreign.isEmpty())
        return {};
    return { { Severity::Warning,
        ReportText::tr("Of another program than %1: %2. What was measured there says nothing of "
                       "this one.")
            .arg(material.programName, listedNames(foreign, MostNamed)) } };
}

ComparisonForReport comparisonForReport(std::span<const profile::MeasuredRun> oldRuns,
    std::span<const profile::MeasuredRun> newRuns, const profile::CompareOptions &options)
{
    const auto sideOf = [](std::span<const profile::MeasuredRun> runs, QStringList &names) {
        std::vector<profile::MeasuredRun> stored;
        for (const auto &run : runs) {
            names << keptTitle(run);
            stored.push_back(withNumbers(run));
        }
        return profile::comparableRun(stored);
    };
    ComparisonForReport result{ .oldOrigin = originOf(oldRuns), .newOrigin = originOf(newRuns) };
    const auto before = sideOf(oldRuns, result.oldRuns);
    const auto now = sideOf(newRuns, result.newRuns);
    result.comparison = profile::compareRuns(before, now, options);
    return result;
}

} // namespace tosaic::views
