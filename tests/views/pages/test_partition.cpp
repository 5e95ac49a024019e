// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/boundaries.h"
#include "core/base/cycletext.h"
#include "core/documents/openmodel.h"
#include "core/graph/graphbuilder.h"
#include "core/spec/keeprules.h"
#include "profiler/session/graphcosts.h"
#include "profiler/session/profileassembly.h"
#include "tests/columns.h"
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/models/roles.h"
#include "views/partition/operatortablemodel.h"
#include "views/partition/partitionpage.h"
#include "views/partition/partitiontablemodel.h"
#include "views/partition/patterndialog.h"
#include "views/widgets/datatable.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::test::partitiontests {

using namespace tosaic::model;

namespace {

using views::OperatorTableModel;

class Partition : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        openFixture(document, u"two_partitions-u55-128"_s);
        page.resize(1000, 640);
        page.show();
        table = child<QTableView>(page, u"operatorTable"_s);
    }
    /// Selects the first row on the NPU that is an operator, and returns its name.
    QString selectNpuRow()
    {
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const auto placement
                = table->model()->index(row, test::column<OperatorTableModel>(u"runsOn"));
            if (placement.data().toString() != u"NPU"_s)
                continue;
            const auto rect = table->visualRect(placement);
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, rect.center());
            return placement.data(views::IdRole).toString();
        }
        return {};
    }
    QAction *action(const QString &name)
    {
        Q_EMIT table->customContextMenuRequested({ 10, 10 });
        auto *menu = page.findChild<QMenu *>(u"operatorMenu"_s);
        return menu ? menu->findChild<QAction *>(name) : nullptr;
    }
    static spec::KeepOnCpu asked(const QSignalSpy &spy)
    {
        return spy.isEmpty() ? spec::KeepOnCpu() : spy.last()[0].value<spec::KeepOnCpu>();
    }

    views::PartitionPage page{ document, selection, theme };
    QTableView *table = nullptr;
};

} // namespace

TEST_F(PageTest, PartitionPageSaysWhatItIsForWhileNothingIsOpen)
{
    views::PartitionPage page(document, selection, theme);
    page.show();
    EXPECT_TRUE(child<QLabel>(page, u"emptyTitle"_s)->isVisible());
}

TEST_F(Partition, CountsAgreeWithTheCompilersOwn)
{
    const auto &summary = document.compileResult()->summary;
    const auto text = child<QLabel>(page, u"partitionSentence"_s)->text();
    EXPECT_TRUE(text.startsWith(
        u"%1 of %2 operators run on Ethos-U55-128 in 2 partition"_s.arg(*summary.npuOperators)
            .arg(*summary.npuOperators + *summary.cpuOperators)))
        << text.toStdString();
    views::OperatorTableModel model;
    ModelCheck check(model);
    model.set(document.program(), document.compileResult());
    EXPECT_EQ(static_cast<quint64>(model.countOf(graph::Placement::Npu)), *summary.npuOperators);
    EXPECT_EQ(static_cast<quint64>(model.countOf(graph::Placement::Cpu)), *summary.cpuOperators);
    picture(page, u"partition-light"_s);
}

TEST_F(Partition, ReasonsAreGroupedOverTheModelWithWhatHelps)
{
    auto *list = child<QWidget>(page, u"reasonList"_s);
    ASSERT_TRUE(list->isVisible());
    auto *show = child<QPushButton>(page, u"reasonShow0"_s);
    EXPECT_EQ(show->text(), u"1 operator(s)"_s);
    EXPECT_TRUE(child<QLabel>(page, u"reasonText0"_s)->text().contains(u"→"_s));
    const auto all = table->model()->rowCount();
    QTest::mouseClick(show, Qt::LeftButton);
    EXPECT_EQ(table->model()->rowCount(), 1) << "of " << all;
    child<QLineEdit>(page, u"operatorFilter"_s)->clear();

    QSignalSpy spy(&page, &views::PartitionPage::specRequested);
    auto preview = *document.compileResult();
    auto spec = preview.spec;
    spec.keepOnCpu.nodes = { u"aten_relu_default"_s };
    for (auto &node : preview.nodes) {
        if (node.name == u"aten_relu_default"_s)
            node.partition.reset();
    }
    preview.rejections.push_back({ .node = u"aten_relu_default"_s,
        .reasons = { u"Kept on the CPU by the spec: node aten_relu_default."_s },
        .checks = { u"keepOnCpu"_s } });
    page.setSpec(spec);
    page.setPreview(std::make_shared<const compiled::CompileResult>(preview));
    EXPECT_EQ(list->findChildren<QWidget *>(u"reasonShow0"_s).size(), 1)
        << "what it replaced is gone at once, not painted over it";
    QPushButton *remove = nullptr;
    for (auto *button : list->findChildren<QPushButton *>()) {
        if (button->text() == u"Remove the pins"_s)
            remove = button;
    }
    ASSERT_TRUE(remove) << "the reason of the preview, with its button";
    QTest::mouseClick(remove, Qt::LeftButton);
    ASSERT_EQ(spy.size(), 1);
    EXPECT_TRUE(spy[0][0].value<spec::CompileSpec>().keepOnCpu.isEmpty());
}

