// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/joblist.h"
#include "core/documents/externaldata.h"
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/canvas/histogrampicture.h"
#include "views/constants/constantfacts.h"
#include "views/constants/constantspanel.h"
#include "views/constants/slicebar.h"
#include "views/constants/valuesmodel.h"
#include "views/constants/valuestable.h"
#include "views/hex/entitybytes.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::test::constantspaneltests {

using namespace tosaic::model;
using tosaic::views::ValuesModel;

namespace {

NetworkTensor tensor(const QString &name, std::vector<qint64> shape, std::optional<ByteRange> data,
    std::optional<Quantisation> quantisation = {})
{
    NetworkTensor made;
    made.name = name;
    made.type = ElementType::Int8;
    made.typeText = u"INT8"_s;
    made.shape = std::move(shape);
    made.data = data;
    made.quantisation = std::move(quantisation);
    return made;
}

/// weights [2,3,4,5] with a scale for each index of dimension 0, bias [5] per row, rows [4,2] with
/// a scale a row, columns [2,4] with one a column, one that is computed, and an operator with two.
std::shared_ptr<const Network> network()
{
    QByteArray bytes(256, '\0');
    std::iota(bytes.begin(), bytes.end(), char(-60));
    auto made = std::make_shared<Network>();
    made->source = ByteSource::fromBytes(bytes, u"values.tflite"_s);
    made->format = u"tflite"_s;
    Subgraph graph;
    graph.tensors = {
        tensor(u"weights"_s, { 2, 3, 4, 5 }, ByteRange{ 0, 120 },
            Quantisation{ { 0.5, 0.25 }, { 0, 4 }, 0 }),
        tensor(u"bias"_s, { 5 }, ByteRange{ 120, 5 }),
        tensor(u"rows"_s, { 4, 2 }, ByteRange{ 128, 8 },
            Quantisation{ { 1, 2, 3, 4 }, { 0, 0, 0, 0 }, 0 }),
        tensor(u"columns"_s, { 2, 4 }, ByteRange{ 136, 8 },
            Quantisation{ { 1, 2, 3, 4 }, { 1, 1, 1, 1 }, 1 }),
        tensor(u"computed"_s, { 2, 2 }, std::nullopt),
        tensor(u"outside"_s, { 1000 }, ByteRange{ 200, 1000 }),
        tensor(u"short"_s, { 8 }, ByteRange{ 60, 4 }),
    };
    NetworkOperator op;
    op.type = u"CONV_2D"_s;
    op.inputs = { 4, 0, 1, -1 };
    graph.operators = { op };
    made->subgraphs = { graph };
    return made;
}

class Constants : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        panel.resize(1280, 360);
        panel.show();
        table = child<views::ValuesTable>(panel, u"valuesTable"_s);
        values = qobject_cast<ValuesModel *>(table->model());
        states = child<views::StateStack>(panel, u"constantsStates"_s);
        facts = child<views::DataTable>(panel, u"constantFacts"_s);
        histogram = child<views::HistogramPicture>(panel, u"histogram"_s);
    }
    void openNetwork()
    {
        OpenedModel opened;
        opened.path = u"values.tflite"_s;
        opened.network = network();
        opened.source = opened.network->source;
        document.set(std::move(opened));
    }
    bool waitForStatistics()
    {
        return QTest::qWaitFor([&] { return !histogram->bins().counts.empty(); });
    }
    QString fact(const QString &name)
    {
        for (int row = 0; row < facts->model()->rowCount(); ++row) {
            if (facts->model()->index(row, 0).data().toString() == name)
                return facts->model()->index(row, 1).data().toString();
        }
        return u"<none>"_s;
    }
    /// Of the panel itself; the statistics have such a page too.
    template <typename Widget>
    Widget *empty(const QString &name)
    {
        auto *own = states->findChild<QWidget *>(u"emptyState"_s, Qt::FindDirectChildrenOnly);
        return child<Widget>(*own, name);
    }
    QString cell(int row, int column) { return values->index(row, column).data().toString(); }

    JobList jobs;
    views::ConstantsPanel panel{ document, selection, jobs, theme };
    views::ValuesTable *table = nullptr;
    ValuesModel *values = nullptr;
    views::StateStack *states = nullptr;
    views::DataTable *facts = nullptr;
    views::HistogramPicture *histogram = nullptr;
};

} // namespace

