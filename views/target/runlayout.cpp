// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the panel is put together; what it does is in runpanel.cpp.
#include "views/target/consoleview.h"
#include "views/target/fvpform.h"
#include "views/target/hostform.h"
#include "views/target/lineforms.h"
#include "views/target/runpanel.h"
#include "views/widgets/building.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/formparts.h"

#include <QComboBox>
#include <QFormLayout>
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
    m_here = new HereForm(m_stack);
    m_forms = { m_here, new FvpForm(m_stack), new SerialForm(m_stack), new TcpForm(m_stack),
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
    m_state = named(new ElidedLabel(row), u"runState"_s, tr("State of the run"));
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_consoleButton = named(new QPushButton(tr("Console"), row), u"runShowConsole"_s,
        tr("Show the console in the place of the fields"));
    m_consoleButton->setCheckable(true);
    connect(m_consoleButton, &QPushButton::toggled, this, &RunPanel::arrange);
    m_start = named(new QPushButton(tr("Run"), row), u"runStart"_s,
        tr("Run the program on the target"), u"primary"_s);
    m_stop = named(
        new QPushButton(tr("Stop"), row), u"runStop"_s, tr("Stop the run and keep what was read"));
    auto *buttons = makeRow(nullptr, { { m_state, 1 }, m_consoleButton, m_start, m_stop }, Spacing);
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
    m_command = named(new QLineEdit(m_commandRow), u"runCommand"_s, tr("Command line of the run"));
    m_command->setReadOnly(true);
    auto *copy = named(new QPushButton(tr("Copy"), m_commandRow), u"runCopyCommand"_s,
        tr("Copy the command line"));
    connect(copy, &QPushButton::clicked, m_command, [this] {
        m_command->selectAll();
        m_command->copy();
        m_command->deselect();
    });
    makeRow(m_commandRow, { { m_command, 1 }, copy }, Spacing);
    return m_commandRow;
}

/// What stands in the way first, because it says what to do in the fields below.
QWidget *RunPanel::makeLeft()
{
    auto *body = named(new QWidget, u"runFields"_s);
    auto *findings
        = named(new QWidget(body), u"runFindings"_s, tr("What stands in the way of the run"));
    m_findings = new QVBoxLayout(findings);
    m_findings->setContentsMargins(0, 0, 0, 0);
    m_findings->setSpacing(6);
    m_stack = named(new QStackedWidget(body), u"runForms"_s);
    addForms();
    makeColumn(body, { findings, m_stack, makeCommon(), stretch(1) }, 10, { 0, 0, 10, 0 });
    auto *area = named(new QScrollArea(this), u"runFieldsArea"_s, tr("Fields of the target"));
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
    m_name = named(new QLineEdit(box), u"runName"_s, tr("Name of the run"));
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
    m_figures = named(new QLabel(right), u"runFigures"_s, tr("Newest numbers"));
    m_figures->setTextFormat(Qt::RichText);
    m_figures->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_figures->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_problem
        = selectable(wrapped(named(new QLabel(right), u"runProblem"_s, tr("Why the run failed"))),
            Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_problem->setProperty("verdict", u"bad"_s);
    m_console = new ConsoleView(theme, right);
    auto *console = new QWidget(right);
    makeColumn(console, { m_figures, m_problem, { m_console, 1 } }, 6, { 10, 0, 0, 0 });
    m_hereResult = new HereResult(right);
    makeColumn(right, { { console, 1 }, { m_hereResult, 1 } }, 0, {});
    return right;
}

} // namespace tosaic::views
