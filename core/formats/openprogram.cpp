// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/openprogram.h"

#include "core/formats/pte/ptereader.h"
#include "core/formats/registry.h"

namespace tosaic::formats {

Result<std::shared_ptr<const model::Program>> readProgram(
    std::shared_ptr<const ByteSource> source, const ExternalBytes &external)
{
    const auto kind = recognise(source->bytes());
    if (kind != FileKind::Pte)
        return fail(notAProgram(kind, *source));
    return pte::read(std::move(source), external);
}

} // namespace tosaic::formats
