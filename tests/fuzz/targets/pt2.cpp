// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/formats/exported/pt2reader.h"
#include "core/formats/exported/pythonjson.h"
#include "core/inspect/exporteddescription.h"
#include "tests/core/formats/exported/exportedsupport.h"
#include "tests/core/formats/zip/zipbuilder.h"

namespace tosaic::fuzz {

/// Exported programs (.pt2): as an archive and, where the input is none, as the JSON inside one,
/// which a fuzzer would hardly reach through checksums.
void fuzzPt2(std::span<const quint8> input)
{
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    static_cast<void>(formats::readPythonJson(bytes, {}));
    const auto archive = bytes.startsWith("PK") ? bytes : test::pt2Bytes(bytes);
    const auto network = formats::readPt2(ByteSource::fromBytes(archive));
    if (!network)
        return;
    const auto description = inspect::describePt2(*network);
    static_cast<void>(descriptionText({}, description.sections));
}

std::vector<QByteArray> seedsPt2()
{
    return { test::pt2Bytes(), test::programJson(),
        test::storedZip({ { "serialized_exported_program.json", test::programJson() } }) };
}

} // namespace tosaic::fuzz
