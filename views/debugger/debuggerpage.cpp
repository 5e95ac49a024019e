// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/debugger/debuggerpage.h"

#include "core/documents/modeldocument.h"
#include "core/documents/selection.h"
#include "core/npu/disassemble.h"
#include "views/debugger/bytespane.h"
#include "views/debugger/mappane.h"
#include "views/models/streamowner.h"
#include "views/widgets/building.h"
#include "views/widgets/datatable.h"
#include "views/widgets/statestack.h"

#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTabWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using npusim::DebugRun;

QString titleOf(const npu::Operation &operation)
{
    return QStringList{ npu::operationKindName(operation.kind), operation.mode }
        .join(u' ')
        .trimmed();
}

QString shapeText(const npu::Operation &operation)
{
    if (!operation.ofm)
        return {};
    const auto shape = operation.ofm->memoryShape();
    return u"%1 × %2 × %3"_s.arg(shape[0]).arg(shape[1]).arg(shape[2]);
}

} // namespace

DebuggerPage::DebuggerPage(
    ModelDocument &document, SelectionContext &selection, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_selection(selection)
{
    named(this, u"debuggerPage"_s, tr("Debugger"));
    auto *bar = makeBar();
    m_states = new StateStack(makeContent(theme), this);
    makeColumn(this, { bar, { m_states, 1 } }, 0, {});
    setFocusProxy(m_operationTable);
    connect(m_states, &StateStack::actionTriggered, this, &DebuggerPage::openRequested);
    connect(m_states, &StateStack::cancelRequested, &m_session, &DebugSession::interrupt);
    connect(m_stream, &QComboBox::currentIndexChanged, this, &DebuggerPage::openStream);
    connect(m_seed, &QSpinBox::editingFinished, this, [this] {
        if (m_seed->isEnabled() && m_session.run() && m_session.seed() != quint64(m_seed->value()))
            openStream();
    });
    connect(&m_document, &ModelDocument::streamsChanged, this, &DebuggerPage::listStreams);
    connect(&m_session, &DebugSession::changed, this, &DebuggerPage::showState);
    connect(&m_session, &DebugSession::moved, this, [this](bool isReached) {
        showState();
        showOperations();
        showPlace(isReached);
        if (const auto *next = m_session.run()->nextOperation())
            m_selection.select(
                model::EntityRef::npuOperation(m_session.analysis()->owner(), int(next->index)),
                this);
    });
    connect(&m_selection, &SelectionContext::changed, this, &DebuggerPage::followSelection);
    for (auto *table : { m_operationTable, m_checkTable }) {
        connect(table, &DataTable::entityChosen, this, [this](const model::EntityRef &entity) {
            m_selected = entity;
            m_selection.select(entity, this);
            Q_EMIT stepsChanged();
        });
    }
    connect(
        m_operationTable, &DataTable::entityActivated, this, [this] { step(Step::ToSelected); });
    listStreams();
}

DebuggerPage::~DebuggerPage() = default;

void DebuggerPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        openStream();
}

void DebuggerPage::setInputs(std::map<int, std::vector<QByteArray>> inputs)
{
    m_inputs = std::move(inputs);
    if (isVisible() && !m_session.isRunning())
        openStream();
    else
        m_isStale = true;
}

std::shared_ptr<const NpuAnalysis> DebuggerPage::chosen() const
{
    const auto index = size_t(m_stream->currentIndex());
    const auto &streams = m_document.streams();
    return index < streams.size() ? streams[index] : nullptr;
}

void DebuggerPage::listStreams()
{
    {
        const QSignalBlocker blocker(m_stream);
        m_stream->clear();
        for (const auto &stream : m_document.streams())
            m_stream->addItem(streamOwnerName(stream->owner()));
    }
    m_inputs.clear();
    m_isStale = true;
    m_session.close();
    if (isVisible())
        openStream();
}

void DebuggerPage::openStream()
{
    m_isStale = false;
    m_selected.reset();
    m_operators.clear();
    const auto analysis = chosen();
    if (!analysis)
        return m_session.close();
    const auto inputs = m_inputs.find(analysis->owner().index);
    m_session.open(analysis, m_document.source(),
        inputs == m_inputs.end() ? std::vector<QByteArray>() : inputs->second,
        quint64(m_seed->value()));
    Q_EMIT streamOpened();
}

