// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/estimatedocument.h"
#include "core/documents/specdocument.h"
#include "tests/support/samples.h"
#include "tests/views/canvaskeys.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/memory/boardbox.h"
#include "views/memory/memorypicturepage.h"
#include "views/memory/memorypictureview.h"
#include "views/memory/memorytablemodel.h"
#include "views/memory/memorytext.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::test::memorypagetests {

namespace {

using namespace analysis;
using views::PartRef;

const PartRef Weights{ MemoryRole::External, PartKind::Weights };
const PartRef Scratch{ MemoryRole::Sram, PartKind::Scratch };

class MemoryPage : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        page = std::make_unique<views::MemoryPicturePage>(
            views::MemoryPictureContext{ document, spec, estimate, selection }, theme);
        page->setBoards(boards::readBoardCatalogue({ boards::boardsDir() }));
        page->resize(1180, 640);
        page->show();
        view = child<views::MemoryPictureView>(*page, u"memoryPicture"_s);
        table = child<views::DataTable>(*page, u"memoryTable"_s);
        states = child<views::StateStack>(*page, u"memoryStates"_s);
    }

    void open(const QString &name)
    {
        // The picture of the model before must not be taken for that of this one.
        document.clear();
        ASSERT_TRUE(QTest::qWaitFor([&] { return !states->isContentShown(); }));
        openFixture(document, name);
        if (const auto result = document.compileResult())
            spec.reset(result->spec);
        ASSERT_TRUE(QTest::qWaitFor([&] {
            return states->isContentShown() && view->picture().target == spec.spec().target
                && view->picture().partitions > 0;
        }));
        settle();
    }
    void settle()
    {
        QCoreApplication::processEvents(); // layouts
        ASSERT_TRUE(QTest::qWaitFor([&] { return !view->isMoving(); }));
    }
    QToolButton *mode(const QString &name) { return child<QToolButton>(*page, u"mode_"_s + name); }
    void click(const PartRef &part)
    {
        const auto *geometry = view->geometryAtRest().part(part);
        ASSERT_TRUE(geometry);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, geometry->area.center().toPoint());
    }
    QString label(const QString &name) { return child<QLabel>(*page, name)->text(); }
    void takeEstimate(const QString &memoryMode, quint64 scratch, quint64 weights)
    {
        auto made = std::make_shared<compiled::Estimate>();
        made->spec = spec.spec();
        made->spec.memoryMode = memoryMode;
        made->resolvedSpec = spec::resolved(made->spec);
        compiled::PartitionEstimate partition;
        partition.vela.emplace();
        partition.commandBytes = 100;
        partition.scratchBytes = scratch;
        partition.weightBytes = weights;
        partition.fastScratchBytes = 0;
        made->partitions = { partition };
        EstimateView shown;
        shown.hasInput = true;
        shown.estimate = made;
        estimate.setView(shown);
    }

    SpecDocument spec;
    EstimateDocument estimate;
    std::unique_ptr<views::MemoryPicturePage> page;
    views::MemoryPictureView *view = nullptr;
    views::DataTable *table = nullptr;
    views::StateStack *states = nullptr;
};

} // namespace

TEST_F(MemoryPage, SaysWhatWillBeHereWhileNothingIsOpen)
{
    EXPECT_FALSE(states->isContentShown());
    QSignalSpy wanted(page.get(), &views::MemoryPicturePage::openRequested);
    QTest::mouseClick(states->findChild<QPushButton *>(u"emptyAction"_s), Qt::LeftButton);
    EXPECT_EQ(wanted.count(), 1);
    picture(*page, u"memory-empty"_s);
}

