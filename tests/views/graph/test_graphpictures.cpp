// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graphtransform.h"
#include "core/model/network.h"
#include "tests/bench/samplegraphs.h"
#include "tests/core/layout/drawingquality.h"
#include "tests/support/samples.h"
#include "tests/views/graph/graphpagefixture.h"
#include "views/canvas/boxindex.h"
#include "views/graph/graphexport.h"
#include "views/graph/graphmetrics.h"
#include "views/graph/graphstyle.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QPainter>
#include <QTest>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views::graphpicturestests {

namespace {

struct Picture
{
    const char *name;
    QString pte;
    QString result;
    double leastZoom; ///< in a small window
};

/// Kept where TOSAIC_SHOTS says, for people to look at.
void keep(const QImage &image, const QString &name)
{
    const auto folder = qEnvironmentVariable("TOSAIC_SHOTS");
    if (!folder.isEmpty())
        image.save(QDir(folder).filePath(name + u".png"_s));
}

/// Shares of the picture in colours that are not the background.
double inkShare(const QImage &image, const QColor &background)
{
    qsizetype ink = 0;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2)
            ink += image.pixelColor(x, y) != background;
    }
    return static_cast<double>(ink) * 4 / (image.width() * image.height());
}

std::vector<Picture> pictures()
{
    std::vector<Picture> list;
    const auto fixture = [&](const char *name, const QString &folder, const QString &pte,
                             double leastZoom) {
        list.push_back(
            { name, test::fixturePath(folder + u'/' + pte), test::fixturePath(folder), leastZoom });
    };
    fixture("mobilenet", u"mobilenet_v2-u55-128"_s, u"mobilenet_v2.pte"_s, 0.45);
    fixture("add", u"add-u55-128"_s, u"add.pte"_s, 1);
    fixture("twoparts", u"two_partitions-u55-128"_s, u"two_partitions.pte"_s, 0.75);
    fixture(
        "transformer16", u"transformer_block-u55-128-int16"_s, u"transformer_block.pte"_s, 0.36);
    fixture("transformer", u"transformer_block-u85-256"_s, u"transformer_block.pte"_s, 0.37);
    return list;
}

} // namespace

TEST(NodePicture, TheWindowHasALineAndDepthwiseItsOwnLook)
{
    const auto drawn = [](const ThemeColors &colors, const graph::Node &node) {
        QImage image(320, 90, QImage::Format_RGB32);
        image.fill(colors.window);
        QPainter painter(&image);
        TextCache texts;
        style::paintNode(
            painter, node, { { 10, 10 }, GraphMetrics::nodeSize(node) }, colors, {}, 1, texts);
        return image;
    };
    const graph::Node plain{
        .title = u"conv"_s, .subtitle = u"int8 1x24x24x96"_s, .placement = graph::Placement::Npu
    };
    auto conv = plain;
    conv.window = u"kernel 3x3, stride 2x2, groups 4"_s;
    EXPECT_GT(GraphMetrics::nodeSize(conv).height(), GraphMetrics::nodeSize(plain).height());
    EXPECT_GT(GraphMetrics::nodeSize(conv).width(), GraphMetrics::nodeSize(plain).width());
    for (const auto &colors : { Theme::lightColors(), Theme::darkColors() }) {
        for (const bool isUnplaced : { false, true }) {
            conv.isUnplaced = isUnplaced;
            conv.placement = isUnplaced ? graph::Placement::Unknown : graph::Placement::Npu;
            auto depthwise = conv;
            depthwise.isDepthwise = true;
            EXPECT_NE(drawn(colors, conv), drawn(colors, depthwise)) << "only the groups tell them";
            const auto name = u"window-%1-%2"_s.arg(colors.isDark()).arg(isUnplaced);
            keep(drawn(colors, conv), name);
            keep(drawn(colors, depthwise), name + u"-depthwise"_s);
        }
    }
}