void DebuggerPage::showState()
{
    const auto analysis = chosen();
    if (m_session.error())
        m_states->showError(errorText(*m_session.error()));
    else if (!analysis || (!m_session.analysis() && !m_session.isRunning()))
        m_states->showEmpty({ u"system-run"_s, tr("No command stream"),
            tr("Open a .pte or a file of Vela with an Ethos-U delegate to run it step by step."),
            tr("Open…") });
    else if (!m_session.isOpen())
        m_states->showLoading(tr("Setting up the memory"));
    else
        m_states->showContent();
    m_stream->setVisible(m_document.streams().size() > 1);
    m_seed->setEnabled(analysis && !m_inputs.contains(analysis->owner().index));
    m_seed->setToolTip(m_seed->isEnabled() ? tr("Seed of the inputs")
                                           : tr("The inputs are those of the last run here"));
    for (const auto &[step, button] : m_buttons)
        button->setEnabled(canStep(step));
    m_target->setEnabled(canStep(Step::Operation));
    if (!m_session.isOpen())
        m_operations->set({});
    showPanes();
    Q_EMIT stepsChanged();
}

bool DebuggerPage::canStep(Step step) const
{
    if (step == Step::Stop)
        return m_session.isOpen() && m_session.isRunning();
    const auto *run = m_session.run();
    if (!run)
        return false;
    switch (step) {
    case Step::BackOperation:
    case Step::BackCommand:
    case Step::Restart:
        return run->place() > 0;
    case Step::ToSelected:
        return run->nextCommand() && m_selected;
    case Step::ToDifference:
        return m_whyNoDifference.isEmpty();
    case Step::Operator:
        return run->nextCommand() && !m_operators.empty();
    default:
        return run->nextCommand().has_value();
    }
}

void DebuggerPage::perform(DebugSession::Move move)
{
    m_session.perform(std::move(move));
}

void DebuggerPage::step(Step step)
{
    if (!canStep(step))
        return;
    switch (step) {
    case Step::Operation:
        return perform([](DebugRun &run) { return run.stepOperation(); });
    case Step::Operator:
        return stepOperator();
    case Step::Command:
        return perform([](DebugRun &run) { return run.stepCommand(); });
    case Step::BackOperation:
        return perform([](DebugRun &run) { return run.backOperation(); });
    case Step::BackCommand:
        return perform([](DebugRun &run) { return run.backCommand(); });
    case Step::Restart:
        return perform([](DebugRun &run) { return run.restart(); });
    case Step::ToEnd:
        return perform([](DebugRun &run) { return run.runToEnd(); });
    case Step::Stop:
        return m_session.interrupt();
    case Step::ToDifference:
        Q_EMIT differenceRequested();
        return;
    case Step::ToSelected:
        break;
    }
    const int part = m_selected->subIndex;
    if (m_selected->kind == model::EntityRef::Kind::NpuCommand)
        return perform([part](DebugRun &run) { return run.goToCommand(quint32(part)); });
    const auto &operations = m_session.run()->stream().operations;
    if (size_t(part) < operations.size())
        perform([command = operations[size_t(part)].command](
                    DebugRun &run) { return run.goToCommand(command); });
}

std::vector<QByteArray> DebuggerPage::inputs() const
{
    const auto analysis = chosen();
    const auto found = analysis ? m_inputs.find(analysis->owner().index) : m_inputs.end();
    return found == m_inputs.end() ? std::vector<QByteArray>() : found->second;
}

void DebuggerPage::setOperators(std::vector<QString> names)
{
    m_operators = std::move(names);
    showOperations();
    fitOperations();
    showState();
}

/// To the first operation of another operator; what has no name belongs to the one behind it.
void DebuggerPage::stepOperator()
{
    const auto *run = m_session.run();
    const auto &operations = run->stream().operations;
    const auto *next = run->nextOperation();
    const auto from = next ? size_t(next->index) : operations.size();
    const auto named
        = std::find_if(m_operators.begin() + qsizetype(std::min(from, m_operators.size())),
            m_operators.end(), [](const QString &name) { return !name.isEmpty(); });
    const auto other = std::find_if(named, m_operators.end(),
        [named](const QString &name) { return !name.isEmpty() && name != *named; });
    const auto index = size_t(other - m_operators.begin());
    if (index >= operations.size())
        return perform([](DebugRun &now) { return now.runToEnd(); });
    perform(
        [command = operations[index].command](DebugRun &now) { return now.goToCommand(command); });
}