TEST_F(MemoryPage, ShowsTheModelsRealSizes)
{
    open(u"mobilenet_v2-u55-128"_s);
    EXPECT_EQ(view->picture().box(MemoryRole::Sram)->part(PartKind::Scratch)->bytes, 149'488u);
    EXPECT_EQ(view->picture().box(MemoryRole::External)->part(PartKind::Weights)->bytes, 372'816u);
    EXPECT_TRUE(label(u"memorySource"_s).contains(u"est"_s));
    EXPECT_TRUE(view->accessibleDescription().contains(u"146.0 KiB"_s)
        || view->accessibleDescription().contains(u"146 KiB"_s))
        << view->accessibleDescription().toStdString();
    const ModelCheck check(*static_cast<QSortFilterProxyModel *>(table->model())->sourceModel());
    picture(*page, u"memory-mobilenet"_s);
}

TEST_F(MemoryPage, AClickOnAPartSelectsWhatItIs)
{
    open(u"mobilenet_v2-u55-128"_s);
    click(Weights);
    EXPECT_EQ(selection.current().kind, model::EntityRef::Kind::PayloadBlock);
    EXPECT_EQ(view->selectedPart(), Weights);
    EXPECT_GE(table->currentSourceRow(), 0);
    click(Scratch);
    EXPECT_EQ(selection.current(), model::EntityRef::delegate(0, 0));
    QSignalSpy activated(&selection, &SelectionContext::activated);
    QTest::keyClick(view, Qt::Key_Return);
    EXPECT_EQ(activated.count(), 1);
    selection.select(model::EntityRef::instruction(0, 0));
    EXPECT_FALSE(view->selectedPart().has_value());
}

TEST_F(MemoryPage, TheKeyboardWalksThroughTheParts)
{
    open(u"mobilenet_v2-u55-128"_s);
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Right);
    EXPECT_EQ(view->selectedPart(), Scratch);
    QTest::keyClick(view, Qt::Key_Down);
    EXPECT_EQ(view->selectedPart(), Weights);
    QTest::keyClick(view, Qt::Key_Right);
    EXPECT_EQ(view->selectedPart(), (PartRef{ MemoryRole::External, PartKind::Commands }));
    QTest::keyClick(view, Qt::Key_Up);
    EXPECT_EQ(view->selectedPart(), Scratch);
    EXPECT_TRUE(view->accessibleDescription().startsWith(u"Scratch"_s));
    QTest::keyClick(view, Qt::Key_Left);
    EXPECT_EQ(view->selectedPart(), Scratch) << "stays at the first";
}

TEST_F(MemoryPage, AModeButtonEditsTheSpecAndCanBeUndone)
{
    open(u"mobilenet_v2-u55-128"_s);
    EXPECT_TRUE(mode(u"Shared_Sram"_s)->isChecked());
    QTest::mouseClick(mode(u"Sram_Only"_s), Qt::LeftButton);
    settle();
    EXPECT_EQ(spec.spec().memoryMode, u"Sram_Only"_s);
    EXPECT_EQ(view->picture().placement, Placement::SramOnly);
    // Nobody compiled that yet: the layout, without invented sizes.
    EXPECT_FALSE(view->picture().box(MemoryRole::Sram)->part(PartKind::Weights)->bytes.has_value());
    EXPECT_TRUE(label(u"memorySource"_s).contains(u"not known"_s));
    picture(*page, u"memory-layout-only"_s);
    spec.undo();
    settle();
    EXPECT_TRUE(mode(u"Shared_Sram"_s)->isChecked());
    EXPECT_EQ(view->picture().placement, Placement::SharedSram);
}

TEST_F(MemoryPage, AnEstimateFillsTheOtherModes)
{
    open(u"mobilenet_v2-u55-128"_s);
    EXPECT_TRUE(mode(u"Sram_Only"_s)->text().contains(u"Not known"_s));
    takeEstimate(u"Sram_Only"_s, 100 * 1024, 200 * 1024);
    EXPECT_TRUE(mode(u"Sram_Only"_s)->text().contains(u"300"_s))
        << mode(u"Sram_Only"_s)->text().toStdString();
    QTest::mouseClick(mode(u"Sram_Only"_s), Qt::LeftButton);
    settle();
    EXPECT_EQ(view->picture().box(MemoryRole::Sram)->part(PartKind::Weights)->bytes, 200u * 1024);
    EXPECT_TRUE(label(u"memorySource"_s).contains(u"live estimate"_s));
    // Its parts lead to the delegate that the estimate is about.
    click({ MemoryRole::Sram, PartKind::Weights });
    EXPECT_EQ(selection.current().kind, model::EntityRef::Kind::PayloadBlock);
}

TEST_F(MemoryPage, AnEstimateOfAnotherModelIsNotTaken)
{
    open(u"mobilenet_v2-u55-128"_s);
    takeEstimate(u"Sram_Only"_s, 100 * 1024, 200 * 1024);
    open(u"add-u55-128"_s);
    // What is still shown there is about the model before.
    estimate.setView(estimate.view());
    EXPECT_TRUE(mode(u"Sram_Only"_s)->text().contains(u"Not known"_s))
        << mode(u"Sram_Only"_s)->text().toStdString();
}

TEST_F(MemoryPage, ImpossibleModesAreDisabledWithTheReason)
{
    open(u"mobilenet_v2-u55-128"_s);
    auto *dedicated = mode(u"Dedicated_Sram_384KB"_s);
    EXPECT_FALSE(dedicated->isEnabled());
    EXPECT_TRUE(dedicated->toolTip().contains(u"Ethos-U55"_s));
    QTest::mouseClick(dedicated, Qt::LeftButton);
    EXPECT_EQ(view->picture().placement, Placement::SharedSram);
    open(u"add-u65-256"_s);
    EXPECT_TRUE(mode(u"Dedicated_Sram_384KB"_s)->isEnabled());
    EXPECT_TRUE(mode(u"Dedicated_Sram_384KB"_s)->isChecked());
    picture(*page, u"memory-dedicated"_s);
}

TEST_F(MemoryPage, AContradictionIsShownAndSaid)
{
    open(u"mobilenet_v2-u55-128"_s);
    auto odd = spec.spec();
    odd.memoryMode = u"Dedicated_Sram"_s;
    odd.systemConfig = u"Ethos_U65_High_End"_s;
    spec.setSpec(odd);
    EXPECT_TRUE(mode(u"Dedicated_Sram"_s)->isChecked());
    EXPECT_TRUE(label(u"memoryNotes"_s).contains(u"not made for Ethos-U55"_s))
        << label(u"memoryNotes"_s).toStdString();
    EXPECT_TRUE(label(u"memoryNotes"_s).contains(u"another family"_s));
}

TEST_F(MemoryPage, ABoardIsChosenAndChecked)
{
    open(u"mobilenet_v2-u55-128"_s);
    auto *box = child<views::BoardBox>(*page, u"memoryBoard"_s);
    QSignalSpy chosen(page.get(), &views::MemoryPicturePage::boardChosen);
    box->setFocus();
    QTest::keyClicks(box, u"Corstone-300"_s);
    QTest::keyClick(box, Qt::Key_Return);
    EXPECT_EQ(page->board(), u"corstone-300"_s);
    EXPECT_EQ(chosen.count() > 0, true);
    EXPECT_TRUE(label(u"memoryVerdict"_s).startsWith(u"Fits"_s))
        << label(u"memoryVerdict"_s).toStdString();
    EXPECT_TRUE(box->toolTip().contains(u"Source"_s));
    picture(*page, u"memory-corstone"_s);
}

TEST_F(MemoryPage, OverTheCapacityIsSaidInWordsAndBytes)
{
    const auto folder = temporaryDir() + u"/boards"_s;
    QDir().mkpath(folder);
    QFile file(folder + u"/small.json"_s);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(R"({"formatVersion":1,"boards":[{"id":"small","name":"Small","memories":[)"
               R"({"name":"S","uses":["sram"],"bytes":100000},)"
               R"({"name":"F","uses":["flash"],"bytes":4000000}]}]})");
    file.close();
    page->setBoards(boards::readBoardCatalogue({ folder }));
    page->setBoard(u"small"_s);
    open(u"mobilenet_v2-u55-128"_s);
    EXPECT_TRUE(label(u"memoryVerdict"_s).contains(u"over by 48.3 KiB"_s))
        << label(u"memoryVerdict"_s).toStdString();
    const auto *box = view->geometryAtRest().box(MemoryRole::Sram);
    ASSERT_TRUE(box->capacityX);
    EXPECT_LT(*box->capacityX, box->contentRight);
    // Red where the contents pass the line.
    QImage image(view->size(), QImage::Format_RGB32);
    view->render(&image);
    const QPoint beyond(int((*box->capacityX + box->contentRight) / 2), int(box->bar.top()) + 6);
    bool isRed = false;
    for (int dx = -6; dx <= 6; ++dx) {
        const auto colour = image.pixelColor(beyond + QPoint(dx, 0));
        isRed = isRed || colour.red() > colour.blue() + 20;
    }
    EXPECT_TRUE(isRed);
    picture(*page, u"memory-over"_s);
}

TEST_F(MemoryPage, OwnBoardAsksForOne)
{
    open(u"mobilenet_v2-u55-128"_s);
    auto *box = child<views::BoardBox>(*page, u"memoryBoard"_s);
    QSignalSpy wanted(page.get(), &views::MemoryPicturePage::ownBoardRequested);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_End);
    EXPECT_EQ(wanted.count(), 1);
    EXPECT_EQ(page->board(), QString());
}

