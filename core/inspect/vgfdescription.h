// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/description.h"
#include "core/formats/vgf/vgfreader.h"

namespace tosaic::inspect {

/// What `inspect` says about a VGF container. JSON: "version", "vulkanHeaderVersion", "sections":
/// [{"name","offset","size"}], "modules": [{"name","entryPoint","type","code","codeOffset",
/// "codeSize","spirv"}], "resources": [{"index","category","format","descriptorType","shape"}],
/// "segments": [{"name","type","module","inputs","outputs","constants"}], "inputs" and "outputs":
/// [{"binding","resource","name"}], "constants": [{"resource","offset","size"}].
Description describeVgf(const formats::VgfFile &file);

} // namespace tosaic::inspect
