// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/session/boardcycles.h"

#include "profiler/analysis/metrics.h"
#include "profiler/analysis/spread.h"
#include "profiler/join/layerjoin.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace tosaic {

namespace {

using profile::LayerJoin;

/// Cycles of one inference, as the measurement that the rows belong to counts them.
std::optional<double> totalOf(const profile::Profile &one, const profile::MetricContext &context)
{
    const auto *cycles = one.counter(profile::CycleCounterName);
    const auto count = profile::summedInferences(one, context.areSums);
    if (!cycles || !count || cycles->value == 0)
        return std::nullopt;
    return static_cast<double>(cycles->value) / static_cast<double>(*count);
}

class Tables
{
public:
    Tables(const ProfileSubject &subject, const profile::MeasuredRun &run, const QString &column)
        : m_subject(subject), m_run(*run.run), m_context(profile::contextOf(*run.run))
    {
        m_conditions = { .column = column,
            .product = m_context.product,
            .npuMacs = m_context.npuMacs,
            .compiledProduct = subject.product,
            .compiledMacs = subject.npuMacs };
        if (!m_conditions.npuMacs)
            m_conditions.npuMacs = run.conditions.macs;
    }

    /// Every table of the run; the first refusal if none can be joined.
    void join()
    {
        for (const auto &one : m_run.profiles) {
            if (!one.layers)
                continue;
            ++count;
            m_conditions.totalCycles = totalOf(one, m_context);
            auto joined = profile::joinLayers(*m_subject.table, *one.layers, m_conditions);
            if (joined.refusal == LayerJoin::Refusal::None)
                m_joined.push_back(std::move(joined));
            else if (!refusal)
                refusal = std::move(joined);
        }
    }

    size_t count = 0;
    std::optional<LayerJoin> refusal;
    const std::vector<LayerJoin> &joined() const { return m_joined; }

    std::vector<profile::BoardCycles> medians() const
    {
        std::map<std::pair<int, qint64>, std::vector<double>> values;
        for (const auto &table : m_joined) {
            for (const auto &one : table.board)
                values[{ one.stream, one.key }].push_back(one.cycles);
        }
        std::vector<profile::BoardCycles> board;
        for (const auto &[place, all] : values)
            board.push_back({ place.first, place.second, profile::spreadOf(all)->median });
        return board;
    }

private:
    const ProfileSubject &m_subject;
    const profile::Run &m_run;
    profile::MetricContext m_context;
    profile::LayerConditions m_conditions;
    std::vector<LayerJoin> m_joined;
};

/// Why there is nothing that could be joined.
QString nothingText(const profile::Run &run)
{
    const bool hasCpu = std::ranges::any_of(run.profiles,
        [](const profile::Profile &one) { return one.cpuCycles.byOperator.size() > 1; });
    return hasCpu ? u"its cycles by operator are those of the CPU, which say nothing of the NPU"_s
                  : u"the console has no rows of layers"_s;
}

} // namespace

void addBoardCycles(ProfileSubject &subject, const ProfileMaterial &material)
{
    const auto &run = material.board ? material.board : material.run;
    if (!run || !run->run || run->origin != Origin::Board)
        return;
    Tables tables(subject, *run, material.boardColumn);
    tables.join();
    const auto tell = [&](const QString &text) {
        subject.diagnostics.push_back({ .id = u"profile.board-other"_s,
            .severity = material.isBoardStated ? Severity::Error : Severity::Info,
            .location = { .file = run->name },
            .text = text });
    };
    if (tables.count == 0) {
        if (material.isBoardStated)
            tell(nothingText(*run->run));
        return;
    }
    if (tables.joined().empty())
        return tell(u"the board's rows were not joined: %1"_s.arg(tables.refusal->text));
    subject.board = tables.medians();
    auto text = u"%1: %2"_s.arg(run->name, tables.joined().front().text);
    if (tables.joined().size() > 1)
        text += u"; the median of %1 tables"_s.arg(tables.joined().size());
    subject.sources << text;
}

} // namespace tosaic
