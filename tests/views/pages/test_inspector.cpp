// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cycletext.h"
#include "core/documents/openmodel.h"
#include "profiler/session/profileassembly.h"
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/inspector/inspection.h"
#include "views/inspector/inspectorpanel.h"
#include "views/inspector/payloadbar.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace tosaic::test::inspectortests {

using namespace tosaic::model;

namespace {

class Inspector : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        openFixture(document, u"two_partitions-u55-128"_s);
        panel.resize(340, 800);
        panel.show();
    }
    void show(const EntityRef &entity)
    {
        selection.select(entity);
        QApplication::processEvents();
    }
    int instructionOf(bool (*wanted)(const Instruction &))
    {
        const auto &all = document.program()->methods[0].instructions;
        const auto found = std::find_if(all.begin(), all.end(), wanted);
        return static_cast<int>(std::distance(all.begin(), found));
    }

    views::InspectorPanel panel{ document, selection, theme };
};

bool isDelegateCall(const Instruction &instruction)
{
    return std::holds_alternative<DelegateCall>(instruction);
}

} // namespace

TEST_F(PageTest, InspectorSaysWhatItIsForWhileNothingIsOpen)
{
    views::InspectorPanel panel(document, selection, theme);
    panel.show();
    EXPECT_FALSE(child<QLabel>(panel, u"emptyText"_s)->text().isEmpty());
    EXPECT_TRUE(child<QLabel>(panel, u"emptyText"_s)->isVisible());
    panel.resize(280, 400);
    QApplication::processEvents();
    EXPECT_LE(child<QLabel>(panel, u"emptyText"_s)->width(), 280);
    EXPECT_LE(panel.minimumSizeHint().width(), 280) << "a dock decides how wide it is";
    picture(panel, u"inspector-empty-light"_s);
}

TEST_F(Inspector, NoTextIsCutWhateverTheWidth)
{
    selection.select(EntityRef::delegate(0, 0));
    for (const int width : { 250, 340, 500, 300 }) {
        panel.resize(width, 700);
        for (int i = 0; i < 5; ++i)
            QApplication::processEvents();
        for (auto *text : panel.findChildren<QTextBrowser *>()) {
            if (!text->isVisible())
                continue;
            EXPECT_GE(text->height() + 1, text->document()->size().height())
                << text->objectName().toStdString() << " at " << width;
        }
    }
}

/// A part follows the one before it at once, also after another thing was shown.
TEST_F(Inspector, SectionsStandOneBelowTheOther)
{
    for (const auto &entity : { EntityRef::delegate(0, 0), EntityRef::instruction(0, 0),
             EntityRef::delegate(0, 1), EntityRef::file() }) {
        show(entity);
        int end = -1;
        for (auto *title : panel.findChildren<QToolButton *>()) {
            if (!title->objectName().startsWith(u"sectionTitle-") || !title->isVisible())
                continue;
            auto *section = title->parentWidget();
            if (end >= 0) {
                EXPECT_LT(section->y() - end, 24) << qPrintable(section->objectName());
            }
            auto *text = section->findChild<QTextBrowser *>();
            EXPECT_LT(text->height(), text->document()->size().height() + 2)
                << qPrintable(section->objectName());
            end = section->geometry().bottom();
        }
    }
}

TEST_F(Inspector, TheTitleIsWholeInALowDock)
{
    const auto file = temporaryDir() + u"/a_program_with_a_long_name_of_many_words.pte"_s;
    ASSERT_TRUE(QFile::copy(fixturePath(u"two_partitions-u55-128/two_partitions.pte"_s), file));
    document.set(file, openProgram(file), nullptr);
    panel.resize(240, 150);
    QApplication::processEvents();
    const auto *title = child<QLabel>(panel, u"inspectorTitle"_s);
    EXPECT_GE(title->height(), title->heightForWidth(title->width()));
    EXPECT_GT(title->height(), 2 * title->fontMetrics().height() - 4) << "the name is of two lines";
    const auto *below = child<QScrollArea>(panel, u"inspectorScroll"_s);
    EXPECT_TRUE(below->isVisible() && below->height() > 0);
}

TEST_F(Inspector, ShowsTheFileWhenNothingIsSelected)
{
    EXPECT_EQ(child<QLabel>(panel, u"inspectorKind"_s)->text(), u"File"_s);
    EXPECT_TRUE(panel.text().contains(u"Identifier\tET12"_s));
    EXPECT_TRUE(panel.text().contains(u"Method 0\tforward"_s));
}

