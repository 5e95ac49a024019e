// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/consolemarks.h"
#include "core/inspect/veladescription.h"
#include "tests/core/formats/vela/velafiles.h"

#include <span>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

void fuzzVelaConsole(std::span<const quint8> input)
{
    const auto source = ByteSource::fromBytes(QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size())));
    static_cast<void>(formats::isVelaConsole(source->bytes()));
    if (const auto text = formats::vela::readConsoleText(source))
        static_cast<void>(descriptionText({}, inspect::describeVelaConsole(*text).sections));
}

std::vector<QByteArray> seedsVelaConsole()
{
    return { test::consoleText(), test::consoleText() + test::consoleText(),
        "Traceback (most recent call last):\n  File \"x/ethosu/vela/vela.py\", line 1\n"
        "ethosu.vela.errors.CliOptionError: 'Error: no'\n" };
}

} // namespace tosaic::fuzz
