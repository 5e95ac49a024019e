// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/spec/specjson.h"
#include "tests/views/pages/specfixture.h"
#include "views/spec/choicebox.h"
#include "views/spec/spelling.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::test::spectexttests {

namespace {

class SpecText : public SpecTest
{
protected:
    void SetUp() override
    {
        SpecTest::SetUp();
        // What the window's menu has.
        auto *undo = new QShortcut(QKeySequence::Undo, &page);
        QObject::connect(undo, &QShortcut::activated, &spec, &SpecDocument::undo);
        auto *redo = new QShortcut(QKeySequence(u"Ctrl+Shift+Z"_s), &page);
        QObject::connect(redo, &QShortcut::activated, &spec, &SpecDocument::redo);
        page.show();
        ASSERT_TRUE(QTest::qWaitFor([this] {
            QApplication::setActiveWindow(&page);
            return page.isActiveWindow();
        }));
    }
    QPlainTextEdit *front(int tab, const QString &name)
    {
        field<QTabWidget>(u"specSpellings"_s)->setCurrentIndex(tab);
        auto *edit = field<QPlainTextEdit>(name);
        edit->setFocus();
        return edit;
    }
    QPlainTextEdit *json() { return front(0, u"specJson"_s); }
    /// Puts the cursor behind a piece of the text.
    static void goBehind(QPlainTextEdit *edit, const QString &piece)
    {
        auto cursor = edit->document()->find(piece);
        ASSERT_FALSE(cursor.isNull()) << piece.toStdString();
        cursor.clearSelection();
        edit->setTextCursor(cursor);
    }
    QString status(const QString &name) { return field<QLabel>(name + u"Status"_s)->text(); }
    static void undoKey(QWidget *widget)
    {
        QTest::keyClick(widget, Qt::Key_Z, Qt::ControlModifier);
    }
};

} // namespace

TEST_F(SpecText, TheToolsSpellingsFollowTheForm)
{
    spec.setSpec(fullSpec());
    const auto text = json()->toPlainText();
    const auto read = spec::fromJsonText(text.toUtf8());
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, fullSpec());
    EXPECT_TRUE(front(1, u"specPython"_s)->toPlainText().contains(u"EthosUCompileSpec("_s));
    EXPECT_TRUE(
        front(2, u"specVela"_s)->toPlainText().contains(u"--accelerator-config=ethos-u85-512"_s));
    json();
    QTest::mouseClick(field<QToolButton>(u"specCopy"_s), Qt::LeftButton);
    EXPECT_EQ(QApplication::clipboard()->text(), text);
}

TEST_F(SpecText, ValidJsonIsTheSpecWhileItIsTyped)
{
    auto *edit = json();
    goBehind(edit, u"ethos-u55-"_s);
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, u"64"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return spec.spec().target == "ethos-u55-64"_L1; }));
    EXPECT_EQ(field<QComboBox>(u"specMacs"_s)->currentData().toString(), u"ethos-u55-64"_s);
    EXPECT_TRUE(edit->toPlainText().left(edit->textCursor().position()).endsWith(u"ethos-u55-64"_s))
        << "the cursor stays behind what was typed";
    undoKey(edit);
    EXPECT_EQ(spec.spec().target, u"ethos-u55-128"_s) << "typing is one step of the spec";
    EXPECT_TRUE(edit->toPlainText().contains(u"ethos-u55-128"_s));
}

TEST_F(SpecText, WhatIsNotValidIsMarkedAndTheSpecStays)
{
    auto *edit = json();
    const auto before = spec.spec();
    edit->moveCursor(QTextCursor::End);
    QTest::keyClicks(edit, u"x"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !edit->extraSelections().isEmpty(); }));
    EXPECT_EQ(spec.spec(), before);
    EXPECT_TRUE(status(u"specJson"_s).startsWith(u"Line "_s))
        << status(u"specJson"_s).toStdString();
    EXPECT_TRUE(status(u"specJson"_s).contains(u"column"_s));
    takePicture(u"spec-invalid-text-light"_s);
    // The form goes on; what was typed is not thrown away.
    choose(u"specMemoryMode"_s, u"Sram_Only"_s);
    EXPECT_TRUE(edit->toPlainText().endsWith(u'x'));
    EXPECT_TRUE(status(u"specJson"_s).contains(u"changed elsewhere"_s));
    QTest::mouseClick(field<QPushButton>(u"specJsonDiscard"_s), Qt::LeftButton);
    EXPECT_TRUE(edit->toPlainText().contains(u"Sram_Only"_s));
    EXPECT_TRUE(edit->extraSelections().isEmpty());
}

