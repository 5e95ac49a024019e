// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/runtimekernels.h"

#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/toolchain/driverwait.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>

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

} // namespace

RuntimeKernels runtimeKernels(RuntimePlace place)
{
    return
        [place = std::move(place)](const Segment &segment, MethodMemory &memory) -> Result<void> {
            const QTemporaryDir folder;
            if (!folder.isValid())
                return fail(ErrorCode::IoWrite, folder.errorString());
            const auto job = TRY(jobFor(place, segment, memory, folder));
            TRY(toolchain::runAndWait({ .request = { .script = u"tosaic_segment.py"_s,
                                            .interpreter = place.interpreter,
                                            .job = job,
                                            .outputFolder = folder.filePath(u"out"_s),
                                            .drivers = place.drivers },
                .setCancel = place.setCancel,
                .tell = place.tell }));
            for (const auto value : segment.writes) {
                const auto file = TRY(ByteSource::map(outputPath(folder, value)));
                TRY(memory.set(value, TRY(readArray(*file))));
            }
            return {};
        };
}

} // namespace tosaic::localrun
