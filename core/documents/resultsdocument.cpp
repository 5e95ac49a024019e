// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/resultsdocument.h"

namespace tosaic {

void ResultsDocument::add(Item result)
{
    m_state.results.push_back(result);
    Q_EMIT changed();
    if (result->status == compiled::Status::Succeeded)
        compare(m_state.newSide, std::move(result));
}

void ResultsDocument::restore(State state)
{
    m_state = std::move(state);
    Q_EMIT changed();
    Q_EMIT comparisonChanged();
}

void ResultsDocument::compare(Item oldSide, Item newSide)
{
    m_state.oldSide = std::move(oldSide);
    m_state.newSide = std::move(newSide);
    Q_EMIT comparisonChanged();
}

} // namespace tosaic
