// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/environmentfolder.h"

#include "core/toolchain/environment.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

QString otherEnvironments()
{
    return QDir::cleanPath(createdEnvironmentDir() + u"/../environments"_s);
}

} // namespace

bool isMadeByTosaic(const QString &environmentDir)
{
    return !environmentDir.isEmpty()
        && QFileInfo(QDir(environmentDir).filePath(QLatin1StringView(MadeMark))).isFile();
}

Result<void> markAsMade(const QString &environmentDir)
{
    QFile mark(QDir(environmentDir).filePath(QLatin1StringView(MadeMark)));
    if (!mark.open(QIODevice::WriteOnly))
        return fail(ErrorCode::IoWrite, mark.errorString(), Location{ .file = mark.fileName() });
    return {};
}

QString environmentDirOf(const QString &interpreter)
{
    QDir folder(QFileInfo(interpreter).absolutePath());
    if (folder.dirName() != "bin"_L1 || !folder.cdUp() || !folder.exists(u"pyvenv.cfg"_s))
        return {};
    return folder.absolutePath();
}

QString velaEnvironmentDir(const QString &version)
{
    return QDir(otherEnvironments()).filePath(u"vela-"_s + version);
}

QStringList madeEnvironments()
{
    QStringList folders;
    if (QFileInfo(createdEnvironmentDir()).isDir())
        folders.append(createdEnvironmentDir());
    const QDir others(otherEnvironments());
    for (const auto &name : others.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        folders.append(others.filePath(name));
    return folders;
}

QFuture<Result<void>> removeEnvironment(const QString &environmentDir)
{
    return QtConcurrent::run([environmentDir]() -> Result<void> {
        const Location location{ .file = environmentDir };
        if (!isMadeByTosaic(environmentDir))
            return fail(ErrorCode::SpecInvalid,
                u"this environment was not made by Tosaic, so it stays"_s, location);
        // The mark goes last: what is left after a failure can be removed once more.
        QDir folder(environmentDir);
        for (const auto &name : folder.entryList(
                 QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot)) {
            const QFileInfo info(folder.filePath(name));
            if (name == QLatin1StringView(MadeMark))
                continue;
            const bool isFolder = info.isDir() && !info.isSymLink();
            if (isFolder ? !QDir(info.filePath()).removeRecursively()
                         : !QFile::remove(info.filePath()))
                return fail(ErrorCode::IoWrite, u"it cannot be removed"_s,
                    Location{ .file = info.filePath() });
        }
        if (!folder.removeRecursively())
            return fail(ErrorCode::IoWrite, u"it cannot be removed"_s, location);
        return {};
    });
}

} // namespace tosaic::toolchain
