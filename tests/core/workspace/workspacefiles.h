// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"

#include <QByteArray>
#include <QString>

/// Files and compiles for the tests of the workspace.
namespace tosaic::test {

QString writeFile(const QString &path, const QByteArray &bytes);
QByteArray bytesOf(const QString &path);

/// An artefact of a compile in `folder`, written there.
compiled::Artefact artefact(const QString &folder, const QString &name, const QByteArray &bytes,
    const QString &kind = QStringLiteral("pte"));

/// A compile in a new folder: the program `pte`, one partition with its TOSA graph and debug
/// database, and result.json. Contents follow from `name`.
compiled::CompileResult compileIn(const QString &folder, const QString &name);

} // namespace tosaic::test
