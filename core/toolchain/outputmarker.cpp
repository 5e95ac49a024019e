// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/outputmarker.h"

#include "core/compiled/resultreader.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/preflight.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr qint64 LargestMarker = 1024 * 1024; // bytes

QStringList claimedNames(int file)
{
    QFile reader;
    if (!reader.open(file, QIODevice::ReadOnly) || reader.size() > LargestMarker)
        return {};
    QStringList names;
    const auto files
        = QJsonDocument::fromJson(reader.readAll()).object().value(u"files"_s).toArray();
    for (const auto &value : files) {
        const auto name = value.toString();
        if (!name.isEmpty() && QFileInfo(name).fileName() == name && name != u"."_s
            && name != u".."_s)
            names.append(name);
    }
    return names;
}

/// result.json as concludeRun leaves it: killed between that and the removal of the marker.
bool cameToItsEnd(const QString &folder)
{
    const auto result = compiled::readCompileResult(folder);
    return result
        && !(result->artefactPath(u"console"_s) + result->artefactPath(u"log"_s)).isEmpty();
}

/// A link is removed, never what it leads to; a folder of that name is not ours.
void clearUnfinished(const QDir &folder, const QStringList &names)
{
    for (const auto &name : names) {
        const QFileInfo info(folder.filePath(name));
        if (info.isSymLink() || !info.isDir())
            QFile::remove(info.filePath());
    }
}

/// The lock is of the file that the name leads to: its last owner may have removed that meanwhile.
bool isStillThere(int file, const QByteArray &path)
{
    struct stat own = {};
    struct stat named = {};
    return ::fstat(file, &own) == 0 && ::lstat(path.constData(), &named) == 0
        && own.st_ino == named.st_ino && own.st_dev == named.st_dev;
}

} // namespace

OutputMarker::~OutputMarker()
{
    release();
}

std::optional<Diagnostic> OutputMarker::take(const QString &folder)
{
    release();
    m_folder = folder;
    m_path = QDir(folder).filePath(QLatin1StringView(MarkerFileName));
    const auto path = QFile::encodeName(m_path);
    do {
        release();
        m_file = ::open(path.constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (m_file < 0)
            return writeProblem(folder, u"the folder cannot be written"_s, errno);
        // A share without locks: console.txt, which is made anew, still keeps two jobs apart.
        if (::flock(m_file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            release();
            return Diagnostic{ u"output.busy"_s, Severity::Error, Location{ .file = folder },
                u"another compile writes to this folder; wait for it, or choose a new folder"_s };
        }
    } while (!isStillThere(m_file, path));
    const auto names = claimedNames(m_file);
    if (!names.isEmpty() && !cameToItsEnd(folder))
        clearUnfinished(QDir(folder), names);
    return {};
}

std::optional<Diagnostic> OutputMarker::claim(const QStringList &names)
{
    QJsonArray files;
    const QDir folder(m_folder);
    for (const auto &name : names) {
        const QFileInfo info(folder.filePath(name));
        if (!info.exists() && !info.isSymLink())
            files.append(name);
    }
    const auto text = QJsonDocument(QJsonObject{ { u"files"_s, files } }).toJson();
    errno = 0;
    // On the disk before anything else of the compile is.
    const bool isWritten = ::ftruncate(m_file, 0) == 0
        && ::pwrite(m_file, text.constData(), static_cast<size_t>(text.size()), 0) == text.size()
        && ::fsync(m_file) == 0;
    if (isWritten)
        return {};
    // A short write says no reason; there is only one.
    return writeProblem(m_folder, u"the folder cannot be written"_s, errno == 0 ? ENOSPC : errno);
}

void OutputMarker::remove()
{
    if (m_file >= 0)
        QFile::remove(m_path);
    release();
}

void OutputMarker::release()
{
    if (m_file >= 0)
        ::close(m_file);
    m_file = -1;
}

void removeMarker(const QString &folder)
{
    QFile::remove(QDir(folder).filePath(QLatin1StringView(MarkerFileName)));
}

} // namespace tosaic::toolchain
