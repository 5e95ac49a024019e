// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/canvas/hexview.h"
#include "views/hex/bytetext.h"
#include "views/hex/entitybytes.h"
#include "views/hex/hexpanel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::test::hextests {

using namespace tosaic::model;

namespace {

class Hex : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        openFixture(document, u"two_partitions-u55-128"_s);
        panel.resize(900, 320);
        panel.show();
        view = child<views::HexView>(panel, u"hexView"_s);
        QFile file(document.path());
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        bytes = file.readAll();
    }

    views::HexPanel panel{ document, selection, theme };
    views::HexView *view = nullptr;
    QByteArray bytes;
};

} // namespace

TEST_F(Hex, EveryLineIsTheBytesOfTheFile)
{
    for (qsizetype line = 0; line * 16 < bytes.size(); ++line) {
        const auto expected = bytes.mid(line * 16, 16);
        const auto shown = view->lineText(static_cast<quint64>(line));
        const auto digits = shown.mid(10, 49).simplified().remove(u' ');
        EXPECT_EQ(digits.left(expected.size() * 2), QString::fromLatin1(expected.toHex()));
        EXPECT_EQ(shown.left(8).toULongLong(nullptr, 16), static_cast<quint64>(line) * 16);
    }
    EXPECT_EQ(view->lineText(static_cast<quint64>(bytes.size())), QString());
}

TEST_F(Hex, FollowsTheSelectedBlock)
{
    const auto &delegate = document.program()->methods[0].delegates[1];
    selection.select(EntityRef::payloadBlock(0, 1, 1));
    const auto &block = delegate.ethosu->blocks[1];
    EXPECT_EQ(view->marked(), (ByteRange{ delegate.data.offset + block.offset, block.size }));
    EXPECT_FALSE(view->byteRect(view->marked().offset).isNull());
    EXPECT_EQ(bytes.mid(static_cast<qsizetype>(view->marked().offset), 4), QByteArray("COP1"));
    picture(panel, u"hex-light"_s);
    selection.select(EntityRef::ofMethod(0));
    EXPECT_EQ(view->marked(), ByteRange{});
}

TEST_F(Hex, ClicksAndKeysSelectBytesAndShowThemAsNumbers)
{
    view->setFocus();
    panel.activateWindow();
    const auto first = view->byteRect(4).center().toPoint();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, first);
    EXPECT_EQ(view->selection(), (ByteRange{ 4, 1 }));
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(view->selection(), (ByteRange{ 4, 4 }));
    const auto numbers = child<QLabel>(panel, u"hexNumbers"_s)->text();
    EXPECT_TRUE(numbers.contains(u"u8 69 "_s)) << numbers.toStdString(); // 'E' of ET12
    const auto u32 = views::interpret(QByteArrayView("ET12")).u32.value_or(0);
    EXPECT_TRUE(numbers.contains(QLocale::c().toString(u32))) << numbers.toStdString();
    QTest::mouseClick(child<QToolButton>(panel, u"hexCopyHex"_s), Qt::LeftButton);
    EXPECT_EQ(QApplication::clipboard()->text(), u"45 54 31 32"_s);
    QTest::mouseClick(child<QToolButton>(panel, u"hexCopyC"_s), Qt::LeftButton);
    EXPECT_TRUE(QApplication::clipboard()->text().contains(u"0x45, 0x54, 0x31, 0x32,"_s));
    QTest::keyClick(view, Qt::Key_End, Qt::ControlModifier);
    EXPECT_EQ(view->selection().offset, static_cast<quint64>(bytes.size()) - 1);
}

TEST_F(Hex, GoesToAnOffset)
{
    panel.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&panel));
    view->setFocus();
    QTest::keyClick(view, Qt::Key_G, Qt::ControlModifier);
    auto *offset = child<QLineEdit>(panel, u"hexOffset"_s);
    EXPECT_TRUE(offset->hasFocus());
    QTest::keyClicks(offset, u"0x400"_s);
    QTest::keyClick(offset, Qt::Key_Return);
    EXPECT_EQ(view->selection(), (ByteRange{ 0x400, 1 }));
    EXPECT_FALSE(view->byteRect(0x400).isNull());
    offset->setText(u"99999999999"_s);
    QTest::keyClick(offset, Qt::Key_Return);
    EXPECT_TRUE(child<QLabel>(panel, u"hexMessage"_s)->text().startsWith(u"Behind the end"_s));
    EXPECT_EQ(view->selection().offset, 0x400U);
}

