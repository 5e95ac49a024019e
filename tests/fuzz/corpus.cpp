// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/formats/zip/ziparchive.h"
#include "tests/support/samples.h"

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

std::vector<QByteArray> corpusOf(std::string_view target)
{
    constexpr quint64 LargestInput = quint64(1) << 20;
    const auto file = ByteSource::map(test::sourcePath(u"tests/fuzz/corpus.zip"_s));
    auto archive = file ? formats::ZipArchive::open(*file) : fail(file.error());
    std::vector<QByteArray> inputs;
    if (!archive)
        return inputs;
    const auto folder = QString::fromLatin1(target.data(), qsizetype(target.size())) + u'/';
    for (size_t i = 0; i < archive->members().size(); ++i) {
        if (!archive->members()[i].name.startsWith(folder))
            continue;
        if (const auto input = archive->read(i, LargestInput))
            inputs.push_back((*input)->bytes().toByteArray());
    }
    return inputs;
}

} // namespace tosaic::fuzz
