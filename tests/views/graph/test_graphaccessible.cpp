// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader is told of the graph.
#include "tests/views/graph/graphpagefixture.h"
#include "tests/views/graph/networkgraphs.h"
#include "views/graph/graphaccessible.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::views::graphaccessibletests {

class GraphSpoken : public GraphPageTest
{
protected:
    GraphSpoken()
    {
        document.set({ .path = u"/stages.tflite"_s, .network = test::stages(20) });
        waitUntilShown();
        waitForCamera();
    }
    void waitForNext(QSignalSpy &shown)
    {
        if (shown.isEmpty()) {
            ASSERT_TRUE(shown.wait(60000));
        }
        waitForCamera();
    }
    void openAll()
    {
        QSignalSpy shown(&page, &GraphPage::shown);
        page.expandAll();
        waitForNext(shown);
    }
    QAccessibleInterface &canvas() { return *QAccessible::queryAccessibleInterface(page.view()); }
    QAccessibleInterface *named(const QString &name)
    {
        for (int i = 0; i < canvas().childCount(); ++i) {
            auto *child = canvas().child(i);
            if (child && child->text(QAccessible::Name) == name)
                return child;
        }
        return nullptr;
    }
    QStringList related(QAccessibleInterface &of, QAccessible::RelationFlag relation)
    {
        QStringList names;
        for (const auto &[other, kind] : of.relations(relation)) {
            EXPECT_EQ(kind, relation);
            names += other->text(QAccessible::Name);
        }
        return names;
    }
};

TEST_F(GraphSpoken, NodesGroupsAndEdgesHaveNameRoleStateAndRelations)
{
    openAll();
    auto *mul = named(u"MUL stage0/block1/mul"_s);
    ASSERT_TRUE(mul);
    EXPECT_EQ(mul->parent(), &canvas());
    EXPECT_EQ(mul->role(), QAccessible::Graphic);
    EXPECT_EQ(canvas().child(canvas().indexOfChild(mul)), mul);
    const auto about = mul->text(QAccessible::Description);
    for (const auto &part : { u"int8 1x4"_s, u"takes data from"_s, u"stage0/block1/conv_2d"_s,
             u"mask"_s, u"feeds stage0/block1/relu"_s, u"in stage0"_s })
        EXPECT_TRUE(about.contains(part)) << about.toStdString();
    EXPECT_TRUE(
        related(*mul, QAccessible::Controller).contains(u"CONV_2D stage0/block1/conv_2d"_s));
    EXPECT_EQ(related(*mul, QAccessible::Controlled), QStringList{ u"RELU stage0/block1/relu"_s });
    const auto groups = related(*mul, QAccessible::Label);
    ASSERT_EQ(groups.size(), 1);
    auto *group = named(groups.constFirst());
    ASSERT_TRUE(group);
    EXPECT_EQ(group->role(), QAccessible::Grouping);
    EXPECT_TRUE(group->state().expanded);
    EXPECT_TRUE(related(*group, QAccessible::Labelled).contains(mul->text(QAccessible::Name)));
    auto *edge = named(u"from stage0/block1/conv_2d to stage0/block1/mul"_s);
    ASSERT_TRUE(edge);
    EXPECT_EQ(edge->role(), QAccessible::Link);
    EXPECT_EQ(related(*edge, QAccessible::Controlled), QStringList{ mul->text(QAccessible::Name) });
    const auto place = mul->rect().center();
    EXPECT_EQ(canvas().childAt(place.x(), place.y()), mul);
}

TEST_F(GraphSpoken, WhatIsWalkedToIsToldAndActionsDoWhatKeysDo)
{
    openAll();
    auto *conv = named(u"CONV_2D stage0/block1/conv_2d"_s);
    ASSERT_TRUE(conv);
    conv->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    EXPECT_TRUE(conv->state().selected);
    page.view()->setFocus();
    key(Qt::Key_Down);
    auto *mul = named(u"MUL stage0/block1/mul"_s);
    EXPECT_TRUE(mul->state().focused) << "along the edge";
    EXPECT_EQ(canvas().focusChild(), mul);
    QSignalSpy shown(&page, &GraphPage::shown);
    auto *group = named(u"stage0"_s);
    ASSERT_TRUE(group);
    group->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
    waitForNext(shown);
    auto *closed = named(u"stage0"_s);
    ASSERT_TRUE(closed) << "asked for anew";
    EXPECT_TRUE(closed->state().collapsed);
    EXPECT_EQ(named(u"MUL stage0/block1/mul"_s), nullptr);
}