TEST_F(Constants, ShowsASliceOfAHigherRank)
{
    const ModelCheck check(*values);
    openNetwork();
    selection.select(EntityRef::networkTensor(0, 0));
    ASSERT_TRUE(states->isContentShown());
    EXPECT_EQ(values->rowCount(), 4);
    EXPECT_EQ(values->columnCount(), 5);
    EXPECT_EQ(cell(0, 0), u"-60"_s);
    EXPECT_EQ(cell(3, 4), u"-41"_s);
    child<QSpinBox>(panel, u"slice-0"_s)->setValue(1);
    child<QSpinBox>(panel, u"slice-1"_s)->setValue(2);
    EXPECT_EQ(cell(0, 0), u"40"_s) << "element 1*60 + 2*20";
    EXPECT_EQ(values->elementAt(values->index(3, 4)).value_or(0), 119U);
    ASSERT_TRUE(waitForStatistics());
    EXPECT_EQ(fact(u"Shape"_s), u"[2, 3, 4, 5]"_s);
    EXPECT_EQ(fact(u"Elements"_s), u"120"_s);
    EXPECT_EQ(fact(u"Minimum"_s), u"-60 at [0, 0, 0, 0]"_s);
    EXPECT_EQ(fact(u"Maximum"_s), u"59 at [1, 2, 3, 4]"_s);
    EXPECT_EQ(fact(u"Mean"_s), u"-0.5"_s);
    EXPECT_EQ(fact(u"Zeros"_s), u"1 (0.8 %)"_s);
    EXPECT_EQ(fact(u"Different values"_s), u"120"_s);
    quint64 counted = 0;
    for (const auto bin : histogram->bins().counts)
        counted += bin;
    EXPECT_EQ(counted, 120U);
    picture(panel, u"constants-light"_s);
    const auto wide = panel.size();
    panel.resize(608, 300);
    QCoreApplication::processEvents();
    picture(panel, u"constants-narrow"_s);
    EXPECT_EQ(panel.width(), 608) << "fits where all side panels stand";
    panel.resize(wide);
}

TEST_F(Constants, DequantisesWithTheScaleOfTheChannel)
{
    openNetwork();
    selection.select(EntityRef::networkTensor(0, 0));
    QTest::mouseClick(child<QToolButton>(panel, u"dequantisedToggle"_s), Qt::LeftButton);
    EXPECT_EQ(cell(0, 0), u"-30"_s) << "0.5 * (-60 - 0)";
    child<QSpinBox>(panel, u"slice-0"_s)->setValue(1);
    EXPECT_EQ(cell(0, 0), u"-1"_s) << "0.25 * (0 - 4)";
    ASSERT_TRUE(waitForStatistics());
    EXPECT_EQ(fact(u"Minimum"_s), u"-30 at [0, 0, 0, 0]"_s);
    table->setCurrentIndex(values->index(0, 1));
    EXPECT_TRUE(child<QLabel>(panel, u"cellText"_s)
                    ->text()
                    .startsWith(u"[1, 0, 0, 1] stored as 1, means -0.75, at byte 0x3d"_s))
        << child<QLabel>(panel, u"cellText"_s)->text().toStdString();
    theme.apply(*qApp, views::ThemeMode::Dark);
    picture(panel, u"constants-dark"_s);
    theme.apply(*qApp, views::ThemeMode::Light);

    selection.select(EntityRef::networkTensor(0, 2)); // one scale for each row
    EXPECT_EQ(values->columnCount(), 4) << "scale, zero point, two values";
    EXPECT_EQ(cell(2, 0), u"3"_s);
    EXPECT_EQ(cell(2, 2), u"216"_s) << "3 * 72";
    selection.select(EntityRef::networkTensor(0, 3)); // one for each column
    EXPECT_EQ(values->columnCount(), 4);
    EXPECT_TRUE(
        values->headerData(1, Qt::Horizontal, Qt::DisplayRole).toString().contains(u"scale 2"_s));
    selection.select(EntityRef::networkTensor(0, 1)); // no quantisation
    EXPECT_FALSE(child<QToolButton>(panel, u"dequantisedToggle"_s)->isEnabled());
    EXPECT_TRUE(child<QToolButton>(panel, u"storedToggle"_s)->isChecked());
    EXPECT_EQ(values->rowCount(), 5);
    EXPECT_EQ(values->columnCount(), 1);
}

