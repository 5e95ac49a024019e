// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/registerfile.h"
#include "core/npu/registernumbers.h"

namespace tosaic::npu {

/// Feature maps as the registers of one product describe them.
class MapReader
{
public:
    explicit MapReader(NpuProduct product) : m_isU85(product == NpuProduct::U85) { }

    FeatureMap read(RegisterFile &registers, const MapRegisters &places) const;
    FeatureMap readOutput(RegisterFile &registers) const;

private:
    bool m_isU85;
};

/// What of its inputs an operation reads: shapes that registers do not tell come from the OFM.
void completeShapes(Operation &operation);

} // namespace tosaic::npu
