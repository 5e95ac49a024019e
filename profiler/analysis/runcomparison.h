// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/change.h"
#include "profiler/analysis/ranktest.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

/// What differs between two runs, or two sets of repeats: conditions, counters, operators. Values
/// in, values out; nothing is read here.
namespace tosaic::profile {

/// In the order in which differences are told: what says most about whether two runs can be
/// compared comes first.
enum class Condition
{
    Mode, ///< "fast": simulated without valid timing
    ModelName, ///< as the console prints it
    Network, ///< shapes of its inputs and outputs: "1x3x224x224 -> 1x1000"
    Product, ///< NPU family, also as its counters tell: "U85", "U55 or U65"
    Summed, ///< inferences that the console's counters may be sums of
    Origin, ///< "fvp"
    Target, ///< "ethos-u55-128"
    Macs, ///< MACs per cycle
    NpuClock, ///< Hz
    CpuClock, ///< Hz
    Tools, ///< "vela 5.1.0, fvp 11.27"
    Spec, ///< JSON
    Events, ///< names in order
    Repeats,
    Warmups, ///< first executions of an ETDump that are left out
    Model, ///< SHA-256
    ProgramBytes, ///< size of the program or network as the console prints it
    Artefacts ///< role and SHA-256
};
/// "npuClockHz": the word of the command line.
QString conditionKey(Condition condition);

/// What a difference of a condition means for the numbers.
enum class Comparability
{
    Note, ///< nothing, or it is what is compared; also where one side does not state it
    Warning, ///< differences may come from it
    NotComparable ///< the numbers mean something else
};

struct ConditionDifference
{
    Condition condition = Condition::Mode;
    QString oldValue; ///< empty: not known
    QString newValue;
    Comparability comparability = Comparability::Note;
};

struct ComparedValue
{
    enum class Kind
    {
        Counter, ///< hardware counter, CPU cycles, time: of the whole run
        Operator ///< of an operator or layer
    };
    Kind kind = Kind::Counter;
    QString group; ///< label of the profile; may be empty
    QString name;
    QString unit; ///< empty: not known
    bool isDerived = false; ///< software computed it from others
    std::vector<double> repeats; ///< one for each, never none
    /// False: CPU cycles of an FVP, which models the cycles of the NPU only.
    bool isAccurate = true;
};

/// "(chain 0, instruction 5)" of "native_call_add.out (chain 0, instruction 5)", as operators of a
/// dump of ExecuTorch's runtime are named; of other names empty. A call and the kernel inside it
/// have the same.
QString instructionOf(const QString &name);

struct ComparableRun
{
    std::map<Condition, QString> conditions; ///< absent or empty: not known
    std::vector<ComparedValue> values;
    /// Operators are named by one compiled graph, as in Vela's reports: their names mean the same
    /// in the same graph only.
    bool isOfOneGraph = false;
};

enum class Significance
{
    NotEnoughRepeats, ///< so few repeats cannot tell, whatever their values
    NotSignificant,
    Significant
};
QString significanceKey(Significance significance); ///< "not-enough-repeats"

/// A number of two runs: the medians of their repeats. Of a side that lacks it there is no value.
struct ValueChange : Change
{
    ComparedValue::Kind kind = ComparedValue::Kind::Counter;
    QString group;
    QString name;
    QString newUnit; ///< only if it is another one
    std::vector<double> oldRepeats; ///< none: only in the new run
    std::vector<double> newRepeats;
    Significance significance = Significance::NotEnoughRepeats;
    /// Of the rank test, corrected for the number of tests: it decides. Absent without enough
    /// repeats.
    std::optional<double> p;
    std::optional<double> rawP; ///< of the test by itself
    std::optional<Shift> shift; ///< from the old to the new side, with its interval; absent as `p`
    bool isAccurate = true; ///< false of a ComparedValue: neither worse nor better
};

struct RunComparison
{
    std::vector<ConditionDifference> conditions; ///< worst first
    /// Worse ones first, largest growth first; then better, changed and so on as Verdict lists
    /// them.
    std::vector<ValueChange> counters;
    std::vector<ValueChange> operators; ///< the same, by the size of the difference
    Comparability comparability = Comparability::Note; ///< of all conditions, the worst
    /// As AlignedRuns: calls are sums by kernel, and what only has a number cannot be compared.
    bool areOtherPrograms = false;
    /// As AlignedRuns: operators of the same name may be different ones.
    bool areOtherGraphs = false;
    /// Something says what each side ran: a hash, a name, shapes, a size, the operators themselves.
    bool areProgramsStated = true;
    /// Counters that the rank test was asked about; the operators are a family of their own.
    int testedCounters = 0;
    int testedOperators = 0;
    double leastEffect = 0; ///< share below which a difference does not count
    int comparedCounters = 0; ///< how many are in both with the same unit

    /// Largest growth of a counter that got worse, 0.1 for 10 %; infinity if one was 0 before.
    /// 0 if none got worse; absent if no counter could be compared.
    std::optional<double> worstGrowth() const;
};

/// Whether more of it is worse: cycles (but idle ones), transfers, times, stalls. What software
/// derived is judged by what it was derived from.
bool isCost(const ComparedValue &value);

struct CompareOptions
{
    /// Differences of a smaller share of the old value are the same, whoever has measured them how
    /// often; 0.02 for 2 %.
    double leastEffect = 0;
};

/// `newRun` against `oldRun`, both aligned by alignRuns(). A group with a single label on each side
/// is matched whatever the labels are. A difference is called one only if chance does not explain
/// it: by the rank test, corrected for the number of tests; with too few repeats for a test if the
/// values of the two sides do not reach into each other.
RunComparison compareRuns(
    const ComparableRun &oldRun, const ComparableRun &newRun, const CompareOptions &options = {});

} // namespace tosaic::profile
