// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/mergedsections.h"

#include "views/models/runnames.h"
#include "views/report/metrictables.h"
#include "views/report/reporttext.h"
#include "views/report/tablewriter.h"
#include "views/widgets/changewords.h"

#include <QLocale>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::MeasuredRun;
using profile::MergeConflict;
using report::Section;

/// Measurements that may be merged, and the runs they are of.
struct Group
{
    std::vector<MeasuredRun> measured;
    std::vector<size_t> runs; ///< parallel to `measured`

    bool isShared() const
    {
        return std::ranges::any_of(runs, [&](size_t run) { return run != runs[0]; });
    }
    bool has(size_t run) const { return std::ranges::find(runs, run) != runs.end(); }
};

/// What a log prints of the program it ran, as texts that differ if the programs do; the same kinds
/// in the same order, empty where it does not tell.
QStringList programFacts(const profile::Run &run)
{
    if (!run.model)
        return { {}, {}, {}, {} };
    const auto size = [](const std::optional<quint64> &bytes) {
        return bytes ? ReportText::tr("%1 bytes").arg(formatCount(*bytes)) : QString();
    };
    const auto &words = run.model->commandStreamWords;
    return { size(run.model->pteBytes), size(run.model->bytes),
        words ? ReportText::tr("%1 command words").arg(formatCount(*words)) : QString(),
        run.model->name };
}

/// Also if nothing tells that the programs are the same.
std::optional<MergeConflict> programConflict(const MergeCandidate &a, const MergeCandidate &b)
{
    const bool areRepeats = a.side != MergeCandidate::Side::None && a.side == b.side;
    bool isKnown = (a.isOfOneProgram && b.isOfOneProgram) || areRepeats
        || (!a.conditions.artefact.isEmpty() && a.conditions.artefact == b.conditions.artefact);
    const auto one = programFacts(*a.run);
    const auto other = programFacts(*b.run);
    for (qsizetype i = 0; i < one.size(); ++i) {
        if (one[i].isEmpty() || other[i].isEmpty())
            continue;
        if (one[i] != other[i])
            return MergeConflict{ u"artefact"_s, one[i], a.name, other[i], b.name };
        isKnown = true;
    }
    return isKnown ? std::nullopt
                   : std::optional(MergeConflict{ u"artefact"_s, {}, a.name, {}, b.name });
}

bool areCompared(const MergeCandidate &a, const MergeCandidate &b)
{
    using Side = MergeCandidate::Side;
    return a.side != Side::None && b.side != Side::None && a.side != b.side;
}

class Merger
{
public:
    explicit Merger(std::span<const MergeCandidate> runs) : m_runs(runs)
    {
        for (size_t i = 0; i < runs.size(); ++i) {
            for (auto &one :
                profile::measurementsOf(runs[i].name, *runs[i].run, runs[i].conditions))
                add(i, std::move(one));
        }
    }

    const std::vector<Group> &groups() const { return m_groups; }

    /// Of what would become a member of the group.
    std::optional<MergeConflict> conflict(
        const Group &group, size_t run, const MeasuredRun &measured) const
    {
        for (const auto other : group.runs) {
            if (areCompared(m_runs[other], m_runs[run]))
                return MergeConflict{ u"side"_s, {}, m_runs[other].name, {}, m_runs[run].name };
        }
        auto all = group.measured;
        all.push_back(measured);
        if (auto found = profile::mergeConflict(all))
            return found;
        for (const auto other : group.runs) {
            if (auto found = programConflict(m_runs[other], m_runs[run]); found && other != run)
                return found;
        }
        return {};
    }

private:
    void add(size_t run, MeasuredRun measured)
    {
        auto group = std::ranges::find_if(
            m_groups, [&](const Group &known) { return !conflict(known, run, measured); });
        if (group == m_groups.end())
            group = m_groups.insert(group, Group());
        group->measured.push_back(std::move(measured));
        group->runs.push_back(run);
    }

    std::span<const MergeCandidate> m_runs;
    std::vector<Group> m_groups;
};

QString separated(const QStringList &texts)
{
    return QLocale().createSeparatedList(texts);
}

report::FactList factsOf(const profile::MergedRecord &record, const QStringList &names)
{
    const auto &known = record.conditions;
    report::FactList list;
    const auto add = [&list](const QString &name, const QString &value) {
        list.facts.push_back({ name, value.isEmpty() ? notKnownText() : value, {} });
    };
    add(ReportText::tr("Origin"), originTagOf(known.origin));
    add(ReportText::tr("Target"), known.target);
    add(ReportText::tr("NPU"),
        known.product.isEmpty() ? QString()
            : known.npuMacs     ? ReportText::tr("%1, %2 MACs per cycle")
                                  .arg(u"Ethos-"_s + known.product)
                                  .arg(*known.npuMacs)
                            : u"Ethos-"_s + known.product);
    add(ReportText::tr("NPU clock"),
        known.clockHz ? ReportText::tr("%1 Hz").arg(formatCount(*known.clockHz)) : QString());
    add(ReportText::tr("Program, SHA-256"), known.artefact);
    add(ReportText::tr("Tools"), known.tools);
    if (!known.spec.isEmpty())
        add(ReportText::tr("Compile spec"), known.spec);
    if (!known.mode.isEmpty())
        add(ReportText::tr("Simulation mode"), modeText(known.mode));
    QStringList open;
    for (const auto &name : record.unverified)
        open << mergeConditionWord(name);
    if (!open.isEmpty())
        add(ReportText::tr("Not stated by every run, so not compared"), separated(open));
    QStringList left;
    for (const auto run : record.leftOut)
        left << names.value(static_cast<qsizetype>(run));
    if (!left.isEmpty())
        add(ReportText::tr("Left out"),
            ReportText::tr("%1: the counters are sums over an unknown number of inferences")
                .arg(separated(left)));
    return list;
}

