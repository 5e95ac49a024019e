// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/htmlwriter.h"
#include "core/report/textwriters.h"
#include "profiler/join/operatorrows.h"
#include "tests/profiler/joinsamples.h"
#include "tests/profiler/tracegenerator.h"
#include "tests/reporttables.h"
#include "tests/support/samples.h"
#include "views/canvas/waterfallpicture.h"
#include "views/report/measuredsections.h"
#include "views/report/operationsections.h"
#include "views/report/rooflinesections.h"
#include "views/report/tablewriter.h"

#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QXmlStreamReader>

namespace tosaic::test::measuredsectionstests {

using namespace Qt::StringLiterals;
using namespace tosaic;
using namespace tosaic::profile;
using namespace tosaic::views;
using test::blocksOf;
using workspace::RunValue;

namespace {

bool isWellFormed(const QByteArray &xml)
{
    QXmlStreamReader reader(xml);
    while (!reader.atEnd())
        reader.readNext();
    return !reader.hasError() && !xml.isEmpty();
}

/// A fixture's operators, with or without a trace.
ProfileSubject subjectOf(bool isTraced)
{
    static const auto joins = test::fixtureJoins();
    const auto &streams = joins.back().streams;
    ProfileSubject subject{ .title = u"fixture"_s, .streams = streams };
    std::vector<PointerRead> reads;
    if (isTraced)
        reads = test::generateTrace(test::rowsOf(streams.front()), streams.front().stream.get(), {})
                    .reads;
    subject.table = std::make_shared<const OperationTable>(joinOperations(streams, reads));
    subject.product = u"U55"_s;
    subject.npuMacs = 128U;
    subject.clockHz = 500'000'000U;
    subject.memories.resize(streams.size());
    subject.memories.front()
        = analysis::bundledSystem(u"Ethos_U55_High_End_Embedded"_s, u"Shared_Sram"_s);
    return subject;
}

ValueChange change(const QString &name, std::vector<double> before, std::vector<double> now)
{
    ValueChange one;
    one.kind = ComparedValue::Kind::Operator;
    one.name = name;
    one.unit = unit::Cycles;
    if (!before.empty())
        one.oldValue = before.front();
    if (!now.empty())
        one.newValue = now.front();
    one.oldRepeats = std::move(before);
    one.newRepeats = std::move(now);
    return one;
}

profile::MeasuredRun estimate(const QString &name, double conv)
{
    profile::MeasuredRun run{
        .name = name, .origin = Origin::Estimate, .kind = u"vela-per-layer"_s
    };
    run.run = std::make_shared<const Run>();
    run.values = { RunValue{ u"operator"_s, {}, u"conv <1>"_s, u"cycles"_s, 0, conv },
        RunValue{ u"counter"_s, {}, u"total cycles"_s, u"cycles"_s, 0, conv } };
    return run;
}

} // namespace

/// A report of one program says first which of its runs are of another.
TEST(MeasuredSections, RunsOfAnotherProgramAreDoubtedFirst)
{
    MeasuredMaterial material{ .runs = { estimate(u"own.log"_s, 1) },
        .program = std::make_shared<const model::Program>(),
        .programName = u"mv2.pte"_s };
    EXPECT_TRUE(foreignRunStatements(material).empty()) << "nothing says whose it is";
    for (int i = 1; i <= 5; ++i) {
        auto &run = material.runs.emplace_back(estimate(u"%1.log"_s.arg(i), 2));
        run.modelSha256 = u"aa"_s;
    }
    const auto statements = foreignRunStatements(material);
    ASSERT_EQ(statements.size(), 1U);
    EXPECT_EQ(statements.front().severity, Severity::Warning);
    EXPECT_TRUE(statements.front().text.contains(u"mv2.pte"_s));
    EXPECT_TRUE(statements.front().text.contains(u"1.log, 2.log, 3.log and 2 more"_s))
        << statements.front().text.toStdString();
    EXPECT_FALSE(statements.front().text.contains(u"own.log"_s));
    material.program = nullptr;
    EXPECT_TRUE(foreignRunStatements(material).empty()) << "a report of runs alone has none";
}

/// What the log prints counts, also of a run that was attached to the program.
TEST(MeasuredSections, AnAttachedRunIsOfAnotherProgramIfItsLogSaysSo)
{
    auto program = std::make_shared<model::Program>();
    program->source = ByteSource::fromBytes(QByteArray(90, 'x'));
    profile::Run log;
    log.model = LogModel{ .pteBytes = 90 };
    MeasuredMaterial material{ .runs = { { .name = u"own.log"_s,
                                   .run = std::make_shared<const profile::Run>(log),
                                   .modelSha256 = sha256Hex(program->source->bytes()) } },
        .program = program,
        .programName = u"mv2.pte"_s };
    EXPECT_TRUE(foreignRunStatements(material).empty());
    log.model->pteBytes = 50;
    material.runs.front().run = std::make_shared<const profile::Run>(log);
    ASSERT_EQ(foreignRunStatements(material).size(), 1U);
    const auto sections = measuredSections(material);
    ASSERT_FALSE(sections.empty());
    const auto &facts = std::get<report::FactList>(sections.front().blocks.front()).facts;
    const auto model = std::ranges::find(facts, u"Model"_s, &report::Fact::name);
    ASSERT_NE(model, facts.end());
    EXPECT_EQ(model->value, u"another model than mv2.pte, by what the log prints of it"_s);
}

/// Of one NPU and one program.
profile::MeasuredRun console(const QString &name, quint64 cycles)
{
    Run run{ .family = LogFamily::Mlek, .status = RunStatus::Complete };
    run.model = LogModel{ .name = u"mv2"_s };
    run.profiles.push_back({ .counters = { { u"CYCLE_COUNTER"_s, cycles, u"cycles"_s } } });
    return { .name = name,
        .run = std::make_shared<const Run>(std::move(run)),
        .origin = Origin::Board,
        .sha256 = name };
}

QStringList subjectsOf(const MeasuredMaterial &material)
{
    QStringList subjects;
    for (const auto &finding : runFindings(material)) {
        if (!subjects.contains(finding.subject))
            subjects << finding.subject;
    }
    return subjects;
}

/// What was measured of another program says nothing of this one, and a file that came twice is one
/// run.
TEST(MeasuredSections, OnlyOwnRunsAreSummedUpAndEachFileOnce)
{
    MeasuredMaterial material{ .runs = { console(u"own.log"_s, 1000) } };
    material.runs.push_back(material.runs.front());
    material.runs.back().name = u"again.log"_s;
    EXPECT_EQ(subjectsOf(material), QStringList(u"own.log"_s));
    material.runs.back().modelSha256 = u"aa"_s;
    material.runs.back().sha256 = u"bb"_s;
    material.program = std::make_shared<const model::Program>();
    EXPECT_EQ(subjectsOf(material), QStringList(u"own.log"_s));
}

/// Repeats are one record: it speaks for them, nobody says that it was measured once, and their
/// counters are one table.
TEST(MeasuredSections, RepeatsAreToldOnce)
{
    MeasuredMaterial material;
    for (int i = 1; i <= 5; ++i)
        material.runs.push_back(console(u"%1.log"_s.arg(i), 1000 + quint64(i)));
    std::swap(material.runs[0], material.runs[2]);
    EXPECT_EQ(subjectsOf(material), QStringList(u"3.log and 4 more, merged"_s));
    for (const auto &finding : runFindings(material)) {
        EXPECT_NE(finding.doubt, Finding::Doubt::OneRepeat);
        if (finding.kind == Finding::Kind::Totals)
            EXPECT_EQ(finding.evidence.front().value.toDouble(), 1003) << "the median";
    }
    std::swap(material.runs[0], material.runs[2]);
    const auto sections = measuredSections(material);
    QStringList titles;
    for (const auto &section : sections)
        titles << section.title;
    EXPECT_EQ(titles, (QStringList{ u"Merged runs"_s, u"Runs of the merged records"_s }));
    const auto tables = blocksOf<report::Table>(sections.back());
    ASSERT_EQ(tables.size(), 2U);
    EXPECT_EQ(test::textsOf(tables[1], 4),
        (QStringList{ u"5.log"_s, u"CYCLE_COUNTER"_s, u"1005"_s, u"cycles"_s }));
    // Sums say of how many inferences they are.
    auto summed = material;
    for (auto &measured : summed.runs) {
        auto run = *measured.run;
        run.family = profile::LogFamily::ExecutorchRunner;
        run.profiles.front().inferences = 4;
        measured.run = std::make_shared<const profile::Run>(std::move(run));
    }
    const auto ofSums = blocksOf<report::Table>(measuredSections(summed).back());
    ASSERT_EQ(ofSums.size(), 2U);
    EXPECT_EQ(test::textsOf(ofSums[1], 0),
        (QStringList{
            u"1.log"_s, u"CYCLE_COUNTER"_s, u"1001"_s, u"4"_s, u"250.3"_s, u"cycles"_s }));
    // Two can be read one by one.
    material.runs.resize(2);
    EXPECT_EQ(measuredSections(material).size(), 3U);
    EXPECT_EQ(subjectsOf(material), (QStringList{ u"1.log"_s, u"2.log"_s }));
    for (const auto &finding : runFindings(material))
        EXPECT_NE(finding.doubt, Finding::Doubt::OneRepeat);
}

/// The NPU counts few events at a time: what is said of the program is said of all runs' events.
TEST(MeasuredSections, EventsOfAllMergedRunsAreSummedUp)
{
    const std::vector<std::vector<Counter>> sets{
        { { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 250, u"beats"_s } },
        { { u"AXI0_WR_DATA_BEAT_WRITTEN"_s, 150, u"beats"_s } },
        { { u"AXI1_RD_DATA_BEAT_RECEIVED"_s, 170, u"beats"_s } },
    };
    MeasuredMaterial material;
    for (size_t i = 0; i < sets.size(); ++i) {
        auto run = console(u"%1.log"_s.arg(i), 1000 + quint64(i));
        auto log = *run.run;
        auto &counters = log.profiles.front().counters;
        counters.insert(counters.end(), sets[i].begin(), sets[i].end());
        run.run = std::make_shared<const profile::Run>(std::move(log));
        run.clockHz = 1'000'000;
        material.runs.push_back(std::move(run));
    }
    const auto findings = runFindings(material);
    const auto of = [&](Finding::Kind kind) {
        const auto found = std::ranges::find(findings, kind, &Finding::kind);
        return found == findings.end() ? std::vector<FindingEvidence>() : found->evidence;
    };
    QStringList ports;
    for (const auto &port : of(Finding::Kind::Ports))
        ports << port.key;
    for (const auto &name : { u"AXI0_RD"_s, u"AXI0_WR"_s, u"AXI1_RD"_s })
        EXPECT_TRUE(ports.join(u' ').contains(name)) << ports.join(u' ').toStdString();
    const auto totals = of(Finding::Kind::Totals);
    ASSERT_EQ(totals.size(), 2U);
    EXPECT_EQ(totals[1].key, u"inferenceTime"_s);
    EXPECT_NEAR(totals[1].value.toDouble(), 1.001e-3, 1e-9) << "1001 cycles at 1 MHz";
}

TEST(Waterfall, LeadsFromTheOldSumToTheNew)
{
    const std::vector<ValueChange> changes{ change(u"a"_s, { 100 }, { 150 }),
        change(u"b"_s, { 80 }, { 50 }), change(u"gone"_s, { 10 }, {}), change(u"new"_s, {}, { 5 }),
        change(u"same"_s, { 7 }, { 7 }) };
    const auto all = waterfallOf(changes);
    EXPECT_EQ(all.oldTotal, 197);
    EXPECT_EQ(all.newTotal, 212);
    ASSERT_EQ(all.steps.size(), 4U);
    EXPECT_EQ(all.steps[0].name, u"a"_s);
    EXPECT_EQ(all.steps[0].from, all.oldTotal);
    EXPECT_EQ(all.steps.back().to, all.newTotal);
    EXPECT_EQ(all.unchanged, 1U);
    const auto few = waterfallOf(changes, 2);
    ASSERT_EQ(few.steps.size(), 3U);
    EXPECT_EQ(few.steps[2].merged, 2U);
    EXPECT_TRUE(few.steps[2].name.isEmpty());
    EXPECT_EQ(few.steps[2].to, few.newTotal);
    EXPECT_TRUE(isWellFormed(waterfallSvg(few)));
    EXPECT_TRUE(waterfallSvg(waterfallOf({})).isEmpty());
}

TEST(Waterfall, AnInstructionCountsOnceWithTheKernelInsideIt)
{
    const std::vector<ValueChange> changes{ change(u"OPERATOR_CALL (chain 0, instruction 5)"_s,
                                                { 100 }, { 120 }),
        change(u"native_call_add.out (chain 0, instruction 5)"_s, { 90 }, { 110 }),
        change(u"OPERATOR_CALL (chain 0, instruction 6)"_s, { 10 }, { 10 }) };
    const auto waterfall = waterfallOf(changes);
    EXPECT_EQ(waterfall.oldTotal, 110);
    EXPECT_EQ(waterfall.newTotal, 130);
}

TEST(ReportSections, OperatorsOfATraceStandBesideTheEstimates)
{
    const auto subject = subjectOf(true);
    const auto sections = operationSections(subject);
    ASSERT_EQ(sections.size(), 1U);
    const auto tables = blocksOf<report::Table>(sections[0]);
    ASSERT_GE(tables.size(), 2U); // operators, deviations
    const auto &table = tables[0];
    EXPECT_TRUE(test::titlesOf(table).contains(u"Cycles (est)"_s));
    EXPECT_TRUE(test::titlesOf(table).contains(u"Cycles (FVP)"_s));
    EXPECT_FALSE(test::titlesOf(table).contains(u"Cycles (board)"_s));
    EXPECT_LE(table.shown(), ReadRows);
    EXPECT_EQ(table.data.rows.size(), profile::operatorRows(*subject.table).size());
    // The rows add up to what the table measured.
    const auto column = static_cast<size_t>(test::titlesOf(table).indexOf(u"Cycles (FVP)"_s));
    double sum = 0;
    double before = test::numberOf(table, 0, column).value_or(0);
    for (size_t row = 0; row < table.data.rows.size(); ++row) {
        const auto cycles = test::numberOf(table, row, column).value_or(0);
        sum += cycles;
        EXPECT_LE(cycles, before);
        before = cycles;
    }
    double measured = 0;
    for (const auto &operation : subject.table->operations)
        measured += operation.measuredCycles().value_or(0);
    EXPECT_EQ(sum, measured);
}

TEST(ReportSections, WithoutATraceOnlyEstimatesAreClaimed)
{
    const auto sections = operationSections(subjectOf(false));
    ASSERT_EQ(sections.size(), 1U);
    const auto table = blocksOf<report::Table>(sections[0])[0];
    EXPECT_FALSE(test::titlesOf(table).contains(u"Cycles (FVP)"_s));
    EXPECT_TRUE(blocksOf<report::Text>(sections[0])[0].text.contains(u"(est)"_s));
    EXPECT_TRUE(operationSections({}).empty());
}

TEST(ReportSections, TheRooflineIsAPictureAndATable)
{
    const auto sections = rooflineSections(subjectOf(true));
    ASSERT_EQ(sections.size(), 1U);
    const auto pictures = blocksOf<report::Picture>(sections[0]);
    ASSERT_EQ(pictures.size(), 1U);
    EXPECT_TRUE(isWellFormed(pictures[0].svg));
    EXPECT_TRUE(isWellFormed(report::safeSvg(pictures[0].svg)));
    const auto table = blocksOf<report::Table>(sections[0])[0];
    EXPECT_TRUE(test::titlesOf(table).contains(u"MACs/byte"_s));
    EXPECT_FALSE(table.data.rows.empty());
    EXPECT_TRUE(test::titlesOf(table).contains(u"Limited by (est)"_s));
    EXPECT_TRUE(test::titlesOf(table).contains(u"Roof"_s)) << "another thing than the limit";
    auto without = subjectOf(true);
    without.memories.front().reset();
    EXPECT_TRUE(rooflineSections(without).empty());
}

TEST(ReportSections, TheRooflineTellsOperationsOfOneOperatorApartAsItsTableDoes)
{
    auto subject = subjectOf(true);
    auto table = *subject.table;
    for (size_t i = 0; i < table.operations.size(); ++i) {
        table.operations[i].origin.name = u"softmax"_s;
        table.operations[i].name = u"t%1"_s.arg(i);
    }
    subject.table = std::make_shared<const OperationTable>(std::move(table));
    const auto sections = rooflineSections(subject);
    ASSERT_EQ(sections.size(), 1U);
    const auto rows = blocksOf<report::Table>(sections[0])[0].data.rows;
    ASSERT_FALSE(rows.empty());
    const auto name = rows.front().front().text;
    EXPECT_TRUE(name.startsWith(u"softmax (t"_s)) << name.toStdString();
    EXPECT_TRUE(blocksOf<report::Picture>(sections[0])[0].svg.contains(name.toUtf8()));
}

TEST(ReportSections, AComparisonTellsConditionsAndWhatChanged)
{
    auto before = estimate(u"old.csv"_s, 100);
    auto now = estimate(u"new.csv"_s, 130);
    now.conditions.tools = { { u"vela"_s, u"5.2.0"_s } };
    before.conditions.tools = { { u"vela"_s, u"4.5.0"_s } };
    const std::vector olds{ before };
    const std::vector news{ now };
    const auto sections = runComparisonSections(comparisonForReport(olds, news));
    ASSERT_EQ(sections.size(), 1U);
    const auto tables = blocksOf<report::Table>(sections[0]);
    ASSERT_EQ(tables.size(), 3U);
    EXPECT_EQ(test::textsOf(tables[0], 0).value(2), u"vela 5.2.0"_s);
    EXPECT_EQ(test::titlesOf(tables[1]).value(1), u"Old (est)"_s);
    EXPECT_EQ(test::numberOf(tables[1], 0, 3), 30);
    EXPECT_EQ(test::textsOf(tables[2], 0).value(6), u"worse"_s);
    EXPECT_EQ(blocksOf<report::Picture>(sections[0]).size(), 1U);
}

TEST(ReportSections, AllFormsCarryAllOfIt)
{
    MeasuredMaterial material{ .runs = { estimate(u"old.csv"_s, 100) } };
    material.runs[0].conditions.mode = u"fast"_s;
    material.profile = std::make_shared<const ProfileSubject>(subjectOf(true));
    const report::Report report{ .title = u"t"_s, .sections = measuredSections(material) };
    ASSERT_EQ(report.sections.size(), 3U);
    const auto html = report::toHtml(report);
    ASSERT_TRUE(html);
    EXPECT_TRUE(html->contains("<svg"));
    EXPECT_FALSE(html->contains("http://evil"));
    EXPECT_TRUE(html->contains("the simulator&#39;s timing is not valid"));
    const auto json = QJsonDocument::fromJson(report::toJson(report)).object();
    qsizetype rows = 0;
    for (const auto &section : json.value("sections"_L1).toArray()) {
        for (const auto &block : section.toObject().value("blocks"_L1).toArray()) {
            const auto table = block.toObject();
            if (table.value("caption"_L1).toString().startsWith(u"Operators by NPU"_s)) {
                rows = table.value("rows"_L1).toArray().size();
                EXPECT_EQ(table.value("numbers"_L1).toArray().size(), rows);
            }
        }
    }
    EXPECT_EQ(static_cast<size_t>(rows), profile::operatorRows(*material.profile->table).size());
}

} // namespace tosaic::test::measuredsectionstests
