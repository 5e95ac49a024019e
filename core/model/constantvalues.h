// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/result.h"
#include "core/model/network.h"
#include "core/model/program.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

/// The numbers inside a constant, whatever format and element type it has. Nothing is copied or
/// decoded until an element is asked for, so a constant of any size costs nothing to open.
namespace tosaic::model {

/// ExecuTorch's types as element types; Unknown for those whose packing nothing writes today (the
/// quantised pairs and the Bits types).
ElementType elementTypeOf(ScalarType type);

/// How the elements of a type are to be read.
enum class NumberKind
{
    None, ///< not numbers: strings, handles, unknown types
    Boolean,
    Integer, ///< exact in integer()
    Real,
    Complex ///< text() only
};
NumberKind numberKind(ElementType type);

/// A constant's elements in the order they are stored in: row-major (the last dimension varies
/// fastest) unless an ExecuTorch tensor has another dim_order. Cheap to copy; keeps the file alive;
/// may be read from any thread.
class ConstantValues
{
public:
    /// Elements of `type` from `data` in `source`. FormatDamaged if the range lies outside the
    /// file, FormatUnsupported for types without numbers or a shape that is not fixed. Data may be
    /// longer or shorter than the shape says: longer is left alone, shorter lowers count().
    static Result<ConstantValues> open(std::shared_ptr<const ByteSource> source, ByteRange data,
        ElementType type, std::vector<qint64> shape);
    /// The constant or initial value of a tensor; FormatUnsupported if it has none
    /// or keeps only those that are not zero.
    static Result<ConstantValues> of(const Network &network, const NetworkTensor &tensor);
    static Result<ConstantValues> of(const Program &program, const Tensor &tensor);
    /// Those of a tensor whose bytes lie elsewhere, in a .ptd.
    static Result<ConstantValues> of(
        std::shared_ptr<const ByteSource> source, ByteRange data, const Tensor &tensor);

    ElementType type() const { return m_type; }
    NumberKind kind() const { return numberKind(m_type); }
    const std::vector<qint64> &shape() const { return m_shape; }
    /// Elements that can be read.
    quint64 count() const { return m_count; }
    /// Elements that the shape promises; more than count() if the data ends early.
    quint64 promisedCount() const { return m_promised; }
    ByteRange data() const { return m_data; }

    /// Elements stored between neighbours in each dimension.
    const std::vector<quint64> &strides() const { return m_strides; }
    /// Index in each dimension of the element stored as number `index`; empty for a scalar.
    std::vector<qint64> position(quint64 index) const;
    /// Place of the byte in the source that the element begins in.
    quint64 byteOffset(quint64 index) const;

    /// Fills `into` with the elements from `first` on; returns how many there were. Integers beyond
    /// 2^53 are rounded, booleans are 0 and 1, complex numbers NaN.
    quint64 read(quint64 first, std::span<double> into) const;
    /// One element as above; NaN beyond the end.
    double real(quint64 index) const;
    /// Exact value of booleans and integers; absent for other types, beyond the end, and for
    /// unsigned 64-bit numbers above the range.
    std::optional<qint64> integer(quint64 index) const;
    /// One element in full: integers exact, floats with the fewest digits that give the same
    /// number back in their type ("0.1", "inf", "nan"), "true", "1+2i". Empty beyond the end.
    QString text(quint64 index) const;

private:
    ConstantValues() = default;
    static Result<ConstantValues> make(std::shared_ptr<const ByteSource> source, ByteRange data,
        ElementType type, std::vector<qint64> shape, std::vector<quint64> strides);

    std::shared_ptr<const ByteSource> m_source;
    ByteRange m_data;
    QByteArrayView m_bytes;
    ElementType m_type = ElementType::Unknown;
    std::vector<qint64> m_shape;
    std::vector<quint64> m_strides;
    quint64 m_count = 0;
    quint64 m_promised = 0;
};

/// Turns stored numbers into real ones: scale * (stored - zero point), with one scale for all or
/// one for each index of an axis.
class Dequantiser
{
public:
    /// FormatDamaged if scales and zero points do not fit the shape or the axis is not in it.
    static Result<Dequantiser> make(const Quantisation &quantisation, const ConstantValues &values);

    double value(quint64 index, double stored) const;
    /// Distance of neighbouring values; absent if it differs from channel to channel.
    std::optional<double> step() const;

private:
    Dequantiser() = default;

    std::vector<double> m_scales;
    std::vector<double> m_zeroPoints;
    quint64 m_stride = 1; ///< elements stored between neighbouring channels
};

/// Equal bins over the finite values.
struct Histogram
{
    double low = 0; ///< lower edge of the first bin
    double width = 0; ///< of one bin; 0: all values are equal
    std::vector<quint64> bins; ///< a value on an inner edge counts to the bin above
};

struct ConstantStatistics
{
    quint64 count = 0; ///< elements looked at
    quint64 zeros = 0; ///< of either sign
    quint64 nans = 0;
    quint64 infinities = 0;
    /// Of the finite elements; absent if there are none.
    std::optional<double> minimum;
    std::optional<double> maximum;
    quint64 minimumIndex = 0; ///< of the first such element
    quint64 maximumIndex = 0;
    std::optional<double> mean;
    std::optional<double> standardDeviation; ///< of the population, not of a sample
    quint64 distinct = 0; ///< different finite values
    bool isDistinctCapped = false; ///< there are at least `distinct`, counting stopped there
    Histogram histogram; ///< without bins if nothing is finite
};

struct StatisticsOptions
{
    size_t bins = 64; ///< at most; types of few values get one bin for each value
    quint64 distinctCap = 65536;
    const Dequantiser *dequantiser = nullptr; ///< of dequantised values if given
};

/// Looks at every element, in pieces of fixed size: memory does not grow with the constant.
/// `isCancelled` is asked for each piece (also from a JobControl); then the error is Cancelled.
/// FormatUnsupported for complex numbers.
Result<ConstantStatistics> statisticsOf(const ConstantValues &values,
    const StatisticsOptions &options = {}, const std::function<bool()> &isCancelled = {});

} // namespace tosaic::model
