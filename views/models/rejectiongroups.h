// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/spec/compilespec.h"

#include <QStringList>

#include <optional>
#include <vector>

/// Why operators are not on the NPU, over the whole model.
namespace tosaic::views {

struct Rewrite;

/// Operators that one check refuses for a reason that the same would help against.
struct RejectionGroup
{
    QString check; ///< class of the check in ExecuTorch's Arm backend; empty: not recorded
    QString reason; ///< as it says it of the first
    int otherWordings = 0; ///< of the reason, of the others: other sizes, other names
    QString hint; ///< rejectionHint(); empty: nothing is known to help
    const Rewrite *rewrite = nullptr; ///< rewriteFor() one of its reasons; null: none is known
    std::vector<compiled::ModelNode> operators; ///< in the order of the model
};

/// Those that concern most operators first. Steps at a boundary are not counted; an operator stands
/// in as many groups as checks refuse it.
std::vector<RejectionGroup> rejectionGroups(const compiled::CompileResult &result);

/// A change of the spec that may put operators of a group onto the NPU.
struct Remedy
{
    enum class Kind
    {
        RemovePins,
        Quantise,
        OtherTarget
    };
    Kind kind = Kind::RemovePins;
    spec::CompileSpec spec; ///< with the change
};

/// Absent: no change of the spec is known to help, the model has to change.
std::optional<Remedy> remedyFor(const RejectionGroup &group, const spec::CompileSpec &spec);
QString remedyText(const Remedy &remedy); ///< "Remove the pins"; for a button
QString remedyKey(Remedy::Kind kind); ///< "remove-pins": stable, for scripts

} // namespace tosaic::views
