// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/interpreterstate.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

void addState(QStringList &parts, const QFileInfo &file)
{
    if (file.exists())
        parts.append(file.absoluteFilePath() + u'@'
            + QString::number(file.lastModified().toMSecsSinceEpoch()));
}

/// pip renames folders in these, so their time changes with every install.
void addPackageFolders(QStringList &parts, const QDir &prefix)
{
    for (const auto &library : { u"lib"_s, u"lib64"_s, u"local/lib"_s }) {
        const QDir folder(prefix.filePath(library));
        for (const auto &version : folder.entryList({ u"python3*"_s }, QDir::Dirs, QDir::Name)) {
            for (const auto &packages : { u"site-packages"_s, u"dist-packages"_s })
                addState(parts, QFileInfo(folder.filePath(version + u'/' + packages)));
        }
    }
}

} // namespace

QString interpreterState(const QString &interpreter)
{
    const QFileInfo file(interpreter);
    if (interpreter.isEmpty() || !file.exists())
        return {};
    // A virtual environment's interpreter is a link: its packages are beside the link.
    QStringList parts;
    addState(parts, file);
    parts.append(file.canonicalFilePath());
    const QDir prefix(QDir::cleanPath(file.absolutePath() + u"/.."_s));
    addState(parts, QFileInfo(prefix.filePath(u"pyvenv.cfg"_s)));
    addPackageFolders(parts, prefix);
    return parts.join(u'\n');
}

} // namespace tosaic::toolchain
