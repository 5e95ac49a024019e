// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/runs/countercharts.h"

#include "profiler/analysis/counterdoubts.h"
#include "profiler/analysis/cycledivision.h"
#include "profiler/analysis/formulas.h"
#include "profiler/analysis/metricgroups.h"
#include "views/runs/runwords.h"
#include "views/widgets/wrappedlabel.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <climits>

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

void CounterCharts::set(const profile::Profile &profile, const profile::MetricContext &context)
{
    m_profile = profile;
    m_context = context;
    rebuild();
}

std::vector<CounterCharts::Named> CounterCharts::wanted() const
{
    std::vector<Named> charts;
    const auto divided = shares();
    const auto add = [&charts](const QString &name, BarChartData chart) {
        if (!chart.rows.empty())
            charts.push_back({ name, std::move(chart) });
    };
    add(u"shareChart"_s, divided);
    add(u"beatsChart"_s, group(divided, tr("Traffic of each port"), u"beats"_s));
    add(u"cyclesChart"_s, group(divided, tr("Cycles"), u"cycles"_s));
    add(u"transactionsChart"_s, group(divided, tr("Transactions"), u"transactions"_s));
    add(u"eventsChart"_s, group(divided, tr("Events"), u"events"_s));
    add(u"unnamedChart"_s, group(divided, tr("Counters whose event the log does not name"), {}));
    return charts;
}

/// The same charts with other numbers: a run that goes on must not make the view jump.
bool CounterCharts::update(const std::vector<Named> &charts)
{
    const auto isSame = [](const BarChart *chart, const Named &named) {
        return chart->objectName() == named.name;
    };
    if (!m_note || !std::ranges::equal(m_charts, charts, isSame))
        return false;
    for (size_t i = 0; i < charts.size(); ++i)
        m_charts[i]->setData(charts[i].data);
    return true;
}

void CounterCharts::rebuild()
{
    const auto charts = wanted();
    const auto isUpdated = update(charts);
    if (!isUpdated) {
        m_charts.clear();
        m_note = nullptr;
        while (auto *item = m_layout->takeAt(0)) {
            delete item->widget();
            delete item;
        }
        for (const auto &[name, chart] : charts)
            add(name, chart);
        m_note = new WrappedLabel(m_body);
        m_note->setObjectName(u"chartNote"_s);
        m_note->setProperty("role", u"muted"_s);
        m_layout->addWidget(m_note);
        m_layout->addStretch();
    }
    const auto text = note();
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
    for (auto *chart : m_charts)
        chart->setSelected(m_selected);
    if (!isUpdated)
        setSelected(m_selected);
}

void CounterCharts::add(const QString &name, const BarChartData &content)
{
    auto *chart = new BarChart(m_theme, m_body);
    chart->setObjectName(name);
    chart->setData(content);
    connect(chart, &BarChart::clicked, this, &CounterCharts::counterClicked);
    m_layout->addWidget(chart);
    m_charts.push_back(chart);
}

/// Cycles that no counter accounts for are none of the others'.
void CounterCharts::addNotCounted(BarChartData &chart, BarRow &row) const
{
    constexpr double Shown = 0.0005; // what is less reads as 0.0 %
    double rest = 1;
    for (const auto &piece : row.pieces)
        rest -= piece.value;
    if (row.pieces.empty() || rest < Shown)
        return;
    const auto name = tr("Not counted");
    const auto text = formatShare(rest);
    chart.looks.push_back({ u"%1  %2"_s.arg(name, text), m_theme.colors().mutedText, Qt::NoBrush });
    row.pieces.push_back({ {}, rest, text,
        tr("%1: %2\nNo counter of this measurement says what happened in these cycles.")
            .arg(name, text) });
}

