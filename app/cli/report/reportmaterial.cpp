// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report/reportmaterial.h"

#include "app/cli/frame/manysides.h"
#include "app/cli/runs/runsides.h"
#include "core/base/try.h"
#include "core/compiled/resultreader.h"
#include "core/documents/npuanalysis.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/profileassembly.h"
#include "profiler/session/programfacts.h"
#include "profiler/session/workspacefile.h"
#include "views/runcompare/runchangewords.h"
#include "views/timeline/timelinealignment.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

/// A program, a compile, or what Vela wrote by itself.
Result<void> readModel(const QString &path, ReportMaterial &material)
{
    auto opened = openModel(path);
    if (!opened) {
        auto other = openDocument(path);
        if (!other || !velaFileOf(*other))
            return fail(opened.error());
        opened = std::move(other);
    }
    material.model = std::move(*opened);
    return {};
}

/// The newest compile of the workspace, the one of the same model before it, and all runs.
Result<void> readWorkspace(const QString &path, ReportMaterial &material)
{
    auto opened = TRY(readWorkspaceFile(path));
    if (!material.model.program && !material.model.result) {
        material.model = std::move(opened.model);
        material.model.diagnostics = opened.diagnostics;
        const auto newest = material.model.result;
        const auto isEarlier = [&](const auto &result) {
            return result != newest && result->sourceName == newest->sourceName;
        };
        const auto earlier
            = std::find_if(opened.results.rbegin(), opened.results.rend(), isEarlier);
        if (earlier != opened.results.rend())
            material.oldResult = *earlier;
    }
    auto file = TRY(workspace::Workspace::open(path));
    QStringList hashes;
    for (const auto &run : opened.runs)
        hashes << profile::programHashOf(run);
    std::ranges::move(programsOf(*file, hashes), std::back_inserter(material.programs));
    std::move(opened.runs.begin(), opened.runs.end(), std::back_inserter(material.runs));
    return {};
}

/// Two sides of the workspace's runs.
Result<void> compareRuns(const ReportRequest &request, ReportMaterial &material)
{
    auto file = TRY(workspace::Workspace::open(request.workspace));
    std::vector<std::vector<profile::MeasuredRun>> sides;
    for (const auto &text : { request.oldRuns, request.newRuns }) {
        auto runs = TRY(readRunSide(*file, text));
        sides.push_back(std::move(runs));
    }
    material.comparison
        = views::comparisonForReport(sides[0], sides[1], { .leastEffect = request.leastEffect });
    material.comparison->statements = views::comparisonStatements(material.comparison->comparison);
    return {};
}

/// The traces on the axis of the first.
void alignTraces(const std::vector<profile::MeasuredRun> &traces, const ProfileMaterial &program,
    const ReportRequest &request, ReportMaterial &material)
{
    if (traces.size() < 2 || !material.profile || !material.profile->timeline)
        return;
    const auto names = columnTitles(request.traces);
    views::TimelineAlignment::Choice choice{ .name = names.front(),
        .others = { traces.begin() + 1, traces.end() },
        .inference = request.inference.value_or(1) - 1 };
    for (size_t i = 0; i < choice.others.size(); ++i)
        choice.others[i].name = names[static_cast<qsizetype>(i) + 1];
    auto aligned = std::make_shared<ProfileSubject>(*material.profile);
    aligned->timeline = views::TimelineAlignment::aligned(
        material.profile->timeline, choice, { .open = program, .files = {} });
    const auto &problems = aligned->timeline->diagnostics;
    material.model.diagnostics.insert(
        material.model.diagnostics.end(), problems.begin(), problems.end());
    material.aligned = std::move(aligned);
}

/// Where the cycles of the input go: by its trace, else by what Vela estimated.
Result<void> profileInput(const ReportRequest &request, ReportMaterial &material)
{
    std::vector<profile::MeasuredRun> traces;
    for (const auto &path : request.traces) {
        auto run = TRY(profile::readRunFile(path));
        if (!run.trace)
            return fail(
                ErrorCode::FormatUnknown, u"this is no PMU trace of an FVP"_s, { .file = path });
        material.runs.push_back(run);
        traces.push_back(std::move(run));
    }
    auto from = profileMaterial(material.model);
    from.reports = request.reports;
    if (!traces.empty())
        from.run = traces.front();
    material.profile = assembleProfile(from);
    alignTraces(traces, from, request, material);
    if (material.profile) {
        const auto &problems = material.profile->diagnostics;
        material.model.diagnostics.insert(
            material.model.diagnostics.end(), problems.begin(), problems.end());
    } else if (!request.traces.isEmpty() || !request.reports.isEmpty()) {
        return fail(ErrorCode::FormatUnsupported,
            u"nothing says where the cycles go: give the .pte or the result folder, and a debug "
            "database of its compile"_s,
            { .file = (request.reports + request.traces).constLast() });
    }
    return {};
}

} // namespace

Result<void> gatherReportMaterial(const ReportRequest &request, ReportMaterial &material)
{
    if (!request.input.isEmpty()) {
        TRY(readModel(request.input, material));
    }
    if (!request.workspace.isEmpty()) {
        TRY(readWorkspace(request.workspace, material));
    }
    if (!request.compareWith.isEmpty()) {
        auto result = TRY(compiled::readCompileResult(request.compareWith));
        if (!material.model.result)
            return fail(ErrorCode::FormatUnsupported,
                u"there is no compile result to compare with: give the folder of one, or a .pte "
                "beside its result.json"_s,
                { .file = request.input });
        material.oldResult = std::make_shared<const compiled::CompileResult>(std::move(result));
    }
    if (material.model.program)
        material.programs.insert(material.programs.begin(), programFactsOf(material.model));
    material.isSameProgram = request.isSameProgram;
    for (const auto &log : request.logs) {
        auto run = TRY(profile::readRunFile(log));
        if (!run.origin)
            run.origin = request.origin;
        run.clockHz = request.clockHz;
        if (const auto told = profile::targetToldByLog(run.run->npu, request.target);
            !told.isEmpty())
            return fail(ErrorCode::FormatUnsupported,
                u"this log tells that it ran on %1, and --target says %2"_s.arg(
                    told, request.target),
                { .file = log });
        run.conditions.target = request.target;
        run.conditions.macs = request.npuMacs;
        run.conditions.modelMacs = request.modelMacs;
        material.runs.push_back(std::move(run));
    }
    if (!request.oldRuns.isEmpty()) {
        TRY(compareRuns(request, material));
    }
    return profileInput(request, material);
}

} // namespace tosaic::cli
