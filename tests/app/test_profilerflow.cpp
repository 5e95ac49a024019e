// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs in the window: compared, merged, reported.
#include "app/shell/frame/pages.h"
#include "app/shell/report/reportcontroller.h"
#include "tests/app/profilerfixture.h"
#include "views/report/reportfile.h"
#include "views/runcompare/runcomparepage.h"
#include "views/runs/mergedrunpage.h"
#include "views/timeline/timelineview.h"
#include "views/widgets/datatable.h"

#include <QFile>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::test::profilerflowtests {

namespace {

class ProfilerFlow : public ProfilerTest
{
protected:
    /// The console of a run that took longer or shorter.
    QString console(const QString &name, const QByteArray &cycles)
    {
        const auto path = writeConsole(dir, name);
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::ReadWrite));
        auto text = file.readAll();
        text.replace("ethosu_pmu_cycle_cntr : 5920305", "ethosu_pmu_cycle_cntr : " + cycles);
        file.resize(0);
        file.seek(0);
        file.write(text);
        return path;
    }
    void selectTwo()
    {
        auto *list = inRuns<QListView>(u"runList"_s);
        clickRow(*list, 0);
        clickRow(*list, 1, Qt::ControlModifier);
        ASSERT_EQ(list->selectionModel()->selectedRows().size(), 2);
    }
    void press(const QString &name)
    {
        auto *button = inRuns<QPushButton>(name);
        ASSERT_TRUE(button->isVisible() && button->isEnabled()) << name.toStdString();
        QTest::mouseClick(button, Qt::LeftButton);
    }
    QString report()
    {
        QSignalSpy built(&window->report(), &shell::ReportController::built);
        trigger(u"report.show"_s);
        EXPECT_TRUE(waitFor([&] { return !built.isEmpty() && session->jobs().isIdle(); }));
        const auto bytes = views::renderReport(
            window->pages().report().chosenReport(), views::ReportPage::Format::Markdown);
        EXPECT_TRUE(bytes);
        return QString::fromUtf8(bytes.value_or(QByteArray())).remove(u'\\');
    }
};

} // namespace

TEST_F(ProfilerFlow, TwoRunsAreComparedFromTheList)
{
    open(console(u"before.log"_s, "5920305"));
    open(console(u"after.log"_s, "6512335"));
    selectTwo();
    press(u"compareRunsButton"_s);
    EXPECT_EQ(area().currentTab(), u"compare"_s);
    auto *page = inRuns<views::RunComparePage>(u"runComparePage"_s);
    const auto *table = page->findChild<views::DataTable *>(u"counterChanges"_s);
    ASSERT_TRUE(table);
    ASSERT_TRUE(waitFor([&] { return table->isVisible() && table->model()->rowCount() > 0; }));
    const auto rows = textOf(*table->model());
    const auto locale = QLocale();
    EXPECT_TRUE(rows.contains(locale.toString(5920305))) << rows.toStdString();
    EXPECT_TRUE(rows.contains(locale.toString(6512335))) << rows.toStdString();
    for (const auto &[side, name] :
        { std::pair(u"oldSide"_s, u"before"_s), std::pair(u"newSide"_s, u"after"_s) }) {
        auto *widget = page->findChild<QWidget *>(side);
        ASSERT_TRUE(widget);
        QString tips;
        for (const auto *child : widget->findChildren<QWidget *>())
            tips += child->toolTip();
        EXPECT_TRUE(tips.contains(name)) << tips.toStdString();
    }
    EXPECT_TRUE(page->findChild<QLabel *>(u"limitVerdict"_s)->text().startsWith(u'\u2717'));
    keepPicture(u"compare"_s);
    // The report has the comparison, too.
    const auto text = report();
    EXPECT_TRUE(text.contains(u"before.log"_s) && text.contains(u"after.log"_s));
    EXPECT_TRUE(text.contains(u"+10"_s) || text.contains(u"10.0"_s)) << text.toStdString();
    session->setUnsaved(false);
}

