// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/findings/advicepage.h"

#include "core/base/change.h"
#include "core/base/cycletext.h"
#include "core/base/units.h"
#include "views/findings/advicewords.h"
#include "views/models/columnmodel.h"
#include "views/widgets/building.h"
#include "views/widgets/changewords.h"
#include "views/widgets/datadelegate.h"
#include "views/widgets/datatable.h"
#include "views/widgets/needwords.h"
#include "views/widgets/velaquestion.h"

#include <QFrame>
#include <QHeaderView>
#include <QProgressBar>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using advice::Advice;
using advice::Costs;
using Number = std::optional<double> (*)(const Costs &);

std::optional<double> changeOf(const Advice &advice, Number number)
{
    const auto before = advice.before ? number(*advice.before) : std::nullopt;
    const auto after = advice.after ? number(*advice.after) : std::nullopt;
    if (!before || !after || *before == 0)
        return {};
    return *after / *before - 1;
}

std::optional<double> cyclesOf(const Costs &costs)
{
    return costs.cycles;
}

std::optional<double> sramOf(const Costs &costs)
{
    return costs.sramBytes();
}

Column<Advice> afterColumn(
    const QString &key, const QString &title, const QString &unit, Number number)
{
    return { .head = { .key = key, .title = title, .unit = unit, .isNumber = true },
        .value = [number](const Advice &row) {
            return row.after ? cellValue(number(*row.after)) : QVariant();
        } };
}

Column<Advice> changeColumn(const QString &key, const QString &title, Number number)
{
    return { .head = { .key = key, .title = title, .unit = column_unit::Share, .isNumber = true },
        .value = [number](const Advice &row) { return cellValue(changeOf(row, number)); },
        .text =
            [number](const Advice &row) {
                const auto before = row.before ? number(*row.before) : std::nullopt;
                const auto after = row.after ? number(*row.after) : std::nullopt;
                return before && after ? relativeText({ .oldValue = *before, .newValue = *after })
                                       : QString();
            } };
}

Columns<Advice> adviceColumns()
{
    return { { .head = { .key = u"step"_s, .title = AdvicePage::tr("Change") },
                 .value = [](const Advice &row) { return adviceStep(row); },
                 .tip = adviceSentence },
        { .head = { .key = u"effect"_s, .title = AdvicePage::tr("Tried with Vela") },
            .value = [](const Advice &row) { return effectWord(row); } },
        afterColumn(u"cycles"_s, AdvicePage::tr("Cycles (est)"), u"cycles"_s, cyclesOf),
        changeColumn(u"cyclesChange"_s, AdvicePage::tr("Cycles against now"), cyclesOf),
        afterColumn(u"sram"_s, AdvicePage::tr("SRAM (est)"), column_unit::Bytes, sramOf),
        changeColumn(u"sramChange"_s, AdvicePage::tr("SRAM against now"), sramOf) };
}

} // namespace

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
    makeRow(line, { { m_details, 1 }, m_use }, -1, { 16, 6, 16, 6 });
    return line;
}

void AdvicePage::setView(const AdviceView &view)
{
    const bool isOther = view.result != m_view.result;
    m_view = view;
    if (isOther) {
        m_model->setRows(view.result ? view.result->advice : std::vector<Advice>());
        m_table->fitColumns(420);
        if (m_model->rowCount() > 0)
            m_table->setCurrentSourceRow(0);
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
    m_details->setText(chosen
            ? tr("%1\nSource: %2")
                  .arg(adviceSentence(*chosen), chosen->candidate.rule.sources.join(u"; "_s))
            : tr("Choose a change: what it makes of cycles and memory stands "
                 "here, and who says so."));
}

void AdvicePage::use()
{
    const auto *chosen = current();
    if (chosen && chosen->candidate.modelChange.isEmpty())
        Q_EMIT useRequested(chosen->candidate.spec);
}

} // namespace tosaic::views
