// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/smallwindow.h"
#include "app/shell/window/docks.h"
#include "app/shell/window/mainwindow.h"
#include "core/spec/specjson.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "views/models/columnmodel.h"
#include "views/source/sourceedit.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QFile>
#include <QHeaderView>
#include <QJsonDocument>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace tosaic::test::specwindowtests {

namespace {

using shell::Mode;

class SpecWindow : public WindowTest
{
protected:
    SpecDocument &spec() { return session->spec(); }
    QAction *action(const QString &id) { return window->actions().action(id); }
    void write(const QString &path, const spec::CompileSpec &what)
    {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(spec::toJson(what)).toJson());
    }
};

} // namespace

TEST_F(SpecWindow, UndoAndRedoNameTheField)
{
    EXPECT_FALSE(action(u"spec.undo"_s)->isEnabled());
    spec().setTarget(u"ethos-u85-256"_s);
    EXPECT_EQ(action(u"spec.undo"_s)->text(), u"&Undo: Target"_s);
    EXPECT_FALSE(action(u"spec.redo"_s)->isEnabled());
    key(Qt::Key_Z);
    EXPECT_EQ(spec().spec().target, u"ethos-u55-128"_s);
    EXPECT_FALSE(action(u"spec.undo"_s)->isEnabled());
    EXPECT_EQ(action(u"spec.redo"_s)->text(), u"&Redo: Target"_s);
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(spec().spec().target, u"ethos-u85-256"_s);
}

/// Keys go to the window in front, as a person's do: a list of completions may be open meanwhile.
TEST_F(SpecWindow, FastTypingLosesNoKeyOfAFlag)
{
    trigger(u"mode.spec"_s);
    auto *line = find<QLineEdit>(u"specFlag0"_s);
    for (const int pause : { 0, 15, 60 }) {
        spec().reset({ .target = u"ethos-u55-128"_s });
        line->setFocus();
        for (const auto c : u"--optimise=Size"_s) {
            auto *to = QApplication::activePopupWidget();
            QTest::keyClick(
                (to ? to : window.get())->windowHandle(), c.toLatin1(), Qt::NoModifier, pause);
        }
        EXPECT_EQ(line->text(), u"--optimise=Size"_s) << pause;
        EXPECT_EQ(spec().spec().extraFlags, QStringList{ u"--optimise=Size"_s }) << pause;
        line->completer()->popup()->hide();
    }
}

/// What is wrong with a word that is not whole yet stands at its field.
TEST_F(SpecWindow, TypingUnfoldsNoPanelOverTheForm)
{
    window->resize(1280, 800);
    open(fixturePath(u"mobilenet_v2-u55-128"_s));
    trigger(u"mode.spec"_s);
    QTest::qWait(50);
    auto &below = window->docks().smallWindow();
    ASSERT_TRUE(below.isFolded());
    auto *line = find<QLineEdit>(u"specFlag0"_s);
    line->setFocus();
    QTest::keyClicks(line, u"--optimise"_s);
    ASSERT_TRUE(waitForIdle());
    EXPECT_GT(session->problems().count(Severity::Error), 0);
    EXPECT_TRUE(window->docks().dock(u"problems"_s)->windowTitle().contains(u'('));
    EXPECT_TRUE(below.isFolded());
    EXPECT_FALSE(line->visibleRegion().isEmpty());
    line->completer()->popup()->hide();
}

TEST_F(SpecWindow, WhatAnErrorUnfoldedFoldsWhenNothingIsLeft)
{
    window->resize(1280, 800);
    open(fixturePath(u"mobilenet_v2-u55-128"_s));
    trigger(u"mode.spec"_s);
    QTest::qWait(50);
    auto &below = window->docks().smallWindow();
    ASSERT_TRUE(below.isFolded());
    const Diagnostic error{ u"io.write"_s, Severity::Error, {}, u"No room on the disk"_s };
    session->problems().set(u"report"_s, std::vector{ error });
    EXPECT_FALSE(below.isFolded());
    session->problems().clear(u"report"_s);
    EXPECT_TRUE(below.isFolded());
    window->docks().raise(u"problems"_s); // somebody wants it
    session->problems().set(u"report"_s, std::vector{ error });
    session->problems().clear(u"report"_s);
    EXPECT_FALSE(below.isFolded());
}

