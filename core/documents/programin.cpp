// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/programin.h"

#include "core/base/try.h"
#include "core/compiled/resultreader.h"
#include "core/compiled/resultwriter.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

/// What compiles call the files of these kinds.
QString artefactKind(const QString &suffix)
{
    return suffix == "npz"_L1 ? u"vela-npz"_s : suffix;
}

QStringList filters(const QStringList &suffixes)
{
    QStringList patterns;
    for (const auto &suffix : suffixes)
        patterns.append(u"*."_s + suffix);
    return patterns;
}

} // namespace

Result<QString> programIn(const QString &path, const QStringList &suffixes)
{
    const QFileInfo info(path);
    const auto resultName = QLatin1StringView(compiled::ResultFileName);
    if (!info.isDir() && info.fileName() != resultName)
        return path;
    const QDir folder(info.isDir() ? info.absoluteFilePath() : info.absolutePath());
    if (folder.exists(resultName)) {
        const auto result = TRY(compiled::readCompileResult(folder.path()));
        for (const auto &suffix : suffixes) {
            const auto made = result.artefactPath(artefactKind(suffix));
            if (!made.isEmpty() && QFileInfo::exists(made))
                return made;
        }
    }
    const auto names = folder.entryList(filters(suffixes), QDir::Files, QDir::Name);
    if (names.size() == 1)
        return folder.filePath(names.first());
    return fail(ErrorCode::FormatUnknown,
        names.isEmpty()
            ? u"the folder has no program (%1): name a file"_s.arg(filters(suffixes).join(u", "_s))
            : u"the folder has several programs, name one of them: %1"_s.arg(names.join(u", "_s)),
        Location{ .file = folder.path() });
}

} // namespace tosaic