TEST_F(Partition, ARewriteThatHelpsIsShownAndCopied)
{
    auto preview = *document.compileResult();
    for (auto &rejection : preview.rejections) {
        rejection.reasons = { u"Avgpool2d needs stride <= 3, got (4, 4)"_s };
        rejection.checks = { u"AvgPool2dSupported"_s };
    }
    auto spec = preview.spec;
    spec.keepOnCpu.nodes = { u"aten_relu_default"_s }; // a preview is of other pins
    page.setSpec(spec);
    page.setPreview(std::make_shared<const compiled::CompileResult>(preview));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the rows before
    EXPECT_TRUE(child<QLabel>(page, u"reasonText0"_s)->text().contains(u"F.avg_pool2d(F."_s));
    auto *copy = child<QPushButton>(page, u"reasonRewrite0"_s);
    ASSERT_TRUE(copy && copy->isVisible());
    EXPECT_GE(child<QWidget>(page, u"reasonList"_s)->height(), copy->height()) << "in sight";
    picture(*child<QWidget>(page, u"reasonList"_s), u"partition-rewrite"_s);
    QTest::mouseClick(copy, Qt::LeftButton);
    EXPECT_EQ(QGuiApplication::clipboard()->text(),
        u"# instead of: F.avg_pool2d(x, 4, 4)\nF.avg_pool2d(F.avg_pool2d(x, 2, 2), 2, 2)\n"_s);
}

/// The cycles of the graph and of `operators`, or where they are, or why not.
TEST_F(Partition, OperatorsSayTheirCycles)
{
    const auto *shown = child<views::DataTable>(page, u"operatorTable"_s);
    const auto text = [&](const QString &node, const QString &column, int role = Qt::DisplayRole) {
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const auto cell = table->model()->index(row, shown->columnOf(column));
            if (cell.data(views::IdRole).toString() == node)
                return cell.data(role).toString();
        }
        return u"no such row"_s;
    };
    child<QToolButton>(page, u"stepsToggle"_s)->setChecked(true);
    ProfileDocument profile;
    page.setProfile(profile);
    profile.set(assembleProfile(profileMaterial(*openDocument(document.path()))));
    const auto graph = graph::buildResultGraph(*document.compileResult());
    const auto costs = costsOf(graph, *profile.subject(), *profile.table());
    double sum = 0;
    int timed = 0;
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto &cost = costs.nodes[i];
        if (!cost.cycles)
            continue;
        ++timed;
        sum += *cost.cycles;
        EXPECT_EQ(text(graph.nodes[i].name, u"cycles"_s), formatCycles(*cost.cycles) + u" est"_s);
        EXPECT_EQ(text(graph.nodes[i].name, u"share"_s), formatShare(*cost.share));
    }
    EXPECT_GE(timed, 2);
    for (const auto extra : costs.extra)
        sum += profile.table()->operations[extra].cycles()->value;
    EXPECT_EQ(sum, document.compileResult()->summary.cyclesTotal);
    const auto &nodes = document.compileResult()->nodes;
    const auto onCpu = std::ranges::find_if(
        nodes, [](const auto &node) { return !node.partition && node.target.contains(u"aten"_s); });
    ASSERT_NE(onCpu, nodes.end());
    EXPECT_EQ(text(onCpu->name, u"cycles"_s), u"Not known"_s);
    EXPECT_EQ(text(u"aten_relu_default"_s, u"cycles"_s), u"in aten_convolution_default"_s);
    EXPECT_TRUE(text(u"aten_relu_default"_s, u"cycles"_s, Qt::ToolTipRole)
                    .contains(u"with aten_convolution_default"_s))
        << "the name whole, where the column is narrower";
    const auto &header = *table->horizontalHeader();
    const auto copied = shown->selectionAsTsv().section(u'\n', 0, 0).split(u'\t');
    EXPECT_TRUE(copied.contains(u"Cycles (est)"_s)) << "a copied number has its origin from there";
    for (const auto *key : { u"name", u"cycles", u"share" })
        EXPECT_LT(header.visualIndex(shown->columnOf(key)),
            header.visualIndex(shown->columnOf(u"reasons")));
    picture(page, u"partition-costs-light"_s);
    profile.setLoading(true); // of the next model: the one before says nothing of it
    EXPECT_TRUE(text(graph.nodes.front().name, u"cycles"_s).isEmpty());
}

