// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/documents/specdocument.h"
#include "tests/support/samples.h"
#include "tests/views/pages/pagefixtures.h"
#include "views/ini/inieditor.h"
#include "views/ini/inipage.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

using namespace Qt::StringLiterals;

namespace tosaic::test::inipagetests {

namespace {

constexpr int Patience = 60000; // ms

const QByteArray Board = "; our board\r\n"
                         "[System_Config.Ethos_U85_Board]\r\n"
                         "core_clock=1e9\r\n"
                         "axi0_port=Sram\r\n"
                         "axi1_port=Dram\r\n"
                         "Sram_clock_scale=1.0\r\n"
                         "Sram_ports_used=2\r\n"
                         "Sram_burst_length=64\r\n"
                         "Dram_clock_scale=0.75\r\n"
                         "\r\n"
                         "[System_Config.Ethos_U85_Fast]\r\n"
                         "Dram_clock_scale=1.0\r\n"
                         "inherit=System_Config.Ethos_U85_Board\r\n"
                         "\r\n"
                         "[Memory_Mode.Shared]\r\n"
                         "const_mem_area=Axi1\r\n"
                         "arena_mem_area=Axi0\r\n"
                         "cache_mem_area=Axi0\r\n";

class IniPageTest : public PageTest
{
protected:
    void SetUp() override
    {
        PageTest::SetUp();
        file = folder + u"/board.ini"_s;
        write(file, Board);
        page.resize(1180, 720);
        page.show();
    }
    static void write(const QString &path, const QByteArray &bytes)
    {
        QFile out(path);
        ASSERT_TRUE(out.open(QIODevice::WriteOnly));
        out.write(bytes);
    }
    static QByteArray bytesOf(const QString &path)
    {
        QFile in(path);
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }
    void open(const QString &path)
    {
        page.open(path);
        settle();
    }
    void settle()
    {
        ASSERT_TRUE(QTest::qWaitFor([this] { return page.isChecked(); }, Patience));
    }
    template <typename Widget>
    Widget *get(const QString &name)
    {
        return child<Widget>(page, name);
    }
    bool has(const QString &name)
    {
        const auto *found = page.findChild<QWidget *>(name);
        return found && found->isVisible();
    }
    void click(const QString &name)
    {
        auto *button = page.findChild<QAbstractButton *>(name);
        ASSERT_TRUE(button) << name.toStdString();
        QTest::mouseClick(button, Qt::LeftButton);
        settle();
    }
    void choose(const QString &section)
    {
        page.showSection(section);
        settle();
        EXPECT_EQ(page.section(), section);
    }
    void type(const QString &key, const QString &value)
    {
        auto *field = get<QLineEdit>(u"iniField."_s + key);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, value);
    }
    QStringList problems()
    {
        QStringList texts;
        const auto *list = get<QTreeWidget>(u"iniProblemList"_s);
        for (int i = 0; i < list->topLevelItemCount(); ++i)
            texts.append(list->topLevelItem(i)->text(1));
        return texts;
    }
    /// In full; the button itself may elide it.
    QString originOf(const QString &key)
    {
        return get<QToolButton>(u"iniOrigin."_s + key)->accessibleName().section(u": "_s, 1);
    }

    QString folder = temporaryDir();
    QString file;
    SpecDocument spec;
    views::IniPage page{ spec, theme };
};

} // namespace

TEST_F(IniPageTest, WithoutAFileItSaysWhatToDo)
{
    QSignalSpy wanted(&page, &views::IniPage::openWanted);
    EXPECT_FALSE(page.isModified());
    EXPECT_FALSE(get<QWidget>(u"iniText"_s)->isVisible());
    picture(page, u"ini-empty"_s);
    for (auto *button : page.findChildren<QPushButton *>()) {
        if (button->isVisible())
            QTest::mouseClick(button, Qt::LeftButton);
    }
    EXPECT_EQ(wanted.size(), 1);
}

