// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compiled/compileresult.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/partition/partitionpage.h"
#include "views/widgets/datatable.h"

#include <QApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

// Why operators are not on the NPU, and where that leads to.
namespace tosaic::test::partitionreasonstests {

namespace {

class PartitionReasons : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        openFixture(document, u"two_partitions-u55-128"_s);
        page.resize(1000, 640);
        page.show();
    }

    views::PartitionPage page{ document, selection, theme };
};

} // namespace

/// Where the model has to change, its line is one click away.
TEST_F(PartitionReasons, AReasonLeadsToTheLineOfTheModel)
{
    auto preview = *document.compileResult();
    ASSERT_FALSE(preview.rejections.empty());
    const auto node = preview.rejections.front().node;
    for (auto &one : preview.nodes)
        one.source = one.name == node ? u"sub/model.py:42"_s : QString();
    page.setPreview(std::make_shared<const compiled::CompileResult>(preview));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the rows before
    QSignalSpy asked(&page, &views::PartitionPage::sourceRequested);
    auto *line = child<QPushButton>(page, u"reasonSource0"_s);
    ASSERT_TRUE(line && line->isVisible());
    EXPECT_EQ(line->text(), u"model.py:42"_s);
    QTest::mouseClick(line, Qt::LeftButton);
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked[0][0].toString(), u"sub/model.py"_s) << "as recorded";
    EXPECT_EQ(asked[0][1].toInt(), 42);
    picture(*child<QWidget>(page, u"reasonList"_s), u"partition-source"_s);
    // Nothing is offered where no line was recorded.
    for (auto &one : preview.nodes)
        one.source.clear();
    page.setPreview(std::make_shared<const compiled::CompileResult>(preview));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_FALSE(page.findChild<QPushButton *>(u"reasonSource0"_s));
}

/// In a low window the facts scroll: they used to be drawn over each other, with one row below.
TEST_F(PartitionReasons, NothingLiesOverAnythingInALowWindow)
{
    auto *facts = child<QScrollArea>(page, u"partitionFacts"_s);
    auto *table = child<views::DataTable>(page, u"operatorTable"_s);
    const auto &reasons = *child<QWidget>(page, u"reasonList"_s);
    const auto &boundaries = *child<views::DataTable>(page, u"boundaryTable"_s);
    for (const int height : { 440, 1000 }) {
        SCOPED_TRACE(height);
        page.resize(700, height);
        ASSERT_TRUE(QTest::qWaitFor([&] { return page.height() == height; }));
        QApplication::processEvents();
        EXPECT_GE(table->viewport()->height(), 4 * table->rowHeight(0));
        EXPECT_LE(
            facts->mapTo(&page, facts->rect().bottomLeft()).y(), table->mapTo(&page, QPoint()).y());
        EXPECT_LE(reasons.geometry().bottom(), boundaries.geometry().top());
        EXPECT_GE(boundaries.viewport()->height(), 4 * boundaries.rowHeight(0))
            << "as high as its rows";
        const auto &header = *boundaries.horizontalHeader();
        EXPECT_LE(header.length(), boundaries.viewport()->width()) << "every number is in sight";
        const bool isAllSeen = facts->widget()->height() <= facts->viewport()->height();
        EXPECT_EQ(isAllSeen, height == 1000);
        EXPECT_FALSE(facts->verticalScrollBar()->isVisible() && isAllSeen);
        picture(page, u"partition-height-%1"_s.arg(height));
    }
}

} // namespace tosaic::test::partitionreasonstests
