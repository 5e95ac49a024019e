// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytesource.h"
#include "profiler/session/profileassembly.h"
#include "tests/support/samples.h"
#include "tests/views/graph/graphpagefixture.h"
#include "views/graph/hovercard.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views::graphplacestests {

using namespace tosaic::model;

namespace {

NetworkTensor tensor(const QString &name)
{
    return { .name = name, .type = ElementType::Int8, .shape = std::vector<qint64>{ 1, 8, 8, 4 } };
}

/// Two subgraphs; the first calls the second.
std::shared_ptr<const Network> network()
{
    auto out = std::make_shared<Network>();
    out->source = ByteSource::fromBytes(QByteArray(256, 'x'));
    out->format = u"tosa"_s;
    out->version = u"1.0.0"_s;
    Subgraph main{ .name = u"main"_s, .inputs = { 0 }, .outputs = { 3 } };
    main.tensors = { tensor(u"in"_s), tensor(u"weights"_s), tensor(u"mid"_s), tensor(u"out"_s) };
    main.tensors[1].data = ByteRange{ 16, 64 };
    main.operators = {
        { .type = u"CONV2D"_s,
            .inputs = { 0, 1 },
            .outputs = { 2 },
            .attributes = { { u"pad"_s, std::vector<qint64>{ 1, 1, 1, 1 } } } },
        { .type = u"COND_IF"_s, .inputs = { 2 }, .outputs = { 3 }, .subgraphs = { 1 } },
    };
    Subgraph branch{ .name = u"then"_s, .inputs = { 0 }, .outputs = { 1 } };
    branch.tensors = { tensor(u"a"_s), tensor(u"b"_s) };
    branch.operators = { { .type = u"ABS"_s, .inputs = { 0 }, .outputs = { 1 } } };
    out->subgraphs = { main, branch };
    return out;
}

} // namespace

class NetworkPage : public GraphPageTest
{
protected:
    NetworkPage()
    {
        OpenedModel opened;
        opened.path = u"/models/small.tosa"_s;
        opened.network = network();
        document.set(std::move(opened));
        waitUntilShown();
        waitForCamera();
    }
    void waitForNext()
    {
        QSignalSpy shown(&page, &GraphPage::shown);
        EXPECT_TRUE(shown.wait(60000));
        waitForCamera();
    }
    template <typename Widget>
    Widget *child(const QString &name)
    {
        auto *found = page.findChild<Widget *>(name);
        EXPECT_TRUE(found) << name.toStdString();
        return found;
    }
};

class DelegatePage : public NetworkPage
{
protected:
    DelegatePage()
    {
        openFixture(u"two_partitions-u55-128"_s, u"two_partitions.pte"_s);
        EXPECT_TRUE(QTest::qWaitFor(
            [this] { return !document.isAnalysing() && !document.isRelating(); }, 30000));
        page.setLevel(GraphLevel::Runtime);
        waitForNext();
    }
    /// The node inside the hull of a delegate at the level of instructions.
    GraphTarget delegateNode(int index)
    {
        const auto &nodes = page.shownGraph().nodes;
        for (size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].group && nodes[i].group.value == static_cast<quint32>(index))
                return { .node = static_cast<int>(i) };
        }
        return {};
    }
    void doubleClick(const GraphTarget &target)
    {
        QTest::mouseDClick(
            page.view()->viewport(), Qt::LeftButton, Qt::NoModifier, placeOf(target));
    }
};