/// Which measurement counted which events.
report::Table measurementTable(const profile::MergedRecord &record, const QStringList &names)
{
    TableWriter table(ReportText::tr("What was merged"));
    table.column(ReportText::tr("Number"), true);
    table.column(ReportText::tr("Measurement"));
    table.column(ReportText::tr("Events it counted"));
    for (qsizetype i = 0; i < names.size(); ++i) {
        QStringList events;
        for (const auto &counter : record.counters) {
            if (std::ranges::find(counter.runs, static_cast<size_t>(i)) != counter.runs.end())
                events << counter.name;
        }
        table.number(QString::number(i + 1), static_cast<double>(i + 1));
        table.text(names[i]);
        table.text(events.isEmpty() ? ReportText::tr("None") : events.join(u", "_s));
        table.endRow();
    }
    return table.take(static_cast<size_t>(names.size()));
}

Section sectionOf(
    const Group &group, std::span<const MergeCandidate> runs, const profile::MergedRecord &record)
{
    const auto label = group.measured.front().profile.label;
    QStringList names;
    for (const auto &one : group.measured)
        names << one.name;
    Section section;
    section.blocks.emplace_back(report::Text{
        ReportText::tr("%n measurement(s) under the same conditions as one record of one "
                       "inference: the NPU counts 4 events at a time (U85: 8), so more events take "
                       "more runs. What several of them counted is told as median and spread.",
            nullptr, static_cast<int>(names.size())) });
    section.blocks.emplace_back(factsOf(record, names));
    section.blocks.emplace_back(measurementTable(record, names));
    addSpread(section, record,
        label.isEmpty() ? ReportText::tr("The merged record")
                        : ReportText::tr("The merged record: %1").arg(label),
        true, names);
    auto context = profile::contextOf(MeasuredRun{
        .conditions = record.conditions, .isCycleCounterGated = record.isCycleCounterGated });
    for (const auto run : group.runs)
        context.modelMacs = context.modelMacs ? context.modelMacs : runs[run].modelMacs;
    addMetrics(section, record.profile(), context);
    return section;
}

QString reasonOf(const MergeConflict &conflict)
{
    if (conflict.condition == "side"_L1)
        return ReportText::tr("The report compares the two");
    if (conflict.condition == "artefact"_L1 && conflict.value.isEmpty())
        return ReportText::tr("Whether %1 and %2 ran the same program is not known")
            .arg(conflict.run, conflict.otherRun);
    const auto shown = [&](const QString &text) {
        if (text.isEmpty())
            return ReportText::tr("none");
        return conflict.condition == "clock"_L1
            ? ReportText::tr("%1 Hz").arg(formatCount(text.toULongLong()))
            : text;
    };
    return ReportText::tr("Other conditions, %1: %2 in %3, %4 in %5")
        .arg(mergeConditionWord(conflict.condition), shown(conflict.value), conflict.run,
            shown(conflict.otherValue), conflict.otherRun);
}

/// Runs that are in no record with another one, and what keeps them from being in the first one.
report::Table apartTable(const Merger &merger, std::span<const MergeCandidate> runs)
{
    TableWriter table(ReportText::tr("Not merged"));
    table.column(ReportText::tr("Run"));
    table.column(ReportText::tr("Why"));
    const auto &groups = merger.groups();
    auto first = std::ranges::find_if(groups, &Group::isShared);
    if (first == groups.end())
        first = groups.begin();
    for (auto group = groups.begin(); group != groups.end(); ++group) {
        const auto run = group->runs.front();
        const bool isElsewhere = std::ranges::any_of(
            groups, [&](const Group &other) { return other.isShared() && other.has(run); });
        const bool isTold = std::ranges::any_of(
            groups.begin(), group, [&](const Group &other) { return other.has(run); });
        if (group == first || isElsewhere || isTold)
            continue;
        const auto conflict = merger.conflict(*first, run, group->measured.front());
        table.text(runs[run].name);
        table.text(conflict ? reasonOf(*conflict) : notKnownText());
        table.endRow();
    }
    return table.take(groups.size());
}

} // namespace

std::vector<Section> mergedSections(std::span<const MergeCandidate> runs)
{
    const Merger merger(runs);
    std::set<size_t> measuring;
    for (const auto &group : merger.groups())
        measuring.insert(group.runs.begin(), group.runs.end());
    if (measuring.size() < 2)
        return {};
    std::vector<Section> sections;
    for (const auto &group : merger.groups()) {
        if (!group.isShared())
            continue;
        if (const auto record = profile::mergeRuns(group.measured))
            sections.push_back(sectionOf(group, runs, *record));
    }
    if (sections.empty())
        sections.push_back({ .blocks = { report::Text{ ReportText::tr(
                                 "No two runs were measured under the same conditions: nothing is "
                                 "merged.") } } });
    for (size_t i = 0; i < sections.size(); ++i)
        sections[i].title = sections.size() == 1
            ? ReportText::tr("Merged runs")
            : ReportText::tr("Merged runs, record %1").arg(i + 1);
    if (auto apart = apartTable(merger, runs); !apart.rows.empty())
        sections.back().blocks.emplace_back(std::move(apart));
    return sections;
}

} // namespace tosaic::views
