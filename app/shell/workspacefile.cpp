// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspacefile.h"

#include "core/documents/openmodel.h"
#include "core/spec/specjson.h"
#include "core/toolchain/resultreader.h"
#include "core/workspace/workspace.h"
#include "profiler/store/runstore.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

using workspace::Workspace;

/// Where results are put back whose folder is gone.
QString restoreFolder(const QString &workspacePath, const workspace::JobRecord &job)
{
    const auto key = sha256Hex(QFileInfo(workspacePath).absoluteFilePath().toUtf8()).left(12);
    return u"%1/restored/%2/job%3"_s.arg(
        QStandardPaths::writableLocation(QStandardPaths::CacheLocation), key,
        QString::number(job.id.value));
}

Result<void> readJobs(Workspace &file, OpenedFile &opened)
{
    const auto jobs = file.jobs();
    if (!jobs)
        return fail(jobs.error());
    for (const auto &job : *jobs) {
        if (job.status != "succeeded"_L1)
            continue;
        auto result = toolchain::readCompileResult(job.folder);
        if (!result) {
            const auto folder = restoreFolder(opened.path, job);
            if (const auto restored = file.restoreJob(job.id, folder); !restored) {
                opened.diagnostics.push_back(diagnosticOf(restored.error()));
                continue;
            }
            result = toolchain::readCompileResult(folder);
        }
        if (result) {
            opened.results.push_back(
                std::make_shared<const toolchain::CompileResult>(std::move(*result)));
        } else {
            opened.diagnostics.push_back(diagnosticOf(result.error()));
        }
    }
    return {};
}

Result<void> readRuns(Workspace &file, OpenedFile &opened)
{
    auto runs = profile::RunStore(file).loadAll();
    if (!runs)
        return fail(runs.error());
    for (auto &stored : *runs) {
        opened.runs.push_back({ .name = stored.name,
            .path = {},
            .run = std::make_shared<const profile::Run>(std::move(stored.run)),
            .origin = stored.origin,
            .modelSha256 = stored.modelSha256,
            .clockHz = stored.npuClockHz,
            .sha256 = sha256Hex(stored.console) });
    }
    return {};
}

/// The program of the newest result, else the recorded model.
void readModel(Workspace &file, OpenedFile &opened)
{
    QString path;
    if (!opened.results.empty()) {
        opened.model.result = opened.results.back();
        path = opened.model.result->artefactPath(u"pte"_s);
        opened.source = sourceBeside(*opened.model.result);
    }
    if (const auto models = file.models(); path.isEmpty() && models && !models->empty())
        path = models->back().path;
    if (path.isEmpty())
        return;
    auto model = openDocument(path);
    if (!model) {
        opened.diagnostics.push_back(diagnosticOf(model.error()));
        return;
    }
    model->result = opened.model.result;
    model->path = path;
    opened.model = std::move(*model);
}

Result<void> writeRuns(Workspace &file, const std::vector<NamedRun> &runs)
{
    const auto known = file.runs();
    if (!known)
        return fail(known.error());
    for (const auto &run : runs) {
        const bool isThere = std::any_of(known->begin(), known->end(),
            [&](const auto &other) { return sha256Hex(other.console) == run.sha256; });
        QFile console(run.path);
        if (isThere || run.path.isEmpty() || !console.open(QIODevice::ReadOnly))
            continue;
        const auto saved = profile::RunStore(file).save({ .id = {},
            .name = run.name,
            .console = console.readAll(),
            .run = *run.run,
            .origin = run.origin,
            .modelSha256 = run.modelSha256,
            .npuClockHz = run.clockHz });
        if (!saved)
            return fail(saved.error());
    }
    return {};
}

Result<void> writeCompiles(Workspace &file, const std::vector<WorkspaceContent::Compile> &compiles)
{
    const auto known = file.jobs();
    if (!known)
        return fail(known.error());
    for (const auto &[result, log] : compiles) {
        const bool isThere = std::any_of(known->begin(), known->end(),
            [&result = result](const auto &job) { return job.folder == result->folder; });
        if (isThere)
            continue;
        workspace::JobRecord details;
        details.kind = result->tools.contains(u"executorch"_s) ? u"executorch"_s : u"vela"_s;
        details.log = log;
        if (const auto added = file.addCompile(*result, details); !added)
            return fail(added.error());
    }
    return {};
}

} // namespace

Result<OpenedFile> readWorkspaceFile(const QString &path)
{
    auto file = Workspace::open(path);
    if (!file)
        return fail(file.error());
    OpenedFile opened{ .kind = OpenedFile::Kind::Workspace, .path = path };
    if (const auto jobs = readJobs(**file, opened); !jobs)
        return fail(jobs.error());
    if (const auto runs = readRuns(**file, opened); !runs)
        return fail(runs.error());
    if (const auto specs = (*file)->specs(); specs && !specs->empty()) {
        if (auto spec = spec::fromJson(specs->back().spec))
            opened.spec = std::move(*spec);
    }
    readModel(**file, opened);
    return opened;
}

Result<void> writeWorkspaceFile(const QString &path, const WorkspaceContent &content)
{
    auto file = Workspace::openOrCreate(path);
    if (!file)
        return fail(file.error());
    if (!content.modelPath.isEmpty()) {
        const bool isSmall = static_cast<quint64>(QFileInfo(content.modelPath).size())
            <= workspace::BlobLimitBytes;
        if (const auto added = (*file)->addModel(content.modelPath, isSmall); !added)
            return fail(added.error());
    }
    if (const auto saved = (*file)->saveSpec(u"current"_s, spec::toJson(content.spec)); !saved)
        return fail(saved.error());
    if (const auto compiles = writeCompiles(**file, content.compiles); !compiles)
        return compiles;
    return writeRuns(**file, content.runs);
}

} // namespace tosaic::shell