void DebuggerPage::setWhyNoDifference(const QString &why)
{
    if (why == m_whyNoDifference)
        return;
    m_whyNoDifference = why;
    m_buttons[Step::ToDifference]->setToolTip(why.isEmpty()
            ? tr("Run behind the first operation that is not as the TOSA reference model says")
            : why);
    showState();
}

void DebuggerPage::say(const QString &text)
{
    m_place->setText(text);
}

void DebuggerPage::showDifference(quint32 operation, const QString &text)
{
    const auto *run = m_session.run();
    if (!run || operation >= run->stream().operations.size())
        return;
    m_difference = text;
    perform([command = run->stream().operations[operation].command](
                DebugRun &now) { return now.goToCommand(command) && now.stepOperation(); });
}

void DebuggerPage::runTo(const QString &place)
{
    static const QRegularExpression pattern(
        u"^\\s*(?:(op|offset):(\\w+)|write:(\\d)\\+(\\w+))\\s*$"_s);
    const auto match = pattern.match(place);
    const auto *run = m_session.run();
    if (!run)
        return;
    const auto named = std::ranges::find(m_operators, place.trimmed());
    if (named != m_operators.end() && !place.trimmed().isEmpty()) {
        const auto index = size_t(named - m_operators.begin());
        if (index < run->stream().operations.size())
            return perform([command = run->stream().operations[index].command](
                               DebugRun &now) { return now.goToCommand(command); });
    }
    const bool isWrite = !match.captured(3).isEmpty();
    bool isNumber = false;
    const auto number = match.captured(isWrite ? 4 : 2).toULongLong(&isNumber, 0);
    if (!match.hasMatch() || !isNumber) {
        m_place->setText(tr("%1 is no place: write op:12, offset:0x40, write:1+0x40 or the name "
                            "of an operator.")
                             .arg(place.trimmed().isEmpty() ? tr("Nothing") : place.trimmed()));
        return;
    }
    const auto &stream = run->stream();
    if (isWrite)
        return perform([region = match.captured(3).toInt(), number](
                           DebugRun &now) { return now.runToWrite(region, number); });
    std::optional<quint32> command;
    if (match.captured(1) == "op"_L1 && number < stream.operations.size())
        command = stream.operations[size_t(number)].command;
    else if (match.captured(1) == "offset"_L1) {
        const auto found = std::ranges::lower_bound(stream.commands, number, {},
            [](const npu::Command &one) { return quint64(one.offset); });
        if (found != stream.commands.end() && found->offset == number)
            command = quint32(found - stream.commands.begin());
    }
    if (!command)
        return m_place->setText(tr("The stream has no %1.").arg(place.trimmed()));
    perform([command](DebugRun &now) { return now.goToCommand(*command); });
}

void DebuggerPage::showOperations()
{
    const auto *run = m_session.run();
    if (!run)
        return;
    const auto *next = run->nextOperation();
    std::map<quint32, int> checks;
    for (const auto &finding : run->simulator().findings())
        ++checks[finding.offset];
    std::vector<OperationRow> rows;
    rows.reserve(run->stream().operations.size());
    for (const auto &operation : run->stream().operations) {
        const auto found = checks.find(operation.offset);
        rows.push_back({ operation.index, titleOf(operation),
            operation.index < m_operators.size() ? m_operators[operation.index] : QString(),
            shapeText(operation), operation.offset, &operation == next,
            found == checks.end() ? 0 : found->second, {}, {},
            model::EntityRef::npuOperation(m_session.analysis()->owner(), int(operation.index)) });
    }
    for (auto &row : rows) {
        const auto use = run->rangeUse().find(row.index);
        if (use == run->rangeUse().end())
            continue;
        row.saturated = use->second.saturated();
        row.used = use->second.usedShare();
    }
    const auto isSame
        = [](const OperationRow &a, const OperationRow &b) { return a.index == b.index; };
    const bool isFirst = m_operations->rowCount() == 0;
    m_operations->update(std::move(rows), isSame);
    m_operationTable->setColumnHidden(m_operationTable->columnOf(u"name"), m_operators.empty());
    if (isFirst)
        fitOperations();
    if (next) {
        m_selected
            = model::EntityRef::npuOperation(m_session.analysis()->owner(), int(next->index));
        m_operationTable->setCurrentEntity(*m_selected);
    }
}

