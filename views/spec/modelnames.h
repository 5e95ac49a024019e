// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace tosaic::views {

/// Names in the open model that rules of the spec can be about.
struct ModelNames
{
    QStringList nodes; ///< "aten_add_tensor"
    QStringList operators; ///< "aten.add.Tensor"
    QStringList modules; ///< "features.3.conv"
    bool operator==(const ModelNames &) const = default;
};

} // namespace tosaic::views
