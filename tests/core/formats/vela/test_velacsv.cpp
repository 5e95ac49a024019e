// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/registry.h"
#include "core/formats/vela/consolereader.h"
#include "core/formats/vela/csvrows.h"
#include "core/formats/vela/debugdb.h"
#include "core/formats/vela/perlayercsv.h"
#include "core/formats/vela/summarycsv.h"
#include "core/inspect/veladescription.h"
#include "tests/core/formats/vela/velafiles.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QStringEncoder>

namespace tosaic::test::velacsvtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using namespace tosaic::formats::vela;

namespace {

std::vector<CsvRow> rowsOf(const QByteArray &text, CsvQuotes quotes = CsvQuotes::Standard)
{
    std::vector<CsvRow> rows;
    EXPECT_TRUE(readCsv(text, quotes, {}, [&](CsvRow &row) {
        rows.push_back(row);
        return true;
    }));
    return rows;
}

} // namespace

TEST(CsvRows, SplitsAndCountsLines)
{
    const auto rows = rowsOf("a,b\r\n\r\n\"x,\"\"y\"\"\nz\", w \r\n,\nlast");
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[1].fields, (std::vector<QByteArray>{ "x,\"y\"\nz", " w " }));
    EXPECT_EQ(rows[1].line, 3);
    EXPECT_EQ(rows[2].fields, (std::vector<QByteArray>{ "", "" }));
    EXPECT_EQ(rows[2].line, 5) << "the quoted field has a line end inside";
    EXPECT_EQ(rows[3].fields, (std::vector<QByteArray>{ "last" }));
    EXPECT_EQ(rowsOf("a,\"b,c", CsvQuotes::Literal)[0].fields,
        (std::vector<QByteArray>{ "a", "\"b", "c" }));
}

TEST(CsvRows, LimitsAreNamed)
{
    const auto never = [](CsvRow &) { return true; };
    const auto detail = [&](const QByteArray &text, const CsvLimits &limits) {
        const auto read = readCsv(text, CsvQuotes::Standard, limits, never);
        EXPECT_FALSE(read);
        EXPECT_EQ(read.error().code, ErrorCode::LimitExceeded);
        return read ? QString() : read.error().detail;
    };
    EXPECT_TRUE(detail("a\nb\nc\n", { .rows = 2 }).contains(u"rows = 2"_s));
    EXPECT_TRUE(detail("a,b,c", { .columns = 2 }).contains(u"columns = 2"_s));
    EXPECT_TRUE(detail("abc", { .fieldBytes = 2 }).contains(u"fieldBytes = 2"_s));
    EXPECT_TRUE(detail("\"" + QByteArray(1 << 20, 'x'), {}).contains(u"fieldBytes"_s))
        << "an open quote must not collect the file";
}

TEST(SummaryCsv, UnitsAndUnknownValues)
{
    const auto file = readSummaryCsv(sourceOf(summaryCsv()));
    ASSERT_TRUE(file);
    ASSERT_EQ(file->rows.size(), 1U);
    const auto &row = file->rows[0];
    EXPECT_EQ(row.network, u"a, \"b\""_s);
    EXPECT_EQ(row.sramBytes, 1536U);
    EXPECT_EQ(row.offChipFlashBytes, 30976U);
    EXPECT_EQ(row.dramBytes, 0U) << "a printed 0 is 0";
    EXPECT_FALSE(row.onChipFlashBytes) << "empty is not known";
    EXPECT_FALSE(row.inferencesPerSecond) << "nan is not known";
    EXPECT_EQ(row.arenaCacheBytes, quint64(1) << 32);
    EXPECT_EQ(row.cyclesNpu, 84604.5);
    const auto json = inspect::describeVelaSummary(*file).json[u"rows"_s][0].toObject();
    EXPECT_EQ(json[u"macs"_s].toInteger(), 2664792);
    EXPECT_EQ(json[u"encodedWeights"_s].toInteger(), 90);
    EXPECT_FALSE(json.contains(u"onChipFlashBytes"_s));
}

TEST(SummaryCsv, TrafficOfEachMemory)
{
    const auto file = readSummaryCsv(sourceOf(
        "cycles_total,sram_memory_used,sram_feature_map_read_bytes,sram_weight_write_bytes,"
        "sram_total_bytes,dram_total_bytes,off_chip_flash_weight_read_bytes\n"
        "10,1,2080,36432,75984,0,\n"));
    ASSERT_TRUE(file);
    EXPECT_EQ(inspect::describeVelaSummary(*file).json[u"rows"_s][0][u"traffic"_s].toObject(),
        (QJsonObject{ { u"sram"_s,
                          QJsonObject{ { u"featureMapReadBytes"_s, 2080 },
                              { u"weightWriteBytes"_s, 36432 }, { u"totalBytes"_s, 75984 } } },
            { u"dram"_s, QJsonObject{ { u"totalBytes"_s, 0 } } } }));
}

