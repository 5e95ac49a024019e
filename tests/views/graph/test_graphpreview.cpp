// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the next compile would make, drawn in the graph.
#include "core/graph/names.h"
#include "tests/support/samples.h"
#include "tests/views/graph/graphpagefixture.h"

#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views::graphpreviewtests {

namespace {

const auto Pinned = u"aten_convolution_default_1"_s;

class GraphPreviewTest : public GraphPageTest
{
protected:
    GraphPreviewTest()
    {
        openFixture(u"two_partitions-u55-128"_s, u"two_partitions.pte"_s);
        waitForCamera();
    }
    /// The second convolution stays on the CPU, with the steps around it.
    static std::shared_ptr<const compiled::CompileResult> previewOf(
        const compiled::CompileResult &compiled)
    {
        auto preview = compiled;
        preview.partitions.pop_back();
        preview.spec.keepOnCpu.nodes = { Pinned };
        preview.summary.npuOperators = 2;
        preview.summary.cpuOperators = 2;
        for (auto &node : preview.nodes) {
            if (node.partition != 1)
                continue;
            node.partition.reset();
            node.placement = node.name == Pinned ? u"cpu"_s : u"boundary"_s;
        }
        preview.rejections.push_back({ .node = Pinned,
            .target = u"aten.convolution.default"_s,
            .reasons = { u"Kept on the CPU by the spec: it is named."_s },
            .checks = { u"keepOnCpu"_s } });
        return std::make_shared<const compiled::CompileResult>(std::move(preview));
    }
    void showPreview()
    {
        page.setKept({ .nodes = { Pinned } });
        page.setPreview(previewOf(*document.compileResult()));
        waitUntilShown();
        waitForCamera();
    }
    const graph::Node &nodeCalled(const QString &name)
    {
        static const graph::Node none;
        const auto at = nodeOfName(name);
        EXPECT_GE(at, 0) << name.toStdString();
        return at < 0 ? none : page.view()->graphScene()->graph().nodes[static_cast<size_t>(at)];
    }
    QMenu *openMenu(const GraphTarget &target)
    {
        const auto place = placeOf(target);
        QContextMenuEvent event(
            QContextMenuEvent::Mouse, place, page.view()->viewport()->mapToGlobal(place));
        QApplication::sendEvent(page.view()->viewport(), &event);
        return page.findChild<QMenu *>(u"graphMenu"_s);
    }
    size_t partitions() const
    {
        const auto &groups = page.view()->graphScene()->graph().groups;
        return static_cast<size_t>(
            std::ranges::count(groups, graph::Placement::Npu, &graph::Group::placement));
    }
};

} // namespace

TEST_F(GraphPreviewTest, IsDrawnInPlaceOfWhatIsCompiledAndSaysSo)
{
    ASSERT_EQ(partitions(), 2U);
    EXPECT_EQ(nodeCalled(Pinned).placement, graph::Placement::Npu);
    EXPECT_FALSE(page.findChild<QToolButton *>(u"graphPreview"_s)->isVisible());
    showPreview();
    EXPECT_TRUE(page.isPreviewShown());
    EXPECT_EQ(partitions(), 1U);
    EXPECT_TRUE(page.sentence().startsWith(u"Preview of the next compile: 2 of 4 operator"_s))
        << page.sentence().toStdString();
    for (const auto &group : page.view()->graphScene()->graph().groups) {
        EXPECT_TRUE(group.isPreview);
        EXPECT_TRUE(group.entity.isEmpty()) << "partition 0 is another one in what is compiled";
    }
    const auto &pinned = nodeCalled(Pinned);
    EXPECT_EQ(pinned.placement, graph::Placement::Cpu);
    EXPECT_TRUE(pinned.isPinned);
    EXPECT_EQ(pinned.notes, QStringList{ u"Kept on the CPU by the spec: it is named."_s });
}

