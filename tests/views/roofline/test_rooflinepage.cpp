// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/operationroofline.h"
#include "profiler/join/operatorrows.h"
#include "tests/columns.h"
#include "tests/profiler/joinsamples.h"
#include "tests/support/samples.h"
#include "tests/views/canvaskeys.h"
#include "tests/views/widgettest.h"
#include "views/canvas/labelplacer.h"
#include "views/models/roles.h"
#include "views/roofline/rooflinechart.h"
#include "views/roofline/rooflinemodel.h"
#include "views/roofline/rooflinepage.h"
#include "views/roofline/roofwords.h"
#include "views/widgets/datatable.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views::rooflinepagetests {
namespace {

using model::EntityRef;

/// The real compile with most operators that have a place in its command stream.
std::shared_ptr<ProfileSubject> realSubject(const QString &systemConfig)
{
    static const auto joins = test::allJoins();
    const test::JoinSample *best = nullptr;
    for (const auto &join : joins) {
        const auto hasStreams = std::ranges::all_of(join.streams,
            [](const profile::JoinStream &stream) { return stream.stream != nullptr; });
        if (hasStreams
            && (!best
                || test::rowsOf(join.streams.front()).size()
                    > test::rowsOf(best->streams.front()).size()))
            best = &join;
    }
    EXPECT_NE(best, nullptr);
    auto subject = std::make_shared<ProfileSubject>();
    subject->title = best->name;
    subject->streams = best->streams;
    subject->table = std::make_shared<const profile::OperationTable>(
        profile::joinOperations(best->streams, {}));
    for (size_t i = 0; i < subject->table->operations.size(); ++i)
        subject->entities.push_back({ EntityRef::node(u"node%1"_s.arg(i)) });
    const auto &config = best->streams.front().stream->config;
    subject->product = model::productName(config.product);
    subject->npuMacs = config.macs;
    if (!systemConfig.isEmpty())
        subject->memories.assign(
            best->streams.size(), analysis::bundledSystem(systemConfig, u"Shared_Sram"_s));
    return subject;
}

QString systemFor(const ProfileSubject &subject)
{
    return assumableSystems(subject, 0).value(1);
}

class RooflinePageTest : public testing::Test
{
protected:
    void SetUp() override
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        theme.apply(*qApp, ThemeMode::Light);
        page = std::make_unique<RooflinePage>(profile, runs, selection, theme);
        page->resize(1280, 800);
        page->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(page.get()));
    }
    void TearDown() override { QLocale::setDefault(QLocale::c()); }

    void showReal()
    {
        subject = realSubject({});
        subject = realSubject(systemFor(*subject));
        profile.set(subject);
        QCoreApplication::processEvents();
        page->grab();
    }
    template <typename T>
    T *find(const QString &name)
    {
        auto *widget = page->findChild<T *>(name);
        EXPECT_NE(widget, nullptr) << name.toStdString();
        return widget;
    }
    RooflineChart *chart() { return find<RooflineChart>(u"rooflineChart"_s); }
    RooflineModel *model() { return page->findChild<RooflineModel *>(u"rooflineRows"_s); }

    Theme theme;
    ProfileDocument profile;
    RunsDocument runs;
    SelectionContext selection;
    std::shared_ptr<ProfileSubject> subject;
    std::unique_ptr<RooflinePage> page;
};