TEST_F(MemoryPage, AFileWithoutReportsSaysWhatIsMissing)
{
    const auto copy = temporaryDir() + u"/alone-page.pte"_s;
    ASSERT_TRUE(QFile::copy(fixturePath(u"add-u65-256/add.pte"_s), copy));
    document.set(copy, openProgram(copy), nullptr);
    ASSERT_TRUE(QTest::qWaitFor([&] { return states->isContentShown(); }));
    // The spec is still that of another target: one click shows the file as it was compiled.
    auto *as = child<QPushButton>(*page, u"memoryAsCompiled"_s);
    ASSERT_TRUE(as->isVisible());
    QTest::mouseClick(as, Qt::LeftButton);
    settle();
    EXPECT_EQ(spec.spec().target, u"ethos-u65-256"_s);
    EXPECT_FALSE(as->isVisible());
    EXPECT_EQ(view->picture().box(MemoryRole::External)->part(PartKind::Scratch)->bytes, 16u);
    EXPECT_TRUE(label(u"memorySource"_s).contains(u"not in it"_s));
    picture(*page, u"memory-file-only"_s);
}

TEST_F(MemoryPage, TheNumbersAreCopiedAsTsv)
{
    open(u"mobilenet_v2-u55-128"_s);
    table->setFocus();
    table->clearSelection();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    const auto text = QApplication::clipboard()->text();
    EXPECT_TRUE(text.contains(u"\t149488\t"_s)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"372816"_s));
    EXPECT_TRUE(text.contains(u"(bytes)"_s));
}