TEST_F(IniPageTest, ShowsValuesWithOriginAndWhatTheCoreTakes)
{
    open(file);
    choose(u"System_Config.Ethos_U85_Fast"_s);
    EXPECT_EQ(originOf(u"core_clock"_s), u"from Ethos_U85_Board"_s);
    EXPECT_EQ(originOf(u"Dram_clock_scale"_s), u"set here"_s);
    EXPECT_EQ(originOf(u"Dram_ports_used"_s), u"built in"_s);
    EXPECT_EQ(get<QLineEdit>(u"iniField.core_clock"_s)->placeholderText(), u"1e9"_s);
    const auto note = get<QLabel>(u"iniNote.Dram_clock_scale"_s);
    EXPECT_TRUE(note->isVisible());
    EXPECT_TRUE(note->text().contains(u"0.75"_s)) << note->text().toStdString();
    EXPECT_TRUE(get<QLabel>(u"iniFacts"_s)->text().contains(u"32 GB/s"_s))
        << get<QLabel>(u"iniFacts"_s)->text().toStdString();
    picture(page, u"ini-light"_s);
    theme.apply(*qApp, views::ThemeMode::Dark);
    picture(page, u"ini-dark"_s);
    theme.apply(*qApp, views::ThemeMode::Light);
}

TEST_F(IniPageTest, AFieldEditsTheTextAndUndoIsThatOfTheText)
{
    open(file);
    choose(u"System_Config.Ethos_U85_Board"_s);
    const auto before = page.text();
    type(u"core_clock"_s, u"8e8"_s);
    QTest::keyClick(get<QLineEdit>(u"iniField.core_clock"_s), Qt::Key_Return);
    settle();
    EXPECT_EQ(page.text(), QString(before).replace(u"core_clock=1e9"_s, u"core_clock=8e8"_s));
    EXPECT_TRUE(page.isModified());
    EXPECT_TRUE(get<QLabel>(u"iniTitle"_s)->text().contains(u"not saved"_s));
    QTest::keyClick(get<QLineEdit>(u"iniField.core_clock"_s), Qt::Key_Z, Qt::ControlModifier);
    settle();
    EXPECT_EQ(page.text(), before);
    EXPECT_EQ(get<QLineEdit>(u"iniField.core_clock"_s)->text(), u"1e9"_s);
    QTest::keyClick(
        get<QTreeWidget>(u"iniSectionTree"_s), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    settle();
    EXPECT_TRUE(page.text().contains(u"core_clock=8e8"_s));
    click(u"iniClear.core_clock"_s);
    EXPECT_FALSE(page.text().contains(u"core_clock"_s));
    EXPECT_EQ(originOf(u"core_clock"_s), u"built in"_s);
}

TEST_F(IniPageTest, AValueIsCheckedWhileItIsTyped)
{
    open(file);
    choose(u"System_Config.Ethos_U85_Board"_s);
    auto *note = get<QLabel>(u"iniNote.Sram_burst_length"_s);
    EXPECT_FALSE(note->isVisible());
    type(u"Sram_burst_length"_s, u"6x"_s);
    EXPECT_TRUE(note->isVisible());
    EXPECT_TRUE(note->text().startsWith(u"Error"_s)) << note->text().toStdString();
    QTest::keyClick(get<QLineEdit>(u"iniField.Sram_burst_length"_s), Qt::Key_Escape);
    EXPECT_FALSE(note->isVisible());
    EXPECT_FALSE(page.isModified());
}

TEST_F(IniPageTest, TypingInTheTextUpdatesTheForm)
{
    open(file);
    choose(u"System_Config.Ethos_U85_Board"_s);
    auto *text = get<views::IniEditor>(u"iniText"_s);
    text->setFocus();
    text->goToLine(2);
    QTest::keyClick(text, Qt::Key_End);
    QTest::keyClick(text, Qt::Key_Return);
    QTest::keyClicks(text, u"Sram_read_latency=77"_s);
    settle();
    EXPECT_EQ(get<QLineEdit>(u"iniField.Sram_read_latency"_s)->text(), u"77"_s);
    // The form follows the cursor.
    text->goToLine(12);
    settle();
    EXPECT_EQ(page.section(), u"System_Config.Ethos_U85_Fast"_s);
}

TEST_F(IniPageTest, FixesAreOneStepEach)
{
    open(file);
    ASSERT_TRUE(has(u"iniFix.ini.inherit-late"_s));
    ASSERT_TRUE(has(u"iniFix.ini.max-reads"_s));
    const auto before = page.text();
    click(u"iniFix.ini.inherit-late"_s);
    EXPECT_TRUE(page.text().contains(
        u"[System_Config.Ethos_U85_Fast]\ninherit=System_Config.Ethos_U85_Board\nDram_clock"_s));
    click(u"iniFix.ini.max-reads"_s);
    EXPECT_TRUE(page.text().contains(u"Sram_max_reads=8\nSram_max_writes=8\n"_s));
    EXPECT_TRUE(problems().isEmpty()) << problems().join(u'\n').toStdString();
    auto *text = get<views::IniEditor>(u"iniText"_s);
    text->undo();
    text->undo();
    EXPECT_EQ(page.text(), before);
    // A click on a problem leads to its line.
    settle();
    auto *list = get<QTreeWidget>(u"iniProblemList"_s);
    Q_EMIT list->itemClicked(list->topLevelItem(0), 1);
    EXPECT_EQ(text->currentLine(), list->topLevelItem(0)->data(0, Qt::UserRole).toInt());
}

TEST_F(IniPageTest, SectionsAreMadeCopiedRenamedAndRemoved)
{
    open(file);
    click(u"iniNew"_s);
    auto *templates = get<QComboBox>(u"iniTemplate"_s);
    templates->setCurrentIndex(templates->findData(u"U55-Flash"_s));
    get<QLineEdit>(u"iniName"_s)->setText(u"Ethos_U85_Wrong"_s);
    click(u"iniCreate"_s);
    EXPECT_TRUE(has(u"iniNewNote"_s)) << "a name of another family is refused";
    get<QLineEdit>(u"iniName"_s)->setText(u"Mine"_s);
    picture(page, u"ini-new"_s);
    click(u"iniCreate"_s);
    EXPECT_EQ(page.section(), u"System_Config.Ethos_U55_Mine"_s);
    EXPECT_FALSE(has(u"iniNewSection"_s));

    click(u"iniNew"_s);
    templates->setCurrentIndex(templates->findData(u"Dedicated_Sram"_s));
    get<QLineEdit>(u"iniName"_s)->setText(u"Dedicated_64"_s);
    click(u"iniCreate"_s);
    EXPECT_TRUE(page.text().contains(u"arena_cache_size=393216"_s));

    choose(u"System_Config.Ethos_U85_Board"_s);
    click(u"iniRename"_s);
    get<QLineEdit>(u"iniName"_s)->setText(u"Ethos_U85_Base"_s);
    click(u"iniCreate"_s);
    EXPECT_TRUE(page.text().contains(u"inherit=System_Config.Ethos_U85_Base"_s));
    EXPECT_EQ(page.section(), u"System_Config.Ethos_U85_Base"_s);
    click(u"iniDuplicate"_s);
    click(u"iniCreate"_s);
    EXPECT_EQ(page.section(), u"System_Config.Ethos_U85_Base_copy"_s);
    click(u"iniRemove"_s);
    EXPECT_FALSE(page.text().contains(u"_copy"_s));
}

TEST_F(IniPageTest, SavesWithTheFilesOwnLineEnds)
{
    open(file);
    choose(u"System_Config.Ethos_U85_Board"_s);
    type(u"core_clock"_s, u"8e8"_s);
    // Ctrl+S takes what is still being typed.
    QTest::keyClick(get<QLineEdit>(u"iniField.core_clock"_s), Qt::Key_Return);
    settle();
    click(u"iniSave"_s);
    EXPECT_FALSE(page.isModified());
    EXPECT_EQ(bytesOf(file), QByteArray(Board).replace("core_clock=1e9", "core_clock=8e8"));

    QSignalSpy wanted(&page, &views::IniPage::saveAsWanted);
    click(u"iniSaveAs"_s);
    ASSERT_EQ(wanted.size(), 1);
    EXPECT_EQ(wanted[0][0].toString(), file);
    EXPECT_FALSE(page.saveAs(folder + u"/nowhere/a.ini"_s));
    EXPECT_TRUE(has(u"iniBanner"_s)) << "why it was not saved";
}

TEST_F(IniPageTest, UnsavedChangesAreAskedFor)
{
    const auto other = folder + u"/other.ini"_s;
    write(other, "[Memory_Mode.M]\nconst_mem_area=Axi1\n");
    open(file);
    choose(u"System_Config.Ethos_U85_Board"_s);
    click(u"iniClear.core_clock"_s);
    page.open(other);
    EXPECT_EQ(page.path(), file);
    ASSERT_TRUE(has(u"iniGuardDiscard"_s));
    picture(page, u"ini-guard"_s);
    click(u"iniGuardCancel"_s);
    EXPECT_EQ(page.path(), file);
    page.open(other);
    click(u"iniGuardSave"_s);
    EXPECT_EQ(page.path(), other);
    EXPECT_FALSE(bytesOf(file).contains("core_clock"));
}

TEST_F(IniPageTest, ChangesByAnotherProgramAreNoticed)
{
    open(file);
    choose(u"System_Config.Ethos_U85_Board"_s);
    write(file, QByteArray(Board).replace("1e9", "5e8"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return page.text().contains(u"5e8"_s); }, Patience));
    EXPECT_FALSE(page.isModified());
    settle();
    click(u"iniClear.Sram_ports_used"_s);
    write(file, QByteArray(Board).replace("1e9", "7e8"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return has(u"iniReload"_s); }, Patience));
    EXPECT_TRUE(page.text().contains(u"5e8"_s)) << "nothing is lost without asking";
    click(u"iniReload"_s);
    EXPECT_TRUE(page.text().contains(u"7e8"_s));
}

