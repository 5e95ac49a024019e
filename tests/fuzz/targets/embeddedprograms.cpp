// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/embeddedprograms.h"
#include "tests/fuzz/fuzztargets.h"
#include "tests/profiler/targets/runnerelf.h"

#include <cstdlib>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

std::vector<QByteArray> seedsPte();

/// Programs that are found lie behind each other inside the file.
void fuzzEmbeddedPrograms(std::span<const quint8> input)
{
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    quint64 end = 0;
    for (const auto &found :
        profile::embeddedPrograms(ByteSource::fromBytes(bytes, u"fuzz.elf"_s))) {
        const auto size = found.size.value_or(0);
        if (found.offset < end || found.offset % 16 != 0 || found.offset >= input.size()
            || size > input.size() - found.offset || found.sha256().isEmpty() != !found.size)
            std::abort();
        end = found.offset + size;
    }
}

std::vector<QByteArray> seedsEmbeddedPrograms()
{
    const auto programs = seedsPte();
    const QByteArray lie("\x0c\0\0\0ET12\x04\0\0\0\x04\0\0\0", 16);
    return { test::runner({ programs.front() }), test::runner({ programs.front() }, true),
        test::runner({ programs.back(), programs.front() }),
        test::runner({ lie.repeated(40), programs.back() }) };
}

} // namespace tosaic::fuzz
