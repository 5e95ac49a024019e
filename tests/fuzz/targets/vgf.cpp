// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/formats/vgf/vgfreader.h"
#include "core/inspect/vgfdescription.h"
#include "tests/core/formats/companions/companionbuilder.h"

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

void fuzzVgf(std::span<const quint8> input)
{
    // No copy: the sanitizer then sees every byte read beyond the input.
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto read = formats::readVgf(ByteSource::fromBytes(bytes, u"fuzz.vgf"_s));
    if (!read)
        return;
    const auto description = inspect::describeVgf(**read);
    static_cast<void>(descriptionText(u"fuzz"_s, description.sections));
}

std::vector<QByteArray> seedsVgf()
{
    return { test::smallVgf(), test::smallVgf(true) };
}

} // namespace tosaic::fuzz
