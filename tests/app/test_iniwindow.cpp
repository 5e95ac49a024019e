// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The vela.ini editor and the tool environments in the window.
#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/tools/toolkeeper.h"
#include "core/documents/specdocument.h"
#include "core/workspace/settingkeys.h"
#include "core/workspace/workspace.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/ini/inipage.h"

#include <QAction>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::test::iniwindowtests {

namespace {

const QByteArray Board = "[System_Config.Ethos_U55_Board]\ncore_clock=1e9\naxi0_port=Sram\n"
                         "axi1_port=OffChipFlash\nSram_clock_scale=1.0\n\n"
                         "[Memory_Mode.Shared]\nconst_mem_area=Axi1\narena_mem_area=Axi0\n"
                         "cache_mem_area=Axi0\n";

class IniWindow : public WindowTest
{
protected:
    void SetUp() override
    {
        path = dir + u"/board.ini"_s;
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(Board);
    }
    views::IniPage *page() { return find<views::IniPage>(u"iniPage"_s); }
    void edit()
    {
        auto spec = session->spec().spec();
        spec.configIni = path;
        session->spec().setSpec(spec);
        trigger(u"spec.ini"_s);
        ASSERT_TRUE(page());
        ASSERT_TRUE(QTest::qWaitFor(
            [this] { return page()->path() == path && page()->isChecked(); }, 30'000));
    }
    QByteArray saved() const
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QString path;
};

} // namespace

TEST_F(IniWindow, TheFileOfTheSpecIsEditedAndNothingIsLostByClosing)
{
    edit();
    page()->showSection(u"System_Config.Ethos_U55_Board"_s);
    auto *clear = find<QToolButton>(u"iniClear.core_clock"_s);
    QTest::mouseClick(clear, Qt::LeftButton);
    ASSERT_TRUE(page()->isModified());
    picture(*window, u"ini-window"_s);
    window->close();
    EXPECT_TRUE(window->isVisible());
    auto *box = find<QMessageBox>(u"iniCloseQuestion"_s);
    ASSERT_TRUE(box);
    QTest::mouseClick(box->button(QMessageBox::Cancel), Qt::LeftButton);
    EXPECT_TRUE(window->isVisible());
    EXPECT_EQ(saved(), Board);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    window->close();
    box = find<QMessageBox>(u"iniCloseQuestion"_s);
    ASSERT_TRUE(box);
    QTest::mouseClick(box->button(QMessageBox::Save), Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([this] { return !window->isVisible(); }, 30'000));
    EXPECT_EQ(saved(), QByteArray(Board).replace("core_clock=1e9\n", ""));
}

TEST_F(IniWindow, AnOpenedFileOffersToBeEdited)
{
    open(path);
    clickNotice(0);
    ASSERT_TRUE(page());
    EXPECT_TRUE(QTest::qWaitFor([this] { return page()->path() == path; }, 30'000));
    EXPECT_TRUE(page()->isVisible());
}

TEST_F(IniWindow, OpenAndSaveAsAskForAName)
{
    edit();
    QTest::mouseClick(find<QPushButton>(u"iniSaveAs"_s), Qt::LeftButton);
    const auto other = dir + u"/other.ini"_s;
    chooseFile(u"iniSaveDialog"_s, other);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page()->path() == other; }, 30'000));
    EXPECT_TRUE(QFile::exists(other));
    QTest::mouseClick(find<QPushButton>(u"iniOpen"_s), Qt::LeftButton);
    chooseFile(u"iniDialog"_s, path);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page()->path() == path; }, 30'000));
}

TEST_F(IniWindow, TheWorkspacesChoiceComesBeforeTheSettings)
{
    shell::ToolKeeper tools(*settings, session->approvals());
    tools.choose(u"/settings/python"_s);
    EXPECT_EQ(tools.chosen(), u"/settings/python"_s);
    QSignalSpy made(&tools, &shell::ToolKeeper::workspaceChoiceMade);
    tools.setWorkspaceChoice(shell::ToolKeeper::WorkspaceChoice{});
    EXPECT_EQ(tools.chosen(), u"/settings/python"_s) << "it has chosen none";
    tools.choose(u"/workspace/python"_s);
    tools.chooseSecond(u"/second/python"_s);
    ASSERT_EQ(made.size(), 2);
    EXPECT_EQ(made[0][0].toString(), workspace::InterpreterKey);
    EXPECT_EQ(made[1][1].toString(), u"/second/python"_s);
    EXPECT_EQ(tools.chosen(), u"/workspace/python"_s);
    tools.setWorkspaceChoice(std::nullopt);
    EXPECT_EQ(tools.chosen(), u"/settings/python"_s);
    EXPECT_TRUE(tools.second().isEmpty());
    const toolchain::ToolEnvironment other{ .interpreter = u"/other/python"_s };
    tools.with(other, [&] { EXPECT_EQ(tools.environment()->interpreter, other.interpreter); });
    EXPECT_FALSE(tools.environment() && tools.environment()->interpreter == other.interpreter);
}

TEST_F(IniWindow, CompileWithListsEveryEnvironmentThatHasVela)
{
    const auto python = dir + u"/.venv/bin/python"_s;
    QDir().mkpath(QFileInfo(python).path());
    QFile mark(dir + u"/.venv/pyvenv.cfg"_s);
    ASSERT_TRUE(mark.open(QIODevice::WriteOnly));
    QFile program(python);
    ASSERT_TRUE(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\ntouch " + dir.toUtf8()
        + "/has-run\necho '{\"python\":\"3.11.2\",\"packages\":"
          "{\"ethos-u-vela\":\"4.9.9\"}}'\n");
    program.close();
    program.setPermissions(program.permissions() | QFile::ExeUser);
    session->setCompileInput(dir + u"/model.tosa"_s); // .venv beside it is looked at, once approved
    QMenu *menu = nullptr;
    for (auto *action : find<QMenu>(u"menu.compile"_s)->actions()) {
        if (action->menu() && action->menu()->objectName() == "compile.with"_L1)
            menu = action->menu();
    }
    ASSERT_TRUE(menu);
    Q_EMIT menu->aboutToShow();
    EXPECT_FALSE(menu->isEmpty());
    ASSERT_EQ(window->notices().current(), u"tools.trust "_s + python);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return !window->compile().tools().catalogue().isBusy(); }, 60'000));
    Q_EMIT menu->aboutToShow();
    EXPECT_FALSE(menu->findChild<QAction *>(u"compileWith."_s + python)) << "it may be anybody's";
    EXPECT_FALSE(QFile::exists(dir + u"/has-run"_s));
    clickNotice(0);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            Q_EMIT menu->aboutToShow();
            return menu->findChild<QAction *>(u"compileWith."_s + python) != nullptr;
        },
        60'000));
    EXPECT_TRUE(
        menu->findChild<QAction *>(u"compileWith."_s + python)->text().contains(u"4.9.9"_s));
}

/// Opening somebody's workspace starts nothing that it names.
TEST_F(IniWindow, AForeignWorkspacesToolsRunOnlyWhenApproved)
{
    const auto mark = dir + u"/has-run"_s;
    const auto write = [this](const QString &name, const QByteArray &bytes) {
        QFile file(dir + u'/' + name);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.setPermissions(file.permissions() | QFile::ExeUser);
        return file.fileName();
    };
    const auto program = write(u"evil.sh"_s, "#!/bin/sh\ntouch " + mark.toUtf8() + "\n");
    const auto workspace = dir + u"/foreign.tosaic"_s;
    {
        const auto file = workspace::Workspace::openOrCreate(workspace);
        ASSERT_TRUE(file && (*file)->setSetting(workspace::InterpreterKey, program));
        ASSERT_TRUE((*file)->setSetting(workspace::SecondInterpreterKey, program));
    }
    auto &tools = window->compile().tools();
    const auto isAsked = [&] { return window->notices().current() == u"tools.trust "_s + program; };
    open(workspace);
    ASSERT_TRUE(QTest::qWaitFor(isAsked, 30'000));
    EXPECT_TRUE(find<QLabel>(u"noticeText"_s)->text().contains(program));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !tools.isSearching(); }, 30'000));
    EXPECT_NE(tools.chosen(), program);
    EXPECT_NE(tools.second(), program);
    clickNotice(1); // use my own tools
    QTest::qWait(300);
    EXPECT_FALSE(QFile::exists(mark));
    EXPECT_EQ(
        *(*workspace::Workspace::open(workspace))->setting(workspace::InterpreterKey), program)
        << "the workspace is not changed";

    restart();
    open(workspace);
    ASSERT_TRUE(QTest::qWaitFor(isAsked, 30'000));
    clickNotice(0); // approve
    EXPECT_TRUE(QTest::qWaitFor([&] { return QFile::exists(mark); }, 30'000));
    EXPECT_EQ(window->compile().tools().chosen(), program);
    ASSERT_TRUE(QFile::remove(mark));

    // Withdrawn in the window, it is asked about again.
    trigger(u"edit.approvals"_s);
    auto *list = find<QTableView>(u"approvalsList"_s);
    ASSERT_EQ(list->model()->rowCount(), 1);
    EXPECT_EQ(list->model()->index(0, 1).data().toString(), program);
    list->selectAll();
    QTest::mouseClick(find<QPushButton>(u"approvalsWithdraw"_s), Qt::LeftButton);
    EXPECT_EQ(list->model()->rowCount(), 0);
    EXPECT_TRUE(isAsked());
    EXPECT_NE(window->compile().tools().chosen(), program);
    find<QDialog>(u"approvalsDialog"_s)->close();

    // So is another content.
    ASSERT_TRUE(session->approvals().approve(interpreterSubject(program)));
    write(u"evil.sh"_s, "#!/bin/sh\ntouch " + mark.toUtf8() + " # another\n");
    QFile::remove(mark);
    restart();
    open(workspace);
    ASSERT_TRUE(QTest::qWaitFor(isAsked, 30'000));
    EXPECT_FALSE(QFile::exists(mark));
}

} // namespace tosaic::test::iniwindowtests
