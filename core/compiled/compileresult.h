// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/diagnostic.h"
#include "core/spec/compilespec.h"

#include <QString>
#include <QStringList>

#include <map>
#include <optional>
#include <vector>

/// What a compile left behind, read from result.json in its output folder (written by
/// resources/drivers, or by core/toolchain for a Vela job). Numbers are the compiler's own
/// estimates (Origin::Estimate) and absent when it did not say.
namespace tosaic::compiled {

struct Summary
{
    std::optional<double> cyclesTotal;
    std::optional<double> cyclesNpu;
    std::optional<quint64> macs;
    std::optional<quint64> sramBytes;
    std::optional<quint64> dramBytes;
    std::optional<quint64> onChipFlashBytes;
    std::optional<quint64> offChipFlashBytes;
    std::optional<quint64> npuOperators;
    std::optional<quint64> cpuOperators;
};

struct Artefact
{
    QString kind; ///< "pte", "tosa", "vela-summary", "vela-debug-db", "console", ...
    QString path; ///< relative to the output folder
    QString sha256;
    quint64 size = 0;
    std::optional<int> partition;
};

struct Partition
{
    int index = 0; ///< execution order = delegate index in the .pte
    QString name; ///< the partitioner's tag
    QStringList operators; ///< node names
    Summary summary;
    QString payloadSha256; ///< of the delegate's bytes in the .pte; the evidence that joins the two
};

/// An operator of the model before it was cut into partitions.
struct ModelNode
{
    QString name; ///< "aten_add_tensor"
    QString target; ///< "aten.add.Tensor"
    QString module; ///< "features.3.conv", empty if unknown
    QString source; ///< "model.py:42", empty if unknown
    QString placement; ///< "npu", "cpu" or "boundary"
    std::optional<int> partition;
    QString dtype;
    /// -1: not fixed; without a dimension: one element; absent: not known, as of several values.
    std::optional<std::vector<qint64>> shape;
};

struct ModelEdge
{
    QString from;
    QString to;
};

/// What a node was lowered to, as the compiler's passes hand it on: one TOSA operator. A node
/// without any was melted into its neighbours.
struct TosaOrigin
{
    int partition = 0; ///< Partition::index
    QString tensor; ///< that the operator writes, in the partition's TOSA file
    QString type; ///< "CONV2D"
    QString node; ///< ModelNode::name
};

/// What calibration saw of one value.
struct ObservedValues
{
    double least = 0;
    double largest = 0;
    std::vector<quint64> histogram; ///< equal bins from least to largest; empty: not counted
    std::optional<double> clipped; ///< share outside what can be stored; from the observer's bins
};

/// How the quantised model keeps one value, as its quantise nodes say: real = scale * (stored -
/// zero point).
struct StoredValue
{
    enum class Role
    {
        Result, ///< of `node`
        Input, ///< of the model; `node` is its name
        Constant ///< that `node` takes
    };
    QString node; ///< ModelNode::name
    Role role = Role::Result;
    QString argument; ///< of a constant: "weight"
    QString dtype;
    std::vector<double> scales; ///< one, or one for each index of `axis`; empty: not recorded
    std::vector<qint64> zeroPoints;
    std::optional<int> axis;
    std::optional<qint64> low; ///< smallest stored number that is used
    std::optional<qint64> high;
    std::optional<double> atLimits; ///< of a constant: share of its elements at the limits
    std::optional<ObservedValues> observed;
};

/// An operator the partitioner refused, with every reason it has.
struct Rejection
{
    QString node;
    QString target;
    QString module;
    QStringList reasons;
    /// Who says each: the class of the check in ExecuTorch's Arm backend, "BaseTOSASupportList" for
    /// all that could take it, "keepOnCpu" for the spec, "partitioner". Empty: not recorded.
    QStringList checks;
};

/// How long a part of the compile took, as seen from outside it.
struct StageTime
{
    QString name; ///< "partition", "vela": as the driver names its stages
    quint64 milliseconds = 0;
};

enum class Status
{
    Succeeded,
    Failed,
    Cancelled
};

struct CompileResult
{
    QString folder; ///< absolute output folder
    Status status = Status::Failed;
    std::map<QString, QString> tools; ///< "vela" -> "5.1.0"
    spec::CompileSpec spec; ///< as asked
    spec::CompileSpec resolvedSpec; ///< with the tools' defaults filled in
    QString sourceName; ///< file name of the model that was compiled
    QString sourceSha256;
    /// Absolute path of a model that Vela compiles without ExecuTorch (.tosa, .tflite), if it lies
    /// in the folder or beside it and has that hash. Not in result.json.
    QString sourcePath;
    std::vector<Artefact> artefacts;
    Summary summary;
    std::vector<Partition> partitions;
    std::vector<ModelNode> nodes;
    std::vector<ModelEdge> edges;
    std::vector<TosaOrigin> origins; ///< in the order of the TOSA files; empty: not recorded
    std::vector<Rejection> rejections;
    std::vector<StoredValue> stored; ///< empty: not quantised, or not recorded
    std::vector<Diagnostic> problems;
    // Of a compile that ran in this process; result.json has neither.
    std::vector<StageTime> stages; ///< in their order
    std::optional<int> exitCode; ///< of the tool's process, if it ended by itself

    /// Absolute path of the first artefact of a kind; empty if there is none.
    QString artefactPath(const QString &kind) const;
    const Rejection *rejection(const QString &node) const;
};

} // namespace tosaic::compiled
