// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples.h"
#include "tests/views/widgettest.h"
#include "views/target/runpanel.h"
#include "views/target/runwords.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSerialPortInfo>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStyle>
#include <QStyleOption>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views::runpaneltests {

namespace {

constexpr int Patience = 60'000; // ms, for a machine under load
const QStringList Targets{ u"here"_s, u"fvp"_s, u"serial"_s, u"tcp"_s, u"command"_s, u"host"_s };

QString writeFile(const QString &name, const QByteArray &text, bool isProgram = false)
{
    static int number = 0;
    const auto folder = test::temporaryDir() + u"/run%1"_s.arg(++number);
    EXPECT_TRUE(QDir().mkpath(folder));
    QFile file(folder + u'/' + name);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    if (isProgram)
        file.setPermissions(file.permissions() | QFile::ExeOwner);
    return file.fileName();
}

class RunPanelTest : public testing::Test
{
protected:
    RunPanelTest()
    {
        theme.apply(*qApp, ThemeMode::Light);
        panel.resize(940, 330);
        panel.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&panel));
    }
    template <typename Widget>
    Widget &child(const QString &name)
    {
        return test::childOf<Widget>(panel, name);
    }
    void type(const QString &line, const QString &text)
    {
        auto &field = child<QLineEdit>(line);
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, text);
    }
    void click(const QString &name)
    {
        auto &button = child<QPushButton>(name);
        EXPECT_TRUE(button.isEnabled()) << name.toStdString();
        QTest::mouseClick(&button, Qt::LeftButton);
    }
    QStringList findings()
    {
        QStringList texts;
        for (const auto *label : panel.findChildren<QLabel *>(u"runFinding"_s))
            texts << label->text();
        return texts;
    }
    bool waitForFinding(const QString &part)
    {
        return QTest::qWaitFor([&] { return findings().join(u'\n').contains(part); }, Patience);
    }
    bool waitUntilReady()
    {
        return QTest::qWaitFor(
            [this] { return child<QPushButton>(u"runStart"_s).isEnabled(); }, Patience);
    }
    bool waitForConsole(const QString &part)
    {
        return QTest::qWaitFor(
            [&] { return child<QPlainTextEdit>(u"runConsole"_s).toPlainText().contains(part); },
            Patience);
    }
    /// Those that are shown for some choices only, too.
    void openAllFields() { child<QComboBox>(u"fvpPlacement"_s).setCurrentIndex(1); }
    /// What Tab reaches from the choice of the target on until it comes back to it.
    std::vector<QWidget *> walk()
    {
        std::vector<QWidget *> walked;
        auto *first = &child<QComboBox>(u"runTarget"_s);
        panel.activateWindow();
        first->setFocus();
        for (auto *now = QApplication::focusWidget(); now && walked.size() < 100;
             now = QApplication::focusWidget()) {
            if (now == first && !walked.empty())
                return walked;
            walked.push_back(now);
            QTest::keyClick(now, Qt::Key_Tab);
        }
        ADD_FAILURE() << "Tab does not come back";
        return walked;
    }
    /// Further down, or further right in the same line or column.
    bool standsBehind(const QWidget &widget, const QWidget &other)
    {
        const QRect here(widget.mapTo(&panel, QPoint()), widget.size());
        const QRect there(other.mapTo(&panel, QPoint()), other.size());
        return here.top() > there.bottom() || here.left() > there.right();
    }
    const QLabel *labelOf(const QString &text)
    {
        const auto labels = panel.findChildren<QLabel *>();
        const auto found = std::ranges::find_if(labels, [&](const QLabel *label) {
            return label->text() == text && label->isVisibleTo(&panel);
        });
        return found == labels.end() ? nullptr : *found;
    }
    /// Words that do not fit: those of fields can be scrolled, those of labels and buttons not.
    static bool isCut(const QWidget &widget)
    {
        if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
            if (label->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored)
                return false; // elides, and says so
            return label->wordWrap() ? label->height() < label->heightForWidth(label->width())
                                     : label->width() < label->sizeHint().width();
        }
        if (const auto *box = qobject_cast<const QComboBox *>(&widget)) {
            QStyleOptionComboBox option;
            option.initFrom(box);
            const auto room = box->style()
                                  ->subControlRect(QStyle::CC_ComboBox, &option,
                                      QStyle::SC_ComboBoxEditField, box)
                                  .width();
            return !box->isEditable()
                && box->fontMetrics().horizontalAdvance(box->currentText()) > room;
        }
        const bool isButton = qobject_cast<const QPushButton *>(&widget)
            || qobject_cast<const QCheckBox *>(&widget);
        return isButton && widget.width() < widget.minimumSizeHint().width();
    }
    void keepPicture(const QString &name) { test::keepPictures(panel, theme, name); }

    Theme theme;
    RunPanel panel{ theme };
};

} // namespace

