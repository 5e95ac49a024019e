// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/formats/bundled/bundledreader.h"
#include "core/inspect/bundleddescription.h"
#include "tests/core/formats/companions/companionbuilder.h"
#include "tests/core/formats/programbuilder.h"

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

void fuzzBundled(std::span<const quint8> input)
{
    // No copy: the sanitizer then sees every byte read beyond the input.
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto read = formats::readBundled(ByteSource::fromBytes(bytes, u"fuzz.bpte"_s));
    if (!read)
        return;
    const auto description = inspect::describeBundled(**read);
    static_cast<void>(descriptionText(u"fuzz"_s, description.sections));
}

namespace {

QByteArray smallProgram()
{
    test::ProgramBuilder builder;
    builder.addTensor({});
    return builder.finish();
}

} // namespace

std::vector<QByteArray> seedsBundled()
{
    return { test::smallBundle(smallProgram()), test::smallBundle({}) };
}

} // namespace tosaic::fuzz
