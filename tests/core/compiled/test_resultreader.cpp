// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/resultreader.h"
#include "core/compiled/resultwriter.h"
#include "core/compiled/velasummary.h"
#include "core/toolchain/velaconsole.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QJsonDocument>

#include <csignal>
#include <sys/resource.h>

using namespace Qt::StringLiterals;

namespace tosaic::compiled::resultreadertests {

namespace {

void write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

QByteArray read(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

CompileResult resultOf(const QString &folder, const QByteArray &json)
{
    write(folder + u"/result.json"_s, json);
    auto result = readCompileResult(folder);
    EXPECT_TRUE(result);
    return result ? *result : CompileResult();
}

QStringList idsOf(const CompileResult &result)
{
    QStringList ids;
    for (const auto &problem : result.problems)
        ids.append(problem.id);
    return ids;
}

TEST(ResultReader, ReadsEverythingTheDriverWrites)
{
    const auto folder = test::temporaryDir();
    write(folder + u"/m.pte"_s, "12345");
    const auto result = resultOf(folder, R"({"formatVersion": 1, "status": "succeeded",
      "tools": {"vela": "5.1.0", "torch": "2.13.0+cpu"}, "fromTheFuture": {"a": 1},
      "source": {"name": "m.py", "sha256": "aa"},
      "spec": {"target": "ethos-u55-128"},
      "resolvedSpec": {"target": "ethos-u55-128", "memoryMode": "Shared_Sram"},
      "summary": {"cyclesTotal": 12.5, "macs": 7, "sramBytes": 0, "cpuOperators": 2},
      "artefacts": [{"kind": "pte", "path": "m.pte", "sha256": "bb", "size": 5}],
      "partitions": [{"index": 0, "name": "tag1", "operators": ["a", "b"],
                      "summary": {"cyclesNpu": 3}, "payloadSha256": "cc"}],
      "nodes": [{"name": "a", "target": "aten.add.Tensor", "module": "f.3", "stack": "m.py:12",
                 "placement": "npu", "partition": 0, "dtype": "int8", "shape": [1, 2]},
                {"name": "s", "target": "aten.mean.default", "dtype": "int8", "shape": []},
                {"name": "t", "target": "aten.max.dim"}],
      "edges": [["a", "b"]],
      "origins": [{"partition": 0, "tensor": "tosa_add_default", "operator": "ADD", "node": "a"}],
      "rejections": [{"node": "c", "target": "aten.mul.Tensor", "reasons": ["one", "two"]}],
      "quantised": [{"node": "a", "role": "constant", "argument": "weight", "dtype": "int8",
                     "axis": 0, "scales": [0.5, 0.25], "zeroPoints": [0, 0], "low": -7, "high": 7,
                     "atLimitsShare": 0.125},
                    {"node": "a", "role": "result", "dtype": "int8", "scales": [0.1],
                     "zeroPoints": [-3], "low": -128, "high": 127,
                     "observed": {"least": -1, "largest": 2, "histogram": [3, 0, 4],
                                  "clippedShare": 0.5}}],
      "problems": [{"severity": "warning", "code": "kernel.not-portable", "text": "t",
                    "location": "m.py:12"},
                   {"severity": "error", "code": "disk.full", "text": "u"}]})");
    EXPECT_EQ(result.status, Status::Succeeded);
    EXPECT_EQ(result.tools.at(u"torch"_s), u"2.13.0+cpu"_s);
    EXPECT_EQ(result.sourceName, u"m.py"_s);
    EXPECT_EQ(result.resolvedSpec.memoryMode, u"Shared_Sram"_s);
    EXPECT_EQ(result.summary.cyclesTotal, 12.5);
    EXPECT_EQ(result.summary.sramBytes, 0U) << "a printed 0 is 0";
    EXPECT_FALSE(result.summary.dramBytes) << "absent is not known";
    ASSERT_EQ(result.partitions.size(), 1U);
    EXPECT_EQ(result.partitions[0].operators, (QStringList{ u"a"_s, u"b"_s }));
    EXPECT_EQ(result.partitions[0].payloadSha256, u"cc"_s);
    ASSERT_EQ(result.nodes.size(), 3U);
    EXPECT_EQ(result.nodes[0].source, u"m.py:12"_s);
    EXPECT_EQ(result.nodes[0].shape, (std::vector<qint64>{ 1, 2 }));
    EXPECT_EQ(result.nodes[1].shape, std::vector<qint64>()) << "a scalar";
    EXPECT_FALSE(result.nodes[2].shape) << "not known";
    ASSERT_EQ(result.edges.size(), 1U);
    ASSERT_EQ(result.origins.size(), 1U);
    EXPECT_EQ(result.origins[0].tensor, u"tosa_add_default"_s);
    EXPECT_EQ(result.origins[0].type, u"ADD"_s);
    EXPECT_EQ(result.origins[0].node, u"a"_s);
    ASSERT_TRUE(result.rejection(u"c"_s));
    EXPECT_EQ(result.rejection(u"c"_s)->reasons.size(), 2);
    ASSERT_EQ(result.stored.size(), 2U);
    EXPECT_EQ(result.stored[0].role, StoredValue::Role::Constant);
    EXPECT_EQ(result.stored[0].argument, u"weight"_s);
    EXPECT_EQ(result.stored[0].scales, (std::vector<double>{ 0.5, 0.25 }));
    EXPECT_EQ(result.stored[0].atLimits, 0.125);
    ASSERT_TRUE(result.stored[1].observed);
    EXPECT_EQ(result.stored[1].observed->histogram, (std::vector<quint64>{ 3, 0, 4 }));
    EXPECT_EQ(result.stored[1].observed->clipped, 0.5);
    EXPECT_EQ(idsOf(result), (QStringList{ u"kernel.not-portable"_s, u"io.disk-full"_s }));
    EXPECT_EQ(result.problems[0].location.line, 12);
    EXPECT_EQ(result.artefactPath(u"pte"_s), QDir(folder).filePath(u"m.pte"_s));

    // What is written back is the same value.
    ASSERT_TRUE(writeCompileResult(result));
    const auto again = readCompileResult(folder);
    ASSERT_TRUE(again);
    EXPECT_EQ(toJson(*again), toJson(result));
    EXPECT_EQ(again->nodes[1].shape, result.nodes[1].shape);
    EXPECT_EQ(again->nodes[2].shape, result.nodes[2].shape);
}

TEST(ResultReader, MissingChangedAndForeignArtefactsAreTold)
{
    const auto folder = test::temporaryDir();
    write(folder + u"/changed.pte"_s, "1");
    const auto result = resultOf(folder, R"({"artefacts": [
        {"kind": "pte", "path": "changed.pte", "size": 5},
        {"kind": "tosa", "path": "partition0/gone.tosa", "size": 5},
        {"kind": "secret", "path": "../../etc/passwd", "size": 5},
        {"kind": "secret", "path": "/etc/passwd", "size": 5}, 7, {}]})");
    EXPECT_EQ(result.artefacts.size(), 2U);
    auto ids = idsOf(result);
    ids.sort();
    EXPECT_EQ(ids,
        (QStringList{ u"result.artefact-changed"_s, u"result.artefact-missing"_s,
            u"result.artefact-outside"_s, u"result.artefact-outside"_s, u"result.damaged"_s }));
}