TEST_F(Partition, ModelsKeepTheRules)
{
    views::OperatorTableModel operators;
    views::PartitionTableModel partitions;
    ModelCheck checkOperators(operators);
    operators.set(document.program(), nullptr);
    operators.set(document.program(), document.compileResult());
    operators.setKept({ .patterns = { u"*"_s } });
    EXPECT_EQ(static_cast<size_t>(operators.rowCount()), document.compileResult()->nodes.size());
    operators.set(nullptr, nullptr);
    EXPECT_EQ(operators.rowCount(), 0);
    ModelCheck checkPartitions(partitions);
    partitions.set(document.program().get(), document.compileResult().get());
    EXPECT_EQ(partitions.rowCount(), 2);
    const auto cycles = partitions.index(0, test::column<views::PartitionTableModel>(u"cycles"));
    EXPECT_EQ(cycles.data(views::ValueRole).toDouble(),
        *document.compileResult()->partitions[0].summary.cyclesTotal);
    partitions.set(document.program().get(), nullptr);
    EXPECT_EQ(
        partitions.index(0, test::column<views::PartitionTableModel>(u"cycles")).data().toString(),
        u"Not known"_s);
}

TEST_F(Partition, PinsALineAnIslandAndItsNeighbours)
{
    QSignalSpy kept(&page, &views::PartitionPage::keepOnCpuRequested);
    const auto name = selectNpuRow();
    auto *line = action(u"keepLine"_s);
    ASSERT_TRUE(line);
    line->trigger();
    EXPECT_TRUE(asked(kept).nodes.contains(name));
    page.findChild<QMenu *>(u"operatorMenu"_s)->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    action(u"keepIsland"_s)->trigger();
    EXPECT_TRUE(asked(kept).nodes.contains(name));
    EXPECT_LT(asked(kept).nodes.size(), 3);
    page.findChild<QMenu *>(u"operatorMenu"_s)->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    action(u"keepNeighbours"_s)->trigger();
    EXPECT_EQ(asked(kept).nodes.size(), 3);
}

TEST_F(Partition, ListsWhatCrossesWithBytesAndConversions)
{
    auto *boundaries = child<views::DataTable>(page, u"boundaryTable"_s);
    ASSERT_TRUE(boundaries->isVisible());
    ASSERT_EQ(boundaries->model()->rowCount(), 4);
    const auto cell = [&](int row, QStringView column) {
        return boundaries->model()->index(row, boundaries->columnOf(column));
    };
    EXPECT_EQ(cell(0, u"from").data().toString(), u"input"_s);
    EXPECT_EQ(cell(3, u"to").data().toString(), u"output"_s);
    quint64 bytes = 0;
    for (int row = 0; row < 4; ++row) {
        bytes += cell(row, u"bytes").data(views::ValueRole).toULongLong();
        EXPECT_EQ(cell(row, u"conversions").data().toString(), u"1"_s);
    }
    EXPECT_EQ(bytes, analysis::totalsOf(analysis::boundariesOf(*document.compileResult())).bytes);
    EXPECT_TRUE(cell(1, u"conversions")
                    .data(Qt::ToolTipRole)
                    .toString()
                    .startsWith(u"quantized_decomposed.dequantize_per_tensor.default writes "_s));
    QTest::mouseClick(boundaries->viewport(), Qt::LeftButton, {},
        boundaries->visualRect(cell(1, u"from")).center());
    EXPECT_EQ(selection.current().kind, EntityRef::Kind::Node);
    picture(page, u"partition-boundaries"_s);
    document.set({}, nullptr, nullptr);
    EXPECT_EQ(boundaries->model()->rowCount(), 0);
}

