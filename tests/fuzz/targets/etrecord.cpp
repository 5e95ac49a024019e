// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/formats/exported/etrecordreader.h"
#include "core/inspect/exporteddescription.h"
#include "tests/core/formats/exported/exportedsupport.h"
#include "tests/core/formats/zip/zipbuilder.h"

namespace tosaic::fuzz {

/// ETRecords: as an archive and, where the input is none, as a program and all maps inside one.
void fuzzEtRecord(std::span<const quint8> input)
{
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto archive = bytes.startsWith("PK")
        ? bytes
        : test::storedZip({ { "ETRECORD_V0", "" },
            { "edge_dialect_exported_program/forward", bytes }, { "debug_handle_map", bytes },
            { "delegate_map", bytes }, { "instruction_id_to_num_outs_map", bytes },
            { "exported_program", test::programJson() } });
    const auto record = formats::readEtRecord(ByteSource::fromBytes(archive));
    if (!record)
        return;
    const auto description = inspect::describeEtRecord(*record);
    static_cast<void>(descriptionText({}, description.sections));
}

std::vector<QByteArray> seedsEtRecord()
{
    return { test::etRecordBytes(), test::programJson(),
        R"({"forward": {"0": 1, "1": [2, 3], "2": {"name": "B", "delegate_map": {"a": [1]}}}})" };
}

} // namespace tosaic::fuzz
