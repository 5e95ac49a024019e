// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/tracepasses.h"

#include <algorithm>
#include <utility>

namespace tosaic::profile {

namespace {

/// A position up to which a jump back begins another run: the first operation of any stream, where
/// a trace that reads at queue rows alone arrives at its last kick.
quint64 latestBeginning(const std::vector<StreamPlan> &plans)
{
    quint64 word = 0;
    for (const auto &plan : plans) {
        if (!plan.starts.empty())
            word = std::max(word, plan.starts.front().row);
    }
    return word;
}

/// Reads may be coarser than commands: a jump counts as a branch's if it comes from its two words.
bool isBranch(const StreamPlan &plan, quint64 from, quint64 to)
{
    constexpr quint64 BranchWords = 2;
    return std::ranges::any_of(plan.branches, [&](const PlannedBranch &branch) {
        return branch.target == to && from >= branch.word && from - branch.word <= BranchWords;
    });
}

bool isAnyBranch(const std::vector<StreamPlan> &plans, quint64 from, quint64 to)
{
    return std::ranges::any_of(
        plans, [&](const StreamPlan &plan) { return isBranch(plan, from, to); });
}

/// Behind the end of the stream. At its end the pointer stands last of all: the driver waits for
/// QREAD to be the size of the stream.
bool isOutside(const StreamPlan &plan, quint64 word)
{
    return plan.words && word > *plan.words;
}

/// Further than its neighbours, which go on as if it was not there: noise, not progress.
bool isStray(std::span<const PointerRead> reads, size_t i)
{
    return i + 1 < reads.size() && reads[i + 1].word < reads[i].word
        && (i == 0 || reads[i + 1].word >= reads[i - 1].word);
}

struct Fit
{
    /// Share of the stream's operations that reads meet exactly, less the share of reads behind
    /// its end.
    double share = 0;
    double precision = 1; ///< of the operations up to the farthest read: share met exactly
    size_t outside = 0; ///< reads behind the end
    double outsideShare = 0; ///< of all reads
    size_t met = 0;
    bool isComplete = false; ///< from the first operation to behind the last
    /// The last read is where a shift of this stream by a word has its STOP, and some reads are
    /// within commands.
    bool mayBeShifted = false;
};

/// How many starts are met at their very word, of those up to the farthest read. `place` is the
/// word of a start or of its row: a trace has one or the other everywhere, so that a mixture, which
/// any trace has by chance, does not count.
struct Meetings
{
    size_t met = 0;
    size_t passed = 0;
};

Meetings meetings(std::span<const PointerRead> reads, const StreamPlan &plan,
    quint64 PlannedStart::*place, quint64 highest)
{
    Meetings result;
    size_t next = 0;
    for (size_t i = 0; i < reads.size(); ++i) {
        const auto word = reads[i].word;
        if (word > highest || isStray(reads, i))
            continue;
        while (next < plan.starts.size() && plan.starts[next].*place < word)
            ++next;
        if (next < plan.starts.size() && plan.starts[next].*place == word) {
            ++result.met;
            ++next;
        }
    }
    // A trace that ends outside went past all of it; one that comes back was never there.
    const auto passed = isOutside(plan, reads.back().word)
        ? plan.starts.end()
        : std::ranges::upper_bound(plan.starts, highest, {}, place);
    result.passed = size_t(passed - plan.starts.begin());
    return result;
}

Fit fit(std::span<const PointerRead> reads, const StreamPlan &plan)
{
    Fit result;
    quint64 highest = 0; // within the stream
    size_t payloads = 0;
    for (size_t i = 0; i < reads.size(); ++i) {
        const auto word = reads[i].word;
        result.outside += isOutside(plan, word);
        payloads += word < plan.isPayload.size() && plan.isPayload[word];
        if (!isOutside(plan, word) && !isStray(reads, i))
            highest = std::max(highest, word);
    }
    result.mayBeShifted = plan.words == highest && payloads > 0;
    result.outsideShare = double(result.outside) / double(reads.size());
    if (plan.starts.empty()) {
        result.share = -result.outsideShare;
        return result;
    }
    auto best = meetings(reads, plan, &PlannedStart::word, highest);
    if (const auto rows = meetings(reads, plan, &PlannedStart::row, highest);
        rows.met * best.passed > best.met * rows.passed)
        best = rows;
    result.met = best.met;
    if (best.passed > 0 && plan.branches.empty()) // what a branch leaves out is not met
        result.precision = double(best.met) / double(best.passed);
    result.isComplete = reads.front().word <= plan.starts.front().row && highest > *plan.lastRow;
    // Streams that are alike differ in where they end.
    constexpr double Tie = 1e-6;
    result.share = double(best.met) / double(plan.starts.size()) - result.outsideShare
        + (result.isComplete && result.outside == 0 ? Tie : 0)
        + (plan.stop == highest || plan.words == highest ? Tie : 0);
    return result;
}

/// `isKnown`: another inference runs this stream.
bool isForeign(const Fit &fit, const JoinOptions &options, bool isKnown)
{
    // Judgements: a few reads may be noise, and so many operations are hardly met by chance.
    constexpr double OutsideLimit = 0.05;
    constexpr size_t NoiseLimit = 3;
    constexpr size_t TellingCount = 8;
    if (options.leastPrecision <= 0)
        return false;
    const auto isTold = isKnown || fit.met >= TellingCount
        || (fit.isComplete && fit.outside == 0 && !fit.mayBeShifted);
    const auto isNoise = fit.outsideShare <= OutsideLimit
        || (fit.met >= TellingCount && fit.outside <= NoiseLimit);
    return !isTold || !isNoise || fit.precision < options.leastPrecision;
}

int streamOf(std::span<const PointerRead> reads, const std::vector<StreamPlan> &plans,
    const JoinOptions &options, const std::vector<bool> &isKnown, int before, bool &isUncertain)
{
    constexpr double NoFit = -1;
    std::vector<double> fits;
    for (size_t i = 0; i < plans.size(); ++i) {
        const auto found = fit(reads, plans[i]);
        fits.push_back(isForeign(found, options, isKnown[i]) ? NoFit : found.share);
    }
    if (plans.size() == 1)
        return fits.front() > -0.5 ? 0 : -1;
    const auto best = *std::ranges::max_element(fits);
    if (best < -0.5)
        return -1;
    const auto count = int(plans.size());
    int found = -1;
    int equals = 0;
    for (int step = 1; step <= count; ++step) {
        const auto stream = (before + step) % count;
        if (fits[size_t(stream)] < best)
            continue;
        ++equals;
        if (found < 0)
            found = stream;
    }
    isUncertain = equals > 1;
    return found;
}

} // namespace

std::vector<TracePass> passesOf(std::span<const PointerRead> reads,
    const std::vector<StreamPlan> &plans, const JoinOptions &options, UnmatchedList &unmatched)
{
    std::vector<TracePass> passes;
    if (reads.empty() || plans.empty())
        return passes;
    const auto beginning = latestBeginning(plans);
    passes.push_back({ 0, reads.size() });
    quint64 from = 0;
    for (size_t i = 0; i < reads.size(); ++i) {
        const auto to = reads[i].word;
        if (std::ranges::all_of(plans, [to](const auto &plan) { return isOutside(plan, to); }))
            continue; // the walk lists it; it says nothing of where the pointer was
        const auto before = std::exchange(from, to);
        if (to >= before || isAnyBranch(plans, before, to))
            continue;
        if (to > beginning || passes.size() == PassLimit) {
            unmatched.add(Unmatched::Kind::PointerRunsBackwards, qint64(i));
            continue;
        }
        passes.back().last = i;
        passes.push_back({ i, reads.size() });
    }
    int before = -1;
    std::vector<bool> isKnown(plans.size());
    for (size_t i = 0; i < passes.size(); ++i) {
        auto &pass = passes[i];
        bool isUncertain = false;
        pass.stream = streamOf(reads.subspan(pass.first, pass.last - pass.first), plans, options,
            isKnown, before, isUncertain);
        if (pass.stream >= 0) {
            before = pass.stream;
            isKnown[size_t(pass.stream)] = true;
        }
        if (pass.stream < 0 && options.leastPrecision > 0)
            unmatched.add(Unmatched::Kind::InferenceForeign, qint64(i));
        if (isUncertain)
            unmatched.add(Unmatched::Kind::StreamUncertain, qint64(i));
    }
    return passes;
}

} // namespace tosaic::profile