BarChartData CounterCharts::shares() const
{
    using Kind = profile::CyclePart::Kind;
    const auto &colors = m_theme.colors();
    BarChartData chart{ .title = tr("How the NPU's cycles divide"), .maximum = 1 };
    BarRow row;
    for (const auto &part : profile::cycleDivision(m_profile, m_context)) {
        BarLook look{ .colour = colors.npu };
        if (part.kind == Kind::WithoutMac)
            look = { {}, colors.npu, Qt::BDiagPattern };
        else if (part.kind == Kind::Idle)
            look = { {}, colors.boundary, Qt::Dense6Pattern };
        else if (part.kind == Kind::NotCounted)
            look = { {}, colors.boundary, Qt::BDiagPattern };
        const auto name = cyclePartName(part.kind);
        const auto text = formatShare(part.share);
        look.name = u"%1  %2"_s.arg(name, text);
        chart.looks.push_back(look);
        row.pieces.push_back({ part.counter, part.share, text,
            tr("%1: %2 of all cycles\n%3").arg(name, text, part.formula) });
    }
    row.counter = profile::CycleCounterName;
    addNotCounted(chart, row);
    if (row.pieces.size() > 1)
        chart.rows.push_back(std::move(row));
    return chart;
}

/// `shown`: the picture of shares, whose counters need no second bar.
BarChartData CounterCharts::group(
    const BarChartData &shown, const QString &title, const QString &unit) const
{
    BarChartData chart{ .title = title, .looks = { { title, m_theme.colors().npu } } };
    const auto metrics = profile::computeMetrics(m_profile, m_context);
    const auto doubts = profile::counterDoubts(m_profile, m_context);
    const bool isCycles = unit == u"cycles"_s;
    const auto *total = m_profile.counter(profile::CycleCounterName);
    if (total && isCycles && !profile::doubtOf(doubts, total->name))
        chart.maximum = static_cast<double>(total->value);
    const auto isShown = [&shown](const QString &counter) {
        return std::ranges::any_of(shown.rows, [&](const BarRow &row) {
            return row.counter == counter
                || std::ranges::find(row.pieces, counter, &BarPiece::counter) != row.pieces.end();
        });
    };
    for (const auto &counter : m_profile.counters) {
        if (counter.unit != unit || (isCycles && isShown(counter.name)))
            continue;
        const auto count = formatCount(counter.value);
        auto text = unit.isEmpty() ? count : u"%1 %2"_s.arg(count, unit);
        const auto *doubt = profile::doubtOf(doubts, counter.name);
        const auto *bytes = profile::findMetric(metrics, u"port.bytes:"_s + counter.name);
        const bool hasBytes = bytes && bytes->value;
        const auto share = profile::shareOfCycles(m_profile, counter, m_context);
        if (doubt)
            text = tr("%1 · not usable").arg(text);
        else if (hasBytes)
            text = u"%1 · %2"_s.arg(text, formatBytes(static_cast<quint64>(*bytes->value)));
        else if (share && isCycles)
            text = u"%1 · %2"_s.arg(text, formatShare(*share));
        const auto toolTip = doubt ? doubtWords(doubt->text, counter.name)
            : hasBytes             ? profile::formulaWithNumbers(*bytes)
                                   : text;
        chart.rows.push_back({ counterShortName(counter.name), {},
            { { counter.name, static_cast<double>(counter.value), text,
                u"%1\n%2"_s.arg(counter.name, toolTip) } } });
    }
    return chart;
}

QString CounterCharts::note() const
{
    QStringList sentences;
    const auto summed = profile::summedInferences(m_profile, m_context.areSums);
    if (!m_profile.counters.empty() && !summed)
        sentences << tr("The counters are sums over an unknown number of inferences.");
    else if (!m_profile.counters.empty() && *summed > 1)
        sentences << tr("The counters are sums over %Ln inference(s).", nullptr,
            static_cast<int>(std::min<quint64>(*summed, INT_MAX)));
    const bool hasBeats = std::ranges::any_of(
        m_profile.counters, [](const auto &c) { return c.unit == u"beats"_s; });
    if (hasBeats && m_context.product.isEmpty())
        sentences << tr("Bytes are not known: the log does not tell the NPU. A beat is 8 bytes on "
                        "Ethos-U55, 16 bytes on Ethos-U65 and U85. Attach the run to its model to "
                        "know.");
    return sentences.join(u' ');
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