TEST_F(GraphPageTest, AnotherCompileOfTheModelKeepsPlaceGroupsAndCamera)
{
    openFixture(u"mobilenet_v2-u55-128"_s, u"mobilenet_v2.pte"_s);
    page.collapseAll();
    waitUntilShown();
    ASSERT_LT(page.shownGraph().nodes.size(), 20U);
    auto *scene = page.view()->graphScene();
    const auto partition = scene->targetOf(model::EntityRef::partition(0));
    page.view()->returnTo(scene->rectOf(partition).center() + QPointF(40, 30), 0.9);
    waitForCamera();
    const auto where = page.view()->viewportTransform().map(scene->rectOf(partition).center());
    openFixture(u"mobilenet_v2-u85-256"_s, u"mobilenet_v2.pte"_s);
    waitForCamera();
    EXPECT_LT(page.shownGraph().nodes.size(), 20U) << "what was closed stays closed";
    EXPECT_NEAR(page.view()->zoom(), 0.9, 0.01);
    const auto now = page.view()->viewportTransform().map(
        scene->rectOf(scene->targetOf(model::EntityRef::partition(0))).center());
    EXPECT_LE(QLineF(where, now).length(), 0.05 * page.view()->viewport()->width());
    openFixture(u"two_partitions-u55-128"_s, u"two_partitions.pte"_s);
    waitForCamera();
    EXPECT_TRUE(page.view()->visibleScene().contains(scene->bounds())) << "another model is fitted";
}

TEST_F(NetworkPage, SaysWhatTheNetworkIsMadeOf)
{
    EXPECT_EQ(page.level(), GraphLevel::Network);
    EXPECT_TRUE(page.sentence().startsWith(u"TOSA 1.0.0: 2 operator"_s))
        << page.sentence().toStdString();
    EXPECT_EQ(page.shownGraph().nodes.size(), 4U) << "the weights are folded into CONV2D";
    EXPECT_FALSE(child<QToolButton>(u"graphRuntime"_s)->isVisible());
    EXPECT_TRUE(child<QToolButton>(u"graphConstants"_s)->isVisible());
}

TEST_F(NetworkPage, AClickSelectsAnOperatorAndItsConstantsLeadToIt)
{
    const GraphTarget conv{ .node = node(u"CONV2D"_s) };
    click(conv);
    EXPECT_EQ(selection.current(), EntityRef::networkOperator(0, 0));
    selection.select(EntityRef::networkTensor(0, 1));
    EXPECT_EQ(page.view()->graphScene()->selected(), conv) << "the constant folded into it";
    selection.select(EntityRef::networkTensor(0, 2));
    EXPECT_EQ(page.view()->graphScene()->selected(), conv) << "what it computes";
}

TEST_F(NetworkPage, ConstantsBecomeNodesByAButton)
{
    QTest::mouseClick(child<QToolButton>(u"graphConstants"_s), Qt::LeftButton);
    waitForNext();
    EXPECT_GE(node(u"weights"_s), 0);
    EXPECT_EQ(page.shownGraph().nodes.size(), 5U);
}

TEST_F(NetworkPage, SubgraphsAreChosenFromABoxOrEnteredByTheirCaller)
{
    auto *box = child<QComboBox>(u"graphSubgraph"_s);
    ASSERT_TRUE(box->isVisible());
    EXPECT_EQ(box->count(), 2);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Down);
    waitForNext();
    EXPECT_EQ(page.place().subgraph, 1);
    EXPECT_GE(node(u"ABS"_s), 0);
    page.setSubgraph(0);
    waitForNext();
    click({ .node = node(u"COND_IF"_s) });
    key(Qt::Key_Return);
    waitForNext();
    EXPECT_TRUE(page.isInside());
    EXPECT_GE(node(u"ABS"_s), 0);
    EXPECT_TRUE(child<QWidget>(u"graphPath"_s)->isVisible());
    QTest::mouseClick(child<QToolButton>(u"graphStep0"_s), Qt::LeftButton);
    waitForNext();
    EXPECT_GE(node(u"CONV2D"_s), 0);
    EXPECT_FALSE(child<QWidget>(u"graphPath"_s)->isVisible());
}

TEST_F(NetworkPage, SelectingInAnotherSubgraphGoesThere)
{
    selection.select(EntityRef::networkOperator(1, 0));
    waitForNext();
    EXPECT_EQ(page.place().subgraph, 1);
    EXPECT_EQ(page.view()->graphScene()->selected().node, node(u"ABS"_s));
}

TEST_F(NetworkPage, TheCardNamesAttributesAndThatItIsNotPlacedYet)
{
    HoverCard card(*page.view());
    card.showNode(page.shownGraph().nodes[static_cast<size_t>(node(u"CONV2D"_s))], false, {});
    EXPECT_TRUE(card.text().contains(u"pad = [1, 1, 1, 1]"_s)) << card.text().toStdString();
    EXPECT_TRUE(card.text().contains(u"not placed yet"_s));
    EXPECT_TRUE(card.text().contains(u"constant weights int8 1x8x8x4"_s));
}

