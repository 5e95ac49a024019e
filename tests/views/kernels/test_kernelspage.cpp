// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/openprogram.h"
#include "core/report/textwriters.h"
#include "profiler/parsers/etdumpreader.h"
#include "profiler/session/findings.h"
#include "profiler/store/runvalues.h"
#include "tests/columns.h"
#include "tests/support/samples.h"
#include "views/findings/findingwords.h"
#include "views/kernels/kernelsection.h"
#include "views/kernels/kernelsmodel.h"
#include "views/kernels/kernelspage.h"
#include "views/kernels/kernelwords.h"
#include "views/models/cellpicture.h"
#include "views/widgets/datatable.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::kernelspagetests {
namespace {

using model::EntityRef;

profile::EtDumpEvent event(
    qint32 instruction, const QString &name, quint64 end, std::optional<QString> part = {})
{
    return profile::EtDumpProfileEvent{ .place
        = { .chain = 0, .instruction = instruction, .delegateName = part },
        .name = part ? std::nullopt : std::optional(name),
        .end = end };
}

profile::EtDumpRun execution(quint64 slow, qint64 output)
{
    profile::EtDumpRun run{ .name = u"Execute"_s };
    run.events = { event(0, u"native_call_add.out"_s, slow), event(0, u"OPERATOR_CALL"_s, slow + 4),
        event(1, {}, 500, u"GEMM #1"_s), event(1, u"DELEGATE_CALL"_s, 900),
        profile::EtDumpProfileEvent{
            .place = { .instruction = 0 }, .name = u"Method::execute"_s, .end = slow + 1000 },
        profile::EtDumpDebugEvent{ .place = { .instruction = 0 },
            .kind = u"Int"_s,
            .value = output,
            .isProgramOutput = true } };
    return run;
}

/// A program whose bytes are made up: what counts is its hash.
std::shared_ptr<model::Program> program(const QByteArray &bytes = "program")
{
    auto made = std::make_shared<model::Program>();
    made->source = ByteSource::fromBytes(bytes);
    model::Method method{ .name = u"forward"_s, .operators = { u"aten::add.out"_s } };
    method.instructions
        = { model::KernelCall{}, model::DelegateCall{ model::DelegateIndex(0), {} } };
    method.delegates = { { .id = u"XnnpackBackend"_s } };
    made->methods = { method };
    return made;
}

profile::MeasuredRun hostRun()
{
    auto dump = std::make_shared<profile::EtDump>();
    profile::EtDumpRun load{ .name = u"Default"_s, .allocators = { u"method_allocator"_s } };
    load.events = { profile::EtDumpAllocation{ 1, 2048 } };
    dump->runs = { load, execution(90000, 0), execution(1000, 1), execution(3000, 2) };
    auto host = std::make_shared<profile::HostFacts>();
    host->status = u"succeeded"_s;
    host->method = u"forward"_s;
    host->inputs = { { .dtype = u"float32"_s, .shape = { 1, 8 }, .fill = u"random"_s } };
    host->warmups = 1;
    host->engine = u"python"_s;
    host->tools = { { u"executorch"_s, u"1.5.1"_s } };
    host->machine = u"x86_64"_s;
    host->threads = 2;
    host->pteSha256 = sha256Hex("program");
    return { .name = u"host"_s,
        .run = std::make_shared<const profile::Run>(),
        .origin = Origin::ThisMachine,
        .etdump = dump,
        .host = host };
}

class KernelsPageTest : public testing::Test
{
protected:
    void SetUp() override
    {
        theme.apply(*qApp, ThemeMode::Light);
        page = std::make_unique<KernelsPage>(runs, selection, theme);
        page->resize(1030, 700);
        page->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(page.get()));
    }
    void TearDown() override { page->setModel(nullptr); }

