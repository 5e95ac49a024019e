// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/pte/header.h"

namespace tosaic::pte::fb {
struct Program;
}

namespace tosaic::formats::pte {

/// The root table once every table, list and string of the FlatBuffer is known to lie inside it.
/// Bytes of weights are not touched. FormatDamaged says where; LimitExceeded names the limit.
Result<const tosaic::pte::fb::Program *> verifiedRoot(ReadContext &context, const Head &head);

} // namespace tosaic::formats::pte
