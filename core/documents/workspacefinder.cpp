// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/workspacefinder.h"

#include "core/base/bytesource.h"
#include "core/compiled/resultreader.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QMultiHash>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using workspace::Workspace;

constexpr int LargestSearch = 50'000; // files looked at

QString restoreFolder(const Workspace &file, const workspace::JobRecord &job)
{
    const auto key = sha256Hex(file.path().toUtf8()).left(12);
    return u"%1/restored/%2/job%3"_s.arg(
        QStandardPaths::writableLocation(QStandardPaths::CacheLocation), key,
        QString::number(job.id.value));
}

/// Nothing that the result lists is gone or has another size.
bool isWhole(const compiled::CompileResult &result)
{
    return std::none_of(result.problems.begin(), result.problems.end(), [](const Diagnostic &d) {
        return d.id == "result.artefact-missing"_L1 || d.id == "result.artefact-changed"_L1;
    });
}

/// Files of some folders by their size, which is what can be compared without reading them.
QMultiHash<quint64, QString> filesBySize(const QStringList &folders)
{
    QMultiHash<quint64, QString> files;
    for (const auto &folder : folders) {
        QDirIterator it(folder, QDir::Files, QDirIterator::Subdirectories);
        while (it.hasNext() && files.size() < LargestSearch) {
            const auto path = it.next();
            files.insert(static_cast<quint64>(it.fileInfo().size()), path);
        }
    }
    return files;
}

/// Copies what is still missing in a restored folder from wherever the same bytes lie.
void fillFrom(const QStringList &folders, const std::vector<workspace::ArtefactRecord> &artefacts,
    const QString &target)
{
    std::optional<QMultiHash<quint64, QString>> files;
    for (const auto &artefact : artefacts) {
        const auto clean = QDir::cleanPath(artefact.relativePath);
        const auto place = QDir(target).filePath(clean);
        if (QDir::isAbsolutePath(clean) || clean.startsWith(".."_L1) || QFileInfo::exists(place))
            continue;
        if (!files)
            files = filesBySize(folders);
        const auto candidates = files->values(artefact.size);
        for (const auto &candidate : candidates) {
            const auto source = ByteSource::map(candidate);
            if (!source || sha256Hex((*source)->bytes()) != artefact.sha256)
                continue;
            QDir().mkpath(QFileInfo(place).path());
            QFile::copy(candidate, place);
            break;
        }
    }
}

} // namespace

std::shared_ptr<const compiled::CompileResult> recordedCompile(
    Workspace &workspace, const workspace::JobRecord &job, const QStringList &folders)
{
    if (auto there = compiled::readCompileResult(job.folder); there && isWhole(*there))
        return std::make_shared<const compiled::CompileResult>(std::move(*there));
    const auto folder = restoreFolder(workspace, job);
    const auto artefacts = workspace.artefacts(job.id);
    if (!artefacts || !workspace.restoreJob(job.id, folder))
        return nullptr;
    fillFrom(folders, *artefacts, folder);
    auto result = compiled::readCompileResult(folder);
    if (!result)
        return nullptr;
    return std::make_shared<const compiled::CompileResult>(std::move(*result));
}

std::shared_ptr<const compiled::CompileResult> WorkspaceFinder::compileOf(
    const ProgramContent &content) const
{
    const auto opened = Workspace::open(m_path);
    if (!opened)
        return nullptr;
    auto &file = **opened;
    auto candidates = file.jobsThatWrote(content.sha256).value_or(std::vector<workspace::JobId>());
    for (const auto &payload : content.payloads) {
        for (const auto job :
            file.jobsWithPayload(payload).value_or(std::vector<workspace::JobId>())) {
            if (std::find(candidates.begin(), candidates.end(), job) == candidates.end())
                candidates.push_back(job);
        }
    }
    if (candidates.empty())
        return nullptr;
    const auto jobs = file.jobHeads();
    if (!jobs)
        return nullptr;
    const auto folders = file.setting(QString::fromLatin1(SearchFoldersKey))
                             .value_or(QString())
                             .split(u'\n', Qt::SkipEmptyParts);
    for (const auto id : candidates) {
        const auto job = std::find_if(
            jobs->begin(), jobs->end(), [id](const auto &one) { return one.id == id; });
        if (job == jobs->end())
            continue;
        if (auto result = recordedCompile(file, *job, folders))
            return result;
    }
    return nullptr;
}

} // namespace tosaic