    template <typename T>
    T *find(const QString &name)
    {
        auto *widget = page->findChild<T *>(name);
        EXPECT_NE(widget, nullptr) << name.toStdString();
        return widget;
    }
    DataTable *table() { return find<DataTable>(u"kernelsTable"_s); }
    bool waitForRows(int count)
    {
        return QTest::qWaitFor([&] { return table()->model()->rowCount() == count; }, 10000);
    }
    QString text(int row, int column)
    {
        return table()->model()->index(row, column).data().toString();
    }
    void open(std::shared_ptr<const model::Program> opened)
    {
        document.set(u"/models/net.pte"_s, std::move(opened), nullptr);
        page->setModel(&document);
    }

    Theme theme;
    RunsDocument runs;
    SelectionContext selection;
    ModelDocument document;
    std::unique_ptr<KernelsPage> page;
};

TEST_F(KernelsPageTest, IsEmptyWithTheOneActionThatFillsIt)
{
    QSignalSpy spy(page.get(), &KernelsPage::runRequested);
    auto *button = find<QPushButton>(u"emptyAction"_s);
    ASSERT_TRUE(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(spy.count(), 1);
}

/// A run of a workspace whose dump is not read yet has one.
TEST_F(KernelsPageTest, ADumpThatIsBeingReadIsNotMissing)
{
    auto run = hostRun();
    const auto dump = std::exchange(run.etdump, nullptr);
    runs.add(run);
    auto *missing = find<QPushButton>(u"emptyAction"_s);
    EXPECT_TRUE(missing->isVisible());
    runs.setLoading(true);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !missing->isVisible(); })) << "says that it has none";
    run.etdump = dump;
    runs.update(0, run);
    runs.setLoading(false);
    ASSERT_TRUE(waitForRows(3));
    EXPECT_TRUE(table()->isVisible());
}

TEST_F(KernelsPageTest, ShowsTimesOfTheDumpAlone)
{
    runs.add(hostRun());
    ASSERT_TRUE(waitForRows(3));
    EXPECT_EQ(text(0, test::column<KernelsModel>(u"name")), u"add.out"_s);
    EXPECT_EQ(
        text(0, test::column<KernelsModel>(u"median")), u"2.00 µs"_s); // the warm-up is left out
    EXPECT_EQ(text(0, test::column<KernelsModel>(u"smallest")), u"1.00 µs"_s);
    EXPECT_EQ(text(1, test::column<KernelsModel>(u"name")), u"Delegate, not named"_s);
    EXPECT_EQ(text(2, test::column<KernelsModel>(u"name")), u"GEMM #1"_s);
    EXPECT_EQ(text(2, test::column<KernelsModel>(u"kind")), u"Inside"_s);
    EXPECT_EQ(find<QLabel>(u"kernelsTitle"_s)->text(), u"forward"_s);
    EXPECT_EQ(find<QLabel>(u"kernelsOrigin"_s)->text(), u"this machine"_s);
    const auto warning = find<QLabel>(u"kernelsWarning"_s)->text();
    EXPECT_TRUE(warning.contains(u"Host CPU, portable kernels"_s));
    EXPECT_TRUE(warning.contains(u"1 output"_s)) << warning.toStdString();
    EXPECT_TRUE(find<QTabWidget>(u"kernelsTabs"_s)->tabText(1).contains(u"1 differ"_s));
}

