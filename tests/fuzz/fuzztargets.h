// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <span>
#include <string_view>
#include <vector>

/// One function for each reader of foreign bytes. libFuzzer calls them with what it invents, the
/// unit tests with the seeds and with every input that was ever found to be a problem.
namespace tosaic::fuzz {

using Target = void (*)(std::span<const quint8> input);

void fuzzProgram(std::span<const quint8> input); ///< .pte reader, JSON and text of the result
void fuzzVelaStream(std::span<const quint8> input); ///< Ethos-U payload reader

struct NamedTarget
{
    std::string_view name; ///< also the folder of its findings
    Target run;
};
const std::vector<NamedTarget> &targets();

/// Inputs that reach far into a target: programs and payloads of every variant, made in memory.
std::vector<QByteArray> seeds(std::string_view target);

} // namespace tosaic::fuzz
