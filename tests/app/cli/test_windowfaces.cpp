// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says of an operator beside `operators`: the table of Compare, the inspector, the
// roofline, and the runs that are made of a compile's reports. The same numbers, or absent with the
// same reason.
#include "app/cli/frame/commands.h"
#include "core/base/cycletext.h"
#include "core/documents/modeldocument.h"
#include "core/documents/openmodel.h"
#include "core/documents/selection.h"
#include "profiler/join/operatorrows.h"
#include "profiler/session/profileassembly.h"
#include "tests/app/cli/commandoutcome.h"
#include "tests/support/samples.h"
#include "views/compare/costchanges.h"
#include "views/inspector/inspectorpanel.h"
#include "views/models/roles.h"
#include "views/roofline/roofdata.h"
#include "views/roofline/rooflinemodel.h"
#include "views/widgets/datatable.h"
#include "views/widgets/theme.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::test::windowfacestests {

namespace {

/// "name: cycles", sorted.
QStringList costsOf(const QJsonArray &rows)
{
    QStringList costs;
    for (const auto &row : rows) {
        if (row.toObject().contains(u"cycles"_s))
            costs << u"%1: %2"_s.arg(row[u"name"_s].toString())
                         .arg(row[u"cycles"_s].toDouble(), 0, 'f', 3);
    }
    costs.sort();
    return costs;
}

/// What one has and the other has not.
void expectSame(QStringList found, QStringList expected, const char *face)
{
    for (const auto &one : QStringList(expected)) {
        if (found.removeOne(one))
            expected.removeOne(one);
    }
    EXPECT_TRUE(found.isEmpty()) << face << " alone: " << found.join(u"; "_s).toStdString();
    EXPECT_TRUE(expected.isEmpty())
        << "not in " << face << ": " << expected.join(u"; "_s).toStdString();
}

class Program
{
public:
    explicit Program(const QString &path) : m_path(path), m_model(openModel(path))
    {
        if (!m_model || !m_model->program)
            return;
        m_answer = outcomeOf(cli::operatorsCommand(), { path, u"--json"_s }).json();
        m_rows = m_answer.value(u"operators"_s).toArray();
        m_subject = assembleProfile(profileMaterial(*m_model));
    }

    bool hasCycles() const { return !costsOf(m_rows).isEmpty() && m_subject && m_subject->table; }
    const std::shared_ptr<const compiled::CompileResult> &result() const { return m_model->result; }