TEST_F(KernelsPageTest, WarmUpsOfAnImportedDumpAreLeftOutWhenTheUserSaysSo)
{
    auto imported = hostRun();
    imported.host.reset();
    imported.kind = u"etdump"_s;
    runs.add(imported);
    ASSERT_TRUE(waitForRows(3));
    auto *warmups = find<QSpinBox>(u"kernelsWarmups"_s);
    ASSERT_TRUE(warmups->isVisible());
    EXPECT_EQ(warmups->value(), 0);
    EXPECT_EQ(warmups->maximum(), 2) << "one execution is left at least";
    const auto withAll = text(0, test::column<KernelsModel>(u"median"));
    warmups->setValue(1);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return text(0, test::column<KernelsModel>(u"median")) == u"2.00 µs"_s; }, 10000))
        << withAll.toStdString();
    EXPECT_NE(withAll, u"2.00 µs"_s);
    EXPECT_EQ(runs.runs()[0].conditions.warmups, 1U);
    EXPECT_EQ(runs.runs()[0].values, profile::valuesOf(*imported.etdump, 1));
    EXPECT_EQ(runs.runs()[0].etdump, imported.etdump) << "it is kept whole";
    warmups->setValue(0);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return text(0, test::column<KernelsModel>(u"median")) == withAll; }, 10000));
    EXPECT_FALSE(runs.runs()[0].conditions.warmups);
    runs.add(hostRun()); // its run says itself which they were
    ASSERT_TRUE(QTest::qWaitFor([&] { return !warmups->isVisible(); }, 10000));
}

TEST_F(KernelsPageTest, RunsThatOthersKeepLeaveTheTableAlone)
{
    runs.add(hostRun());
    ASSERT_TRUE(waitForRows(3));
    QSignalSpy reset(table()->model(), &QAbstractItemModel::modelReset);
    runs.append({ hostRun() });
    QTest::qWait(200);
    EXPECT_TRUE(reset.isEmpty());
    EXPECT_EQ(runs.currentIndex(), 0);
}

TEST_F(KernelsPageTest, NamesAndSelectsInstructionsOfTheProgramThatRan)
{
    runs.add(hostRun());
    open(program());
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return text(0, test::column<KernelsModel>(u"name")) == "aten::add.out"_L1; }, 10000));
    EXPECT_EQ(text(1, test::column<KernelsModel>(u"name")), u"XnnpackBackend"_s);
    const auto index = table()->model()->index(2, 0);
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, table()->visualRect(index).center());
    EXPECT_EQ(selection.current(), EntityRef::instruction(0, 1));
    selection.select(EntityRef::instruction(0, 0));
    EXPECT_EQ(table()->currentSourceRow(), 0);
    selection.select(EntityRef::ofMethod(0));
    EXPECT_EQ(table()->currentSourceRow(), -1);
}

TEST_F(KernelsPageTest, DoesNotNameByAnotherProgram)
{
    runs.add(hostRun());
    open(program("another"));
    ASSERT_TRUE(waitForRows(3));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return find<QLabel>(u"kernelsRelation"_s)->text().contains(u"not the program"_s); }));
    EXPECT_EQ(text(0, test::column<KernelsModel>(u"name")), u"add.out"_s);
    const auto index = table()->model()->index(0, 0);
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, table()->visualRect(index).center());
    EXPECT_TRUE(selection.current().isEmpty());
}

TEST_F(KernelsPageTest, SaysWhatADumpWithoutExecutionIs)
{
    auto run = hostRun();
    auto dump = std::make_shared<profile::EtDump>(*run.etdump);
    dump->runs.resize(1);
    run.etdump = dump;
    runs.add(run);
    ASSERT_TRUE(QTest::qWaitFor([&] {
        auto *title = page->findChild<QLabel *>(u"emptyTitle"_s);
        return title && title->text().contains(u"not executed"_s);
    }));
}

TEST_F(KernelsPageTest, FollowsTheCurrentRun)
{
    runs.add(hostRun());
    ASSERT_TRUE(waitForRows(3));
    runs.add({ .name = u"console"_s, .run = std::make_shared<const profile::Run>() });
    EXPECT_TRUE(find<QPushButton>(u"emptyAction"_s)->isVisible());
    runs.setCurrentIndex(0);
    ASSERT_TRUE(waitForRows(3));
}

TEST_F(KernelsPageTest, NamesEveryWidgetForThoseWhoDoNotSeeIt)
{
    for (const auto *widget : page->findChildren<DataTable *>()) {
        EXPECT_FALSE(widget->accessibleName().isEmpty());
        EXPECT_FALSE(widget->objectName().isEmpty());
    }
}

