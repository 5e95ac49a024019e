// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/vela/debugdb.h"
#include "core/inspect/veladescription.h"
#include "tests/core/formats/vela/velafiles.h"

#include <gtest/gtest.h>

namespace tosaic::test::debugdbtests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::test;
using namespace tosaic::formats::vela;

namespace {

std::shared_ptr<const VelaDebugDb> read(const QByteArray &xml)
{
    const auto db = readDebugDb(sourceOf(xml));
    EXPECT_TRUE(db) << (db ? std::string() : db.error().toText().toStdString());
    return db ? *db : nullptr;
}

Error errorOf(const QByteArray &xml, const DebugDbLimits &limits = {})
{
    const auto db = readDebugDb(sourceOf(xml), limits);
    EXPECT_FALSE(db);
    return db ? Error() : db.error();
}

QByteArray withRows(const QByteArray &rows)
{
    return "<debug source=\"x\"><table name=\"t\"><![CDATA[\n\"id\",\"v\"\n" + rows
        + "]]></table></debug>";
}

void checkRegor(const VelaDebugDb &db, const QString &name)
{
    EXPECT_EQ(db.source, u"out/net"_s);
    EXPECT_FALSE(db.isPythonCore());
    EXPECT_EQ(db.tables.size(), 8U);
    const auto performance = db.performance();
    ASSERT_EQ(performance.size(), 3U);
    EXPECT_EQ(performance[0].name, name);
    EXPECT_EQ(performance[0].npuCycles, 570);
    EXPECT_EQ(performance[0].accessCycles.at(u"Sram"_s), 256);
    EXPECT_FALSE(performance[0].group);
    EXPECT_EQ(performance[1].group, 12);
    EXPECT_EQ(db.tensors().at(1).name, name);
    EXPECT_EQ(db.tensors().at(0).startAddress, 0x400U);
    EXPECT_EQ(db.sourceOperators().at(1).key, 1);
    EXPECT_EQ(db.optimisedOperators().at(1).kernelWidth, 3);
}

} // namespace

TEST(DebugDb, ReadsTheCppDialect)
{
    const auto db = read(regorDebugXml());
    ASSERT_TRUE(db);
    EXPECT_TRUE(db->isWellFormed);
    EXPECT_TRUE(db->diagnostics.empty());
    checkRegor(*db, u"conv"_s);
    const auto *connections = db->table("perf_debug_conn"_L1);
    ASSERT_TRUE(connections);
    EXPECT_EQ(connections->integer("input_op_id"_L1, 0), -1);
    EXPECT_EQ(connections->integer("id"_L1, 1), -2);
    EXPECT_EQ(db->text(*db->table("tensors"_L1), "start_address"_L1, 0), u"0x400"_s);
    EXPECT_FALSE(db->table("nothing"_L1));
}

TEST(DebugDb, WhatIsFusedCostsNothingOfItsOwn)
{
    auto vela4 = regorDebugXml(); // writes for fused operators what their leaders have
    vela4.replace("\",0,0,0,0,0,0\n", "\",1280,900,500,8000,0,300\n");
    const auto performance = read(vela4)->performance();
    ASSERT_EQ(performance.size(), 3U);
    EXPECT_EQ(performance[0].opCycles, 576);
    EXPECT_EQ(performance[1].opCycles, 0);
    EXPECT_EQ(performance[1].npuCycles, 0);
    EXPECT_EQ(performance[1].macs, 0);
    EXPECT_EQ(performance[1].accessCycles.at(u"Sram"_s), 0);
    vela4.replace("300,2,0,40", "300,2,0,17"); // chained: the stream starts it by itself
    EXPECT_EQ(read(vela4)->performance()[1].opCycles, 900);
}

TEST(DebugDb, KnowsWhatIsLeftToTheCpu)
{
    auto xml = regorDebugXml();
    EXPECT_FALSE(read(xml)->performance()[2].staysOnCpu());
    xml.replace("19,2,5,\"Conv2D\"", "19,2,5,\"Passthrough\"");
    EXPECT_TRUE(read(xml)->performance()[2].staysOnCpu());
}

