// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/veladescription.h"
#include "tests/core/formats/vela/velafiles.h"

#include <span>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

/// The input is one file, and two if it has a byte 0.
void fuzzVelaIni(std::span<const quint8> input)
{
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    formats::vela::IniSources sources;
    const auto cut = bytes.indexOf('\0');
    sources.push_back(ByteSource::fromBytes(cut < 0 ? bytes : bytes.first(cut), u"a.ini"_s));
    if (cut >= 0)
        sources.push_back(ByteSource::fromBytes(bytes.sliced(cut + 1), u"b.ini"_s));
    const auto ini = formats::vela::readVelaIni(sources);
    if (!ini)
        return;
    static_cast<void>(descriptionText({}, inspect::describeVelaIni(*ini).sections));
    for (const auto &system : ini->systemConfigs.mid(0, 8)) {
        for (const auto &mode : ini->memoryModes.mid(0, 8)) {
            if (const auto resolution = formats::vela::resolveIni(*ini, system, mode))
                static_cast<void>(
                    descriptionText({}, inspect::describeVelaIni(*ini, *resolution).sections));
        }
    }
}

std::vector<QByteArray> seedsVelaIni()
{
    const auto two = test::iniText() + '\0'
        + "[System_Config.Ethos_U55_Board]\nSram_burst_length=64\n[Memory_Mode.Small]\ninherit=x\n";
    return { test::iniText(), two, "# c\n" + test::iniText(),
        "[DEFAULT]\nx=%(y)s\ny:%%\n[System_Config.S]\n axi0_port = Sram\n  more\n" };
}

} // namespace tosaic::fuzz