TEST(SummaryCsv, DamageIsTold)
{
    for (const auto &text : { QByteArray(), QByteArray("a,b\n"), QByteArray("a,b\n1,2\n") }) {
        const auto file = readSummaryCsv(sourceOf(text));
        ASSERT_FALSE(file);
        EXPECT_EQ(file.error().code, ErrorCode::FormatDamaged);
    }
    const auto lines = summaryCsv();
    const auto more = readSummaryCsv(sourceOf(lines + lines + "default,short\n"));
    ASSERT_TRUE(more);
    EXPECT_EQ(more->rows.size(), 3U) << "several summaries, one behind the other";
    EXPECT_FALSE(more->rows[2].macs);
    EXPECT_TRUE(contains(more->diagnostics, u"vela-csv.columns"_s));
}

TEST(PerLayerCsv, CoreFamilyIsNotQuoted)
{
    const auto file = readPerLayerCsv(sourceOf(regorPerLayerCsv()));
    ASSERT_TRUE(file);
    EXPECT_EQ(file->family, PerLayerFamily::Core);
    EXPECT_EQ(file->networks, 1);
    ASSERT_EQ(file->rows.size(), 3U);
    EXPECT_EQ(file->rows[0].name, u"a,b;c \"q\" <t>"_s);
    EXPECT_EQ(file->rows[0].opCycles, 576.0);
    EXPECT_EQ(file->rows[0].networkMacsPercent, 90.0);
    EXPECT_EQ(file->rows[0].offChipFlashAccessCycles, 432.0);
    EXPECT_TRUE(contains(file->diagnostics, u"vela-csv.comma-in-name"_s));
    EXPECT_EQ(file->rows[1].name, u"\"quoted\""_s);
    EXPECT_TRUE(file->rows[1].isPartOfGroup());
    EXPECT_FALSE(file->rows[2].peakPercent) << "NaN is not known";
    EXPECT_EQ(file->rows[2].target, u"CPU"_s);
    EXPECT_TRUE(file->rows[2].name.isEmpty());
    EXPECT_FALSE(file->rows[2].isPartOfGroup());
}

TEST(PerLayerCsv, RowsThatDoNotAddUpToTheTotalAreTold)
{
    const auto header = regorPerLayerCsv().split('\n').front() + '\n';
    const auto rowOf = [](int cycles, double total) {
        return "Conv2D,Conv2D,NPU,64,100," + QByteArray::number(cycles) + ','
            + QByteArray::number(100 * cycles / total, 'g', 17) + ",5,1,0,0,0,9,50,1,c\n";
    };
    const auto textOf = [&](double total) {
        const auto file = readPerLayerCsv(sourceOf(header + rowOf(700, total) + rowOf(300, total)));
        EXPECT_TRUE(file);
        return file && !file->diagnostics.empty() ? file->diagnostics.front().text : QString();
    };
    EXPECT_EQ(textOf(1000), QString());
    EXPECT_TRUE(
        textOf(800).startsWith(u"the rows add up to 1000 cycles, but Vela's total is 800"_s));
    EXPECT_TRUE(textOf(1500).endsWith(u"operators are missing"_s)) << textOf(1500).toStdString();
}

TEST(PerLayerCsv, FusedActivationsThatRepeatTheirOperatorAreKnownByTheTotal)
{
    const auto header = regorPerLayerCsv().split('\n').front() + '\n';
    const auto rowOf = [](const QByteArray &kind, int cycles) {
        return "Conv2D," + kind + ",NPU,64,100," + QByteArray::number(cycles) + ','
            + QByteArray::number(100 * cycles / 1000.0, 'g', 17) + ",5,1,0,0,0,9,50,1,c\n";
    };
    const auto file = readPerLayerCsv(
        sourceOf(header + rowOf("Conv2D", 700) + rowOf("Relu6", 900) + rowOf("Conv2D", 300)));
    ASSERT_TRUE(file);
    EXPECT_TRUE(file->diagnostics.empty());
    ASSERT_EQ(file->rows.size(), 3U);
    EXPECT_TRUE(file->rows[1].isPartOfGroup());
    EXPECT_EQ(file->rows[1].opCycles, 900) << "as the file says";
    EXPECT_EQ(file->rows[1].ownCosts().opCycles, 0);
    EXPECT_EQ(file->rows[1].ownCosts().macs, 0U);
    EXPECT_EQ(file->rows[0].ownCosts().opCycles, 700);
    // Activations of their own are no repeats.
    const auto own = readPerLayerCsv(sourceOf(header + rowOf("Conv2D", 700) + rowOf("Relu", 300)));
    ASSERT_TRUE(own);
    EXPECT_FALSE(own->rows[1].isFused);
}

