// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/modeldocument.h"

namespace tosaic::views {

/// Which model is shown, to tell whether the document has another state of the same one.
class ShownModel
{
public:
    /// The document has changed: is it the same file, or another compile of the same operators?
    bool staysWith(const ModelDocument &document);

private:
    QString m_path;
    std::shared_ptr<const compiled::CompileResult> m_result;
};

} // namespace tosaic::views
