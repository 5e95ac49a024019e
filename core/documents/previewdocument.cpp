// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/previewdocument.h"

namespace tosaic {

void PreviewDocument::set(std::shared_ptr<const compiled::CompileResult> result)
{
    if (m_result == result)
        return;
    m_result = std::move(result);
    Q_EMIT changed();
}

} // namespace tosaic
