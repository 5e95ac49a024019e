// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/spec/environmentpanel.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace tosaic::test {

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
};

class Environment : public PageTest
{
protected:
    void showPanel()
    {
        QSignalSpy changed(&panel, &views::EnvironmentPanel::changed);
        panel.resize(420, 720);
        panel.show();
        ASSERT_TRUE(changed.wait(30000));
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
    ASSERT_TRUE(changed.wait(30000));
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

} // namespace tosaic::test