TEST(DebugDb, LivePeakCountsSharedAddressesOnce)
{
    const auto peaks = read(regorDebugXml())->livePeaks();
    ASSERT_EQ(peaks.size(), 2U);
    const auto &sram = peaks.at(u"Sram"_s);
    EXPECT_EQ(sram.bytes, 0x500U);
    EXPECT_EQ(sram.firstAtTime, 0);
    EXPECT_EQ(sram.tensors, 3U);
    EXPECT_EQ(sram.largestEndAddress, 0x500U);
    EXPECT_EQ(peaks.at(u"Dram"_s).firstAtTime, 2);
}

TEST(DebugDb, QueueFindsTheEntryOfAnOffset)
{
    const auto db = read(regorDebugXml());
    ASSERT_EQ(db->queue().size(), 2U);
    EXPECT_EQ(db->queueEntryAt(1, 288)->scheduled, 12);
    EXPECT_EQ(db->queueEntryAt(1, 292)->scheduled, 19) << "an earlier kick of the next operation";
    EXPECT_EQ(db->queueEntryAt(1, 480)->optimised, 5);
    EXPECT_FALSE(db->queueEntryAt(1, 484));
    EXPECT_EQ(db->queueEntryAt(2, 0)->scheduled, 40);
    EXPECT_FALSE(db->queueEntryAt(3, 0));
    const auto json = inspect::describeVelaDebugDb(*db).json;
    EXPECT_EQ(json[u"queue"_s][u"1"_s][u"rows"_s].toInteger(), 2);
    EXPECT_EQ(json[u"queue"_s][u"1"_s][u"lastOffset"_s].toInteger(), 480);
    EXPECT_EQ(json[u"tables"_s][u"perf"_s].toInteger(), 3);
    EXPECT_TRUE(json[u"wellFormed"_s].toBool());
}

TEST(DebugDb, ReadsThePythonDialect)
{
    const auto db = read(pythonDebugXml());
    ASSERT_TRUE(db);
    EXPECT_TRUE(db->isPythonCore());
    EXPECT_EQ(db->optimised, u"out/a_vela.tflite"_s);
    const auto operators = db->sourceOperators();
    ASSERT_EQ(operators.size(), 2U);
    EXPECT_EQ(operators[0].kind, u"Conv \"x\""_s) << "quotes are doubled here";
    EXPECT_EQ(db->queueEntryAt(0, 328)->optimised, -1);
    EXPECT_FALSE(db->queueEntryAt(0, 328)->scheduled);
    EXPECT_TRUE(db->livePeaks().empty());
    EXPECT_FALSE(inspect::describeVelaDebugDb(*db).json.contains(u"livePeak"_s));
}

/// Everything that names can do to a file whose writer escapes nothing.
TEST(DebugDb, NamesThatAreNotEscaped)
{
    for (const auto &name : { QByteArray("a,b;c \"q\" <t> & ]]> end"), QByteArray("]]>"),
             QByteArray("x\",\"y"), QByteArray("<table name=\"perf\">"), QByteArray("\xff\xfe") }) {
        const auto db = read(regorDebugXml(name));
        ASSERT_TRUE(db);
        SCOPED_TRACE(name.toStdString());
        checkRegor(*db, QString::fromUtf8(name));
        if (name.contains("]]>") || name.contains('\xff')) {
            EXPECT_FALSE(db->isWellFormed);
            EXPECT_TRUE(contains(db->diagnostics, u"vela-debug-db.not-well-formed"_s));
        }
    }
    const auto python = read(pythonDebugXml().replace("a.tflite\"", "a<b>.tflite\""));
    ASSERT_TRUE(python);
    EXPECT_EQ(python->source, u"a<b>.tflite"_s);
    EXPECT_EQ(python->sourceOperators().size(), 2U);
}

TEST(DebugDb, CutOffFilesKeepTheirRows)
{
    const auto whole = regorDebugXml();
    for (auto size = whole.size(); size > 300; size -= 37) {
        const auto db = readDebugDb(sourceOf(whole.first(size)));
        ASSERT_TRUE(db) << size;
        EXPECT_GE((*db)->tables.size(), 1U);
    }
    const auto cut = read(whole.first(whole.indexOf("19,2,5")));
    EXPECT_FALSE(cut->isWellFormed);
    EXPECT_EQ(cut->performance().size(), 2U);
    EXPECT_EQ(errorOf("<debug source=\"x\"></debug>").code, ErrorCode::FormatDamaged);
    EXPECT_EQ(errorOf("").code, ErrorCode::FormatDamaged);
}

