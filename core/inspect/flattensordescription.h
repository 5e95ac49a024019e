// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/formats/flattensor/flattensorreader.h"

namespace tosaic::inspect {

/// What `inspect` says about a .ptd. JSON in the contract's shape: "offset" counts from the start
/// of the segment, "fileOffset" from the start of the file; blobs that are no tensors have neither
/// "dtype" nor "shape".
Description describeFlatTensor(const formats::FlatTensorFile &file);

} // namespace tosaic::inspect