TEST_F(Constants, TheMinimumLeadsToItsCell)
{
    openNetwork();
    selection.select(EntityRef::networkTensor(0, 0));
    ASSERT_TRUE(waitForStatistics());
    for (int row = 0; row < facts->model()->rowCount(); ++row) {
        if (facts->model()->index(row, 0).data().toString() == u"Maximum"_s)
            facts->setCurrentIndex(facts->model()->index(row, 0));
    }
    facts->setFocus();
    QTest::keyClick(facts, Qt::Key_Return);
    EXPECT_EQ(child<QSpinBox>(panel, u"slice-0"_s)->value(), 1);
    EXPECT_EQ(child<QSpinBox>(panel, u"slice-1"_s)->value(), 2);
    EXPECT_EQ(table->currentIndex(), values->index(3, 4));
}

TEST_F(Constants, CopiesCellsAsTsv)
{
    openNetwork();
    selection.select(EntityRef::networkTensor(0, 0));
    EXPECT_EQ(table->selectionAsTsv().count(u'\n'), 3);
    table->selectionModel()->select(
        QItemSelection(values->index(1, 1), values->index(2, 3)), QItemSelectionModel::Select);
    panel.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&panel));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QApplication::clipboard()->text(), u"-54\t-53\t-52\n-49\t-48\t-47"_s);
    const auto csv = table->asCsv();
    EXPECT_EQ(csv.count("\r\n"), 5) << "the grid and its titles";
    EXPECT_TRUE(csv.contains("-49,-48,-47")) << csv.constData();
    EXPECT_TRUE(table->findChild<QAction *>(u"exportAction"_s));
}

TEST_F(Constants, AnOperatorOffersItsConstants)
{
    openNetwork();
    selection.select(EntityRef::networkOperator(0, 0));
    auto *chooser = child<QComboBox>(panel, u"constantChooser"_s);
    ASSERT_EQ(chooser->count(), 2);
    EXPECT_EQ(chooser->itemText(1), u"bias"_s);
    chooser->setCurrentIndex(1);
    Q_EMIT chooser->activated(1);
    EXPECT_EQ(values->rowCount(), 5);
    EXPECT_EQ(selection.current(), EntityRef::networkOperator(0, 0));
}

TEST_F(Constants, SaysWhyThereAreNoValues)
{
    const auto title = [&] { return empty<QLabel>(u"emptyTitle"_s)->text(); };
    const auto text = [&] { return empty<QLabel>(u"emptyText"_s)->text(); };
    EXPECT_FALSE(states->isContentShown());
    openNetwork();
    EXPECT_TRUE(title().contains(u"No constant selected"_s));
    selection.select(EntityRef::networkTensor(0, 4));
    EXPECT_TRUE(text().startsWith(u"No constant:"_s));
    selection.select(EntityRef::networkTensor(0, 5));
    EXPECT_TRUE(
        states->findChild<QWidget *>(u"errorState"_s, Qt::FindDirectChildrenOnly)->isVisible())
        << "data outside the file";
    selection.select(EntityRef::networkTensor(0, 6));
    ASSERT_TRUE(states->isContentShown());
    EXPECT_EQ(cell(5, 0), u"missing"_s);
    EXPECT_EQ(fact(u"Missing"_s), u"4 (50.0 %)"_s);

    auto program = std::make_shared<Program>();
    program->source = ByteSource::fromBytes(QByteArray(64, 'x'), {});
    Tensor external;
    external.isExternal = true;
    external.name = u"conv.weight"_s;
    external.shape = { 4 };
    Method method;
    method.values = { external };
    program->methods = { method };
    document.set(u"external.pte"_s, program, nullptr);
    selection.select(EntityRef::value(0, 0));
    EXPECT_EQ(title(), u"conv.weight"_s);
    EXPECT_TRUE(text().contains(u".ptd"_s));

    // With the file that holds it.
    auto data = std::make_shared<ExternalData>();
    data->places.emplace(u"conv.weight"_s,
        ExternalData::Place{ u"/models/weights.ptd"_s,
            ByteSource::fromBytes(QByteArray::fromHex("0000803f000000400000404000008040"), {}),
            ByteRange{ 0, 16 } });
    selection.reset();
    document.set({ .path = u"external.pte"_s, .program = program, .external = data });
    selection.select(EntityRef::value(0, 0));
    ASSERT_TRUE(states->isContentShown());
    EXPECT_EQ(cell(2, 0), u"3"_s);
    EXPECT_EQ(fact(u"In the file"_s), u"weights.ptd"_s);
    EXPECT_FALSE(panel.findChild<QToolButton *>(u"showConstantBytes"_s)->isEnabled())
        << "they are not in the file that the bytes panel shows";
}

