// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// One set of columns, and what each face makes of it.
#include "core/base/exactvalue.h"

#include "core/base/visibletext.h"

#include <QJsonObject>

#include <gtest/gtest.h>

#include <optional>

using namespace Qt::StringLiterals;

namespace tosaic::tabletests {
namespace {

struct Layer
{
    QString name;
    std::optional<quint64> cycles;
    double share = 0;
};

Columns<Layer> layerColumns()
{
    return { { .head = { .key = u"name"_s, .title = u"Name"_s },
                 .value = [](const Layer &layer) { return QVariant(layer.name); } },
        { .head
            = { .key = u"cycles"_s, .title = u"Cycles"_s, .unit = u"cycles"_s, .isNumber = true },
            .value =
                [](const Layer &layer) {
                    return layer.cycles ? QVariant(qulonglong(*layer.cycles)) : QVariant();
                } },
        { .head = { .key = u"share"_s,
              .title = u"Share"_s,
              .unit = column_unit::Share,
              .isNumber = true },
            .value = [](const Layer &layer) { return QVariant(layer.share); } } };
}

Table layers()
{
    const std::vector<Layer> rows{ { u"features.0.conv"_s, 1234567, 0.75 },
        { u"=SUM(A1)"_s, {}, 0.25 } };
    return tableOf(layerColumns(), rows);
}

TEST(Table, ReadsAlignedAndSaysWhatIsNotKnown)
{
    QLocale::setDefault(QLocale::c());
    const auto text = tableText(layers(), {}, u"not known"_s);
    const auto lines = text.split(u'\n');
    ASSERT_EQ(lines.size(), 4);
    EXPECT_EQ(lines[0], u"  Name                Cycles   Share"_s);
    EXPECT_EQ(lines[2], u"  =SUM(A1)         not known  25.0 %"_s);
}

TEST(Table, FitsTheWidthByCuttingTextsThenColumns)
{
    const std::vector<Layer> rows{ { QString(200, u'x') + u"end"_s, 1, 1 } };
    auto table = tableOf(layerColumns(), rows);
    for (const int width : { 80, 40, 16 }) {
        for (const auto &line : tableText(table, { width }, u"?"_s).split(u'\n')) {
            if (line.contains("Not shown"_L1))
                break; // words that are longer than so narrow a line
            EXPECT_LE(line.size(), width) << line.toStdString();
        }
    }
    EXPECT_TRUE(tableText(table, { 80 }, u"?"_s).contains(u"end"_s)) << "both ends stay";
    EXPECT_TRUE(tableText(table, { 80 }, u"?"_s).contains(u"100.0 %"_s)) << "numbers stay whole";
    EXPECT_TRUE(
        tableText(table, { 16 }, u"?"_s).simplified().contains(u"Not shown here: Cycles, Share"_s));
    EXPECT_TRUE(tableText(table, {}, u"?"_s).contains(QString(200, u'x')));
}

TEST(Table, KeepsNamesApartBeforeItKeepsTheLastColumns)
{
    const std::vector<Layer> rows{ { u"tosa_avg_pool2d_default_2"_s, 1, 1 },
        { u"tosa_conv2d_default_2"_s, 1, 1 } };
    const auto text = tableText(tableOf(layerColumns(), rows), { 40 }, u"?"_s);
    EXPECT_TRUE(text.contains(u"tosa_avg_pool2d_default_2"_s)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"tosa_conv2d_default_2"_s));
    EXPECT_TRUE(text.contains(u"Not shown here: Share"_s));
}

TEST(Table, CutsNoTextForAColumnThatIsLeftOutInTheEnd)
{
    const auto text = [](const QString &key, const QString &value) {
        return Column<Layer>{ .head = { .key = key, .title = key },
            .value = [value](const Layer &) { return QVariant(value); } };
    };
    const auto maker = u"dequantize_per_tensor"_s;
    Columns<Layer> columns{ text(u"name"_s, QString(28, u'n')), text(u"maker"_s, maker),
        text(u"long"_s, QString(30, u'1')) };
    columns.back().head.isNumber = true;
    const auto shown = tableText(tableOf(columns, std::vector<Layer>(1)), { 60 }, u"?"_s);
    EXPECT_TRUE(shown.contains(u"Not shown here: long"_s)) << shown.toStdString();
    EXPECT_TRUE(shown.contains(maker)) << shown.toStdString();
    EXPECT_FALSE(shown.contains(u'\u2026')) << shown.toStdString();
}

TEST(Table, CutsWhereTextsThatDifferStillDo)
{
    const std::vector<Layer> rows{ { u"Ethos_U55_Deep_Embedded"_s, 1, 1 },
        { u"Ethos_U55_High_End_Embedded"_s, 1, 1 }, { u"Ethos_U55_High_End_Embedded"_s, 2, 1 } };
    for (const int width : { 18, 20, 22, 24 }) {
        const auto lines = tableText(tableOf(layerColumns(), rows), { width }, u"?"_s).split(u'\n');
        EXPECT_TRUE(lines[1].contains(u'\u2026')) << lines[1].toStdString();
        EXPECT_NE(lines[1], lines[2]) << "at " << width;
        EXPECT_EQ(lines[2], lines[3]) << "the same stays the same";
        EXPECT_LE(lines[2].size(), width);
    }
}

TEST(Table, LeavesOutWhatNoRowKnowsBeforeItCutsNames)
{
    auto table
        = tableOf(layerColumns(), std::vector<Layer>{ { u"tosa_avg_pool2d_default_2"_s, 1, 1 } });
    table.rows.front()[1] = {};
    const auto text = tableText(table, { 40 }, u"?"_s);
    EXPECT_TRUE(text.contains(u"tosa_avg_pool2d_default_2"_s)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"100.0 %"_s)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"Not known of any row: Cycles\n"_s)) << text.toStdString();
    EXPECT_FALSE(text.contains(u"Not shown"_s)) << text.toStdString();
    EXPECT_TRUE(tableText(table, {}, u"?"_s).contains(u"Cycles"_s)) << "as wide as it takes";
}

