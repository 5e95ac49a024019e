// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "core/base/cycletext.h"
#include "core/documents/openmodel.h"
#include "profiler/session/profileassembly.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"
#include "views/models/roles.h"
#include "views/operations/operationtablemodel.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

// One cost: every face gives an operator the same cycles, however they are grouped, and all of them
// are what the compiler estimates for the program.

namespace tosaic::test {

namespace {

QJsonObject jsonOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << path.toStdString();
    return QJsonDocument::fromJson(file.readAll()).object();
}

double sumOf(const QJsonArray &rows, const QString &key)
{
    double sum = 0;
    for (const auto &row : rows)
        sum += row[key].toDouble();
    return sum;
}

/// What every other face is held against: rows of `operators --json`.
struct Rows
{
    QJsonObject answer;
    QJsonArray rows;
    double cycles = 0;

    explicit Rows(const QString &program)
        : answer(outcomeOf(cli::operatorsCommand(), { program, u"--json"_s }).json()),
          rows(answer[u"operators"_s].toArray()), cycles(sumOf(rows, u"cycles"_s))
    {
    }
};

void expectGroups(const QString &program, double cycles)
{
    for (const auto &by : { u"kind"_s, u"module"_s, u"source"_s, u"partition"_s }) {
        const auto answer
            = outcomeOf(cli::operatorsCommand(), { program, u"--json"_s, u"--by"_s, by });
        ASSERT_EQ(answer.exitCode, cli::Fine) << qPrintable(by) << qPrintable(answer.err);
        EXPECT_NEAR(sumOf(answer.json()[u"operators"_s].toArray(), u"cycles"_s), cycles, 0.01)
            << qPrintable(by);
    }
}

void expectGraph(const QString &program, double cycles)
{
    const auto path = temporaryDir() + u"/graph.json"_s;
    const auto outcome
        = outcomeOf(cli::graphCommand(), { program, u"-o"_s, path, u"--expand"_s, u"all"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << qPrintable(outcome.err);
    const auto graph = jsonOf(path);
    if (!graph.contains(u"cyclesSum"_s))
        return; // whole delegates of a program that was opened without its compile
    EXPECT_NEAR(graph[u"cyclesSum"_s].toDouble(), cycles, 0.01);
    double drawn = 0;
    for (const auto &list : { u"nodes"_s, u"extra"_s }) {
        for (const auto &row : graph[list].toArray())
            drawn += row[u"cycles"_s][u"value"_s].toDouble();
    }
    EXPECT_NEAR(drawn, cycles, 0.01);
}

/// The table of operators that a report has, and where its cycles stand.
struct ReportedTable
{
    QJsonObject table;
    qsizetype cycles = -1;

    explicit ReportedTable(const QJsonObject &report)
    {
        for (const auto &section : report[u"sections"_s].toArray()) {
            for (const auto &block : section[u"blocks"_s].toArray()) {
                const auto columns = block[u"columns"_s].toArray();
                if (columns.isEmpty() || columns[0] != u"Operator"_s || cycles >= 0)
                    continue;
                table = block.toObject();
                for (qsizetype i = 0; i < columns.size(); ++i)
                    cycles = columns[i] == u"Cycles (est)"_s ? i : cycles;
            }
        }
    }
};

void expectReports(const QString &program, const Rows &rows)
{
    const auto base = temporaryDir() + u"/faces"_s;
    for (const auto &ending : { u".json"_s, u".csv"_s, u".md"_s, u".html"_s })
        ASSERT_EQ(outcomeOf(cli::reportCommand(), { program, u"-o"_s, base + ending }).exitCode,
            cli::Fine);
    const ReportedTable reported(jsonOf(base + u".json"_s));
    const auto &table = reported.table;
    ASSERT_GE(reported.cycles, 0);
    ASSERT_EQ(table[u"rows"_s].toArray().size(), rows.rows.size());
    QString text; // of all tables
    for (const auto &name : QFileInfo(base).dir().entryList({ u"faces-*.csv"_s })) {
        QFile csv(QFileInfo(base).dir().filePath(name));
        ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
        text += QString::fromUtf8(csv.readAll());
    }
    double sum = 0;
    QStringList costs;
    for (qsizetype i = 0; i < rows.rows.size(); ++i) {
        sum += table[u"numbers"_s][i][reported.cycles].toDouble();
        costs << table[u"rows"_s][i][0].toString() + u' '
                + table[u"rows"_s][i][reported.cycles].toString();
    }
    EXPECT_NEAR(sum, rows.cycles, 0.01);
    for (const auto &row : rows.rows) {
        const auto cycles = row[u"cycles"_s];
        const auto name = row[u"name"_s].toString();
        if (name.isEmpty() || cycles.isUndefined())
            continue;
        EXPECT_TRUE(costs.contains(name + u' ' + formatCycles(cycles.toDouble())))
            << qPrintable(name) << ' ' << cycles.toDouble();
        EXPECT_TRUE(text.contains(name)) << qPrintable(name);
    }
}

void expectWindow(const OpenedModel &model, const Rows &rows)
{
    const auto subject = assembleProfile(profileMaterial(model));
    ASSERT_TRUE(subject && subject->table);
    const auto data = views::computeOperations(subject, subject->table, {}, {});
    views::OperationTableModel table;
    std::vector<size_t> all(data->rows.size());
    for (size_t i = 0; i < all.size(); ++i)
        all[i] = i;
    table.set(data, all);
    ASSERT_EQ(table.rowCount(), rows.rows.size());
    for (int i = 0; i < table.rowCount(); ++i) {
        const auto row = rows.rows[i].toObject();
        const auto cell = table.index(i, table.columnOf(u"cycles"));
        const auto value = cell.data(views::ValueRole);
        EXPECT_EQ(value.isValid(), row.contains(u"cycles"_s));
        EXPECT_NEAR(value.toDouble(), row[u"cycles"_s].toDouble(), 0.001);
        if (row.contains(u"name"_s)) {
            EXPECT_EQ(table.index(i, table.columnOf(u"name")).data().toString(),
                row[u"name"_s].toString());
        }
        EXPECT_EQ(table.index(i, table.columnOf(u"module")).data(views::ValueRole).toString(),
            row[u"module"_s].toString());
    }
}

/// Answers whether the program has operators with cycles, so that there is something to compare.
bool expectFaces(const QString &path)
{
    SCOPED_TRACE(path.toStdString());
    const auto model = openModel(path);
    if (!model || !model->program)
        return false;
    const Rows rows(path);
    if (rows.rows.isEmpty() || rows.cycles <= 0)
        return false;
    EXPECT_NEAR(rows.answer[u"totals"_s][u"estimateCycles"_s].toDouble(), rows.cycles, 0.01);
    if (model->result && model->result->summary.cyclesTotal) {
        EXPECT_NEAR(double(*model->result->summary.cyclesTotal), rows.cycles, 0.5)
            << "the compile's own report";
    }
    expectGroups(path, rows.cycles);
    expectGraph(path, rows.cycles);
    expectReports(path, rows);
    expectWindow(*model, rows);
    return true;
}

} // namespace

TEST(OperatorFaces, EveryCompileSaysTheSameEverywhere)
{
    int checked = 0;
    const QDir generated(fixturePath({}));
    for (const auto &name : generated.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        for (const auto &file : QDir(generated.filePath(name)).entryInfoList({ u"*.pte"_s }))
            checked += expectFaces(file.absoluteFilePath());
    }
    EXPECT_GE(checked, 11);
}

TEST(OperatorFaces, EverySampleSaysTheSameEverywhere)
{
    TOSAIC_NEED_SAMPLES();
    int checked = 0;
    const QDir samples(samplesDir() + u"/generated/aot"_s);
    for (const auto &name : samples.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        checked += expectFaces(samples.filePath(name) + u"/model.pte"_s);
    EXPECT_GE(checked, 15);
}

} // namespace tosaic::test
