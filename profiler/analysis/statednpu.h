// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace tosaic::profile {

/// What the name of a target says of its NPU.
struct StatedNpu
{
    QString product; ///< "U55"; empty: not known
    std::optional<quint32> macs; ///< per cycle

    bool operator==(const StatedNpu &) const = default;
};

/// Of "ethos-u55-128"; nothing of a text that is not the name of a target (targets of compile
/// specs, and the family alone: "ethos-u55").
StatedNpu statedNpu(const QString &target);

/// Why a stated target cannot be: it looks like an Ethos-U and there is none of this name. Empty if
/// it can; other processors may have any name.
QString targetProblem(const QString &target);

/// Whether an NPU of any product has so many MACs per cycle; of `product` where that is known.
bool hasNpuOf(quint32 macs, const QString &product = {});

} // namespace tosaic::profile