TEST_F(RunPanelTest, TheFvpFollowsTheOpenProgram)
{
    RunDefaults defaults;
    defaults.pte = u"/models/mv2.pte"_s;
    defaults.platform = profile::FvpTarget::Platform::Corstone320U85;
    defaults.macs = 1024;
    panel.setDefaults(defaults);
    panel.setTarget(u"fvp"_s);
    child<QComboBox>(u"fvpPlacement"_s).setCurrentIndex(1);
    type(u"fvpAddress"_s, u"0x70000000"_s);
    child<QCheckBox>(u"fvpTrace"_s).click();
    const auto request = panel.request();
    const auto &fvp = std::get<profile::FvpTarget>(request.target);
    EXPECT_EQ(fvp.platform, profile::FvpTarget::Platform::Corstone320U85);
    EXPECT_EQ(fvp.macs, 1024U);
    EXPECT_EQ(fvp.pte, defaults.pte);
    EXPECT_EQ(fvp.address, 0x70000000U);
    EXPECT_TRUE(fvp.writesPmuTrace);
    // The user's own path stays when another program is opened.
    type(u"fvpPte"_s, u"/mine.pte"_s);
    defaults.pte = u"/models/other.pte"_s;
    panel.setDefaults(defaults);
    EXPECT_EQ(std::get<profile::FvpTarget>(panel.request().target).pte, u"/mine.pte"_s);
    child<QComboBox>(u"fvpPlacement"_s).setCurrentIndex(0);
    EXPECT_TRUE(std::get<profile::FvpTarget>(panel.request().target).pte.isEmpty());
}

TEST_F(RunPanelTest, SaysWhatStandsInTheWayAndWhatToDo)
{
    panel.setTarget(u"fvp"_s);
    type(u"fvpProgram"_s, u"/nowhere/FVP"_s);
    ASSERT_TRUE(waitForFinding(u"/nowhere/FVP"_s));
    ASSERT_TRUE(waitForFinding(u"No runner is chosen."_s));
    EXPECT_TRUE(findings().join(u'\n').contains(u"other targets work without it"_s));
    EXPECT_FALSE(child<QPushButton>(u"runStart"_s).isEnabled());
    EXPECT_EQ(child<QLabel>(u"runState"_s).text(), u"Not ready yet"_s);
    keepPicture(u"run-fvp"_s);
    // Not a serial port in sight is said at once; the other targets stay.
    panel.setTarget(u"serial"_s);
    if (QSerialPortInfo::availablePorts().isEmpty()) {
        EXPECT_TRUE(child<QLabel>(u"serialNote"_s).text().contains(u"No serial port is found"_s));
        ASSERT_TRUE(waitForFinding(u"No port is chosen."_s));
    }
    child<QComboBox>(u"serialPort"_s).setEditText(u"/dev/ttyNOWHERE"_s);
    ASSERT_TRUE(waitForFinding(u"ttyNOWHERE"_s));
    keepPicture(u"run-serial"_s);
}

