// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/consolemarks.h"

#include <algorithm>
#include <array>

namespace tosaic::formats {

namespace {

constexpr qsizetype WindowBytes = 65'536; // the summary stands at the end of a verbose run

/// Whether a line begins with the mark.
bool hasLine(QByteArrayView text, QByteArrayView mark)
{
    for (auto at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
        if (at == 0 || text[at - 1] == '\n')
            return true;
    }
    return false;
}

bool hasVelaMark(QByteArrayView text)
{
    if (hasLine(text, "Network summary for ") && hasLine(text, "Accelerator configuration "))
        return true;
    constexpr std::array<QByteArrayView, 7> Lines{ "Warning (supported operators) operator: ",
        "Warning: No configuration file specified. Using a default of ",
        "Warning: No system configuration specified. Using a default of ",
        "vela: error: ", "ethosu.vela.errors.",
        "RuntimeError: Compilation failed: ", "RuntimeError: Non-passthrough operation " };
    if (std::any_of(
            Lines.begin(), Lines.end(), [&](QByteArrayView line) { return hasLine(text, line); }))
        return true;
    return hasLine(text, "Traceback (most recent call last):")
        && text.indexOf("ethosu/vela/vela.py\", line ") >= 0;
}

/// What runners, drivers and simulators print, and Vela does not.
bool hasRunnerMark(QByteArrayView text)
{
    constexpr std::array<QByteArrayView, 12> Marks{ "[executorch:arm_",
        "I [executorch:", "I executorch:", "ethosu_pmu_", "Ethos-U PMU", "NPU Inferences",
        "NPU delegations", "Profile for ", "NPU TOTAL", "model_pte_loaded_size",
        "Ethosu delegate: ", "EthosuDelegate: " };
    return std::any_of(
        Marks.begin(), Marks.end(), [&](QByteArrayView mark) { return text.indexOf(mark) >= 0; });
}

} // namespace

bool isVelaConsole(QByteArrayView text)
{
    const auto head = text.first(std::min(text.size(), WindowBytes));
    const auto tail = text.last(std::min(text.size(), WindowBytes));
    return (hasVelaMark(head) || hasVelaMark(tail)) && !hasRunnerMark(head) && !hasRunnerMark(tail);
}

} // namespace tosaic::formats
