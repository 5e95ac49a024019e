// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/result.h"
#include "core/formats/externalbytes.h"
#include "core/model/program.h"

#include <memory>

namespace tosaic::formats::pte {

/// Reads a program whose bytes are known to be a .pte. See formats/openprogram.h.
Result<std::shared_ptr<const model::Program>> read(
    std::shared_ptr<const ByteSource> source, const ExternalBytes &external);

} // namespace tosaic::formats::pte