TEST(KernelModels, KeepTheRulesOfItemModels)
{
    KernelsModel kernels;
    ColumnModel<profile::RecordedValue> values({});
    ColumnModel<profile::AllocationRow> allocations(allocationColumns());
    FactsModel facts;
    const QAbstractItemModelTester first(&kernels);
    const QAbstractItemModelTester second(&facts);
    const auto run = hostRun();
    const auto subject = kernelsSubject({ .run = run, .program = program() });
    ASSERT_EQ(subject.profile.methods.size(), 1U);
    const auto &method = subject.profile.methods[0];
    kernels.set(method, subject.profile.unit, subject.origin);
    EXPECT_EQ(kernels.rowCount(), 3);
    EXPECT_EQ(kernels.index(0, test::column<KernelsModel>(u"spread"))
                  .data(PictureRole)
                  .value<DistributionPicture>()
                  .sides.size(),
        1);
    EXPECT_EQ(
        kernels.index(0, test::column<KernelsModel>(u"median")).data(ValueRole).toDouble(), 2004.0);
    allocations.set(subject.profile.allocations);
    EXPECT_EQ(allocations.rowCount(), 1);
    EXPECT_EQ(allocations.index(0, 6).data().toString(), u"2 KiB"_s);
    values.set(valueColumns(method), orderedValues(method));
    EXPECT_EQ(values.rowCount(), 1);
    facts.set(conditionRows(subject, method));
    EXPECT_GT(facts.rowCount(), 8);
    kernels.clear();
}

TEST(KernelWords, KeepUnits)
{
    EXPECT_EQ(ticksText(0, profile::TickUnit::Nanoseconds), u"0 ns"_s);
    EXPECT_EQ(ticksText(28800, profile::TickUnit::Nanoseconds), u"28.8 µs"_s);
    EXPECT_EQ(ticksText(1234, profile::TickUnit::Cycles), u"1234 cycles"_s);
    EXPECT_EQ(ticksText(7, profile::TickUnit::NotKnown), u"7 ticks"_s);
}

/// Pictures to look at; written where TOSAIC_PICTURES says.
TEST_F(KernelsPageTest, HasPictures)
{
    TOSAIC_NEED_SAMPLES();
    const auto folder = qEnvironmentVariable("TOSAIC_PICTURES");
    if (folder.isEmpty())
        GTEST_SKIP() << "TOSAIC_PICTURES is not set";
    const auto host = test::samplesDir() + u"/generated/host/"_s;
    const std::vector<std::pair<QString, QString>> cases{ { u"cnn_c_3_debug"_s, u"cnn"_s },
        { u"xnnpack_cnn_c_5_debug"_s, u"xnnpack_cnn_align4096"_s },
        { u"state_counter_c_3_debug"_s, u"state_counter"_s }, { u"every_event"_s, u"mlp"_s },
        { u"map_rows_c_3"_s, u"map_rows"_s } };
    for (const auto &[dump, pte] : cases) {
        auto source = ByteSource::map(host + u"etdump/%1.etdp"_s.arg(dump));
        ASSERT_TRUE(source);
        auto read = profile::readEtDump(*source);
        ASSERT_TRUE(read);
        auto opened = formats::readProgram(*ByteSource::map(host + u"pte/%1.pte"_s.arg(pte)));
        ASSERT_TRUE(opened);
        profile::MeasuredRun run{ .name = dump,
            .run = std::make_shared<const profile::Run>(),
            .origin = Origin::ThisMachine,
            .etdump = std::make_shared<const profile::EtDump>(*read) };
        if (auto buffer = ByteSource::map(host + u"etdump/%1.bin"_s.arg(dump)))
            run.debugBuffer = *buffer;
        document.set(host + u"pte/%1.pte"_s.arg(pte), *opened, nullptr);
        page->setModel(&document);
        runs.add(run);
        const auto spy = find<QLabel>(u"kernelsRelation"_s);
        QTest::qWait(300);
        for (const auto mode : { ThemeMode::Light, ThemeMode::Dark }) {
            theme.apply(*qApp, mode);
            QTest::qWait(50);
            const auto name = mode == ThemeMode::Light ? u"light"_s : u"dark"_s;
            EXPECT_TRUE(page->grab().save(u"%1/kernels-%2-%3.png"_s.arg(folder, dump, name)));
        }
        EXPECT_FALSE(spy->text().isEmpty());
        auto *tabs = find<QTabWidget>(u"kernelsTabs"_s);
        for (int i = 1; i < tabs->count(); ++i) {
            if (!tabs->isTabVisible(i))
                continue;
            tabs->setCurrentIndex(i);
            QTest::qWait(50);
            EXPECT_TRUE(page->grab().save(u"%1/kernels-%2-tab%3.png"_s.arg(folder, dump).arg(i)));
        }
        tabs->setCurrentIndex(0);
    }
}

