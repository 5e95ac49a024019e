// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"

#include <QObject>

#include <memory>

namespace tosaic {

/// How the open model would be cut by the spec that is edited; nothing where that is not known or
/// is what the shown compile did. Lives on the GUI thread.
class PreviewDocument : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Null: there is none.
    const std::shared_ptr<const compiled::CompileResult> &result() const { return m_result; }
    void set(std::shared_ptr<const compiled::CompileResult> result);

Q_SIGNALS:
    void changed();

private:
    std::shared_ptr<const compiled::CompileResult> m_result;
};

} // namespace tosaic
