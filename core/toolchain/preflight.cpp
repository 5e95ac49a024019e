// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/preflight.h"

#include "core/base/approvals.h"
#include "core/base/bytesource.h"
#include "core/base/storedfile.h"
#include "core/compiled/estimate.h"
#include "core/compiled/resultreader.h"
#include "core/compiled/resultwriter.h"
#include "core/spec/specrules.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/environment.h"
#include "core/toolchain/reprobundle.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <cerrno>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

Diagnostic error(const QString &id, const QString &file, const QString &text)
{
    return { id, Severity::Error, Location{ .file = file }, text };
}

/// The result of a compile that is known to have brought nothing.
std::optional<compiled::CompileResult> failedResult(const QDir &folder)
{
    const auto bytes = readStored(
        folder.filePath(QLatin1StringView(compiled::ResultFileName)), compiled::LargestResult);
    const auto object = QJsonDocument::fromJson(bytes.value_or(QByteArray())).object();
    const auto status = object.value(u"status"_s).toString();
    if (!object.contains(u"formatVersion"_s) || !object.contains(u"spec"_s)
        || (status != compiled::statusText(compiled::Status::Failed)
            && status != compiled::statusText(compiled::Status::Cancelled)))
        return {};
    return compiled::compileResultFromJson(object, folder.path());
}

/// Unchanged since it was written, and no link leads to it.
bool isListedFile(const QDir &folder, const compiled::Artefact &artefact)
{
    const auto path = folder.filePath(artefact.path);
    const auto place = QFileInfo(path).canonicalFilePath();
    if (place != QDir::cleanPath(folder.canonicalPath() + u'/' + artefact.path))
        return false;
    const auto source = ByteSource::map(path);
    return source && sha256Hex((*source)->bytes()) == artefact.sha256;
}

void removeFailedResult(const QDir &folder)
{
    const auto failed = failedResult(folder);
    if (!failed)
        return;
    const std::array own{ QLatin1StringView(compiled::ResultFileName),
        QLatin1StringView(ConsoleFileName), QLatin1StringView(ReproFileName) };
    for (const auto &artefact : failed->artefacts) {
        if (isListedFile(folder, artefact))
            QFile::remove(folder.filePath(artefact.path));
    }
    for (const auto &name : own)
        QFile::remove(folder.filePath(name));
}

/// Keys that only ExecuTorch obeys, in a spec for a file that goes to Vela as it is.
void tellUnused(const spec::CompileSpec &spec, std::vector<Diagnostic> &problems)
{
    const auto tell = [&problems](Severity severity, const QString &key, const QString &why) {
        problems.push_back({ u"spec.no-effect"_s, severity, Location{ .entity = key }, why });
    };
    if (!spec.keepOnCpu.isEmpty())
        tell(Severity::Warning, u"partition.keepOnCpu"_s,
            u"this file is partitioned already; only a Python or .pt2 model can be cut anew"_s);
    if (!spec.delegate)
        tell(Severity::Warning, u"delegate"_s,
            u"this file goes to Vela as it is: the NPU runs what it can"_s);
    auto keys = compiled::untoldKeys(spec);
    keys.removeAll(u"partition"_s);
    if (!keys.isEmpty())
        tell(Severity::Info, keys.first(),
            u"this file goes to Vela as it is; only a Python or .pt2 model is lowered with %1"_s
                .arg(keys.join(u", "_s)));
}

/// What a compile of this input may write under a fixed name; the driver has a marker of its own
/// for its partitions.
QStringList namesOfCompile(const CompileRequest &request, InputKind kind)
{
    const auto stem = QFileInfo(request.input).completeBaseName();
    QStringList names{ QLatin1StringView(compiled::ResultFileName),
        QLatin1StringView(ConsoleFileName), QLatin1StringView(ReproFileName) };
    if (!usesVelaAlone(kind))
        return names << stem + u".pte"_s << stem + u".pt2"_s << u".result.json"_s;
    const auto config = spec::resolved(request.spec).systemConfig.value_or(QString());
    names << velaModelName(request.input, kind) << stem + u"_per-layer.csv"_s
          << stem + u"_debug.xml"_s;
    return config.contains(u'/') ? names : names << stem + u"_summary_"_s + config + u".csv"_s;
}

} // namespace

