// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/readcontext.h"

namespace tosaic::tflite::fb {
struct Model;
}

namespace tosaic::formats::tflite {

// The budgets and the way to complain are those of the program reader.
/// The root table once everything reachable from it was found to lie inside the file. FormatUnknown
/// without the identifier TFL3; FormatDamaged with the place of the smallest part that contradicts
/// itself; LimitExceeded. Touches tables, never the bytes of buffers.
Result<const tosaic::tflite::fb::Model *> verifiedModel(ReadContext &context);

} // namespace tosaic::formats::tflite
