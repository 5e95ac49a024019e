// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/othertarget.h"

#include "core/spec/specrules.h"

using namespace Qt::StringLiterals;

namespace tosaic::spec {

CompileSpec withTarget(CompileSpec spec, const QString &target)
{
    const auto before = familyOf(spec.target);
    const auto family = familyOf(target);
    spec.target = target;
    if (!family || family == before)
        return spec;
    for (const auto &config : systemConfigs()) {
        if (spec.systemConfig == config.name && config.family != *family)
            spec.systemConfig.reset();
    }
    const bool isDedicated = spec.memoryMode && spec.memoryMode->startsWith("Dedicated_Sram"_L1);
    if (isDedicated && *family == Family::U55)
        spec.memoryMode.reset();
    return spec;
}

} // namespace tosaic::spec
