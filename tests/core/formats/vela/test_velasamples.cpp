// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Real files of Vela against the facts that were computed from them by another program.
#include "core/formats/registry.h"
#include "core/inspect/veladescription.h"
#include "tests/core/formats/vela/velafiles.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>

#include <cmath>

namespace tosaic::test::velasamplestests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using namespace tosaic::formats::vela;
using formats::FileKind;

namespace {

std::shared_ptr<const ByteSource> open(const QString &path)
{
    const auto source = ByteSource::map(path);
    EXPECT_TRUE(source) << path.toStdString();
    return source ? *source : sourceOf({});
}

QString only(const QString &folder, const QString &pattern)
{
    const auto files = QDir(folder).entryList({ pattern });
    return files.size() == 1 ? folder + u'/' + files[0] : QString();
}

FileKind kindOf(const QString &path)
{
    return formats::recognise(open(path)->bytes());
}

/// Every number and text of `wanted` that `found` must repeat.
void compareFacts(
    const QJsonObject &found, const QJsonObject &wanted, const QStringList &unlike = {})
{
    for (auto fact = wanted.begin(); fact != wanted.end(); ++fact) {
        if (unlike.contains(fact.key()))
            continue;
        if (fact->isDouble()) {
            EXPECT_DOUBLE_EQ(found[fact.key()].toDouble(std::nan("")), fact->toDouble())
                << fact.key().toStdString();
        } else {
            EXPECT_EQ(found[fact.key()], *fact) << fact.key().toStdString();
        }
    }
}

void compareSummary(const QString &path, const QJsonObject &wanted)
{
    EXPECT_EQ(kindOf(path), FileKind::VelaSummary);
    const auto file = readSummaryCsv(open(path));
    ASSERT_TRUE(file) << path.toStdString();
    ASSERT_EQ(file->rows.size(), 1U);
    EXPECT_EQ(file->columns.size(), 52);
    compareFacts(inspect::describeVelaSummary(*file).json[u"rows"_s][0].toObject(), wanted,
        { u"arenaCacheKiB"_s });
    if (wanted.contains(u"arenaCacheKiB"_s)) {
        EXPECT_EQ(
            double(*file->rows[0].arenaCacheBytes), wanted[u"arenaCacheKiB"_s].toDouble() * 1024);
    }
}

void compareDebugDb(const QString &path, const QJsonObject &run, bool isWellFormed)
{
    EXPECT_EQ(kindOf(path), FileKind::VelaDebugDb);
    const auto db = readDebugDb(open(path));
    ASSERT_TRUE(db) << path.toStdString();
    EXPECT_EQ((*db)->isWellFormed, isWellFormed);
    const auto json = inspect::describeVelaDebugDb(**db).json;
    EXPECT_EQ(json[u"tables"_s].toObject(), run[u"debugDatabaseRows"_s].toObject());
    EXPECT_EQ(json[u"queue"_s].toObject(), run[u"queue"_s].toObject());
    const auto peaks = run[u"livePeak"_s].toObject();
    EXPECT_EQ(json[u"livePeak"_s].toObject(), peaks);
    EXPECT_EQ(contains((*db)->diagnostics, u"vela-debug-db.row"_s), false);
}

void compareConsole(const QString &path, const QJsonObject &run)
{
    EXPECT_EQ(kindOf(path), FileKind::VelaConsole);
    const auto text = readConsoleText(open(path));
    ASSERT_TRUE(text);
    ASSERT_EQ(text->summaries.size(), 1U);
    const auto json = inspect::describeVelaConsole(*text).json[u"summary"_s].toObject();
    const auto counts = run[u"consoleOperators"_s].toObject();
    EXPECT_EQ(json[u"cpuOperators"_s], counts[u"cpu"_s]);
    EXPECT_EQ(json[u"npuOperators"_s], counts[u"npu"_s]);
    const auto wanted = run[u"summary"_s].toObject();
    for (const auto &key :
        { u"network"_s, u"accelerator"_s, u"systemConfig"_s, u"memoryMode"_s, u"macs"_s })
        EXPECT_EQ(json[key], wanted[key]) << key.toStdString();
    for (const auto &key : { u"sramBytes"_s, u"dramBytes"_s, u"offChipFlashBytes"_s }) {
        // Printed with two decimals of a KiB; memories without use are not printed.
        EXPECT_NEAR(json[key].toDouble(0), wanted[key].toDouble(), 5.2) << key.toStdString();
    }
    if (json.contains(u"cyclesTotal"_s)) {
        EXPECT_NEAR(json[u"cyclesTotal"_s].toDouble(), wanted[u"cyclesTotal"_s].toDouble(), 0.51);
    }
}

void compareNpz(const QString &path, const QJsonObject &wanted)
{
    EXPECT_EQ(kindOf(path), FileKind::VelaNpz);
    const auto npz = readNpz(open(path));
    ASSERT_TRUE(npz) << path.toStdString();
    EXPECT_EQ((*npz)->commandData().size(), wanted[u"cmd"_s].toInteger());
    EXPECT_EQ((*npz)->weightData().size(), wanted[u"weights"_s].toInteger());
    ASSERT_TRUE((*npz)->payload);
    EXPECT_EQ((*npz)->payload->arenaBytes, quint64(wanted[u"scratch"_s].toInteger()));
    EXPECT_EQ((*npz)->payload->fastArenaBytes, quint64(wanted[u"fast"_s].toInteger()));
    EXPECT_EQ(integersOf(*(*npz)->array(u"scratch_fast_region"_s))->at(0),
        wanted[u"fast_region"_s].toInteger());
    EXPECT_EQ((*npz)->payload->inputs.size(), size_t(wanted[u"inputs"_s].toInteger()));
    EXPECT_EQ((*npz)->payload->outputs.size(), size_t(wanted[u"outputs"_s].toInteger()));
}

/// The operation counts of the register dump, with the names of payloads.
void compareOperations(const QString &npzPath, const QJsonObject &dump)
{
    const auto npz = readNpz(open(npzPath));
    ASSERT_TRUE(npz && (*npz)->payload);
    const auto wanted = dump[u"operations"_s].toObject();
    EXPECT_EQ((*npz)->payload->operationKinds.size(), size_t(wanted.size()));
    for (auto kind = wanted.begin(); kind != wanted.end(); ++kind)
        EXPECT_EQ((*npz)->payload->operationKinds.at(kind.key().mid(7)), kind->toInteger());
    EXPECT_EQ(
        (*npz)->payload->commandStreamWords, quint64(dump[u"words"_s].toArray()[0].toInteger()));
    EXPECT_EQ((*npz)->payload->unknownCommands, 0U);
}

void compareRun(const QString &folder, const QJsonObject &run)
{
    const auto perLayer = only(folder, u"*_per-layer.csv"_s);
    if (!perLayer.isEmpty() && run.contains(u"perLayerRows"_s)) {
        EXPECT_EQ(kindOf(perLayer), FileKind::VelaPerLayer);
        const auto table = readPerLayerCsv(open(perLayer));
        ASSERT_TRUE(table);
        EXPECT_EQ(table->rows.size(), size_t(run[u"perLayerRows"_s].toInteger()));
    }
    const auto debug = only(folder, u"*_debug.xml"_s);
    if (!debug.isEmpty())
        compareDebugDb(debug, run, !folder.endsWith("bad-xml"_L1));
    const auto npz = only(folder, u"*.npz"_s);
    if (!npz.isEmpty()) {
        compareNpz(npz, run[u"npz"_s].toObject());
        if (run.contains(u"registerDump"_s))
            compareOperations(npz, run[u"registerDump"_s].toObject());
    }
}

} // namespace