TEST_F(SpecWindow, WhatIsKeptOnTheCpuIsAStepToo)
{
    spec().keepOnCpu({ .nodes = { u"a"_s } });
    spec().keepOnCpu({ .nodes = { u"b"_s } });
    EXPECT_EQ(action(u"spec.undo"_s)->text(), u"&Undo: Kept on the CPU"_s);
    key(Qt::Key_Z);
    EXPECT_EQ(spec().spec().keepOnCpu.nodes, QStringList{ u"a"_s });
    key(Qt::Key_Z);
    EXPECT_TRUE(spec().spec().keepOnCpu.isEmpty());
}

/// The offer to compile follows the spec, whichever way that changes.
TEST_F(SpecWindow, TheOfferToCompileComesBackWithRedo)
{
    open(fixturePath(u"mobilenet_v2-u55-128"_s));
    const auto isOffered = [this] { return window->notices().current() == u"compile.keep"_s; };
    spec().keepOnCpu({ .nodes = { u"aten_convolution_default_2"_s } });
    ASSERT_TRUE(QTest::qWaitFor(isOffered, 20000));
    spec().undo();
    EXPECT_TRUE(QTest::qWaitFor([&] { return !isOffered(); }, 20000)) << "nothing differs";
    spec().redo();
    EXPECT_TRUE(QTest::qWaitFor(isOffered, 20000));
}

TEST_F(SpecWindow, TheButtonsAboveTheFormAreTheMenus)
{
    trigger(u"mode.spec"_s);
    auto *undo = find<QToolButton>(u"spec.undoButton"_s);
    EXPECT_FALSE(undo->isEnabled());
    spec().setTarget(u"ethos-u65-512"_s);
    QTest::mouseClick(undo, Qt::LeftButton);
    EXPECT_EQ(spec().spec().target, u"ethos-u55-128"_s);
}

TEST_F(SpecWindow, AProblemRowLeadsToItsField)
{
    auto broken = spec().spec();
    broken.tosaSpec = u"TOSA-9"_s;
    spec().addStep(broken, {});
    ASSERT_EQ(window->modes().current(), Mode::Home);
    trigger(u"mode.model"_s);
    auto *table = find<QTreeView>(u"problemsTable"_s);
    ASSERT_GE(table->model()->rowCount(), 1) << "checked without the page";
    int row = 0;
    const auto textOf = [&](int r) { return table->model()->index(r, 2).data().toString(); };
    while (row < table->model()->rowCount() && !textOf(row).contains(u"tosaSpec"_s))
        ++row;
    ASSERT_LT(row, table->model()->rowCount());
    Q_EMIT table->clicked(table->model()->index(row, 0));
    EXPECT_EQ(window->modes().current(), Mode::Spec);
    EXPECT_TRUE(find<QLineEdit>(u"specTosaSpec"_s)->isVisible());
    spec().undo();
    EXPECT_EQ(table->model()->rowCount(), 0) << "mended";
}

