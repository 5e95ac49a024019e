// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/verdict.h"

#include "core/base/try.h"
#include "core/formats/npy/npyarray.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

QString verdictKey(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Pass:
        return u"pass"_s;
    case Verdict::Fail:
        return u"fail"_s;
    case Verdict::NotJudged:
        break;
    }
    return u"not-judged"_s;
}

Verdict verdictOf(std::span<const Judged> judged)
{
    if (judged.empty())
        return Verdict::NotJudged;
    const bool isEqual
        = std::ranges::all_of(judged, [](const Judged &one) { return one.differing == 0; });
    return isEqual ? Verdict::Pass : Verdict::Fail;
}

Result<std::vector<ArrayFile>> arrayFilesOf(const LocalResult &result)
{
    std::vector<ArrayFile> files;
    for (const auto &output : result.outputs)
        files.push_back(
            ByteSource::fromBytes(TRY(npyOf(output)), u"output %1"_s.arg(files.size())));
    return files;
}

Result<std::vector<Judged>> judge(std::span<const ArrayFile> outputs,
    const std::map<qsizetype, ArrayFile> &expected, const analysis::Tolerance &tolerance)
{
    std::vector<Judged> judged;
    for (const auto &[index, right] : expected) {
        if (index < 0 || index >= qsizetype(outputs.size()))
            return fail(ErrorCode::SpecInvalid,
                u"there is no output %1; there are %2"_s.arg(index).arg(outputs.size()));
        const auto difference
            = TRY(analysis::compareArrays(*outputs[size_t(index)], *right, tolerance));
        judged.push_back(
            { size_t(index), difference.elements, difference.different, difference.largest });
    }
    return judged;
}

Result<std::vector<Ranked>> largestOf(const ByteSource &file, size_t count)
{
    const auto array = TRY(formats::NpyArray::read(file));
    std::vector<Ranked> best;
    for (quint64 i = 0; i < array.elements(); ++i) {
        const auto value = double(array.at(i));
        if (std::isnan(value)
            || (best.size() >= count && !(count > 0 && value > best.back().value)))
            continue;
        const auto place = std::ranges::upper_bound(best, value, std::greater(), &Ranked::value);
        best.insert(place, { i, value });
        if (best.size() > count)
            best.pop_back();
    }
    return best;
}

} // namespace tosaic::localrun
