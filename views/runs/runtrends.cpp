// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/runtrends.h"

#include "views/models/runnames.h"
#include "views/runs/runwords.h"
#include "views/runs/trendplot.h"
#include "views/widgets/building.h"
#include "views/widgets/elidedlabel.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

RunTrends::RunTrends(RunsDocument &runs, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_runs(runs), m_title(new ElidedLabel(this)),
      m_plot(new TrendPlot(theme, this))
{
    setObjectName(u"runTrends"_s);
    m_title->setObjectName(u"trendTitle"_s);
    m_title->setProperty("role", u"muted"_s);
    auto *column = makeColumn(this, {}, 4, { 12, 4, 12, 0 });
    column->addWidget(m_title);
    column->addWidget(m_plot);
    hide();
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &RunTrends::compute);
    const auto computeSoon = [this] { m_soon.start(); };
    connect(&m_runs, &RunsDocument::changed, this, computeSoon);
    connect(&m_runs, &RunsDocument::runChanged, this, computeSoon);
    connect(&m_runs, &RunsDocument::programNamesChanged, this, computeSoon);
    connect(&m_runs, &RunsDocument::currentChanged, this, &RunTrends::showCurrent);
    connect(m_plot, &TrendPlot::runChosen, this, [this](int run) { m_runs.setCurrentIndex(run); });
    m_soon.start();
}

void RunTrends::compute()
{
    m_slot.start(
        {},
        [runs = m_runs.runs(), programs = m_runs.programNames()](
            const JobControl &) -> Result<std::vector<RunTrend>> {
            std::vector<profile::MeasuredRun> known;
            for (const auto &run : runs)
                known.push_back(withNumbers(run));
            return trendsOf(known, programs);
        },
        [this](Result<std::vector<RunTrend>> trends) {
            m_trends = trends ? std::move(*trends) : std::vector<RunTrend>();
            showCurrent();
        });
}

/// The NPU's total before that of the whole inference.
void RunTrends::showCurrent()
{
    const auto current = m_runs.currentIndex();
    const auto isOfCurrent = [current](const RunTrend &trend) {
        return std::ranges::any_of(
            trend.points, [current](const TrendPoint &point) { return int(point.run) == current; });
    };
    const auto isOfNpu = [](const RunTrend &trend) { return trend.unit == "cycles"_L1; };
    auto found = std::ranges::find_if(
        m_trends, [&](const RunTrend &trend) { return isOfCurrent(trend) && isOfNpu(trend); });
    if (found == m_trends.end())
        found = std::ranges::find_if(m_trends, isOfCurrent);
    const auto count = m_runs.runs().size();
    const bool isKnown = found != m_trends.end()
        && std::ranges::all_of(
            found->points, [&](const TrendPoint &point) { return point.run < count; });
    m_shown = isKnown ? static_cast<int>(found - m_trends.begin()) : -1;
    setVisible(m_shown >= 0);
    if (m_shown < 0)
        return;
    const auto &trend = *found;
    const auto metric = trend.part.isEmpty() ? counterShortName(trend.metric)
                                             : tr("%1 (%2)", "metric, label of a measurement")
                                                   .arg(counterShortName(trend.metric), trend.part);
    m_title->setText(
        tr("%1, %n like run(s)", "metric", static_cast<int>(trend.points.size())).arg(metric));
    m_title->setToolTip(
        tr("Runs of %1 on %2, %3", "model, target, origin")
            .arg(trend.model, trend.target, groupWord(RunGrouping::Origin, trend.origin)));
    QStringList names;
    for (const auto &point : trend.points)
        names << m_runs.runs()[point.run].name;
    m_plot->set(trend, names, current);
}

} // namespace tosaic::views
