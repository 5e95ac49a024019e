// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One libFuzzer program for each target: TOSAIC_FUZZ_TARGET names it, TOSAIC_FUZZ_RUN is its
// function. Nothing else of the targets is linked.
#include "tests/fuzz/mutators/mutators.h"
#include "tests/fuzz/targetlist.h"

#include <cstring>
#include <span>
#include <string_view>

namespace tosaic::fuzz {

void TOSAIC_FUZZ_RUN(std::span<const quint8> input);

} // namespace tosaic::fuzz

extern "C" size_t LLVMFuzzerMutate(quint8 *data, size_t size, size_t most);

namespace {

constexpr tosaic::fuzz::Mutator mutator()
{
    using namespace tosaic::fuzz;
    constexpr std::string_view chosen = TOSAIC_FUZZ_TARGET;
#define TOSAIC_FUZZ_CHOOSE(name, function, mutate)                                                 \
    if (chosen == (name))                                                                          \
        return mutate;
    TOSAIC_FUZZ_TARGETS(TOSAIC_FUZZ_CHOOSE)
#undef TOSAIC_FUZZ_CHOOSE
    return nullptr;
}

constexpr auto Mutate = mutator();

[[maybe_unused]] QByteArray changedBytes(const QByteArray &bytes, qsizetype most)
{
    auto changed = bytes.left(most);
    const auto size = changed.size();
    changed.resize(most);
    changed.resize(qsizetype(
        LLVMFuzzerMutate(reinterpret_cast<quint8 *>(changed.data()), size_t(size), size_t(most))));
    return changed;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const quint8 *data, size_t size)
{
    tosaic::fuzz::TOSAIC_FUZZ_RUN({ data, size });
    return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(
    quint8 *data, size_t size, size_t most, [[maybe_unused]] unsigned seed)
{
    if constexpr (Mutate != nullptr) {
        tosaic::fuzz::Random random(seed);
        const QByteArray input(reinterpret_cast<const char *>(data), qsizetype(size));
        const auto changed = random() % 2 ? Mutate(input, random, changedBytes) : QByteArray();
        if (!changed.isEmpty() && size_t(changed.size()) <= most) {
            std::memcpy(data, changed.constData(), size_t(changed.size()));
            return size_t(changed.size());
        }
    }
    return LLVMFuzzerMutate(data, size, most);
}