/// The number of an overlay grows while the picture shrinks, away from the name.
TEST(NodePicture, ANumberLeavesTheNameFree)
{
    const auto drawn = [](const QString &number) {
        QImage image(160, 60, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.scale(0.5, 0.5);
        TextCache texts;
        const graph::Node node{ .title = u"dequantize_per_tensor"_s,
            .placement = graph::Placement::Boundary };
        const style::NodeState state{ .hasMetric = true, .mark = NodeMark{ .number = number } };
        style::paintNode(
            painter, node, { 20, 20, 200, 24 }, Theme::lightColors(), state, 0.5, texts);
        return image.copy(0, 0, 160, 18); // down to the lower edge of the name
    };
    EXPECT_EQ(drawn(u"+"_s), drawn(QString()));
}

TEST(NodePicture, TheSecondLineShowsFromHalfSizeOn)
{
    const auto drawn = [](const QString &subtitle, double scale, bool isGroup = false) {
        const graph::Node node{ .title = u"CONV_2D"_s,
            .subtitle = subtitle,
            .collapsed = isGroup ? graph::GroupId(0) : graph::GroupId() };
        QImage image(160, 60, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.scale(scale, scale);
        Theme theme;
        TextCache texts;
        style::paintNode(painter, node, { 4, 4, 120, 45 }, theme.colors(), {}, scale, texts);
        return image;
    };
    for (const auto scale : { 0.53, 0.63, 0.71, 1.0 }) {
        EXPECT_NE(drawn(u"int8 1x25x5x64"_s, scale), drawn(QString(), scale))
            << "the shape stands on the node at " << scale;
    }
    EXPECT_EQ(drawn(u"int8 1x25x5x64"_s, 0.3), drawn(QString(), 0.3)) << "too small to be read";
    const auto kinds = u"236 CONV_2D · 104 DEPTHWISE_CONV_2D · 94 FULLY_CONNECTED"_s;
    EXPECT_NE(drawn(kinds, 0.6, true), drawn(QString(), 0.6, true)) << "cut off as at full size";
}

class GraphPictures : public GraphPageTest
{
protected:
    void openNetwork(model::Network network, const QString &name)
    {
        document.set({ .path = u'/' + name + u".tflite"_s,
            .network = std::make_shared<const model::Network>(std::move(network)) });
        waitUntilShown();
        waitForCamera();
    }
    /// No node over another, and none narrower than its title, as long as it may grow.
    void expectWellDrawn()
    {
        const auto &scene = *page.view()->graphScene();
        const auto &nodes = scene.graph().nodes;
        BoxIndex boxes;
        std::vector<QRectF> rects;
        for (size_t i = 0; i < nodes.size(); ++i)
            rects.push_back(scene.rectOf({ .node = static_cast<int>(i) }));
        boxes.build(rects);
        for (size_t i = 0; i < nodes.size(); ++i) {
            boxes.visit(rects[i].adjusted(1, 1, -1, -1),
                [&](int other) { EXPECT_EQ(other, static_cast<int>(i)) << "overlap"; });
            const auto title
                = QFontMetricsF(GraphMetrics::titleFont()).horizontalAdvance(nodes[i].title);
            EXPECT_TRUE(rects[i].width() >= title || rects[i].width() >= 340)
                << nodes[i].title.left(80).toStdString();
        }
        for (const auto &[group, hull] : scene.hulls()) {
            for (size_t i = 0; i < nodes.size(); ++i) {
                const bool isInside
                    = nodes[i].group && static_cast<int>(nodes[i].group.value) == group;
                if (isInside && scene.hulls().size() == scene.graph().groups.size()) {
                    EXPECT_TRUE(hull.contains(rects[i])) << nodes[i].title.toStdString();
                }
            }
        }
    }
    /// The whole, a part of it, and one operator, in both themes.
    void keepThreeZooms(const QString &name)
    {
        for (const auto mode : { ThemeMode::Light, ThemeMode::Dark }) {
            theme.apply(*qApp, mode);
            page.resize(1280, 800);
            page.fit();
            waitForCamera();
            const auto overview = page.view()->zoom();
            for (const auto &[zoom, word] : { std::pair(overview, u"overview"_s),
                     std::pair(std::sqrt(overview), u"middle"_s), std::pair(1.2, u"close"_s) }) {
                page.view()->zoomTo(zoom);
                waitForCamera();
                const auto image = page.grab().toImage();
                EXPECT_GT(inkShare(image, theme.colors().window), 0.02)
                    << name.toStdString() << word.toStdString();
                keep(image,
                    u"%1-%2-%3"_s.arg(
                        name, word, mode == ThemeMode::Light ? u"light"_s : u"dark"_s));
            }
        }
    }
};

/// A network shaped like a real one, as a file of TFLite would have it.
model::Network sampleNetwork(bench::Family family, int count)
{
    model::Network network{ .format = u"tflite"_s };
    model::Subgraph main{ .name = u"main"_s };
    const auto operators = bench::sampleGraph(family, count);
    for (size_t i = 0; i < operators.size(); ++i) {
        main.tensors.push_back({ .name = operators[i].path,
            .type = model::ElementType::Int8,
            .shape = std::vector<qint64>{ 1, 8, 8, 16 } });
        if (operators[i].inputs.empty())
            main.inputs.push_back(static_cast<qint32>(i));
        else
            main.operators.push_back({ .type = operators[i].kind,
                .inputs = operators[i].inputs,
                .outputs = { static_cast<qint32>(i) } });
    }
    main.outputs = { static_cast<qint32>(operators.size()) - 1 };
    network.subgraphs = { std::move(main) };
    return network;
}

TEST_F(GraphPictures, FillTheWindowInBothThemesAndSizes)
{
    auto list = pictures();
    for (const auto &picture : list) {
        open(picture.pte, picture.result);
        for (const auto mode : { ThemeMode::Light, ThemeMode::Dark }) {
            theme.apply(*qApp, mode);
            for (const auto size : { QSize(900, 640), QSize(2100, 1280) }) {
                page.resize(size);
                waitForCamera();
                page.fit();
                waitForCamera();
                EXPECT_GT(page.view()->zoom(), picture.leastZoom) << picture.name;
                const auto image = page.grab().toImage();
                keep(image,
                    u"%1-%2-%3"_s
                        .arg(QLatin1StringView(picture.name),
                            mode == ThemeMode::Light ? u"light"_s : u"dark"_s)
                        .arg(size.width()));
                EXPECT_GT(inkShare(image, theme.colors().window), 0.03) << picture.name;
            }
        }
    }
}

TEST_F(GraphPictures, SelectionSearchCardAndCollapsedHullsAreDrawn)
{
    openFixture(u"transformer_block-u55-128-int16"_s, u"transformer_block.pte"_s);
    for (const auto mode : { ThemeMode::Light, ThemeMode::Dark }) {
        theme.apply(*qApp, mode);
        page.resize(1000, 700);
        page.setCollapsed(graph::GroupId(2), true);
        waitUntilShown();
        const auto plain = page.grab().toImage();
        page.showFind();
        EXPECT_GT(page.find(u"bmm"_s), 1);
        waitForCamera();
        const auto place = placeOf({ .node = page.view()->graphScene()->bestMatch() });
        QTest::mouseMove(page.view()->viewport(), place + QPoint(3, 3));
        QTest::mouseMove(page.view()->viewport(), place);
        EXPECT_TRUE(QTest::qWaitFor(
            [&] { return page.findChild<QFrame *>(u"graphHoverCard"_s)->isVisible(); }, 3000));
        const auto marked = page.grab().toImage();
        keep(marked, mode == ThemeMode::Light ? u"states-light"_s : u"states-dark"_s);
        EXPECT_NE(plain, marked);
        page.fit();
        waitForCamera();
        keep(page.grab().toImage(),
            mode == ThemeMode::Light ? u"collapsed-light"_s : u"collapsed-dark"_s);
    }
}

TEST_F(GraphPictures, LargeNetworksCanBeReadAtThreeZooms)
{
    for (const auto &[family, count, name] :
        { std::tuple(bench::Family::Decoder, 3000, u"decoder-3000"_s),
            std::tuple(bench::Family::Cnn, 10000, u"cnn-10000"_s) }) {
        openNetwork(sampleNetwork(family, count), name);
        EXPECT_LE(page.shownGraph().nodes.size(), 60U) << "opens at what can be read";
        EXPECT_GT(page.view()->zoom(), 0.3);
        expectWellDrawn();
        keepThreeZooms(name);
        page.expandAll();
        waitUntilShown();
        EXPECT_GE(page.shownGraph().nodes.size(), static_cast<size_t>(count) * 9 / 10);
        expectWellDrawn();
        page.fit();
        waitForCamera();
        const auto bounds = page.view()->graphScene()->bounds();
        EXPECT_GT(bounds.width(), bounds.height() / 4) << "columns that suit the window";
        keepThreeZooms(name + u"-all"_s);
    }
}

/// All operators of real models, with the boxes and titles that they have here.
TEST_F(GraphPictures, RealModelsAreAsReadableAsByGraphviz)
{
    std::vector<double> lengths;
    std::vector<double> crossings;
    const auto compare = [&](const std::string &name) {
        const auto both
            = layout::besideGraphviz(layoutRequest(graph::foldQuantisation(page.wholeGraph())));
        ASSERT_TRUE(both) << name;
        EXPECT_EQ(both->own.overlaps, 0U) << name;
        EXPECT_EQ(both->own.throughNodes, 0U) << name;
        lengths.push_back(both->own.length / std::max(1.0, both->graphviz.length));
        crossings.push_back(double(both->own.crossings + 1) / double(both->graphviz.crossings + 1));
        RecordProperty(name,
            std::to_string(lengths.back()) + " of the length, "
                + std::to_string(both->own.crossings) + " crossings, "
                + std::to_string(both->graphviz.crossings) + " of Graphviz");
    };
    for (const auto &picture : pictures()) {
        open(picture.pte, picture.result);
        compare(picture.name);
    }
    const auto aot = test::samplesDir() + u"/generated/aot/"_s;
    for (const auto &name : { u"kws-int8-u55-128"_s, u"cond-int8-u85-256"_s,
             u"rescnn-int8-u55-128-overrides"_s, u"mv2-int8-u55-256"_s }) {
        if (!QFileInfo::exists(aot + name + u"/model.pte"_s))
            continue;
        open(aot + name + u"/model.pte"_s);
        page.enter(model::EntityRef::delegate(0, 0)); // its NPU operations
        waitUntilShown();
        compare(name.toStdString());
    }
    EXPECT_LE(layout::median(lengths), 1.1);
    EXPECT_LE(layout::median(crossings), 1.1);
}

TEST_F(GraphPictures, ANameOfTenThousandCharactersHasItsRoom)
{
    auto network = sampleNetwork(bench::Family::Cnn, 40);
    for (size_t i : { size_t(0), network.subgraphs[0].tensors.size() - 1 })
        network.subgraphs[0].tensors[i].name = QString(10000, u'w');
    network.subgraphs[0].operators[3].type = QString(10000, u'M');
    openNetwork(network, u"longname"_s);
    expectWellDrawn();
    for (const auto &node : page.shownGraph().nodes)
        EXPECT_LE(GraphMetrics::nodeSize(node).width(), 340);
    EXPECT_LT(page.view()->graphScene()->bounds().width(), 4000);
    keepThreeZooms(u"longname"_s);
}

TEST_F(GraphPictures, RealSamplesShowWhatRunsOnTheNpu)
{
    TOSAIC_NEED_SAMPLES();
    const auto aot = test::samplesDir() + u"/generated/aot/"_s;
    for (const auto &name : { u"mv2-int8-u55-256"_s, u"kws-int8-u55-128"_s, u"cond-int8-u85-256"_s,
             u"rescnn-int8-u55-128-overrides"_s, u"twopart-int8-u55-256-segments"_s }) {
        open(aot + name + u"/model.pte"_s);
        for (const auto mode : { ThemeMode::Light, ThemeMode::Dark }) {
            theme.apply(*qApp, mode);
            page.resize(900, 640);
            waitForCamera();
            page.fit();
            waitForCamera();
            keep(page.grab().toImage(),
                name + (mode == ThemeMode::Light ? u"-light"_s : u"-dark"_s));
        }
        EXPECT_TRUE(page.sentence().contains(u"NPU operation"_s)) << qPrintable(page.sentence());
    }
}

} // namespace tosaic::views::graphpicturestests
