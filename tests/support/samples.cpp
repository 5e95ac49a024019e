// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples.h"

#include <QDir>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace tosaic::test {

QString fixturePath(const QString &name)
{
    return QStringLiteral(TOSAIC_SOURCE_DIR) + u"/tests/fixtures/generated/"_s + name;
}

QString samplesDir()
{
    const auto dir = qEnvironmentVariable("TOSAIC_SAMPLES");
    return dir.isEmpty() ? QString() : QDir(dir).absolutePath();
}

QString temporaryDir()
{
    static const QTemporaryDir root;
    static int next = 0;
    const auto dir = root.filePath(QString::number(next++));
    QDir().mkpath(dir);
    return dir;
}

} // namespace tosaic::test