TEST(VelaSamples, GeneratedRunsGiveTheStatedFacts)
{
    TOSAIC_NEED_SAMPLES();
    const auto root = samplesDir() + u"/generated/vela/"_s;
    const auto expected = jsonOf(root + u"expected.json"_s);
    int databases = 0;
    int runs = 0;
    for (const auto &name : expected.keys()) {
        SCOPED_TRACE(name.toStdString());
        const auto run = expected[name].toObject();
        if (run[u"exitCode"_s].toInt() != 0)
            continue;
        if (run.contains(u"summary"_s))
            compareSummary(only(root + name, u"*_summary_*.csv"_s), run[u"summary"_s].toObject());
        if (run.contains(u"consoleOperators"_s))
            compareConsole(root + name + u"/console.txt"_s, run);
        compareRun(root + name, run);
        databases += run.contains(u"debugDatabaseRows"_s);
        ++runs;
    }
    EXPECT_GE(runs, 35);
    EXPECT_GE(databases, 30);
}

TEST(VelaSamples, FailedRunsGiveTheirErrorText)
{
    TOSAIC_NEED_SAMPLES();
    const auto root = samplesDir() + u"/generated/vela/"_s;
    int failed = 0;
    for (const auto &name : QDir(root).entryList({ u"fail-*"_s })) {
        const auto error = contentOf(root + name + u"/stderr.txt"_s);
        if (error.isEmpty())
            continue;
        SCOPED_TRACE(name.toStdString());
        EXPECT_EQ(formats::recognise(error), FileKind::VelaConsole);
        const auto text = readConsoleText(sourceOf(error));
        ASSERT_TRUE(text);
        ASSERT_FALSE(text->problems.empty());
        const auto lastLine = QString::fromUtf8(error.trimmed().split('\n').constLast());
        EXPECT_EQ(text->problems.back().severity, Severity::Error);
        EXPECT_TRUE(text->problems.back().text.endsWith(lastLine))
            << text->problems.back().text.toStdString();
        ++failed;
    }
    EXPECT_GE(failed, 15);
}

