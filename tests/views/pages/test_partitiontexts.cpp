// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the page says where there is little to list.
#include "core/documents/openmodel.h"
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/partition/partitionpage.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::test::partitiontextstests {

namespace {

class PartitionTexts : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        page.resize(1000, 640);
        page.show();
    }

    views::PartitionPage page{ document, selection, theme };
};

} // namespace

TEST_F(PartitionTexts, NothingOnTheNpuIsNoShareOfAll)
{
    openFixture(document, u"softmax-float-refused"_s);
    const auto text = child<QLabel>(page, u"partitionSentence"_s)->text();
    EXPECT_TRUE(text.startsWith(u"No operator runs on Ethos-U"_s)) << text.toStdString();
    auto none = *document.compileResult();
    none.nodes.clear();
    none.summary.npuOperators = none.summary.cpuOperators = 0;
    document.set({}, nullptr, std::make_shared<const compiled::CompileResult>(none));
    EXPECT_EQ(
        child<QLabel>(page, u"partitionSentence"_s)->text(), u"The model has no operators."_s);
}

TEST_F(PartitionTexts, OffersNoPreviewOfWhatVelaCompilesByItself)
{
    document.set({}, nullptr, nullptr);
    page.setInput(test::written(u"model.tflite"_s, QByteArray("\x1c\0\0\0TFL3", 8)));
    EXPECT_TRUE(child<QLabel>(page, u"emptyText"_s)->text().startsWith(u"Vela compiles TFLite"_s));
    auto *button = child<QPushButton>(page, u"emptyAction"_s);
    EXPECT_EQ(button->text(), u"Compile…"_s);
    QSignalSpy preview(&page, &views::PartitionPage::previewWanted);
    QSignalSpy compile(&page, &views::PartitionPage::compileWanted);
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(preview.size(), 0);
    EXPECT_EQ(compile.size(), 1);
}

TEST_F(PartitionTexts, SaysWhereItStandsWhatVelaTook)
{
    auto opened = openDocument(test::fixturePath(u"softmax-u85-256/partition0/vela.npz"_s));
    ASSERT_TRUE(opened);
    document.set(std::move(*opened));
    EXPECT_TRUE(child<QLabel>(page, u"emptyText"_s)->text().contains(u"Operators"_s));
    EXPECT_FALSE(child<QPushButton>(page, u"emptyAction"_s)->isVisible());
}

TEST_F(PartitionTexts, ACompileOfVelaAloneHasNoEmptyTableOfOperators)
{
    auto result = std::make_shared<compiled::CompileResult>();
    result->status = compiled::Status::Succeeded;
    result->summary.npuOperators = 56;
    result->summary.cpuOperators = 0;
    result->summary.sramBytes = 1024;
    document.set({}, nullptr, result);
    EXPECT_TRUE(child<QLabel>(page, u"emptyText"_s)->isVisible());
    EXPECT_TRUE(child<QLabel>(page, u"emptyText"_s)->text().contains(u"Operators"_s));
}

} // namespace tosaic::test::partitiontextstests