TEST_F(SpecWindow, WhatAProblemSaysHasHalfOfItsRow)
{
    trigger(u"mode.model"_s);
    const Diagnostic problem{ u"pte.constant-outside-segment"_s, Severity::Error,
        { .file = u"a_file_with_a_long_name_of_its_own.pte"_s, .line = 4 },
        u"256 bytes at 576 of the constant segment do not lie inside it"_s };
    session->problems().set(u"compile"_s, std::vector{ problem });
    window->docks().raise(u"problems"_s);
    auto *table = find<QTreeView>(u"problemsTable"_s);
    for (const auto size : { QSize(1280, 800), QSize(1000, 640), QSize(1600, 900) }) {
        window->resize(size);
        ASSERT_TRUE(QTest::qWaitFor([&] { return table->isVisible(); }, 5000));
        const int text = views::columnOf(*table->model(), u"text");
        EXPECT_GE(table->columnWidth(text), table->viewport()->width() / 2) << size.width();
        EXPECT_LE(table->header()->length(), table->viewport()->width());
        const int code = views::columnOf(*table->model(), u"code");
        EXPECT_GE(table->columnWidth(code), std::min(table->viewport()->width() / 7, 150));
    }
    // A column that somebody has sized stays as it is.
    const int place = views::columnOf(*table->model(), u"place");
    table->header()->resizeSection(place, 77);
    window->resize(1500, 900);
    EXPECT_EQ(table->columnWidth(place), 77);
}

TEST_F(SpecWindow, AFailedCompileIsOneRowThatLeadsToTheLineOfTheModel)
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(u"broken.py"_s);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("import torch\n\ndef forward(x):\n    if x.sum() > 0:\n        return x\n");
    file.close();
    session->setCompileInput(path);
    trigger(u"mode.model"_s);
    const Diagnostic problem{ u"model.export-failed"_s, Severity::Error,
        { .file = u"broken.py"_s, .line = 4 },
        u"`if x.sum() > 0` depends on data\n\nCould not guard\nFor more, run with LOGS"_s };
    session->problems().set(u"compile"_s, std::vector{ problem });
    auto *table = find<QTreeView>(u"problemsTable"_s);
    window->docks().raise(u"problems"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->isVisible(); }, 5000));
    const auto row = table->model()->index(0, 1);
    EXPECT_EQ(row.data().toString(), u"`if x.sum() > 0` depends on data"_s);
    auto *words = find<QPlainTextEdit>(u"problemWords"_s);
    auto *fold = find<QToolButton>(u"problemFold"_s);
    EXPECT_FALSE(words->isVisible());
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(row).center());
    auto *source = find<views::SourceEdit>(u"sourceText"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return source->currentLine() == 4; }, 20000));
    ASSERT_TRUE(QTest::qWaitFor([&] { return source->isVisible(); }, 5000));
    EXPECT_FALSE(find<QWidget>(u"sourceLines"_s)->isVisible()) << "no line was recorded";
    EXPECT_TRUE(source->toPlainText().contains(u"if x.sum() > 0:"_s));
    window->docks().raise(u"problems"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return fold->isVisible(); }, 5000));
    QTest::mouseClick(fold, Qt::LeftButton);
    EXPECT_TRUE(words->isVisible());
    EXPECT_EQ(words->toPlainText(), u"Could not guard\nFor more, run with LOGS"_s);
    session->problems().set(u"compile"_s, std::vector<Diagnostic>());
    EXPECT_FALSE(fold->isVisibleTo(fold->parentWidget())) << "no row, no words";
}

TEST_F(SpecWindow, SpecsAreSavedAndLoaded)
{
    spec().setTarget(u"ethos-u85-1024"_s);
    const auto path = QString(dir + u"/SPEC.json"_s);
    trigger(u"spec.save"_s);
    chooseFile(u"saveSpecDialog"_s, path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(path); }));
    ASSERT_TRUE(waitForIdle());
    EXPECT_FALSE(spec().isModified());
    spec().setTarget(u"ethos-u55-32"_s);
    trigger(u"spec.load"_s);
    chooseFile(u"loadSpecDialog"_s, path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return spec().spec().target == "ethos-u85-1024"_L1; }));
    EXPECT_EQ(window->modes().current(), Mode::Spec);
    trigger(u"spec.undo"_s);
    EXPECT_EQ(spec().spec().target, u"ethos-u55-32"_s) << "loading is a step";
}

