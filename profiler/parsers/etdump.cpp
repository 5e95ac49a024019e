// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/etdump.h"

namespace tosaic::profile {

std::optional<quint64> EtDumpProfileEvent::ticks() const
{
    constexpr quint64 Wrap = quint64(1) << 32; ///< the cycle counter of Cortex-M has 32 bits
    if (end >= start)
        return end - start;
    if (start < Wrap)
        return Wrap - start + end;
    return std::nullopt;
}

QString EtDumpProfileEvent::title() const
{
    if (name)
        return *name;
    if (place.delegateName)
        return *place.delegateName;
    return place.delegateId ? QString::number(*place.delegateId) : QString();
}

} // namespace tosaic::profile
