// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/velasummary.h"

#include "core/formats/vela/summarycsv.h"

using namespace Qt::StringLiterals;

namespace tosaic::toolchain {

Result<VelaSummary> readVelaSummary(const QByteArray &csv)
{
    const auto file = formats::vela::readSummaryCsv(ByteSource::fromBytes(csv));
    if (!file)
        return fail(file.error());
    const auto &row = file->rows.front();
    VelaSummary result;
    result.summary.cyclesTotal = row.cyclesTotal;
    result.summary.cyclesNpu = row.cyclesNpu;
    result.summary.macs = row.macs;
    result.summary.sramBytes = row.sramBytes;
    result.summary.dramBytes = row.dramBytes;
    result.summary.onChipFlashBytes = row.onChipFlashBytes;
    result.summary.offChipFlashBytes = row.offChipFlashBytes;
    result.arenaLimitBytes = row.arenaCacheBytes;
    if (!result.summary.cyclesTotal || !result.summary.sramBytes)
        return fail(ErrorCode::FormatDamaged,
            u"not a Vela summary: cycles_total or sram_memory_used has no number"_s);
    return result;
}

} // namespace tosaic::toolchain