TEST_F(IniPageTest, TheCompilersOwnFileIsOnlyShown)
{
    page.setBundled(file);
    settle();
    EXPECT_EQ(page.path(), file) << "the spec names no other";
    EXPECT_TRUE(page.isReadOnly());
    EXPECT_TRUE(has(u"iniSaveCopy"_s));
    EXPECT_FALSE(get<QPushButton>(u"iniNew"_s)->isEnabled());
    EXPECT_TRUE(get<QLineEdit>(u"iniField.core_clock"_s)->isReadOnly());
    const auto copy = folder + u"/copy.ini"_s;
    ASSERT_TRUE(page.saveAs(copy));
    settle();
    EXPECT_FALSE(page.isReadOnly());
    EXPECT_EQ(bytesOf(copy), Board);
}

TEST_F(IniPageTest, ThePairOfTheSpecIsShownAndFollowed)
{
    write(file,
        Board
            + "\r\n[Memory_Mode.Alone]\r\nconst_mem_area=Axi0\r\narena_mem_area=Axi0\r\n"
              "cache_mem_area=Axi0\r\n");
    open(file);
    const auto *system = get<QComboBox>(u"iniSystem"_s);
    auto *mode = get<QComboBox>(u"iniMode"_s);
    EXPECT_EQ(mode->currentText(), u"Shared"_s);
    auto changed = spec.spec();
    changed.target = u"ethos-u85-256"_s;
    changed.configIni = file;
    changed.systemConfig = u"Ethos_U85_Fast"_s;
    changed.memoryMode = u"Alone"_s;
    spec.setSpec(changed);
    settle();
    EXPECT_EQ(system->currentText(), u"Ethos_U85_Fast"_s);
    EXPECT_EQ(mode->currentText(), u"Alone"_s);

    mode->setFocus();
    QTest::keyClick(mode, Qt::Key_Up);
    ASSERT_EQ(mode->currentText(), u"Shared"_s);
    changed.target = u"ethos-u85-512"_s;
    spec.setSpec(changed);
    settle();
    EXPECT_EQ(mode->currentText(), u"Shared"_s) << "chosen here, nothing of the pair has changed";
    changed.systemConfig = u"Ethos_U85_Board"_s;
    spec.setSpec(changed);
    settle();
    EXPECT_EQ(system->currentText(), u"Ethos_U85_Board"_s);
    EXPECT_EQ(mode->currentText(), u"Alone"_s) << "the spec's again";
}

TEST_F(IniPageTest, TheSpecAndThePageMeet)
{
    open(file);
    choose(u"System_Config.Ethos_U85_Fast"_s);
    click(u"iniUse"_s);
    EXPECT_EQ(spec.spec().configIni, file);
    EXPECT_EQ(spec.spec().systemConfig, u"Ethos_U85_Fast"_s);
    EXPECT_EQ(spec.spec().memoryMode, u"Shared"_s);
    spec.undo();
    EXPECT_FALSE(spec.spec().configIni) << "one step";

    const auto other = folder + u"/other.ini"_s;
    write(other, "[Memory_Mode.M]\nconst_mem_area=Axi1\n");
    auto changed = spec.spec();
    changed.configIni = other;
    spec.setSpec(changed);
    settle();
    EXPECT_EQ(page.path(), other);
}

} // namespace tosaic::test::inipagetests
