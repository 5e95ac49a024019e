// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/samples.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace tosaic::test {

/// A copy of a fixture's folder as compiles were before they recorded what became of each node.
inline QString compileWithoutOrigins(const QString &fixture)
{
    const QDir from(fixturePath(fixture));
    const QDir to(temporaryDir());
    QDirIterator files(from.path(), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const auto path = from.relativeFilePath(files.next());
        to.mkpath(QFileInfo(path).path());
        QFile::copy(from.filePath(path), to.filePath(path));
    }
    QFile result(to.filePath(QStringLiteral("result.json")));
    if (!result.open(QIODevice::ReadOnly))
        return {};
    auto object = QJsonDocument::fromJson(result.readAll()).object();
    result.close();
    object.remove(QStringLiteral("origins"));
    result.remove(); // a copy may be read-only
    if (!result.open(QIODevice::WriteOnly))
        return {};
    result.write(QJsonDocument(object).toJson());
    return to.path();
}

} // namespace tosaic::test
