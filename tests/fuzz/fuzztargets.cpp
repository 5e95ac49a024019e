// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#define TOSAIC_FUZZ_DECLARE(name)                                                                  \
    void fuzz##name(std::span<const quint8> input);                                                \
    std::vector<QByteArray> seeds##name();

namespace tosaic::fuzz {

TOSAIC_FUZZ_DECLARE(Console)
TOSAIC_FUZZ_DECLARE(Pte)
TOSAIC_FUZZ_DECLARE(VelaStream)

const std::vector<NamedTarget> &targets()
{
    using formats::FileKind;
    static const std::vector<NamedTarget> all{
        { "console", fuzzConsole, seedsConsole, { FileKind::Text } },
        { "pte", fuzzPte, seedsPte, { FileKind::Pte } },
        { "velastream", fuzzVelaStream, seedsVelaStream,
            { FileKind::VelaStream, FileKind::CommandStream } },
    };
    return all;
}

} // namespace tosaic::fuzz