TEST_F(RunPanelTest, LooksForSerialPortsWhenOneIsWantedAndKeepsOnlyWhatWasChosen)
{
    const auto port = [this] { return panel.choices()["serial"_L1]["port"_L1].toString(); };
    auto &note = child<QLabel>(u"serialNote"_s);
    EXPECT_TRUE(note.text().isEmpty()) << "every window would wait for it";
    EXPECT_EQ(child<QComboBox>(u"serialPort"_s).count(), 0);
    panel.setTarget(u"serial"_s);
    EXPECT_FALSE(note.text().isEmpty());
    EXPECT_EQ(port(), QString()) << "found, not chosen";
    const auto plain = panel.choices();
    child<QComboBox>(u"serialPort"_s).setEditText(u"/dev/ttyMINE"_s);
    EXPECT_EQ(port(), u"/dev/ttyMINE"_s);
    click(u"serialRefresh"_s);
    EXPECT_EQ(port(), u"/dev/ttyMINE"_s);
    panel.restore(plain);
    EXPECT_EQ(port(), QString());
    EXPECT_EQ(child<QComboBox>(u"serialPort"_s).currentText(),
        child<QComboBox>(u"serialPort"_s).itemText(0));
}

TEST_F(RunPanelTest, ShowsAndCopiesTheCommandLine)
{
    panel.setTarget(u"command"_s);
    type(u"commandProgram"_s, u"/bin/echo"_s);
    type(u"commandArguments"_s, u"one \"two words\""_s);
    const auto request = panel.request();
    const auto &command = std::get<profile::CommandTarget>(request.target);
    EXPECT_EQ(command.arguments, (QStringList{ u"one"_s, u"two words"_s }));
    EXPECT_EQ(child<QLineEdit>(u"runCommand"_s).text(), u"/bin/echo one 'two words'"_s);
    click(u"runCopyCommand"_s);
    EXPECT_EQ(QApplication::clipboard()->text(), u"/bin/echo one 'two words'"_s);
    panel.setTarget(u"tcp"_s);
    EXPECT_FALSE(child<QLineEdit>(u"runCommand"_s).isVisible()) << "a port has none";
    EXPECT_TRUE(child<QSpinBox>(u"runQuiet"_s).isVisible());
}

TEST_F(RunPanelTest, ThisMachineOffersTheMethodsOfTheProgram)
{
    RunDefaults defaults;
    defaults.pte = writeFile(u"a.pte"_s, "x");
    defaults.methods = { { u"forward"_s, { u"float32 1 × 3"_s } }, { u"decode"_s, {} } };
    defaults.interpreter = u"/usr/bin/python3"_s;
    panel.setTarget(u"host"_s);
    panel.setDefaults(defaults);
    EXPECT_EQ(child<QLabel>(u"hostShapes"_s).text(), u"It takes float32 1 × 3."_s);
    child<QComboBox>(u"hostMethod"_s).setCurrentIndex(1);
    EXPECT_EQ(child<QLabel>(u"hostShapes"_s).text(), u"It takes no inputs."_s);
    const auto request = panel.request();
    const auto &host = std::get<profile::HostTarget>(request.target);
    EXPECT_EQ(host.method, u"decode"_s);
    EXPECT_EQ(host.interpreter, u"/usr/bin/python3"_s);
    EXPECT_EQ(host.pte, defaults.pte);
    keepPicture(u"run-host"_s);
}

TEST_F(RunPanelTest, WhereThereIsLittleRoomFieldsAndConsoleTakeTurns)
{
    panel.setTarget(u"command"_s);
    EXPECT_TRUE(child<QLineEdit>(u"commandProgram"_s).isVisible());
    EXPECT_TRUE(child<QPlainTextEdit>(u"runConsole"_s).isVisible());
    panel.resize(360, 300);
    EXPECT_TRUE(child<QLineEdit>(u"commandProgram"_s).isVisible());
    EXPECT_FALSE(child<QPlainTextEdit>(u"runConsole"_s).isVisible());
    keepPicture(u"run-narrow"_s);
    click(u"runShowConsole"_s);
    EXPECT_FALSE(child<QLineEdit>(u"commandProgram"_s).isVisible());
    EXPECT_TRUE(child<QPlainTextEdit>(u"runConsole"_s).isVisible());
    const auto isInside = [this](const QPushButton *button) {
        const QRect place(button->mapTo(&panel, QPoint()), button->size());
        return !button->isVisible() || panel.rect().contains(place);
    };
    EXPECT_TRUE(QTest::qWaitFor([&] {
        return std::ranges::all_of(panel.findChildren<QPushButton *>(), isInside);
    })) << "every button can be reached";
    keepPicture(u"run-narrow-console"_s);
}

