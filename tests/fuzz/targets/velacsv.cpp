// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/veladescription.h"
#include "tests/core/formats/vela/velafiles.h"

#include <span>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

void fuzzVelaCsv(std::span<const quint8> input)
{
    // No copy: the sanitizer then sees every byte read beyond the input.
    const auto source = ByteSource::fromBytes(QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size())));
    if (const auto file = formats::vela::readSummaryCsv(source))
        static_cast<void>(descriptionText({}, inspect::describeVelaSummary(*file).sections));
    if (const auto file = formats::vela::readPerLayerCsv(source))
        static_cast<void>(descriptionText({}, inspect::describeVelaPerLayer(*file).sections));
}

std::vector<QByteArray> seedsVelaCsv()
{
    return { test::summaryCsv(), test::summaryCsv() + test::summaryCsv(), test::regorPerLayerCsv(),
        test::pythonPerLayerCsv() };
}

} // namespace tosaic::fuzz
