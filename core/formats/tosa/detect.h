// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/tosa/graphcontext.h"
#include "core/formats/tosa/layout.h"

namespace tosaic::tosa::fb {
struct Graph;
}

namespace tosaic::formats::tosa {

/// What the version table says; -1 where it says nothing.
struct StatedVersion
{
    qint32 major = -1;
    qint32 minor = -1;
    qint32 patch = -1;
    bool isDraft = true;

    QString text() const; ///< "1.0.0"; empty without a major number
};
StatedVersion statedVersion(const tosaic::tosa::fb::Graph &graph);

/// The layout that contradicts the file least: which fields its tables have, whether union tags,
/// operator numbers, attribute fields and lengths of constants go together. The stated version
/// only decides between layouts that the content leaves open. Reports when both disagree.
Layout detectLayout(
    GraphContext &context, const tosaic::tosa::fb::Graph &graph, const StatedVersion &stated);

} // namespace tosaic::formats::tosa
