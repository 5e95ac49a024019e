// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/advicepage.h"

#include "core/advice/loweredadvice.h"
#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "views/findings/advicecolumns.h"
#include "views/findings/advicewords.h"
#include "views/models/columnmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/needwords.h"
#include "views/widgets/velaquestion.h"

#include <QFrame>
#include <QHeaderView>
#include <QProgressBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using advice::Advice;

class AdviceModel : public ColumnModel<Advice>
{
public:
    explicit AdviceModel(QObject *parent) : ColumnModel(adviceColumns(), parent) { }
    using ColumnModel::setRows;
};

AdvicePage::AdvicePage(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_model(new AdviceModel(this))
{
    setObjectName(u"advicePage"_s);
    setAccessibleName(tr("Advice"));
    auto *content = new QWidget(this);
    m_table = new DataTable(u"adviceTable"_s, tr("Advice, the most useful first"), content);
    m_table->setSortedModel(m_model);
    m_table->setItemDelegate(new DataDelegate(theme, m_table));
    m_table->horizontalHeader()->setStretchLastSection(false);
    makeColumn(content, { makeBar(), { m_table, 1 }, makeDetails() }, 0);
    m_states = named(new StateStack(content, this), u"adviceStates"_s);
    makeColumn(this, { m_states });
    connect(m_states, &StateStack::actionTriggered, this, [this] {
        if (!m_view.hasInput)
            Q_EMIT openRequested();
        else if (!m_view.hasTools)
            Q_EMIT toolsWanted();
        else
            Q_EMIT tryRequested();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &AdvicePage::showDetails);
    connect(m_table, &DataTable::sourceRowActivated, this, &AdvicePage::use);
    showState();
}

AdvicePage::~AdvicePage() = default;

QWidget *AdvicePage::makeBar()
{
    auto *bar = named(new QFrame(this), u"adviceBar"_s, {}, u"bar"_s);
    m_run = named(new QPushButton(bar), u"adviceRun"_s);
    m_progress = named(new QProgressBar(bar), u"adviceProgress"_s, tr("Changes that are tried"));
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(140);
    m_status = wrapped(named(new QLabel(bar), u"adviceStatus"_s, {}, u"muted"_s));
    makeRow(bar, { m_run, m_progress, { m_status, 1 } }, 8, { 16, 6, 16, 6 });
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_view.isRunning)
            Q_EMIT cancelRequested();
        else
            Q_EMIT tryRequested();
    });
    return bar;
}

QWidget *AdvicePage::makeDetails()
{
    auto *line = new QFrame(this);
    m_details = selectable(wrapped(named(new QLabel(line), u"adviceDetails"_s)));
    m_details->setMinimumHeight(3 * fontMetrics().lineSpacing()); // nothing jumps with a choice
    m_use = makeButton(line, u"adviceUse"_s, tr("&Take into the spec"));
    m_use->setToolTip(tr("The change becomes part of the spec that is edited; undo takes it back"));
    connect(m_use, &QPushButton::clicked, this, &AdvicePage::use);
    m_compile = makeButton(line, u"adviceCompile"_s, tr("&Compile and compare"));
    connect(m_compile, &QPushButton::clicked, this, [this] {
        if (const auto *chosen = current())
            Q_EMIT compileRequested(*chosen);
    });
    m_pins = makeButton(line, u"advicePins"_s, tr("&Find better pins…"));
    m_pins->setToolTip(tr("Searches what had better stay on the CPU"));
    connect(m_pins, &QPushButton::clicked, this, &AdvicePage::pinSearchRequested);
    makeRow(line, { { m_details, 1 }, m_pins, m_compile, m_use }, -1, { 16, 6, 16, 6 });
    return line;
}

void AdvicePage::setView(const AdviceView &view)
{
    const bool isOther = view.result != m_view.result;
    const auto *chosen = current();
    const auto kept = chosen && view.result ? std::optional(*chosen) : std::nullopt;
    m_view = view;
    if (isOther) {
        m_model->setRows(view.result ? view.result->advice : std::vector<Advice>());
        m_table->fitColumns(420);
        if (m_model->rowCount() > 0)
            m_table->setCurrentSourceRow(0);
        if (kept)
            showRow(*kept);
    }
    showState();
    showDetails();
}

void AdvicePage::showState()
{
    const VelaQuestion question{ u"help-hint"_s, tr("What would make it better?"),
        tr("Changes of the spec that are known to help stand here, each tried with Vela, for "
           "the result of a compile."),
        tr("Each change that is known to help is tried with Vela on the kept TOSA, and shown "
           "with the difference it makes. Nothing is compiled and the spec stays as it is."),
        tr("Try the advice") };
    if (const auto empty
        = question.emptyState(m_view.hasInput, m_view.hasTools, m_view.result || m_view.isRunning))
        return m_states->showEmpty(*empty);
    m_states->showContent();
    m_progress->setVisible(m_view.isRunning);
    m_progress->setRange(0, std::max(m_view.all, 1));
    m_progress->setValue(m_view.done);
    m_run->setText(m_view.isRunning ? tr("Cancel") : tr("Try the advice"));
    m_run->setEnabled(m_view.isRunning || m_view.hasTools);
    if (!m_view.result)
        return m_status->setText(tr("Trying %1 of %2").arg(m_view.done).arg(m_view.all));
    if (m_view.compiles > 0)
        return m_status->setText(tr("Compiling for %n change(s)", nullptr, m_view.compiles));
    const auto &now = m_view.result->baseline;
    if (m_view.result->advice.empty() && !m_view.result->problems.empty())
        return m_status->setText(m_view.result->problems.front().text);
    m_status->setText(tr("Tried with Vela %1. As it is: %2 cycles, %3 of SRAM (est).")
                          .arg(m_view.result->velaVersion,
                              now.cycles ? formatCycles(*now.cycles) : notKnownText(),
                              needText(now.need, analysis::Memory::Sram)));
}

const Advice *AdvicePage::current() const
{
    const auto row = m_table->currentSourceRow();
    return row < 0 ? nullptr : &m_model->rows()[static_cast<size_t>(row)];
}

void AdvicePage::showDetails()
{
    const auto *chosen = current();
    m_use->setEnabled(chosen && chosen->candidate.modelChange.isEmpty());
    m_compile->setVisible(chosen && chosen->needsCompile());
    m_compile->setEnabled(m_view.hasModel && m_view.hasTools);
    m_compile->setToolTip(m_view.hasModel
            ? tr("Compiles the model with this change beside what is open, and shows here what it "
                 "comes to")
            : tr("Choose the model's .py or .pt2 as what is compiled"));
    m_pins->setVisible(chosen && chosen->candidate.rule.id.startsWith("cpu."_L1));
    m_details->setText(chosen
            ? tr("%1\nSource: %2")
                  .arg(adviceSentence(*chosen), chosen->candidate.rule.sources.join(u"; "_s))
            : tr("Choose a change: what it makes of cycles and memory stands "
                 "here, and who says so."));
}

/// The same experiment, wherever it stands now.
void AdvicePage::showRow(const Advice &advice)
{
    const auto &rows = m_model->rows();
    const auto found = std::ranges::find_if(
        rows, [&](const Advice &row) { return isSame(row.candidate, advice.candidate); });
    if (found != rows.end())
        m_table->setCurrentSourceRow(static_cast<int>(found - rows.begin()));
}

void AdvicePage::use()
{
    const auto *chosen = current();
    if (chosen && chosen->candidate.modelChange.isEmpty())
        Q_EMIT useRequested(chosen->candidate.spec);
}

} // namespace tosaic::views
