// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/flattensor/flattensorreader.h"
#include "core/formats/readcontext.h"

namespace tosaic::formats::flattensor {

/// Fills headerMagic and header, complaining about what contradicts the file's size.
void readExtendedHeader(ReadContext &context, FlatTensorFile &file);

} // namespace tosaic::formats::flattensor
