// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/filefolder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

QString fileFolder()
{
    static const QTemporaryDir folder(
        (QFileInfo(u"/dev/shm"_s).isWritable() ? u"/dev/shm"_s : QDir::tempPath())
        + u"/tosaic-fuzz-XXXXXX"_s);
    return folder.path();
}

bool writeInput(const QString &name, QByteArrayView bytes)
{
    QFile file(fileFolder() + u'/' + name);
    if (name.contains(u'/'))
        QDir().mkpath(QFileInfo(file).path());
    return file.open(QIODevice::WriteOnly)
        && file.write(bytes.data(), bytes.size()) == bytes.size();
}

} // namespace tosaic::fuzz