TEST_F(RunPanelTest, ChoicesComeBack)
{
    panel.setTarget(u"tcp"_s);
    type(u"tcpHost"_s, u"board.local"_s);
    child<QSpinBox>(u"tcpPort"_s).setValue(5003);
    child<QSpinBox>(u"runQuiet"_s).setValue(7);
    const auto choices = panel.choices();
    RunPanel other(theme);
    const QSignalSpy told(&other, &RunPanel::choicesChanged);
    other.restore(choices);
    EXPECT_EQ(other.targetId(), u"tcp"_s);
    EXPECT_EQ(other.choices(), choices);
    const auto request = other.request();
    EXPECT_EQ(std::get<profile::TcpTarget>(request.target).host, u"board.local"_s);
    EXPECT_EQ(std::get<profile::TcpTarget>(request.target).port, 5003);
    EXPECT_EQ(request.quietSeconds, 7);
}

TEST_F(RunPanelTest, ShowsTheConsoleAndSendsLines)
{
    panel.setTarget(u"command"_s);
    const auto script = writeFile(u"talk.sh"_s,
        "#!/bin/sh\n"
        "printf '\\033[1mgreen\\033[0m\\000 board\\r\\n'\n"
        "while read line; do echo \"got $line\"; test \"$line\" = end && exit 0; done\n",
        true);
    type(u"commandProgram"_s, script);
    ASSERT_TRUE(waitUntilReady());
    auto request = panel.request();
    request.folder = test::temporaryDir() + u"/talk"_s;
    profile::LiveRun run(request);
    panel.follow(run);
    run.start();
    ASSERT_TRUE(waitForConsole(u"green board"_s)) << "without control sequences";
    EXPECT_TRUE(child<QPushButton>(u"runStop"_s).isEnabled());
    EXPECT_FALSE(child<QPushButton>(u"runStart"_s).isEnabled());
    EXPECT_TRUE(child<QLabel>(u"runState"_s).text().startsWith(u"Running"_s));
    type(u"runInput"_s, u"hello"_s);
    QTest::keyClick(&child<QLineEdit>(u"runInput"_s), Qt::Key_Return);
    ASSERT_TRUE(waitForConsole(u"got hello"_s));
    auto &find = child<QLineEdit>(u"runFind"_s);
    QTest::keyClicks(&find, u"green"_s);
    QTest::keyClick(&find, Qt::Key_Return);
    EXPECT_EQ(child<QLabel>(u"runFound"_s).text(), u"Line 1"_s);
    EXPECT_EQ(child<QPlainTextEdit>(u"runConsole"_s).textCursor().selectedText(), u"green"_s);
    find.clear();
    QTest::keyClicks(&find, u"nothing like it"_s);
    QTest::keyClick(&find, Qt::Key_Return);
    EXPECT_EQ(child<QLabel>(u"runFound"_s).text(), u"Not found"_s);
    type(u"runInput"_s, u"end"_s);
    const QSignalSpy finished(&run, &profile::LiveRun::finished);
    QTest::keyClick(&child<QLineEdit>(u"runInput"_s), Qt::Key_Return);
    ASSERT_TRUE(QTest::qWaitFor([&] { return finished.count() == 1; }, Patience));
    EXPECT_TRUE(child<QLabel>(u"runProblem"_s).isVisible()) << "no inference was printed";
    EXPECT_FALSE(child<QLineEdit>(u"runInput"_s).isEnabled());
    keepPicture(u"run-ended"_s);
    // The raw console, byte for byte.
    const auto saved = test::temporaryDir() + u"/saved.txt"_s;
    click(u"runSaveConsole"_s);
    auto *dialog = panel.findChild<QFileDialog *>(u"runSaveDialog"_s);
    ASSERT_TRUE(dialog);
    Q_EMIT dialog->fileSelected(saved);
    dialog->reject();
    ASSERT_TRUE(QTest::qWaitFor([&] { return QFile::exists(saved); }, Patience));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return QFile(saved).size() == qint64(run.consoleBytes()); }, Patience));
    QFile file(saved);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), run.console());
}