TEST_F(Partition, ListsPinsWithWhatEachHolds)
{
    auto *pins = child<views::DataTable>(page, u"pinTable"_s);
    EXPECT_FALSE(pins->isVisible());
    page.setKept({ .nodes = { u"aten_relu_defualt"_s }, .operators = { u"aten.convolution"_s } });
    ASSERT_TRUE(pins->isVisible());
    const auto text = [&](int row, const char *column) {
        return pins->model()
            ->index(row, pins->columnOf(QString::fromLatin1(column)))
            .data()
            .toString();
    };
    EXPECT_EQ(text(0, "pin"), u"operator aten_relu_defualt"_s);
    EXPECT_EQ(pins->model()->index(0, pins->columnOf(u"pin"_s)).data(Qt::ToolTipRole),
        u"node:aten_relu_defualt"_s)
        << "as the spec writes it";
    EXPECT_EQ(text(1, "pin"), u"every aten.convolution"_s);
    EXPECT_EQ(text(0, "count"), u"0"_s);
    EXPECT_TRUE(text(0, "holds").endsWith(u"Likely now: aten_relu_default"_s));
    EXPECT_EQ(text(1, "count"), u"2"_s);
    picture(page, u"partition-pins"_s);
    QSignalSpy released(&page, &views::PartitionPage::releaseRequested);
    pins->setCurrentSourceRow(0);
    QTest::keyClick(pins, Qt::Key_Delete);
    EXPECT_EQ(asked(released).nodes, QStringList{ u"aten_relu_defualt"_s });
    QSignalSpy searched(&page, &views::PartitionPage::searchWanted);
    QTest::mouseClick(child<QPushButton>(page, u"findPins"_s), Qt::LeftButton);
    EXPECT_EQ(searched.size(), 1);
}

TEST_F(Partition, FiltersByWordsAndPlacement)
{
    const int all = table->model()->rowCount();
    QTest::keyClicks(child<QLineEdit>(page, u"operatorFilter"_s), u"convolution"_s);
    const int convolutions = table->model()->rowCount();
    EXPECT_GT(convolutions, 0);
    EXPECT_LT(convolutions, all);
    child<QLineEdit>(page, u"operatorFilter"_s)->clear();
    const auto npu = u"placementToggle-%1"_s.arg(static_cast<int>(graph::Placement::Npu));
    QTest::mouseClick(child<QToolButton>(page, npu), Qt::LeftButton);
    EXPECT_LT(table->model()->rowCount(), all);
    for (int row = 0; row < table->model()->rowCount(); ++row)
        EXPECT_NE(table->model()
                      ->index(row, test::column<OperatorTableModel>(u"runsOn"))
                      .data()
                      .toString(),
            u"NPU"_s);
    QTest::mouseClick(child<QToolButton>(page, npu), Qt::LeftButton);
    QTest::mouseClick(child<QToolButton>(page, u"stepsToggle"_s), Qt::LeftButton);
    EXPECT_EQ(table->model()->rowCount(), static_cast<int>(document.compileResult()->nodes.size()));
}

TEST_F(Partition, SelectsInBothDirections)
{
    const auto name = selectNpuRow();
    EXPECT_EQ(selection.current(), EntityRef::node(name));
    const auto &refused = document.compileResult()->rejections.at(0).node;
    selection.select(EntityRef::node(refused));
    EXPECT_EQ(table->currentIndex().data(views::IdRole).toString(), refused);
    auto *partitions = child<QTableView>(page, u"partitionTable"_s);
    QTest::mouseClick(partitions->viewport(), Qt::LeftButton, {},
        partitions->visualRect(partitions->model()->index(1, 0)).center());
    EXPECT_EQ(selection.current(), EntityRef::partition(1));
}

