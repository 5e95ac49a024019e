// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npusim/machine.h"

/// The operations of a command stream, each in the file of its name.
namespace tosaic::npusim {

/// What a convolution and a depthwise one share.
class WeightedKick : public Kick
{
public:
    using Kick::Kick;

protected:
    Result<OutputStage> convolutionStage(const OutputSetup &output);
    /// U85: what IFM2 adds to the accumulators; empty: nothing.
    Result<Values> startValues(const OutputSetup &output);
    Result<void> checkAccumulator() const;
    /// Where sums of so many products, and what becomes of them, fit 32 bits.
    static std::optional<NarrowScales> narrowScales(
        const OutputSetup &output, const OutputStage &stage, const MapSetup &ifm, qint64 products);
};

class ConvolutionKick : public WeightedKick
{
public:
    using WeightedKick::WeightedKick;
    Result<void> run(quint32 parameter) override;

private:
    template <typename Number>
    Result<void> convolveWith(const OutputSetup &output, const MapSetup &ifm,
        const WindowSetup &window, qint64 depth, const LayerWeights &weights);
    Result<void> multiplyMaps(const OutputSetup &output, const MapSetup &ifm);
};

class DepthwiseKick : public WeightedKick
{
public:
    using WeightedKick::WeightedKick;
    Result<void> run(quint32 parameter) override;
};

class PoolingKick : public Kick
{
public:
    using Kick::Kick;
    Result<void> run(quint32 parameter) override;

private:
    Result<void> poolWindows(
        const OutputSetup &output, const OutputStage &stage, quint32 mode, bool divides);
    Result<void> sumChannels(const OutputSetup &output, const OutputStage &stage);
};

class ElementwiseKick : public Kick
{
public:
    using Kick::Kick;
    Result<void> run(quint32 parameter) override;

private:
    struct Operand;
    Result<Operand> operand(const MapSetup &map, quint32 broadcast, Shape shape);
    Result<Operand> scalarOperand(const MapSetup &map, qint64 stored);
    Result<Operand> firstOperand(Shape shape);
    Result<Operand> secondOperand(Shape shape);
    Result<void> scaleOperands(quint32 mode, const MapSetup &ifm, Operand &a, Operand &b);
};

class ResizeKick : public Kick
{
public:
    using Kick::Kick;
    Result<void> run(quint32 parameter) override;
};

class TransferKick : public Kick
{
public:
    using Kick::Kick;
    Result<void> run(quint32 parameter) override;

private:
    Result<std::vector<qint32>> readIndices(qint64 rows, qint64 planes);
    Result<void> copyRun(int from, qint64 source, int to, qint64 destination, quint64 length);
};

} // namespace tosaic::npusim