/// It would write one model's spec into another.
TEST_F(SpecText, AnUnfinishedTextStaysWithItsModel)
{
    auto *edit = json();
    edit->moveCursor(QTextCursor::End);
    QTest::keyClicks(edit, u"garbage"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return spec.hasDraft(); }));
    const auto first = spec.state();
    SpecDocument::State other;
    other.spec.target = u"ethos-u85-256"_s;
    spec.restore(other);
    EXPECT_TRUE(edit->toPlainText().contains(u"ethos-u85-256"_s));
    EXPECT_FALSE(edit->toPlainText().contains(u"garbage"_s));
    EXPECT_TRUE(edit->extraSelections().isEmpty());
    EXPECT_FALSE(spec.hasDraft());
    spec.restore(first);
    EXPECT_TRUE(edit->toPlainText().endsWith(u"garbage"_s));
    EXPECT_FALSE(edit->extraSelections().isEmpty());
    EXPECT_FALSE(status(u"specJson"_s).contains(u"changed elsewhere"_s));
    QTest::mouseClick(field<QPushButton>(u"specJsonDiscard"_s), Qt::LeftButton);
    EXPECT_FALSE(spec.hasDraft());
}

/// Keys are faster than the pause after which a text is looked at.
TEST_F(SpecText, WhatWasTypedJustNowCounts)
{
    auto *edit = json();
    edit->selectAll();
    QTest::keyClicks(edit, u"{\"target\":\"ethos-u65-256\"}"_s);
    ASSERT_EQ(spec.spec().target, u"ethos-u55-128"_s);
    spec.takeTyping();
    EXPECT_EQ(spec.spec().target, u"ethos-u65-256"_s);
}

TEST_F(SpecText, AWrongValueIsMarkedAtItsKey)
{
    auto *edit = json();
    edit->setPlainText(u"{\n  \"target\": \"ethos-u55-128\",\n  \"delegate\": 7\n}"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !edit->extraSelections().isEmpty(); }));
    EXPECT_TRUE(status(u"specJson"_s).startsWith(u"Line 3, column 3:"_s))
        << status(u"specJson"_s).toStdString();
}

TEST_F(SpecText, UndoActsOnTheTextUntilItIsTheSpec)
{
    choose(u"specMemoryMode"_s, u"Sram_Only"_s);
    auto *edit = json();
    edit->moveCursor(QTextCursor::End);
    QTest::keyClicks(edit, u"x"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !edit->extraSelections().isEmpty(); }));
    undoKey(edit);
    EXPECT_FALSE(edit->toPlainText().endsWith(u'x'));
    EXPECT_EQ(spec.spec().memoryMode, u"Sram_Only"_s) << "the spec was not touched";
    ASSERT_TRUE(QTest::qWaitFor([&] { return edit->extraSelections().isEmpty(); }));
    undoKey(edit);
    EXPECT_EQ(spec.spec().memoryMode, std::nullopt);
}

TEST_F(SpecText, UndoInAFieldTakesBackAnEditOfTheSpec)
{
    auto *flag = field<QLineEdit>(u"specFlag0"_s);
    auto *tag = field<QLineEdit>(u"specCommandTag"_s);
    flag->setFocus();
    QTest::keyClicks(flag, u"--optimise=Size"_s);
    tag->setFocus();
    QTest::keyClicks(tag, u"commands"_s);
    undoKey(tag);
    EXPECT_EQ(spec.spec().externalCommandTag, QString()) << "a word is one step";
    EXPECT_EQ(tag->text(), QString());
    EXPECT_EQ(spec.spec().extraFlags, (QStringList{ u"--optimise=Size"_s }));
    undoKey(tag);
    EXPECT_TRUE(spec.spec().extraFlags.isEmpty());
    QTest::keyClick(tag, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTest::keyClick(tag, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(tag->text(), u"commands"_s);
}

TEST_F(SpecText, TheModelsLineHasItsOwnUndoOnlyWhileItIsTyped)
{
    choose(u"specMemoryMode"_s, u"Sram_Only"_s);
    auto *input = field<QLineEdit>(u"specInput"_s);
    input->setFocus();
    QTest::keyClicks(input, u"a"_s);
    undoKey(input);
    EXPECT_EQ(input->text(), QString());
    EXPECT_EQ(spec.spec().memoryMode, u"Sram_Only"_s);
    undoKey(input);
    EXPECT_EQ(spec.spec().memoryMode, std::nullopt);
}

TEST_F(SpecText, TextThatSaysTheSameKeepsItsFormAndCursor)
{
    const auto own = u"{ \"target\":   \"ethos-u55-128\" }"_s;
    auto *edit = json();
    edit->setPlainText(own);
    goBehind(edit, u"target"_s);
    const int at = edit->textCursor().position();
    front(1, u"specPython"_s); // leaving the text takes it at once
    edit = json();
    EXPECT_EQ(edit->toPlainText(), own) << "says the same in its own way";
    EXPECT_EQ(edit->textCursor().position(), at);
    EXPECT_FALSE(spec.canUndo());
    auto other = spec.spec();
    other.integerIo = true;
    spec.setSpec(other);
    EXPECT_TRUE(edit->toPlainText().contains(u"integerIo"_s));
    EXPECT_EQ(edit->textCursor().position(), at) << "not thrown to an end";
}

TEST_F(SpecText, APythonCallIsTheSpecWhileItIsTyped)
{
    auto kept = spec.spec();
    kept.keepOnCpu.nodes = { u"aten_add_tensor"_s };
    kept.cpuKernels = spec::CpuKernels::CortexM;
    spec.reset(kept);
    auto *edit = front(1, u"specPython"_s);
    edit->setPlainText(u"spec = EthosUCompileSpec(\"ethos-u85-256\", memory_mode=\"Shared_Sram\",\n"
                       "    extra_flags=[\"--optimise\", \"Size\"])"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return spec.spec().target == "ethos-u85-256"_L1; }));
    EXPECT_EQ(spec.spec().memoryMode, u"Shared_Sram"_s);
    EXPECT_EQ(spec.spec().extraFlags, (QStringList{ u"--optimise"_s, u"Size"_s }));
    EXPECT_EQ(spec.spec().keepOnCpu, kept.keepOnCpu) << "a call does not speak of it";
    EXPECT_EQ(spec.spec().cpuKernels, kept.cpuKernels);
    edit->setPlainText(u"spec = EthosUCompileSpec(target)"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !edit->extraSelections().isEmpty(); }));
    EXPECT_EQ(spec.spec().target, u"ethos-u85-256"_s);
    EXPECT_TRUE(status(u"specPython"_s).startsWith(u"Line 1, column 26:"_s))
        << status(u"specPython"_s).toStdString();
}

