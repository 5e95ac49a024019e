// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/estimatedocument.h"

namespace tosaic {

void EstimateDocument::setView(const EstimateView &view)
{
    m_view = view;
    Q_EMIT changed();
}

} // namespace tosaic
