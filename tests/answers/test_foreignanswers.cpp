// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of Vela that belong to another program than the one they are named for: refused by
// content wherever they enter, with a line for each, and never ignored.
#include "app/cli/frame/commands.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <QFile>

using namespace Qt::StringLiterals;

namespace tosaic::test::foreignanswerstests {

namespace {

const auto OtherDatabase = u"profile.database-other"_s;
const auto OtherLayers = u"profile.layers-other"_s;

struct Planted
{
    const char *what;
    QString program;
    QString report;
    QString problem; ///< empty: it belongs there
};

const std::vector<Planted> &planted()
{
    const auto whole = u"mobilenet_v2-u55-128"_s;
    const auto ofWhole = whole + u"/partition0/"_s;
    static const std::vector<Planted> cases{
        { "a table for a program of the CPU", u"softmax-cpu/softmax.pte"_s,
            ofWhole + u"per-layer.csv"_s, OtherLayers },
        { "a database for a program of the CPU", u"softmax-cpu/softmax.pte"_s,
            ofWhole + u"debug.xml"_s, OtherDatabase },
        { "a table for another result", u"softmax-u85-256"_s, ofWhole + u"per-layer.csv"_s,
            OtherLayers },
        { "a table for another program", u"transformer_block-u55-128/transformer_block.pte"_s,
            ofWhole + u"per-layer.csv"_s, OtherLayers },
        { "a database for a result that has its own", u"softmax-u85-256"_s,
            ofWhole + u"debug.xml"_s, OtherDatabase },
        { "a database for another network", u"softmax-u85-256/partition0/partition.tosa"_s,
            ofWhole + u"debug.xml"_s, OtherDatabase },
        { "the table of the compile itself", whole, ofWhole + u"per-layer.csv"_s, {} },
        { "the database of the compile itself", whole, ofWhole + u"debug.xml"_s, {} },
    };
    return cases;
}

} // namespace

TEST(ForeignReports, AreRefusedWithALineEach)
{
    for (const auto &one : planted()) {
        SCOPED_TRACE(one.what);
        const QStringList named{ fixturePath(one.program), u"--debug-db"_s,
            fixturePath(one.report) };
        const auto operators
            = outcomeOf(cli::operatorsCommand(), named + QStringList{ u"--json"_s });
        const bool isForeign = !one.problem.isEmpty();
        EXPECT_EQ(operators.exitCode, isForeign ? cli::BadInput : cli::Fine)
            << operators.err.toStdString();
        for (const auto &id : { OtherDatabase, OtherLayers })
            EXPECT_EQ(operators.err.count(id), id == one.problem ? 1 : 0)
                << operators.err.toStdString();
        EXPECT_FALSE(isForeign && operators.out.contains(u"111632"_s)) << "an operator of its own";

        if (one.program.endsWith(u".tosa"_s))
            continue; // a report is of a program
        const auto page = temporaryDir() + u"/report.md"_s;
        const auto report = outcomeOf(cli::reportCommand(), named + QStringList{ u"-o"_s, page });
        EXPECT_EQ(report.err.contains(one.problem.isEmpty() ? u"-other"_s : one.problem), isForeign)
            << report.err.toStdString();
        QFile file(page);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const auto text = QString::fromUtf8(file.readAll());
        EXPECT_EQ(text.contains(u"belongs to another program"_s), isForeign);
        EXPECT_FALSE(isForeign && text.contains(u"902,227"_s)) << "the cycles of another program";
    }
}

} // namespace tosaic::test::foreignanswerstests