TEST_F(Partition, TheTipOfAReasonSaysWhatHelps)
{
    const auto &refused = document.compileResult()->rejections.at(0);
    selection.select(EntityRef::node(refused.node));
    const auto tip = table->currentIndex()
                         .siblingAtColumn(test::column<OperatorTableModel>(u"reasons"))
                         .data(Qt::ToolTipRole)
                         .toString()
                         .split(u'\n');
    ASSERT_EQ(tip.size(), 4) << tip.join(u'\n').toStdString();
    EXPECT_EQ(tip[0], refused.reasons[0]);
    EXPECT_TRUE(tip[1].startsWith(u"→ The Arm backend has no lowering"_s));
    EXPECT_EQ(tip[2], refused.reasons[1]);
    EXPECT_TRUE(tip[3].startsWith(u"→ It was not quantised"_s));
}

TEST_F(Partition, DeleteKeepsTheOperatorOnTheCpu)
{
    QSignalSpy keep(&page, &views::PartitionPage::keepOnCpuRequested);
    const auto name = selectNpuRow();
    QTest::keyClick(table, Qt::Key_Delete);
    ASSERT_EQ(keep.size(), 1);
    EXPECT_EQ(asked(keep), (spec::KeepOnCpu{ .nodes = { name } }));
    page.setKept(asked(keep));
    const auto why
        = table->currentIndex().siblingAtColumn(test::column<OperatorTableModel>(u"reasons"));
    EXPECT_EQ(why.data().toString(), u"On the CPU from the next compile on"_s);
    QTest::keyClick(table, Qt::Key_Delete);
    EXPECT_EQ(keep.size(), 1) << "it is kept already";
}

TEST_F(Partition, BothTablesShowWhatIsSelectedOrNothing)
{
    auto *partitions = child<QTableView>(page, u"partitionTable"_s);
    selectNpuRow();
    EXPECT_TRUE(table->selectionModel()->hasSelection());
    partitions->selectRow(1);
    EXPECT_EQ(selection.current(), EntityRef::partition(1));
    EXPECT_FALSE(table->selectionModel()->hasSelection()) << "the operator is not selected now";
    selection.select(EntityRef::partition(0));
    EXPECT_EQ(partitions->currentIndex().row(), 0);
    selectNpuRow();
    EXPECT_FALSE(partitions->selectionModel()->hasSelection());
}

TEST_F(Partition, TheMenuKeepsAKindAModuleAndReleasesThem)
{
    QSignalSpy keep(&page, &views::PartitionPage::keepOnCpuRequested);
    QSignalSpy release(&page, &views::PartitionPage::releaseRequested);
    selectNpuRow();
    const auto target = table->currentIndex()
                            .siblingAtColumn(test::column<OperatorTableModel>(u"operator"))
                            .data()
                            .toString();
    auto *kind = action(u"keepOperatorKind"_s);
    ASSERT_NE(kind, nullptr);
    EXPECT_TRUE(kind->text().contains(target));
    kind->trigger();
    EXPECT_EQ(asked(keep), (spec::KeepOnCpu{ .operators = { target } }));
    page.findChild<QMenu *>(u"operatorMenu"_s)->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_EQ(action(u"release"_s), nullptr) << "nothing is kept yet";
    page.findChild<QMenu *>(u"operatorMenu"_s)->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    page.setKept(asked(keep));
    auto *again = action(u"release"_s);
    ASSERT_NE(again, nullptr);
    again->trigger();
    EXPECT_EQ(asked(release), (spec::KeepOnCpu{ .operators = { target } }));
}