TEST(VelaSamples, ExecutorchPartitionsGiveTheStatedFacts)
{
    TOSAIC_NEED_SAMPLES();
    const auto root = samplesDir() + u"/generated/aot/"_s;
    int compared = 0;
    for (const auto &path : findBelow(root, u"out_vela.npz"_s)) {
        SCOPED_TRACE(path.toStdString());
        const auto folder = QFileInfo(path).path();
        const auto facts = jsonOf(QFileInfo(folder).path() + u"/expected.json"_s);
        QJsonObject partition;
        for (const auto entry : facts[u"partitions"_s].toArray()) {
            if (entry[u"folder"_s].toString() == QFileInfo(folder).fileName())
                partition = entry.toObject();
        }
        ASSERT_FALSE(partition.isEmpty());
        const auto npz = readNpz(open(path));
        ASSERT_TRUE(npz);
        const auto arrays = partition[u"npz"_s].toObject();
        EXPECT_EQ((*npz)->arrays.size(), size_t(arrays.size()));
        const auto json = inspect::describeVelaNpz(**npz).json[u"arrays"_s].toArray();
        for (const auto entry : json)
            EXPECT_EQ((QJsonArray{ entry[u"dtype"_s], entry[u"shape"_s] }),
                (QJsonArray{ arrays[entry[u"name"_s].toString()][u"dtype"_s],
                    arrays[entry[u"name"_s].toString()][u"shape"_s] }));
        if (QFileInfo::exists(folder + u"/out_debug.xml"_s)) {
            const auto db = readDebugDb(open(folder + u"/out_debug.xml"_s));
            ASSERT_TRUE(db);
            const auto tables = partition[u"debug_db"_s][u"tables"_s].toObject();
            EXPECT_EQ((*db)->source, partition[u"debug_db"_s][u"source"_s].toString());
            EXPECT_EQ((*db)->tables.size(), size_t(tables.size()));
            for (const auto &table : (*db)->tables) {
                EXPECT_EQ(qint64(table.rows()), tables[table.name][u"rows"_s].toInteger());
                EXPECT_EQ(
                    qint64(table.columns.size()), tables[table.name][u"columns"_s].toInteger());
            }
        }
        if (partition.contains(u"per_layer"_s)) {
            const auto layers = readPerLayerCsv(open(folder + u"/out_per-layer.csv"_s));
            ASSERT_TRUE(layers);
            double cycles = 0;
            quint64 macs = 0;
            for (const auto &row : layers->rows) {
                cycles += row.opCycles.value_or(0);
                macs += row.macs.value_or(0);
            }
            const auto wanted = partition[u"per_layer"_s];
            EXPECT_EQ(qint64(layers->rows.size()), wanted[u"rows"_s].toInteger());
            EXPECT_EQ(cycles, wanted[u"op_cycles"_s].toDouble());
            EXPECT_EQ(qint64(macs), wanted[u"macs"_s].toInteger());
        }
        const auto summary = partition[u"summary"_s].toObject();
        const auto csv = readSummaryCsv(open(only(folder, u"out_summary_*.csv"_s)));
        ASSERT_TRUE(csv);
        for (qsizetype i = 0; i < csv->columns.size(); ++i)
            EXPECT_EQ(csv->rows[0].cells[i], summary[csv->columns[i]].toString());
        ++compared;
    }
    EXPECT_GE(compared, 20);
}