    /// The widget's own model: a compile beside itself has every operator on both sides.
    void expectCompare() const
    {
        const views::Theme theme;
        views::CostChanges page(theme);
        QSignalSpy shown(&page, &views::CostChanges::shown);
        page.compare(m_model->result, m_model->result);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !shown.isEmpty(); }, 60'000));
        const auto *table = page.findChild<views::DataTable *>(u"comparedOperators"_s);
        ASSERT_TRUE(table);
        for (const auto *side : { u"old", u"new" }) {
            QStringList costs;
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const auto cell = [&](QStringView key) {
                    return table->model()->index(row, table->columnOf(key));
                };
                if (const auto cycles = cell(side).data(views::ValueRole); cycles.isValid())
                    costs << u"%1: %2"_s.arg(cell(u"name").data().toString())
                                 .arg(cycles.toDouble(), 0, 'f', 3);
            }
            expectSame(costs, costsOf(m_rows), "Compare");
        }
    }

    /// Of nodes that have one row: what the panel says in words. How many those are.
    int expectInspector() const
    {
        std::map<QString, int> rowsOf;
        for (const auto &row : m_rows) {
            for (const auto &node : row[u"node"_s].toVariant().toStringList())
                ++rowsOf[node];
        }
        views::Theme theme;
        ModelDocument document;
        SelectionContext selection;
        ProfileDocument profile;
        views::InspectorPanel panel(document, selection, theme);
        panel.setProfile(&profile);
        document.set(*m_model);
        profile.set(m_subject);
        int checked = 0;
        constexpr qsizetype Most = 24; // of a compile: each is a panel that is built
        const auto step = std::max<qsizetype>(1, m_rows.size() / Most);
        for (qsizetype i = 0; i < m_rows.size(); i += step) {
            const auto row = m_rows[i];
            const auto nodes = row[u"node"_s].toVariant().toStringList();
            if (nodes.size() != 1 || rowsOf[nodes.front()] != 1)
                continue;
            selection.select(model::EntityRef::node(nodes.front()));
            const auto text = panel.text();
            const auto cycles = row[u"cycles"_s];
            if (cycles.isUndefined())
                continue;
            ++checked;
            EXPECT_TRUE(text.contains(formatCycles(cycles.toDouble())))
                << nodes.front().toStdString() << ' ' << cycles.toDouble() << '\n'
                << text.toStdString();
        }
        return checked;
    }

    /// By operation, of which an operator may have several: the same names and numbers.
    void expectRoofline() const
    {
        std::map<QString, double> costs;
        for (int stream = 0; stream < int(m_subject->streams.size()); ++stream) {
            const auto data
                = views::roofDataOf(*m_subject, *m_subject->table, stream, {}, std::nullopt);
            views::RooflineModel placed;
            views::RooflineGapsModel gaps;
            placed.set(data);
            gaps.set(data);
            EXPECT_EQ(placed.rowCount() + gaps.rowCount(), int(data.rows.size()));
            for (const auto &row : data.rows) {
                EXPECT_TRUE(row.point || !row.gap.isEmpty()) << "absent with its reason";
                if (row.cycles)
                    costs[row.name] += *row.cycles;
            }
        }
        std::map<QString, double> expected;
        const auto operations
            = outcomeOf(cli::operatorsCommand(), { m_path, u"--json"_s, u"--by"_s, u"operation"_s })
                  .json()
                  .value(u"operators"_s)
                  .toArray();
        for (const auto &row : operations) {
            if (row.toObject().contains(u"cycles"_s))
                expected[row[u"name"_s].toString()] += row[u"cycles"_s].toDouble();
        }
        const auto texts = [](const std::map<QString, double> &sums) {
            QStringList all;
            for (const auto &[name, cycles] : sums)
                all << u"%1: %2"_s.arg(name).arg(cycles, 0, 'f', 3);
            return all;
        };
        expectSame(texts(costs), texts(expected), "the roofline");
    }

    /// The report of the compiler as a run: its total, and its operators beside themselves.
    void expectRuns() const
    {
        const auto workspace = temporaryDir() + u"/runs.tosaic"_s;
        QStringList files;
        for (const auto &artefact : m_model->result->artefacts) {
            if (artefact.kind == "vela-summary"_L1)
                files << m_model->result->folder + u'/' + artefact.path;
        }
        if (files.size() != 1 || !m_model->result->summary.cyclesTotal)
            return; // a run for each partition has no total of the whole
        const auto import = outcomeOf(
            cli::importCommand(), files + QStringList{ u"--workspace"_s, workspace, u"--json"_s });
        ASSERT_EQ(import.exitCode, cli::Fine) << import.err.toStdString();
        const auto listed
            = outcomeOf(cli::runsCommand(), { u"--workspace"_s, workspace, u"--json"_s }).json();
        ASSERT_EQ(listed.value(u"runs"_s).toArray().size(), 1);
        EXPECT_EQ(listed.value(u"runs"_s)[0][u"origin"_s], u"estimate"_s);
        const auto compared = outcomeOf(
            cli::compareCommand(), { u"1"_s, u"1"_s, u"--workspace"_s, workspace, u"--json"_s })
                                  .json();
        bool hasTotal = false;
        for (const auto &counter : compared.value(u"counters"_s).toArray()) {
            if (counter[u"name"_s] != u"total cycles"_s)
                continue;
            hasTotal = true;
            EXPECT_NEAR(counter[u"old"_s].toDouble(), *m_model->result->summary.cyclesTotal, 0.5);
        }
        EXPECT_TRUE(hasTotal);
        EXPECT_NEAR(m_answer.value(u"totals"_s)[u"estimateCycles"_s].toDouble(),
            *m_model->result->summary.cyclesTotal, 0.5);
    }

private:
    QString m_path;
    Result<OpenedModel> m_model;
    QJsonObject m_answer; ///< of `operators --json`
    QJsonArray m_rows;
    std::shared_ptr<const ProfileSubject> m_subject;
};

} // namespace

TEST(WindowFaces, EveryCompileSaysTheSameInAllOfThem)
{
    int checked = 0;
    int inspected = 0;
    const QDir generated(fixturePath({}));
    for (const auto &name : generated.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        for (const auto &file : QDir(generated.filePath(name)).entryInfoList({ u"*.pte"_s })) {
            SCOPED_TRACE(file.absoluteFilePath().toStdString());
            const Program program(file.absoluteFilePath());
            if (!program.hasCycles() || !program.result())
                continue;
            ++checked;
            program.expectCompare();
            inspected += program.expectInspector();
            program.expectRoofline();
            program.expectRuns();
        }
    }
    EXPECT_GE(checked, 11);
    EXPECT_GE(inspected, 50);
}

} // namespace tosaic::test::windowfacestests
