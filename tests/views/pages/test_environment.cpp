// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/toolchain/environmentfolder.h"
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/spec/environmentpanel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::test::environmenttests {

namespace {

/// Sets a variable for one test.
class Variable
{
public:
    Variable(const char *name, const QByteArray &value)
        : m_name(name), m_old(qgetenv(name)), m_wasSet(qEnvironmentVariableIsSet(name))
    {
        value.isNull() ? qunsetenv(name) : qputenv(name, value);
    }
    ~Variable() { m_wasSet ? qputenv(m_name, m_old) : qunsetenv(m_name); }

private:
    const char *m_name;
    QByteArray m_old;
    bool m_wasSet;
};

/// A machine without any Python.
struct BareMachine
{
    Variable path{ "PATH", temporaryDir().toUtf8() };
    Variable tosaic{ "TOSAIC_PYTHON", {} };
    Variable venv{ "VIRTUAL_ENV", {} };
    Variable conda{ "CONDA_PREFIX", {} };
    Variable pyenv{ "PYENV_ROOT", {} };
    Variable home{ "HOME", temporaryDir().toUtf8() };
};

class Environment : public PageTest
{
protected:
    void showPanel()
    {
        QSignalSpy changed(&panel, &views::EnvironmentPanel::changed);
        panel.resize(420, 720);
        panel.show();
        ASSERT_TRUE(changed.wait(60000));
    }
    QString text(const QString &name) { return child<QLabel>(panel, name)->text(); }

    BareMachine machine;
    views::EnvironmentPanel panel{ theme };
};

} // namespace

TEST_F(Environment, WithoutAnyPythonItSaysWhatToDo)
{
    showPanel();
    EXPECT_EQ(text(u"environmentStatus"_s), u"No compilers found"_s);
    EXPECT_TRUE(panel.interpreter().isEmpty());
    EXPECT_FALSE(panel.environment().has_value());
    auto *commands = child<QPlainTextEdit>(panel, u"environmentCommands"_s);
    EXPECT_TRUE(commands->isVisible());
    EXPECT_TRUE(commands->toPlainText().contains(u"-m venv"_s));
    EXPECT_TRUE(commands->toPlainText().contains(u"executorch[ethos-u]"_s))
        << commands->toPlainText().toStdString();
    EXPECT_TRUE(child<QPushButton>(panel, u"environmentCreate"_s)->isEnabled());
    picture(panel, u"environment-none-light"_s);
}

TEST_F(PageTest, EnvironmentPanelShowsVersionsOfARealOne)
{
    if (!qEnvironmentVariableIsSet("TOSAIC_PYTHON"))
        GTEST_SKIP() << "TOSAIC_PYTHON names no environment with the compilers";
    views::EnvironmentPanel panel(theme);
    panel.resize(420, 720);
    QSignalSpy changed(&panel, &views::EnvironmentPanel::changed);
    panel.show();
    ASSERT_TRUE(changed.wait(60000));
    EXPECT_EQ(child<QLabel>(panel, u"environmentStatus"_s)->text(), u"Ready to compile"_s);
    EXPECT_FALSE(child<QPlainTextEdit>(panel, u"environmentCommands"_s)->isVisible());
    EXPECT_EQ(panel.interpreter(), panel.environment()->interpreter);
    picture(panel, u"environment-ready-light"_s);
}

TEST_F(Environment, AChosenPythonThatIsGoneIsNamed)
{
    showPanel();
    QSignalSpy changed(&panel, &views::EnvironmentPanel::changed);
    panel.setInterpreter(u"/nowhere/bin/python3"_s);
    ASSERT_TRUE(changed.wait(60000));
    EXPECT_EQ(panel.interpreter(), u"/nowhere/bin/python3"_s);
    EXPECT_EQ(text(u"environmentStatus"_s), u"This Python has no compilers"_s);
    EXPECT_FALSE(text(u"environmentProblems"_s).isEmpty());
}

TEST_F(Environment, AFoundOneIsUsedByEnter)
{
    // A program that prints what the probe would: Python itself is not needed here.
    const auto python = temporaryDir() + u"/python3"_s;
    QFile file(python);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/sh\nexit 3\n");
    file.close();
    file.setPermissions(file.permissions() | QFile::ExeUser);
    const Variable chosen("TOSAIC_PYTHON", python.toUtf8());
    showPanel();
    auto *found = child<QListWidget>(panel, u"environmentFound"_s);
    ASSERT_GE(found->count(), 1);
    QSignalSpy picked(&panel, &views::EnvironmentPanel::interpreterChosen);
    found->setCurrentRow(0);
    QTest::keyClick(found, Qt::Key_Return);
    ASSERT_EQ(picked.size(), 1);
    EXPECT_EQ(picked[0][0].toString(), python);
}

TEST_F(Environment, ACreationThatCannotBeginEndsWithItsReason)
{
    showPanel();
    const auto folder = temporaryDir() + u"/environment"_s;
    child<QLineEdit>(panel, u"environmentFolder"_s)->setText(folder);
    auto *create = child<QPushButton>(panel, u"environmentCreate"_s);
    QTest::mouseClick(create, Qt::LeftButton);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !panel.isCreating() && create->isEnabled(); }, 30000));
    EXPECT_TRUE(text(u"environmentStage"_s).startsWith(u"No environment was made."_s))
        << text(u"environmentStage"_s).toStdString();
    EXPECT_GT(text(u"environmentStage"_s).count(u'\n'), 0) << "a reason follows";
    EXPECT_FALSE(QFile::exists(folder));
}

