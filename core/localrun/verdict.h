// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/arraydifference.h"
#include "core/localrun/localrun.h"

#include <map>
#include <span>

/// What the outputs of a run say: equal to what was expected or not, and which of their numbers are
/// the largest.
namespace tosaic::localrun {

enum class Verdict
{
    NotJudged, ///< nothing was expected
    Pass,
    Fail
};
/// "not-judged", "pass", "fail".
QString verdictKey(Verdict verdict);

/// An output beside what was expected of it.
struct Judged
{
    size_t output = 0;
    quint64 elements = 0;
    quint64 differing = 0; ///< outside the tolerance
    std::optional<double> largest; ///< absolute difference; absent where no number can be compared
};
Verdict verdictOf(std::span<const Judged> judged);

using ArrayFile = std::shared_ptr<const ByteSource>; ///< a .npy, in memory or stored

/// The outputs as .npy. FormatUnsupported for a type that NumPy does not have.
Result<std::vector<ArrayFile>> arrayFilesOf(const LocalResult &result);

/// `expected`: by index of an output. SpecInvalid if there is no such output or its
/// size differs; errors of reading.
Result<std::vector<Judged>> judge(std::span<const ArrayFile> outputs,
    const std::map<qsizetype, ArrayFile> &expected, const analysis::Tolerance &tolerance);

struct Ranked
{
    quint64 index = 0; ///< flat
    double value = 0;
};
/// The `count` largest numbers, largest first, of equal ones the first; NaN is none of them.
/// Errors: of reading.
Result<std::vector<Ranked>> largestOf(const ByteSource &array, size_t count);

} // namespace tosaic::localrun
