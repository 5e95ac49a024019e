// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/veladescription.h"
#include "tests/core/formats/npy/npybuilder.h"
#include "tests/core/formats/vela/velafiles.h"

#include <span>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

void fuzzNpz(std::span<const quint8> input)
{
    const auto source = ByteSource::fromBytes(QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size())));
    static_cast<void>(formats::readNpyHeader(source->bytes()));
    const auto npz = formats::vela::readNpz(source);
    if (!npz)
        return;
    for (const auto &array : (*npz)->arrays)
        static_cast<void>(formats::vela::integersOf(array));
    static_cast<void>(descriptionText({}, inspect::describeVelaNpz(**npz).sections));
}

std::vector<QByteArray> seedsNpz()
{
    return { test::velaNpz(), test::velaNpz({}),
        test::npyBytes("'>i2'", "(2, 3)", QByteArray(12, '\1'), 2, true),
        test::npyBytes("[('a', '<i4'), ('b', '<f4', (2,))]", "()", QByteArray(12, '\0'), 3) };
}

} // namespace tosaic::fuzz
