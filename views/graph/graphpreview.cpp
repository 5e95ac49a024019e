// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphpreview.h"

#include "core/analysis/pinholds.h"

#include <utility>

namespace tosaic::views {

bool GraphPreview::set(const Result &preview)
{
    const bool isUsable
        = preview && preview->status == compiled::Status::Succeeded && !preview->nodes.empty();
    const auto before = shown();
    m_result = isUsable ? preview : nullptr;
    return shown() != before;
}

bool GraphPreview::setWanted(bool wanted)
{
    const auto before = shown();
    m_isWanted = wanted;
    return shown() != before;
}

bool GraphPreview::belongsTo(const ModelDocument &document, const GraphPlace &place)
{
    return place.level == GraphLevel::Operators || (!document.program() && !place.isInside());
}

QSet<QString> GraphPreview::pinned(const compiled::CompileResult *result) const
{
    QSet<QString> names;
    if (!result || m_kept.isEmpty())
        return names;
    for (const auto &hold : analysis::holdsOf(*result, m_kept)) {
        for (const auto &name : hold.operators)
            names.insert(name);
    }
    return names;
}

} // namespace tosaic::views
