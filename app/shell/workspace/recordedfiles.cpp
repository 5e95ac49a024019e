// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspace/recordedfiles.h"

#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/workspace/workspacepanelcontroller.h"
#include "core/base/bytesource.h"
#include "core/base/savefile.h"
#include "core/base/settings.h"
#include "core/base/try.h"
#include "core/base/units.h"
#include "core/documents/workspacefinder.h"
#include "core/workspace/salvage.h"
#include "views/workspace/workspacemodel.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

using workspace::Workspace;

namespace {

bool isUnchanged(const QString &path, const QString &sha256)
{
    const auto source = ByteSource::map(path);
    return source && sha256Hex((*source)->bytes()) == sha256;
}

/// Under the name it had, in a folder of its content.
Result<QString> putIntoCache(const QByteArray &bytes, const QString &sha256, const QString &name)
{
    const auto folder = u"%1/files/%2"_s.arg(
        QStandardPaths::writableLocation(QStandardPaths::CacheLocation), sha256.left(16));
    QDir().mkpath(folder);
    const auto path = folder + u'/' + QFileInfo(name).fileName();
    TRY(saveFile(path, bytes));
    return path;
}

template <typename Records, typename RecordId>
auto recordWith(const Records &records, RecordId id)
{
    return std::find_if(
        records.begin(), records.end(), [id](const auto &record) { return record.id == id; });
}

tl::unexpected<Error> isGone(const Workspace &file)
{
    return fail(ErrorCode::Internal, u"another window has removed it from the workspace"_s,
        { .file = file.path() });
}

} // namespace

Result<QString> withWorkspace(
    const QString &path, const std::function<Result<QString>(Workspace &)> &question)
{
    if (const auto file = Workspace::open(path))
        return question(**file);
    const auto salvaged = workspace::salvage(path);
    return salvaged ? question(*salvaged->workspace) : fail(salvaged.error());
}

Result<QString> locateModel(Workspace &file, workspace::ModelId id)
{
    const auto models = TRY(file.models());
    const auto model = recordWith(models, id);
    if (model == models.end())
        return isGone(file);
    if (!model->hasCopy || isUnchanged(model->path, model->sha256))
        return model->path; // changed without a copy: what is there now
    const auto bytes = file.modelBytes(id);
    return bytes ? putIntoCache(*bytes, model->sha256, model->path) : fail(bytes.error());
}

Result<QString> locateArtefact(Workspace &file, workspace::ArtefactId id)
{
    const auto artefacts = TRY(file.artefacts());
    const auto artefact = recordWith(artefacts, id);
    if (artefact == artefacts.end())
        return isGone(file);
    if (isUnchanged(artefact->path, artefact->sha256))
        return artefact->path;
    const auto bytes = file.artefactBytes(id);
    return bytes ? putIntoCache(*bytes, artefact->sha256, artefact->relativePath)
                 : fail(bytes.error());
}

Result<QString> locateJob(Workspace &file, workspace::JobId id)
{
    const auto jobs = TRY(file.jobHeads());
    const auto job = recordWith(jobs, id);
    if (job == jobs.end())
        return isGone(file);
    const auto folders = file.setting(QString::fromLatin1(SearchFoldersKey))
                             .value_or(QString())
                             .split(u'\n', Qt::SkipEmptyParts);
    if (const auto result = recordedCompile(file, *job, folders))
        return result->folder;
    return fail(ErrorCode::IoOpen,
        u"the result of this compile is neither in its folder nor in the workspace"_s,
        { .file = job->folder });
}

Result<workspace::Provenance> traceFile(const QString &workspacePath, const QString &path,
    const QString &sha256, const std::shared_ptr<const model::Program> &program)
{
    QStringList payloads;
    if (program)
        payloads = contentOf(*program).payloads;
    // By its content where that is known: the file may be gone, or be another one by now.
    const auto what = sha256.isEmpty() ? path : sha256;
    if (const auto file = Workspace::open(workspacePath))
        return workspace::provenanceOf(**file, what, payloads);
    const auto salvaged = TRY(workspace::salvage(workspacePath));
    return workspace::provenanceOf(*salvaged.workspace, what, payloads);
}