/// No platform that draws nothing passes events on: what it would be given is looked at.
TEST_F(GraphSpoken, EachStepIsToldOnceWithTheChildThatItIsAbout)
{
    openAll();
    auto &graph = dynamic_cast<GraphAccessible &>(canvas());
    page.view()->setFocus();
    named(u"CONV_2D stage0/block1/conv_2d"_s)
        ->actionInterface()
        ->doAction(QAccessibleActionInterface::pressAction());
    const auto expectTold = [&](const QString &name) {
        const auto news = graph.takeNews();
        ASSERT_EQ(news.size(), 2u) << name.toStdString();
        EXPECT_EQ(news[0].first, QAccessible::Selection);
        EXPECT_EQ(news[1].first, QAccessible::Focus);
        for (const auto &[event, child] : news)
            EXPECT_EQ(canvas().child(child)->text(QAccessible::Name), name);
        EXPECT_TRUE(graph.takeNews().empty()) << "once";
    };
    expectTold(u"CONV_2D stage0/block1/conv_2d"_s);
    key(Qt::Key_Down);
    expectTold(u"MUL stage0/block1/mul"_s);
    key(Qt::Key_U);
    expectTold(u"stage0.block1"_s);
    selection.select(model::EntityRef::networkOperator(0, 0)); // by another view
    expectTold(u"CONV_2D stage0/block0/conv_2d"_s);
    key(Qt::Key_Escape);
    EXPECT_TRUE(graph.takeNews().empty()) << "nothing is selected";
}

TEST_F(GraphSpoken, BookmarksAreSaid)
{
    openAll();
    page.setBookmarks({ model::EntityRef::networkOperator(0, 4) });
    auto *mul = named(u"MUL stage0/block1/mul"_s);
    ASSERT_TRUE(mul);
    EXPECT_TRUE(mul->text(QAccessible::Description).contains(u"bookmarked"_s));
    EXPECT_FALSE(named(u"RELU stage0/block1/relu"_s)
                     ->text(QAccessible::Description)
                     .contains(u"bookmarked"_s));
}

TEST_F(GraphSpoken, GroupsAreReachedAndEnteredByKeys)
{
    openAll();
    auto *mul = named(u"MUL stage0/block1/mul"_s);
    mul->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    page.view()->setFocus();
    key(Qt::Key_U);
    auto *block = canvas().focusChild();
    ASSERT_TRUE(block);
    EXPECT_EQ(block->role(), QAccessible::Grouping);
    EXPECT_EQ(block->text(QAccessible::Name), u"stage0.block1"_s);
    key(Qt::Key_U);
    EXPECT_EQ(canvas().focusChild()->text(QAccessible::Name), u"stage0"_s);
    key(Qt::Key_Down);
    EXPECT_EQ(canvas().focusChild(), named(u"CONV_2D stage0/block0/conv_2d"_s));
}

/// Whoever looks for something asks for a few of them.
TEST_F(GraphSpoken, OfManyOnlyThoseThatAreAskedForAreMade)
{
    openAll();
    auto &all = canvas();
    const auto count = all.childCount();
    EXPECT_GE(count, 60 + 60);
    const auto place = page.view()->viewport()->mapToGlobal(QPoint(5, 5));
    all.childAt(place.x(), place.y()); // the widgets in it
    auto *last = all.child(count - 1);
    const auto id = QAccessible::uniqueId(last);
    all.childAt(place.x(), place.y());
    all.childCount();
    const auto next = QAccessible::uniqueId(all.child(count - 2));
    EXPECT_EQ(std::max(id, next) - std::min(id, next), 1u) << "nothing was made in between";
    EXPECT_EQ(all.child(count - 1), last) << "and what was made is kept";
    EXPECT_EQ(all.child(count), nullptr);
}

} // namespace tosaic::views::graphaccessibletests