TEST_F(RooflinePageTest, IsEmptyWithTheOneActionThatFillsIt)
{
    QSignalSpy spy(page.get(), &RooflinePage::openRequested);
    auto *button = find<QPushButton>(u"emptyAction"_s);
    ASSERT_TRUE(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(spy.count(), 1);
}

TEST_F(RooflinePageTest, SaysThatItIsLoading)
{
    profile.setLoading(true);
    ASSERT_TRUE(QTest::qWaitFor([&] {
        const auto labels = page->findChildren<QLabel *>();
        return std::ranges::any_of(labels, [](const QLabel *label) {
            return label->isVisible() && label->text().contains(u"Putting operators");
        });
    }));
}

TEST_F(RooflinePageTest, PlacesEveryOperatorOrSaysWhyNot)
{
    showReal();
    const auto &operations = subject->table->operations;
    auto *gaps = page->findChild<RooflineGapsModel *>(u"rooflineGapRows"_s);
    EXPECT_GT(model()->rowCount(), 10);
    EXPECT_EQ(model()->rowCount() + gaps->rowCount(), static_cast<int>(operations.size()))
        << "none is dropped";
    for (int row = 0; row < gaps->rowCount(); ++row)
        EXPECT_TRUE(gaps->index(row, 1).data().toString().endsWith(u'.'))
            << gaps->index(row, 1).data().toString().toStdString();
    const auto roofline = profile::operationRoofline(
        *subject->table, 0, subject->streams[0], *subject->memories[0]);
    ASSERT_EQ(roofline.points.size(), static_cast<size_t>(model()->rowCount()));
    for (const auto &item : model()->rows()) {
        const auto &point = *item.roof.point;
        EXPECT_EQ(item.roof.operation, point.sample);
        EXPECT_DOUBLE_EQ(point.macsPerCycle,
            static_cast<double>(*operations[point.sample].macs)
                / operations[point.sample].cycles()->value);
    }
}

TEST_F(RooflinePageTest, MarksStandWhereTheAxesSay)
{
    showReal();
    const auto plot = chart()->plotRect();
    for (const auto &item : model()->rows()) {
        const auto mark = chart()->markRect(item.row);
        EXPECT_TRUE(plot.contains(mark.center())) << item.roof.name.toStdString();
    }
    // A rate ten times as high lies one decade above: the same distance as in intensity.
    const auto &rows = model()->rows();
    const auto &a = rows.front();
    for (const auto &b : rows) {
        const auto up = std::log10(b.roof.point->macsPerCycle / a.roof.point->macsPerCycle);
        const auto drawn
            = chart()->markRect(a.row).center().y() - chart()->markRect(b.row).center().y();
        EXPECT_EQ(up > 0.05, drawn > 1 && up > 0.05) << b.roof.name.toStdString();
    }
}

TEST_F(RooflinePageTest, TextsNeitherCollideNorLeaveThePlot)
{
    showReal();
    for (const auto &size : { QSize(1280, 800), QSize(900, 560) }) {
        page->resize(size);
        QCoreApplication::processEvents();
        page->grab();
        const auto &labels = chart()->drawnLabels();
        EXPECT_GE(labels.size(), 4U) << "peak, roofs, ridges";
        const auto plot = chart()->plotRect();
        for (size_t i = 0; i < labels.size(); ++i) {
            EXPECT_TRUE(plot.contains(labels[i].area.boundingRect()))
                << labels[i].text.toStdString();
            for (size_t k = 0; k < i; ++k)
                EXPECT_FALSE(labels[i].area.intersects(labels[k].area))
                    << labels[i].text.toStdString() << " over " << labels[k].text.toStdString();
        }
    }
}

TEST_F(RooflinePageTest, TheLegendNamesRoofsWithTheirNumbers)
{
    showReal();
    const auto texts = find<FlowLegend>(u"rooflineLegend"_s)->texts().join(u'\n');
    EXPECT_TRUE(texts.contains(u"SRAM")) << texts.toStdString();
    EXPECT_TRUE(texts.contains(u"bytes per cycle"));
    EXPECT_TRUE(texts.contains(u"GB/s"));
    EXPECT_TRUE(texts.contains(u"hollow: estimated"));
    EXPECT_FALSE(texts.contains(u"assumed"));
    EXPECT_FALSE(find<QComboBox>(u"rooflineSystem"_s)->isVisible());
}

TEST_F(RooflinePageTest, AClickOnAMarkSelectsItsOperator)
{
    showReal();
    const auto &last = model()->rows().back(); // the smallest lies on top
    QTest::mouseClick(
        chart()->viewport(), Qt::LeftButton, {}, chart()->markRect(last.row).center().toPoint());
    const auto selected = selection.current();
    EXPECT_EQ(selected.kind, EntityRef::Kind::Node);
    ASSERT_EQ(chart()->selected().size(), 1U);
    auto *table = find<DataTable>(u"rooflineTable"_s);
    EXPECT_EQ(table->currentIndex().data(EntityRole).value<EntityRef>(), selected);
}

TEST_F(RooflinePageTest, FollowsTheSelectionOfOtherViews)
{
    showReal();
    const auto &item = model()->rows()[3];
    selection.select(item.roof.entity);
    EXPECT_EQ(chart()->selected(), std::vector<size_t>{ item.row });
    EXPECT_EQ(find<DataTable>(u"rooflineTable"_s)->currentSourceRow(), 3);
    const auto &gap = page->findChild<RooflineGapsModel *>(u"rooflineGapRows"_s)->rows().front();
    selection.select(gap.roof.entity);
    EXPECT_TRUE(chart()->selected().empty());
    EXPECT_TRUE(find<DataTable>(u"rooflineGaps"_s)->isVisible()) << "the reason is shown";
    selection.clear();
    EXPECT_FALSE(find<DataTable>(u"rooflineTable"_s)->currentIndex().isValid());
}

TEST_F(RooflinePageTest, ArrowKeysWalkTheMarks)
{
    showReal();
    chart()->setFocus();
    QTest::keyClick(chart(), Qt::Key_Home);
    ASSERT_EQ(chart()->selected().size(), 1U);
    const auto intensity = [&] {
        const auto at = model()->rowOf(chart()->selected().front());
        return model()->rows()[static_cast<size_t>(at)].roof.point->intensity;
    };
    auto before = intensity();
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(chart(), Qt::Key_Right);
        EXPECT_GE(intensity(), before);
        before = intensity();
    }
    EXPECT_FALSE(chart()->cardText().isEmpty());
    EXPECT_TRUE(chart()->accessibleDescription().contains(u"MACs per byte"));
    EXPECT_FALSE(selection.current().isEmpty());
    QSignalSpy spy(&selection, &SelectionContext::activated);
    QTest::keyClick(chart(), Qt::Key_Return);
    EXPECT_EQ(spy.count(), 1);
}

