// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/model/program.h"

#include <QStringList>

#include <memory>

namespace tosaic {

/// What a program is recognised by wherever it lies and whatever it is called.
struct ProgramContent
{
    QString sha256; ///< of the whole file
    QStringList payloads; ///< SHA-256 of the bytes of each delegate, by method and index
};

ProgramContent contentOf(const model::Program &program);

/// Knows compiles of the past: what a program's TOSA graphs and debug databases are found with when
/// they do not lie beside it. Implemented by who keeps compiles; documents only ask.
class ArtefactFinder
{
public:
    virtual ~ArtefactFinder() = default;
    /// The compile that made a program, its artefacts at hand below `folder`; null if none is
    /// known. Blocks, on any thread, several at once.
    virtual std::shared_ptr<const compiled::CompileResult> compileOf(
        const ProgramContent &content) const = 0;
};

} // namespace tosaic
