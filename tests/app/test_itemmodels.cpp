// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "core/compiled/resultreader.h"
#include "core/documents/openmodel.h"
#include "core/formats/openprogram.h"
#include "tests/columns.h"
#include "tests/support/samples.h"
#include "views/models/jobsmodel.h"
#include "views/models/outlinemodel.h"
#include "views/models/problemsmodel.h"
#include "views/models/roles.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QLoggingCategory>

using namespace Qt::StringLiterals;

namespace tosaic::views::itemmodelstests {

namespace {

/// Complaints of the model tester become failures of the test.
void failOnModelTest(QtMsgType, const QMessageLogContext &context, const QString &text)
{
    if (qstrcmp(context.category, "qt.modeltest") == 0)
        ADD_FAILURE() << text.toStdString();
}

class ItemModels : public testing::Test
{
protected:
    ItemModels() { qInstallMessageHandler(failOnModelTest); }
    ~ItemModels() override { qInstallMessageHandler(nullptr); }

    static void watch(QAbstractItemModel &model)
    {
        new QAbstractItemModelTester(
            &model, QAbstractItemModelTester::FailureReportingMode::Warning, &model);
    }
};

Diagnostic diagnostic(Severity severity, const QString &id)
{
    return { id, severity, { .file = u"a.pte"_s, .offset = 12, .length = 4 }, u"odd"_s };
}

} // namespace

TEST_F(ItemModels, ProblemsComeAndGoBySource)
{
    ProblemList problems;
    ProblemsModel model(problems);
    watch(model);
    problems.set(u"open"_s,
        std::vector{ diagnostic(Severity::Error, u"a"_s), diagnostic(Severity::Warning, u"b"_s) });
    problems.add(u"compile"_s, { diagnostic(Severity::Info, u"c"_s), {} });
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(problems.count(Severity::Error), 1);
    const auto entity = model.index(1, 0).data(EntityRole).value<model::EntityRef>();
    EXPECT_EQ(entity, model::EntityRef::byteRange({ 12, 4 }));
    problems.clear(u"open"_s);
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.index(0, test::column<ProblemsModel>(u"code")).data().toString(), u"c"_s);
}

/// A rule of the spec that the compile reports too is one problem, not two.
TEST_F(ItemModels, WhatTwoReportIsOneProblem)
{
    ProblemList problems;
    ProblemsModel model(problems);
    watch(model);
    problems.set(u"spec"_s, std::vector{ diagnostic(Severity::Warning, u"a"_s) });
    problems.set(u"compile"_s,
        std::vector{ diagnostic(Severity::Warning, u"a"_s), diagnostic(Severity::Error, u"b"_s) });
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(problems.count(Severity::Warning), 1);
    problems.clear(u"spec"_s);
    EXPECT_EQ(model.rowCount(), 2) << "the other still says so";
}

TEST_F(ItemModels, ManyProblemsOfAKindAreOneRow)
{
    ProblemList problems;
    ProblemsModel model(problems);
    watch(model);
    std::vector<Diagnostic> many;
    for (int i = 0; i < 24; ++i) {
        many.push_back(diagnostic(Severity::Error, u"a"_s));
        many.back().location.offset = quint64(i);
        many.back().text = u"value %1 is outside"_s.arg(i);
    }
    many.push_back(diagnostic(Severity::Error, u"b"_s));
    problems.set(u"open"_s, many);
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.index(0, test::column<ProblemsModel>(u"text")).data().toString(),
        u"value 0 is outside (and 23 more of this kind)"_s);
    EXPECT_EQ(model.rows().front().alike.size(), 23U) << "none is lost";
    EXPECT_EQ(problems.count(Severity::Error), 25);
}

TEST_F(ItemModels, JobsTellTheirStateAndKeepTheirLog)
{
    JobList jobs;
    JobsModel model(jobs);
    watch(model);
    const auto id = jobs.start(u"Compile"_s);
    jobs.setStage(id, u"Exporting"_s, 0.25);
    jobs.appendLog(id, u"hello"_s);
    EXPECT_EQ(model.index(0, JobsModel::StageColumn).data().toString(), u"Exporting"_s);
    EXPECT_EQ(model.index(0, 0).data(FractionRole).toDouble(), 0.25);
    EXPECT_EQ(model.index(0, JobsModel::ProgressColumn).data(ValueRole).toDouble(), 0.25);
    EXPECT_FALSE(model.index(0, JobsModel::MemoryColumn).data(ValueRole).isValid())
        << "not measured, not 0";
    jobs.setMemory(id, 2048);
    EXPECT_EQ(model.index(0, JobsModel::MemoryColumn).data(SortRole).toDouble(), 2048);
    jobs.end(id, JobRecord::State::Failed, u"No"_s, u"Try again"_s);
    jobs.end(id, JobRecord::State::Succeeded, u"Yes"_s);
    EXPECT_EQ(model.index(0, 0).data(StateRole).toInt(), static_cast<int>(JobRecord::State::Failed))
        << "a job ends once";
    EXPECT_EQ(jobs.record(id)->log, QStringList{ u"hello"_s });
}