TEST_F(Constants, WeightsOfADelegateAreNotDecoded)
{
    openFixture(document, u"mobilenet_v2-u55-128"_s);
    const auto &blocks = document.program()->methods[0].delegates[0].ethosu->blocks;
    const auto weights = std::ranges::find(blocks, u"weight_data"_s, &PayloadBlock::name);
    ASSERT_NE(weights, blocks.end());
    const auto entity = EntityRef::payloadBlock(0, 0, static_cast<int>(weights - blocks.begin()));
    selection.select(entity);
    EXPECT_TRUE(empty<QLabel>(u"emptyTitle"_s)->text().contains(u"encoded by Vela"_s));
    QSignalSpy activated(&selection, &SelectionContext::activated);
    QTest::mouseClick(empty<QPushButton>(u"emptyAction"_s), Qt::LeftButton);
    ASSERT_EQ(activated.size(), 1);
    EXPECT_EQ(activated.first().first().value<EntityRef>().bytes,
        views::bytesOf(document, entity).value());
}

TEST_F(Constants, CountingIsListedAndCanBeCancelled)
{
    auto big = std::make_shared<Network>();
    big->source = ByteSource::fromBytes(QByteArray(64 << 20, 'x'), {});
    Subgraph graph;
    graph.tensors = { tensor(u"big"_s, { 64, 1 << 20 }, ByteRange{ 0, 64 << 20 }) };
    big->subgraphs = { graph };
    OpenedModel opened;
    opened.path = u"big.tflite"_s;
    opened.network = big;
    opened.source = big->source;
    document.set(std::move(opened));
    selection.select(EntityRef::networkTensor(0, 0));
    EXPECT_EQ(values->columnCount(), static_cast<int>(ValuesModel::MaxColumns));
    child<QSpinBox>(panel, u"firstColumn"_s)->setValue(1 << 19);
    EXPECT_EQ(values->elementAt(values->index(1, 0)).value_or(0), (1U << 20) + (1U << 19));
    ASSERT_FALSE(jobs.isIdle());
    EXPECT_TRUE(jobs.running().front()->title.contains(u"big"_s));
    auto *statistics = child<views::StateStack>(panel, u"statisticsStates"_s);
    Q_EMIT statistics->cancelRequested();
    EXPECT_TRUE(jobs.isIdle());
    EXPECT_EQ(statistics->findChild<QLabel *>(u"emptyTitle"_s)->text(), u"Not counted"_s);
    QTest::mouseClick(statistics->findChild<QPushButton *>(u"emptyAction"_s), Qt::LeftButton);
    EXPECT_FALSE(jobs.isIdle());
    selection.clear();
    EXPECT_TRUE(jobs.isIdle());
}

TEST_F(Constants, ABinTellsItsRange)
{
    openNetwork();
    selection.select(EntityRef::networkTensor(0, 0));
    ASSERT_TRUE(waitForStatistics());
    EXPECT_TRUE(histogram->binText(0).startsWith(u"-60 to -59: 2"_s))
        << histogram->binText(0).toStdString();
    QApplication::processEvents();
    const auto area = histogram->contentsRect();
    EXPECT_EQ(histogram->binAt({ area.left(), area.center().y() }), 0);
    EXPECT_EQ(histogram->binAt({ area.right(), area.center().y() }), 59);
    EXPECT_EQ(histogram->binAt(QPoint(0, 0)), -1);
}

} // namespace tosaic::test::constantspaneltests
