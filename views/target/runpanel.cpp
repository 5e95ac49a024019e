// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/target/runpanel.h"

#include "views/target/consoleview.h"
#include "views/target/runwords.h"
#include "views/widgets/building.h"
#include "views/widgets/errortext.h"
#include "views/widgets/filedialog.h"
#include "views/widgets/formparts.h"
#include "views/widgets/iconlabel.h"

#include <QComboBox>
#include <QFile>
#include <QFormLayout>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyle>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int SettleMs = 250;
constexpr int LowHeight = 170; // px below which fields and console need all of it
constexpr int NarrowestWidth = 340; // px
constexpr int WideWidth = 660; // px from which on fields and console stand side by side
constexpr int FieldsWidth = 368; // px that the widest form needs with labels beside the fields
constexpr int HeadWidth = 480; // px that the list of targets and the buttons need in one line
constexpr int LargestChoice = 230; // px of the list of targets in a line with the buttons
constexpr auto TargetKey = "target"_L1;
constexpr auto LimitKey = "timeLimit"_L1;
constexpr auto QuietKey = "quiet"_L1;
constexpr auto OriginKey = "origin"_L1;

/// An icon and what it says; the icon's meaning is in the words too.
QWidget *makeFinding(const Diagnostic &finding, QWidget *parent)
{
    auto *row = new QWidget(parent);
    const bool isError = finding.severity == Severity::Error;
    auto *icon = new IconLabel(16, row);
    icon->setIconName(isError ? u"dialog-error"_s : u"dialog-warning"_s);
    const auto said = findingText(finding);
    auto *text = selectable(wrapped(named(new QLabel(row), u"runFinding"_s)),
        Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setText(said.nextStep.isEmpty() ? said.what : said.what + u'\n' + said.nextStep);
    text->setToolTip(finding.text);
    text->setAccessibleName(
        (isError ? RunPanel::tr("Error: %1") : RunPanel::tr("Warning: %1")).arg(text->text()));
    makeRow(row, { { icon, 0, Qt::AlignTop }, { text, 1 } }, 8);
    return row;
}

} // namespace

RunPanel::RunPanel(const Theme &theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    named(this, u"runPanel"_s, tr("Run"));
    auto *head = makeHead();
    auto *command = makeCommand();
    auto *splitter = new QSplitter(Qt::Horizontal, this); // last: Tab goes from above to below
    splitter->setObjectName(u"runSplitter"_s);
    splitter->addWidget(makeLeft());
    splitter->addWidget(makeRight(theme));
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setSizes({ 420, 600 });
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(8);
    // A dock may be narrower than fields and console side by side.
    layout->setSizeConstraint(QLayout::SetNoConstraint);
    setMinimumWidth(NarrowestWidth);
    layout->addWidget(head);
    layout->addWidget(command);
    layout->addWidget(splitter, 1);
    m_command->setFont(theme.codeFont());
    connect(&theme, &Theme::changed, this, [this] { m_command->setFont(m_theme.codeFont()); });
    m_tick.setInterval(1000);
    m_settle.setSingleShot(true);
    m_settle.setInterval(SettleMs);
    connect(&m_tick, &QTimer::timeout, this, &RunPanel::showState);
    connect(&m_settle, &QTimer::timeout, this, &RunPanel::check);
    connect(m_target, &QComboBox::currentIndexChanged, this, &RunPanel::showTarget);
    connect(m_start, &QPushButton::clicked, this, &RunPanel::runRequested);
    connect(m_stop, &QPushButton::clicked, this, &RunPanel::stopRequested);
    connect(m_hereResult, &HereResult::problemsRequested, this, &RunPanel::problemsRequested);
    connect(m_console, &ConsoleView::saveRequested, this, &RunPanel::saveConsole);
    connect(m_console, &ConsoleView::sent, this, [this](const QByteArray &bytes) {
        if (m_run && !m_run->hasEnded())
            m_run->send(bytes);
    });
    showTarget();
    showState();
    showFigures();
    showProblem();
}

RunPanel::~RunPanel() = default;

void RunPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void RunPanel::arrange()
{
    const bool isWide = width() >= WideWidth;
    const auto margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right();
    const bool isNarrow = room < FieldsWidth;
    const bool hasTwoLines = room < HeadWidth;
    for (auto *target : m_forms)
        setLabelsAbove(*target, isNarrow);
    setLabelsAbove(*m_common, isNarrow);
    m_head->setDirection(hasTwoLines ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_target->setMaximumWidth(hasTwoLines ? QWIDGETSIZE_MAX : LargestChoice);
    m_left->setMinimumWidth(isNarrow ? 0 : FieldsWidth);
    m_targetLabel->setVisible(isWide);
    m_consoleButton->setVisible(!isWide);
    m_left->setVisible(isWide || !m_consoleButton->isChecked());
    m_right->setVisible(isWide || m_consoleButton->isChecked());
    m_commandRow->setVisible(!m_command->text().isEmpty() && height() >= LowHeight);
}

TargetForm *RunPanel::form() const
{
    return m_forms[static_cast<size_t>(std::max(0, m_target->currentIndex()))];
}

QString RunPanel::targetId() const
{
    return form()->id();
}

void RunPanel::setTarget(const QString &id)
{
    if (const int index = m_target->findData(id); index >= 0)
        m_target->setCurrentIndex(index);
}

void RunPanel::showTarget()
{
    auto *now = form();
    now->choose();
    m_stack->setCurrentWidget(now);
    // The stack is as high as its highest page otherwise.
    for (auto *other : m_forms)
        other->setSizePolicy(
            QSizePolicy::Preferred, other == now ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    static_cast<QFormLayout *>(m_common->layout())->setRowVisible(m_quiet, now->isEndless());
    m_common->setVisible(!isHere());
    m_console->parentWidget()->setVisible(!isHere());
    m_hereResult->setVisible(isHere());
    m_consoleButton->setText(isHere() ? tr("Result") : tr("Console"));
    m_consoleButton->setAccessibleName(isHere()
            ? tr("Show the result in the place of the fields")
            : tr("Show the console in the place of the fields"));
    updateButtons();
    takeChange();
}

void RunPanel::takeChange()
{
    if (m_isFilling)
        return;
    const auto asked = request();
    const auto line = isHere() ? m_here->commandLine() : profile::commandLine(asked);
    m_command->setText(line);
    m_command->setCursorPosition(0);
    m_command->setToolTip(line);
    arrange();
    m_name->setPlaceholderText(profile::runName(asked));
    m_settle.start();
    Q_EMIT choicesChanged();
}

void RunPanel::setDefaults(const RunDefaults &defaults)
{
    {
        const QScopedValueRollback guard(m_isFilling, true);
        for (auto *target : m_forms)
            target->setDefaults(defaults);
    }
    takeChange();
}

QJsonObject RunPanel::choices() const
{
    QJsonObject choices{ { TargetKey, targetId() }, { LimitKey, m_timeLimit->value() },
        { QuietKey, m_quiet->value() }, { OriginKey, m_origin->currentData().toInt() } };
    for (const auto *target : m_forms)
        choices.insert(target->id(), target->choices());
    return choices;
}

void RunPanel::restore(const QJsonObject &choices)
{
    {
        const QScopedValueRollback guard(m_isFilling, true);
        for (auto *target : m_forms) {
            if (const auto own = choices[target->id()]; own.isObject())
                target->restore(own.toObject());
        }
        m_timeLimit->setValue(choices[LimitKey].toInt());
        m_quiet->setValue(choices[QuietKey].toInt());
        m_origin->setCurrentIndex(std::max(0, m_origin->findData(choices[OriginKey].toInt(-1))));
        setTarget(choices[TargetKey].toString());
    }
    takeChange();
}

profile::RunRequest RunPanel::request() const
{
    profile::RunRequest request{ .name = m_name->text().trimmed(),
        .target = form()->target().value_or(profile::RunTarget()),
        .timeLimitSeconds = m_timeLimit->value() };
    if (form()->isEndless())
        request.quietSeconds = m_quiet->value();
    if (const int origin = m_origin->currentData().toInt(); origin >= 0)
        request.origin = static_cast<Origin>(origin);
    return request;
}

/// Files and programs are looked at on a pool thread: a folder may be far away.
void RunPanel::check()
{
    if (isHere()) {
        checkHere();
        return;
    }
    m_checking.start(
        tr("Checking the target"),
        [asked = request()](const JobControl &) -> Result<std::vector<Diagnostic>> {
            return profile::checkRequest(asked);
        },
        [this](const Result<std::vector<Diagnostic>> &found) {
            if (found)
                showFindings(*found);
        });
}

void RunPanel::showFindings(const std::vector<Diagnostic> &findings)
{
    while (auto *item = m_findings->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_isReady = true;
    QString first;
    for (const auto &finding : findings) {
        m_findings->addWidget(makeFinding(finding, m_findings->parentWidget()));
        if (finding.severity != Severity::Error)
            continue;
        m_isReady = false;
        if (first.isEmpty())
            first = findingText(finding).what;
    }
    m_findings->parentWidget()->setVisible(!findings.empty());
    m_start->setToolTip(first);
    updateButtons();
    showState();
}

void RunPanel::updateButtons()
{
    const bool running = isRunning();
    m_start->setEnabled(m_isReady && !running);
    m_stop->setEnabled(running);
    const bool listens = running && form()->listens();
    m_console->setListening(listens,
        running ? tr("This target does not listen") : tr("Nothing runs that could listen"));
    m_target->setEnabled(!running);
    m_stack->setEnabled(!running);
    m_common->setEnabled(!running);
}

void RunPanel::follow(profile::LiveRun &run)
{
    if (m_run)
        m_run->disconnect(this);
    m_run = &run;
    m_consolePath = run.consolePath();
    m_console->clear();
    m_consoleButton->setChecked(true);
    m_clock.start();
    m_tick.start();
    connect(&run, &profile::LiveRun::consoleAdded, m_console, &ConsoleView::add);
    connect(&run, &profile::LiveRun::runChanged, this, &RunPanel::showFigures);
    connect(&run, &profile::LiveRun::stateChanged, this, &RunPanel::showState);
    connect(&run, &profile::LiveRun::finished, this, &RunPanel::takeEnd);
    showState();
    showFigures();
    showProblem();
    updateButtons();
}

HereRequest RunPanel::hereRequest() const
{
    return m_here->request();
}

std::vector<Diagnostic> RunPanel::checkHere()
{
    m_checking.cancel();
    auto problems = m_here->problems();
    showFindings(problems);
    return problems;
}

void RunPanel::beginHere()
{
    m_isRunningHere = true;
    m_consoleButton->setChecked(true);
    m_hereResult->showRunning();
    m_state->setText(tr("Running"));
    updateButtons();
}

void RunPanel::endHere(const HereOutcome &outcome)
{
    m_isRunningHere = false;
    m_hereResult->show(outcome);
    updateButtons();
    m_state->setText(verdictText(outcome));
    m_state->setToolTip(m_state->text());
}

void RunPanel::takeEnd()
{
    m_tick.stop();
    showFigures();
    showProblem();
    showState();
    updateButtons();
    check(); // what was busy may be free now
}

void RunPanel::showState()
{
    if (m_run && m_consolePath.isEmpty())
        m_consolePath = m_run->consolePath();
    m_console->setSaveEnabled(!m_consolePath.isEmpty());
    if (m_isRunningHere)
        return;
    if (m_run && !(m_run->hasEnded() && !m_tick.isActive())) {
        m_state->setText(runStateText(m_run->state(), m_clock.elapsed()));
    } else if (m_run) {
        return; // how it ended stays
    } else {
        m_state->setText(m_isReady ? tr("Ready") : tr("Not ready yet"));
    }
    m_state->setToolTip(m_state->text());
}

void RunPanel::showFigures()
{
    const auto now = m_run ? m_run->run() : nullptr;
    QStringList parts;
    if (now) {
        for (const auto &figure : figuresOf(*now, profile::originOf(m_run->request()))) {
            auto part
                = u"%1 <b>%2</b>"_s.arg(figure.name.toHtmlEscaped(), figure.value.toHtmlEscaped());
            if (!figure.origin.isEmpty())
                part += u" <small>%1</small>"_s.arg(figure.origin.toHtmlEscaped());
            parts << part;
        }
    }
    m_figures->setText(parts.join(u" &nbsp;·&nbsp; "_s));
    m_figures->setToolTip(m_figures->text());
    m_figures->setVisible(!parts.isEmpty());
}

void RunPanel::showProblem()
{
    const auto problem = m_run ? m_run->problem() : std::nullopt;
    m_problem->setVisible(problem.has_value());
    if (!problem)
        return;
    const auto said = findingText(*problem);
    m_problem->setText(said.nextStep.isEmpty() ? said.what : said.what + u' ' + said.nextStep);
    m_problem->setToolTip(problem->text);
}

/// All of it, byte for byte; on a pool thread, because it may be large.
void RunPanel::saveConsole()
{
    auto *dialog = named(newFileDialog(this, tr("Save the raw console"), u"console.txt"_s,
                             tr("Console (*.txt *.log);;All files (*)")),
        u"runSaveDialog"_s);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &to) {
        m_saving.start(
            tr("Saving the console"),
            [from = m_consolePath, to](const JobControl &) -> Result<void> {
                QFile file(from);
                if (QFile::exists(to))
                    QFile::remove(to);
                if (!file.copy(to))
                    return fail(ErrorCode::IoWrite, file.errorString(), { .file = to });
                return {};
            },
            [this](const Result<void> &saved) {
                if (saved)
                    return;
                m_problem->setText(errorText(saved.error()).toPlainText());
                m_problem->setVisible(true);
            });
    });
    dialog->open();
}

} // namespace tosaic::views