TEST(VelaSamples, FoundFilesGiveTheStatedFacts)
{
    TOSAIC_NEED_SAMPLES();
    const auto root = samplesDir() + u"/vela/"_s;
    const auto found = readSummaryCsv(open(root + u"found/hello_world_int8_summary_u55.csv"_s));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->columns.size(), 52);
    compareFacts(inspect::describeVelaSummary(*found).json[u"rows"_s][0].toObject(),
        { { u"network"_s, u"hello_world_int8"_s }, { u"accelerator"_s, u"Ethos_U55_256"_s },
            { u"coreClockHz"_s, 5e8 }, { u"inferenceTimeS"_s, 1.504e-06 }, { u"sramBytes"_s, 32 },
            { u"dramBytes"_s, 0 }, { u"offChipFlashBytes"_s, 1584 }, { u"macs"_s, 288 },
            { u"cyclesNpu"_s, 272 }, { u"cyclesTotal"_s, 752 } });
    const std::vector<std::tuple<QString, QString, int, int, double>> consoles{
        { u"vela-performance-doc-example"_s, u"Ethos_U55_256"_s, 0, 44, -1 },
        { u"executorch-image-classification-u85-abridged"_s, u"Ethos_U85_256"_s, 0, 898, -1 },
        { u"alif-deploying-model"_s, u"Ethos_U55_256"_s, 1, 102, 13732890 },
        { u"nuvoton-fomo-u55-256"_s, u"Ethos_U55_256"_s, 0, 50, -1 },
    };
    for (const auto &[name, accelerator, cpu, npu, cycles] : consoles) {
        const auto source = open(root + u"console/"_s + name + u".txt"_s);
        EXPECT_EQ(formats::recognise(source->bytes()), FileKind::VelaConsole);
        const auto text = readConsoleText(source);
        ASSERT_TRUE(text);
        ASSERT_EQ(text->summaries.size(), 1U);
        const QJsonValue json = inspect::describeVelaConsole(*text).json[u"summary"_s];
        EXPECT_EQ(json[u"accelerator"_s].toString(), accelerator);
        EXPECT_EQ(json[u"cpuOperators"_s].toInteger(), cpu);
        EXPECT_EQ(json[u"npuOperators"_s].toInteger(), npu);
        EXPECT_EQ(json[u"cyclesTotal"_s].toDouble(-1), cycles);
    }
}

