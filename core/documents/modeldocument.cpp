// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/modeldocument.h"

namespace tosaic {

void ModelDocument::set(const QString &path, std::shared_ptr<const model::Program> program,
    std::shared_ptr<const toolchain::CompileResult> result)
{
    m_path = path;
    m_program = std::move(program);
    m_result = std::move(result);
    Q_EMIT changed();
}

} // namespace tosaic
