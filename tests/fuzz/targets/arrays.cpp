// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/accuracy/dataset.h"
#include "tests/core/formats/npy/npybuilder.h"
#include "tests/core/formats/vela/velafiles.h"
#include "tests/core/formats/zip/zipbuilder.h"
#include "tests/fuzz/filefolder.h"

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

/// Arrays for a run: a .npy of a data set, or a .npz of inputs.
void fuzzArrays(std::span<const quint8> input)
{
    const QByteArrayView bytes(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const bool isArchive = bytes.startsWith("PK");
    if (!writeInput(isArchive ? u"arrays/x.npz"_s : u"arrays/x.npy"_s, bytes))
        std::abort();
    const auto folder = fileFolder() + u"/arrays"_s;
    if (isArchive)
        static_cast<void>(localrun::readArrays({ { QString(), folder + u"/x.npz"_s } }));
    else
        static_cast<void>(accuracy::samplesIn(folder));
}

std::vector<QByteArray> seedsArrays()
{
    return { test::npyBytes("'<f4'", "(2, 3)", QByteArray(24, '\1')),
        test::npyBytes("'|i1'", "()", QByteArray(1, '\1'), 2),
        test::npyBytes("'<i8'", "(0,)", QByteArray(), 3),
        test::storedZip({ { "0.npy", test::npyBytes("'<f4'", "(2,)", QByteArray(8, '\1')) },
            { "b.npy", test::npyBytes("'|b1'", "(1, 1)", QByteArray(1, '\1')) } }) };
}

} // namespace tosaic::fuzz
