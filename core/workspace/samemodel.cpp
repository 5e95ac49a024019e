// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/samemodel.h"

#include "core/base/storedfile.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

constexpr qint64 LargestRefs = 4 * 1024 * 1024; // bytes of packed-refs

/// The folder above a file that is under version control; empty if none is.
QString projectOf(const QString &path)
{
    for (auto folder = QFileInfo(path).absoluteDir();;) {
        if (folder.exists(u".git"_s))
            return folder.absolutePath();
        if (!folder.cdUp())
            return {};
    }
}

/// The file's place in its project; empty if it is in none.
QString placeInProject(const QString &path)
{
    const auto project = projectOf(path);
    return project.isEmpty() ? QString() : QDir(project).relativeFilePath(path);
}

QString lineOf(const QString &path)
{
    const auto bytes = readStored(path, LargestRefs);
    return bytes ? QString::fromUtf8(*bytes).section(u'\n', 0, 0).trimmed() : QString();
}

QString hashIn(const QString &text)
{
    static const QRegularExpression hash(u"^([0-9a-f]{64}|[0-9a-f]{40})$"_s);
    return hash.match(text).captured(1);
}

/// Of a reference that has no file of its own.
QString packedHash(const QString &folder, const QString &reference)
{
    const auto bytes = readStored(QDir(folder).filePath(u"packed-refs"_s), LargestRefs);
    if (!bytes)
        return {};
    for (const auto &line : bytes->split('\n')) {
        if (line.endsWith(' ' + reference.toUtf8()))
            return hashIn(QString::fromUtf8(line).section(u' ', 0, 0));
    }
    return {};
}

} // namespace

QString modelPath(const JobRecord &job)
{
    const auto model = std::ranges::find(job.sources, u"model"_s, &SourceRecord::role);
    return model == job.sources.end() ? QString() : model->path;
}

bool isSameModel(const QString &path, const QString &recorded)
{
    const auto place = placeInProject(path);
    if (path == recorded || place.isEmpty())
        return path == recorded;
    const auto other = placeInProject(recorded);
    return other.isEmpty() ? recorded.endsWith(u'/' + place) : other == place;
}

QString commitAround(const QString &path)
{
    const auto project = projectOf(path);
    if (project.isEmpty())
        return {};
    auto folder = QDir(project).filePath(u".git"_s);
    // Of a work tree beside the main one it is a file that says where the folder is.
    if (QFileInfo(folder).isFile())
        folder = QDir(project).absoluteFilePath(lineOf(folder).section(u"gitdir: "_s, 1));
    const auto head = lineOf(QDir(folder).filePath(u"HEAD"_s));
    const auto reference = head.section(u"ref: "_s, 1);
    if (reference.isEmpty())
        return hashIn(head);
    // References are shared by all work trees.
    const auto common = lineOf(QDir(folder).filePath(u"commondir"_s));
    const auto shared = common.isEmpty() ? folder : QDir(folder).absoluteFilePath(common);
    const auto own = hashIn(lineOf(QDir(shared).filePath(reference)));
    return own.isEmpty() ? packedHash(shared, reference) : own;
}

QString commitOf(const JobRecord &job)
{
    const auto commit = std::ranges::find(job.sources, u"commit"_s, &SourceRecord::role);
    return commit == job.sources.end() ? QString() : commit->path;
}

} // namespace tosaic::workspace
