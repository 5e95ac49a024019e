// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the panel is put together; what it does is in runpanel.cpp.
#include "views/target/consoleview.h"
#include "views/target/formparts.h"
#include "views/target/fvpform.h"
#include "views/target/hostform.h"
#include "views/target/lineforms.h"
#include "views/target/runpanel.h"
#include "views/widgets/elidedlabel.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int Spacing = 8;
constexpr int LongestLimit = 7 * 24 * 3600; // s
constexpr int LabelWidth = 76; // px; fields of all forms stand below each other

void alignLabels(const QFormLayout &form)
{
    for (int row = 0; row < form.rowCount(); ++row) {
        const auto *item = form.itemAt(row, QFormLayout::LabelRole);
        if (item && item->widget())
            item->widget()->setMinimumWidth(LabelWidth);
    }
}

} // namespace

void RunPanel::addForms()
{
    m_forms = { new FvpForm(m_stack), new SerialForm(m_stack), new TcpForm(m_stack),
        new CommandForm(m_stack), new HostForm(m_stack) };
    for (auto *target : m_forms) {
        m_stack->addWidget(target);
        alignLabels(*static_cast<QFormLayout *>(target->layout()));
        m_target->addItem(target->title(), target->id());
        connect(target, &TargetForm::changed, this, &RunPanel::takeChange);
    }
}

QWidget *RunPanel::makeHead()
{
    auto *row = new QWidget(this);
    m_targetLabel = new QLabel(tr("Run on"), row);
    m_target = makeChoice(row, u"runTarget"_s, tr("Where the program runs"));
    m_target->setMinimumContentsLength(6);
    m_target->setSizeAdjustPolicy(QComboBox::AdjustToContents); // where there is room
    m_target->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_targetLabel->setBuddy(m_target);
    m_state = new ElidedLabel(row);
    m_state->setObjectName(u"runState"_s);
    m_state->setAccessibleName(tr("State of the run"));
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_consoleButton = new QPushButton(tr("Console"), row);
    m_consoleButton->setObjectName(u"runShowConsole"_s);
    m_consoleButton->setAccessibleName(tr("Show the console in the place of the fields"));
    m_consoleButton->setCheckable(true);
    connect(m_consoleButton, &QPushButton::toggled, this, &RunPanel::arrange);
    m_start = new QPushButton(tr("Run"), row);
    m_start->setObjectName(u"runStart"_s);
    m_start->setAccessibleName(tr("Run the program on the target"));
    m_start->setProperty("role", u"primary"_s);
    m_stop = new QPushButton(tr("Stop"), row);
    m_stop->setObjectName(u"runStop"_s);
    m_stop->setAccessibleName(tr("Stop the run and keep what was read"));
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Spacing);
    buttons->addWidget(m_state, 1);
    buttons->addWidget(m_consoleButton);
    buttons->addWidget(m_start);
    buttons->addWidget(m_stop);
    m_head = new QBoxLayout(QBoxLayout::LeftToRight, row);
    m_head->setContentsMargins(0, 0, 0, 0);
    m_head->setSpacing(Spacing);
    m_head->addWidget(m_targetLabel);
    m_head->addWidget(m_target);
    m_head->addLayout(buttons, 1);
    return row;
}

QWidget *RunPanel::makeCommand()
{
    m_commandRow = new QWidget(this);
    m_command = new QLineEdit(m_commandRow);
    m_command->setObjectName(u"runCommand"_s);
    m_command->setAccessibleName(tr("Command line of the run"));
    m_command->setReadOnly(true);
    auto *copy = new QPushButton(tr("Copy"), m_commandRow);
    copy->setObjectName(u"runCopyCommand"_s);
    copy->setAccessibleName(tr("Copy the command line"));
    connect(copy, &QPushButton::clicked, m_command, [this] {
        m_command->selectAll();
        m_command->copy();
        m_command->deselect();
    });
    auto *layout = new QHBoxLayout(m_commandRow);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Spacing);
    layout->addWidget(m_command, 1);
    layout->addWidget(copy);
    return m_commandRow;
}

