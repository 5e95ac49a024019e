// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/formats/bundled/bundledreader.h"

namespace tosaic::inspect {

/// What `inspect` says about a bundled program. JSON in the contract's shape: "cases" holds the
/// number of inputs of each case, "values" the inputs and expected outputs themselves (tensors by
/// type, shape and size).
Description describeBundled(const formats::BundledFile &file);

} // namespace tosaic::inspect