TEST_F(MemoryPage, AnswersTheKeysOfAllPictures)
{
    open(u"mobilenet_v2-u55-128"_s);
    CanvasKeys(*view).expectAll();
}

TEST_F(MemoryPage, CardsExplainPartsAndPorts)
{
    open(u"mobilenet_v2-u55-128"_s);
    const auto *geometry = view->geometryAtRest().part(Weights);
    QTest::mouseMove(view->viewport(), geometry->area.center().toPoint());
    auto *card = child<QLabel>(*page, u"memoryCard"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return card->isVisible(); }));
    EXPECT_TRUE(card->text().contains(u"372"_s)) << card->text().toStdString();
    const auto port = view->portCardText(MemoryRole::Sram);
    EXPECT_TRUE(port.contains(u"AXI0"_s));
    EXPECT_TRUE(port.contains(u"GB/s"_s)) << port.toStdString();
    EXPECT_TRUE(port.contains(u"Busy"_s));
}

TEST_F(MemoryPage, LooksRightInTheDark)
{
    views::Theme dark;
    dark.apply(*qApp, views::ThemeMode::Dark);
    views::MemoryPicturePage darkPage({ document, spec, estimate, selection }, dark);
    darkPage.setBoards(boards::readBoardCatalogue({ boards::boardsDir() }));
    darkPage.setBoard(u"alif-ensemble-e8"_s);
    darkPage.resize(1180, 640);
    darkPage.show();
    openFixture(document, u"transformer_block-u85-256"_s);
    spec.reset(document.compileResult()->spec);
    auto *shown = child<views::StateStack>(darkPage, u"memoryStates"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return shown->isContentShown(); }));
    auto *darkView = child<views::MemoryPictureView>(darkPage, u"memoryPicture"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !darkView->isMoving(); }));
    QImage image(darkView->size(), QImage::Format_RGB32);
    darkView->render(&image);
    EXPECT_LT(image.pixelColor(3, 3).lightness(), 80);
    picture(darkPage, u"memory-dark"_s);
    views::Theme light;
    light.apply(*qApp, views::ThemeMode::Light);
}

} // namespace tosaic::test::memorypagetests
