// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commands.h"
#include "core/base/cycletext.h"
#include "core/documents/modeldocument.h"
#include "core/documents/openmodel.h"
#include "core/documents/selection.h"
#include "profiler/session/profileassembly.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"
#include "views/models/roles.h"
#include "views/operations/operationtablemodel.h"
#include "views/partition/partitionpage.h"
#include "views/widgets/datatable.h"
#include "views/widgets/theme.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QJsonArray>
#include <QSet>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

using namespace Qt::StringLiterals;

// One cost: every face gives an operator the same cycles, however they are grouped, and all of them
// are what the compiler estimates for the program.

namespace tosaic::test::operatorfacestests {

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
        if (cycles.isUndefined() && row.toObject().contains(u"in"_s)) {
            EXPECT_TRUE(costs.contains(name + u" in "_s + row[u"in"_s].toString()))
                << qPrintable(name) << " has them in another row";
        }
        if (name.isEmpty() || cycles.isUndefined())
            continue;
        EXPECT_TRUE(costs.contains(name + u' ' + formatCycles(cycles.toDouble())))
            << qPrintable(name) << ' ' << cycles.toDouble();
        EXPECT_TRUE(text.contains(name)) << qPrintable(name);
    }
}

/// The line of an operator with a node names both.
void expectText(const QString &program, const Rows &rows)
{
    const auto lines = outcomeOf(cli::operatorsCommand(), { program, u"--csv"_s }).out.split(u'\n');
    ASSERT_TRUE(lines.front().contains(u",node,"_s)) << qPrintable(lines.front());
    for (const auto &row : rows.rows) {
        const auto name = row[u"name"_s].toString();
        const auto node = row[u"node"_s].toString(); // empty for several
        const auto leader = row[u"in"_s].toString();
        EXPECT_TRUE(node.isEmpty() || std::ranges::any_of(lines, [&](const QString &line) {
            return line.startsWith(name) && line.contains(node) && line.contains(leader);
        })) << qPrintable(name);
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
        if (!value.isValid() && row.contains(u"in"_s)) {
            EXPECT_EQ(cell.data().toString(), u"in "_s + row[u"in"_s].toString());
        }
        if (row.contains(u"name"_s)) {
            EXPECT_EQ(table.index(i, table.columnOf(u"name")).data().toString(),
                row[u"name"_s].toString());
        }
        const auto nodes = row[u"node"_s].toVariant().toStringList();
        EXPECT_EQ(table.index(i, table.columnOf(u"node")).data(views::ValueRole).toString(),
            nodes.join(u", "_s));
        EXPECT_EQ(table.index(i, table.columnOf(u"module")).data(views::ValueRole).toString(),
            row[u"module"_s].toString());
    }
}

/// "name: cycles" of rows with cycles of their own, sorted.
QStringList costsOf(const QJsonArray &rows, const std::function<double(const QJsonValue &)> &cycles)
{
    QStringList costs;
    for (const auto &row : rows) {
        if (const auto value = cycles(row); value >= 0)
            costs << row[u"name"_s].toString() + u": "_s + QString::number(value, 'f', 3);
    }
    costs.sort();
    return costs;
}

/// A compile beside itself: each side has the rows of `operators`, no other names and numbers.
void expectDiff(const QString &program, const Rows &rows)
{
    const auto outcome = outcomeOf(cli::diffCommand(), { program, program, u"--json"_s });
    ASSERT_EQ(outcome.exitCode, cli::Fine) << qPrintable(outcome.err);
    const auto answer = outcome.json();
    const auto expected
        = costsOf(rows.rows, [](const auto &row) { return row[u"cycles"_s].toDouble(-1); });
    for (const auto &side : { u"old"_s, u"new"_s }) {
        const auto found = costsOf(answer[u"operators"_s].toArray(),
            [&side](const auto &row) { return row[u"cycles"_s][side].toDouble(-1); });
        EXPECT_EQ(found, expected) << qPrintable(side);
    }
    EXPECT_EQ(answer[u"matchedCosts"_s].toInteger(), expected.size());
    const auto byKind
        = outcomeOf(cli::operatorsCommand(), { program, u"--json"_s, u"--by"_s, u"kind"_s }).json();
    std::map<QString, double> kinds;
    for (const auto &kind : byKind[u"operators"_s].toArray()) {
        if (kind.toObject().contains(u"cycles"_s))
            kinds[kind[u"name"_s].toString()] = kind[u"cycles"_s].toDouble();
    }
    std::map<QString, double> compared;
    for (const auto &kind : answer[u"kinds"_s].toArray())
        compared[kind[u"kind"_s].toString()] = kind[u"cycles"_s][u"new"_s].toDouble();
    EXPECT_EQ(compared, kinds);
}

