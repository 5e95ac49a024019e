// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/registry.h"
#include "tests/fuzz/mutators/mutators.h"

#include <QByteArray>

#include <iosfwd>
#include <span>
#include <string_view>
#include <vector>

/// One function for each reader of foreign bytes. libFuzzer calls them with what it invents, the
/// unit tests with the seeds and with every input that was ever found to be a problem. A target is
/// a file in targets/ with fuzz<Name> and seeds<Name>, and a row in fuzztargets.cpp.
namespace tosaic::fuzz {

using Target = void (*)(std::span<const quint8> input);
/// Inputs that reach far into a target, made in memory.
using Seeds = std::vector<QByteArray> (*)();

struct NamedTarget
{
    std::string_view name; ///< also the folder of its findings
    Target run;
    Seeds seeds;
    std::vector<formats::FileKind> kinds; ///< of files that are good inputs
    Mutator mutate = nullptr; ///< that keeps an input what it is; null: bytes are all there is
    bool isSlow = false; ///< works on files: an ordinary test run tries less of it
};
const std::vector<NamedTarget> &targets();
/// What fuzzing found to reach far into a target, minimised: out of corpus.zip.
std::vector<QByteArray> corpusOf(std::string_view target);
/// The name in the list of tests; GoogleTest would print bytes.
void PrintTo(const NamedTarget &target, std::ostream *out);

/// Payloads of every variant of the Vela stream; programs carry them too.
std::vector<QByteArray> seedsVelaStream();

} // namespace tosaic::fuzz
