// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace tosaic::test {

QString sourcePath(const QString &name)
{
    return QStringLiteral(TOSAIC_SOURCE_DIR "/") + name;
}

QString programPath(const QString &name)
{
    return QStringLiteral(TOSAIC_BIN_DIR "/") + name;
}

QString fixturePath(const QString &name)
{
    return sourcePath(u"tests/fixtures/generated/"_s) + name;
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

QString written(const QString &name, const QByteArray &bytes)
{
    const auto path = temporaryDir() + u'/' + name;
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size())
        << qPrintable(path);
    return path;
}

QByteArray fileBytes(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonObject jsonFile(const QString &path)
{
    return QJsonDocument::fromJson(fileBytes(path)).object();
}

} // namespace tosaic::test
