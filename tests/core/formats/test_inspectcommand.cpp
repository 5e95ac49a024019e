// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/formats/formatsupport.h"
#include "tests/core/formats/programbuilder.h"

#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/profiler/gzipped.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <map>

namespace tosaic::test::inspectcommandtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;

namespace {

Outcome inspected(const QStringList &arguments)
{
    return outcomeOf(cli::inspectCommand(), arguments);
}

QByteArray smallProgram()
{
    ProgramBuilder builder;
    builder.addTensor({});
    builder.inputs = { 0 };
    return builder.finish();
}

} // namespace

TEST(InspectCommand, JsonOfAProgramWhateverItsName)
{
    const auto outcome = inspected({ written(u"model.log"_s, smallProgram()), u"--json"_s });
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(outcome.err, QString());
    const auto json = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    EXPECT_EQ(json[u"format"_s].toString(), u"pte"_s);
    EXPECT_EQ(json[u"formatVersion"_s].toString(), u"ET12"_s);
    EXPECT_EQ(json[u"file"_s][u"name"_s].toString(), u"model.log"_s);
    EXPECT_EQ(json[u"methods"_s][0][u"name"_s].toString(), u"forward"_s);
}

TEST(InspectCommand, ReportsOfVelaMayBeCompressed)
{
    for (const auto &name : { u"summary.csv"_s, u"per-layer.csv"_s, u"debug.xml"_s }) {
        QFile file(fixturePath(u"add-u55-128/partition0/"_s + name));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const auto packed = gzipped(file.readAll());
        const auto outcome = inspected({ written(name + u".gz"_s, packed), u"--json"_s });
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err.toStdString();
        auto json = outcome.json();
        auto plain = inspected({ file.fileName(), u"--json"_s }).json();
        EXPECT_EQ(json[u"file"_s][u"size"_s].toInteger(), packed.size()) << "as it lies there";
        for (auto *one : { &json, &plain })
            one->remove(u"file"_s);
        EXPECT_EQ(json, plain) << name.toStdString();
        const auto cut = written(u"cut.gz"_s, packed.chopped(20));
        const auto damaged = inspected({ cut });
        EXPECT_EQ(damaged.exitCode, cli::BadInput);
        EXPECT_TRUE(damaged.err.startsWith(u"error: format.damaged: "_s + cut))
            << damaged.err.toStdString();
    }
}

TEST(InspectCommand, TextForPeople)
{
    const auto outcome = inspected({ written(u"model.pte"_s, smallProgram()) });
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_TRUE(outcome.out.startsWith("model.pte: nothing on an NPU, 0 CPU kernels\n"_L1))
        << outcome.out.toStdString();
}

