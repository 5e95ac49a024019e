// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/veladescription.h"
#include "tests/core/formats/vela/velafiles.h"

#include <span>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

void fuzzVelaDebugDb(std::span<const quint8> input)
{
    const auto source = ByteSource::fromBytes(QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size())));
    const auto db = formats::vela::readDebugDb(source);
    if (!db)
        return;
    static_cast<void>(descriptionText({}, inspect::describeVelaDebugDb(**db).sections));
    static_cast<void>((*db)->performance());
    static_cast<void>((*db)->sourceOperators());
    static_cast<void>((*db)->optimisedOperators());
    for (const auto &[stream, entries] : (*db)->queue()) {
        for (const auto &entry : entries) {
            // What is listed is found again.
            if ((*db)->queueEntryAt(stream, entry.offset)->offset != entry.offset)
                std::abort();
        }
    }
    for (const auto &table : (*db)->tables) {
        for (const auto &column : table.columns) {
            if (column.size() != table.rows())
                std::abort();
        }
    }
}

std::vector<QByteArray> seedsVelaDebugDb()
{
    return { test::regorDebugXml(), test::regorDebugXml("a,\"b\" <c> & ]]> d"),
        test::regorDebugXml("x\",\"y"), test::pythonDebugXml(),
        "<!DOCTYPE debug [<!ENTITY a \"b\">]><debug source=\"&a;\"><table name=\"t\"/></debug>" };
}

} // namespace tosaic::fuzz
