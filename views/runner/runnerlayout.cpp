// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the panel is put together; what it does is in runnerpanel.cpp.
#include "views/runner/runnerpanel.h"

#include "views/widgets/building.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpressionValidator>
#include <QScrollArea>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using analysis::ProgramPlacement;

constexpr int Spacing = 8;

QComboBox *makeChoice(QWidget *parent, const QString &name, const QString &accessibleName)
{
    auto *choice = named(new QComboBox(parent), name, accessibleName);
    choice->setToolTip(accessibleName);
    return choice;
}

QLineEdit *makeLine(QWidget *parent, const QString &name, const QString &accessibleName)
{
    auto *line = named(new QLineEdit(parent), name, accessibleName);
    return line;
}

} // namespace

QWidget *RunnerPanel::makeContent()
{
    auto *content = new QWidget;
    makeColumn(content,
        { makeHead(), makeCheckout(), makeChoices(), makeKernels(), { makeTexts(), 1 } }, Spacing,
        { 12, Spacing, 12, Spacing });
    return content;
}

QWidget *RunnerPanel::makeHead()
{
    auto *row = new QWidget;
    m_title = named(new QLabel(row), u"runnerTitle"_s, {}, u"section"_s);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_build = makeButton(row, u"runnerBuild"_s, tr("Build"), tr("Build the runner"));
    m_run = makeButton(row, u"runnerRun"_s, tr("Build and run on the FVP"));
    makeRow(row, { { m_title, 1 }, m_build, m_run }, Spacing);
    return row;
}

QWidget *RunnerPanel::makeCheckout()
{
    auto *row = new QWidget;
    auto *label = new QLabel(tr("ExecuTorch checkout"), row);
    m_checkout = makeLine(row, u"runnerCheckout"_s, tr("ExecuTorch checkout"));
    m_checkout->setPlaceholderText(tr("Folder of the ExecuTorch sources"));
    label->setBuddy(m_checkout);
    m_chooseCheckout = makeButton(
        row, u"runnerChooseCheckout"_s, tr("Choose…"), tr("Choose the ExecuTorch checkout"));
    makeRow(row, { label, { m_checkout, 1 }, m_chooseCheckout }, Spacing);
    return row;
}

QWidget *RunnerPanel::makeChoices()
{
    auto *row = new QWidget;
    m_toolchain = makeChoice(row, u"runnerToolchain"_s, tr("Cross compiler"));
    m_toolchain->addItems({ u"arm-none-eabi-gcc"_s, u"arm-zephyr-eabi-gcc"_s });
    m_placement = makeChoice(row, u"runnerPlacement"_s, tr("Where the runner finds the program"));
    m_placement->addItem(tr("Program in the image"), int(ProgramPlacement::Embedded));
    m_placement->addItem(tr("Program at an address"), int(ProgramPlacement::Address));
    m_placement->addItem(tr("Program from the host"), int(ProgramPlacement::Semihosting));
    m_address = makeLine(row, u"runnerAddress"_s, tr("Address of the program"));
    m_address->setText(u"0x38000000"_s);
    m_address->setToolTip(tr("Address of the program, hexadecimal, 32 bits"));
    m_address->setMaximumWidth(110); // px: ten digits
    m_address->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_address->setValidator(
        new QRegularExpressionValidator(QRegularExpression(u"0[xX][0-9a-fA-F]{1,8}"_s), m_address));
    m_etdump = named(new QCheckBox(tr("Record an ETDump"), row), u"runnerEtdump"_s,
        tr("Let the runner record an ETDump"));
    m_copyCommands = makeButton(row, u"runnerCopyCommands"_s, tr("Copy commands"));
    makeFlow(row, { m_toolchain, m_placement, m_address, m_etdump, m_copyCommands }, Spacing);
    return row;
}

QWidget *RunnerPanel::makeKernels()
{
    auto *row = new QWidget;
    auto *label = new QLabel(u"EXECUTORCH_SELECT_OPS_LIST"_s, row);
    m_kernels = makeLine(row, u"runnerKernels"_s, tr("Kernels that the program calls"));
    m_kernels->setReadOnly(true);
    m_kernels->setPlaceholderText(tr("The program calls no kernel"));
    m_kernels->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    label->setBuddy(m_kernels);
    m_copyKernels
        = makeButton(row, u"runnerCopyKernels"_s, tr("Copy"), tr("Copy the list of kernels"));
    makeRow(row, { label, { m_kernels, 1 }, m_copyKernels }, Spacing);
    return row;
}

/// Commands, and beside them what there is to know about them.
QWidget *RunnerPanel::makeTexts()
{
    auto *row = new QWidget;
    m_commands
        = named(new QPlainTextEdit(row), u"runnerCommands"_s, tr("Commands that build the runner"));
    m_commands->setReadOnly(true);
    m_commands->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_commands->setTabChangesFocus(true);
    m_commands->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_notes = selectable(wrapped(named(new QLabel, u"runnerNotes"_s, tr("Notes on the runner"))),
        Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_notes->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto *area = named(new QScrollArea(row), u"runnerNotesArea"_s, m_notes->accessibleName());
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(m_notes);
    m_notesArea = area;
    makeRow(row, { { m_commands, 3 }, { m_notesArea, 2 } }, Spacing);
    return row;
}

} // namespace tosaic::views
