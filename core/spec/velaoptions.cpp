// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/velaoptions.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::spec {

namespace {

using enum OptionEffect;
using V = OptionValue;

constexpr auto Deprecated = true;

constexpr std::array Options{
    VelaOption{
        u"--accelerator-config", V::Text, Overridden, false, nullptr, nullptr, u"ethos-u55-256" },
    VelaOption{ u"--api-version", V::None, Ends, Deprecated },
    VelaOption{ u"--arena-cache-size", V::Integer },
    VelaOption{ u"--config", V::Text, Harmful, false, nullptr,
        u"is added to the spec's own ini file: of a section in both files the C++ core takes the "
        u"last one whole, the Python side merges them" },
    VelaOption{ u"--cop-format", V::Choice, Normal, false, u"COP1 COP2", nullptr, u"COP1" },
    VelaOption{ u"--cpu-tensor-alignment", V::Integer, Normal, false, nullptr, nullptr, u"16" },
    VelaOption{ u"--debug-force-legacy-core", V::None, Refused, Deprecated },
    VelaOption{ u"--debug-force-regor", V::None, Ignored, Deprecated },
    VelaOption{ u"--disable-buffering", V::None, Normal, Deprecated },
    VelaOption{ u"--disable-cascading", V::None, Normal, Deprecated },
    VelaOption{ u"--disable-chaining", V::None, Normal, Deprecated },
    VelaOption{ u"--disable-fwd", V::None, Normal, Deprecated },
    VelaOption{ u"--disable-ifm-reuse", V::None, Normal, Deprecated },
    VelaOption{ u"--enable-debug-db" },
    VelaOption{ u"--experimental-softmax-int16-neg-exp-range", V::Number, Normal, false, nullptr,
        nullptr, u"10.0" },
    VelaOption{ u"--force-symmetric-int-weights", V::None, Ignored },
    VelaOption{ u"--help", V::None, Ends },
    VelaOption{ u"--hillclimb-max-iterations", V::Integer, Ignored, Deprecated },
    VelaOption{ u"--ignore-ops", V::Text, Harmful, false, nullptr,
        u"works on TFLite files only; for TOSA, so for every ExecuTorch model, it is ignored" },
    VelaOption{ u"--list-config-files", V::None, Ends },
    VelaOption{ u"--list-configs", V::Text, Ends },
    VelaOption{ u"--max-block-dependency", V::Integer, Ignored, Deprecated },
    VelaOption{
        u"--memory-mode", V::Text, Overridden, false, nullptr, nullptr, u"internal-default" },
    VelaOption{
        u"--optimise", V::Choice, Normal, false, u"Size Performance", nullptr, u"Performance" },
    VelaOption{ u"--output-dir", V::Text, Overridden, false, nullptr, nullptr, u"output" },
    VelaOption{ u"--output-format", V::Text, Overridden, false, nullptr, nullptr, u"tflite" },
    VelaOption{ u"--recursion-limit", V::Integer, Harmful, Deprecated, nullptr,
        u"changes Python's limit for the whole process; a low one makes everything after it "
        u"fail" },
    VelaOption{ u"--separate-io-regions" },
    VelaOption{ u"--show-cpu-operations", V::None, Harmful, false, nullptr,
        u"changes the operator counts, lists DMA operators as CPU and can crash" },
    VelaOption{ u"--show-subgraph-io-summary", V::None, Ignored, Deprecated },
    VelaOption{ u"--supported-ops-report", V::None, Ends },
    VelaOption{
        u"--system-config", V::Text, Overridden, false, nullptr, nullptr, u"internal-default" },
    VelaOption{ u"--tensor-allocator", V::Choice, Normal, false, u"Greedy LinearAlloc HillClimb",
        nullptr, u"HillClimb" },
    VelaOption{ u"--timing", V::None, Ignored, Deprecated },
    VelaOption{ u"--verbose-all" },
    VelaOption{ u"--verbose-allocation" },
    VelaOption{ u"--verbose-config" },
    VelaOption{ u"--verbose-cycle-estimate" },
    VelaOption{ u"--verbose-graph" },
    VelaOption{ u"--verbose-high-level-command-stream" },
    VelaOption{ u"--verbose-operators", V::None, Ignored, Deprecated },
    VelaOption{ u"--verbose-packing", V::None, Ignored, Deprecated },
    VelaOption{ u"--verbose-performance" },
    VelaOption{ u"--verbose-progress", V::None, Ignored, Deprecated },
    VelaOption{ u"--verbose-quantization" },
    VelaOption{ u"--verbose-register-command-stream" },
    VelaOption{ u"--verbose-schedule" },
    VelaOption{ u"--verbose-tensor-format", V::None, Ignored },
    VelaOption{ u"--verbose-tensor-purpose", V::None, Ignored, Deprecated },
    VelaOption{ u"--verbose-weights" },
    VelaOption{ u"--version", V::None, Ends },
};

} // namespace

QStringList VelaOption::choiceList() const
{
    return choices ? QString::fromUtf16(choices).split(u' ') : QStringList();
}

bool VelaOption::isCumulative() const
{
    return nameText() == u"--config"_s || nameText() == u"--ignore-ops"_s;
}

std::span<const VelaOption> velaOptions()
{
    return Options;
}

const VelaOption *velaOption(const QString &name)
{
    const auto found = std::find_if(Options.begin(), Options.end(),
        [&](const VelaOption &option) { return name == QStringView(option.name); });
    return found == Options.end() ? nullptr : &*found;
}

OptionMatch matchOption(const QString &name)
{
    if (const auto *option = velaOption(name == u"-h"_s ? u"--help"_s : name))
        return { option };
    OptionMatch match;
    if (name.size() <= 2)
        return match;
    for (const auto &option : Options) {
        if (!option.nameText().startsWith(name))
            continue;
        match.option = &option;
        match.candidates.append(option.nameText());
    }
    match.isAbbreviated = match.candidates.size() == 1;
    if (!match.isAbbreviated)
        match.option = nullptr;
    return match;
}

bool isNegativeNumber(const QString &word)
{
    static const QRegularExpression number(u"^-\\d+$|^-\\d*\\.\\d+$"_s);
    return number.match(word).hasMatch();
}

} // namespace tosaic::spec
