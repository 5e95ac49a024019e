// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/openmodel.h"
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/disassembly/disassemblymodel.h"
#include "views/disassembly/disassemblypanel.h"
#include "views/disassembly/disassemblytree.h"
#include "views/disassembly/operationwords.h"
#include "views/disassembly/registermodel.h"
#include "views/hex/entitybytes.h"
#include "views/models/roles.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QtEndian>

using namespace Qt::StringLiterals;

namespace tosaic::test::disassemblypaneltests {

using namespace tosaic::model;
using tosaic::views::DisassemblyModel;

namespace {

/// `operations` operations of `each` commands, and two commands behind the last one.
std::shared_ptr<NpuAnalysis> syntheticAnalysis(quint32 operations, quint32 each)
{
    auto stream = std::make_shared<npu::Stream>();
    stream->config.product = NpuProduct::U55;
    quint32 offset = 0;
    const auto add = [&](npu::Command command) {
        command.offset = offset;
        offset += command.hasPayload ? 8 : 4;
        stream->commands.push_back(command);
    };
    for (quint32 i = 0; i < operations; ++i) {
        npu::Operation operation;
        operation.kind = npu::OperationKind::Conv;
        operation.index = i;
        operation.firstCommand = static_cast<quint32>(stream->commands.size());
        for (quint32 k = 0; k + 1 < each; ++k)
            add({ .opcode = 0x104, .parameter = static_cast<quint16>(k) });
        operation.command = static_cast<quint32>(stream->commands.size());
        operation.offset = offset;
        add({ .opcode = 2 });
        stream->operations.push_back(operation);
    }
    add({ .opcode = 0x3ff, .payload = 7, .hasPayload = true });
    stream->unknown.push_back({ static_cast<quint32>(stream->commands.size() - 1) });
    add({ .opcode = 0 });
    auto analysis = std::make_shared<NpuAnalysis>();
    analysis->placed.place.owner = EntityRef::delegate(0, 0);
    analysis->placed.stream = stream;
    return analysis;
}

class Disassembly : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        panel.resize(1280, 420);
        panel.show();
        tree = child<views::DisassemblyTree>(panel, u"disassemblyTree"_s);
        model = qobject_cast<DisassemblyModel *>(tree->model());
        registers = child<views::DataTable>(panel, u"registerTable"_s);
    }
    void open(const QString &name)
    {
        QSignalSpy analysed(&document, &ModelDocument::streamsChanged);
        openFixture(document, name);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !analysed.isEmpty(); }));
        ASSERT_TRUE(child<views::StateStack>(panel, u"disassemblyStates"_s)->isContentShown());
    }
    const npu::Stream &stream(size_t index = 0) { return *document.streams()[index]->stream(); }
    EntityRef owner(size_t index = 0) { return document.streams()[index]->owner(); }
    void filter(const QString &text)
    {
        QSignalSpy reset(model, &QAbstractItemModel::modelReset);
        child<QLineEdit>(panel, u"commandFilter"_s)->setText(text);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !reset.isEmpty(); }));
    }
    bool waitForRegisters()
    {
        return QTest::qWaitFor([&] { return registers->model()->rowCount() > 0; });
    }

    views::DisassemblyPanel panel{ document, selection, theme };
    views::DisassemblyTree *tree = nullptr;
    DisassemblyModel *model = nullptr;
    views::DataTable *registers = nullptr;
};

} // namespace

