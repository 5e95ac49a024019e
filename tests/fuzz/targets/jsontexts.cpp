// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/boards/board.h"
#include "core/compiled/resultreader.h"
#include "core/compiled/resultwriter.h"
#include "core/graph/nodedata.h"
#include "core/sweep/grid.h"
#include "profiler/parsers/familyrules.h"
#include "tests/support/samples.h"

#include <QFile>
#include <QJsonDocument>

#include <cstdlib>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

namespace {

QByteArray fileOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// What is JSON and comes from others: grid, boards, family of consoles, node data, result of a
/// compile. A result that was read is the same when it is written and read again.
void fuzzJsonTexts(std::span<const quint8> input)
{
    const QByteArray text(reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    std::vector<Diagnostic> diagnostics;
    static_cast<void>(sweep::readGrid(text, &diagnostics));
    static_cast<void>(boards::readBoards(text, u"boards.json"_s, &diagnostics));
    static_cast<void>(profile::readFamily(text, u"family.json"_s));
    static_cast<void>(graph::readNodeData(text));
    const auto object = QJsonDocument::fromJson(text).object();
    if (object.isEmpty())
        return;
    const auto result = compiled::toJson(compiled::compileResultFromJson(object, u"/none"_s));
    const auto again = compiled::toJson(compiled::compileResultFromJson(result, u"/none"_s));
    if (again.value("nodes"_L1) != result.value("nodes"_L1)
        || again.value("artefacts"_L1) != result.value("artefacts"_L1))
        std::abort();
}

std::vector<QByteArray> seedsJsonTexts()
{
    return { fileOf(test::fixturePath(u"add-u55-128/result.json"_s)),
        fileOf(test::sourcePath(u"resources/boards/boards.json"_s)).first(8000),
        R"({"targets":["ethos-u55-128","ethos-u85-256"],"systemConfigs":["A"],"memoryModes":["Sram_Only"],
"flags":[["--optimise","Size"],[]],"budget":{"sramBytes":1e6,"flashBytes":"x"}})",
        R"({"formatVersion":1,"boards":[{"id":"b","name":"B","npus":[{"family":"ethos-u55","macs":[128]}],
"memories":[{"name":"SRAM","uses":["sram"],"onChip":true,"bytes":1048576}],"notes":[],"sources":{}}]})",
        fileOf(test::sourcePath(u"resources/consoles/linux-tflite.json"_s)),
        R"({"graph":{"name":"n","results":{"a/b":{"value":1.5,"bgColor":"#ff0000"},"c":{"value":"x"}},
"thresholds":[{"value":1,"bgColor":"red"}],"gradient":[{"stop":0,"bgColor":"blue"}]}})" };
}

} // namespace tosaic::fuzz
