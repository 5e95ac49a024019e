// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/mergedrunpage.h"

#include "views/runs/metricspanel.h"
#include "views/runs/repeatsview.h"
#include "views/runs/runcontext.h"
#include "views/runs/runstatements.h"
#include "views/widgets/building.h"
#include "views/widgets/statestack.h"

#include "views/widgets/wrappedlabel.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

/// What a record knows is of the runs, whoever told it of them.
profile::KnownFacts factsOf(const profile::MergedRecord &record)
{
    const auto from = [](bool isKnown) {
        return isKnown ? profile::FactSource::Merged : profile::FactSource::Nobody;
    };
    const auto &values = record.context;
    return { .values = values,
        .product = from(!values.product.isEmpty()),
        .npuMacs = from(values.npuMacs.has_value()),
        .modelMacs = from(values.modelMacs.has_value()),
        .clock = from(values.clockHz.has_value()) };
}

} // namespace

MergedRunPage::MergedRunPage(RunsDocument &runs, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(runs)
{
    setObjectName(u"mergedRunPage"_s);
    setAccessibleName(tr("Merged runs"));
    m_repeats = new RepeatsView(theme, this);
    m_metrics = new MetricsPanel(this);
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(u"mergedTabs"_s);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Merged record"));
    m_tabs->addTab(m_repeats, tr("Counters and spread"));
    m_tabs->addTab(m_metrics, tr("Metrics"));
    m_states = new StateStack(m_tabs, this);
    m_states->setObjectName(u"mergedStates"_s);
    auto *layout = makeColumn(this, {}, 0);
    layout->addWidget(makeHeader());
    layout->addWidget(m_states, 1);
    connectStatements();
    connect(m_states, &StateStack::actionTriggered, this, &MergedRunPage::closeRequested);
    connect(&m_document, &RunsDocument::changed, this, &MergedRunPage::follow);
    connect(&m_document, &RunsDocument::runChanged, this, [this](int index) {
        if (m_runs.contains(index) && !m_isStating)
            setRuns(m_runs);
    });
    show();
}

void MergedRunPage::connectStatements()
{
    connect(m_statements, &RunStatements::originChosen, this,
        [this](auto origin) { state([=, this](int run) { m_document.setOrigin(run, origin); }); });
    connect(m_statements, &RunStatements::clockChosen, this,
        [this](auto hertz) { state([=, this](int run) { m_document.setClock(run, hertz); }); });
    connect(m_metrics, &MetricsPanel::productStated, this, [this](const QString &product) {
        state([=, this](int run) { m_document.setTarget(run, targetOfProduct(product)); });
    });
    const auto conditionsOf = [this](int run) -> const workspace::RunConditions & {
        return m_document.runs()[static_cast<size_t>(run)].conditions;
    };
    connect(m_metrics, &MetricsPanel::npuMacsStated, this, [this, conditionsOf](auto macs) {
        state([=, this](int run) { m_document.setMacs(run, macs, conditionsOf(run).modelMacs); });
    });
    connect(m_metrics, &MetricsPanel::modelMacsStated, this, [this, conditionsOf](auto macs) {
        state([=, this](int run) { m_document.setMacs(run, conditionsOf(run).macs, macs); });
    });
}

/// Of all runs; what follows from it is shown once.
void MergedRunPage::state(const std::function<void(int)> &statement)
{
    {
        const QScopedValueRollback stating(m_isStating, true);
        for (const auto run : QList<int>(m_runs))
            statement(run);
    }
    show();
}

QWidget *MergedRunPage::makeHeader()
{
    auto *header = new QFrame(this);
    header->setObjectName(u"mergedHeader"_s);
    header->setProperty("role", u"bar"_s);
    const auto add = [header](const QString &name, const QString &role) {
        auto *label = new WrappedLabel(header);
        label->setObjectName(name);
        label->setProperty("role", role);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        return label;
    };
    m_title = add(u"mergedTitle"_s, u"title"_s);
    m_details = add(u"mergedDetails"_s, u"muted"_s);
    m_notes = add(u"mergedNotes"_s, u"muted"_s);
    auto *close = new QPushButton(tr("Back to the run"), header);
    close->setObjectName(u"closeMergedButton"_s);
    connect(close, &QPushButton::clicked, this, &MergedRunPage::closeRequested);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_details);
    texts->addWidget(m_notes);
    m_statements = new RunStatements(u"merged"_s, header);
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(16, 10, 16, 10);
    layout->setSpacing(12);
    layout->addLayout(texts, 1);
    layout->addWidget(m_statements, 0, Qt::AlignTop);
    layout->addWidget(close, 0, Qt::AlignTop);
    return header;
}