TEST_F(Inspector, ShowsADelegateWithItsDecodedSpec)
{
    show(EntityRef::delegate(0, 0));
    const auto text = panel.text();
    EXPECT_TRUE(text.contains(u"Compiled for\tEthos-U55-128"_s)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"--memory-mode\tShared_Sram"_s));
    EXPECT_TRUE(text.contains(u"int16\t16-bit activations"_s));
    EXPECT_FALSE(text.contains(u"Warning"_s));
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return panel.text().contains(u"Partition\tPartition 0"_s); }));
    picture(panel, u"inspector-delegate-light"_s);
}

TEST_F(Inspector, PayloadPiecesAreThePayloadByteForByte)
{
    show(EntityRef::delegate(0, 0));
    const auto *bar = child<views::PayloadBar>(panel, u"payloadBar"_s);
    ASSERT_NE(bar, nullptr);
    const auto sum = std::accumulate(bar->segments().begin(), bar->segments().end(), quint64(0),
        [](quint64 all, const views::PayloadSegment &s) { return all + s.size; });
    EXPECT_EQ(sum, document.program()->methods[0].delegates[0].data.size);
}

TEST_F(Inspector, APieceOfTheBarIsSelectedByClickAndByKey)
{
    show(EntityRef::delegate(0, 0));
    auto *bar = child<views::PayloadBar>(panel, u"payloadBar"_s);
    ASSERT_NE(bar, nullptr);
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->segmentRect(0).center().toPoint());
    EXPECT_EQ(selection.current(), EntityRef::payloadBlock(0, 0, bar->segments()[0].block));
    EXPECT_EQ(child<QLabel>(panel, u"inspectorTitle"_s)->text(), u"Commands"_s);
    show(EntityRef::delegate(0, 0));
    bar = child<views::PayloadBar>(panel, u"payloadBar"_s);
    bar->setFocus();
    for (int i = 0; i < 2; ++i)
        QTest::keyClick(bar, Qt::Key_Right);
    QTest::keyClick(bar, Qt::Key_Return);
    EXPECT_EQ(selection.current(), EntityRef::payloadBlock(0, 0, bar->segments()[1].block));
}

TEST_F(Inspector, ADelegateCallNamesInputsOutputsAndTheirLifetimes)
{
    show(EntityRef::instruction(0, instructionOf(isDelegateCall)));
    const auto text = panel.text();
    EXPECT_TRUE(text.contains(u"Input 0\tint8"_s)) << text.toStdString();
    EXPECT_TRUE(text.contains(u"Output 0\tint8"_s));
    EXPECT_TRUE(text.contains(u"alive in instruction"_s));
    EXPECT_TRUE(text.contains(u"dim order"_s));
}

TEST_F(Inspector, LinksLeadOn)
{
    show(EntityRef::instruction(0, instructionOf(isDelegateCall)));
    auto *text = child<QTextBrowser>(panel, u"sectionText-arguments"_s);
    ASSERT_NE(text, nullptr);
    text->setFocus();
    QTest::keyClick(text, Qt::Key_Tab);
    QTest::keyClick(text, Qt::Key_Return);
    EXPECT_EQ(selection.current().kind, EntityRef::Kind::Value);
    EXPECT_TRUE(panel.text().contains(u"Used by"_s));
}

/// The next key is not for another panel.
TEST_F(Inspector, ALinkLeavesTheKeysInThePanel)
{
    panel.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&panel));
    show(EntityRef::instruction(0, instructionOf(isDelegateCall)));
    auto *text = panel.findChild<QTextBrowser *>();
    ASSERT_TRUE(text);
    text->setFocus();
    show(EntityRef::delegate(0, 0)); // as a link in it does
    ASSERT_TRUE(QApplication::focusWidget());
    EXPECT_EQ(QApplication::focusWidget()->objectName(), u"inspectorScroll"_s);
}

