// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/localrun/bundle.h"

#include "core/base/try.h"
#include "core/formats/bundled/bundledreader.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::localrun {

namespace {

Result<Array> bundledArray(const ByteSource &source, const formats::BundledTensor &tensor)
{
    constexpr quint64 BitsOfByte = 8;
    const auto bits = model::bitsPerElement(tensor.dtype).value_or(0);
    if (bits == 0 || bits % BitsOfByte != 0)
        return fail(ErrorCode::FormatUnsupported,
            u"a tensor of type %1 in the bundle"_s.arg(model::dtypeName(tensor.dtype)));
    const std::vector<qint64> shape(tensor.shape.begin(), tensor.shape.end());
    const auto bytes = TRY(source.slice(tensor.data.offset, tensor.data.size));
    const auto elements = Array::elementsOf(shape);
    if (!elements || *elements != tensor.data.size / (bits / BitsOfByte)
        || tensor.data.size % (bits / BitsOfByte) != 0)
        return fail(ErrorCode::FormatDamaged,
            u"a tensor of the bundle has %1 bytes, not those of its shape"_s.arg(tensor.data.size));
    return Array{ tensor.dtype, shape,
        TRY(fromMemory(bytes, bits / BitsOfByte, shape, tensor.dimOrder)) };
}

} // namespace

Result<BundledRun> bundledRun(const std::shared_ptr<const ByteSource> &source,
    const QString &method, std::optional<size_t> number)
{
    const auto bundle = TRY(formats::readBundled(source));
    if (!bundle->program)
        return fail(ErrorCode::FormatDamaged, u"the program in the bundle cannot be read"_s,
            { .file = source->name() });
    BundledRun run{ bundle->program->source, {}, {}, 0 };
    const auto suite = std::ranges::find(bundle->suites, method, &formats::BundledSuite::method);
    const auto count = suite == bundle->suites.end() ? 0 : suite->cases.size();
    const auto index = number.value_or(0);
    run.cases = count;
    if (index >= count) {
        if (!number)
            return run;
        return fail(ErrorCode::SpecInvalid,
            u"there is no case %1 for %2; there are %3"_s.arg(index).arg(method).arg(count));
    }
    const auto &one = suite->cases[index];
    for (size_t i = 0; i < one.inputs.size(); ++i) {
        if (const auto *tensor = std::get_if<formats::BundledTensor>(&one.inputs[i]))
            run.inputs.emplace(QString::number(i), TRY(bundledArray(*source, *tensor)));
    }
    for (size_t i = 0; i < one.expected.size(); ++i) {
        if (const auto *tensor = std::get_if<formats::BundledTensor>(&one.expected[i]))
            run.expected.emplace(qsizetype(i), TRY(bundledArray(*source, *tensor)));
    }
    return run;
}

} // namespace tosaic::localrun
