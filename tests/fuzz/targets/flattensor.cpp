// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/formats/flattensor/flattensorreader.h"
#include "core/inspect/flattensordescription.h"
#include "tests/core/formats/companions/companionbuilder.h"

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

void fuzzFlatTensor(std::span<const quint8> input)
{
    // No copy: the sanitizer then sees every byte read beyond the input.
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto read = formats::readFlatTensor(ByteSource::fromBytes(bytes, u"fuzz.ptd"_s));
    if (!read)
        return;
    const auto description = inspect::describeFlatTensor(**read);
    static_cast<void>(descriptionText(u"fuzz"_s, description.sections));
}

std::vector<QByteArray> seedsFlatTensor()
{
    return { test::smallFlatTensor(), test::legacyFlatTensor(), test::contradictoryFlatTensor() };
}

} // namespace tosaic::fuzz
