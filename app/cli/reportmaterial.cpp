// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reportmaterial.h"

#include "app/shell/workspacefile.h"
#include "core/toolchain/resultreader.h"

#include <algorithm>
#include <iterator>

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

/// The newest compile of the workspace, the one of the same model before it, and all runs.
Result<void> readWorkspace(const QString &path, ReportMaterial &material)
{
    auto opened = shell::readWorkspaceFile(path);
    if (!opened)
        return fail(opened.error());
    if (!material.model.program && !material.model.result) {
        material.model = std::move(opened->model);
        material.model.diagnostics = opened->diagnostics;
        const auto newest = material.model.result;
        const auto isEarlier = [&](const auto &result) {
            return result != newest && result->sourceName == newest->sourceName;
        };
        const auto earlier
            = std::find_if(opened->results.rbegin(), opened->results.rend(), isEarlier);
        if (earlier != opened->results.rend())
            material.oldResult = *earlier;
    }
    std::move(opened->runs.begin(), opened->runs.end(), std::back_inserter(material.runs));
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