/// What stands in the way first, because it says what to do in the fields below.
QWidget *RunPanel::makeLeft()
{
    auto *body = new QWidget;
    body->setObjectName(u"runFields"_s);
    auto *findings = new QWidget(body);
    findings->setObjectName(u"runFindings"_s);
    findings->setAccessibleName(tr("What stands in the way of the run"));
    m_findings = new QVBoxLayout(findings);
    m_findings->setContentsMargins(0, 0, 0, 0);
    m_findings->setSpacing(6);
    m_stack = new QStackedWidget(body);
    m_stack->setObjectName(u"runForms"_s);
    addForms();
    auto *layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 10, 0);
    layout->setSpacing(10);
    layout->addWidget(findings);
    layout->addWidget(m_stack);
    layout->addWidget(makeCommon());
    layout->addStretch(1);
    auto *area = new QScrollArea(this);
    area->setObjectName(u"runFieldsArea"_s);
    area->setAccessibleName(tr("Fields of the target"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(body);
    m_left = area;
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

/// Of every target.
QWidget *RunPanel::makeCommon()
{
    auto *box = new QWidget;
    m_timeLimit = makeNumber(box, u"runTimeLimit"_s, tr("Time limit"), 0, LongestLimit);
    m_timeLimit->setSpecialValueText(tr("None"));
    m_timeLimit->setSuffix(tr(" s"));
    m_quiet = makeNumber(box, u"runQuiet"_s, tr("End after silence"), 0, LongestLimit);
    m_quiet->setSpecialValueText(tr("Only by Stop"));
    m_quiet->setSuffix(tr(" s"));
    m_quiet->setToolTip(
        tr("The run ends when nothing came for so long after a complete inference"));
    m_origin = makeChoice(box, u"runOrigin"_s, tr("Where the counters come from"));
    m_origin->addItem(tr("As the target says"), -1);
    for (const auto origin : { Origin::Fvp, Origin::Board, Origin::ThisMachine })
        m_origin->addItem(originTag(origin), int(origin));
    m_name = new QLineEdit(box);
    m_name->setObjectName(u"runName"_s);
    m_name->setAccessibleName(tr("Name of the run"));
    auto *fields = makeForm(box);
    fields->addRow(tr("Time limit"), m_timeLimit);
    fields->addRow(tr("Silence"), m_quiet);
    fields->addRow(tr("Counters of"), m_origin);
    fields->addRow(tr("Name"), m_name);
    alignLabels(*fields);
    connect(m_name, &QLineEdit::textChanged, this, &RunPanel::takeChange);
    connect(m_origin, &QComboBox::currentIndexChanged, this, &RunPanel::takeChange);
    connect(m_timeLimit, &QSpinBox::valueChanged, this, &RunPanel::takeChange);
    connect(m_quiet, &QSpinBox::valueChanged, this, &RunPanel::takeChange);
    m_common = box;
    return box;
}

QWidget *RunPanel::makeRight(const Theme &theme)
{
    auto *right = new QWidget(this);
    m_right = right;
    m_figures = new QLabel(right);
    m_figures->setObjectName(u"runFigures"_s);
    m_figures->setAccessibleName(tr("Newest numbers"));
    m_figures->setTextFormat(Qt::RichText);
    m_figures->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_figures->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_problem = new QLabel(right);
    m_problem->setObjectName(u"runProblem"_s);
    m_problem->setAccessibleName(tr("Why the run failed"));
    m_problem->setProperty("verdict", u"bad"_s);
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_console = new ConsoleView(theme, right);
    auto *layout = new QVBoxLayout(right);
    layout->setContentsMargins(10, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_figures);
    layout->addWidget(m_problem);
    layout->addWidget(m_console, 1);
    return right;
}

} // namespace tosaic::views
