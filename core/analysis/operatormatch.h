// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <span>
#include <vector>

/// Which operator of one compile is which of another.
namespace tosaic::analysis {

/// What is known of an operator that does not depend on how the model was cut.
struct OperatorIdentity
{
    QString name; ///< of its output tensor; "#12" and the like are the compiler's own, of one run
    /// Hash of the file that the compiler read: names mean the same in the same file only. Empty:
    /// not known.
    QString graphSha256;
    /// What it was lowered from, named as only the same model names it, and into what: numbers in
    /// `name` shift with the spec. Empty: not known.
    QString node;
    QString kind; ///< "Conv2D"; empty if the compiler inserted it
    QString place; ///< in the model: "features.3.conv", else the source line; empty: not known
    QString target; ///< "aten.convolution.default" of the node it comes from; empty: not known
    std::vector<qint64> shape; ///< of that node's output
    /// Operators of its own side whose results it takes; empty: it takes none, or not known.
    std::vector<size_t> inputs;
};

/// Why two operators are taken for the same one, the strongest reason first.
enum class MatchReason
{
    Name, ///< the same name in the same file, or lowered from the same node of the same model
    Content, ///< the same place in the model, operator and shape, in the same order
    Module, ///< as Content, but its shape changed
    Structure, ///< of the same kind and shape, and so is all that leads to it or follows from it
    Place, ///< of the same kind between the same neighbours, or in the same order and joined alike
    Recorded ///< a compile recorded that the one became the other; never from matchOperators()
};

QLatin1StringView matchReasonKey(MatchReason reason); ///< "name", "content", ...: for scripts

struct OperatorMatch
{
    size_t before = 0; ///< index into the one side
    size_t after = 0; ///< into the other
    MatchReason reason = MatchReason::Name;
};

/// In the order of `after`; every operator at most once. Both sides in the order of execution.
/// Where a description stands for several operators they correspond in order, if both sides have as
/// many of them; else they stay unmatched, as does what nothing tells apart. Structure only where
/// OperatorIdentity::inputs are known. Time and memory grow with operators and inputs.
std::vector<OperatorMatch> matchOperators(
    std::span<const OperatorIdentity> before, std::span<const OperatorIdentity> after);

} // namespace tosaic::analysis
