// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/debugdifference.h"

#include "app/cli/accuracyoutput.h"
#include "core/accuracy/reference.h"
#include "core/base/try.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

Result<std::optional<Difference>> firstDifference(const npu::Stream &stream, npusim::Memory &memory,
    const std::vector<QByteArray> &inputs, const RightValues &right)
{
    const QDir partition(right.partition);
    const auto tosa = partition.filePath(u"partition.tosa"_s);
    const auto file = TRY(ByteSource::map(partition.filePath(u"debug.xml"_s)));
    accuracy::TapCollector collector(TRY(formats::vela::readDebugDb(file)));
    npusim::Simulator simulator(stream, memory, {});
    while (simulator.step())
        collector.stepped(simulator);
    if (simulator.refusal())
        return fail(simulator.refusal()->error);
    const auto values = TRY(right.kept.isEmpty()
            ? accuracy::computedValues({ .tosa = tosa, .interpreter = right.interpreter }, inputs)
            : accuracy::keptValues(right.kept, inputs, tosa));
    accuracy::AccuracyTable table;
    for (const auto &tap : collector.take()) {
        if (const auto expected = values.find(tap.name); expected != values.end())
            table.addStored(0, {}, tap, expected->second);
    }
    if (table.operators().empty())
        return fail(ErrorCode::SpecInvalid,
            u"the reference has none of the stream's tensors: it belongs to another compile"_s);
    const auto *first = table.first();
    if (!first)
        return std::optional<Difference>();
    return Difference{ first->operation, breakJson(*first, table.closer()) };
}

} // namespace tosaic::cli
