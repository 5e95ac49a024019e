// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/pte/delegates.h"
#include "core/formats/pte/tensordata.h"

namespace tosaic::pte::fb {
struct ExecutionPlan;
}

namespace tosaic::formats::pte {

/// One method: its tables turned into the model. Indices are copied as they are; methodchecks says
/// which of them lead nowhere.
model::Method readMethod(ReadContext &context, const tosaic::pte::fb::ExecutionPlan &plan,
    const TensorData &data, DelegateReader &delegates);

} // namespace tosaic::formats::pte