TEST_F(ItemModels, ALogIsBounded)
{
    JobList jobs;
    const auto id = jobs.start(u"Talkative"_s);
    for (qsizetype i = 0; i < JobList::LogLimit + 10; ++i)
        jobs.appendLog(id, QString::number(i));
    EXPECT_LE(jobs.record(id)->log.size(), JobList::LogLimit);
    EXPECT_EQ(jobs.record(id)->log.back(), QString::number(JobList::LogLimit + 9));
}

TEST_F(ItemModels, OutlineShowsFileModulesAndPlacements)
{
    const auto folder = test::fixturePath(u"two_partitions-u55-128"_s);
    const auto source = ByteSource::map(folder + u"/two_partitions.pte"_s);
    ASSERT_TRUE(source);
    const auto program = formats::readProgram(*source);
    ASSERT_TRUE(program) << program.error().toText().toStdString();
    const auto result = compiled::readCompileResult(folder);
    ASSERT_TRUE(result);
    OutlineModel model;
    watch(model);
    model.setDocument(u"two_partitions.pte"_s, *program,
        std::make_shared<const compiled::CompileResult>(*result));
    ASSERT_EQ(model.rowCount(), 2) << "the file, and the model before it was cut";
    for (size_t d = 0; d < (*program)->methods[0].delegates.size(); ++d) {
        const auto index = model.indexOfEntity(model::EntityRef::delegate(0, static_cast<int>(d)));
        ASSERT_TRUE(index.isValid());
        EXPECT_EQ(index.siblingAtColumn(OutlineModel::BadgeColumn).data().toString(), u"NPU"_s);
        EXPECT_GT(model.rowCount(index), 0) << "blocks of the payload";
    }
    int onCpu = 0;
    for (const auto &node : result->nodes) {
        const auto index = model.indexOfEntity(model::EntityRef::node(node.name));
        ASSERT_TRUE(index.isValid()) << node.name.toStdString();
        // A getitem takes one result of several; it computes nothing and is not counted.
        if (node.target != u"getitem"_s)
            onCpu += index.data(PlacementRole).toInt() == static_cast<int>(graph::Placement::Cpu);
    }
    EXPECT_EQ(static_cast<quint64>(onCpu), *result->summary.cpuOperators);
    model.setDocument({}, nullptr, nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(ItemModels, OutlineShowsSubgraphsOperatorsAndTensors)
{
    auto network = std::make_shared<model::Network>();
    model::Subgraph main{ .name = u"main"_s, .inputs = { 0 }, .outputs = { 2 } };
    const model::NetworkTensor tensor{
        .name = u"x"_s, .type = model::ElementType::Int8, .shape = std::vector<qint64>{ 1, 4 }
    };
    main.tensors = { tensor, tensor, tensor };
    main.tensors[1].data = model::ByteRange{ 0, 4 };
    main.operators = { { .type = u"CONST"_s, .outputs = { 1 } },
        { .type = u"ADD"_s, .inputs = { 0, 1, -1 }, .outputs = { 2 } } };
    network->subgraphs = { main, { .inputs = { 7, -1 } } };
    OutlineModel model;
    watch(model);
    model.setContent({ .fileName = u"a.tosa"_s, .network = network });
    ASSERT_EQ(model.rowCount(), 1);
    const auto root = model.index(0, 0);
    EXPECT_EQ(root.data().toString(), u"a.tosa"_s);
    EXPECT_EQ(model.rowCount(root), 2) << "two subgraphs";
    const auto op = model.indexOfEntity(model::EntityRef::networkOperator(0, 1));
    ASSERT_TRUE(op.isValid());
    EXPECT_EQ(op.data().toString(), u"1: ADD"_s);
    EXPECT_FALSE(model.indexOfEntity(model::EntityRef::networkOperator(0, 0)).isValid())
        << "a constant stands among the constants";
    const auto constant = model.indexOfEntity(model::EntityRef::networkTensor(0, 1));
    ASSERT_TRUE(constant.isValid());
    EXPECT_EQ(constant.parent().data().toString(), u"Constants"_s);
    EXPECT_EQ(constant.siblingAtColumn(OutlineModel::BadgeColumn).data().toString(), u"4 bytes"_s);
}

TEST_F(ItemModels, OutlineListsTheNpuOperationsOfADelegate)
{
    const auto folder = test::fixturePath(u"two_partitions-u55-128"_s);
    auto opened = openModel(folder + u"/two_partitions.pte"_s);
    ASSERT_TRUE(opened) << opened.error().toText().toStdString();
    const auto streams = analyseStreams(*opened->program->source, streamPlaces(*opened));
    ASSERT_EQ(streams.size(), 2U);
    OutlineModel model;
    watch(model);
    model.setContent({ .fileName = u"two.pte"_s, .program = opened->program, .streams = streams });
    const auto owner = model::EntityRef::delegate(0, 1);
    const auto operation = model.indexOfEntity(model::EntityRef::npuOperation(owner, 0));
    ASSERT_TRUE(operation.isValid());
    EXPECT_EQ(operation.parent().data().toString(), u"NPU operations"_s);
    EXPECT_EQ(operation.parent().parent().data(EntityRole).value<model::EntityRef>(), owner);
    EXPECT_TRUE(operation.data().toString().startsWith(u"0: "_s));
}

} // namespace tosaic::views::itemmodelstests