/// The columns of the window, without its picture; exact numbers for programs.
TEST(KernelSection, AnEtDumpHasATableOfItsKernelsInTheReport)
{
    const std::vector runs{ hostRun(), profile::MeasuredRun{ .name = u"console"_s } };
    const auto sections = kernelSections(runs, program(), u"mv2.pte"_s);
    ASSERT_EQ(sections.size(), 1U) << "of dumps only";
    EXPECT_EQ(sections[0].title, u"Kernels: host"_s);
    ASSERT_TRUE(std::holds_alternative<report::Statement>(sections[0].blocks[0]))
        << "first that it says nothing of a device";
    const auto &table = std::get<report::Table>(sections[0].blocks.back());
    ASSERT_EQ(table.data.rows.size(), 3U);
    QStringList keys;
    for (const auto &column : table.data.columns)
        keys << column.key;
    EXPECT_FALSE(keys.contains(u"spread"_s));
    const auto cell = [&](size_t row, const QString &key) {
        return table.data.rows[row][static_cast<size_t>(keys.indexOf(key))];
    };
    EXPECT_EQ(cell(0, u"name"_s).text, u"aten::add.out"_s) << "the slowest first";
    EXPECT_EQ(cell(0, u"median"_s).value.toDouble(), 2004);
    EXPECT_EQ(table.data.columns[static_cast<size_t>(keys.indexOf(u"median"_s))].unit, u"ns"_s);
    EXPECT_EQ(cell(1, u"name"_s).text, u"XnnpackBackend"_s);
    EXPECT_EQ(cell(2, u"kind"_s).text, u"Inside"_s) << "behind the call that it is part of";
    const auto report = report::Report{ .title = u"r"_s, .sections = sections };
    EXPECT_TRUE(report::toMarkdown(report).contains("aten::add.out"));
    EXPECT_TRUE(kernelSections({}, nullptr, {}).empty());
}