void DebuggerPage::showPanes()
{
    auto *run = m_session.run();
    m_maps->show(run);
    m_bytes->show(run);
    if (!run)
        return; // registers and checks stay in sight while it runs
    const auto &stream = run->stream();
    const auto at = run->nextCommand().value_or(quint32(stream.commands.size()));
    const auto *last = run->simulator().operation();
    const auto fresh = last ? last->command : 0;
    std::vector<RegisterRow> registers;
    for (auto &value : npu::registersBefore(stream, at))
        registers.push_back({ std::move(value.name), value.value, value.command >= fresh });
    m_registers->update(std::move(registers),
        [](const RegisterRow &a, const RegisterRow &b) { return a.name == b.name; });
    std::vector<ChangeRow> changes;
    for (const auto &change : run->changes())
        changes.push_back(
            { change.range.region, change.range.address, change.range.length, change.differing });
    m_changes->set(std::move(changes));
    std::vector<CheckRow> checks;
    for (const auto &finding : run->simulator().findings()) {
        const auto found
            = std::ranges::lower_bound(stream.commands, finding.offset, {}, &npu::Command::offset);
        checks.push_back({ finding.offset, npusim::findingKey(finding.kind), finding.text,
            model::EntityRef::npuCommand(
                m_session.analysis()->owner(), int(found - stream.commands.begin())) });
    }
    const auto count = checks.size();
    m_checks->set(std::move(checks));
    m_panes->setTabText(
        m_panes->indexOf(m_checkTable), count > 0 ? tr("Checks (%1)").arg(count) : tr("Checks"));
    m_registerTable->fitColumns(240);
    m_changeTable->fitColumns(160);
    m_checkTable->fitColumns(480);
}

void DebuggerPage::showPlace(bool isReached)
{
    const auto *run = m_session.run();
    const auto &simulator = run->simulator();
    const auto total = run->stream().operations.size();
    QString text;
    if (const auto &refusal = simulator.refusal())
        text = tr("Stopped: %1 at offset 0x%2 was refused: %3 What ran before stays.")
                   .arg(refusal->command)
                   .arg(refusal->offset, 0, 16)
                   .arg(errorText(refusal->error).cause.isEmpty() ? refusal->error.detail + u'.'
                                                                  : refusal->error.detail + u'.');
    else if (simulator.isAtEnd())
        text = tr("At the end: %1 operations were executed.").arg(simulator.executedKicks());
    else if (const auto *next = run->nextOperation())
        text = tr("Before operation %1 of %2: %3").arg(next->index).arg(total).arg(titleOf(*next));
    if (const auto command = run->nextCommand())
        text += tr(", next command %1 at offset 0x%2")
                    .arg(npu::commandName(
                        run->stream().commands[*command], run->stream().config.product))
                    .arg(run->stream().commands[*command].offset, 0, 16);
    if (!isReached && !simulator.refusal())
        text += simulator.isAtEnd() ? tr(" It did not come to the place.") : tr(" It was stopped.");
    if (isReached && !m_difference.isEmpty())
        text = m_difference + u' ' + text;
    m_difference.clear();
    m_place->setText(text);
    m_place->setProperty("verdict", simulator.refusal() ? u"bad"_s : QString());
}

void DebuggerPage::followSelection(const model::EntityRef &entity, const QObject *origin)
{
    const auto &analysis = m_session.analysis();
    if (origin == this || !analysis || !entity.isInStreamOf(analysis->owner())
        || entity.kind == model::EntityRef::Kind::NpuBuffer)
        return;
    m_selected = entity;
    if (const auto *operation = operationOf(*analysis, entity))
        m_operationTable->setCurrentEntity(
            model::EntityRef::npuOperation(analysis->owner(), int(operation->index)));
    Q_EMIT stepsChanged();
}

} // namespace tosaic::views
