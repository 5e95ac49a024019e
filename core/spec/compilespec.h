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
    bool perChannel = true;
    std::vector<QuantizerOverride> overrides;
    bool operator==(const Quantizer &) const = default;
};

struct Calibration
{
    QStringList files; ///< .npy; empty: random samples
    int samples = 8;
    int seed = 0;
    bool operator==(const Calibration &) const = default;
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

    bool operator==(const CompileSpec &) const = default;
};

} // namespace tosaic::spec
