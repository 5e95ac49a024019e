// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/model/network.h"
#include "core/model/program.h"

#include <QString>

#include <optional>

/// Facts about a program or a compile that no file states directly. Pure functions over immutable
/// values, fit for any thread. Data only: sentences are made in views.
namespace tosaic::analysis {

/// What runs where. Counted over the operators of the model where a compile result knows them, else
/// over the instructions of the program; the two are different things and never mixed.
struct Coverage
{
    enum class Basis
    {
        ModelOperators, ///< CompileResult::nodes, before the model was cut
        Instructions ///< what the runtime executes; operators inside delegates are not in the file
    };

    Basis basis = Basis::Instructions;
    std::optional<quint64> npuOperators; ///< absent if only the program is known
    std::optional<quint64> npuOperations; ///< NPU_OP_* commands that compute, over all delegates
    std::optional<quint64> cpuOperators; ///< absent if a compile did not list its operators
    /// Of instructions model::isBoundaryStep(); of operators those that lead across, as far as the
    /// compile says how they hang together.
    std::optional<quint64> boundaryOperators;
    std::optional<quint64> idleSteps; ///< analysis::idleSteps(); absent: not known
    quint64 partitions = 0; ///< Ethos-U delegates
    quint64 otherDelegates = 0; ///< delegates of other backends
    QString target; ///< "Ethos-U55-128"; empty if not known

    /// NPU and CPU together, without the boundary; absent as above.
    std::optional<quint64> operators() const;
    bool operator==(const Coverage &) const = default;
};

/// From the program alone: over all instructions of all methods.
Coverage coverageOf(const model::Program &program);
/// From a network that Vela compiled: an `ethos-u` operator is a partition, all others are left to
/// the CPU. Absent: it has none.
std::optional<Coverage> coverageOf(const model::Network &network);
/// From the compile that made the program.
Coverage coverageOf(const compiled::CompileResult &result);
/// From the compile if it is known and lists its operators, else from the program; either may be
/// null.
Coverage coverageOf(const model::Program *program, const compiled::CompileResult *result);

/// "Ethos-U55-128" from "ethos-u55-128"; other texts as they are.
QString targetName(const QString &target);

/// Whether a node of the model is a boundary step, as model::isBoundaryStep(): quantise and
/// dequantise outside the partitions, if there are any.
bool isBoundaryStep(const compiled::CompileResult &result, const compiled::ModelNode &node);

/// Whether a node of the model is counted as an operator, as the compile driver counts
/// (resources/drivers/README.md): quantise, dequantise and getitem are not, they are steps of their
/// neighbours or the boundary.
bool countsAsOperator(const QString &target);

} // namespace tosaic::analysis