/// Rows, columns, sums and warnings of the 4.3.0 runs as the table of the samples has them.
TEST(VelaSamples, OlderRunsGiveTheStatedFacts)
{
    TOSAIC_NEED_SAMPLES();
    const auto root = samplesDir() + u"/vela/generated-4.3.0/"_s;
    const std::vector<std::tuple<QString, int, int, double, quint64>> tables{
        { u"ad-u55-64"_s, 10, 1, 201248, 264192 },
        { u"audiopre-u55-128"_s, 0, 0, 0, 0 },
        { u"hellofloat-u55-128"_s, 0, 0, 0, 0 },
        { u"kws-u55-128"_s, 42, 1, 84604, 2824792 },
        { u"kws-u85-256"_s, 48, 1, 137339, 2576804 },
        { u"kwscr-u55-128"_s, 6, 6, 5629, 4256 },
        { u"microspeech-u55-256-default"_s, 34, 1, 37538, 336008 },
        { u"person-u65-512"_s, 60, 1, 149951, 7215492 },
    };
    for (const auto &[name, rows, networks, cycles, macs] : tables) {
        SCOPED_TRACE(name.toStdString());
        const auto file = readPerLayerCsv(open(only(root + name, u"*_per-layer.csv"_s)));
        ASSERT_TRUE(file);
        EXPECT_EQ(file->rows.size(), size_t(rows));
        EXPECT_EQ(file->networks, networks);
        double cycleSum = 0;
        quint64 macSum = 0;
        for (const auto &row : file->rows) {
            cycleSum += row.opCycles.value_or(0);
            macSum += row.macs.value_or(0);
        }
        EXPECT_NEAR(cycleSum, cycles, 0.9);
        EXPECT_EQ(macSum, macs);
        const auto db = readDebugDb(open(only(root + name, u"*_debug.xml"_s)));
        ASSERT_TRUE(db);
        EXPECT_TRUE((*db)->isWellFormed);
        EXPECT_EQ((*db)->isPythonCore(), name != u"kws-u85-256"_s);
        const auto console = readConsoleText(open(root + name + u"/console.txt"_s));
        ASSERT_TRUE(console);
        EXPECT_EQ(console->summaries.size(), 1U);
        EXPECT_EQ(kindOf(root + name + u"/console.txt"_s), FileKind::VelaConsole);
    }
    const auto rowsOf = [&](const QString &path) {
        QStringList texts;
        const auto db = readDebugDb(open(root + path));
        for (const auto &table : (*db)->tables)
            texts << u"%1(%2)"_s.arg(table.name).arg(table.rows());
        return texts.join(u", "_s);
    };
    EXPECT_EQ(rowsOf(u"kwscr-u55-128/keyword_scrambled_8bit_debug.xml"_s),
        u"source(15), optimised(15), queue(6), cmdstream(6)"_s);
    EXPECT_EQ(rowsOf(u"kws-u85-256/kws_ref_model_debug.xml"_s),
        u"perf_debug(48), perf(48), perf_debug_main(48), cmdstream(1), queue(39), group(22), "
        "perf_debug_wd(10), optimised(133), source(13)"_s);
    EXPECT_EQ(rowsOf(u"person-u65-512/person_detect_debug.xml"_s),
        u"source(31), optimised(61), queue(82), cmdstream(1)"_s);
}

TEST(VelaSamples, LogsOfRunsAreNoVelaConsoles)
{
    TOSAIC_NEED_SAMPLES();
    int logs = 0;
    for (const auto &path : findBelow(samplesDir() + u"/logs"_s, u"*.log"_s)) {
        EXPECT_NE(kindOf(path), FileKind::VelaConsole) << path.toStdString();
        ++logs;
    }
    EXPECT_GE(logs, 21);
}

TEST(VelaSamples, IniFilesGiveTheStatedConfigurations)
{
    TOSAIC_NEED_SAMPLES();
    const auto root = samplesDir() + u"/vela/ini/"_s;
    const std::vector<std::tuple<QString, int, int, QString>> files{
        { u"arm-vela-3.10.ini"_s, 6, 4, u"Ethos_U55_Deep_Embedded"_s },
        { u"alif-ensemble_vela.ini"_s, 13, 4, u"RTSS_HP_SRAM_MRAM"_s },
        { u"mlek-default_vela.ini"_s, 6, 3, u"Ethos_U55_High_End_Embedded"_s },
        { u"nuvoton-mlek-default_vela.ini"_s, 2, 2, u"Ethos_U55_High_End_Embedded"_s },
    };
    for (const auto &[name, systems, modes, first] : files) {
        EXPECT_EQ(kindOf(root + name), FileKind::VelaIni);
        const auto ini = readVelaIni({ open(root + name) });
        ASSERT_TRUE(ini);
        EXPECT_EQ(ini->systemConfigs.size(), systems) << name.toStdString();
        EXPECT_EQ(ini->memoryModes.size(), modes) << name.toStdString();
        EXPECT_EQ(ini->systemConfigs.constFirst(), first);
    }
    // Real runs that failed for what the linter says about their files.
    const auto runs = samplesDir() + u"/generated/vela/"_s;
    for (const auto &[run, id] : { std::pair(u"fail-ini-hash-comment"_s, u"ini.core-stops"_s),
             std::pair(u"fail-ini-forward-inherit"_s, u"ini.inherit-forward"_s),
             std::pair(u"fail-ini-zero-clock-after-output"_s, u"ini.zero-clock"_s) }) {
        const auto ini = readVelaIni({ open(runs + run + u"/board.ini"_s) });
        ASSERT_TRUE(ini);
        EXPECT_TRUE(contains(ini->diagnostics, id)) << run.toStdString();
    }
    EXPECT_TRUE(
        readVelaIni({ open(runs + u"kws-u55-128-board-ini/board.ini"_s) })->diagnostics.empty());
}

} // namespace tosaic::test::velasamplestests
