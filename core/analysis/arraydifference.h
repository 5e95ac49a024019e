// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/base/result.h"

#include <QString>

#include <optional>
#include <vector>

/// Two arrays (.npy) compared number by number.
namespace tosaic::analysis {

/// |left - right| <= absolute + relative * |right|, as numpy.isclose: `right` is what is expected.
struct Tolerance
{
    double absolute = 0;
    double relative = 0;
};

struct ArrayDifference
{
    QString leftType; ///< NumPy's word: "int8"
    QString rightType;
    std::vector<quint64> leftShape;
    std::vector<quint64> rightShape;
    quint64 elements = 0;
    quint64 different = 0; ///< outside the tolerance; a NaN on one side only counts
    /// Absolute differences of numbers that are finite on both sides; absent if there are none.
    std::optional<double> largest;
    std::optional<double> mean;
    std::optional<quint64> first; ///< flat index of the first that is different

    bool isSameShape() const { return leftShape == rightShape; }
    bool isWithin() const { return different == 0; }
};

/// What keeps two arrays from being compared, located at `right`: "reference.size" if the numbers
/// of elements differ, "reference.shape" if the shapes do by more than leading 1s. Errors: those of
/// reading the two.
Result<std::optional<Diagnostic>> shapeProblem(const ByteSource &left, const ByteSource &right);

/// Shapes may differ by leading 1s; types may differ. Errors: FormatDamaged, FormatUnsupported
/// (structures, complex, text, object, Fortran order with other order on the other side);
/// LimitExceeded above 2^31 elements; SpecInvalid with the text of shapeProblem().
Result<ArrayDifference> compareArrays(
    const ByteSource &left, const ByteSource &right, const Tolerance &tolerance);

} // namespace tosaic::analysis
