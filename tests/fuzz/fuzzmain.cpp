// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One libFuzzer program for each target: TOSAIC_FUZZ_TARGET names it.
#include "tests/fuzz/fuzztargets.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const quint8 *data, size_t size)
{
    static const auto run = [] {
        const auto &all = tosaic::fuzz::targets();
        const auto found = std::find_if(all.begin(), all.end(),
            [](const auto &target) { return target.name == TOSAIC_FUZZ_TARGET; });
        if (found == all.end())
            std::abort();
        return found->run;
    }();
    run({ data, size });
    return 0;
}