Result<workspace::CleaningPlan> planFor(const QString &path, const workspace::CleaningRules &rules)
{
    const auto file = Workspace::open(path);
    return file ? workspace::planCleaning(**file, rules) : fail(file.error());
}

Result<workspace::CleaningReport> cleanFor(const QString &path, const workspace::CleaningPlan &plan)
{
    const auto file = Workspace::open(path);
    return file ? workspace::clean(**file, plan) : fail(file.error());
}

WorkspaceStore::Change removalOf(
    const workspace::Contents &contents, const views::WorkspaceItem &item)
{
    using Kind = views::WorkspaceItem::Kind;
    switch (item.kind) {
    case Kind::Model:
        return
            [id = contents.models[item.row].id](Workspace &file) { return file.removeModel(id); };
    case Kind::Spec:
        return [id = contents.specs[item.row].id](Workspace &file) { return file.removeSpec(id); };
    case Kind::Job:
        return [id = contents.jobs[item.row].id](Workspace &file) { return file.removeJob(id); };
    case Kind::Run:
        return [id = contents.runs[item.row].id](Workspace &file) { return file.removeRun(id); };
    case Kind::Note:
        return [id = contents.notes[item.row].id](Workspace &file) { return file.removeNote(id); };
    case Kind::SpecVersion:
    case Kind::Artefact:
    case Kind::Group:
        return {};
    }
    return {};
}

QString outputRoot(Session &session)
{
    const auto chosen = session.settings().value(settings::OutputFolder);
    return chosen.isEmpty()
        ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/compiles"_s
        : chosen;
}

QString cleaningText(const workspace::CleaningPlan &plan)
{
    return WorkspacePanelController::tr(
               "%n compile(s) can be cleaned up: %1 in folders and %2 in the workspace.", nullptr,
               static_cast<int>(plan.jobs.size()))
               .arg(formatBytes(plan.fileBytes), formatBytes(plan.workspaceBytes))
        + staysText(plan.problems);
}

QString cleaningList(const workspace::CleaningPlan &plan)
{
    QStringList lines;
    for (const auto &job : plan.jobs) {
        lines << job.title;
        for (const auto &file : job.files)
            lines << WorkspacePanelController::tr("  %1, %2")
                         .arg(QDir::toNativeSeparators(file.path), formatBytes(file.size));
        for (const auto &path : job.left)
            lines << WorkspacePanelController::tr(
                "  %1 stays: changed, or not written by the compile")
                         .arg(QDir::toNativeSeparators(path));
    }
    return lines.join(u'\n');
}

QString cleanedText(const workspace::CleaningReport &report)
{
    auto text = WorkspacePanelController::tr(
        "%n file(s) removed: %1 freed in folders, %2 in the workspace.", nullptr,
        static_cast<int>(report.removedFiles))
                    .arg(formatBytes(report.fileBytes), formatBytes(report.workspaceBytes));
    if (!report.isCompact)
        text = WorkspacePanelController::tr(
            "%1 The workspace file becomes smaller when no other window writes to it.")
                   .arg(text);
    return text + staysText(report.problems);
}

QString staysText(const std::vector<Diagnostic> &problems)
{
    QStringList lines;
    for (const auto &problem : problems)
        lines << WorkspacePanelController::tr("%1: %2", "a file, what is the matter with it")
                     .arg(QDir::toNativeSeparators(problem.location.file), problem.text);
    return lines.isEmpty()
        ? QString()
        : u'\n' + WorkspacePanelController::tr("These stay:\n%1").arg(lines.join(u'\n'));
}

} // namespace tosaic::shell
