// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/workspacefile.h"

#include "core/base/try.h"
#include "core/compiled/resultreader.h"
#include "core/compiled/resultwriter.h"
#include "core/documents/openmodel.h"
#include "core/documents/workspacefinder.h"
#include "core/spec/specjson.h"
#include "core/workspace/compiledetails.h"
#include "core/workspace/salvage.h"
#include "profiler/session/workspaceruns.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using workspace::Workspace;

constexpr size_t MostResults = 24; // compiles that are opened with the workspace, the newest

/// What could be read of a damaged file, and that something is missing.
Result<std::unique_ptr<Workspace>> openWhatIsThere(const QString &path, OpenedFile &opened)
{
    auto file = Workspace::open(path);
    if (file || file.error().code != ErrorCode::WorkspaceDamaged)
        return file;
    auto salvaged = workspace::salvage(path);
    if (!salvaged) // no room for the copy is told; that nothing is left says the file's own error
        return fail(
            salvaged.error().code == ErrorCode::WorkspaceDamaged ? file.error() : salvaged.error());
    opened.diagnostics.push_back(diagnosticOf(file.error()));
    return std::move(salvaged->workspace);
}

/// Those of which files were removed.
Result<QSet<workspace::JobId>> cleanedJobs(Workspace &file)
{
    const auto artefacts = TRY(file.artefacts());
    QSet<workspace::JobId> cleaned;
    for (const auto &artefact : artefacts) {
        if (artefact.isRemoved)
            cleaned.insert(artefact.job);
    }
    return cleaned;
}

Result<void> readJobs(Workspace &file, OpenedFile &opened)
{
    auto jobs = TRY(file.jobHeads());
    const auto cleaned = TRY(cleanedJobs(file));
    if (!jobs.empty() && jobs.back().status == "cut-off"_L1)
        opened.diagnostics.push_back({ u"workspace.cut-off"_s, Severity::Warning,
            { .file = jobs.back().folder },
            u"the last compile, of %1, ended without a result: the program that ran it was closed "
            "or killed"_s.arg(jobs.back().sourceName) });
    std::erase_if(jobs,
        [&](const auto &job) { return job.status != "succeeded"_L1 || cleaned.contains(job.id); });
    if (jobs.size() > MostResults)
        jobs.erase(jobs.begin(), jobs.end() - MostResults);
    const auto folders = file.setting(QString::fromLatin1(SearchFoldersKey))
                             .value_or(QString())
                             .split(u'\n', Qt::SkipEmptyParts);
    for (const auto &job : jobs) {
        if (auto result = recordedCompile(file, job, folders))
            opened.results.push_back(std::move(result));
        else
            opened.diagnostics.push_back({ u"workspace.result-lost"_s, Severity::Warning,
                { .file = job.folder },
                u"the result of this compile is neither in its folder nor in the workspace"_s });
    }
    return {};
}

Result<void> readRuns(Workspace &file, OpenedFile &opened)
{
    auto runs = TRY(listRuns(file));
    opened.runs = std::move(runs);
    return {};
}

/// The program of the newest result, else the recorded model.
void readModel(Workspace &file, OpenedFile &opened)
{
    if (!opened.results.empty()) {
        opened.source = sourceBeside(*opened.results.back());
        opened.model = openResult(opened.results.back());
        std::ranges::move(
            std::exchange(opened.model.diagnostics, {}), std::back_inserter(opened.diagnostics));
    }
    const auto models = file.models();
    if (!opened.model.path.isEmpty() || !models || models->empty())
        return;
    auto model = openDocument(models->back().path);
    if (!model) {
        opened.diagnostics.push_back(diagnosticOf(model.error()));
        return;
    }
    model->result = opened.model.result;
    opened.model = std::move(*model);
}

Result<void> writeCompiles(Workspace &file, const std::vector<WorkspaceContent::Compile> &compiles)
{
    const auto known = TRY(file.jobHeads());
    const auto cleaned = TRY(cleanedJobs(file));
    for (const auto &[result, log, input, interpreter] : compiles) {
        // Where a compile was cleaned up there may be a new one under the same name.
        const bool hasFiles = QFileInfo::exists(
            QDir(result->folder).filePath(QLatin1StringView(compiled::ResultFileName)));
        const bool isThere = std::any_of(known.begin(), known.end(),
            [&, folder = result->folder, status = compiled::statusText(result->status)](
                const auto &job) {
                return job.folder == folder && job.status == status
                    && !(hasFiles && cleaned.contains(job.id));
            });
        if (isThere)
            continue;
        auto details = workspace::compileDetails(*result, input, interpreter);
        details.log = log;
        TRY(file.addCompile(*result, details));
    }
    return {};
}

} // namespace

Result<OpenedFile> readWorkspaceFile(const QString &path)
{
    OpenedFile opened{ .kind = OpenedFile::Kind::Workspace, .path = path };
    auto file = TRY(openWhatIsThere(path, opened));
    TRY(readJobs(*file, opened));
    TRY(readRuns(*file, opened));
    if (const auto specs = file->specs(); specs && !specs->empty()) {
        // The one that was worked on, not one that was put aside under a name.
        const auto current = std::find_if(specs->begin(), specs->end(),
            [](const auto &spec) { return spec.name == QLatin1StringView(CurrentSpec); });
        const auto &newest = current == specs->end() ? specs->back() : *current;
        if (auto spec = spec::fromJson(newest.spec))
            opened.spec = std::move(*spec);
    }
    opened.openModels = file->setting(OpenModelsKey).value_or(QString());
    readModel(*file, opened);
    return opened;
}

Result<void> writeWorkspaceFile(const QString &path, const WorkspaceContent &content)
{
    auto file = TRY(Workspace::openOrCreate(path));
    if (!content.modelPath.isEmpty()) {
        const bool isSmall = static_cast<quint64>(QFileInfo(content.modelPath).size())
            <= workspace::BlobLimitBytes;
        TRY(file->addModel(content.modelPath, isSmall));
    }
    TRY(file->saveSpec(QString::fromLatin1(CurrentSpec), spec::toJson(content.spec)));
    if (!content.openModels.isEmpty())
        TRY(file->setSetting(OpenModelsKey, content.openModels));
    TRY(writeCompiles(*file, content.compiles));
    return keepRuns(*file, content.runs);
}

} // namespace tosaic