TEST_F(DelegatePage, ADoubleClickOpensItsNpuOperationsAndEscLeaves)
{
    doubleClick(delegateNode(1));
    waitForNext();
    EXPECT_EQ(page.level(), GraphLevel::NpuOperations);
    const auto owner = page.place().owner;
    EXPECT_EQ(owner.kind, EntityRef::Kind::Delegate);
    EXPECT_TRUE(page.sentence().contains(u"Ethos-U55-128"_s)) << page.sentence().toStdString();
    EXPECT_TRUE(page.sentence().contains(u"MACs"_s));
    const auto &nodes = page.shownGraph().nodes;
    EXPECT_TRUE(std::any_of(
        nodes.begin(), nodes.end(), [&](const auto &n) { return n.entity.isInStreamOf(owner); }));
    EXPECT_EQ(selection.current(), owner) << "the inspector tells about what one is inside of";
    key(Qt::Key_Escape);
    waitForNext();
    EXPECT_FALSE(page.isInside());
    EXPECT_EQ(page.level(), GraphLevel::Runtime);
    EXPECT_EQ(selection.current(), owner);
}

TEST_F(DelegatePage, EnterGoesInAndBackspaceOut)
{
    click(delegateNode(0));
    key(Qt::Key_Return);
    waitForNext();
    ASSERT_EQ(page.level(), GraphLevel::NpuOperations);
    const auto &nodes = page.shownGraph().nodes;
    const auto operation = std::find_if(nodes.begin(), nodes.end(),
        [](const auto &n) { return n.entity.kind == EntityRef::Kind::NpuOperation && !n.group; });
    ASSERT_NE(operation, nodes.end());
    const GraphTarget target{ .node = static_cast<int>(operation - nodes.begin()) };
    const auto entity = operation->entity;
    click(target);
    EXPECT_EQ(selection.current(), entity);
    key(Qt::Key_Escape);
    EXPECT_TRUE(page.isInside()) << "the first Esc only clears the selection";
    key(Qt::Key_Backspace);
    waitForNext();
    EXPECT_FALSE(page.isInside());
}

