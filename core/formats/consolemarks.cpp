// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/consolemarks.h"

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

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

/// The same with decoration before the mark; `behind` must stand behind it in the line.
bool hasDecoratedLine(QByteArrayView text, QByteArrayView mark, QByteArrayView behind)
{
    constexpr qsizetype LongestDecoration = 80;
    for (auto at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
        const auto start = at == 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
        const auto end = text.indexOf('\n', at);
        const auto rest = text.sliced(at, (end < 0 ? text.size() : end) - at);
        if (at - start > LongestDecoration || rest.indexOf(behind) < 0)
            continue;
        const auto before = QString::fromLatin1(text.sliced(start, at - start));
        if (lineDecoration().match(before).capturedLength() == before.size())
            return true;
    }
    return false;
}

/// A summary that somebody keeps in a list or a document, with or without its title.
bool hasKeptSummary(QByteArrayView text)
{
    constexpr std::array<std::pair<QByteArrayView, QByteArrayView>, 5> Parts{ {
        { "Network summary for ", {} },
        { "Total ", " used" },
        { "NPU operators = ", {} },
        { "Total cycles", {} },
        { "Batch Inference time", {} },
    } };
    return hasDecoratedLine(text, "Accelerator configuration", "Ethos_U")
        && std::any_of(Parts.begin(), Parts.end(),
            [&](const auto &part) { return hasDecoratedLine(text, part.first, part.second); });
}

bool hasVelaMark(QByteArrayView text)
{
    if (hasKeptSummary(text)
        || (hasLine(text, "Network summary for ") && hasLine(text, "Accelerator configuration ")))
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

const QRegularExpression &lineDecoration()
{
    static const QRegularExpression pattern(
        u"^(?:\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z )?[ \\t]*(?:(?:[-*+>]|#+)[ \\t]+)*(?:\\*\\*)?"_s);
    return pattern;
}

bool isVelaConsole(QByteArrayView text)
{
    const auto head = text.first(std::min(text.size(), WindowBytes));
    const auto tail = text.last(std::min(text.size(), WindowBytes));
    return (hasVelaMark(head) || hasVelaMark(tail)) && !hasRunnerMark(head) && !hasRunnerMark(tail);
}

} // namespace tosaic::formats