TEST(PerLayerCsv, RepeatedHeadersAreNetworks)
{
    const auto file = readPerLayerCsv(sourceOf(pythonPerLayerCsv()));
    ASSERT_TRUE(file);
    EXPECT_EQ(file->family, PerLayerFamily::Python);
    EXPECT_EQ(file->networks, 2);
    ASSERT_EQ(file->rows.size(), 2U);
    EXPECT_EQ(file->rows[0].name, u"a,b"_s);
    EXPECT_EQ(file->rows[0].networkCyclesPercent, 25.9) << "the first column of that name";
    EXPECT_EQ(file->rows[0].networkMacsPercent, 16.9) << "the second";
    EXPECT_EQ(file->rows[0].opCycles, 21994.5);
    EXPECT_EQ(file->rows[1].network, 1);
    EXPECT_EQ(file->rows[1].line, 4);
    EXPECT_TRUE(file->diagnostics.empty());
}

TEST(PerLayerCsv, EmptyDamagedAndForeignFiles)
{
    const auto empty = readPerLayerCsv(sourceOf(""));
    ASSERT_TRUE(empty) << "what the Python core writes when nothing runs on the NPU";
    EXPECT_TRUE(empty->rows.empty());
    EXPECT_EQ(empty->networks, 0);
    const auto foreign = readPerLayerCsv(sourceOf("a,b\n1,2\n"));
    ASSERT_FALSE(foreign);
    EXPECT_EQ(foreign.error().code, ErrorCode::FormatDamaged);
    EXPECT_EQ(foreign.error().location.line, 1);
    const auto cut = readPerLayerCsv(sourceOf(regorPerLayerCsv() + "Conv2D,Conv2D,NP"));
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->rows.size(), 3U);
    ASSERT_TRUE(contains(cut->diagnostics, u"vela-csv.columns"_s));
    EXPECT_EQ(cut->diagnostics.back().location.line, 5);
}

TEST(VelaCsv, FilesThatWereCutOffAreNotBelieved)
{
    EXPECT_FALSE(contains(readSummaryCsv(sourceOf(summaryCsv()))->diagnostics, u"csv.cut-off"_s));
    const auto summary = readSummaryCsv(sourceOf(summaryCsv().chopped(4)));
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->rows[0].cyclesTotal, 880.0) << "a number, but a wrong one";
    ASSERT_TRUE(contains(summary->diagnostics, u"csv.cut-off"_s));
    EXPECT_TRUE(summary->diagnostics.back().text.contains(u"\"880\""_s));
    EXPECT_EQ(summary->diagnostics.back().location.line, 2);
    EXPECT_TRUE(contains(
        readSummaryCsv(sourceOf(summaryCsv().chopped(60)))->diagnostics, u"csv.cut-off"_s));

    for (const auto &whole : { regorPerLayerCsv(), pythonPerLayerCsv() }) {
        EXPECT_FALSE(contains(readPerLayerCsv(sourceOf(whole))->diagnostics, u"csv.cut-off"_s));
        for (const int cut : { 4, 20 })
            EXPECT_TRUE(contains(
                readPerLayerCsv(sourceOf(whole.chopped(cut)))->diagnostics, u"csv.cut-off"_s));
        // In the header line: no rows, which must not look like a network without layers.
        EXPECT_TRUE(
            contains(readPerLayerCsv(sourceOf(whole.first(60)))->diagnostics, u"csv.cut-off"_s));
    }
    const auto shortRow = readPerLayerCsv(sourceOf(regorPerLayerCsv() + "Conv2D,Conv2D,NPU\n"));
    ASSERT_TRUE(shortRow);
    EXPECT_TRUE(contains(shortRow->diagnostics, u"csv.cut-off"_s));
}