TEST_F(Partition, ThePatternDialogCountsWhileItIsTyped)
{
    QSignalSpy keep(&page, &views::PartitionPage::keepOnCpuRequested);
    selectNpuRow();
    auto *pattern = action(u"keepPattern"_s);
    ASSERT_NE(pattern, nullptr);
    pattern->trigger();
    auto *dialog = child<views::PatternDialog>(page, u"patternDialog"_s);
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->matchCount(), 1);
    auto *edit = child<QLineEdit>(*dialog, u"patternEdit"_s);
    edit->clear();
    QTest::keyClicks(edit, u"*nothing-like-it*"_s);
    EXPECT_FALSE(child<QPushButton>(*dialog, u"patternKeep"_s)->isEnabled());
    edit->clear();
    QTest::keyClicks(edit, u"*conv*"_s);
    EXPECT_GT(dialog->matchCount(), 0);
    picture(*dialog, u"pattern-dialog"_s);
    QTest::mouseClick(child<QPushButton>(*dialog, u"patternKeep"_s), Qt::LeftButton);
    EXPECT_EQ(asked(keep), (spec::KeepOnCpu{ .patterns = { u"*conv*"_s } }));
}

TEST_F(Partition, APreviewSaysWhatWouldChangeAndWhere)
{
    const auto column = test::column<OperatorTableModel>(u"preview"_s);
    EXPECT_TRUE(table->isColumnHidden(column));
    auto preview = std::make_shared<compiled::CompileResult>(*document.compileResult());
    preview->summary = {};
    preview->partitions.pop_back();
    for (auto &node : preview->nodes) {
        if (node.partition == 1) {
            node.partition.reset();
            node.placement = u"cpu"_s;
        }
    }
    page.setPreview(preview);
    EXPECT_FALSE(table->isColumnHidden(column));
    const auto sentence = child<QLabel>(page, u"partitionPreview"_s)->text();
    EXPECT_TRUE(sentence.contains(u"Preview: 1 partition(s) (now 2)"_s)) << sentence.toStdString();
    EXPECT_TRUE(sentence.contains(u"(now 5.75\u00a0KiB in 4 conversion(s))"_s));
    QStringList moved;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const auto cell = table->model()->index(row, column);
        if (!cell.data().toString().isEmpty())
            moved << cell.data(views::IdRole).toString() + u" -> "_s + cell.data().toString();
    }
    EXPECT_TRUE(moved.contains(u"aten_convolution_default_1 -> CPU"_s))
        << moved.join(u'\n').toStdString();
    page.setPreview({});
    EXPECT_TRUE(table->isColumnHidden(column));
    EXPECT_TRUE(child<QLabel>(page, u"partitionPreview"_s)->isHidden());
}

TEST_F(Partition, APreviewSaysWhatElseAPinHolds)
{
    auto preview = std::make_shared<compiled::CompileResult>(*document.compileResult());
    preview->problems = { { u"override.extended"_s, Severity::Info, {},
                              u"relu stays on the CPU too: it is fused with conv."_s },
        { u"calibration.random"_s, Severity::Warning, {}, u"No data."_s } };
    page.setPreview(preview);
    const auto sentence = child<QLabel>(page, u"partitionPreview"_s)->text();
    EXPECT_TRUE(sentence.endsWith(u"relu stays on the CPU too: it is fused with conv."_s))
        << sentence.toStdString();
}

TEST_F(Partition, ShowsAPreviewBeforeTheFirstCompile)
{
    const auto preview = document.compileResult();
    document.set({}, nullptr, nullptr);
    QSignalSpy open(&page, &views::PartitionPage::openRequested);
    QTest::mouseClick(child<QPushButton>(page, u"emptyAction"_s), Qt::LeftButton);
    EXPECT_EQ(open.size(), 1) << "of what?";
    page.setInput(test::sourcePath(u"tests/fixtures/models/add.py"_s));
    QSignalSpy wanted(&page, &views::PartitionPage::previewWanted);
    QTest::mouseClick(child<QPushButton>(page, u"emptyAction"_s), Qt::LeftButton);
    EXPECT_EQ(wanted.size(), 1);
    page.setPreview(preview);
    EXPECT_TRUE(child<QLabel>(page, u"partitionPreview"_s)
                    ->text()
                    .startsWith(u"Preview, nothing is compiled yet: 2 partition"_s));
    QSignalSpy keep(&page, &views::PartitionPage::keepOnCpuRequested);
    const auto name = selectNpuRow();
    auto *line = action(u"keepLine"_s);
    ASSERT_TRUE(line);
    line->trigger();
    EXPECT_TRUE(asked(keep).nodes.contains(name)) << "pins need no compile";
    picture(page, u"partition-preview-first"_s);
    auto failed = std::make_shared<compiled::CompileResult>();
    failed->status = compiled::Status::Failed;
    failed->problems = { { u"model.load"_s, Severity::Error, {}, u"No such module."_s } };
    page.setPreview(failed);
    EXPECT_EQ(child<QLabel>(page, u"emptyText"_s)->text(), u"No preview: No such module."_s);
}