TEST(DebugDb, NumbersOfEveryWidthAndText)
{
    const auto db = read(withRows("1,\"\"\n2,-5\n3,127\n4,-128\n5,40000\n6,\"0x123456789\"\n"
                                  "7,4611686018427387903\n8,\"Sram\"\n9,9223372036854775807\n"
                                  "10,\"007\"\n11,12\n12\n13,1,2\n"));
    const auto &table = db->tables.at(0);
    ASSERT_EQ(table.rows(), 11U) << "rows of another length are left out";
    const auto &values = *table.column("v"_L1);
    EXPECT_TRUE(values.hasText());
    EXPECT_FALSE(values.integer(0));
    EXPECT_EQ(values.text(0, db->texts), QString());
    EXPECT_EQ(values.integer(1), -5);
    EXPECT_EQ(values.integer(3), -128);
    EXPECT_EQ(values.integer(4), 40000);
    EXPECT_EQ(values.integer(5), 0x123456789);
    EXPECT_EQ(values.integer(6), 4611686018427387903);
    EXPECT_FALSE(values.integer(7));
    EXPECT_EQ(values.text(7, db->texts), u"Sram"_s);
    EXPECT_EQ(values.text(8, db->texts), u"9223372036854775807"_s);
    EXPECT_EQ(values.text(9, db->texts), u"007"_s);
    EXPECT_EQ(values.integer(10), 12);
    EXPECT_FALSE(values.integer(11));
    EXPECT_EQ(table.integer("id"_L1, 10), 11);
    EXPECT_TRUE(contains(db->diagnostics, u"vela-debug-db.row"_s));
}

TEST(DebugDb, TextsAreKeptOnce)
{
    TextPool pool;
    for (int i = 0; i < 2000; ++i)
        EXPECT_EQ(pool.add("name" + QByteArray::number(i % 1000)), quint32(i % 1000));
    EXPECT_EQ(pool.size(), 1000U);
    EXPECT_EQ(pool.bytes(999), QByteArrayView("name999"));
}

TEST(DebugDb, HostileXmlIsRefused)
{
    const auto entities
        = errorOf("<!DOCTYPE debug [<!ENTITY a \"aaaaaaaa\"><!ENTITY b \"&a;&a;\">]>"
                  "<debug source=\"&b;\"><table name=\"t\"/></debug>");
    EXPECT_EQ(entities.code, ErrorCode::FormatUnsupported);
    EXPECT_TRUE(entities.detail.contains(u"document type"_s));
    EXPECT_EQ(errorOf("<!DOCTYPE debug SYSTEM \"file:///etc/passwd\"><debug/>").code,
        ErrorCode::FormatUnsupported);
    const auto deep = errorOf(QByteArray("<a>").repeated(100'000));
    EXPECT_EQ(deep.code, ErrorCode::LimitExceeded);
    EXPECT_TRUE(deep.detail.contains(u"depth = 16"_s));
    const auto tables
        = errorOf("<debug>" + QByteArray("<table name=\"t\"></table>").repeated(300) + "</debug>");
    EXPECT_TRUE(tables.detail.contains(u"tables = 256"_s));
    EXPECT_TRUE(errorOf(withRows(QByteArray(3 << 20, '1'))).detail.contains(u"lineBytes"_s));
    EXPECT_TRUE(errorOf("<debug source=\"" + QByteArray(12 << 20, 'x') + "\"><table/></debug>")
                    .detail.contains(u"LargestToken"_s));
    EXPECT_TRUE(errorOf(withRows({}), { .fileBytes = 10 }).detail.contains(u"fileBytes = 10"_s));
    const auto columns = errorOf(
        "<debug><table name=\"t\">\n" + QByteArray("\"c\",").repeated(5000) + "\n</table></debug>");
    EXPECT_TRUE(columns.detail.contains(u"columns = 4096"_s));
}

} // namespace tosaic::test::debugdbtests
