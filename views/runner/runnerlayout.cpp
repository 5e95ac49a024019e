// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the panel is put together; what it does is in runnerpanel.cpp.
#include "views/runner/runnerpanel.h"

#include "views/widgets/flowlayout.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QScrollArea>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using analysis::ProgramPlacement;

constexpr int Spacing = 8;

QPushButton *makeButton(
    QWidget *parent, const QString &name, const QString &text, const QString &accessibleName = {})
{
    auto *button = new QPushButton(text, parent);
    button->setObjectName(name);
    button->setAccessibleName(accessibleName.isEmpty() ? text : accessibleName);
    return button;
}

QComboBox *makeChoice(QWidget *parent, const QString &name, const QString &accessibleName)
{
    auto *choice = new QComboBox(parent);
    choice->setObjectName(name);
    choice->setAccessibleName(accessibleName);
    choice->setToolTip(accessibleName);
    return choice;
}

QLineEdit *makeLine(QWidget *parent, const QString &name, const QString &accessibleName)
{
    auto *line = new QLineEdit(parent);
    line->setObjectName(name);
    line->setAccessibleName(accessibleName);
    return line;
}

QHBoxLayout *makeRow(QWidget *row)
{
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Spacing);
    return layout;
}

} // namespace

QWidget *RunnerPanel::makeContent()
{
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(12, Spacing, 12, Spacing);
    layout->setSpacing(Spacing);
    layout->addWidget(makeHead());
    layout->addWidget(makeCheckout());
    layout->addWidget(makeChoices());
    layout->addWidget(makeKernels());
    layout->addWidget(makeTexts(), 1);
    return content;
}

QWidget *RunnerPanel::makeHead()
{
    auto *row = new QWidget;
    m_title = new QLabel(row);
    m_title->setObjectName(u"runnerTitle"_s);
    m_title->setProperty("role", u"section"_s);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_build = makeButton(row, u"runnerBuild"_s, tr("Build"), tr("Build the runner"));
    m_run = makeButton(row, u"runnerRun"_s, tr("Build and run on the FVP"));
    auto *layout = makeRow(row);
    layout->addWidget(m_title, 1);
    layout->addWidget(m_build);
    layout->addWidget(m_run);
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
    auto *layout = makeRow(row);
    layout->addWidget(label);
    layout->addWidget(m_checkout, 1);
    layout->addWidget(m_chooseCheckout);
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
    m_etdump = new QCheckBox(tr("Record an ETDump"), row);
    m_etdump->setObjectName(u"runnerEtdump"_s);
    m_etdump->setAccessibleName(tr("Let the runner record an ETDump"));
    m_copyCommands = makeButton(row, u"runnerCopyCommands"_s, tr("Copy commands"));
    auto *layout = new FlowLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Spacing);
    layout->addWidget(m_toolchain);
    layout->addWidget(m_placement);
    layout->addWidget(m_address);
    layout->addWidget(m_etdump);
    layout->addWidget(m_copyCommands);
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
    auto *layout = makeRow(row);
    layout->addWidget(label);
    layout->addWidget(m_kernels, 1);
    layout->addWidget(m_copyKernels);
    return row;
}

/// Commands, and beside them what there is to know about them.
QWidget *RunnerPanel::makeTexts()
{
    auto *row = new QWidget;
    m_commands = new QPlainTextEdit(row);
    m_commands->setObjectName(u"runnerCommands"_s);
    m_commands->setAccessibleName(tr("Commands that build the runner"));
    m_commands->setReadOnly(true);
    m_commands->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_commands->setTabChangesFocus(true);
    m_commands->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_notes = new QLabel;
    m_notes->setObjectName(u"runnerNotes"_s);
    m_notes->setAccessibleName(tr("Notes on the runner"));
    m_notes->setWordWrap(true);
    m_notes->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *area = new QScrollArea(row);
    area->setObjectName(u"runnerNotesArea"_s);
    area->setAccessibleName(m_notes->accessibleName());
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(m_notes);
    m_notesArea = area;
    auto *layout = makeRow(row);
    layout->addWidget(m_commands, 3);
    layout->addWidget(m_notesArea, 2);
    return row;
}

} // namespace tosaic::views
