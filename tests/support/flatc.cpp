// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/flatc.h"

#include "tests/support/samples.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace tosaic::test {

namespace {

constexpr int Patience = 60'000; // ms

bool succeeds(QProcess &process, const QString &program, const QStringList &arguments)
{
    process.start(program, arguments);
    return process.waitForFinished(Patience) && process.exitStatus() == QProcess::NormalExit
        && process.exitCode() == 0;
}

QByteArray strictJson(const QByteArray &text)
{
    static const QRegularExpression bare(u"(?<=[\\s\\[:])(-?inf|-?nan)(?=[\\s,\\]])"_s);
    return QString::fromUtf8(text).replace(bare, u"\"\\1\""_s).toUtf8();
}

} // namespace

QString executorchFolder()
{
    const auto python = qEnvironmentVariable("TOSAIC_PYTHON");
    const auto script = u"import importlib.util as u; "
                        "print(u.find_spec('executorch').submodule_search_locations[0])"_s;
    QProcess process;
    if (python.isEmpty() || !succeeds(process, python, { u"-c"_s, script }))
        return {};
    return QString::fromLocal8Bit(process.readAllStandardOutput()).trimmed();
}

QString executorchSchema(const QString &path)
{
    const auto folder = executorchFolder();
    const auto schema = folder + u'/' + path;
    return !folder.isEmpty() && QFileInfo::exists(schema) ? schema : QString();
}

QJsonObject decodedByFlatc(const QString &schema, const QString &path)
{
    const auto folder = temporaryDir();
    QProcess process;
    if (!succeeds(process, QStandardPaths::findExecutable(u"flatc"_s),
            { u"--json"_s, u"--strict-json"_s, u"--defaults-json"_s, u"--raw-binary"_s, u"-o"_s,
                folder, schema, u"--"_s, path }))
        return {};
    QFile result(folder + u'/' + QFileInfo(path).completeBaseName() + u".json"_s);
    if (!result.open(QIODevice::ReadOnly))
        return {};
    const auto text = result.readAll();
    result.remove(); // hundreds of megabytes over all samples
    return QJsonDocument::fromJson(strictJson(text)).object();
}

} // namespace tosaic::test
