// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/model/entityref.h"
#include "core/model/network.h"

#include <QString>

#include <vector>

/// Which line of the model's Python an operator was written in, as exports and compiles recorded it
/// (the `stack_trace` of torch's nodes).
namespace tosaic::analysis {

/// A line that operators come from.
struct SourceLine
{
    QString file; ///< as recorded: relative to the model's folder, or absolute
    int number = 0; ///< from 1
    QString function; ///< "forward"; empty: not recorded
    QString text; ///< of the line, without indentation; empty: not recorded
    std::vector<model::EntityRef>
        operators; ///< in the order of the file; steps of quantisation too
    QStringList kinds; ///< of those, each once: "aten.convolution.default"

    QString key() const; ///< "model.py:42": OperatorRow::sourceLine
};

/// The innermost frame outside installed packages: the line that the model's author wrote. Null if
/// there is none.
const model::SourceFrame *userFrame(const std::vector<model::SourceFrame> &frames);

/// By file, then by number.
std::vector<SourceLine> sourceLines(const compiled::CompileResult &result);
/// Of all subgraphs.
std::vector<SourceLine> sourceLines(const model::Network &network);

} // namespace tosaic::analysis
