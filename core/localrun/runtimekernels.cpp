// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/runtimekernels.h"

#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/toolchain/driverrun.h"

#include <QDir>
#include <QEventLoop>
#include <QJsonArray>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

QString inputPath(const QTemporaryDir &folder, qint32 value)
{
    return folder.filePath(u"in%1.npy"_s.arg(value));
}

QString outputPath(const QTemporaryDir &folder, qint32 value)
{
    return folder.filePath(u"out/outputs/%1.npy"_s.arg(value));
}

/// What the driver is told: which instructions, and where the tensors are.
Result<QJsonObject> jobFor(const RuntimePlace &place, const Segment &segment,
    const MethodMemory &memory, const QTemporaryDir &folder)
{
    QJsonArray inputs;
    for (const auto value : segment.reads) {
        const auto path = inputPath(folder, value);
        TRY(saveFile(path, TRY(npyOf(TRY(memory.array(value))))));
        inputs.append(QJsonObject{ { u"value"_s, value }, { u"path"_s, path } });
    }
    QJsonArray outputs;
    for (const auto value : segment.writes)
        outputs.append(value);
    return QJsonObject{ { u"pte"_s, place.pte }, { u"method"_s, place.method },
        { u"first"_s, qint64(segment.first) }, { u"end"_s, qint64(segment.end) },
        { u"inputs"_s, inputs }, { u"outputs"_s, outputs },
        { u"outputDir"_s, folder.filePath(u"out"_s) } };
}

Result<void> runDriver(const RuntimePlace &place, const QJsonObject &job, const QString &output)
{
    toolchain::DriverRun run;
    QEventLoop loop;
    QObject::connect(&run, &toolchain::DriverRun::finished, &loop, &QEventLoop::quit);
    if (place.setCancel)
        place.setCancel([&run] { run.cancel(); });
    run.start({ .script = u"tosaic_segment.py"_s,
        .interpreter = place.interpreter,
        .missing = u"no Python environment with ExecuTorch was found"_s,
        .job = job,
        .outputFolder = output,
        .drivers = place.drivers });
    loop.exec();
    if (place.setCancel)
        place.setCancel({});
    if (run.end() == toolchain::ToolProcess::End::Cancelled)
        return fail(ErrorCode::Cancelled, u"stopped on request"_s);
    const auto problem = std::ranges::find(run.problems(), Severity::Error, &Diagnostic::severity);
    if (problem != run.problems().end())
        return fail(
            problem->id == "tool.missing"_L1 ? ErrorCode::ToolMissing : ErrorCode::ToolFailed,
            problem->text);
    for (const auto &note : run.problems()) {
        if (place.tell)
            place.tell(note);
    }
    if (run.result().isEmpty())
        return fail(ErrorCode::ToolFailed,
            u"ExecuTorch's runtime ended without a result (exit code %1)"_s.arg(run.exitCode()));
    return {};
}

} // namespace

RuntimeKernels runtimeKernels(RuntimePlace place)
{
    return
        [place = std::move(place)](const Segment &segment, MethodMemory &memory) -> Result<void> {
            const QTemporaryDir folder;
            if (!folder.isValid())
                return fail(ErrorCode::IoWrite, folder.errorString());
            const auto job = TRY(jobFor(place, segment, memory, folder));
            TRY(runDriver(place, job, folder.filePath(u"out"_s)));
            for (const auto value : segment.writes) {
                const auto file = TRY(ByteSource::map(outputPath(folder, value)));
                TRY(memory.set(value, TRY(readArray(*file))));
            }
            return {};
        };
}

} // namespace tosaic::localrun
