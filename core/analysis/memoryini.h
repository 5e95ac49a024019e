// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/memorysystem.h"
#include "core/formats/vela/velaini.h"

namespace tosaic::analysis {

/// The memories that a resolved choice of a vela.ini file describes.
MemorySystem systemOf(const formats::vela::IniResolution &resolution);

} // namespace tosaic::analysis