/// As the command line does with --program: per inference, as soon as what ran is open.
TEST_F(ProfilerFlow, OperatorsOfTracesAreComparedOnceTheirProgramIsOpen)
{
    open(makeTrace(1, u"before.json.gz"_s));
    open(makeTrace(2, u"after.json.gz"_s));
    selectTwo();
    press(u"compareRunsButton"_s);
    auto *page = inRuns<views::RunComparePage>(u"runComparePage"_s);
    const auto *note = page->findChild<QLabel *>(u"tracedNote"_s);
    const auto *operators = page->findChild<views::DataTable *>(u"operatorChanges"_s);
    ASSERT_TRUE(note && operators);
    ASSERT_TRUE(waitFor([&] { return note->isVisible(); }));
    EXPECT_TRUE(note->text().contains(u"before.json.gz, after.json.gz"_s));
    EXPECT_EQ(operators->model()->rowCount(), 0);
    EXPECT_GT(page->findChild<views::DataTable *>(u"counterChanges"_s)->model()->rowCount(), 0)
        << "the totals do not need it";

    open(program());
    ASSERT_TRUE(waitFor([&] { return operators->model()->rowCount() > 0; }));
    EXPECT_TRUE(note->isHidden());
    ASSERT_TRUE(page->comparison());
    const auto &changes = page->comparison()->operators;
    const auto isTwice
        = [](const profile::ValueChange &change) { return change.oldRepeats.size() == 2; };
    EXPECT_TRUE(std::ranges::any_of(changes, isTwice)) << "a repeat for each inference";
    session->setUnsaved(false);
}

TEST_F(ProfilerFlow, TracesStandOnOneTimelineAlignedByAnInference)
{
    open(program());
    ASSERT_TRUE(waitForOrigin(Origin::Estimate));
    open(makeTrace(1, u"before.json.gz"_s));
    open(makeTrace(2, u"after.json.gz"_s));
    ASSERT_TRUE(waitForOrigin(Origin::Fvp));
    showTab(2);
    auto *view = area().findChild<views::TimelineView *>();
    ASSERT_TRUE(view);
    ASSERT_TRUE(waitFor([&] { return view->data().has_value(); }));
    const auto groups = [&] {
        QStringList all;
        for (const auto &track : view->data()->timeline().tracks) {
            if (!all.contains(track.group))
                all << track.group;
        }
        return all;
    };
    EXPECT_TRUE(groups().contains(u"NPU"_s));
    auto *button = inRuns<QToolButton>(u"timelineAlign"_s);
    ASSERT_TRUE(button->isVisible());
    QTimer::singleShot(0, button, [button] {
        auto *menu = button->menu();
        ASSERT_EQ(menu->actions().size(), 1) << "not the one that is looked at";
        QTest::mouseClick(
            menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions().front()).center());
        EXPECT_TRUE(menu->isVisible()) << "further ones are ticked without opening it again";
        menu->close();
    });
    QTest::mouseClick(button, Qt::LeftButton);
    const QStringList both{ u"after.json.gz: NPU"_s, u"before.json.gz: NPU"_s };
    ASSERT_TRUE(waitFor([&] {
        return std::ranges::all_of(
            both, [&](const QString &group) { return groups().contains(group); });
    })) << groups().join(u", "_s).toStdString();
    const auto startsOf = [&](const QString &group, const QString &name) {
        for (const auto &track : view->data()->timeline().tracks) {
            if (track.group == group && track.name == name)
                return track.starts;
        }
        return std::vector<qint64>();
    };
    ASSERT_EQ(startsOf(both[1], u"Inferences"_s).size(), 2U) << "joined, too";
    EXPECT_EQ(startsOf(both[0], u"Inferences"_s)[0], startsOf(both[1], u"Inferences"_s)[0]);
    keepPicture(u"aligned"_s);
    // The second inference: its number is typed.
    auto *inference = inRuns<QSpinBox>(u"timelineInference"_s);
    ASSERT_TRUE(inference->isVisible());
    inference->setFocus();
    inference->selectAll();
    QTest::keyClicks(inference, u"2"_s);
    QTest::keyClick(inference, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] {
        const auto one = startsOf(both[0], u"Inferences"_s);
        const auto other = startsOf(both[1], u"Inferences"_s);
        return one.size() == 2 && other.size() == 2 && one[1] == other[1];
    }));
    session->setUnsaved(false);
}

