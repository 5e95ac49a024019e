// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

/// A compile specification as a value: what the user asks of ExecuTorch's EthosUCompileSpec,
/// quantizer and partitioner. Its JSON shape is SPEC.json of the command line; what is absent there
/// is the tool's default.
namespace tosaic::spec {

enum class DebugMode
{
    None,
    Tosa,
    Json
};

struct QuantizerOverride
{
    QString module; ///< either module
    QString operatorName; ///< or operator
    QString scheme; ///< "none", or empty
    QString activations; ///< "int8", "int16", or empty
    bool operator==(const QuantizerOverride &) const = default;
};

struct Quantizer
{
    QString scheme = QStringLiteral("symmetric"); ///< "none" or "symmetric"
    QString activations = QStringLiteral("int8"); ///< "int8" or "int16"
    QString weights = QStringLiteral("int8"); ///< "int8"; "int4": stored as int8, from -7 to 7
    bool perChannel = true;
    QString io = QStringLiteral("activations"); ///< type of inputs and outputs; else "uint8"
    std::vector<QuantizerOverride> overrides;
    bool operator==(const Quantizer &) const = default;
};

constexpr int LargestSampleCount = 100000; ///< of random samples
constexpr int LargestPictureSide = 16384; ///< pixels

/// A folder of pictures and what is done to each before the model sees it. Its size is that of the
/// model's input.
struct CalibrationImages
{
    QString folder; ///< a relative path starts at the model's folder
    QString mean; ///< of channels that run from 0 to 1: one or three numbers; empty: 0
    QString deviation; ///< that the rest is divided by; empty: 1
    QString order = QStringLiteral("rgb"); ///< or "bgr"
    int resize = 0; ///< pixels of the short side, then the middle is cut out; 0: stretched
    bool operator==(const CalibrationImages &) const = default;
};

struct Calibration
{
    QStringList files; ///< .npy, .npz
    CalibrationImages images;
    int samples = 8; ///< random ones, where there are neither files nor pictures
    int seed = 0;

    bool hasImages() const { return images != CalibrationImages(); }
    bool isRandom() const { return files.isEmpty() && !hasImages(); }
    bool operator==(const Calibration &) const = default;
};

/// How ExecuTorch's passes rewrite operators before TOSA (ArmPassPipelineConfig of 1.5.1). What is
/// absent is the target's default (softmax: stable on U55 and U65).
struct PassPipeline
{
    std::optional<QString> softmax; ///< "masked" or "stable"
    std::optional<QString> leakyRelu; ///< "table" or "decompose"
    std::optional<double> quantizeNegativeInfinity; ///< what -inf becomes; -256
    std::optional<double> quantizePositiveInfinity; ///< what +inf becomes; 255
    std::optional<QString> sdpaSafeSoftmaxGuard; ///< "preserve", "remove", "remove-when-proven"
    bool operator==(const PassPipeline &) const = default;
};

/// What computes operators that no delegate takes.
enum class CpuKernels
{
    Portable, ///< ExecuTorch's portable and quantized kernels
    CortexM ///< ExecuTorch's Cortex-M (CMSIS-NN) kernels where they exist
};

/// What stays on the CPU although the NPU could run it. The tools can only exclude, never force.
struct KeepOnCpu
{
    QStringList nodes; ///< names of edge graph nodes
    QStringList operators; ///< "aten.relu.default"
    QStringList modules; ///< "features.3"
    QStringList patterns; ///< "*relu*"
    bool isEmpty() const
    {
        return nodes.isEmpty() && operators.isEmpty() && modules.isEmpty() && patterns.isEmpty();
    }
    bool operator==(const KeepOnCpu &) const = default;
};

struct CompileSpec
{
    QString target; ///< "ethos-u55-128"
    std::optional<QString> systemConfig; ///< absent: the default of the target's family
    std::optional<QString> memoryMode;
    std::optional<QString> configIni; ///< absent: Arm/vela.ini
    QStringList extraFlags; ///< to Vela, verbatim
    QString externalCommandTag; ///< external block placements; empty: inline
    QString externalWeightTag;
    DebugMode debug = DebugMode::None;
    bool delegate = true; ///< false: everything on the CPU
    std::optional<Quantizer> quantizer; ///< absent: the driver's default (symmetric int8)
    std::optional<Calibration> calibration;
    KeepOnCpu keepOnCpu;
    /// Folder that gets the tools' own intermediate files; its path ends up in the .pte.
    QString intermediatesFolder;
    /// "TOSA-1.0+INT+int16+int4+u55"; absent: what EthosUCompileSpec derives from the target.
    std::optional<QString> tosaSpec;
    PassPipeline passes;
    CpuKernels cpuKernels = CpuKernels::Portable;
    /// Inputs and outputs of the program stay quantised: no float kernels at its border.
    bool integerIo = false;

    bool operator==(const CompileSpec &) const = default;
};

} // namespace tosaic::spec