TEST(ResultReader, NonsenseIsLeftOutAndTold)
{
    const auto result = resultOf(test::temporaryDir(), R"({"status": 5, "spec": {"target": 7},
        "summary": {"macs": -1, "cyclesTotal": "many"}, "partitions": [{}], "nodes": [{}, 3],
        "edges": [["a"], "b"], "origins": [{"partition": 0}], "rejections": [{}], "problems": [8],
        "quantised": [{"node": "a"}, 3, {"node": "a", "role": "result", "dtype": "int8",
            "scales": [-1], "low": 1.5, "observed": {"least": 3, "largest": 2}}]})");
    ASSERT_EQ(result.stored.size(), 1U);
    EXPECT_TRUE(result.stored[0].scales.empty());
    EXPECT_FALSE(result.stored[0].low);
    EXPECT_FALSE(result.stored[0].observed);
    EXPECT_EQ(result.status, Status::Failed);
    EXPECT_FALSE(result.summary.macs);
    EXPECT_FALSE(result.summary.cyclesTotal);
    EXPECT_TRUE(result.nodes.empty());
    EXPECT_TRUE(result.origins.empty());
    EXPECT_EQ(idsOf(result).count(u"result.damaged"_s), 7);
}

TEST(ResultReader, ErrorsTellWhere)
{
    const auto folder = test::temporaryDir();
    EXPECT_EQ(readCompileResult(folder).error().code, ErrorCode::IoOpen);
    write(folder + u"/result.json"_s, R"({"status": "succeeded", "nodes": [)");
    const auto cut = readCompileResult(folder);
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, ErrorCode::FormatDamaged);
    EXPECT_TRUE(cut.error().location.offset);
    write(folder + u"/result.json"_s, "[]");
    EXPECT_EQ(readCompileResult(folder).error().code, ErrorCode::FormatDamaged);
}