TEST_F(ProfilerFlow, RunsAreMergedFromTheListAndLeftAgain)
{
    open(console(u"one.log"_s, "5920305"));
    open(console(u"two.log"_s, "5930305"));
    selectTwo();
    press(u"mergeRunsButton"_s);
    EXPECT_EQ(area().currentTab(), u"counters"_s);
    auto *merged = inRuns<views::MergedRunPage>(u"mergedRunPage"_s);
    ASSERT_TRUE(merged->isVisible());
    EXPECT_TRUE(merged->findChild<QLabel *>(u"mergedTitle"_s)->text().startsWith(u'2'));
    auto *table = merged->findChild<views::DataTable *>(u"repeatsTable"_s);
    ASSERT_TRUE(table);
    const auto rows = textOf(*table->model());
    EXPECT_TRUE(rows.contains(QLocale().toString(5925305))) << "the median: " << rows.toStdString();
    keepPicture(u"merged"_s);
    press(u"closeMergedButton"_s);
    EXPECT_FALSE(merged->isVisible());
    // So does the report.
    const auto text = report();
    const auto first = text.section(u"\n## "_s, 1, 1);
    EXPECT_TRUE(first.startsWith(u"Summary"_s) && first.contains(u"one.log: One inference takes"_s))
        << "runs alone start with their findings: " << first.toStdString();
    const auto record = text.section(u"## Merged runs"_s, 1).section(u"\n## "_s, 0, 0);
    EXPECT_TRUE(record.contains(QLocale().toString(5925305))) << record.toStdString();
    EXPECT_TRUE(record.contains(u"one.log"_s) && record.contains(u"two.log"_s));
    session->setUnsaved(false);
}

TEST_F(ProfilerFlow, TheReportHasRunsMetricsRooflineAndOperators)
{
    openProgramAndTrace();
    open(writeConsole(dir));
    session->runs().setOrigin(1, Origin::Board);
    session->runs().setClock(1, 500'000'000U);
    session->runs().setCurrentIndex(0);
    ASSERT_TRUE(waitForOrigin(Origin::Fvp));
    const auto text = report();
    const auto locale = QLocale(QLocale::English);
    EXPECT_TRUE(text.contains(u"console.log"_s));
    EXPECT_TRUE(text.contains(u"trace.json.gz"_s));
    EXPECT_TRUE(text.contains(u"5920305"_s) || text.contains(locale.toString(5920305)))
        << "the counter";
    EXPECT_TRUE(text.contains(u"Roofline"_s, Qt::CaseInsensitive)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"NPU idle"_s, Qt::CaseInsensitive)) << "a metric";
    // Each operator that a table of the longest must have.
    const auto &operations = subject()->table->operations;
    size_t named = 0;
    for (const auto &operation : operations) {
        const auto &origin = operation.origin;
        const auto &name = origin.name.isEmpty() ? origin.edgeNode : origin.name;
        named += !name.isEmpty() && text.contains(name);
    }
    EXPECT_GT(named, 10U);
    EXPECT_TRUE(text.contains(u"What lies where"_s)) << "the picture of the memories";
    EXPECT_TRUE(text.contains(u"The costliest operators"_s));
    EXPECT_TRUE(text.contains(u"What ran when"_s));
    EXPECT_FALSE(text.contains(u"only from"_s));
    // The range that is looked at is the one that is drawn.
    session->profile().setRange(ProfileDocument::Range(1000, 90'000));
    EXPECT_TRUE(report().contains(u"only from "_s));
    keepPicture(u"report"_s);
    session->setUnsaved(false);
}

} // namespace tosaic::test::profilerflowtests
