// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphmetric.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

namespace tosaic::views {

namespace {

struct Entry
{
    GraphMetric metric;
    const char *word;
    const char *name;
};

// In the order in which they are offered.
constexpr Entry Entries[]{
    { GraphMetric::Placement, "placement", QT_TRANSLATE_NOOP("GraphOverlay", "Placement") },
    { GraphMetric::Kind, "kind", QT_TRANSLATE_NOOP("GraphOverlay", "Kind of operator") },
    { GraphMetric::Partition, "partition", QT_TRANSLATE_NOOP("GraphOverlay", "Partition") },
    { GraphMetric::Cycles, "cycles", QT_TRANSLATE_NOOP("GraphOverlay", "Cycles") },
    { GraphMetric::Share, "share", QT_TRANSLATE_NOOP("GraphOverlay", "Share of cycles") },
    { GraphMetric::Deviation, "deviation", QT_TRANSLATE_NOOP("GraphOverlay", "Deviation") },
    { GraphMetric::Utilisation, "utilisation",
        QT_TRANSLATE_NOOP("GraphOverlay", "Utilisation of the MACs") },
    { GraphMetric::Macs, "macs", QT_TRANSLATE_NOOP("GraphOverlay", "MACs") },
    { GraphMetric::Bytes, "bytes", QT_TRANSLATE_NOOP("GraphOverlay", "Bytes read and written") },
    { GraphMetric::Constants, "constants",
        QT_TRANSLATE_NOOP("GraphOverlay", "Bytes of constants") },
    { GraphMetric::Quantisation, "quantisation",
        QT_TRANSLATE_NOOP("GraphOverlay", "Quantisation") },
    { GraphMetric::Change, "change", QT_TRANSLATE_NOOP("GraphOverlay", "Change") },
};

const Entry &entryOf(GraphMetric metric)
{
    return *std::ranges::find(Entries, metric, &Entry::metric);
}

} // namespace

bool isCategory(GraphMetric metric)
{
    return metric == GraphMetric::Placement || metric == GraphMetric::Kind
        || metric == GraphMetric::Partition || metric == GraphMetric::Quantisation
        || metric == GraphMetric::Change;
}

bool isOfOperations(GraphMetric metric)
{
    return !isCategory(metric) && metric != GraphMetric::Constants;
}

const std::vector<GraphMetric> &allGraphMetrics()
{
    static const auto all = [] {
        std::vector<GraphMetric> metrics;
        std::ranges::transform(Entries, std::back_inserter(metrics), &Entry::metric);
        return metrics;
    }();
    return all;
}

QString metricName(GraphMetric metric)
{
    return QCoreApplication::translate("GraphOverlay", entryOf(metric).name);
}

QString metricWord(GraphMetric metric)
{
    return QString::fromLatin1(entryOf(metric).word);
}

std::optional<GraphMetric> graphMetricFrom(const QString &word)
{
    const auto *found = std::ranges::find_if(
        Entries, [&word](const Entry &entry) { return word == QLatin1StringView(entry.word); });
    return found == std::end(Entries) ? std::nullopt : std::optional(found->metric);
}

} // namespace tosaic::views
