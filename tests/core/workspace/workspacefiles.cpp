// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/workspace/workspacefiles.h"

#include "core/base/bytesource.h"
#include "core/compiled/resultwriter.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace tosaic::test {

QString writeFile(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly)) << qPrintable(path);
    file.write(bytes);
    return path;
}

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << qPrintable(path);
    return file.readAll();
}

compiled::Artefact artefact(
    const QString &folder, const QString &name, const QByteArray &bytes, const QString &kind)
{
    writeFile(folder + u'/' + name, bytes);
    return { .kind = kind,
        .path = name,
        .sha256 = sha256Hex(bytes),
        .size = static_cast<quint64>(bytes.size()) };
}

compiled::CompileResult compileIn(const QString &folder, const QString &name)
{
    const auto text = name.toUtf8();
    compiled::CompileResult result{ .folder = folder,
        .status = compiled::Status::Succeeded,
        .tools = { { u"vela"_s, u"5.1.0"_s }, { u"executorch"_s, u"1.0.0"_s } },
        .sourceName = u"model.py"_s,
        .sourceSha256 = sha256Hex("source of the model") };
    result.spec.target = u"ethos-u55-128"_s;
    result.summary.cyclesTotal = 97;
    result.partitions.push_back({ .index = 0, .payloadSha256 = sha256Hex("payload of " + text) });
    result.artefacts = { artefact(folder, u"model.pte"_s, "program of " + text),
        artefact(folder, u"partition0/partition.tosa"_s, "tosa of " + text, u"tosa"_s),
        artefact(
            folder, u"partition0/debug.xml"_s, "debug database of " + text, u"vela-debug-db"_s) };
    result.artefacts[1].partition = 0;
    result.artefacts[2].partition = 0;
    EXPECT_TRUE(compiled::writeCompileResult(result));
    return result;
}

} // namespace tosaic::test
