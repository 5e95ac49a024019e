// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/spec/inifacts.h"
#include "core/spec/ruletable.h"
#include "core/spec/specjson.h"

#include <gtest/gtest.h>

#include <random>

namespace tosaic::spec {

inline CompileSpec specOf(const QByteArray &json)
{
    auto spec = fromJsonText(json);
    EXPECT_TRUE(spec) << json.constData();
    return spec ? *spec : CompileSpec();
}

/// An ini file of one's own: a flash system, a DRAM system, and modes for both.
inline IniFacts boardIni()
{
    const auto text = [](const char16_t *name) { return QString::fromUtf16(name); };
    const auto sram = text(u"Sram");
    const auto axi1 = text(u"Axi1");
    return { { { text(u"Board"), sram, text(u"OffChipFlash") },
                 { text(u"Ethos_U55_Board"), sram, text(u"Dram") } },
        { { .name = text(u"Shared"), .constPort = axi1 },
            { .name = text(u"Cache"), .constPort = axi1, .arenaPort = axi1 } } };
}

/// A spec of any values that the tools could be given; the same for the same seed.
CompileSpec randomSpec(quint32 seed);

} // namespace tosaic::spec
