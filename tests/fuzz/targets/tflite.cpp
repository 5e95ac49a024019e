// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/formats/tflite/tflitereader.h"
#include "core/inspect/tflitedescription.h"
#include "tests/core/formats/tflite/tflitebuilder.h"

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

void fuzzTfLite(std::span<const quint8> input)
{
    // No copy: the sanitizer then sees every byte read beyond the input.
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto read = formats::readTfLite(ByteSource::fromBytes(bytes, u"fuzz.tflite"_s));
    if (!read)
        return;
    const auto description = inspect::describeTfLite(**read);
    static_cast<void>(descriptionText(u"fuzz"_s, description.sections));
}

std::vector<QByteArray> seedsTfLite()
{
    return { test::smallVelaModel(), test::mixedModel() };
}

} // namespace tosaic::fuzz
