// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/twographs/differencemarks.h"

#include "views/models/placementwords.h"
#include "views/widgets/changewords.h"
#include "views/widgets/matchwords.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tosaic::views {

using graph::Difference;

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(TwoGraphs)
};

QString aspectText(const graph::AspectChange &change)
{
    const bool isPlacement = change.aspect == graph::AspectChange::Aspect::Placement;
    const auto word = [isPlacement](const QString &text) {
        if (text.isEmpty())
            return Words::tr("not known");
        return isPlacement ? placementName(text) : text;
    };
    return Words::tr("%1 → %2").arg(word(change.before), word(change.after));
}

} // namespace

QString differenceName(Difference difference)
{
    switch (difference) {
    case Difference::Same:
        return Words::tr("Same");
    case Difference::Changed:
        return Words::tr("Changed");
    case Difference::Moved:
        return Words::tr("Moved");
    case Difference::Added:
        return Words::tr("Added");
    case Difference::Removed:
        return Words::tr("Removed");
    case Difference::Unmatched:
        return Words::tr("Unmatched");
    }
    return {};
}

QString differenceSign(Difference difference)
{
    switch (difference) {
    case Difference::Same:
        return u"="_s;
    case Difference::Changed:
        return u"≠"_s;
    case Difference::Moved:
        return u"→"_s;
    case Difference::Added:
        return u"+"_s;
    case Difference::Removed:
        return u"−"_s;
    case Difference::Unmatched:
        return u"?"_s;
    }
    return {};
}

QColor differenceColor(Difference difference, const ThemeColors &colors)
{
    switch (difference) {
    case Difference::Same:
        return colors.surface;
    case Difference::Changed:
        return colors.cpu;
    case Difference::Moved:
        return colors.accent;
    case Difference::Added:
        return colors.better;
    case Difference::Removed:
        return colors.worse;
    case Difference::Unmatched:
        return colors.boundary;
    }
    return {};
}

QString differenceCell(const QString &name, const std::optional<Difference> &difference)
{
    if (!difference || *difference == Difference::Same)
        return name;
    const auto what = differenceName(*difference).toLower();
    return name.isEmpty() ? Words::tr("%1 %2").arg(differenceSign(*difference), what)
                          : Words::tr("%1 %2 (%3)").arg(differenceSign(*difference), name, what);
}

QString pairSentence(const graph::NodePair &pair)
{
    QStringList parts;
    for (const auto &aspect : pair.aspects)
        parts += aspectText(aspect);
    if (pair.reason)
        parts += matchReasonText(*pair.reason);
    else if (pair.difference == Difference::Unmatched)
        parts += Words::tr("nothing tells which operator of the other side it is, if any");
    else
        parts += pair.before ? Words::tr("the right side has none like it")
                             : Words::tr("the left side has none like it");
    return parts.join(u"; "_s);
}

QString differenceSentence(const graph::GraphDiff &diff)
{
    const QLocale locale;
    const auto matched = Words::tr("%1 of %2 on the left and %3 of %4 on the right are matched")
                             .arg(locale.toString(qulonglong(diff.matchedBefore)),
                                 locale.toString(qulonglong(diff.nodesBefore)),
                                 locale.toString(qulonglong(diff.matchedAfter)),
                                 locale.toString(qulonglong(diff.nodesAfter)));
    if (diff.areUnrelated())
        return Words::tr("These two graphs have little in common: %1. Differences mean nothing "
                         "here; choose two of one model.")
            .arg(matched);
    QStringList counts;
    for (const auto difference : graph::AllDifferences) {
        if (difference != Difference::Same && diff.count(difference) > 0)
            counts += Words::tr("%1 %2").arg(locale.toString(qulonglong(diff.count(difference))),
                differenceName(difference).toLower());
    }
    return counts.isEmpty() ? Words::tr("No differences: %1.").arg(matched)
                            : Words::tr("%1; %2.").arg(counts.join(u", "_s), matched);
}

GraphOverlay differenceOverlay(const std::vector<NodeDifference> &nodes,
    const QSet<Difference> &shown, const ThemeColors &colors)
{
    GraphOverlay overlay{ .metric = GraphMetric::Deviation, .title = Words::tr("Difference") };
    QSet<Difference> used;
    for (const auto &node : nodes) {
        const auto seen = shown.contains(node.difference) ? node.difference : Difference::Same;
        NodeMark mark{ .number = seen == Difference::Same ? QString() : differenceSign(seen),
            .color = differenceColor(seen, colors) };
        mark.sentence = Words::tr("%1: %2").arg(differenceName(node.difference), node.sentence);
        overlay.nodes.emplace_back(std::move(mark));
        used.insert(seen);
    }
    for (const auto difference : graph::AllDifferences) {
        if (used.contains(difference))
            overlay.keys.push_back({ differenceSign(difference) + u' ' + differenceName(difference),
                differenceColor(difference, colors) });
    }
    overlay.known = overlay.nodes.size();
    return overlay;
}

} // namespace tosaic::views