TEST_F(Hex, FindsTextAndBytes)
{
    auto *needle = child<QLineEdit>(panel, u"hexFind"_s);
    QTest::keyClicks(needle, u"COP1"_s);
    QTest::keyClick(needle, Qt::Key_Return);
    const auto first = static_cast<quint64>(bytes.indexOf("COP1"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return view->selection() == ByteRange{ first, 4 }; }));
    const auto second = static_cast<quint64>(bytes.indexOf("COP1", bytes.indexOf("COP1") + 1));
    QTest::mouseClick(child<QToolButton>(panel, u"hexFindNext"_s), Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([&] { return view->selection().offset == second; }));
    child<QComboBox>(panel, u"hexFindKind"_s)->setCurrentIndex(1);
    needle->setText(u"45 54 31 32"_s);
    QTest::keyClick(needle, Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([&] { return view->selection().offset == 4; }));
    needle->setText(u"45 5"_s);
    QTest::keyClick(needle, Qt::Key_Return);
    EXPECT_TRUE(child<QLabel>(panel, u"hexMessage"_s)->text().contains(u"pairs"_s));
}

TEST_F(Hex, EmptyStateWithoutAFile)
{
    document.clear();
    EXPECT_TRUE(child<QLabel>(panel, u"emptyTitle"_s)->isVisible());
    EXPECT_EQ(view->source(), nullptr);
}

TEST_F(PageTest, HexShowsOffsetsBehindFourGigabytes)
{
    // A sparse file: 5 GiB that take no room.
    const auto path = temporaryDir() + u"/large.bin"_s;
    const quint64 at = 5ULL << 30;
    {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        if (!file.resize(static_cast<qint64>(at) + 32))
            GTEST_SKIP() << "this file system takes no 5 GiB file";
        file.seek(static_cast<qint64>(at));
        file.write("needle at the end of a large one");
    }
    auto source = ByteSource::map(path);
    ASSERT_TRUE(source) << source.error().toText().toStdString();
    views::HexView view(theme);
    view.resize(800, 300);
    view.show();
    view.setSource(*source);
    view.scrollTo(at);
    EXPECT_FALSE(view.byteRect(at).isNull());
    EXPECT_TRUE(view.lineText(at / 16).startsWith(u"000140000000  6e 65 65 64"_s))
        << view.lineText(at / 16).toStdString();
    view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
    EXPECT_FALSE(view.byteRect(at + 31).isNull());
    QFile::remove(path);
}

TEST(ByteText, ReadsWhatPeopleWrite)
{
    EXPECT_EQ(views::parseOffset(u"0x1F0"_s), 496U);
    EXPECT_EQ(views::parseOffset(u" 496 "_s), 496U);
    EXPECT_EQ(views::parseOffset(u"1f0h"_s), 496U);
    EXPECT_EQ(views::parseOffset(u"zz"_s), std::nullopt);
    EXPECT_EQ(views::parseNeedle(u"434f 50"_s, true), QByteArray("COP"));
    EXPECT_EQ(views::parseNeedle(u"4"_s, true), std::nullopt);
    EXPECT_EQ(views::parseNeedle(u"xy"_s, true), std::nullopt);
}

TEST_F(Hex, KnowsTheBytesOfEveryEntity)
{
    Program program = *document.program();
    Tensor constant;
    constant.constant = ByteRange{ 32, 8 };
    program.methods[0].values.push_back(constant);
    const auto last = static_cast<int>(program.methods[0].values.size()) - 1;
    EXPECT_EQ(views::bytesOf(program, EntityRef::value(0, last)), (ByteRange{ 32, 8 }));
    EXPECT_EQ(views::bytesOf(program, EntityRef::byteRange({ 1, 2 })), (ByteRange{ 1, 2 }));
    EXPECT_EQ(
        views::bytesOf(program, EntityRef::delegate(0, 0)), program.methods[0].delegates[0].data);
    EXPECT_EQ(views::bytesOf(program, EntityRef::delegate(0, 99)), std::nullopt);
    EXPECT_EQ(views::bytesOf(program, EntityRef::payloadBlock(0, 0, 99)), std::nullopt);
    EXPECT_EQ(views::bytesOf(program, EntityRef::node(u"x"_s)), std::nullopt);
}

} // namespace tosaic::test::hextests