TEST_F(Partition, WithoutACompileItSaysHowToGetOne)
{
    document.set(document.path(), document.program(), nullptr);
    QSignalSpy wanted(&page, &views::PartitionPage::compileWanted);
    QTest::mouseClick(child<QPushButton>(page, u"compileSource"_s), Qt::LeftButton);
    EXPECT_EQ(wanted.size(), 1);
    EXPECT_EQ(table->model()->rowCount(),
        static_cast<int>(document.program()->methods[0].instructions.size()));
    QSignalSpy keep(&page, &views::PartitionPage::keepOnCpuRequested);
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_Delete);
    EXPECT_EQ(keep.size(), 0);
    picture(page, u"partition-program-only"_s);
}

TEST_F(Partition, CopiesRowsAsTabSeparatedText)
{
    table->selectRow(0);
    table->setFocus();
    QTest::keySequence(table, QKeySequence::Copy);
    const auto lines = QApplication::clipboard()->text().split(u'\n');
    ASSERT_EQ(lines.size(), 2);
    EXPECT_EQ(lines[0].split(u'\t').size(), lines[1].split(u'\t').size());
    EXPECT_TRUE(lines[0].startsWith(u"Operator\tRuns on\tPartition"_s));
}

TEST_F(Partition, SortsByAColumn)
{
    table->sortByColumn(test::column<OperatorTableModel>(u"operator"), Qt::DescendingOrder);
    const auto first = table->model()->index(0, 0).data().toString();
    const auto last = table->model()->index(table->model()->rowCount() - 1, 0).data().toString();
    EXPECT_GE(first, last);
}

TEST(KeepRules, MatchAsTheDriverDoes)
{
    const spec::OperatorKey relu{ u"aten_relu_default_2"_s, u"aten.relu.default"_s,
        u"features.3.conv"_s };
    EXPECT_TRUE(spec::matchesOperator(relu, u"aten.relu"_s));
    EXPECT_TRUE(spec::matchesOperator(relu, u"aten::relu"_s));
    EXPECT_TRUE(spec::matchesOperator(relu, u"aten.relu.default"_s));
    EXPECT_FALSE(spec::matchesOperator(relu, u"aten"_s));
    EXPECT_TRUE(spec::matchesModule(relu, u"features.3"_s));
    EXPECT_FALSE(spec::matchesModule(relu, u"features.30"_s));
    EXPECT_FALSE(spec::matchesModule(relu, u"feat"_s));
    EXPECT_TRUE(spec::matchesPattern(relu, u"*relu*"_s));
    EXPECT_TRUE(spec::matchesPattern(relu, u"features.?"_s));
    EXPECT_TRUE(spec::matchesPattern(relu, u"aten_relu_default_[12]"_s));
    EXPECT_FALSE(spec::matchesPattern(relu, u"relu"_s));
    const spec::OperatorKey step{ u"q"_s, u"quantized_decomposed.quantize_per_tensor.default"_s,
        u"features.3"_s };
    EXPECT_TRUE(spec::hittingRules(step, { .patterns = { u"*"_s } }).isEmpty());
    EXPECT_EQ(spec::enclosingModules(u"a.b.c"_s), (QStringList{ u"a.b.c"_s, u"a.b"_s, u"a"_s }));
}

TEST_F(PageTest, PartitionPageInTheDarkWithALargeModel)
{
    theme.apply(*qApp, views::ThemeMode::Dark);
    openFixture(document, u"transformer_block-u55-128"_s);
    views::PartitionPage page(document, selection, theme);
    page.resize(1280, 800);
    page.show();
    EXPECT_GT(child<QTableView>(page, u"operatorTable"_s)->model()->rowCount(), 20);
    picture(page, u"partition-dark"_s);
}

} // namespace tosaic::test::partitiontests
