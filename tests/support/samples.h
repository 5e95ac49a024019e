// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>

/// Files that tests read: fixtures made by tests/fixtures/generate.py (always there) and other
/// people's real files (only where TOSAIC_SAMPLES says).
namespace tosaic::test {

// Functions, not definitions on the compiler's command line: a test compiled in one checkout is
// then the same in another, and ccache finds it.
/// A file of this repository, by its path from the root.
QString sourcePath(const QString &name);
/// A program that the build made.
QString programPath(const QString &name);
/// tests/fixtures/generated/<name>
QString fixturePath(const QString &name);
/// Folder of real samples; empty if TOSAIC_SAMPLES is not set.
QString samplesDir();
/// A fresh temporary folder, removed at the end of the program.
QString temporaryDir();
/// Path of a file of that name and content in a fresh temporary folder.
QString written(const QString &name, const QByteArray &bytes);
/// Content of a file; empty without it.
QByteArray fileBytes(const QString &path);
/// The object of a JSON file; empty where there is none.
QJsonObject jsonFile(const QString &path);

} // namespace tosaic::test

/// Skips the test, saying so, when the real samples are not there.
#define TOSAIC_NEED_SAMPLES()                                                                      \
    do {                                                                                           \
        if (tosaic::test::samplesDir().isEmpty())                                                  \
            GTEST_SKIP() << "TOSAIC_SAMPLES is not set: the real sample files are not here";       \
    } while (false)