TEST_F(SpecText, AVelaCommandLineIsTheSpecWhileItIsTyped)
{
    auto *edit = front(2, u"specVela"_s);
    goBehind(edit, u"--accelerator-config="_s);
    auto cursor = edit->textCursor();
    cursor.movePosition(QTextCursor::Right, QTextCursor::KeepAnchor, 13);
    cursor.insertText(u"ethos-u55-256"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return spec.spec().target == "ethos-u55-256"_L1; }));
    EXPECT_EQ(spec.spec().systemConfig, std::nullopt) << "spelled out, but still left to the tools";
    EXPECT_EQ(spec.spec().memoryMode, std::nullopt);
    EXPECT_EQ(spec.spec().configIni, std::nullopt);
}

TEST_F(SpecText, TheClipboardIsTakenWhicheverWayItIsSpelled)
{
    auto *paste = field<QToolButton>(u"specPaste"_s);
    auto *tabs = field<QTabWidget>(u"specSpellings"_s);
    QApplication::clipboard()->setText(u"{\"target\":\"ethos-u65-512\"}"_s);
    QTest::mouseClick(paste, Qt::LeftButton);
    EXPECT_EQ(spec.spec().target, u"ethos-u65-512"_s);
    EXPECT_EQ(tabs->currentIndex(), 0);
    QApplication::clipboard()->setText(
        u"import x\nspec = EthosUCompileSpec('ethos-u85-1024', None, 'Sram_Only')\n"_s);
    QTest::mouseClick(paste, Qt::LeftButton);
    EXPECT_EQ(spec.spec().target, u"ethos-u85-1024"_s);
    EXPECT_EQ(spec.spec().memoryMode, u"Sram_Only"_s);
    EXPECT_EQ(tabs->currentIndex(), 1);
    QApplication::clipboard()->setText(
        u"vela --accelerator-config ethos-u55-64 --optimise Size a.tosa"_s);
    QTest::mouseClick(paste, Qt::LeftButton);
    EXPECT_EQ(spec.spec().target, u"ethos-u55-64"_s);
    EXPECT_EQ(tabs->currentIndex(), 2);
    spec.undo();
    EXPECT_EQ(spec.spec().target, u"ethos-u85-1024"_s) << "each is a step";
    spec.undo();
    EXPECT_EQ(spec.spec().target, u"ethos-u65-512"_s);
    QApplication::clipboard()->setText(u"milk, bread"_s);
    QTest::mouseClick(paste, Qt::LeftButton);
    EXPECT_EQ(spec.spec().target, u"ethos-u65-512"_s);
    EXPECT_TRUE(field<QLabel>(u"specClipboardState"_s)->isVisible());
}

TEST(Spelling, IsRecognisedByItsLook)
{
    using views::Spelling;
    EXPECT_EQ(views::recognise(u"  {\"target\": 1"_s), Spelling::Json);
    EXPECT_EQ(views::recognise(u"x = EthosUCompileSpec("_s), Spelling::Python);
    EXPECT_EQ(views::recognise(u"/opt/venv/bin/vela a.tosa"_s), Spelling::Vela);
    EXPECT_EQ(views::recognise(u"--accelerator-config=ethos-u55-32"_s), Spelling::Vela);
    EXPECT_EQ(views::recognise(u"a novel about Vela"_s), std::nullopt);
}

} // namespace tosaic::test::spectexttests
