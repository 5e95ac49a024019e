// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/accuracy/streamdifference.h"

#include "core/accuracy/reference.h"
#include "core/base/try.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace tosaic::accuracy {

RightValues rightValuesIn(const QString &folder)
{
    const QDir partition(folder);
    RightValues right;
    right.tosa = partition.filePath(u"partition.tosa"_s);
    right.database = partition.filePath(u"debug.xml"_s);
    return right;
}

RightValues rightValuesOf(const compiled::CompileResult &compile, int partition)
{
    RightValues right;
    for (const auto &artefact : compile.artefacts) {
        if (artefact.partition != partition)
            continue;
        const auto path = QDir(compile.folder).absoluteFilePath(artefact.path);
        if (artefact.kind == "tosa"_L1)
            right.tosa = path;
        else if (artefact.kind == "vela-debug-db"_L1)
            right.database = path;
    }
    return right;
}

Result<AccuracyTable> compareStream(const npu::Stream &stream, npusim::Memory &memory,
    const std::vector<QByteArray> &inputs, const RightValues &right)
{
    const auto file = TRY(ByteSource::map(right.database));
    TapCollector collector(TRY(formats::vela::readDebugDb(file)));
    npusim::Simulator simulator(stream, memory, { .cancelled = right.cancelled });
    while (simulator.step())
        collector.stepped(simulator);
    if (simulator.refusal())
        return fail(simulator.refusal()->error);
    const auto values = TRY(
        right.kept.isEmpty() ? computedValues(
            { .tosa = right.tosa, .interpreter = right.interpreter, .setCancel = right.setCancel },
            inputs)
                             : keptValues(right.kept, inputs, right.tosa));
    AccuracyTable table;
    for (const auto &tap : collector.take()) {
        if (const auto expected = values.find(tap.name); expected != values.end())
            table.addStored(0, {}, tap, expected->second);
    }
    if (table.operators().empty())
        return fail(ErrorCode::SpecInvalid,
            u"the reference has none of the stream's tensors: it belongs to another compile"_s);
    return table;
}

} // namespace tosaic::accuracy