TEST_F(Inspector, IntListsAreResolvedThroughTheirValues)
{
    document.set(
        u"kernels"_s, openProgram(fixturePath(u"softmax-cpu"_s) + u"/softmax.pte"_s), nullptr);
    Program program = *document.program();
    auto &values = program.methods[0].values;
    values = { Value(qint64(7)), Value(qint64(-3)), Value(IntList{ { 1, 0 } }) };
    document.set(u"made"_s, std::make_shared<const Program>(program), nullptr);
    show(EntityRef::value(0, 2));
    EXPECT_TRUE(panel.text().contains(u"Content\t[-3, 7]"_s)) << panel.text().toStdString();
}

TEST_F(Inspector, AWrongTargetIsSaidInWords)
{
    Program program = *document.program();
    for (auto &entry : program.methods[0].delegates[0].compileSpecs) {
        if (entry.key == u"target"_s)
            entry.value = "ethos-u85-256";
    }
    document.set(u"made"_s, std::make_shared<const Program>(program), nullptr);
    show(EntityRef::delegate(0, 0));
    EXPECT_TRUE(panel.text().contains(
        u"The compile spec says ethos-u85-256, but the commands are for Ethos-U55-128"_s))
        << panel.text().toStdString();
}

TEST_F(Inspector, ARefusedOperatorShowsAllReasons)
{
    const auto &rejections = document.compileResult()->rejections;
    ASSERT_FALSE(rejections.empty());
    show(EntityRef::node(rejections[0].node));
    for (const auto &reason : rejections[0].reasons)
        EXPECT_TRUE(panel.text().contains(reason)) << reason.toStdString();
    EXPECT_TRUE(panel.text().contains(u"It was not quantised: quantise its module"_s))
        << "what helps stands beside the reason: " << panel.text().toStdString();
    EXPECT_FALSE(child<QPushButton>(panel, u"inspectorKeepOnCpu"_s)->isVisible());
    picture(panel, u"inspector-node-light"_s);
}

TEST_F(Inspector, AnOperatorOnTheNpuCanBeKeptOnTheCpu)
{
    const auto &nodes = document.compileResult()->nodes;
    const auto node = std::find_if(nodes.begin(), nodes.end(),
        [](const compiled::ModelNode &n) { return n.placement == u"npu"_s; });
    ASSERT_NE(node, nodes.end());
    QSignalSpy asked(&panel, &views::InspectorPanel::keepOnCpuRequested);
    show(EntityRef::node(node->name));
    QTest::mouseClick(child<QPushButton>(panel, u"inspectorKeepOnCpu"_s), Qt::LeftButton);
    ASSERT_EQ(asked.size(), 1);
    EXPECT_EQ(asked[0][0].value<spec::KeepOnCpu>(), (spec::KeepOnCpu{ .nodes = { node->name } }));
}

TEST_F(Inspector, APendingPinIsSaidAndTakenBack)
{
    const auto &nodes = document.compileResult()->nodes;
    const auto node = std::ranges::find(nodes, u"npu"_s, &compiled::ModelNode::placement);
    ASSERT_NE(node, nodes.end());
    show(EntityRef::node(node->name));
    EXPECT_FALSE(child<QPushButton>(panel, u"inspectorRelease"_s)->isVisible());
    const spec::KeepOnCpu pin{ .nodes = { node->name } };
    panel.setKept(pin);
    EXPECT_TRUE(panel.text().contains(u"Pin\tOn the CPU from the next compile on"_s))
        << panel.text().toStdString();
    EXPECT_FALSE(child<QPushButton>(panel, u"inspectorKeepOnCpu"_s)->isVisible())
        << "it is kept already";
    QSignalSpy released(&panel, &views::InspectorPanel::releaseRequested);
    QTest::mouseClick(child<QPushButton>(panel, u"inspectorRelease"_s), Qt::LeftButton);
    ASSERT_EQ(released.size(), 1);
    EXPECT_EQ(released[0][0].value<spec::KeepOnCpu>(), pin);
    picture(panel, u"inspector-pinned"_s);
    panel.setKept({});
    EXPECT_FALSE(panel.text().contains(u"from the next compile on"_s));
}

