// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The vela.ini editor and the tool environments in the window.
#include "app/shell/toolkeeper.h"
#include "core/documents/specdocument.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/ini/inipage.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::test {

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
    shell::ToolKeeper tools(*settings);
    tools.choose(u"/settings/python"_s);
    EXPECT_EQ(tools.chosen(), u"/settings/python"_s);
    QSignalSpy made(&tools, &shell::ToolKeeper::workspaceChoiceMade);
    tools.setWorkspaceChoice(shell::ToolKeeper::WorkspaceChoice{});
    EXPECT_EQ(tools.chosen(), u"/settings/python"_s) << "it has chosen none";
    tools.choose(u"/workspace/python"_s);
    tools.chooseSecond(u"/second/python"_s);
    ASSERT_EQ(made.size(), 2);
    EXPECT_EQ(made[0][0].toString(), shell::ToolKeeper::interpreterKey());
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
    program.write("#!/bin/sh\necho '{\"python\":\"3.11.2\",\"packages\":"
                  "{\"ethos-u-vela\":\"4.9.9\"}}'\n");
    program.close();
    program.setPermissions(program.permissions() | QFile::ExeUser);
    session->setCompileInput(dir + u"/model.tosa"_s); // .venv beside it is looked at
    QMenu *menu = nullptr;
    for (auto *action : find<QMenu>(u"menu.compile"_s)->actions()) {
        if (action->menu() && action->menu()->objectName() == "compile.with"_L1)
            menu = action->menu();
    }
    ASSERT_TRUE(menu);
    Q_EMIT menu->aboutToShow();
    EXPECT_FALSE(menu->isEmpty());
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            Q_EMIT menu->aboutToShow();
            return menu->findChild<QAction *>(u"compileWith."_s + python) != nullptr;
        },
        60'000));
    EXPECT_TRUE(
        menu->findChild<QAction *>(u"compileWith."_s + python)->text().contains(u"4.9.9"_s));
}

} // namespace tosaic::test
