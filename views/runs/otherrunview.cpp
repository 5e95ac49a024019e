// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/otherrunview.h"

#include "profiler/parsers/etdump.h"
#include "profiler/parsers/pmutrace.h"
#include "views/models/runnames.h"
#include "views/runs/runwords.h"
#include "views/widgets/building.h"
#include "views/widgets/changewords.h"
#include "views/widgets/datatable.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct Lead
{
    QString tab;
    QString text;
    QString action;
};

Lead leadOf(const QString &kind)
{
    if (kind == u"pmu-trace"_s)
        return { u"timeline"_s,
            OtherRunView::tr("A trace of the FVP holds no counters in sum: it says when the NPU "
                             "did what. The timeline shows it."),
            OtherRunView::tr("Show the timeline") };
    if (kind == u"etdump"_s)
        return { u"kernels"_s,
            OtherRunView::tr("An ETDump holds no hardware counters: it says how long each kernel "
                             "and delegate took."),
            OtherRunView::tr("Show the kernels") };
    if (kind == u"vela-per-layer"_s || kind == u"vela-debug-db"_s)
        return { u"operators"_s,
            OtherRunView::tr("Vela's estimate by operator: nothing here was measured."),
            OtherRunView::tr("Show the operators") };
    if (kind == u"vela-summary"_s || kind == u"vela-console"_s)
        return { {}, OtherRunView::tr("Vela's estimate: nothing here was measured."), {} };
    return {};
}

std::vector<FactRow> traceFacts(const profile::PmuTrace &trace)
{
    std::vector<FactRow> rows;
    addFact(rows, OtherRunView::tr("Reads of the command stream"),
        formatCount(trace.queueReads.size()));
    addFact(rows, OtherRunView::tr("Events"), formatCount(trace.eventCount));
    addFact(rows, OtherRunView::tr("Tracks"), formatCount(trace.tracks.size()));
    if (trace.range)
        addFact(rows, OtherRunView::tr("From first to last event"),
            OtherRunView::tr("%1 cycles")
                .arg(formatCount(trace.range->second - trace.range->first)));
    if (trace.skippedCount > 0)
        addFact(rows, OtherRunView::tr("Not understood"), formatCount(trace.skippedCount));
    addFact(rows, OtherRunView::tr("Ends where it should"),
        trace.isComplete ? OtherRunView::tr("yes") : OtherRunView::tr("no: the file was cut off"));
    return rows;
}

std::vector<FactRow> dumpFacts(const profile::EtDump &dump)
{
    std::vector<FactRow> rows;
    addFact(rows, OtherRunView::tr("Recorded phases"), formatCount(dump.runs.size()));
    for (const auto &run : dump.runs)
        addFact(rows, run.name.isEmpty() ? OtherRunView::tr("Phase") : run.name,
            OtherRunView::tr("%n event(s)", nullptr, static_cast<int>(run.events.size())));
    return rows;
}

std::vector<FactRow> factsOf(const profile::MeasuredRun &run)
{
    std::vector<FactRow> rows;
    addFact(rows, OtherRunView::tr("Kind"), kindWord(run.kind));
    addFact(rows, OtherRunView::tr("Origin"), originWord(run.origin));
    std::vector<FactRow> more;
    if (run.trace)
        more = traceFacts(*run.trace);
    else if (run.etdump)
        more = dumpFacts(*run.etdump);
    std::ranges::move(more, std::back_inserter(rows));
    if (!run.conditions.target.isEmpty())
        addFact(rows, OtherRunView::tr("Target"), run.conditions.target);
    for (const auto &[tool, version] : run.conditions.tools)
        addFact(rows, tool, version);
    return rows;
}

Columns<workspace::RunValue> valueColumns()
{
    using Row = workspace::RunValue;
    return columnsOf<Row>({
        { u"name"_s, OtherRunView::tr("Name"), &Row::name },
        { u"value"_s, OtherRunView::tr("Value"), &Row::value },
        { u"unit"_s, OtherRunView::tr("Unit"), &Row::unit },
        { u"group"_s, OtherRunView::tr("Belongs to"), &Row::group, { .mayBeEmpty = true } },
        { u"repeat"_s, OtherRunView::tr("Repeat"), [](const Row &row) { return row.repeat + 1; } },
    });
}

} // namespace

OtherRunView::OtherRunView(QWidget *parent)
    : QWidget(parent), m_text(new QLabel(this)), m_lead(new QPushButton(this)),
      m_tabs(new QTabWidget(this)), m_facts(new FactsModel(this)),
      m_values(new ColumnModel(valueColumns(), this))
{
    setObjectName(u"otherRunView"_s);
    m_text->setObjectName(u"otherRunText"_s);
    m_text->setWordWrap(true);
    m_lead->setObjectName(u"otherRunLead"_s);
    connect(m_lead, &QPushButton::clicked, this, [this] { Q_EMIT tabRequested(m_tab); });
    m_factsTable = new DataTable(u"otherFactsTable"_s, tr("What the file says"), this);
    m_factsTable->setSortedModel(m_facts);
    m_valuesTable = new DataTable(u"otherValuesTable"_s, tr("Numbers of the file"), this);
    m_valuesTable->setSortedModel(m_values);
    m_tabs->setObjectName(u"otherRunTabs"_s);
    m_tabs->setAccessibleName(tr("What the file says"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_factsTable, tr("File"));
    m_tabs->addTab(m_valuesTable, {});
    auto *top = new QHBoxLayout;
    top->setContentsMargins(16, 10, 16, 10);
    top->setSpacing(12);
    top->addWidget(m_text, 1);
    top->addWidget(m_lead);
    auto *layout = makeColumn(this, {}, 0);
    layout->addLayout(top);
    layout->addWidget(m_tabs, 1);
}

void OtherRunView::set(const profile::MeasuredRun &run)
{
    const auto lead = leadOf(run.kind);
    m_tab = lead.tab;
    m_text->setText(lead.text.isEmpty() ? tr("This run holds no console: nothing was printed yet.")
                                        : lead.text);
    m_lead->setText(lead.action);
    m_lead->setVisible(!lead.tab.isEmpty());
    m_facts->set(factsOf(run));
    m_values->set(run.values);
    m_tabs->setTabText(1, tr("Numbers (%1)").arg(m_values->rowCount()));
    m_factsTable->fitColumns(360);
    m_valuesTable->fitColumns(360);
}

} // namespace tosaic::views