TEST_F(Inspector, KindModuleLineAndPartitionAreKeptFromItsMenu)
{
    openFixture(document, u"two_partitions-u55-128"_s);
    const auto name = u"aten_relu_default"_s;
    show(EntityRef::node(name));
    auto *menu = child<QPushButton>(panel, u"inspectorKeepMore"_s)->menu();
    ASSERT_TRUE(menu);
    QSignalSpy asked(&panel, &views::InspectorPanel::keepOnCpuRequested);
    menu->popup(panel.mapToGlobal(QPoint(0, 0)));
    for (const auto &part : { u"keepLine"_s, u"keepIsland"_s, u"keepNeighbours"_s }) {
        auto *action = menu->findChild<QAction *>(part);
        ASSERT_TRUE(action) << part.toStdString();
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        EXPECT_EQ(asked.size(), 1) << part.toStdString();
        EXPECT_TRUE(asked.takeFirst()[0].value<spec::KeepOnCpu>().nodes.contains(name));
        menu->popup(panel.mapToGlobal(QPoint(0, 0)));
    }
    menu->close();
}

/// Cycles, share, use of the MACs and what it waits for, each with its origin.
TEST_F(Inspector, AnOperatorOnTheNpuSaysWhatItCostsAndAFusedOneWhereItsCyclesAre)
{
    openFixture(document, u"mobilenet_v2-u55-128"_s);
    const auto opened = openDocument(document.path());
    ASSERT_TRUE(opened);
    ProfileDocument profile;
    profile.set(assembleProfile(profileMaterial(*opened)));
    panel.setProfile(&profile);
    const auto shows = [this](const QString &text) {
        EXPECT_TRUE(panel.text().contains(text)) << panel.text().toStdString();
    };
    show(EntityRef::node(u"aten_convolution_default_3"_s));
    shows(u"Cycles\t%1 (est)"_s.arg(formatCycles(111'632)));
    shows(u"Share of all cycles\t12.4 % (est)"_s);
    shows(u"MAC utilisation\t6.2 % (est)"_s);
    shows(u"Waits for\tcomputation, busy 100.0 % of its cycles (est)"_s);
    show(EntityRef::node(u"aten_hardtanh_default_2"_s));
    shows(u"Fused into\taten_convolution_default_"_s);
    show(EntityRef::node(u"quantized_decomposed_quantize_per_tensor_default"_s));
    EXPECT_FALSE(panel.text().contains(u"Waits for"_s)) << "it runs on the CPU";
    panel.setProfile(nullptr);
}

TEST_F(Inspector, EverythingIsCopiedAndFoldingIsRemembered)
{
    show(EntityRef::delegate(0, 0));
    QTest::mouseClick(child<QToolButton>(panel, u"sectionTitle-delegate"_s), Qt::LeftButton);
    EXPECT_FALSE(child<QTextBrowser>(panel, u"sectionText-delegate"_s)->isVisible());
    show(EntityRef::delegate(0, 1));
    EXPECT_FALSE(child<QTextBrowser>(panel, u"sectionText-delegate"_s)->isVisible());
    panel.activateWindow();
    child<QToolButton>(panel, u"sectionTitle-delegate"_s)->setFocus();
    QTest::keySequence(&panel, QKeySequence::Copy);
    EXPECT_EQ(QApplication::clipboard()->text(), panel.text());
}

TEST_F(Inspector, EveryEntityOfAProgramHasSomethingToSay)
{
    const auto program = document.program();
    const auto &method = program->methods[0];
    for (size_t i = 0; i < method.values.size(); ++i) {
        show(EntityRef::value(0, static_cast<int>(i)));
        EXPECT_TRUE(panel.text().contains(u"Used by"_s)) << i;
    }
    for (size_t i = 0; i < method.instructions.size(); ++i) {
        show(EntityRef::instruction(0, static_cast<int>(i)));
        EXPECT_TRUE(panel.text().contains(u"Arguments"_s)) << i;
    }
    show(EntityRef::partition(0));
    EXPECT_TRUE(panel.text().contains(u"(est)"_s)) << panel.text().toStdString();
    picture(panel, u"inspector-partition-light"_s);
    show(EntityRef::counter(0, u"NPU_ACTIVE"_s));
    EXPECT_TRUE(panel.text().contains(u"NPU_ACTIVE"_s));
    show(EntityRef::value(0, 100000));
    EXPECT_TRUE(child<QLabel>(panel, u"emptyTitle"_s)->isVisible());
}

TEST_F(PageTest, InspectorInTheDark)
{
    theme.apply(*qApp, views::ThemeMode::Dark);
    openFixture(document, u"two_partitions-u85-256-external"_s);
    views::InspectorPanel panel(document, selection, theme);
    panel.resize(340, 1000);
    panel.show();
    selection.select(EntityRef::delegate(0, 0));
    EXPECT_TRUE(panel.text().contains(u".ptd"_s));
    EXPECT_TRUE(panel.text().contains(u"Commands\tNot known"_s)) << "they are in the .ptd";
    EXPECT_TRUE(panel.text().contains(u"That compute\tNot known"_s));
    picture(panel, u"inspector-delegate-dark"_s);
    selection.select(EntityRef::instruction(0, 0));
    picture(panel, u"inspector-kernel-dark"_s);
}

TEST_F(Inspector, ShowsTheRegistersOfAnNpuOperation)
{
    ASSERT_TRUE(QTest::qWaitFor([this] { return !document.isAnalysing(); }, 20000));
    const auto analysis = document.streamOf(EntityRef::delegate(0, 0));
    ASSERT_TRUE(analysis && analysis->stream());
    const auto &operations = analysis->stream()->operations;
    const auto conv = std::find_if(operations.begin(), operations.end(),
        [](const auto &op) { return op.kind == npu::OperationKind::Conv; });
    ASSERT_NE(conv, operations.end());
    show(EntityRef::npuOperation(analysis->owner(), static_cast<int>(conv->index)));
    const auto text = panel.text();
    for (const auto &line :
        { u"NPU operation"_s, u"Command\tNPU_OP_CONV"_s, u"IFM\tint8"_s, u"OFM\tint8"_s,
            u"Padding\ttop"_s, u"Activation\t"_s, u"MACs\t"_s, u"Belongs to\tDelegate 0"_s })
        EXPECT_TRUE(text.contains(line)) << line.toStdString() << "\n" << text.toStdString();
    EXPECT_TRUE(text.contains(u"region 1"_s)) << text.toStdString();
    ASSERT_FALSE(conv->weights.empty());
    EXPECT_TRUE(text.contains(u"Weights\t"_s));
    // What is read from the file leads to its bytes: here the DMA that fetches the weights.
    const auto dma = std::find_if(operations.begin(), operations.end(),
        [](const auto &op) { return op.dma && op.dma->source && op.dma->source->region == 0; });
    ASSERT_NE(dma, operations.end());
    picture(panel, u"inspector-npu-operation-light"_s);
    views::InspectionContext context{ .program = document.program() };
    context.streams = document.streams();
    const auto shown = views::inspect(
        context, EntityRef::npuOperation(analysis->owner(), static_cast<int>(dma->index)));
    ASSERT_TRUE(shown);
    const auto section = std::find_if(shown->sections.begin(), shown->sections.end(),
        [](const auto &candidate) { return candidate.id == u"dma"_s; });
    ASSERT_NE(section, shown->sections.end());
    const ByteRange bytes{ *analysis->placed.place.weightsOffset + dma->dma->source->address,
        dma->dma->source->length };
    EXPECT_TRUE(std::any_of(section->facts.begin(), section->facts.end(),
        [&](const auto &fact) { return fact.link == EntityRef::byteRange(bytes); }));
    show(EntityRef::npuOperation(EntityRef::delegate(0, 7), 0));
    EXPECT_FALSE(child<QLabel>(panel, u"emptyText"_s)->text().isEmpty());
}

/// The program has other bytes where these would be.
TEST_F(PageTest, InspectorLeadsToNoBytesOfCommandsAndWeightsInAPtd)
{
    const auto opened = openModel(fixturePath(u"two_partitions-u85-256-external"_s));
    ASSERT_TRUE(opened);
    document.set(*opened);
    ASSERT_TRUE(QTest::qWaitFor([this] { return document.streams().size() == 2; }));
    const auto &analysis = *document.streams().front();
    ASSERT_TRUE(analysis.stream());
    views::InspectionContext context{ .program = document.program() };
    context.streams = document.streams();
    bool isTold = false;
    for (int i = 0; i < static_cast<int>(analysis.stream()->operations.size()); ++i) {
        const auto shown = views::inspect(context, EntityRef::npuOperation(analysis.owner(), i));
        ASSERT_TRUE(shown);
        for (const auto &section : shown->sections) {
            for (const auto &fact : section.facts) {
                EXPECT_NE(fact.link.kind, EntityRef::Kind::Bytes) << fact.label.toStdString();
                isTold = isTold || fact.detail.contains(u"of the commands in a .ptd"_s);
            }
        }
    }
    EXPECT_TRUE(isTold);
    // The size is that of the commands, as in the outline, not that of their key.
    const auto delegate = views::inspect(context, EntityRef::delegate(0, 0));
    ASSERT_TRUE(delegate);
    QStringList sizes;
    for (const auto &section : delegate->sections) {
        for (const auto &fact : section.facts)
            sizes << (section.id == u"payload"_s ? fact.value : QString());
    }
    const auto *commands = document.program()->methods[0].delegates[0].ethosu->block(u"cmd_data"_s);
    EXPECT_TRUE(sizes.contains(u"%1 bytes"_s.arg(commands->bytes().value())))
        << sizes.join(u'|').toStdString();
    EXPECT_FALSE(sizes.contains(u"64 bytes"_s));
}

TEST_F(Inspector, SaysWhatADelegateWasMadeFrom)
{
    ASSERT_TRUE(QTest::qWaitFor([this] { return !document.isRelating(); }, 20000));
    show(EntityRef::delegate(0, 0));
    EXPECT_TRUE(panel.text().contains(u"TOSA file\tpartition.tosa"_s))
        << panel.text().toStdString();
    EXPECT_TRUE(panel.text().contains(u"How sure\tcertain"_s));
}

TEST_F(PageTest, InspectorShowsOperatorsAndTensorsOfANetwork)
{
    auto network = std::make_shared<Network>();
    network->source = ByteSource::fromBytes(QByteArray(64, 'x'));
    network->format = u"tflite"_s;
    Subgraph main{ .name = u"main"_s, .inputs = { 0 }, .outputs = { 2 } };
    NetworkTensor plain{
        .name = u"x"_s, .type = ElementType::Int8, .shape = std::vector<qint64>{ 1, -1 }
    };
    plain.quantisation = Quantisation{ .scales = { 0.5 }, .zeroPoints = { -3 } };
    NetworkTensor weights{
        .name = u"w"_s, .type = ElementType::Int8, .shape = std::vector<qint64>{ 2, 4 }
    };
    weights.data = ByteRange{ 16, 8 };
    weights.quantisation
        = Quantisation{ .scales = { 0.25, 0.125 }, .zeroPoints = { 0, 0 }, .axis = 0 };
    main.tensors = { plain, weights, plain };
    main.operators = { { .type = u"FULLY_CONNECTED"_s,
        .inputs = { 0, 1, -1 },
        .outputs = { 2 },
        .attributes = { { u"keep_num_dims"_s, true } },
        .stackTrace = { { u"model.py"_s, 12, u"forward"_s, u"return self.fc(x)"_s } },
        .module = u"head.fc"_s } };
    network->subgraphs = { main };
    OpenedModel opened;
    opened.path = u"/models/small.tflite"_s;
    opened.network = network;
    document.set(std::move(opened));
    views::InspectorPanel panel(document, selection, theme);
    panel.resize(340, 800);
    panel.show();
    EXPECT_TRUE(panel.text().contains(u"Format\tTFLite"_s)) << panel.text().toStdString();
    selection.select(EntityRef::networkOperator(0, 0));
    for (const auto &line : { u"keep_num_dims\ttrue"_s, u"Module\thead.fc"_s,
             u"forward\tmodel.py:12"_s, u"1\tint8 2x4"_s, u"2\tleft out"_s })
        EXPECT_TRUE(panel.text().contains(line)) << line.toStdString() << "\n"
                                                 << panel.text().toStdString();
    selection.select(EntityRef::networkTensor(0, 1));
    EXPECT_TRUE(panel.text().contains(u"from 0.125 to 0.25"_s)) << panel.text().toStdString();
    EXPECT_TRUE(panel.text().contains(u"at offset 0x10 of the file"_s));
    EXPECT_TRUE(panel.text().contains(u"Used by\tFULLY_CONNECTED"_s));
    selection.select(EntityRef::networkTensor(0, 0));
    EXPECT_TRUE(panel.text().contains(u"Shape\t1 x not fixed"_s)) << panel.text().toStdString();
    EXPECT_TRUE(panel.text().contains(u"Zero point\t-3"_s));
    selection.select(EntityRef::subgraph(0));
    EXPECT_TRUE(panel.text().contains(u"FULLY_CONNECTED\t1"_s));
}

} // namespace tosaic::test::inspectortests
