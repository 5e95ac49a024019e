// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/localrun/localrun.h"
#include "tests/support/samples.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

/// A program, or a file with a stream, run on this machine: delegates in the simulator, kernels
/// that move and quantise, and a runtime that does nothing.
void fuzzLocalRun(std::span<const quint8> input)
{
    localrun::LocalRequest request;
    request.limits = { .commands = 20'000, .work = 2'000'000, .mapElements = 200'000 };
    request.runtime
        = [](const localrun::Segment &, localrun::MethodMemory &) -> Result<void> { return {}; };
    const auto source = ByteSource::fromBytes(QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size())));
    static_cast<void>(localrun::runHere(source, request));
}

std::vector<QByteArray> seedsLocalRun()
{
    std::vector<QByteArray> seeds;
    for (const auto &name : { u"add-u55-128/add.pte"_s, u"softmax-cpu/softmax.pte"_s,
             u"two_partitions-u55-128/two_partitions.pte"_s, u"softmax-u85-256/softmax.pte"_s,
             u"add-u65-256/partition0/vela.npz"_s }) {
        QFile file(test::fixturePath(name));
        if (file.open(QIODevice::ReadOnly))
            seeds.push_back(file.readAll());
    }
    return seeds;
}

} // namespace tosaic::fuzz
