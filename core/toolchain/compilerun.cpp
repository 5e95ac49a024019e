// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/compilerun.h"

#include "core/base/bytesource.h"
#include "core/compiled/problemjson.h"
#include "core/compiled/resultreader.h"
#include "core/compiled/resultwriter.h"
#include "core/compiled/velasummary.h"
#include "core/spec/specrules.h"
#include "core/toolchain/outputmarker.h"
#include "core/toolchain/problemplaces.h"
#include "core/toolchain/reprobundle.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

namespace {

constexpr qint64 LargestSummary = 1024 * 1024; // bytes of a summary CSV

bool hasError(const compiled::CompileResult &result)
{
    return std::any_of(result.problems.begin(), result.problems.end(),
        [](const Diagnostic &d) { return d.severity == Severity::Error; });
}

compiled::CompileResult emptyResult(const RunRecord &record)
{
    compiled::CompileResult result;
    result.folder = record.request.outputFolder;
    result.spec = record.request.spec;
    result.resolvedSpec = spec::resolved(record.request.spec);
    result.sourceName = QFileInfo(record.request.input).fileName();
    result.sourceSha256 = record.sourceSha256;
    const std::pair<const char16_t *, const char16_t *> tools[] = { { u"vela", u"ethos-u-vela" },
        { u"executorch", u"executorch" }, { u"torch", u"torch" } };
    for (const auto &[name, package] : tools) {
        const auto version = record.environment.version(QString::fromUtf16(package));
        const bool isUsed = !usesVelaAlone(record.kind) || QStringView(name) == u"vela";
        if (!version.isEmpty() && isUsed)
            result.tools.emplace(QString::fromUtf16(name), version);
    }
    return result;
}

/// Why the process ended as it did; absent if it ended by itself.
std::optional<Diagnostic> endProblem(const RunRecord &record)
{
    if (record.end.kind == ToolProcess::End::Exited || record.end.kind == ToolProcess::End::Crashed)
        return {};
    auto problem = record.end.problem({ .missing = interpreterMissing(),
        .timeout
        = u"the compiler did not end within %1 s and was stopped; raise the time limit, "
          "or keep what takes so long on the CPU"_s.arg(record.request.timeLimitMs / 1000.0) });
    if (record.end.kind == ToolProcess::End::NotStarted)
        problem.location.file = record.request.interpreter;
    return problem;
}

/// Vela reads it some time after it was hashed; our driver holds what it loads against the hash.
std::optional<Diagnostic> changedInput(const RunRecord &record)
{
    const auto source = ByteSource::map(record.request.input);
    if (source && sha256Hex((*source)->bytes()) == record.sourceSha256)
        return {};
    return Diagnostic{ u"input.changed"_s, Severity::Warning,
        Location{ .file = QFileInfo(record.request.input).fileName() },
        u"it has changed since the compile began, so that the result may be of either content; "
        "compile again"_s };
}

void readVelaReports(compiled::CompileResult &result, const RunRecord &record)
{
    const auto base = QFileInfo(record.request.input).completeBaseName();
    const QDir folder(result.folder);
    addArtefact(result, record.kind == InputKind::Tosa ? u"vela-npz"_s : u"tflite"_s,
        velaModelName(record.request.input, record.kind));
    const auto config = result.resolvedSpec.systemConfig.value_or(QString());
    const auto summaryName = base + u"_summary_"_s + config + u".csv"_s;
    addArtefact(result, u"vela-summary"_s, summaryName);
    addArtefact(result, u"vela-per-layer"_s, base + u"_per-layer.csv"_s);
    addArtefact(result, u"vela-debug-db"_s, base + u"_debug.xml"_s);
    QFile file(folder.filePath(summaryName));
    const auto summary = file.open(QIODevice::ReadOnly)
        ? compiled::readVelaSummary(file.read(LargestSummary))
        : fail(ErrorCode::IoOpen, file.errorString());
    if (summary) {
        result.summary = summary->summary;
    } else {
        auto problem = diagnosticOf(summary.error());
        problem.severity = Severity::Warning; // the model itself is there
        problem.location.file = summaryName;
        result.problems.push_back(problem);
    }
    result.summary.cpuOperators = record.console.cpuOperators();
    result.summary.npuOperators = record.console.npuOperators();
    if (summary && summary->arenaLimitBytes
        && *summary->summary.sramBytes > *summary->arenaLimitBytes)
        result.problems.push_back({ u"vela.over-limit"_s, Severity::Warning, {},
            u"%1 bytes of SRAM are used, the limit is %2: in this memory mode Vela takes the "
            "limit as a wish"_s.arg(*summary->summary.sramBytes)
                .arg(*summary->arenaLimitBytes) });
}

compiled::CompileResult velaResult(RunRecord &record)
{
    auto result = emptyResult(record);
    if (auto changed = changedInput(record))
        result.problems.push_back(std::move(*changed));
    for (auto &warning : record.console.takeWarnings())
        result.problems.push_back(std::move(warning));
    if (record.end.kind == ToolProcess::End::Crashed)
        result.problems.push_back(record.console.crash(record.end.detail));
    else if (record.end.kind == ToolProcess::End::Exited && record.end.exitCode != 0)
        result.problems.push_back(record.console.failure(record.end.exitCode));
    const auto model = velaModelName(record.request.input, record.kind);
    if (record.end.kind != ToolProcess::End::Exited || record.end.exitCode != 0) {
        // Vela writes under the final names at once; half a model must not look like a whole one.
        if (record.ownsFolder)
            QFile::remove(QDir(result.folder).filePath(model));
        return result;
    }
    readVelaReports(result, record);
    if (QFileInfo(QDir(result.folder).filePath(model)).isFile())
        result.status = compiled::Status::Succeeded;
    else
        result.problems.push_back({ u"vela.no-output"_s, Severity::Error, {},
            u"Vela ended without an error and without %1; does an extra flag end it?"_s.arg(
                model) });
    return result;
}

/// A worker that was killed leaves half of what it was writing; the names are the driver's.
void removeHalfDone(const RunRecord &record)
{
    QDir folder(record.request.outputFolder);
    const auto stem = QFileInfo(record.request.input).completeBaseName();
    for (const auto &name : { stem + u".pte"_s, stem + u".pt2"_s, u".result.json"_s })
        folder.remove(name);
    const auto made = folder.entryList(
        { u"partition*"_s, u".work-*"_s }, QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot);
    for (const auto &name : made)
        QDir(folder.filePath(name)).removeRecursively();
}

/// What the supervisor of a driver that was stopped does not know of it.
void completeFromRequest(compiled::CompileResult &result, const RunRecord &record)
{
    if (!result.sourceName.isEmpty() && !result.spec.target.isEmpty()
        && !result.resolvedSpec.target.isEmpty())
        return;
    auto known = emptyResult(record);
    if (result.sourceName.isEmpty()) {
        result.sourceName = known.sourceName;
        result.sourceSha256 = known.sourceSha256;
    }
    if (result.spec.target.isEmpty())
        result.spec = std::move(known.spec);
    if (result.resolvedSpec.target.isEmpty())
        result.resolvedSpec = std::move(known.resolvedSpec);
    if (result.tools.empty())
        result.tools = std::move(known.tools);
}

/// The driver's own result.json, or one in its place if it could not write any.
compiled::CompileResult driverResult(RunRecord &record)
{
    const bool wasStopped = record.end.kind == ToolProcess::End::Cancelled
        || record.end.kind == ToolProcess::End::TimedOut;
    if (record.end.kind != ToolProcess::End::NotStarted) {
        if (auto read = compiled::readCompileResult(record.request.outputFolder)) {
            if (record.end.kind == ToolProcess::End::TimedOut) {
                read->status = compiled::Status::Failed; // to the driver it looks like a cancel
                std::erase_if(
                    read->problems, [](const Diagnostic &d) { return d.id == u"cancelled"_s; });
            }
            completeFromRequest(*read, record);
            return std::move(*read);
        }
    }
    if (record.wasWarm && record.ownsFolder)
        removeHalfDone(record);
    auto result = emptyResult(record);
    if (record.end.kind == ToolProcess::End::Crashed)
        result.problems.push_back({ u"tool.crashed"_s, Severity::Error, {},
            u"the compiler driver was ended by %1; is there enough memory? console.txt has its "
            "last words"_s.arg(record.end.detail) });
    else if (!wasStopped && record.end.kind == ToolProcess::End::Exited)
        result.problems.push_back({ u"tool.failed"_s, Severity::Error, {},
            u"the compiler driver ended with exit code %1 and left no result; console.txt has its "
            "last words"_s.arg(record.end.exitCode) });
    return result;
}

} // namespace