void MergedRunPage::setRuns(QList<int> runs)
{
    const auto &all = m_document.runs();
    runs.removeIf([&all](int index) { return index < 0 || index >= static_cast<int>(all.size()); });
    m_runs = std::move(runs);
    m_contents.clear();
    for (const auto index : m_runs)
        m_contents.push_back(all[static_cast<size_t>(index)].run);
    show();
}

void MergedRunPage::setPrograms(std::vector<profile::ProgramFacts> programs)
{
    m_programs = std::move(programs);
    show();
}

/// Runs came or went: indices moved.
void MergedRunPage::follow()
{
    QList<int> runs;
    const auto &all = m_document.runs();
    for (size_t i = 0; i < all.size(); ++i) {
        if (all[i].run && std::ranges::find(m_contents, all[i].run) != m_contents.end())
            runs.append(static_cast<int>(i));
    }
    if (runs != m_runs) // else only others came: what is looked at stays
        setRuns(runs);
}

void MergedRunPage::show()
{
    std::vector<profile::Measurement> measured;
    QStringList runNames;
    RunContext open; // what may be stated: nothing that a log or a program tells
    for (const auto index : m_runs) {
        const auto &run = m_document.runs()[static_cast<size_t>(index)];
        runNames.append(run.name);
        const auto *program = profile::statedProgramOf(run, m_programs);
        const auto known = runContextOf(run, program);
        open.productCanBeStated = open.productCanBeStated && known.productCanBeStated;
        open.npuMacsCanBeStated = open.npuMacsCanBeStated && known.npuMacsCanBeStated;
        open.modelMacsCanBeStated = open.modelMacsCanBeStated && known.modelMacsCanBeStated;
        std::ranges::move(profile::measurementsOf(run, program), std::back_inserter(measured));
    }
    m_title->setText(tr("%n run(s) merged", nullptr, static_cast<int>(m_runs.size())));
    m_details->setText(QLocale().createSeparatedList(runNames));
    m_notes->clear();
    m_notes->hide();
    if (measured.empty()) {
        m_states->showEmpty({ .iconName = u"office-chart-bar"_s,
            .title = tr("Nothing to merge"),
            .text = tr("Select consoles with counters or times in the list of runs, and merge "
                       "them: repeats show their spread, and different events add up to one "
                       "record."),
            .actionText = tr("Back to the run") });
        return;
    }
    QStringList names;
    for (const auto &run : measured)
        names.append(run.name);
    const auto record = profile::mergeRuns(measured);
    if (!record) {
        m_states->showError({ .title = tr("These runs cannot be merged"),
                                .cause = record.error().detail,
                                .nextStep = tr("Numbers measured under different conditions have "
                                               "no common spread. Merge runs of the same thing, "
                                               "or compare these two sides.") },
            tr("Back to the run"));
        return;
    }
    m_repeats->set(*record, names);
    m_statements->set(record->context.origin, record->context.clockHz);
    auto context = runContext(factsOf(*record), {}, nullptr);
    context.productCanBeStated = open.productCanBeStated;
    context.npuMacsCanBeStated = open.npuMacsCanBeStated;
    context.modelMacsCanBeStated = open.modelMacsCanBeStated;
    m_metrics->set(record->profile(), context);
    m_tabs->setTabText(1, tr("Metrics (%1 of %2)").arg(m_metrics->known()).arg(m_metrics->total()));
    m_notes->setText(mergeNotes(*record, names).join(u' '));
    m_notes->setVisible(!m_notes->text().isEmpty());
    m_states->showContent();
}

} // namespace tosaic::views
