// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reportmaterial.h"

#include "core/toolchain/resultreader.h"
#include "core/workspace/workspace.h"
#include "profiler/store/runstore.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace {

Result<void> readModel(const QString &path, ReportMaterial &material)
{
    auto opened = openModel(path);
    if (!opened)
        return fail(opened.error());
    material.model = std::move(*opened);
    return {};
}

/// A result of the workspace, put back if its folder is gone.
Result<toolchain::CompileResult> storedResult(
    workspace::Workspace &file, const workspace::JobRecord &job, const QTemporaryDir &restored)
{
    if (auto result = toolchain::readCompileResult(job.folder))
        return result;
    const auto folder = restored.filePath(QString::number(job.id.value));
    if (const auto done = file.restoreJob(job.id, folder); !done)
        return fail(done.error());
    return toolchain::readCompileResult(folder);
}

/// The newest compile that succeeded, and before it the newest of the same model.
Result<void> readStoredCompiles(workspace::Workspace &file, ReportMaterial &material)
{
    auto jobs = file.jobs();
    if (!jobs)
        return fail(jobs.error());
    std::reverse(jobs->begin(), jobs->end());
    for (const auto &job : *jobs) {
        if (job.status != "succeeded"_L1)
            continue;
        const auto &newest = material.model.result;
        if (newest && job.sourceName != newest->sourceName)
            continue;
        auto result = storedResult(file, job, material.restored);
        if (!result) {
            material.model.diagnostics.push_back(diagnosticOf(result.error()));
            continue;
        }
        if (newest) {
            material.oldResult
                = std::make_shared<const toolchain::CompileResult>(std::move(*result));
            return {};
        }
        if (auto read = readModel(result->folder, material); !read)
            return read;
    }
    return {};
}

Result<void> readWorkspace(const QString &path, ReportMaterial &material)
{
    auto file = workspace::Workspace::open(path);
    if (!file)
        return fail(file.error());
    if (!material.model.program && !material.model.result) {
        if (auto read = readStoredCompiles(**file, material); !read)
            return read;
    }
    if (!material.model.program) {
        const auto models = (*file)->models();
        if (!models)
            return fail(models.error());
        if (!models->empty()) {
            if (auto read = readModel(models->back().path, material); !read)
                material.model.diagnostics.push_back(diagnosticOf(read.error()));
        }
    }
    auto runs = profile::RunStore(**file).loadAll();
    if (!runs)
        return fail(runs.error());
    for (auto &stored : *runs)
        material.runs.push_back({ .name = stored.name,
            .path = {},
            .run = std::make_shared<const profile::Run>(std::move(stored.run)),
            .origin = stored.origin,
            .modelSha256 = stored.modelSha256,
            .clockHz = stored.npuClockHz,
            .sha256 = sha256Hex(stored.console) });
    return {};
}

} // namespace

Result<void> gatherReportMaterial(const ReportRequest &request, ReportMaterial &material)
{
    if (!request.input.isEmpty()) {
        if (auto read = readModel(request.input, material); !read)
            return read;
    }
    if (!request.workspace.isEmpty()) {
        if (auto read = readWorkspace(request.workspace, material); !read)
            return read;
    }
    if (!request.compareWith.isEmpty()) {
        auto result = toolchain::readCompileResult(request.compareWith);
        if (!result)
            return fail(result.error());
        if (!material.model.result)
            return fail(ErrorCode::FormatUnsupported,
                u"there is no compile result to compare with: give the folder of one, or a .pte "
                "beside its result.json"_s,
                { .file = request.input });
        material.oldResult = std::make_shared<const toolchain::CompileResult>(std::move(*result));
    }
    for (const auto &log : request.logs) {
        auto run = loadRun(log);
        if (!run)
            return fail(run.error());
        run->origin = request.origin;
        material.runs.push_back(std::move(*run));
    }
    return {};
}

} // namespace tosaic::cli