void addArtefact(compiled::CompileResult &result, const QString &kind, const QString &relativePath)
{
    const auto source = ByteSource::map(QDir(result.folder).filePath(relativePath));
    if (!source)
        return;
    const auto size = (*source)->size();
    result.artefacts.push_back(
        { kind, relativePath, sha256Hex((*source)->bytes()), size, std::nullopt });
}

compiled::CompileResult concludeRun(RunRecord record)
{
    const bool hasRun = record.end.kind != ToolProcess::End::NotStarted;
    auto result = !hasRun            ? emptyResult(record)
        : usesVelaAlone(record.kind) ? velaResult(record)
                                     : driverResult(record);
    const bool isListed = std::any_of(result.problems.begin(), result.problems.end(),
        [](const Diagnostic &d) { return d.id == u"cancelled"_s; });
    const auto ended = endProblem(record);
    if (record.end.kind == ToolProcess::End::Cancelled)
        result.status = compiled::Status::Cancelled;
    if (ended && !(isListed && ended->id == u"cancelled"_s)
        && (hasRun || !record.end.detail.isEmpty()))
        result.problems.push_back(*ended);
    // The program ends with an error then; result.json must not say something else.
    const bool lostConsole
        = std::any_of(record.problems.begin(), record.problems.end(), [](const Diagnostic &d) {
              return d.severity == Severity::Error && d.id.startsWith(u"io.");
          });
    if (lostConsole && result.status == compiled::Status::Succeeded)
        result.status = compiled::Status::Failed;
    result.stages = record.stages;
    if (record.end.kind == ToolProcess::End::Exited)
        result.exitCode = record.end.exitCode;
    // Those found before it started come first: they often explain the rest.
    result.problems.insert(result.problems.begin(), record.problems.begin(), record.problems.end());
    if (result.status == compiled::Status::Failed && !hasError(result))
        result.problems.push_back({ u"tool.failed"_s, Severity::Error, {},
            u"the compiler failed without saying why; see console.txt"_s });
    placeProblems(result.problems, record.request.spec,
        QFileInfo(record.request.input).absolutePath(),
        QDir(result.folder).filePath(QLatin1StringView(ConsoleFileName)));
    if (!record.ownsFolder)
        return result;
    addArtefact(result, usesVelaAlone(record.kind) ? u"console"_s : u"log"_s,
        QLatin1StringView(ConsoleFileName));
    const auto written = usesVelaAlone(record.kind) ? compiled::writeCompileResult(result)
                                                    : compiled::updateCompileResult(result);
    if (!written) {
        result.problems.push_back(diagnosticOf(written.error()));
        if (result.status == compiled::Status::Succeeded)
            result.status = compiled::Status::Failed;
    }
    keepReproBundle(record.request, result, record.environment);
    if (written) // else the next compile into this folder clears what is here
        removeMarker(result.folder);
    return result;
}

} // namespace tosaic::toolchain