TEST(DisassemblyModelTest, GroupsCommandsByOperation)
{
    DisassemblyModel model;
    const ModelCheck check(model);
    const auto analysis = syntheticAnalysis(3, 5);
    model.setAnalysis(analysis);
    ASSERT_EQ(model.rowCount(), 4) << "three operations and what follows the last one";
    const auto second = model.index(1, 0);
    EXPECT_EQ(model.rowCount(second), 5);
    EXPECT_EQ(model.entityOf(second), EntityRef::npuOperation(analysis->owner(), 1));
    const auto command = model.index(2, DisassemblyModel::Words, second);
    EXPECT_EQ(command.data().toString(), u"00020104"_s);
    EXPECT_EQ(model.entityOf(command), EntityRef::npuCommand(analysis->owner(), 7));
    EXPECT_EQ(
        model.indexOf(EntityRef::npuCommand(analysis->owner(), 7)), command.siblingAtColumn(0));
    EXPECT_FALSE(model.indexOf(EntityRef::npuCommand(EntityRef::delegate(0, 1), 7)).isValid());
    EXPECT_FALSE(model.indexOf(EntityRef::npuCommand(analysis->owner(), 99)).isValid());

    const auto rest = model.index(3, 0);
    EXPECT_TRUE(model.entityOf(rest).isEmpty());
    const auto unknown = model.index(0, DisassemblyModel::Name, rest);
    EXPECT_EQ(unknown.data().toString(), u"Unknown command 0x3ff"_s);
    EXPECT_EQ(unknown.data(views::StateRole).toInt(),
        static_cast<int>(DisassemblyModel::RowKind::UnknownCommand));
    EXPECT_EQ(
        unknown.siblingAtColumn(DisassemblyModel::Words).data().toString(), u"000043ff 00000007"_s);

    model.setOperationsOnly(true);
    EXPECT_EQ(model.rowCount(), 4);
    EXPECT_EQ(model.rowCount(model.index(1, 0)), 0);
    model.setOperationsOnly(false);
    model.setFound(views::FoundCommands{ { 2, 7, 8 } });
    ASSERT_EQ(model.rowCount(), 2) << "operations without a match are gone";
    EXPECT_EQ(model.rowCount(model.index(1, 0)), 2);
    EXPECT_EQ(model.indexOf(EntityRef::npuCommand(analysis->owner(), 8)).row(), 1);
    EXPECT_FALSE(model.indexOf(EntityRef::npuCommand(analysis->owner(), 9)).isValid());
    model.setAnalysis(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(Disassembly, HalfAMillionCommandsScrollFluidly)
{
    DisassemblyModel big;
    QElapsedTimer clock;
    clock.start();
    big.setAnalysis(syntheticAnalysis(10'000, 50));
    views::DisassemblyTree view(big, theme);
    view.resize(1000, 500);
    view.show();
    view.unfoldAll();
    EXPECT_GT(view.verticalScrollBar()->maximum(), 490'000);
    EXPECT_LT(clock.elapsed(), 10'000) << "ms to unfold everything (unoptimised build)";
    clock.restart();
    constexpr int Steps = 50;
    for (int i = 0; i < Steps; ++i) {
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum() / Steps * i);
        view.viewport()->repaint();
    }
    EXPECT_LT(clock.elapsed(), Steps * 60) << "ms for all repaints (unoptimised build)";
    clock.restart();
    EXPECT_TRUE(big.indexOf(EntityRef::npuCommand(EntityRef::delegate(0, 0), 499'999)).isValid());
    EXPECT_LT(clock.elapsed(), 50);
}

TEST_F(Disassembly, ShowsEveryCommandOfTheFile)
{
    open(u"mobilenet_v2-u55-128"_s);
    EXPECT_EQ(model->rowCount(),
        static_cast<int>(stream().operations.size())
            + (stream().operations.back().command + 1 < stream().commands.size() ? 1 : 0));
    quint64 commands = 0;
    for (int i = 0; i < model->rowCount(); ++i)
        commands += static_cast<quint64>(model->rowCount(model->index(i, 0)));
    EXPECT_EQ(commands, stream().commands.size());
    const auto bytes = document.program()->source->bytes();
    const auto start
        = document.streams().front()->placed.place.driverPayload.offset + stream().streamOffset;
    for (size_t i = 0; i < stream().commands.size(); i += 37) {
        const auto row = model->indexOf(EntityRef::npuCommand(owner(), static_cast<int>(i)));
        ASSERT_TRUE(row.isValid()) << i;
        const auto word = qFromLittleEndian<quint32>(
            bytes.data() + static_cast<qsizetype>(start + stream().commands[i].offset));
        EXPECT_EQ(row.siblingAtColumn(DisassemblyModel::Words).data().toString().left(8),
            u"%1"_s.arg(word, 8, 16, QChar(u'0')));
    }
}

TEST_F(Disassembly, SelectionGoesBothWays)
{
    open(u"mobilenet_v2-u55-128"_s);
    selection.select(EntityRef::npuOperation(owner(), 4));
    EXPECT_EQ(model->entityOf(tree->currentIndex()), selection.current());
    ASSERT_TRUE(waitForRegisters());
    EXPECT_TRUE(child<QLabel>(panel, u"registerTitle"_s)
                    ->text()
                    .contains(views::operationTitle(stream().operations[4])));
    EXPECT_EQ(
        registers->model()->rowCount(), static_cast<int>(npu::registersAt(stream(), 4).size()));
    const auto command = static_cast<int>(stream().operations[6].command);
    selection.select(EntityRef::npuCommand(owner(), command));
    EXPECT_TRUE(tree->isExpanded(tree->currentIndex().parent()));
    EXPECT_EQ(model->entityOf(tree->currentIndex()), selection.current());

    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_Up);
    EXPECT_EQ(selection.current(), EntityRef::npuCommand(owner(), command - 1));
    const auto row = model->index(2, 0);
    tree->scrollTo(row);
    QTest::mouseClick(
        tree->viewport(), Qt::LeftButton, {}, tree->visualRect(row.siblingAtColumn(1)).center());
    EXPECT_EQ(selection.current(), EntityRef::npuOperation(owner(), 2));
    selection.select(EntityRef::ofMethod(0));
    EXPECT_TRUE(tree->selectionModel()->selectedRows().isEmpty());
}

TEST_F(Disassembly, ShowsBytesAndTheHexViewAgrees)
{
    open(u"mobilenet_v2-u55-128"_s);
    auto *button = child<QToolButton>(panel, u"showBytes"_s);
    EXPECT_FALSE(button->isEnabled());
    const auto entity = EntityRef::npuOperation(owner(), 3);
    selection.select(entity);
    QSignalSpy activated(&selection, &SelectionContext::activated);
    QTest::mouseClick(button, Qt::LeftButton);
    ASSERT_EQ(activated.size(), 1);
    const auto shown = activated.first().first().value<EntityRef>();
    EXPECT_EQ(shown.kind, EntityRef::Kind::Bytes);
    EXPECT_EQ(shown.bytes, views::bytesOf(document, entity).value());
    const auto &operation = stream().operations[3];
    const auto command = views::bytesOf(
        document, EntityRef::npuCommand(owner(), static_cast<int>(operation.command)))
                             .value();
    EXPECT_EQ(command.offset + command.size, shown.bytes.offset + shown.bytes.size);
    const auto word = qFromLittleEndian<quint32>(
        document.source()->bytes().data() + static_cast<qsizetype>(command.offset));
    EXPECT_EQ(word & 0x3ffU, stream().commands[operation.command].opcode);
}

/// The hex view shows the program, which has other bytes where these would be.
TEST_F(Disassembly, CommandsInAPtdAreShownAndLeadToNoBytesOfTheProgram)
{
    const auto opened = openModel(fixturePath(u"two_partitions-u85-256-external"_s));
    ASSERT_TRUE(opened);
    document.set(*opened);
    ASSERT_TRUE(QTest::qWaitFor([this] { return document.streams().size() == 2; }));
    EXPECT_EQ(stream().config.product, NpuProduct::U85);
    EXPECT_GT(model->rowCount(), 2);
    EXPECT_FALSE(views::bytesOf(document, EntityRef::npuOperation(owner(), 0)));
    QSignalSpy activated(&selection, &SelectionContext::activated);
    tree->setCurrentIndex(model->index(0, 0));
    QTest::keyClick(tree, Qt::Key_Return);
    EXPECT_TRUE(activated.isEmpty());
    EXPECT_FALSE(child<QToolButton>(panel, u"showBytes"_s)->isEnabled());
}

TEST_F(Disassembly, FiltersByNameFieldsAndOperation)
{
    open(u"mobilenet_v2-u55-128"_s);
    filter(u"ofm_zero"_s);
    ASSERT_GT(model->rowCount(), 0);
    EXPECT_LT(model->shownCommands(), stream().commands.size());
    for (int i = 0; i < model->rowCount(); ++i) {
        const auto group = model->index(i, 0);
        EXPECT_TRUE(tree->isExpanded(group));
        for (int k = 0; k < model->rowCount(group); ++k)
            EXPECT_TRUE(model->index(k, DisassemblyModel::Name, group)
                            .data()
                            .toString()
                            .contains(u"OFM_ZERO"_s));
    }
    EXPECT_TRUE(child<QLabel>(panel, u"streamFacts"_s)->text().contains(u" of "_s));
    // What is selected elsewhere is shown although the filter hides it.
    selection.select(
        EntityRef::npuCommand(owner(), static_cast<int>(stream().operations[5].command)));
    EXPECT_TRUE(tree->currentIndex().isValid());
    EXPECT_FALSE(model->isFiltered());
    filter(u"depthwise"_s);
    EXPECT_GT(model->rowCount(), 0);
    filter(u"no such thing"_s);
    EXPECT_EQ(model->rowCount(), 0);
    QTest::mouseClick(child<QToolButton>(panel, u"operationsOnly"_s), Qt::LeftButton);
    filter({});
    EXPECT_EQ(model->rowCount(model->index(0, 0)), 0);
    EXPECT_EQ(model->operationOf(tree->currentIndex()), 5)
        << "the operation stands for its command";
}

TEST_F(Disassembly, RegistersLeadToTheCommandThatSetThem)
{
    open(u"mobilenet_v2-u55-128"_s);
    selection.select(EntityRef::npuOperation(owner(), 8));
    ASSERT_TRUE(waitForRegisters());
    const auto values = npu::registersAt(stream(), 8);
    registers->setFocus();
    registers->setCurrentIndex(registers->model()->index(0, 0));
    QTest::keyClick(registers, Qt::Key_Return);
    EXPECT_EQ(selection.current(),
        EntityRef::npuCommand(owner(), static_cast<int>(values.front().command)));
    EXPECT_EQ(model->entityOf(tree->currentIndex()), selection.current());
    registers->clearSelection();
    EXPECT_TRUE(registers->selectionAsTsv().contains(values.front().name));
}

TEST_F(Disassembly, WithLittleRoomShowsWhatIsRead)
{
    open(u"mobilenet_v2-u55-128"_s);
    EXPECT_TRUE(child<QLabel>(panel, u"registerEmpty"_s)->isVisible());
    EXPECT_FALSE(registers->isVisible()) << "an empty table says nothing";
    selection.select(EntityRef::npuOperation(owner(), 4));
    ASSERT_TRUE(waitForRegisters());
    EXPECT_FALSE(child<QLabel>(panel, u"registerEmpty"_s)->isVisible());
    panel.resize(608, 300);
    QCoreApplication::processEvents();
    picture(panel, u"disassembly-narrow"_s);
    EXPECT_TRUE(tree->isColumnHidden(DisassemblyModel::Words)) << "the hex panel has them";
    EXPECT_FALSE(tree->isColumnHidden(DisassemblyModel::Fields));
    EXPECT_FALSE(tree->horizontalScrollBar()->isVisible());
    EXPECT_TRUE(QTest::qWaitFor([&] { return !registers->horizontalScrollBar()->isVisible(); }))
        << registers->width() << ' ' << registers->horizontalHeader()->length() << ' '
        << registers->viewport()->width() << ' ' << registers->horizontalScrollBar()->maximum();
    const auto tsv = registers->selectionAsTsv();
    EXPECT_TRUE(tsv.contains(u"Set at"_s)) << "what has no room is copied all the same";
    const auto *facts = child<QLabel>(panel, u"streamFacts"_s);
    EXPECT_LE(facts->fontMetrics().horizontalAdvance(facts->text()), facts->width());
    panel.resize(1600, 300);
    QCoreApplication::processEvents();
    EXPECT_FALSE(tree->isColumnHidden(DisassemblyModel::Words));
    EXPECT_FALSE(registers->isColumnHidden(3));
    EXPECT_TRUE(facts->text().contains(u"COP1"_s));
}

TEST_F(Disassembly, CopiesAsText)
{
    open(u"two_partitions-u55-128"_s);
    tree->collapseAll();
    selection.select(EntityRef::npuOperation(owner(), 0));
    ASSERT_EQ(tree->selectionModel()->selectedRows().size(), 1);
    tree->copy();
    const auto lines = QApplication::clipboard()->text().split(u'\n');
    EXPECT_EQ(lines.size(), model->rowCount(model->index(0, 0)) + 1)
        << "a folded operation stands for its commands";
    EXPECT_TRUE(lines.first().startsWith(u"; 0x"_s));
    EXPECT_TRUE(lines.last().contains(npu::commandName(
        stream().commands[stream().operations[0].command], stream().config.product)));
}

TEST_F(Disassembly, OffersSeveralStreams)
{
    open(u"two_partitions-u55-128"_s);
    ASSERT_EQ(document.streams().size(), 2U);
    auto *chooser = child<QComboBox>(panel, u"streamChooser"_s);
    EXPECT_TRUE(chooser->isVisible());
    EXPECT_EQ(chooser->itemText(0), u"Delegate 0: Ethos-U55-128"_s);
    EXPECT_EQ(chooser->itemText(1), u"Delegate 1: Ethos-U55-128"_s);
    selection.select(owner(1));
    EXPECT_EQ(chooser->currentIndex(), 1);
    EXPECT_EQ(model->analysis(), document.streams()[1].get());
    selection.select(EntityRef::npuOperation(owner(0), 0));
    EXPECT_EQ(chooser->currentIndex(), 0);
    EXPECT_TRUE(tree->currentIndex().isValid());
    document.clear();
    EXPECT_FALSE(child<views::StateStack>(panel, u"disassemblyStates"_s)->isContentShown());
    EXPECT_EQ(model->rowCount(), 0);
}

TEST_F(Disassembly, Pictures)
{
    open(u"mobilenet_v2-u55-128"_s);
    selection.select(
        EntityRef::npuCommand(owner(), static_cast<int>(stream().operations[6].command) - 2));
    ASSERT_TRUE(waitForRegisters());
    picture(panel, u"disassembly-light"_s);
    theme.apply(*qApp, views::ThemeMode::Dark);
    picture(panel, u"disassembly-dark"_s);
    theme.apply(*qApp, views::ThemeMode::Light);
}

} // namespace tosaic::test::disassemblypaneltests