TEST(Table, ShowsWhatATerminalWouldObey)
{
    const std::vector<Layer> rows{ { u"a\x1b[31mb\u202ec"_s, 1, 1 } };
    const auto text = tableText(tableOf(layerColumns(), rows), {}, u"?"_s);
    EXPECT_FALSE(text.contains(u'\x1b'));
    EXPECT_FALSE(text.contains(u'\u202e'));
    EXPECT_TRUE(text.contains(u"a\\u001b[31mb\\u202ec"_s)) << text.toStdString();
}

TEST(Table, IsPlainNumbersInCsvAndNoFormula)
{
    EXPECT_EQ(tableCsv(layers()),
        QByteArray("Name,Cycles (cycles),Share "
                   "(%)\r\nfeatures.0.conv,1234567,75\r\n'=SUM(A1),,25\r\n"));
    EXPECT_EQ(csvCell(u"a\"b,c"_s), u"\"a\"\"b,c\""_s);
    for (const auto &number : { u"-5"_s, u"+3.7 %"_s, u"-1e+06"_s, u"-4 MiB/s"_s })
        EXPECT_EQ(csvCell(number), number);
    for (const auto &formula : { u"-2+3+cmd|' /C calc'!A0"_s, u"@SUM(A1)"_s, u"+A1"_s, u"=1"_s })
        EXPECT_TRUE(csvCell(formula).startsWith(u'\'')) << formula.toStdString();
    EXPECT_EQ(csvCell(u"a\x1b[2J"_s), u"a\\u001b[2J"_s);
}

TEST(Table, SharesArePercentWhereNumbersArePlain)
{
    const ColumnHead share{ .title = u"Share"_s, .unit = column_unit::Share };
    EXPECT_EQ(exactTitle(share), u"Share (%)"_s);
    EXPECT_EQ(exactValue(share, 0.07).toDouble(), 7) << "0.07 * 100 is not 7";
    EXPECT_FALSE(exactValue(share, {}).isValid());
    EXPECT_EQ(exactValue(share, u"-"_s).toString(), u"-"_s);
    const ColumnHead bytes{ .title = u"SRAM"_s, .unit = column_unit::Bytes };
    EXPECT_EQ(exactTitle(bytes), u"SRAM (bytes)"_s);
    EXPECT_EQ(exactValue(bytes, 512), QVariant(512));
    EXPECT_EQ(exactTitle({ .title = u"Name"_s }), u"Name"_s);
}

TEST(Table, LeavesUnknownKeysOutOfJson)
{
    const auto json = tableJson(layers());
    EXPECT_EQ(json[0][u"cycles"].toInteger(), 1234567);
    EXPECT_FALSE(json[1].toObject().contains(u"cycles"));
    EXPECT_EQ(json[1][u"name"].toString(), u"=SUM(A1)"_s);
}

TEST(Table, SaysHowManyRowsAreMissing)
{
    auto table = layers();
    table.omitted = 12;
    EXPECT_TRUE(tableText(table, {}, u"?"_s).contains(u"... and 12 more"_s));
}

TEST(VisibleText, WritesWhatWouldSteerAsItsCodePoint)
{
    EXPECT_EQ(visibleText(u"conv_1/\u00e4\u4e2d"_s), u"conv_1/\u00e4\u4e2d"_s);
    EXPECT_EQ(visibleText(u"a\x1b]0;t\x07"_s), u"a\\u001b]0;t\\u0007"_s);
    EXPECT_EQ(visibleText(u"x\u202egnp.exe"_s), u"x\\u202egnp.exe"_s);
    EXPECT_EQ(visibleText(u"one\ntwo"_s), u"one\\u000atwo"_s);
    EXPECT_EQ(visibleLines(u"one\n\ttwo\x08"_s), u"one\n\ttwo\\u0008"_s);
    EXPECT_EQ(visibleText(QString(QChar(0xd800))), u"\\ud800"_s);
    EXPECT_EQ(visibleText(u"\U0001f600"_s), u"\U0001f600"_s) << "a whole pair";
}

} // namespace
} // namespace tosaic::tabletests
