// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/runtimekernels.h"

#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/toolchain/driverwait.h"
#include "core/toolchain/environment.h"
#include "core/toolchain/keptdriver.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

const auto Script = u"tosaic_segment.py"_s;

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

class Runtime
{
public:
    explicit Runtime(RuntimePlace place)
        : m_place(std::move(place)),
          m_kept({ m_place.interpreter, toolchain::driverPath(Script, m_place.drivers) })
    {
    }

    Result<void> run(const Segment &segment, MethodMemory &memory)
    {
        const QTemporaryDir folder;
        if (!folder.isValid())
            return fail(ErrorCode::IoWrite, folder.errorString());
        const auto job = TRY(jobFor(m_place, segment, memory, folder));
        TRY(toolchain::runAndWait({ .request = { .script = Script,
                                        .interpreter = m_place.interpreter,
                                        .job = job,
                                        .outputFolder = folder.filePath(u"out"_s),
                                        .drivers = m_place.drivers },
                                      .setCancel = m_place.setCancel,
                                      .tell = m_place.tell },
            m_kept));
        for (const auto value : segment.writes) {
            const auto file = TRY(ByteSource::map(outputPath(folder, value)));
            TRY(memory.set(value, TRY(readArray(*file))));
        }
        return {};
    }

private:
    RuntimePlace m_place;
    toolchain::KeptDriver m_kept;
};

} // namespace

RuntimeKernels runtimeKernels(RuntimePlace place)
{
    const auto runtime = std::make_shared<Runtime>(std::move(place));
    return [runtime](const Segment &segment, MethodMemory &memory) {
        return runtime->run(segment, memory);
    };
}

RuntimeKernels runtimeKernels(std::function<Result<RuntimePlace>()> findPlace)
{
    const auto kernels = std::make_shared<RuntimeKernels>();
    return [findPlace = std::move(findPlace), kernels](
               const Segment &segment, MethodMemory &memory) -> Result<void> {
        if (!*kernels)
            *kernels = runtimeKernels(TRY(findPlace()));
        return (*kernels)(segment, memory);
    };
}

} // namespace tosaic::localrun
