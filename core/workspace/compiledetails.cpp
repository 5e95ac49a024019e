// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/compiledetails.h"

#include "core/base/bytesource.h"
#include "core/compiled/resultreader.h"
#include "core/spec/calibrationpictures.h"
#include "core/spec/specjson.h"
#include "core/spec/specrules.h"
#include "core/toolchain/reprobundle.h"
#include "core/workspace/samemodel.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tosaic::workspace {

namespace {

/// Absent if the file cannot be read, or is not the one with this hash.
std::optional<SourceRecord> sourceOf(
    const QString &role, const QString &path, const QString &expected = {})
{
    const auto source = ByteSource::map(path);
    if (path.isEmpty() || !source)
        return std::nullopt;
    const auto sha256 = sha256Hex((*source)->bytes());
    if (!expected.isEmpty() && sha256 != expected)
        return std::nullopt;
    return SourceRecord{ role, QFileInfo(path).absoluteFilePath(), sha256, (*source)->size() };
}

/// The `source` of result.json, for a file that is gone or was changed while it was compiled.
SourceRecord statedModel(const compiled::CompileResult &result)
{
    const bool isHash = result.sourceSha256.size() == 64;
    return { u"model"_s, {}, isHash ? result.sourceSha256 : QString(), 0 };
}

/// Also of a compile that ended before any tool told its version.
bool isExecuTorch(const compiled::CompileResult &result)
{
    const std::array endings{ ".py"_L1, ".pt2"_L1, ".pte"_L1 };
    return result.tools.contains(u"executorch"_s)
        || std::any_of(endings.begin(), endings.end(), [&](const auto &ending) {
               return result.sourceName.endsWith(ending, Qt::CaseInsensitive);
           });
}

/// What the model was calibrated with, but for the random samples of the spec. Relative paths start
/// at the model's folder.
std::vector<SourceRecord> calibrationOf(const spec::Calibration &calibration, const QString &model)
{
    std::vector<SourceRecord> found;
    const auto folder = QFileInfo(model).absoluteDir();
    for (const auto &file : calibration.files) {
        if (const auto source = sourceOf(u"calibration"_s, folder.absoluteFilePath(file)))
            found.push_back(*source);
    }
    const auto pictures = folder.absoluteFilePath(calibration.images.folder);
    if (calibration.images.folder.isEmpty())
        return found;
    if (const auto facts = spec::pictureFacts(pictures))
        found.push_back(
            { u"calibration"_s, QDir::cleanPath(pictures), facts->sha256, facts->size });
    return found;
}

} // namespace

JobRecord compileDetails(
    const compiled::CompileResult &result, const QString &input, const QString &interpreter)
{
    JobRecord details{ .kind = isExecuTorch(result) ? u"executorch"_s : u"vela"_s };
    details.spec = spec::toJson(result.spec);
    details.resolvedSpec = spec::toJson(result.resolvedSpec);
    details.interpreter = interpreter;
    details.exitCode = result.exitCode;
    // When its result was written, not when it is recorded.
    const QFileInfo written(
        QDir(result.folder).filePath(QLatin1StringView(compiled::ResultFileName)));
    if (written.exists())
        details.ended = details.started = written.lastModified().toUTC();
    for (const auto &stage : result.stages) {
        details.stages.push_back({ stage.name, stage.milliseconds });
        if (written.exists())
            details.started = details.started.addMSecs(-static_cast<qint64>(stage.milliseconds));
    }
    const auto bundle
        = QDir(result.folder).absoluteFilePath(QString::fromLatin1(toolchain::ReproFileName));
    if (QFileInfo::exists(bundle))
        details.bundle = bundle;
    const auto isPte
        = [](const QString &name) { return name.endsWith(".pte"_L1, Qt::CaseInsensitive); };
    const bool isProgram = isPte(result.sourceName) || isPte(input);
    details.action = isProgram ? u"respec"_s : u"compile"_s;
    if (const auto model = sourceOf(u"model"_s, input, result.sourceSha256))
        details.sources.push_back(*model);
    else if (!result.sourceName.isEmpty())
        details.sources.push_back(statedModel(result));
    if (const auto commit = commitAround(input); !input.isEmpty() && !commit.isEmpty())
        details.sources.push_back({ u"commit"_s, commit, {}, 0 });
    // An exchange of payloads states the model that its program was once compiled from.
    if (isPte(input) && !isPte(result.sourceName)) {
        if (const auto program = sourceOf(u"program"_s, input))
            details.sources.push_back(*program);
    }
    if (const auto &config = result.spec.configIni; config && QDir::isAbsolutePath(*config)) {
        if (const auto ini = sourceOf(u"config"_s, *config))
            details.sources.push_back(*ini);
    }
    if (const auto &calibration = result.spec.calibration; calibration && !input.isEmpty())
        std::ranges::move(calibrationOf(*calibration, input), std::back_inserter(details.sources));
    return details;
}

JobRecord startedCompile(const toolchain::CompileRequest &request)
{
    const compiled::CompileResult known{ .folder = request.outputFolder,
        .spec = request.spec,
        .resolvedSpec = spec::resolved(request.spec),
        .sourceName = QFileInfo(request.input).fileName() };
    auto details = compileDetails(known, request.input, request.interpreter);
    details.bundle.clear(); // of an earlier compile
    details.folder = known.folder;
    details.sourceName = known.sourceName;
    for (const auto &source : details.sources) {
        if (source.role == "model"_L1)
            details.sourceSha256 = source.sha256;
    }
    details.started = QDateTime::currentDateTimeUtc();
    return details;
}

} // namespace tosaic::workspace