TEST_F(GraphPreviewTest, TheSwitchLeadsToWhatIsCompiledAndBack)
{
    showPreview();
    auto *button = page.findChild<QToolButton *>(u"graphPreview"_s);
    ASSERT_TRUE(button->isVisible());
    EXPECT_TRUE(button->isChecked());
    QTest::mouseClick(button, Qt::LeftButton);
    waitUntilShown();
    EXPECT_FALSE(page.isPreviewShown());
    EXPECT_EQ(partitions(), 2U);
    EXPECT_TRUE(page.sentence().startsWith(u"3 of 4"_s));
    EXPECT_TRUE(nodeCalled(Pinned).isPinned) << "the pin is pending all the same";
    QTest::mouseClick(button, Qt::LeftButton);
    waitUntilShown();
    EXPECT_EQ(partitions(), 1U);
    page.setPreview({});
    page.setKept({});
    waitUntilShown();
    EXPECT_EQ(partitions(), 2U);
    EXPECT_FALSE(button->isVisible());
    EXPECT_FALSE(nodeCalled(Pinned).isPinned);
}

TEST_F(GraphPreviewTest, EdgesAcrossABoundarySayTheirBytes)
{
    const auto crossing = [this] {
        std::vector<graph::Edge> edges = page.view()->graphScene()->graph().edges;
        std::erase_if(edges, [](const graph::Edge &edge) { return edge.crossing == 0; });
        return edges;
    };
    const auto compiled = crossing();
    // In, before the sort, behind it, out: 3x16x16, 8x16x16 twice and 4x16x16 of one byte.
    ASSERT_EQ(compiled.size(), 4U);
    EXPECT_EQ(compiled[0].crossingBytes, 768U);
    EXPECT_EQ(graph::labelOf(compiled[1]), u"int8 1x8x16x16 · 2 KiB"_s);
    showPreview();
    EXPECT_EQ(crossing().size(), 2U) << "what is around the second convolution stays on the CPU";
}

TEST_F(GraphPreviewTest, TheMenuCompilesWhatIsPreviewedAndComparesWhatWas)
{
    QSignalSpy compile(&page, &GraphPage::compileRequested);
    QSignalSpy compare(&page, &GraphPage::compareRequested);
    auto *menu = openMenu({});
    ASSERT_TRUE(menu);
    EXPECT_FALSE(menu->findChild<QAction *>(u"graphMenuCompile"_s)) << "nothing is to be compiled";
    EXPECT_FALSE(menu->findChild<QAction *>(u"graphMenuCompare"_s));
    delete menu;
    showPreview();
    menu = openMenu({ .node = nodeOfName(Pinned) });
    ASSERT_TRUE(menu->findChild<QAction *>(u"graphMenuCompile"_s));
    EXPECT_TRUE(menu->findChild<QAction *>(u"release"_s)) << "the pin can be taken back";
    EXPECT_FALSE(menu->findChild<QAction *>(u"graphMenuEnter"_s));
    auto *first = menu->actions().front();
    EXPECT_EQ(first->objectName(), u"graphMenuCompile"_s);
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(first).center());
    EXPECT_EQ(compile.size(), 1);
    delete menu;
    page.setPreview({});
    waitUntilShown();
    page.setChanges({ { Pinned, graph::Change::ToCpu } });
    menu = openMenu({ .node = nodeOfName(Pinned) });
    ASSERT_TRUE(menu->findChild<QAction *>(u"graphMenuCompare"_s));
    menu->findChild<QAction *>(u"graphMenuCompare"_s)->trigger();
    EXPECT_EQ(compare.size(), 1);
    menu->close();
}

TEST_F(GraphPreviewTest, AModelThatNobodyCompiledIsDrawnToo)
{
    const auto preview = previewOf(*document.compileResult());
    document.set({}, nullptr, nullptr);
    ASSERT_TRUE(document.isEmpty());
    page.setPreview(preview);
    waitUntilShown();
    EXPECT_TRUE(page.isPreviewShown());
    EXPECT_EQ(partitions(), 1U);
    page.setPreview({});
    EXPECT_TRUE(QTest::qWaitFor([this] { return !page.view()->isVisible(); }));
}

TEST_F(GraphPreviewTest, OneThatFailedIsNotDrawn)
{
    auto failed = *previewOf(*document.compileResult());
    failed.status = compiled::Status::Failed;
    page.setPreview(std::make_shared<const compiled::CompileResult>(failed));
    EXPECT_FALSE(page.isPreviewShown());
    EXPECT_EQ(partitions(), 2U);
}

} // namespace tosaic::views::graphpreviewtests
