// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/pte/tensordata.h"

namespace tosaic::pte::fb {
struct EValue;
}

namespace tosaic::formats::pte {

/// One value of a method. A kind that is not known becomes Null and is reported at `place`.
model::Value readValue(ReadContext &context, const TensorData &data,
    const tosaic::pte::fb::EValue &value, const QString &place);

} // namespace tosaic::formats::pte