TEST_F(SpecWindow, ADamagedSpecIsToldAndChangesNothing)
{
    const auto path = QString(dir + u"/SPEC.json"_s);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{ \"target\": ");
    file.close();
    const auto before = spec().spec();
    trigger(u"spec.load"_s);
    chooseFile(u"loadSpecDialog"_s, path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->notices().current() == "spec.file"_L1; }));
    EXPECT_EQ(spec().spec(), before);
}

TEST_F(SpecWindow, AnOpenedSpecBeginsANewHistory)
{
    spec().setTarget(u"ethos-u85-1024"_s);
    const auto path = QString(dir + u"/SPEC.json"_s);
    write(path, { .target = u"ethos-u65-256"_s });
    open(path);
    EXPECT_EQ(spec().spec().target, u"ethos-u65-256"_s);
    EXPECT_FALSE(spec().canUndo());
    EXPECT_FALSE(spec().isModified());
}

TEST_F(SpecWindow, TheClipboardIsTakenFromAnywhere)
{
    QApplication::clipboard()->setText(u"EthosUCompileSpec('ethos-u85-512')"_s);
    trigger(u"spec.paste"_s);
    EXPECT_EQ(window->modes().current(), Mode::Spec);
    EXPECT_EQ(spec().spec().target, u"ethos-u85-512"_s);
}

TEST_F(SpecWindow, AProgramsSpecIsTakenOver)
{
    EXPECT_FALSE(action(u"spec.takeOver"_s)->isEnabled()) << "nothing is open";
    open(fixturePath(u"mobilenet_v2-u55-128/mobilenet_v2.pte"_s));
    ASSERT_TRUE(action(u"spec.takeOver"_s)->isEnabled());
    const auto compiled = spec().spec();
    spec().setTarget(u"ethos-u85-1024"_s);
    trigger(u"spec.takeOver"_s);
    EXPECT_EQ(spec().spec().target, compiled.target);
    key(Qt::Key_Z);
    EXPECT_EQ(spec().spec().target, u"ethos-u85-1024"_s);
}

TEST_F(SpecWindow, AProgramAloneBringsItsSpecUnlessAnotherIsChosen)
{
    const auto alone = [](const QString &fixture, const QString &name) {
        QFile file(fixturePath(fixture + u'/' + name));
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return written(name, file.readAll());
    };
    open(alone(u"mobilenet_v2-u85-256"_s, u"mobilenet_v2.pte"_s));
    EXPECT_EQ(spec().spec().target, u"ethos-u85-256"_s);
    EXPECT_FALSE(spec().isModified());
    const auto add = alone(u"add-u65-256"_s, u"add.pte"_s);
    open(add); // a spec belongs to its model
    EXPECT_EQ(spec().spec().target, u"ethos-u65-256"_s);
    spec().setTarget(u"ethos-u55-32"_s);
    open(alone(u"mobilenet_v2-u85-256"_s, u"mobilenet_v2.pte"_s));
    EXPECT_EQ(spec().spec().target, u"ethos-u85-256"_s);
    open(add); // the file once more, not what was chosen for it
    EXPECT_EQ(spec().spec().target, u"ethos-u55-32"_s);
}

TEST_F(SpecWindow, WhatStoppedACompileIsNotSaidOnceItIsMended)
{
    session->setCompileInput(written(u"model.py"_s, "pass\n"));
    auto wrong = spec().spec();
    wrong.memoryMode = u"Dedicated_Sram"_s; // not on Ethos-U55
    spec().addStep(wrong, u"memoryMode"_s);
    trigger(u"compile.run"_s);
    ASSERT_EQ(window->notices().current(), u"compile.spec"_s);
    wrong.systemConfig = u"Ethos_U55_High_End_Embedded"_s;
    spec().addStep(wrong, u"systemConfig"_s);
    EXPECT_EQ(window->notices().current(), u"compile.spec"_s); // not mended yet
    wrong.memoryMode.reset();
    wrong.systemConfig.reset();
    spec().addStep(wrong, {});
    EXPECT_NE(window->notices().current(), u"compile.spec"_s);
}

} // namespace tosaic::test::specwindowtests