/// The same words in the window's table, and in the report beside numbers that say their unit.
TEST(KernelSection, ABranchThatFewExecutionsTakeSaysInHowMany)
{
    auto dump = std::make_shared<profile::EtDump>();
    dump->runs = { execution(1000, 0), execution(1000, 0), execution(1000, 0) };
    dump->runs[1].events.push_back(event(2, u"OPERATOR_CALL"_s, 600));
    profile::MeasuredRun run{ .name = u"branches"_s,
        .run = std::make_shared<const profile::Run>(),
        .origin = Origin::ThisMachine,
        .etdump = dump };
    const auto subject = kernelsSubject({ .run = run });
    KernelsModel model;
    model.set(subject.profile.methods.at(0), subject.profile.unit, run.origin);
    const auto share = test::column<KernelsModel>(u"share");
    const auto row = model.rowOf(2);
    ASSERT_GE(row, 0);
    EXPECT_EQ(model.index(row, share).data().toString(), u"in 1 of 3: 30.0 %"_s);
    EXPECT_TRUE(model.index(row, 0)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(u"Called in 1 of 3 executions"_s));
    EXPECT_EQ(model.index(model.rowOf(1), share).data().toString(), u"45.0 %"_s);

    run.kind = u"etdump"_s;
    run.values = profile::valuesOf(*dump, 0);
    const auto findings = findingsOf(run);
    const auto most = std::ranges::find(findings, Finding::Kind::Kernels, &Finding::kind);
    ASSERT_NE(most, findings.end());
    EXPECT_TRUE(findingSentence(*most).contains(u"(instruction 2) (600 ns in 1 of 3 executions)"_s))
        << findingSentence(*most).toStdString();
    EXPECT_FALSE(most->evidence[0].calledIn) << "the call of all comes first";

    const report::Report report{ .title = u"r"_s,
        .sections = kernelSections(std::vector{ run }, nullptr, {}) };
    EXPECT_TRUE(report::toMarkdown(report).contains("in 1 of 3: 30.0 %"));
    const auto csv = QString::fromUtf8(report::toCsv(report).back().bytes);
    const auto lines = csv.split(u"\r\n"_s);
    EXPECT_TRUE(lines[0].contains(u",Share of time (%),"_s)) << csv.toStdString();
    EXPECT_TRUE(lines[0].endsWith(u",Called in executions"_s)) << csv.toStdString();
    EXPECT_TRUE(csv.contains(u",600,600,600,30,1,"_s)) << csv.toStdString();
    EXPECT_FALSE(report::toMarkdown(report).contains("Called in executions"));
}

/// The kernel inside a call names it; how long it takes is said of the call, in both places.
TEST(KernelSection, TheFirstSentencesSayTheTimesOfTheTable)
{
    auto run = hostRun();
    run.kind = u"etdump"_s;
    run.values = profile::valuesOf(*run.etdump, 1);
    const auto findings = findingsOf(run);
    const auto kernels = std::ranges::find(findings, Finding::Kind::Kernels, &Finding::kind);
    ASSERT_NE(kernels, findings.end());
    ASSERT_EQ(kernels->evidence.size(), 3U) << "the call once, the delegate, and its part";
    EXPECT_EQ(kernels->evidence[0].key, u"native_call_add.out (chain 0, instruction 0)"_s);
    EXPECT_NEAR(kernels->evidence[0].value.toDouble(), 2004e-9, 1e-15) << "not the 2000 inside";
}

/// Calls of a loop are one time in both.
TEST(KernelSection, TheFirstSentencesTellALoopOnce)
{
    auto dump = std::make_shared<profile::EtDump>();
    for (const quint64 slow : { 100U, 300U, 200U }) {
        auto &run = dump->runs.emplace_back(execution(slow, 0));
        for (const quint64 each : { 500U, 700U, 900U })
            run.events.push_back(event(3, u"OPERATOR_CALL"_s, each));
    }
    profile::MeasuredRun run{ .name = u"loop"_s,
        .run = std::make_shared<const profile::Run>(),
        .origin = Origin::ThisMachine,
        .kind = u"etdump"_s,
        .etdump = dump };
    run.values = profile::valuesOf(*dump, 0);
    const auto findings = findingsOf(run);
    const auto most = std::ranges::find(findings, Finding::Kind::Kernels, &Finding::kind);
    ASSERT_NE(most, findings.end());
    ASSERT_EQ(most->evidence.size(), 4U);
    EXPECT_EQ(most->evidence[0].key, u"OPERATOR_CALL (chain 0, instruction 3)"_s);
    EXPECT_NEAR(most->evidence[0].value.toDouble(), 2100e-9, 1e-15);
    const auto subject = kernelsSubject({ .run = run });
    const auto &rows = subject.profile.methods.at(0).rows;
    const auto loop
        = std::ranges::find(rows, 3, [](const auto &row) { return row.place.instruction; });
    ASSERT_NE(loop, rows.end());
    EXPECT_EQ(loop->call.spread()->median, 2100);
}

} // namespace
} // namespace tosaic::views::kernelspagetests