TEST(VelaFiles, AByteOrderMarkChangesNothing)
{
    using formats::FileKind;
    const QByteArray mark("\xef\xbb\xbf");
    EXPECT_EQ(formats::recognise(mark + summaryCsv()), FileKind::VelaSummary);
    EXPECT_EQ(formats::recognise(mark + regorPerLayerCsv()), FileKind::VelaPerLayer);
    EXPECT_EQ(formats::recognise(mark + pythonPerLayerCsv()), FileKind::VelaPerLayer);
    EXPECT_EQ(formats::recognise(mark + iniText().mid(11)), FileKind::VelaIni);
    EXPECT_EQ(formats::recognise(mark + pythonDebugXml()), FileKind::VelaDebugDb);
    EXPECT_EQ(formats::recognise(mark + consoleText()), FileKind::VelaConsole);
    const auto summary = readSummaryCsv(sourceOf(mark + summaryCsv()));
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->columns.front(), u"experiment"_s);
    const auto layers = readPerLayerCsv(sourceOf(mark + regorPerLayerCsv()));
    ASSERT_TRUE(layers);
    EXPECT_EQ(layers->family, PerLayerFamily::Core);
    EXPECT_EQ(layers->rows.size(), 3U);
    for (const auto &name : { QByteArray("conv"), QByteArray("a<\"b") }) // the second is no XML
        EXPECT_TRUE(readDebugDb(sourceOf(mark + regorDebugXml(name))));
}

TEST(VelaFiles, AreReadFromUtf16)
{
    using formats::FileKind;
    const auto wide = [](const QByteArray &text) {
        QStringEncoder encode(QStringEncoder::Utf16LE, QStringEncoder::Flag::WriteBom);
        return QByteArray(encode(QString::fromUtf8(text)));
    };
    EXPECT_EQ(formats::recognise(wide(summaryCsv())), FileKind::VelaSummary);
    EXPECT_EQ(formats::recognise(wide(regorPerLayerCsv())), FileKind::VelaPerLayer);
    EXPECT_EQ(formats::recognise(wide(consoleText())), FileKind::VelaConsole);
    EXPECT_EQ(formats::recognise(wide(regorDebugXml("conv"))), FileKind::VelaDebugDb);
    EXPECT_EQ(formats::recognise(wide("[System_Config.A]\n")), FileKind::VelaIni);
    EXPECT_EQ(formats::recognise(wide("some text\n")), FileKind::Text);
    for (const auto &name : { QByteArray("conv"), QByteArray("a<\"b") }) { // the second is no XML
        const auto database = readDebugDb(sourceOf(wide(regorDebugXml(name))));
        ASSERT_TRUE(database);
        EXPECT_EQ((*database)->tables.size(),
            (*readDebugDb(sourceOf(regorDebugXml(name))))->tables.size());
    }
    const auto summary = readSummaryCsv(sourceOf(wide(summaryCsv())));
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->columns.front(), u"experiment"_s);
    EXPECT_TRUE(summary->diagnostics.empty());
    const auto layers = readPerLayerCsv(sourceOf(wide(regorPerLayerCsv())));
    ASSERT_TRUE(layers);
    const auto narrow = readPerLayerCsv(sourceOf(regorPerLayerCsv()));
    EXPECT_EQ(layers->rows.size(), narrow->rows.size());
    EXPECT_EQ(layers->diagnostics, narrow->diagnostics);
    const auto console = readConsoleText(sourceOf(wide(consoleText())));
    ASSERT_TRUE(console);
    EXPECT_EQ(
        console->summaries.size(), readConsoleText(sourceOf(consoleText()))->summaries.size());
}

TEST(VelaCsv, TextsHaveNoBlanksAndNoFalsePrecision)
{
    const auto text
        = [](const auto &description) { return descriptionText(u"x"_s, description.sections); };
    auto summary = *readSummaryCsv(sourceOf(summaryCsv()));
    const auto said = text(inspect::describeVelaSummary(summary));
    EXPECT_TRUE(said.contains(u"84,604.5\n"_s)) << said.toStdString();
    summary.rows[0].inferenceTimeS = 0;
    summary.rows[0].cyclesTotal = 0;
    EXPECT_TRUE(text(inspect::describeVelaSummary(summary))
                    .contains(u"Not known (nothing runs on the NPU)"_s));

    const auto python
        = inspect::describeVelaPerLayer(*readPerLayerCsv(sourceOf(pythonPerLayerCsv())));
    const auto core = inspect::describeVelaPerLayer(*readPerLayerCsv(sourceOf(regorPerLayerCsv())));
    for (const auto *description : { &python, &core }) {
        for (const auto &row : description->sections[0].table.rows)
            EXPECT_FALSE(row.contains(QString())) << row.join(u'|').toStdString();
    }
    EXPECT_EQ(python.sections[0].table.rows[0][2], u"NPU"_s);
}

} // namespace tosaic::test::velacsvtests
