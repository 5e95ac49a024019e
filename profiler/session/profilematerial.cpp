// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/profilematerial.h"

#include "core/documents/modeldocument.h"

namespace tosaic {

ProfileMaterial profileMaterial(const ModelDocument &document)
{
    return { .path = document.path(),
        .program = document.program(),
        .result = document.compileResult(),
        .network = document.network(),
        .streams = document.streams(),
        .related = document.relatedNetworks() };
}

ProfileMaterial profileMaterial(const OpenedModel &opened, const JobControl &control)
{
    ProfileMaterial material{ .path = opened.path,
        .program = opened.program,
        .result = opened.result,
        .network = opened.network };
    const auto source = opened.program ? opened.program->source
        : opened.network               ? opened.network->source
                                       : opened.source;
    if (source)
        material.streams = analyseStreams(*source, streamPlaces(opened));
    if (opened.program)
        material.related
            = findRelatedNetworks(opened.path, *opened.program, opened.result.get(), control);
    return material;
}

} // namespace tosaic
