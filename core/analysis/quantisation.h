// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/compiled/compileresult.h"
#include "core/model/entityref.h"
#include "core/model/network.h"
#include "core/model/program.h"

#include <QString>

#include <optional>
#include <utility>
#include <vector>

/// What each value of a model is stored as: type, scale, zero point, range; and where that is said.
/// Affine, as in TFLite and torch: real = scale * (stored - zero point).
namespace tosaic::analysis {

enum class QuantisationSource
{
    Tensor, ///< of a TFLite file
    Node, ///< quantise or dequantise node of an exported program
    Kernel, ///< quantise or dequantise kernel of a .pte: at the borders of its delegates
    Compile ///< the compile: quantise nodes of the model before it was cut; of some the type alone
};

struct QuantisedValue
{
    QString name; ///< tensor, node or "instruction 3"
    QString kind; ///< of the operator that makes it; empty: an input, a constant
    model::EntityRef entity;
    QString dtype; ///< "int8"
    bool isConstant = false;
    std::vector<double> scales; ///< one, or one for each index of `axis`; empty: not said
    std::vector<qint64> zeroPoints;
    std::optional<int> axis; ///< only where there are several scales
    std::optional<qint64> low; ///< smallest stored number that is used
    std::optional<qint64> high;
    /// Of a constant whose numbers are known: share of its elements that lie at the ends of the
    /// range or beyond, where quantising clips. 0 to 1.
    std::optional<double> atLimits;
    std::optional<compiled::ObservedValues> observed; ///< by calibration
    QuantisationSource source = QuantisationSource::Compile;

    bool isPerChannel() const { return scales.size() > 1; }
    /// Real numbers that can be stored; of several scales the widest.
    std::optional<std::pair<double, double>> range() const;
};

/// Of TFLite tensors and of the quantise nodes of exported programs; constants of up to a million
/// elements are read for QuantisedValue::atLimits.
std::vector<QuantisedValue> quantisedValues(const model::Network &network);
/// Of the kernels around the delegates.
std::vector<QuantisedValue> quantisedValues(const model::Program &program);
/// Inputs, results of operators and constants as the compile recorded them, of older compiles the
/// types of results alone; quantise steps are left out.
std::vector<QuantisedValue> quantisedValues(const compiled::CompileResult &result);
/// All that is known of what is open; any may be null.
std::vector<QuantisedValue> quantisedValues(const compiled::CompileResult *result,
    const model::Program *program, const model::Network *network);

/// Why ranges may not be those of real data.
enum class QuantisationDoubt
{
    RandomCalibration, ///< no data was given: ranges are those of random numbers
    ExampleOnly, ///< no calibration is stated: the example inputs alone were seen
    FewSamples, ///< less than eight
    RangesNotRecorded ///< inside the delegates the compile records types, but no scales
};
std::vector<QuantisationDoubt> quantisationDoubts(
    const compiled::CompileResult &result, const std::vector<QuantisedValue> &values);
QLatin1StringView doubtKey(QuantisationDoubt doubt); ///< "random-calibration": for scripts
/// One English sentence; views translate it: QT_TRANSLATE_NOOP("Quantisation").
const char *doubtSentence(QuantisationDoubt doubt);
QLatin1StringView sourceKey(QuantisationSource source); ///< "tensor", "node", "kernel", "compile"

/// One table for all faces; titles are English and the keys of JSON.
Columns<QuantisedValue> quantisationColumns();

} // namespace tosaic::analysis
