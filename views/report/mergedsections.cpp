// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/report/mergedsections.h"

#include "core/base/units.h"
#include "profiler/analysis/runmerge.h"
#include "views/models/runnames.h"
#include "views/report/metrictables.h"
#include "views/report/reporttext.h"
#include "views/report/runcomparisonsections.h"
#include "views/report/tablewriter.h"
#include "views/widgets/changewords.h"

#include <QJsonDocument>
#include <QLocale>

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

using profile::Measurement;
using profile::MergeConflict;
using report::Section;

/// Measurements of a log that are named one by one.
constexpr size_t MostNamed = 16;
constexpr size_t MostRecords = 20; // of merged runs

/// Measurements of one log with the same label.
struct Unit
{
    size_t run = 0; ///< that they are of
    std::vector<Measurement> measured; ///< never none
};

/// Units that may be merged.
struct Group
{
    std::vector<Unit> units;

    bool isShared() const
    {
        return std::ranges::any_of(
            units, [&](const Unit &unit) { return unit.run != units.front().run; });
    }
    bool has(size_t run) const { return std::ranges::find(units, run, &Unit::run) != units.end(); }
    const QString &label() const { return units.front().measured.front().profile.label; }
    std::vector<Measurement> measured() const
    {
        std::vector<Measurement> all;
        for (const auto &unit : units)
            all.insert(all.end(), unit.measured.begin(), unit.measured.end());
        return all;
    }
};

/// In the order of the logs.
std::vector<Unit> unitsOf(std::span<const ReportedRun> runs)
{
    std::vector<Unit> units;
    for (size_t i = 0; i < runs.size(); ++i) {
        std::map<QString, size_t> places;
        for (auto &one : profile::measurementsOf(*runs[i].run, runs[i].attached(), runs[i].title)) {
            const auto place = places.try_emplace(one.profile.label, units.size()).first->second;
            if (place == units.size())
                units.push_back({ .run = i, .measured = {} });
            units[place].measured.push_back(std::move(one));
        }
    }
    return units;
}

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

QString hashOf(const ReportedRun &run)
{
    return run.program ? run.program->sha256 : profile::programHashOf(*run.run);
}

/// Also if nothing tells that the programs are the same.
std::optional<MergeConflict> programConflict(const ReportedRun &a, const ReportedRun &b)
{
    const bool areRepeats = a.side != ReportedRun::Side::None && a.side == b.side;
    const auto hash = hashOf(a);
    bool isKnown = (a.isOfOneProgram && b.isOfOneProgram) || areRepeats
        || (!hash.isEmpty() && hash == hashOf(b));
    const auto one = programFacts(*a.run->run);
    const auto other = programFacts(*b.run->run);
    for (qsizetype i = 0; i < one.size(); ++i) {
        if (one[i].isEmpty() || other[i].isEmpty())
            continue;
        if (one[i] != other[i])
            return MergeConflict{ u"artefact"_s, one[i], a.title, other[i], b.title };
        isKnown = true;
    }
    return isKnown ? std::nullopt
                   : std::optional(MergeConflict{ u"artefact"_s, {}, a.title, {}, b.title });
}

bool areCompared(const ReportedRun &a, const ReportedRun &b)
{
    using Side = ReportedRun::Side;
    return a.side != Side::None && b.side != Side::None && a.side != b.side;
}

class Merger
{
public:
    explicit Merger(std::span<const ReportedRun> runs) : m_runs(runs)
    {
        for (auto &unit : unitsOf(runs))
            add(std::move(unit));
    }

    const std::vector<Group> &groups() const { return m_groups; }

    /// Of what would become a member of the group. Measurements of a unit differ in their numbers
    /// only, so that one stands for all.
    std::optional<MergeConflict> conflict(const Group &group, const Unit &unit) const
    {
        const auto &run = m_runs[unit.run];
        std::vector<Measurement> all;
        for (const auto &other : group.units) {
            if (areCompared(m_runs[other.run], run))
                return MergeConflict{ u"side"_s, {}, m_runs[other.run].title, {}, run.title };
            all.push_back(other.measured.front());
        }
        all.push_back(unit.measured.front());
        if (auto found = profile::mergeConflict(all))
            return found;
        for (const auto &other : group.units) {
            if (auto found = programConflict(m_runs[other.run], run);
                found && other.run != unit.run)
                return found;
        }
        return {};
    }

private:
    void add(Unit unit)
    {
        auto &known = m_byLabel[unit.measured.front().profile.label]; // no others agree
        auto place = std::ranges::find_if(
            known, [&](size_t group) { return !conflict(m_groups[group], unit); });
        if (place == known.end()) {
            place = known.insert(place, m_groups.size());
            m_groups.emplace_back();
        }
        m_groups[*place].units.push_back(std::move(unit));
    }

