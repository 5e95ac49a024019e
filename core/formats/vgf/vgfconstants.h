// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/vgf/section.h"

namespace tosaic::formats::vgf {

/// Places of the constants in either layout of their section: a table of fixed records (since 0.4,
/// begins with CONST00) or a FlatBuffer.
std::vector<VgfConstant> readConstants(ReadContext &context, Section &section);

} // namespace tosaic::formats::vgf
