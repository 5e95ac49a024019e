// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/countercharts.h"

#include "views/runs/runwords.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

CounterCharts::CounterCharts(const Theme &theme, QWidget *parent)
    : QScrollArea(parent), m_theme(theme), m_body(new QWidget(this)),
      m_layout(new QVBoxLayout(m_body))
{
    setObjectName(u"counterCharts"_s);
    setAccessibleName(tr("Counters as bars"));
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumWidth(380);
    setFocusPolicy(Qt::NoFocus);
    m_layout->setContentsMargins(16, 10, 16, 10);
    m_layout->setSpacing(16);
    m_body->setBackgroundRole(QPalette::Base);
    m_body->setAutoFillBackground(true);
    setWidget(m_body);
    connect(&theme, &Theme::changed, this, &CounterCharts::rebuild);
}

void CounterCharts::clear()
{
    m_profile = {};
    rebuild();
}

void CounterCharts::set(const profile::Profile &profile, const profile::MetricContext &context)
{
    m_profile = profile;
    m_context = context;
    rebuild();
}

void CounterCharts::rebuild()
{
    m_charts.clear();
    while (auto *item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    add(u"shareChart"_s, shares());
    add(u"beatsChart"_s, group(tr("Traffic of each port"), u"beats"_s));
    add(u"cyclesChart"_s, group(tr("Cycles"), u"cycles"_s));
    add(u"transactionsChart"_s, group(tr("Transactions"), u"transactions"_s));
    add(u"eventsChart"_s, group(tr("Events"), u"events"_s));
    add(u"unnamedChart"_s, group(tr("Counters whose event the log does not name"), {}));
    if (const auto text = note(); !text.isEmpty()) {
        auto *label = new QLabel(text, m_body);
        label->setObjectName(u"chartNote"_s);
        label->setProperty("role", u"muted"_s);
        label->setWordWrap(true);
        m_layout->addWidget(label);
    }
    m_layout->addStretch();
    setSelected(m_selected);
}

void CounterCharts::add(const QString &name, const BarChartData &content)
{
    if (content.rows.empty())
        return;
    auto *chart = new BarChart(m_theme, m_body);
    chart->setObjectName(name);
    chart->setData(content);
    connect(chart, &BarChart::clicked, this, &CounterCharts::counterClicked);
    m_layout->addWidget(chart);
    m_charts.push_back(chart);
}

BarChartData CounterCharts::shares() const
{
    using Kind = profile::Metric::Kind;
    const auto &colors = m_theme.colors();
    BarChartData chart{ .title = tr("How the NPU's cycles divide") };
    BarRow row;
    for (const auto &metric : profile::metricsOf(m_profile, m_context)) {
        BarLook look{ .colour = colors.npu };
        if (metric.kind == Kind::WaitShare)
            look = { {}, colors.npu, Qt::BDiagPattern };
        else if (metric.kind == Kind::IdleShare)
            look = { {}, colors.boundary, Qt::Dense6Pattern };
        else if (metric.kind != Kind::ActiveShare && metric.kind != Kind::ComputeShare)
            continue;
        const auto text = metricValue(metric);
        look.name = u"%1  %2"_s.arg(metricName(metric), text);
        chart.looks.push_back(look);
        row.pieces.push_back({ metric.counter, metric.value, text,
            u"%1: %2\n%3"_s.arg(metricName(metric), text, metric.formula) });
    }
    row.counter = profile::CycleCounterName;
    if (row.pieces.size() > 1)
        chart.rows.push_back(std::move(row));
    return chart;
}

/// Whether the picture of shares already shows a counter.
bool CounterCharts::isInShares(const QString &counter) const
{
    return std::ranges::any_of(m_charts, [&](const BarChart *chart) {
        return chart->objectName() == u"shareChart"_s && chart->shows(counter);
    });
}

BarChartData CounterCharts::group(const QString &title, const QString &unit) const
{
    BarChartData chart{ .title = title, .looks = { { title, m_theme.colors().npu } } };
    const auto metrics = profile::metricsOf(m_profile, m_context);
    const bool isCycles = unit == u"cycles"_s;
    if (const auto *total = m_profile.counter(profile::CycleCounterName); total && isCycles)
        chart.maximum = static_cast<double>(total->value);
    for (const auto &counter : m_profile.counters) {
        if (counter.unit != unit || (isCycles && isInShares(counter.name)))
            continue;
        const auto count = formatCount(counter.value);
        auto text = unit.isEmpty() ? count : u"%1 %2"_s.arg(count, unit);
        const auto bytes = std::ranges::find_if(metrics, [&](const profile::Metric &metric) {
            return metric.kind == profile::Metric::Kind::PortBytes
                && metric.counter == counter.name;
        });
        if (bytes != metrics.end())
            text = u"%1 · %2"_s.arg(text, metricValue(*bytes));
        else if (const auto share = profile::shareOfCycles(m_profile, counter); share && isCycles)
            text = u"%1 · %2"_s.arg(text, shareWord(*share));
        const auto toolTip = bytes != metrics.end() ? bytes->formula : text;
        chart.rows.push_back({ counterShortName(counter.name), {},
            { { counter.name, static_cast<double>(counter.value), text,
                u"%1\n%2"_s.arg(counter.name, toolTip) } } });
    }
    return chart;
}

QString CounterCharts::note() const
{
    const bool hasBeats = std::ranges::any_of(
        m_profile.counters, [](const auto &c) { return c.unit == u"beats"_s; });
    if (hasBeats && m_context.product.isEmpty())
        return tr("Bytes are not known: the log does not tell the NPU. A beat is 8 bytes on "
                  "Ethos-U55, 16 bytes on Ethos-U65 and U85. Attach the run to its model to know.");
    return {};
}

void CounterCharts::setSelected(const QString &counter)
{
    m_selected = counter;
    for (auto *chart : m_charts)
        chart->setSelected(counter);
    if (auto *chart = chartOf(counter))
        ensureWidgetVisible(chart, 0, 0);
}

BarChart *CounterCharts::chartOf(const QString &counter) const
{
    const auto it = std::ranges::find_if(
        m_charts, [&](const BarChart *chart) { return chart->shows(counter); });
    return it == m_charts.end() || counter.isEmpty() ? nullptr : *it;
}

} // namespace tosaic::views
