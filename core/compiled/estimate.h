// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/compiled/compileresult.h"
#include "core/compiled/velasummary.h"
#include "core/model/ethosu.h"
#include "core/spec/compilespec.h"

#include <QString>

#include <optional>
#include <vector>

/// What Vela says about a spec on TOSA that is there already: real runs of the real compiler on the
/// files an earlier compile kept, not a model of it.
namespace tosaic::compiled {

/// What has to run again after a change of the spec.
enum class ChangeKind
{
    None, ///< the same bytes
    Payload, ///< Vela alone: MAC count or U55/U65, memory, ini, flags, external blocks
    Lowering ///< ExecuTorch too: family, quantisation, partition, passes, debug, delegate
};

/// The kept TOSA of one partition.
struct EstimateInput
{
    int partition = 0; ///< execution order = delegate index
    QString tosaPath; ///< absolute
};

struct PartitionEstimate
{
    int partition = 0;
    std::optional<VelaSummary> vela; ///< absent if Vela failed on it
    std::optional<quint64> commandBytes; ///< of the payload's blocks
    std::optional<quint64> weightBytes;
    std::optional<quint64> scratchBytes;
    std::optional<quint64> fastScratchBytes;
    std::vector<model::IoDescriptor> inputs; ///< of a raw result; else empty
    std::vector<model::IoDescriptor> outputs;
    std::optional<model::NpuConfig> npu; ///< from the command stream
};

/// Where the answer of a run of Vela comes from.
enum class CellSource
{
    Computed, ///< by this program
    Workspace, ///< kept by an earlier run
    Store ///< of the team
};
QString sourceText(CellSource source); ///< "computed", "workspace", "store"

/// All numbers are Origin::Estimate.
struct Estimate
{
    spec::CompileSpec spec; ///< as asked
    spec::CompileSpec resolvedSpec;
    std::vector<PartitionEstimate> partitions;
    Summary summary; ///< as in a compile result: sums; SRAM is the largest of the partitions
    std::vector<Diagnostic> problems; ///< "vela.*", "tool.*", "estimate.over-limit"
    QString velaVersion;
    QString key; ///< cellstore.h; empty if Vela did not run
    CellSource source = CellSource::Computed; ///< Computed if one partition was
    qint64 elapsedMs = 0; ///< from the request to the numbers

    bool isComplete() const; ///< every partition has numbers
};

/// What a change of the spec needs. `before` is the spec of the kept TOSA.
ChangeKind changeKind(const spec::CompileSpec &before, const spec::CompileSpec &after);
/// The keys of SPEC.json that make it ChangeKind::Lowering.
QStringList loweringKeys(const spec::CompileSpec &before, const spec::CompileSpec &after);
/// The keys given in a spec that need lowering and that a .pte alone does not tell, so that without
/// the result of its compile nobody can say whether they are met.
QStringList untoldKeys(const spec::CompileSpec &spec);

/// The kept TOSA of a result's partitions, absent ones left out; else the file that Vela compiled.
std::vector<EstimateInput> estimateInputs(const CompileResult &result);

} // namespace tosaic::compiled
