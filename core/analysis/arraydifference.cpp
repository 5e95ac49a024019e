// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/arraydifference.h"

#include "core/base/sizestext.h"
#include "core/formats/npy/npyarray.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::analysis {

namespace {

using formats::NpyArray;
using Number = NpyArray::Number;

bool isClose(Number left, Number right, const Tolerance &tolerance)
{
    if (std::isnan(left) || std::isnan(right))
        return std::isnan(left) && std::isnan(right);
    if (std::isinf(left) || std::isinf(right))
        return left == right;
    return std::fabs(left - right) <= static_cast<Number>(tolerance.absolute)
        + static_cast<Number>(tolerance.relative) * std::fabs(right);
}

QString shapeText(const std::vector<quint64> &shape)
{
    return shape.empty() ? u"that of a single number"_s : sizesText(shape, u"x"_s);
}

std::optional<Diagnostic> shapeProblem(
    const NpyArray &left, const NpyArray &right, const QString &path)
{
    const auto problem = [&path](const QString &id, const QString &text) {
        return Diagnostic{ id, Severity::Error, Location{ .file = path }, text };
    };
    if (left.elements() != right.elements())
        return problem(u"reference.size"_s,
            u"it has %1 elements, but is compared with %2 elements"_s.arg(right.elements())
                .arg(left.elements()));
    const auto core = [](const NpyArray &array) {
        const auto &shape = array.header().shape;
        return std::vector<quint64>(
            std::ranges::find_if(shape, [](quint64 size) { return size != 1; }), shape.end());
    };
    if (core(left) != core(right))
        return problem(u"reference.shape"_s,
            u"the shape to compare with is %1, but that of the array is %2; transpose or reshape "
            "one of them"_s.arg(shapeText(right.header().shape), shapeText(left.header().shape)));
    return {};
}

} // namespace

Result<std::optional<Diagnostic>> shapeProblem(const ByteSource &left, const ByteSource &right)
{
    const auto a = NpyArray::read(left);
    if (!a)
        return fail(a.error());
    const auto b = NpyArray::read(right);
    if (!b)
        return fail(b.error());
    return shapeProblem(*a, *b, right.name());
}

Result<ArrayDifference> compareArrays(
    const ByteSource &left, const ByteSource &right, const Tolerance &tolerance)
{
    const auto a = NpyArray::read(left);
    if (!a)
        return fail(a.error());
    const auto b = NpyArray::read(right);
    if (!b)
        return fail(b.error());
    if (const auto problem = shapeProblem(*a, *b, right.name()))
        return fail(ErrorCode::SpecInvalid, problem->text, problem->location);
    if (a->header().isFortranOrder != b->header().isFortranOrder && a->header().shape.size() > 1)
        return fail(ErrorCode::FormatUnsupported, u"the two are stored in different orders"_s,
            Location{ .file = left.name() });
    ArrayDifference result{ .leftType = a->header().dtype,
        .rightType = b->header().dtype,
        .leftShape = a->header().shape,
        .rightShape = b->header().shape,
        .elements = a->elements() };
    Number sum = 0;
    quint64 finite = 0;
    for (quint64 i = 0; i < a->elements(); ++i) {
        const auto x = a->at(i);
        const auto y = b->at(i);
        if (!isClose(x, y, tolerance)) {
            ++result.different;
            if (!result.first)
                result.first = i;
        }
        if (std::isfinite(x) && std::isfinite(y)) {
            const auto difference = std::fabs(x - y);
            sum += difference;
            ++finite;
            result.largest = std::max(result.largest.value_or(0), static_cast<double>(difference));
        }
    }
    if (finite > 0)
        result.mean = static_cast<double>(sum / static_cast<Number>(finite));
    return result;
}

} // namespace tosaic::analysis
