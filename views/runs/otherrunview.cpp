// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/otherrunview.h"

#include "profiler/parsers/etdump.h"
#include "profiler/parsers/pmutrace.h"
#include "views/runs/runwords.h"
#include "views/runs/texttablemodel.h"
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

void addFact(std::vector<TextRow> &rows, const QString &name, const QString &value)
{
    rows.push_back({ { name, value }, {} });
}

std::vector<TextRow> traceFacts(const profile::PmuTrace &trace)
{
    std::vector<TextRow> rows;
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

std::vector<TextRow> dumpFacts(const profile::EtDump &dump)
{
    std::vector<TextRow> rows;
    addFact(rows, OtherRunView::tr("Recorded phases"), formatCount(dump.runs.size()));
    for (const auto &run : dump.runs)
        addFact(rows, run.name.isEmpty() ? OtherRunView::tr("Phase") : run.name,
            OtherRunView::tr("%n event(s)", nullptr, static_cast<int>(run.events.size())));
    return rows;
}

std::vector<TextRow> factsOf(const profile::MeasuredRun &run)
{
    std::vector<TextRow> rows;
    addFact(rows, OtherRunView::tr("Kind"), kindWord(run.kind));
    addFact(rows, OtherRunView::tr("Origin"), originWord(run.origin));
    std::vector<TextRow> more;
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

std::vector<TextRow> valueRows(const profile::MeasuredRun &run)
{
    std::vector<TextRow> rows;
    for (const auto &value : run.values) {
        const auto isWhole = value.value == static_cast<double>(static_cast<qint64>(value.value));
        rows.push_back({ { value.name, QLocale().toString(value.value, 'f', isWhole ? 0 : 3),
                             value.unit.isEmpty() ? notKnownText() : value.unit, value.group,
                             formatCount(value.repeat + 1) },
            {} });
    }
    return rows;
}

} // namespace

OtherRunView::OtherRunView(QWidget *parent)
    : QWidget(parent), m_text(new QLabel(this)), m_lead(new QPushButton(this)),
      m_tabs(new QTabWidget(this)),
      m_facts(new TextTableModel({ tr("Fact"), tr("Value") }, { false, false }, this)),
      m_values(new TextTableModel(
          { tr("Name"), tr("Value"), tr("Unit"), tr("Belongs to"), tr("Repeat") },
          { false, true, false, false, true }, this))
{
    setObjectName(u"otherRunView"_s);
    m_text->setObjectName(u"otherRunText"_s);
    m_text->setWordWrap(true);
    m_lead->setObjectName(u"otherRunLead"_s);
    connect(m_lead, &QPushButton::clicked, this, [this] { Q_EMIT tabRequested(m_tab); });
    m_factsTable = new DataTable(u"otherFactsTable"_s, tr("What the file says"), this);
    m_factsTable->setModel(m_facts);
    m_valuesTable = new DataTable(u"otherValuesTable"_s, tr("Numbers of the file"), this);
    m_valuesTable->setModel(m_values);
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
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
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
    m_values->set(valueRows(run));
    m_tabs->setTabText(1, tr("Numbers (%1)").arg(m_values->rowCount()));
    m_factsTable->fitColumns(360);
    m_valuesTable->fitColumns(360);
}

} // namespace tosaic::views