QString folderOutside(const CompileRequest &request)
{
    const auto &folder = request.spec.intermediatesFolder;
    if (folder.isEmpty())
        return {};
    const auto path = QDir::cleanPath(QDir(request.outputFolder).absoluteFilePath(folder));
    const auto root = resolvedPlace(request.outputFolder);
    const auto place = resolvedPlace(path);
    const bool isBelow = !place.isEmpty() && (place == root || place.startsWith(root + u'/'));
    return isBelow ? QString() : path;
}

Diagnostic missingInterpreter()
{
    QString commands;
    if (const auto pins = readEnvironmentPins())
        commands = u"; this makes one: "_s
            + creationCommands(*pins, createdEnvironmentDir()).join(u" && "_s);
    return error(
        u"tool.missing"_s, {}, u"there is no Python environment with the compilers"_s + commands);
}

std::vector<Diagnostic> preflight(
    const CompileRequest &request, const Result<InputKind> &kind, const QString &sha256)
{
    auto problems = spec::check(request.spec);
    // Only ExecuTorch splits Vela's arguments at blanks; we pass a path as it is.
    if (kind && usesVelaAlone(*kind))
        std::erase_if(problems, [](const Diagnostic &d) {
            return (d.id == u"spec.space"_s && d.location.entity == u"configIni"_s)
                || (d.id == u"spec.no-effect"_s && d.location.entity == u"partition.keepOnCpu"_s);
        });
    if (!kind) {
        problems.push_back(diagnosticOf(kind.error()));
        return problems;
    }
    if (runsCode(*kind) && !request.trusted)
        problems.push_back(error(u"trust.needed"_s, QFileInfo(request.input).fileName(),
            u"compiling this file runs code that its author wrote; allow it only if you trust "
            "where it comes from"_s));
    else if (runsCode(*kind) && !request.trustedContent.isEmpty()
        && modelSubject(request.input, sha256).content != request.trustedContent)
        problems.push_back(error(u"trust.changed"_s, QFileInfo(request.input).fileName(),
            u"this file has changed since it was approved, and its code was not run; compile again "
            "if you trust what it holds now"_s));
    if (usesVelaAlone(*kind))
        tellUnused(request.spec, problems);
    else if (const auto folder = folderOutside(request);
             !folder.isEmpty() && !request.mayWriteOutside)
        problems.push_back({ u"trust.folder"_s, Severity::Error,
            Location{ .file = folder, .entity = u"intermediates"_s },
            u"the spec leaves files in this folder, outside of the output folder; approve the "
            "folder if it is meant"_s });
    if (request.interpreter.isEmpty())
        problems.push_back(missingInterpreter());
    return problems;
}

std::optional<Diagnostic> prepareOutput(
    const CompileRequest &request, InputKind kind, OutputMarker &marker)
{
    const QDir folder(request.outputFolder);
    errno = 0;
    if (request.outputFolder.isEmpty() || !QDir().mkpath(request.outputFolder))
        return writeProblem(request.outputFolder, u"the output folder cannot be made"_s, errno);
    const auto notTaken = marker.take(request.outputFolder);
    if (notTaken && notTaken->id == u"output.busy"_s)
        return notTaken;
    removeFailedResult(folder);
    QStringList results{ QLatin1StringView(compiled::ResultFileName),
        QLatin1StringView(ConsoleFileName) };
    if (usesVelaAlone(kind))
        results.append(velaModelName(request.input, kind));
    else
        results.append(QFileInfo(request.input).completeBaseName() + u".pte"_s);
    for (const auto &name : results) {
        if (!folder.exists(name))
            continue;
        marker.remove();
        return error(u"output.exists"_s, folder.filePath(name),
            u"what an earlier compile wrote is there and is never overwritten; choose a new "
            "folder"_s);
    }
    if (notTaken)
        return notTaken;
    const auto notClaimed = marker.claim(namesOfCompile(request, kind));
    if (notClaimed)
        marker.remove();
    return notClaimed;
}

Diagnostic writeProblem(const QString &path, const QString &reason, int systemError)
{
    const bool isFull = systemError == ENOSPC || systemError == EDQUOT || systemError == EFBIG;
    if (isFull)
        return error(u"io.disk-full"_s, path, u"the disk is full; free some space"_s);
    return error(u"io.write"_s, path,
        reason + (systemError == 0 ? QString() : u": "_s + qt_error_string(systemError)));
}

} // namespace tosaic::toolchain