TEST_F(RooflinePageTest, AnswersTheKeysOfAllPictures)
{
    showReal();
    test::keepPictures(*page, theme, u"roofline"_s);
    test::CanvasKeys(*chart()).expectAll();
}

TEST_F(RooflinePageTest, TheCardTellsAllAndStaysInside)
{
    showReal();
    for (const auto &item : model()->rows()) {
        QTest::mouseMove(chart()->viewport(), chart()->markRect(item.row).center().toPoint());
        QCoreApplication::processEvents();
        auto *card = find<QLabel>(u"rooflineCard"_s);
        ASSERT_TRUE(card->isVisible());
        EXPECT_TRUE(chart()->viewport()->rect().contains(card->geometry()));
        for (const auto *word : { u"Intensity", u"Reached", u"Attainable", u"Reached of the roof",
                 u"Limited by", u"est" })
            EXPECT_TRUE(card->text().contains(QStringView(word))) << card->text().toStdString();
    }
}

TEST_F(RooflinePageTest, WithoutASystemConfigurationItOffersToAssumeOne)
{
    subject = realSubject({});
    profile.set(subject);
    QCoreApplication::processEvents();
    EXPECT_TRUE(find<QLabel>(u"rooflineMessage"_s)->isVisible());
    EXPECT_EQ(model()->rowCount(), 0);
    auto *combo = find<QComboBox>(u"rooflineSystem"_s);
    ASSERT_TRUE(combo->isVisible());
    ASSERT_GT(combo->count(), 1);
    for (int i = 1; i < combo->count(); ++i)
        EXPECT_TRUE(combo->itemData(i).toString().contains(subject->product)) << "of this NPU only";
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    EXPECT_GT(model()->rowCount(), 0);
    EXPECT_TRUE(chart()->isVisible());
    EXPECT_TRUE(find<QLabel>(u"rooflineNote"_s)->text().contains(u"assumed"));
    EXPECT_TRUE(find<FlowLegend>(u"rooflineLegend"_s)->texts().join(u' ').contains(u"(assumed)"));
}

