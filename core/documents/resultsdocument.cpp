// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/resultsdocument.h"

namespace tosaic {

void ResultsDocument::add(Item result)
{
    m_results.push_back(result);
    Q_EMIT changed();
    if (result->status == toolchain::Status::Succeeded)
        compare(m_new, std::move(result));
}

void ResultsDocument::clear()
{
    m_results.clear();
    Q_EMIT changed();
    compare(nullptr, nullptr);
}

void ResultsDocument::compare(Item oldSide, Item newSide)
{
    m_old = std::move(oldSide);
    m_new = std::move(newSide);
    Q_EMIT comparisonChanged();
}

} // namespace tosaic