TEST(ResultWriter, AFolderThatCannotBeWrittenIsAnError)
{
    CompileResult result;
    result.folder = test::temporaryDir() + u"/none"_s;
    const auto written = writeCompileResult(result);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::IoWrite);
}

TEST(ResultWriter, AFullDiskIsAnErrorAndLeavesTheEarlierResult)
{
    CompileResult result;
    result.folder = test::temporaryDir();
    result.sourceName = u"first"_s;
    ASSERT_TRUE(writeCompileResult(result));
    // A limit on the file size fails a write as a full disk does, and needs no privilege.
    rlimit before = {};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{ 16, before.rlim_max };
    ::setrlimit(RLIMIT_FSIZE, &small);
    result.sourceName = u"second"_s;
    const auto written = writeCompileResult(result);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::IoDiskFull) << qPrintable(written.error().toText());
    EXPECT_TRUE(written.error().detail.contains(u"there is no room"_s));
    EXPECT_EQ(readCompileResult(result.folder)->sourceName, u"first"_s);
}

TEST(VelaSummary, NeedsItsColumns)
{
    EXPECT_FALSE(readVelaSummary(""));
    EXPECT_FALSE(readVelaSummary("a,b\n"));
    EXPECT_FALSE(readVelaSummary("a,b\n1,2\n"));
    const auto quoted = readVelaSummary("network,sram_memory_used,cycles_total\r\n"
                                        "\"a, \"\"b\"\"\",1.5,84604.5\r\n");
    ASSERT_TRUE(quoted);
    EXPECT_EQ(quoted->summary.sramBytes, 1536U);
    EXPECT_EQ(quoted->summary.cyclesTotal, 84604.5);
}