TEST_F(DelegatePage, ItsTosaGraphIsOneClickAwayAndSaysHowSureItIs)
{
    const auto owner = EntityRef::delegate(0, 0);
    const auto *related = document.relatedTo(owner);
    ASSERT_TRUE(related) << "the compile beside the program kept it";
    EXPECT_EQ(related->confidence, RelatedNetwork::Confidence::Certain);
    EXPECT_FALSE(related->evidence.empty());
    page.enter(owner);
    waitForNext();
    auto *button = child<QToolButton>(u"graphDelegateNetwork"_s);
    ASSERT_TRUE(button->isVisible() && button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    waitForNext();
    EXPECT_EQ(page.level(), GraphLevel::DelegateNetwork);
    EXPECT_TRUE(page.sentence().startsWith(u"TOSA"_s)) << page.sentence().toStdString();
    auto *evidence = child<QLabel>(u"graphEvidence"_s);
    EXPECT_EQ(evidence->text(), u"partition.tosa: certain"_s);
    EXPECT_TRUE(evidence->toolTip().startsWith(related->path));
    const auto conv = node(u"CONV2D"_s);
    ASSERT_GE(conv, 0);
    EXPECT_EQ(page.shownGraph().nodes[static_cast<size_t>(conv)].placement, graph::Placement::Npu);
    EXPECT_FALSE(child<QWidget>(u"graphLegend"_s)->accessibleName().contains(u"not placed"_s));
    click({ .node = conv });
    EXPECT_EQ(selection.current().name, related->path) << "it is in another file";
    EXPECT_TRUE(document.networkOf(selection.current()));
    page.leave();
    waitForNext();
    page.enter(EntityRef::delegate(0, 1));
    waitForNext();
    EXPECT_EQ(page.level(), GraphLevel::DelegateNetwork) << "what was shown last";
}

TEST_F(DelegatePage, AnOperatorOfItsTosaStaysMarkedAmongTheNpuOperations)
{
    ProfileDocument profile;
    profile.set(assembleProfile(profileMaterial(document)));
    ASSERT_TRUE(profile.subject());
    page.setProfile(&profile);
    page.enter(EntityRef::delegate(0, 0));
    waitForNext();
    QTest::mouseClick(child<QToolButton>(u"graphDelegateNetwork"_s), Qt::LeftButton);
    waitForNext();
    const auto conv = node(u"CONV2D"_s);
    ASSERT_GE(conv, 0);
    click({ .node = conv });
    const auto chosen = selection.current();
    const auto *scene = page.view()->graphScene();
    QTest::mouseClick(child<QToolButton>(u"graphNpuOperations"_s), Qt::LeftButton);
    waitForNext();
    ASSERT_EQ(page.level(), GraphLevel::NpuOperations);
    EXPECT_EQ(selection.current(), chosen);
    const auto relatives = profile.subject()->relativesOf(chosen);
    ASSERT_GE(scene->selected().node, 0);
    EXPECT_TRUE(std::ranges::count(relatives, scene->entityOf(scene->selected())));
    click(scene->selected()); // and back from the operation to its operator
    QTest::mouseClick(child<QToolButton>(u"graphDelegateNetwork"_s), Qt::LeftButton);
    waitForNext();
    EXPECT_EQ(scene->entityOf(scene->selected()), chosen);
    page.setProfile(nullptr);
}

TEST_F(DelegatePage, SelectingOutsideLeadsOut)
{
    page.enter(EntityRef::delegate(0, 0));
    waitForNext();
    selection.select(EntityRef::instruction(0, 0));
    waitForNext();
    EXPECT_FALSE(page.isInside());
    EXPECT_EQ(page.view()->graphScene()->selected(),
        page.view()->graphScene()->targetOf(EntityRef::instruction(0, 0)));
}

TEST_F(DelegatePage, AnOperationChosenElsewhereMarksItsDelegateUntilOneGoesIn)
{
    const auto operation = EntityRef::npuOperation(EntityRef::delegate(0, 1), 0);
    selection.select(operation);
    EXPECT_FALSE(page.isInside());
    EXPECT_EQ(page.view()->graphScene()->selected(),
        page.view()->graphScene()->targetOf(EntityRef::delegate(0, 1)));
    Q_EMIT selection.activated(operation);
    waitForNext();
    EXPECT_EQ(page.place().owner, EntityRef::delegate(0, 1));
}

TEST_F(DelegatePage, AnOperatorOfThePartitionOpensItsDelegate)
{
    page.setLevel(GraphLevel::Operators);
    waitForNext();
    const auto &nodes = page.shownGraph().nodes;
    const auto inside = std::find_if(
        nodes.begin(), nodes.end(), [](const auto &n) { return n.group && !n.collapsed; });
    ASSERT_NE(inside, nodes.end());
    doubleClick({ .node = static_cast<int>(inside - nodes.begin()) });
    waitForNext();
    EXPECT_EQ(page.level(), GraphLevel::NpuOperations);
}

TEST_F(GraphPageTest, FiveThousandOperatorsAreDrawn)
{
    auto big = std::make_shared<Network>();
    big->source = ByteSource::fromBytes({});
    big->format = u"pt2"_s;
    Subgraph main{ .inputs = { 0 }, .outputs = { 5000 } };
    main.tensors.assign(5001, tensor(u"t"_s));
    for (qint32 i = 0; i < 5000; ++i)
        main.operators.push_back({ .type = u"aten.relu.default"_s,
            .inputs = { i },
            .outputs = { i + 1 },
            .module = u"layers.%1.act"_s.arg(i / 50) });
    big->subgraphs = { main };
    OpenedModel opened;
    opened.path = u"/models/big.pt2"_s;
    opened.network = big;
    document.set(std::move(opened));
    waitUntilShown();
    EXPECT_LT(page.shownGraph().nodes.size(), 200U) << "modules start closed";
    EXPECT_FALSE(page.shownGraph().groups.empty());
}

} // namespace tosaic::views::graphplacestests
