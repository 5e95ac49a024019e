// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/program.h"
#include "core/toolchain/compileresult.h"

#include <QObject>

#include <memory>

namespace tosaic {

/// An opened model: the program and, where one is known, the compile that made it (joined by the
/// SHA-256 of the delegates' bytes, never by file order). Both are immutable; the document only
/// swaps them and says so. Lives on the GUI thread.
class ModelDocument : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    QString path() const { return m_path; }
    /// Null while nothing is open.
    std::shared_ptr<const model::Program> program() const { return m_program; }
    /// Null if the compile that made the program is not known.
    std::shared_ptr<const toolchain::CompileResult> compileResult() const { return m_result; }

    void set(const QString &path, std::shared_ptr<const model::Program> program,
        std::shared_ptr<const toolchain::CompileResult> result);
    void clear() { set({}, nullptr, nullptr); }

Q_SIGNALS:
    void changed();

private:
    QString m_path;
    std::shared_ptr<const model::Program> m_program;
    std::shared_ptr<const toolchain::CompileResult> m_result;
};

} // namespace tosaic