    std::span<const ReportedRun> m_runs;
    std::vector<Group> m_groups;
    std::map<QString, std::vector<size_t>> m_byLabel; ///< places of groups
};

QString separated(const QStringList &texts)
{
    return QLocale().createSeparatedList(texts);
}

report::FactList factsOf(
    const profile::MergedRecord &record, const QStringList &names, const QString &program)
{
    const auto &known = record.context;
    const auto &stated = record.conditions;
    report::FactList list;
    const auto add = [&list](const QString &name, const QString &value) {
        list.facts.push_back({ name, value.isEmpty() ? notKnownText() : value, {} });
    };
    add(ReportText::tr("Origin"), originTagOf(known.origin));
    add(ReportText::tr("Target"), stated.target);
    add(ReportText::tr("NPU"),
        known.product.isEmpty() ? QString()
            : known.npuMacs     ? ReportText::tr("%1, %2 MACs per cycle")
                                  .arg(u"Ethos-"_s + known.product)
                                  .arg(*known.npuMacs)
                            : u"Ethos-"_s + known.product);
    add(ReportText::tr("NPU clock"),
        known.clockHz ? formatClock(static_cast<double>(*known.clockHz)) : QString());
    if (known.modelMacs)
        add(ReportText::tr("MACs of one inference"), formatCount(*known.modelMacs));
    if (!program.isEmpty())
        add(ReportText::tr("Program"), program);
    add(ReportText::tr("Program, SHA-256"), record.modelSha256);
    add(ReportText::tr("Tools"), profile::toolsText(stated.tools));
    if (!stated.spec.isEmpty())
        add(ReportText::tr("Compile spec"),
            QString::fromUtf8(QJsonDocument(stated.spec).toJson(QJsonDocument::Compact)));
    if (!stated.mode.isEmpty())
        add(ReportText::tr("Simulation mode"), modeText(stated.mode));
    QStringList open;
    for (const auto &name : record.unverified)
        open << mergeConditionWord(name);
    if (!open.isEmpty())
        add(ReportText::tr("Not stated by every run, so not compared"), separated(open));
    QStringList left;
    for (const auto run : record.leftOut | std::views::take(MostNamed))
        left << names.value(static_cast<qsizetype>(run));
    if (record.leftOut.size() > MostNamed)
        left << ReportText::tr("%1 more").arg(formatCount(record.leftOut.size() - MostNamed));
    if (!left.isEmpty())
        add(ReportText::tr("Left out"),
            ReportText::tr("%1: the counters are sums over an unknown number of inferences")
                .arg(separated(left)));
    return list;
}

/// Which measurements counted which events: one row each, and one for all of a log where they are
/// many.
report::Table measurementTable(
    const Group &group, std::span<const ReportedRun> runs, const profile::MergedRecord &record)
{
    TableWriter table(ReportText::tr("What was merged"));
    table.column(ReportText::tr("Number"), true);
    table.column(ReportText::tr("Measurement"));
    table.column(ReportText::tr("Events it counted"));
    size_t first = 0;
    const auto addRow = [&](const QString &name, size_t begin, size_t end) {
        QStringList events;
        for (const auto &counter : record.counters) {
            if (std::ranges::any_of(
                    counter.runs, [&](size_t run) { return run >= begin && run < end; }))
                events << counter.name;
        }
        table.number(QString::number(begin + 1), static_cast<double>(begin + 1));
        table.text(name);
        table.text(events.isEmpty() ? ReportText::tr("None") : events.join(u", "_s));
        table.endRow();
    };
    for (const auto &unit : group.units) {
        const auto size = unit.measured.size();
        if (size > MostNamed) {
            addRow(ReportText::tr("%1: %2 measurements, up to number %3")
                       .arg(runs[unit.run].title, formatCount(size), formatCount(first + size)),
                first, first + size);
        } else {
            for (size_t i = 0; i < size; ++i)
                addRow(unit.measured[i].name, first + i, first + i + 1);
        }
        first += size;
    }
    return table.take(ReadRows);
}

/// Name of the program that the runs of a record are of; empty: not known.
QString programOf(const Group &group, std::span<const ReportedRun> runs)
{
    for (const auto &unit : group.units) {
        if (const auto *program = runs[unit.run].program)
            return program->name;
    }
    return {};
}