TEST(InspectCommand, DiagnosticsGoToStderrOneALine)
{
    ProgramBuilder builder;
    builder.inputs = { 3 };
    const auto path = written(u"odd.pte"_s, builder.finish());
    const auto outcome = inspected({ path, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(outcome.err,
        u"error: pte.index-out-of-range: %1, method forward, input 0: names value 3, the method "
        u"has "
        "0: the runtime fails at this input\n"_s.arg(path));
    EXPECT_EQ(
        QJsonDocument::fromJson(outcome.out.toUtf8())[u"diagnostics"_s][0][u"code"_s].toString(),
        u"pte.index-out-of-range"_s);
}

TEST(InspectCommand, BadInputPrintsOneErrorLineAndNothingElse)
{
    const auto expectFailure = [](const QString &path, const QString &code) {
        for (const auto &arguments : { QStringList{ path }, QStringList{ path, u"--json"_s } }) {
            const auto outcome = inspected(arguments);
            EXPECT_EQ(outcome.exitCode, 1);
            EXPECT_EQ(outcome.out, QString());
            EXPECT_TRUE(outcome.err.startsWith(u"error: "_s + code + u": "_s))
                << outcome.err.toStdString();
            EXPECT_EQ(outcome.err.count(u'\n'), 1);
        }
    };
    expectFailure(u"/nowhere/model.pte"_s, u"io.open"_s);
    expectFailure(written(u"cut.pte"_s, smallProgram().first(60)), u"format.damaged"_s);
    expectFailure(
        written(u"noise.pte"_s, QByteArray("\0\1\2\3\4\5\6\7\10", 9)), u"format.unknown"_s);
    expectFailure(written(u"notes.pte"_s, "buy milk\n"), u"format.unknown"_s);
    expectFailure(written(u"graph.pte"_s, QByteArray("\x10\0\0\0TOSA", 8)), u"format.damaged"_s);
    expectFailure(written(u"stream.pte"_s, "COP1"), u"format.unknown"_s);
    expectFailure(written(u"cut.npz"_s, "PK\x03\x04 and no directory"), u"format.damaged"_s);
    const auto folder = inspected({ temporaryDir() });
    EXPECT_EQ(folder.exitCode, 1);
    EXPECT_TRUE(folder.err.contains(u"the folder is no result of a compile"_s))
        << folder.err.toStdString();
    const auto empty = inspected({ written(u"empty.pte"_s, {}) });
    EXPECT_TRUE(empty.err.endsWith(u"the file is empty\n"_s)) << empty.err.toStdString();
}

TEST(InspectCommand, UsageErrors)
{
    EXPECT_EQ(inspected({}).exitCode, 2);
    EXPECT_EQ(inspected({ u"a"_s, u"b"_s }).exitCode, 2);
    EXPECT_EQ(inspected({ u"--nonsense"_s, u"a"_s }).exitCode, 2);
    EXPECT_EQ(inspected({ u"--help"_s }).exitCode, 0);
}

TEST(InspectCommand, ConsoleLogOfARun)
{
    TOSAIC_NEED_SAMPLES();
    const auto outcome = inspected({ samplesDir() + u"/logs/08-mlek-u55-kws.log"_s, u"--json"_s });
    EXPECT_EQ(outcome.exitCode, 0);
    const auto json = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    EXPECT_EQ(json[u"format"_s].toString(), u"log"_s);
    EXPECT_EQ(json[u"family"_s].toString(), u"mlek"_s);
    EXPECT_EQ(json[u"profiles"_s][0][u"counters"_s][u"NPU_ACTIVE"_s].toInteger(), 413814);
    const auto text = inspected({ samplesDir() + u"/logs/08-mlek-u55-kws.log"_s });
    EXPECT_TRUE(text.out.contains("413,814"_L1) || text.out.contains("413814"_L1));
}

TEST(InspectCommand, ChecksAProgramAgainstARuntime)
{
    ProgramBuilder builder;
    builder.addTensor({ .plan = { 1, 0 } });
    builder.plannedBuffers = { 0, 64 };
    builder.inputs = { 0 };
    builder.operators.push_back(fb::CreateOperator(builder.fbb,
        builder.fbb.CreateString("cortex_m::softmax"), builder.fbb.CreateString("out")));
    builder.addChain({ builder.instruction(fb::InstructionArguments::KernelCall,
        fb::CreateKernelCall(builder.fbb, 0, builder.fbb.CreateVector<qint32>({ 0, 0 }))) });
    const auto path = written(u"cortex.pte"_s, builder.finish());
    EXPECT_EQ(inspected({ path }).err, QString());
    EXPECT_EQ(inspected({ path, u"--runtime"_s, u"ethos-u"_s }).err, QString());
    const auto host = inspected({ path, u"--runtime"_s, u"host"_s });
    EXPECT_EQ(host.exitCode, 0);
    EXPECT_TRUE(host.err.startsWith(u"warning: pte.no-kernel: "_s)) << host.err.toStdString();
    EXPECT_EQ(inspected({ path, u"--runtime"_s, u"toaster"_s }).exitCode, 2);
}

/// Content decides for every kind; the contract has a word for each.
TEST(InspectCommand, NamesTheFormatOfEverySample)
{
    TOSAIC_NEED_SAMPLES();
    const std::map<QString, QString> formatOf{ { u"tosa"_s, u"tosa"_s },
        { u"tflite"_s, u"tflite"_s }, { u"pt2"_s, u"pt2"_s }, { u"etrecord"_s, u"etrecord"_s },
        { u"etdp"_s, u"etdump"_s }, { u"ptd"_s, u"ptd"_s }, { u"bpte"_s, u"bpte"_s },
        { u"vgf"_s, u"vgf"_s }, { u"npz"_s, u"vela-npz"_s }, { u"xml"_s, u"vela-debug-db"_s },
        { u"ini"_s, u"vela-ini"_s } };
    const QStringList notWhatTheNameSays{ u"fail-"_s, u"/damaged/"_s };
    std::map<QString, int> seen;
    QDirIterator files(samplesDir(), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const auto path = files.next();
        const auto expected = formatOf.find(QFileInfo(path).suffix());
        if (expected == formatOf.end()
            || std::any_of(notWhatTheNameSays.begin(), notWhatTheNameSays.end(),
                [&](const QString &part) { return path.contains(part); }))
            continue;
        SCOPED_TRACE(path.toStdString());
        const auto outcome = inspected({ path, u"--json"_s });
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err.toStdString();
        const auto json = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
        EXPECT_EQ(json[u"format"_s].toString(), expected->second);
        EXPECT_FALSE(inspected({ path }).out.isEmpty());
        ++seen[expected->second];
    }
    EXPECT_EQ(seen.size(), formatOf.size());
}

TEST(InspectCommand, ExternalDataOfAProgram)
{
    const auto fixture = fixturePath(u"two_partitions-u85-256-external"_s);
    const auto program = fixture + u"/two_partitions.pte"_s;
    const auto beside = inspected({ program, u"--json"_s });
    ASSERT_EQ(beside.exitCode, 0);
    const auto data = beside.json().value(u"externalData"_s);
    EXPECT_EQ(data[u"files"_s].toArray().size(), 2);
    EXPECT_TRUE(data[u"missing"_s].toArray().isEmpty());
    EXPECT_EQ(data[u"files"_s][0][u"sha256"_s].toString().size(), 64);
    EXPECT_FALSE(data[u"files"_s][0][u"keys"_s].toArray().isEmpty());
    const auto text = inspected({ program });
    EXPECT_TRUE(text.out.contains(u"npu_weights.ptd"_s)) << text.out.toStdString();
    EXPECT_FALSE(text.err.contains(u"pte.external"_s)) << text.err.toStdString();

    const auto alone = temporaryDir() + u"/alone.pte"_s;
    ASSERT_TRUE(QFile::copy(program, alone));
    const auto without = inspected({ alone, u"--json"_s });
    EXPECT_TRUE(without.err.contains(u"pte.external-missing"_s)) << without.err.toStdString();
    EXPECT_FALSE(without.json()[u"externalData"_s][u"missing"_s].toArray().isEmpty());
    const auto given = inspected({ alone, u"--json"_s, u"--data"_s, fixture + u"/npu_weights.ptd"_s,
        u"--data"_s, fixture + u"/npu_commands.ptd"_s });
    EXPECT_FALSE(given.err.contains(u"pte.external"_s)) << given.err.toStdString();
    EXPECT_TRUE(given.json()[u"externalData"_s][u"missing"_s].toArray().isEmpty());
    const auto small = written(u"small.pte"_s, smallProgram());
    EXPECT_FALSE(inspected({ small, u"--json"_s }).json().contains(u"externalData"_s));
}

} // namespace tosaic::test::inspectcommandtests