/// A home with two environments; programs answer as Python would.
class Environments : public Environment
{
protected:
    QString make(const QString &name, const QByteArray &packages)
    {
        const auto folder = QDir::homePath() + u"/venvs/"_s + name;
        QDir().mkpath(folder + u"/bin"_s);
        QFile mark(folder + u"/pyvenv.cfg"_s);
        EXPECT_TRUE(mark.open(QIODevice::WriteOnly));
        QFile file(folder + u"/bin/python"_s);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho '{\"python\":\"3.11.2\",\"packages\":{" + packages + "}}'\n");
        file.close();
        file.setPermissions(file.permissions() | QFile::ExeUser);
        return file.fileName();
    }
    void waitForAll()
    {
        auto *looking = child<QLabel>(panel, u"environmentLooking"_s);
        auto *list = child<QListWidget>(panel, u"environmentFound"_s);
        ASSERT_TRUE(QTest::qWaitFor(
            [&] {
                return looking->isHidden() && list->count() > 1
                    && !list->item(0)->data(Qt::UserRole).toString().isEmpty();
            },
            30000));
    }
    void select(const QString &python)
    {
        auto *list = child<QListWidget>(panel, u"environmentFound"_s);
        for (int i = 0; i < list->count(); ++i) {
            if (list->item(i)->data(Qt::UserRole).toString() == python)
                return list->setCurrentRow(i);
        }
        FAIL() << python.toStdString();
    }
    void click(const QString &name)
    {
        auto *button = child<QPushButton>(panel, name);
        ASSERT_TRUE(button->isEnabled()) << name.toStdString();
        QTest::mouseClick(button, Qt::LeftButton);
    }
};

TEST_F(Environments, AreListedWithWhatTheyHaveAndWhatMendsThem)
{
    const auto vela = make(u"vela"_s, "\"ethos-u-vela\":\"5.0.0\"");
    const auto old = make(u"old"_s,
        "\"ethos-u-vela\":\"5.1.0\",\"executorch\":\"1.5.1\",\"torch\":\"2.0.0\","
        "\"torchao\":\"0.18.0\",\"tosa-tools\":\"2026.5.0\"");
    showPanel();
    waitForAll();
    EXPECT_TRUE(text(u"environmentStatus"_s).startsWith(u"No compilers in use"_s));
    select(old);
    auto *commands = child<QPlainTextEdit>(panel, u"environmentCommands"_s);
    EXPECT_EQ(commands->toPlainText().count(u'\n'), 0) << "torch alone is amiss";
    EXPECT_TRUE(commands->toPlainText().startsWith(old));
    EXPECT_TRUE(commands->toPlainText().contains(u"torch==2.13.0"_s));
    click(u"environmentCopyCommands"_s);
    EXPECT_EQ(QApplication::clipboard()->text(), commands->toPlainText());
    panel.resize(640, 980);
    picture(panel, u"environment-list-light"_s);
    theme.apply(*qApp, views::ThemeMode::Dark);
    picture(panel, u"environment-list-dark"_s);
    theme.apply(*qApp, views::ThemeMode::Light);
    select(vela);
    EXPECT_EQ(commands->toPlainText().count(u'\n'), 1) << "torch, then ExecuTorch";

    QSignalSpy second(&panel, &views::EnvironmentPanel::secondChosen);
    click(u"environmentSecond"_s);
    ASSERT_EQ(second.size(), 1);
    EXPECT_EQ(second[0][0].toString(), vela);
    click(u"environmentSecond"_s);
    EXPECT_EQ(second[1][0].toString(), QString()) << "the same button takes it back";
    QSignalSpy chosen(&panel, &views::EnvironmentPanel::interpreterChosen);
    click(u"environmentUse"_s);
    ASSERT_EQ(chosen.size(), 1);
    EXPECT_EQ(chosen[0][0].toString(), vela);
}

TEST_F(Environments, OnlyThoseMadeByTosaicCanBeRemovedAndOnlyAfterAQuestion)
{
    const auto theirs = make(u"theirs"_s, "\"ethos-u-vela\":\"5.0.0\"");
    const auto ours = make(u"ours"_s, "\"ethos-u-vela\":\"5.1.0\"");
    const auto folder = QDir::homePath() + u"/venvs/ours"_s;
    ASSERT_TRUE(toolchain::markAsMade(folder));
    showPanel();
    waitForAll();
    select(theirs);
    EXPECT_FALSE(child<QPushButton>(panel, u"environmentRemove"_s)->isEnabled());
    select(ours);
    click(u"environmentRemove"_s);
    click(u"environmentRemoveNo"_s);
    EXPECT_TRUE(QFile::exists(folder));
    click(u"environmentRemove"_s);
    click(u"environmentRemoveYes"_s);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !QFile::exists(folder); }, 30000));
}

TEST_F(Environments, VelaAloneGoesIntoAFolderOfItsVersion)
{
    make(u"a"_s, "");
    showPanel();
    child<QComboBox>(panel, u"environmentWhat"_s)->setCurrentIndex(1);
    child<QLineEdit>(panel, u"environmentVelaVersion"_s)->setText(u"4.5.0"_s);
    EXPECT_TRUE(child<QLineEdit>(panel, u"environmentFolder"_s)->text().endsWith(u"vela-4.5.0"_s));
    EXPECT_FALSE(child<QWidget>(panel, u"environmentCpuIndex"_s)->isVisible());
    child<QLineEdit>(panel, u"environmentVelaVersion"_s)->clear();
    EXPECT_FALSE(child<QPushButton>(panel, u"environmentCreate"_s)->isEnabled());
}

} // namespace tosaic::test::environmenttests
