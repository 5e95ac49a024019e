// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timelinealignment.h"

#include "profiler/timeline/alignedtimeline.h"
#include "views/widgets/building.h"
#include "views/widgets/tickmenu.h"

#include <QLabel>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

bool TimelineAlignment::Choice::operator==(const Choice &other) const
{
    return name == other.name && inference == other.inference
        && std::ranges::equal(
            others, other.others, {}, &profile::MeasuredRun::run, &profile::MeasuredRun::run);
}

TimelineAlignment::TimelineAlignment(QWidget *parent)
    : QWidget(parent), m_button(new QToolButton(this)), m_menu(new TickMenu(m_button)),
      m_label(new QLabel(tr("&Inference"), this)), m_inference(new QSpinBox(this))
{
    setObjectName(u"timelineAlignment"_s);
    m_button->setObjectName(u"timelineAlign"_s);
    m_button->setText(tr("Beside it"));
    m_button->setAutoRaise(true);
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setMenu(m_menu);
    m_button->setToolTip(tr("Put other traces on the same axis, aligned by an inference"));
    m_button->setAccessibleName(m_button->toolTip());
    m_menu->setObjectName(u"timelineAlignMenu"_s);
    m_inference->setObjectName(u"timelineInference"_s);
    m_inference->setMinimum(1);
    m_inference->setKeyboardTracking(false);
    m_inference->setToolTip(tr("The inference that begins at the same place in all traces"));
    m_inference->setAccessibleName(m_inference->toolTip());
    m_label->setBuddy(m_inference);
    auto *row = makeRow(this, {}, 4);
    row->addWidget(m_button);
    row->addWidget(m_label);
    row->addWidget(m_inference);
    connect(m_menu, &QMenu::aboutToShow, this, &TimelineAlignment::fillMenu);
    connect(m_inference, &QSpinBox::valueChanged, this, &TimelineAlignment::changed);
    refresh();
}

void TimelineAlignment::setRuns(const RunsDocument *runs, std::function<TracedPrograms()> programs)
{
    m_runs = runs;
    m_programs = std::move(programs);
    if (m_runs) {
        connect(m_runs, &RunsDocument::changed, this, &TimelineAlignment::refresh);
        connect(m_runs, &RunsDocument::currentChanged, this, &TimelineAlignment::refresh);
    }
    refresh();
}

bool TimelineAlignment::canStandBeside(int index) const
{
    const auto &run = m_runs->runs()[static_cast<size_t>(index)];
    return index != m_runs->currentIndex() && !run.isLive
        && (run.kind == "pmu-trace"_L1 || run.kind == "etdump"_L1);
}

/// Runs of the same name are told apart by their places in the list.
QString TimelineAlignment::titleOf(int index) const
{
    const auto &name = m_runs->runs()[static_cast<size_t>(index)].name;
    return std::ranges::count(m_runs->runs(), name, &profile::MeasuredRun::name) > 1
        ? tr("%1. %2", "place in the list, name of a run").arg(QString::number(index + 1), name)
        : name;
}

TimelineAlignment::Choice TimelineAlignment::choice() const
{
    Choice choice;
    if (!m_runs || !m_runs->current())
        return choice;
    for (int index = 0; index < static_cast<int>(m_runs->runs().size()); ++index) {
        const auto &run = m_runs->runs()[static_cast<size_t>(index)];
        if (!canStandBeside(index) || std::ranges::find(m_chosen, run.run) == m_chosen.end())
            continue;
        choice.others.push_back(run);
        choice.others.back().name = titleOf(index);
    }
    if (choice.others.empty())
        return choice;
    const auto &current = *m_runs->current();
    if (current.trace || current.etdump) // else it is an estimate, or what a console tells
        choice.name = titleOf(m_runs->currentIndex());
    choice.inference = static_cast<size_t>(m_inference->value() - 1);
    return choice;
}

void TimelineAlignment::setInferences(size_t count)
{
    const QSignalBlocker blocker(m_inference);
    m_inference->setMaximum(std::max(1, static_cast<int>(count)));
    refresh();
}

void TimelineAlignment::refresh()
{
    const auto count = m_runs ? static_cast<int>(m_runs->runs().size()) : 0;
    bool hasOthers = false;
    for (int index = 0; index < count; ++index)
        hasOthers = hasOthers || canStandBeside(index);
    m_button->setVisible(hasOthers);
    const bool areSeveral = !choice().others.empty() && m_inference->maximum() > 1;
    m_label->setVisible(areSeveral);
    m_inference->setVisible(areSeveral);
    const auto isGone = [this](const std::shared_ptr<const profile::Run> &run) {
        return std::ranges::find(m_runs->runs(), run, &profile::MeasuredRun::run)
            == m_runs->runs().end();
    };
    if (m_runs && std::erase_if(m_chosen, isGone) > 0)
        Q_EMIT changed();
}

void TimelineAlignment::fillMenu()
{
    m_menu->clear();
    for (int index = 0; index < static_cast<int>(m_runs->runs().size()); ++index) {
        if (!canStandBeside(index))
            continue;
        const auto &run = m_runs->runs()[static_cast<size_t>(index)];
        auto *action = m_menu->addAction(titleOf(index));
        action->setCheckable(true);
        action->setChecked(std::ranges::find(m_chosen, run.run) != m_chosen.end());
        connect(action, &QAction::triggered, this, [this, run] { toggle(run); });
    }
}

void TimelineAlignment::toggle(const profile::MeasuredRun &run)
{
    if (std::erase(m_chosen, run.run) == 0)
        m_chosen.push_back(run.run);
    refresh();
    Q_EMIT changed();
}

void TimelineAlignment::chooseAll(size_t inference)
{
    m_chosen.clear();
    for (int index = 0; m_runs && index < static_cast<int>(m_runs->runs().size()); ++index) {
        if (canStandBeside(index))
            m_chosen.push_back(m_runs->runs()[static_cast<size_t>(index)].run);
    }
    m_inference->setValue(static_cast<int>(inference) + 1);
    refresh();
    Q_EMIT changed();
}

std::shared_ptr<const profile::Timeline> TimelineAlignment::aligned(
    const std::shared_ptr<const profile::Timeline> &first, const Choice &choice,
    const TracedPrograms &programs)
{
    if (choice.others.empty())
        return first;
    std::vector<profile::TimelinePart> parts{ { choice.name, first } };
    std::vector<Diagnostic> problems;
    for (const auto &run : choice.others) {
        const auto subject = subjectOfRun(run, programs);
        if (subject)
            parts.push_back({ run.name, (*subject)->timeline });
        else
            problems.push_back(diagnosticOf(subject.error()));
    }
    auto timeline = profile::alignedTimeline(parts, choice.inference);
    timeline.diagnostics.insert(timeline.diagnostics.end(), problems.begin(), problems.end());
    return std::make_shared<const profile::Timeline>(std::move(timeline));
}

} // namespace tosaic::views
