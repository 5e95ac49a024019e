// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/statednpu.h"

#include "core/spec/specrules.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

StatedNpu statedNpu(const QString &target)
{
    const auto isOfFamily
        = [&](const QString &known) { return known.section(u'-', 0, 1) == target; };
    const bool isTarget = spec::targets().contains(target);
    if (!isTarget && std::ranges::none_of(spec::targets(), isOfFamily))
        return {};
    StatedNpu npu{ .product = target.section(u'-', 1, 1).toUpper() };
    if (isTarget)
        npu.macs = target.section(u'-', 2).toUInt();
    return npu;
}

QString targetProblem(const QString &target)
{
    if (!target.startsWith("ethos-u"_L1, Qt::CaseInsensitive)
        || !statedNpu(target).product.isEmpty())
        return {};
    return u"there is no %1; there are %2"_s.arg(target, spec::targets().join(u", "_s));
}

bool hasNpuOf(quint32 macs, const QString &product)
{
    return std::ranges::any_of(spec::targets(), [&](const QString &target) {
        const auto npu = statedNpu(target);
        return npu.macs == macs && (product.isEmpty() || npu.product == product);
    });
}

} // namespace tosaic::profile