/// Real failing runs of Vela 5.1.0: what its console ends with, and what we make of it.
TEST(VelaConsole, KnowsRealFailures)
{
    TOSAIC_NEED_SAMPLES();
    const struct
    {
        QString name;
        QString id;
        QString place; ///< the thing it is about
    } cases[] = {
        { u"fail-allocator-limit"_s, u"compile.refused"_s, {} },
        { u"fail-config-without-names"_s, u"spec.config-ini"_s, u"configIni"_s },
        { u"fail-dedicated-on-flash"_s, u"spec.memory-mode-system"_s, u"memoryMode"_s },
        { u"fail-float-tosa"_s, u"compile.refused"_s, u"Add"_s },
        { u"fail-ini-forward-inherit"_s, u"spec.config-ini"_s, u"configIni"_s },
        { u"fail-ini-hash-comment"_s, u"spec.config-ini"_s, u"configIni"_s },
        { u"fail-ini-zero-clock-after-output"_s, u"spec.config-ini"_s, u"configIni"_s },
        { u"fail-missing-file"_s, u"io.open"_s, {} },
        { u"fail-not-a-model"_s, u"compile.refused"_s, {} },
        { u"fail-optimise-lower-case"_s, u"spec.flag-value"_s, u"extraFlags"_s },
        { u"fail-raw-with-cpu-ops"_s, u"compile.refused"_s,
            u"CAST, CONCATENATION, CUSTOM, DIV, MAXIMUM, MINIMUM, RESHAPE, STRIDED_SLICE"_s },
        { u"fail-show-cpu-ops-crash-after-output"_s, u"spec.flag-refused"_s, u"extraFlags"_s },
        { u"fail-truncated-tflite-segfault"_s, u"compile.refused"_s, {} },
        { u"fail-u85-operator-on-u55"_s, u"compile.refused"_s, u"Gather"_s },
        { u"fail-unknown-accelerator"_s, u"spec.flag-refused"_s, u"target"_s },
        { u"fail-unknown-memory-mode"_s, u"spec.memory-mode"_s, u"memoryMode"_s },
        { u"fail-unknown-system-config"_s, u"spec.system-config"_s, u"systemConfig"_s },
    };
    const auto all
        = QDir(test::samplesDir() + u"/generated/vela"_s).entryList({ u"fail-*"_s }, QDir::Dirs);
    EXPECT_EQ(std::size(cases), static_cast<size_t>(all.size())) << "every failing run is here";
    for (const auto &[name, id, place] : cases) {
        const auto folder = test::samplesDir() + u"/generated/vela/"_s + name;
        toolchain::VelaConsole console;
        const auto text = read(folder + u"/console.txt"_s) + read(folder + u"/stderr.txt"_s);
        for (const auto &line : QString::fromUtf8(text).split(u'\n'))
            console.feed(line);
        const auto exitCode = read(folder + u"/exit.txt"_s).trimmed().toInt();
        const auto problem
            = exitCode == 139 ? console.crash(u"SIGSEGV"_s) : console.failure(exitCode);
        EXPECT_EQ(problem.id, id) << qPrintable(name + u": "_s + problem.text);
        EXPECT_EQ(problem.location.entity, place) << qPrintable(name);
        EXPECT_EQ(problem.severity, Severity::Error);
        EXPECT_FALSE(problem.text.isEmpty());
    }
}

TEST(VelaConsole, CountsOperatorsOfRealRuns)
{
    TOSAIC_NEED_SAMPLES();
    const auto root = test::samplesDir() + u"/generated/vela/"_s;
    const auto expected = QJsonDocument::fromJson(read(root + u"expected.json"_s)).object();
    int compared = 0;
    for (const auto &name : expected.keys()) {
        const auto run = expected.value(name).toObject();
        if (run.value(u"exitCode"_s).toInt() != 0 || !run.contains(u"consoleOperators"_s))
            continue;
        toolchain::VelaConsole console;
        for (const auto &line :
            QString::fromUtf8(read(root + name + u"/console.txt"_s)).split(u'\n'))
            console.feed(line);
        const auto counts = run.value(u"consoleOperators"_s).toObject();
        EXPECT_EQ(console.cpuOperators(), counts.value(u"cpu"_s).toInteger()) << qPrintable(name);
        EXPECT_EQ(console.npuOperators(), counts.value(u"npu"_s).toInteger()) << qPrintable(name);
        const auto files = QDir(root + name).entryList({ u"*_summary_*.csv"_s });
        ASSERT_EQ(files.size(), 1);
        const auto summary = readVelaSummary(read(root + name + u'/' + files[0]));
        ASSERT_TRUE(summary) << qPrintable(name);
        const auto wanted = run.value(u"summary"_s).toObject();
        EXPECT_EQ(summary->summary.cyclesTotal, wanted.value(u"cyclesTotal"_s).toDouble());
        EXPECT_EQ(summary->summary.sramBytes, wanted.value(u"sramBytes"_s).toInteger());
        EXPECT_EQ(
            summary->summary.offChipFlashBytes, wanted.value(u"offChipFlashBytes"_s).toInteger());
        EXPECT_EQ(summary->summary.macs, wanted.value(u"macs"_s).toInteger());
        ++compared;
    }
    EXPECT_GT(compared, 25);
}

} // namespace

} // namespace tosaic::compiled::resultreadertests