/// The page of partitions, whose rows are nodes of the model: the sum of the rows made from each.
void expectPartitions(const OpenedModel &model, const Rows &rows)
{
    QHash<QString, double> cycles;
    QSet<QString> shared; // one row made from several: it is one node's in the graph
    for (const auto &row : rows.rows) {
        const auto nodes = row[u"node"_s].toVariant().toStringList();
        for (const auto &node : nodes) {
            cycles[node] += row[u"cycles"_s].toDouble();
            if (nodes.size() > 1)
                shared.insert(node);
        }
    }
    const views::Theme theme;
    ModelDocument document;
    SelectionContext selection;
    ProfileDocument profile;
    views::PartitionPage page(document, selection, theme);
    page.setProfile(profile);
    document.set(model);
    profile.set(assembleProfile(profileMaterial(model)));
    page.findChild<QToolButton *>(u"stepsToggle"_s)->setChecked(true);
    const auto *table = page.findChild<views::DataTable *>(u"operatorTable"_s);
    ASSERT_EQ(table->model()->rowCount(), int(model.result->nodes.size()));
    double shown = 0;
    for (int i = 0; i < table->model()->rowCount(); ++i) {
        const auto cell = table->model()->index(i, table->columnOf(u"cycles"));
        const auto node = cell.data(views::IdRole).toString();
        shown += cell.data(views::ValueRole).toDouble();
        if (!shared.contains(node)) {
            EXPECT_NEAR(cell.data(views::ValueRole).toDouble(), cycles.value(node), 0.01)
                << qPrintable(node);
        }
    }
    EXPECT_LE(shown, rows.cycles + 0.01);
    EXPECT_GT(shown, 0);
}

/// What findings call the costliest are rows of `operators`, by the same names.
void expectFindings(const QString &program, const Rows &rows)
{
    const auto answer
        = outcomeOf(cli::findingsCommand(), { program, u"--no-advice"_s, u"--json"_s }).json();
    const auto costs
        = costsOf(rows.rows, [](const auto &row) { return row[u"cycles"_s].toDouble(-1); });
    int found = 0;
    for (const auto &finding : answer[u"findings"_s].toArray()) {
        for (const auto &evidence : finding[u"evidence"_s].toArray()) {
            const auto key = evidence[u"key"_s].toString();
            const auto value = evidence[u"value"_s].toDouble();
            if (key == "cyclesTotal"_L1) {
                EXPECT_NEAR(value, rows.cycles, 0.5);
            } else if (finding[u"kind"_s] == u"costliest"_s) {
                ++found;
                EXPECT_TRUE(costs.contains(key + u": "_s + QString::number(value, 'f', 3)))
                    << qPrintable(key) << ' ' << value;
            }
        }
    }
    EXPECT_GT(found, 0);
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
    EXPECT_EQ(rows.answer[u"cyclesOrigin"_s], u"est"_s) << "as the graph spells it";
    expectText(path, rows);
    expectGroups(path, rows.cycles);
    expectGraph(path, rows.cycles);
    expectReports(path, rows);
    expectWindow(*model, rows);
    expectFindings(path, rows);
    if (model->result) {
        expectDiff(path, rows);
        if (!model->result->nodes.empty())
            expectPartitions(*model, rows);
    }
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

} // namespace tosaic::test::operatorfacestests