Section sectionOf(const Group &group, std::span<const ReportedRun> runs,
    const std::vector<Measurement> &measured, const profile::MergedRecord &record)
{
    QStringList names;
    for (const auto &one : measured)
        names << one.name;
    Section section;
    section.blocks.emplace_back(report::Text{
        ReportText::tr("%n measurement(s) under the same conditions as one record of one "
                       "inference: the NPU counts 4 events at a time (U85: 8), so more events take "
                       "more runs. What several of them counted is told as median and spread.",
            nullptr, static_cast<int>(names.size())) });
    section.blocks.emplace_back(factsOf(record, names, programOf(group, runs)));
    section.blocks.emplace_back(measurementTable(group, runs, record));
    addSpread(section, record,
        group.label().isEmpty() ? ReportText::tr("The merged record")
                                : ReportText::tr("The merged record: %1").arg(group.label()),
        true, names);
    addMetrics(section, record.profile(), record.context);
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
report::Table apartTable(const Merger &merger, std::span<const ReportedRun> runs)
{
    TableWriter table(ReportText::tr("Not merged"));
    table.column(ReportText::tr("Run"));
    table.column(ReportText::tr("Why"));
    const auto &groups = merger.groups();
    auto first = std::ranges::find_if(groups, &Group::isShared);
    if (first == groups.end())
        first = groups.begin();
    for (auto group = groups.begin(); group != groups.end(); ++group) {
        const auto run = group->units.front().run;
        const bool isElsewhere = std::ranges::any_of(
            groups, [&](const Group &other) { return other.isShared() && other.has(run); });
        const bool isTold = std::ranges::any_of(
            groups.begin(), group, [&](const Group &other) { return other.has(run); });
        if (group == first || isElsewhere || isTold)
            continue;
        const auto conflict = merger.conflict(*first, group->units.front());
        table.text(runs[run].title);
        table.text(conflict ? reasonOf(*conflict) : notKnownText());
        table.endRow();
    }
    return table.take(ReadRows);
}

std::vector<Section> sectionsOf(const Merger &merger, std::span<const ReportedRun> runs)
{
    std::set<size_t> measuring;
    for (const auto &group : merger.groups()) {
        for (const auto &unit : group.units)
            measuring.insert(unit.run);
    }
    if (measuring.size() < 2)
        return {};
    std::vector<Section> sections;
    QStringList programs; // of the sections
    int others = 0;
    for (const auto &group : merger.groups()) {
        if (!group.isShared())
            continue;
        if (sections.size() == MostRecords) {
            ++others;
            continue;
        }
        const auto measured = group.measured();
        if (const auto record = profile::mergeRuns(measured)) {
            sections.push_back(sectionOf(group, runs, measured, *record));
            programs << programOf(group, runs);
        }
    }
    if (sections.empty())
        sections.push_back({ .blocks = { report::Text{ ReportText::tr(
                                 "No two runs were measured under the same conditions: nothing is "
                                 "merged.") } } });
    for (size_t i = 0; i < sections.size(); ++i) {
        const auto program = programs.value(static_cast<qsizetype>(i));
        sections[i].title = sections.size() == 1 ? ReportText::tr("Merged runs")
            : program.isEmpty()
            ? ReportText::tr("Merged runs, record %1").arg(i + 1)
            : ReportText::tr("Merged runs, record %1: %2").arg(i + 1).arg(program);
    }
    if (others > 0)
        sections.back().blocks.emplace_back(report::Text{
            ReportText::tr("%n more record(s) are not told here.", nullptr, others) });
    if (auto apart = apartTable(merger, runs); !apart.data.rows.empty())
        sections.back().blocks.emplace_back(std::move(apart));
    return sections;
}

std::vector<RunsOfRecord> runsOf(const Merger &merger, std::span<const ReportedRun> runs)
{
    std::map<size_t, size_t> records; // in how many a run is
    for (const auto &group : merger.groups()) {
        for (const auto &unit : group.units)
            ++records[unit.run];
    }
    std::vector<RunsOfRecord> all;
    for (const auto &group : merger.groups()) {
        if (!group.isShared() || all.size() == MostRecords)
            continue;
        auto &record = all.emplace_back();
        for (const auto &unit : group.units) {
            if (records[unit.run] == 1)
                record.push_back(runs[unit.run].run);
        }
    }
    return all;
}

} // namespace

MergedRuns mergedRuns(std::span<const ReportedRun> runs)
{
    const Merger merger(runs);
    return { sectionsOf(merger, runs), runsOf(merger, runs) };
}

std::vector<RunsOfRecord> runsOfRecords(std::span<const ReportedRun> runs)
{
    return runsOf(Merger(runs), runs);
}

} // namespace tosaic::views