TEST_F(RooflinePageTest, WithoutACommandStreamItSaysWhatIsMissing)
{
    auto changed = std::make_shared<ProfileSubject>(*realSubject({}));
    changed->memories.assign(1, analysis::bundledSystem(systemFor(*changed), u"Shared_Sram"_s));
    changed->streams[0].stream = nullptr;
    profile.set(changed);
    EXPECT_TRUE(find<QLabel>(u"rooflineMessage"_s)->text().contains(u"command stream"));
    EXPECT_GT(page->findChild<RooflineGapsModel *>(u"rooflineGapRows"_s)->rowCount(), 0);
}

profile::Profile consoleProfile(bool isComplete)
{
    profile::Profile counted{ .counters = { { u"NPU_ACTIVE"_s, 2'000'000, u"cycles"_s },
                                  { u"AXI0_RD_DATA_BEAT_RECEIVED"_s, 400'000, u"beats"_s },
                                  { u"AXI0_WR_DATA_BEAT_WRITTEN"_s, 200'000, u"beats"_s },
                                  { u"AXI1_RD_DATA_BEAT_RECEIVED"_s, 500'000, u"beats"_s } } };
    if (!isComplete)
        counted.counters.pop_back();
    return counted;
}

TEST_F(RooflinePageTest, TheCurrentConsoleRunIsOneMoreMark)
{
    showReal();
    const auto operators = model()->rowCount();
    const auto console = [](bool isComplete) {
        return std::make_shared<const profile::Run>(
            profile::Run{ .npu = profile::LogNpu{ .product = u"U55"_s },
                .profiles = { consoleProfile(isComplete) } });
    };
    runs.add({ .name = u"board.log"_s, .run = console(true), .origin = Origin::Board });
    ASSERT_EQ(model()->rowCount(), operators + 1);
    const auto found = std::ranges::find_if(
        model()->rows(), [](const RooflineItem &item) { return item.roof.isWholeRun(); });
    ASSERT_NE(found, model()->rows().end());
    double macs = 0;
    for (const auto &operation : subject->table->operations)
        macs += static_cast<double>(operation.macs.value_or(0));
    EXPECT_DOUBLE_EQ(found->roof.point->macsPerCycle, macs / 2e6);
    EXPECT_TRUE(found->roof.note.contains(u"not attached")) << "what is assumed is said";
    EXPECT_EQ(found->roof.origin, Origin::Board);
    EXPECT_TRUE(find<FlowLegend>(u"rooflineLegend"_s)->texts().join(u' ').contains(u"whole run"));

    runs.add({ .name = u"short.log"_s, .run = console(false) });
    EXPECT_EQ(model()->rowCount(), operators);
    const auto &gap = page->findChild<RooflineGapsModel *>(u"rooflineGapRows"_s)->rows().front();
    EXPECT_TRUE(gap.roof.isWholeRun());
    EXPECT_TRUE(gap.roof.gap.contains(u"AXI1_RD_DATA_BEAT_RECEIVED")) << gap.roof.gap.toStdString();
}

TEST_F(RooflinePageTest, AWholeRunIsLimitedByWhatItsCountersSay)
{
    showReal();
    const auto limitWith = [&](std::optional<quint64> macActive) {
        auto counted = consoleProfile(true);
        counted.counters.back().value = 50'000; // the flash is below its bandwidth
        if (macActive)
            counted.counters.push_back({ u"MAC_ACTIVE"_s, *macActive, u"cycles"_s });
        runs.add({ .name = u"board.log"_s,
            .run = std::make_shared<const profile::Run>(profile::Run{
                .npu = profile::LogNpu{ .product = u"U55"_s }, .profiles = { counted } }),
            .origin = Origin::Board });
        const auto found = std::ranges::find_if(
            model()->rows(), [](const RooflineItem &item) { return item.roof.isWholeRun(); });
        return limitName(found->roof.limit);
    };
    EXPECT_EQ(limitWith(1'900'000), u"Computation"_s);
    EXPECT_NE(limitWith(1'000), u"Computation"_s) << "a port moved bytes for longer";
    EXPECT_EQ(limitWith({}), u"Not known"_s) << "nobody counted the MACs";
}

TEST_F(RooflinePageTest, ALiveRunDoesNotMakeItJump)
{
    showReal();
    const auto console = [](quint64 active) {
        auto counted = consoleProfile(true);
        counted.counters.front().value = active;
        return std::make_shared<const profile::Run>(
            profile::Run{ .npu = profile::LogNpu{ .product = u"U55"_s }, .profiles = { counted } });
    };
    runs.add({ .name = u"live"_s, .run = console(2'000'000), .isLive = true });
    selection.select(model()->rows()[4].roof.entity);
    find<QTabWidget>(u"rooflineTabs"_s)->setCurrentIndex(1);
    QSignalSpy resets(model(), &QAbstractItemModel::modelReset);
    runs.update(0, { .name = u"live"_s, .run = console(3'000'000), .isLive = true });
    EXPECT_EQ(resets.count(), 0);
    EXPECT_EQ(find<QTabWidget>(u"rooflineTabs"_s)->currentIndex(), 1);
    EXPECT_EQ(chart()->selected().size(), 1U);
    const auto found = std::ranges::find_if(
        model()->rows(), [](const RooflineItem &item) { return item.roof.isWholeRun(); });
    ASSERT_NE(found, model()->rows().end());
    EXPECT_EQ(found->roof.cycles, 3e6);
}

TEST_F(RooflinePageTest, ARunOnAnotherNpuHasNoPlace)
{
    showReal();
    const auto operators = model()->rowCount();
    runs.add({ .name = u"u85.log"_s,
        .run = std::make_shared<const profile::Run>(
            profile::Run{ .npu = profile::LogNpu{ .product = u"U85"_s },
                .profiles = { consoleProfile(true) } }) });
    EXPECT_EQ(model()->rowCount(), operators);
    EXPECT_TRUE(page->findChild<RooflineGapsModel *>(u"rooflineGapRows"_s)
                    ->rows()
                    .front()
                    .roof.gap.contains(u"another NPU"));
}

TEST_F(RooflinePageTest, SeveralPartitionsAreChosenFrom)
{
    subject = realSubject({});
    const auto system = systemFor(*subject);
    subject = realSubject(system);
    // The same partition twice, the second after the first.
    auto both = std::make_shared<ProfileSubject>(*subject);
    both->streams.push_back(both->streams.front());
    both->memories.push_back(both->memories.front());
    auto table = *both->table;
    for (auto operation : both->table->operations) {
        operation.stream = operation.stream < 0 ? -1 : 1;
        both->entities.push_back({ EntityRef::node(u"second%1"_s.arg(table.operations.size())) });
        table.operations.push_back(std::move(operation));
    }
    both->table = std::make_shared<const profile::OperationTable>(std::move(table));
    profile.set(both);
    auto *combo = find<QComboBox>(u"rooflineStream"_s);
    ASSERT_TRUE(combo->isVisible());
    EXPECT_EQ(combo->count(), 2);
    // Numbered as everywhere, with as many operators as the page of the operators lists.
    const auto operators
        = std::ranges::count_if(profile::operatorRows(*both->table), [](const auto &row) {
              return row.stream == 0 && row.role == profile::OperatorRow::Role::Timed;
          });
    EXPECT_TRUE(combo->itemText(0).startsWith(u"0 (%1 "_s.arg(operators)));
    const auto rows = model()->rowCount();
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    EXPECT_EQ(model()->rowCount(), rows);
    EXPECT_TRUE(model()->rows().front().roof.entity.name.startsWith(u"second"));
    const auto kernel = std::ranges::find_if(subject->table->operations,
        [](const auto &operation) { return operation.macs.value_or(0) > 0; });
    selection.select(EntityRef::node(u"node%1"_s.arg(kernel - subject->table->operations.begin())));
    EXPECT_EQ(combo->currentIndex(), 0) << "the stream of what is selected elsewhere is shown";
}

TEST_F(RooflinePageTest, ModelsKeepTheRulesAndSortByNumber)
{
    showReal();
    const QAbstractItemModelTester tester(
        model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    auto *table = find<DataTable>(u"rooflineTable"_s);
    table->sortByColumn(test::column<RooflineModel>(u"share"), Qt::AscendingOrder);
    double before = 0;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const auto share = table->model()
                               ->index(row, test::column<RooflineModel>(u"share"))
                               .data(ValueRole)
                               .toDouble();
        EXPECT_GE(share, before);
        before = share;
    }
    EXPECT_TRUE(table->selectionAsTsv().startsWith(u"Operation\tCycles\tLimited by"));
    profile.set(subject);
}

/// The nearest roof is no limit: Vela says what takes longest.
TEST_F(RooflinePageTest, LimitsAreWhatTakesLongestNotTheNearestRoof)
{
    showReal();
    const auto under = std::ranges::find_if(model()->rows(),
        [](const RooflineItem &item) { return item.roof.point->ceiling.has_value(); });
    ASSERT_NE(under, model()->rows().end()) << "an operator under the roof of a memory";
    const auto place = under->roof.operation;
    const auto roof = subject->memories[0]->axi0.memory;
    const auto withTimes = [&](double computation, double memory) {
        auto changed = std::make_shared<ProfileSubject>(*subject);
        auto table = *subject->table;
        auto &operation = table.operations[place];
        operation.estimatedCycles = 111'632;
        operation.estimatedNpuCycles = computation;
        operation.memoryCycles = { { u"Sram"_s, memory } };
        changed->table = std::make_shared<const profile::OperationTable>(std::move(table));
        profile.set(changed);
        QCoreApplication::processEvents();
        const auto found = std::ranges::find_if(model()->rows(),
            [&](const RooflineItem &item) { return item.roof.operation == place; });
        const auto row = static_cast<int>(found - model()->rows().begin());
        const auto text = [&](QStringView key) {
            return model()->index(row, test::column<RooflineModel>(key)).data().toString();
        };
        EXPECT_TRUE(
            cardHtml({ .roofline = { .ceilings = { { roof, 16 }, { roof, 16 } } } }, found->roof)
                .contains(text(u"limit")))
            << "the card says the same";
        return std::pair(text(u"limit"), text(u"roof"));
    };
    const auto [limit, above] = withTimes(111'632, 22'448);
    EXPECT_EQ(limit, u"Computation"_s);
    EXPECT_NE(above, u"Peak"_s) << "the roof is named apart";
    const auto legend = find<FlowLegend>(u"rooflineLegend"_s)->texts().join(u'\n');
    EXPECT_TRUE(legend.contains(u"limited by computation")) << legend.toStdString();
    EXPECT_EQ(withTimes(22'448, 111'632).first, u"SRAM"_s);
    EXPECT_TRUE(find<FlowLegend>(u"rooflineLegend"_s)->texts().contains(u"limited by SRAM"_s));
}

TEST_F(RooflinePageTest, ARangeIsSaidAndWhatIsOutsideIsNotUnknown)
{
    showReal();
    const auto inside = model()->rows()[0].roof.operation;
    const auto outside = model()->rows()[1].roof.operation;
    const auto cut = model()->rows()[2].roof.operation;
    const auto limit = model()->rows()[0].roof.limit;
    auto traced = std::make_shared<ProfileSubject>(*subject);
    auto table = *subject->table;
    for (auto &operation : table.operations)
        operation.measured = { std::nullopt };
    for (const auto operation : { inside, outside, cut })
        table.operations[operation].measured = { 100 };
    table.inferences = { { .stream = table.operations[inside].stream,
        .firstTs = 0,
        .lastTs = 300,
        .isComplete = true,
        .isKept = true } };
    traced->table = std::make_shared<const profile::OperationTable>(std::move(table));
    traced->slices = { { 0, 100, inside }, { 100, 200, cut }, { 200, 300, outside } };
    profile.set(traced);
    profile.setRange(ProfileDocument::Range(0, 150));
    QCoreApplication::processEvents();
    const auto note = find<QLabel>(u"rooflineNote"_s)->text();
    EXPECT_TRUE(note.contains(u"cycles 0 to 150")) << note.toStdString();
    const auto *gaps = page->findChild<RooflineGapsModel *>(u"rooflineGapRows"_s);
    const auto gapOf = [&](size_t operation) {
        const auto found = std::ranges::find_if(gaps->rows(),
            [&](const RooflineItem &item) { return item.roof.operation == operation; });
        return found == gaps->rows().end() ? QString() : found->roof.gap;
    };
    EXPECT_EQ(gapOf(outside), u"Outside the selected range of time."_s);
    EXPECT_EQ(gapOf(cut), u"Only a part of it lies in the selected range of time."_s);
    ASSERT_EQ(model()->rowCount(), 1);
    ASSERT_TRUE(limit);
    EXPECT_EQ(model()->rows()[0].roof.limit->by, limit->by) << "a range changes no limit";
    profile.setRange({});
    EXPECT_FALSE(find<QLabel>(u"rooflineNote"_s)->text().contains(u"range"));
}

/// What is faster than its roof is not limited by it.
TEST(RoofWords, ARoofThatIsExceededSaysSo)
{
    profile::Roofline roofline;
    roofline.ceilings.emplace_back().name = u"OffChipFlash"_s;
    profile::RooflinePoint point;
    point.ceiling = 0;
    point.share = 1.0001;
    EXPECT_EQ(roofName(roofline, point), u"Off-chip flash"_s);
    EXPECT_EQ(roofShareText(roofline, point), u"100.0 % of the Off-chip flash roof"_s);
    point.share = 5.945;
    EXPECT_EQ(roofName(roofline, point), u"Off-chip flash, exceeded"_s);
}

TEST(LabelPlacer, GivesEveryPlaceOnce)
{
    LabelPlacer placer(QRectF(0, 0, 100, 100));
    EXPECT_TRUE(placer.place(LabelPlacer::box({ 50, 50 }, { 40, 10 })));
    EXPECT_FALSE(placer.place(LabelPlacer::box({ 60, 55 }, { 40, 10 })));
    EXPECT_TRUE(placer.place(LabelPlacer::box({ 50, 70 }, { 40, 10 }, 20)));
    EXPECT_FALSE(placer.place(LabelPlacer::box({ 90, 20 }, { 40, 10 }))) << "it would be cut";
    placer.block(QRectF(0, 0, 30, 30));
    EXPECT_FALSE(placer.place(LabelPlacer::box({ 20, 20 }, { 10, 10 }))) << "over a mark";
}

TEST_F(RooflinePageTest, PicturesOfARealCompile)
{
    const auto target = qEnvironmentVariable("TOSAIC_SCREENSHOTS", test::temporaryDir());
    QDir().mkpath(target);
    showReal();
    runs.add({ .name = u"board.log"_s,
        .run = std::make_shared<const profile::Run>(profile::Run{
            .npu = profile::LogNpu{ .product = u"U55"_s }, .profiles = { consoleProfile(true) } }),
        .origin = Origin::Board });
    chart()->setFocus();
    QTest::keyClick(chart(), Qt::Key_End);
    for (const auto mode : { ThemeMode::Light, ThemeMode::Dark }) {
        theme.apply(*qApp, mode);
        for (const auto &size : { QSize(1280, 800), QSize(900, 560) }) {
            page->resize(size);
            QCoreApplication::processEvents();
            const auto picture = page->grab();
            EXPECT_EQ(picture.size(), size);
            EXPECT_TRUE(picture.save(u"%1/roofline-%2-%3.png"_s.arg(target,
                mode == ThemeMode::Dark ? u"dark"_s : u"light"_s, QString::number(size.width()))));
        }
    }
}

} // namespace
} // namespace tosaic::views::rooflinepagetests
