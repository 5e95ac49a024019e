// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

extern "C" int LLVMFuzzerTestOneInput(const quint8 *data, size_t size)
{
    tosaic::fuzz::fuzzProgram({ data, size });
    return 0;
}