TEST_F(RunPanelTest, TabWalksTheFieldsAsTheyStand)
{
    openAllFields();
    for (const QSize size : { QSize(940, 900), QSize(340, 1100) }) {
        panel.resize(size);
        for (const auto &id : Targets) {
            panel.setTarget(id);
            QTest::qWait(1);
            const auto walked = walk();
            ASSERT_GT(walked.size(), 8U) << id.toStdString();
            for (size_t i = 1; i < walked.size(); ++i)
                EXPECT_TRUE(standsBehind(*walked[i], *walked[i - 1]))
                    << id.toStdString() << ": " << walked[i - 1]->objectName().toStdString()
                    << " before " << walked[i]->objectName().toStdString();
            const auto fields = panel.findChildren<QWidget *>();
            for (auto *field : fields) {
                const bool isField = (field->focusPolicy() & Qt::TabFocus)
                    && field->isVisibleTo(&panel) && field->isEnabled() && !field->focusProxy();
                EXPECT_TRUE(!isField || std::ranges::find(walked, field) != walked.end())
                    << "Tab does not reach " << field->objectName().toStdString();
            }
        }
    }
}

TEST_F(RunPanelTest, EveryFieldSaysWhatItIs)
{
    openAllFields();
    for (const auto &id : Targets) {
        panel.setTarget(id);
        for (auto *field : walk()) {
            auto *spoken = QAccessible::queryAccessibleInterface(field);
            ASSERT_TRUE(spoken);
            EXPECT_FALSE(spoken->text(QAccessible::Name).isEmpty())
                << field->objectName().toStdString();
        }
    }
}

/// Labels stand above the fields, nothing is cut off at the right, every word can be read.
TEST_F(RunPanelTest, NarrowDocksHaveRoomForEveryField)
{
    openAllFields();
    for (const int width : { 340, 390, 420, 520, 940 }) {
        panel.resize(width, 1100);
        for (const auto &id : Targets) {
            panel.setTarget(id);
            QTest::qWait(1);
            keepPicture(u"run-%1-%2"_s.arg(id).arg(width));
            const auto *area = panel.findChild<QScrollArea *>(u"runFieldsArea"_s);
            EXPECT_LE(area->widget()->minimumSizeHint().width(), area->viewport()->width())
                << id.toStdString() << " at " << width;
            const auto widgets = panel.findChildren<QWidget *>();
            for (const auto *widget : widgets) {
                if (!widget->isVisibleTo(&panel))
                    continue;
                const QRect place(widget->mapTo(&panel, QPoint()), widget->size());
                EXPECT_LE(place.right(), panel.width()) << widget->objectName().toStdString();
                if (isCut(*widget))
                    ADD_FAILURE() << id.toStdString() << " at " << width << ": "
                                  << widget->metaObject()->className() << ' '
                                  << widget->objectName().toStdString() << " is cut off";
            }
        }
    }
    panel.resize(340, 1100);
    panel.setTarget(u"command"_s);
    QTest::qWait(1);
    const auto &field = child<QLineEdit>(u"commandProgram"_s);
    const auto *label = labelOf(u"Program"_s);
    ASSERT_TRUE(label);
    EXPECT_GE(
        field.mapTo(&panel, QPoint()).y(), label->mapTo(&panel, QPoint(0, label->height())).y());
}

TEST(RunWords, TimesAndFigures)
{
    EXPECT_EQ(elapsedText(12'300), u"00:12"_s);
    EXPECT_EQ(elapsedText(3'723'000), u"1:02:03"_s);
    EXPECT_TRUE(figuresOf(profile::Run(), {}).empty());
    profile::Run run;
    profile::Profile profile;
    for (int i = 0; i < 9; ++i)
        profile.counters.push_back({ u"C%1"_s.arg(i), 5, u"beats"_s });
    profile.counters.push_back({ u"CYCLE_COUNTER"_s, 42, u"cycles"_s });
    run.profiles = { profile, profile };
    const auto figures = figuresOf(run, Origin::Board);
    ASSERT_EQ(figures.size(), 5U);
    EXPECT_EQ(figures[0].value, u"2"_s);
    EXPECT_EQ(figures[1].name, u"CYCLE_COUNTER"_s);
    EXPECT_EQ(figures[1].value, u"42 cycles"_s);
    EXPECT_EQ(figures[1].origin, originTag(Origin::Board));
}

} // namespace tosaic::views::runpaneltests
