// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/parsers/consoleline.h"
#include "profiler/parsers/drivercounters.h"
#include "profiler/parsers/jobtracker.h"
#include "profiler/parsers/logfacts.h"
#include "profiler/parsers/outputcollector.h"
#include "profiler/parsers/profilebuilder.h"
#include "profiler/parsers/ticktable.h"
#include "profiler/run.h"

#include <map>

namespace tosaic::profile {

/// What lines of a console show beside numbers.
enum Hint : quint32
{
    HintNone = 0,
    HintExecutorch = 1U << 0,
    HintMlek = 1U << 1,
    HintZephyr = 1U << 2,
    HintCoreSoftware = 1U << 3, ///< its processes, or the NPU driver
    HintNpu = 1U << 4, ///< an NPU log of whatever family
    HintStarted = 1U << 5, ///< a model is being loaded or run
    HintEnded = 1U << 6, ///< an inference ended
    HintFailed = 1U << 7, ///< loading or an inference is reported as failed
    HintFault
    = 1U << 8, ///< the NPU reports a fault; failed unless the inference ended all the same
    HintError = 1U << 9, ///< the line is listed among the errors, whatever its level
    HintInvoked = 1U << 10, ///< the driver was given a command stream
    HintReleased = 1U << 11 ///< and has let go of the NPU, after success or a fault
};

/// Times of single inferences and what a summary says of them.
struct RunTimes
{
    std::vector<quint64> runNs;
    bool isContiguous = true; ///< numbered 1, 2, 3, ...
    std::optional<quint64> meanNs;
    std::optional<quint64> statedRuns;
    size_t blocksBefore = 0; ///< ProfileBuilder::endedCount() at the first line
};

/// The names of models that a console prints beside measurements.
struct ModelNames
{
    bool isAny = false; ///< one was printed
    /// A measurement stood before the first name: names may be printed behind what they name, so
    /// that no measurement can be given one.
    bool areAmbiguous = false;
    QString last;
};

/// What one device of a console is measuring.
struct Measuring
{
    ProfileBuilder profiles;
    RunTimes times;
};

/// Everything a console has told so far. Rules write here; ConsoleParser::finish makes a Run of it.
struct ParseState
{
    quint32 hints = 0;
    ProfileBuilder profiles;
    JobTracker jobs;
    OutputCollector outputs;
    ModelFacts model;
    NpuFacts npu;
    NpuFacts compiledFor;
    InferenceCounts inferences;
    RunTimes times;
    ModelNames modelNames;
    PlannedBuffers plannedBuffers;
    LoadedPrograms programs;
    /// The last list of event names as printed, and what it says: logs repeat it.
    std::pair<QString, std::vector<QString>> eventNames;
    LogMemory memory;
    std::map<QString, quint64> ticksByOperator; ///< since the last total
    TickTable ticks;
    DriverCounters driverCounters;
    std::optional<quint64> cpuClockHz;
    std::optional<quint64> npuClockHz;
    std::vector<LogError> errors;
    std::optional<QByteArray> etdump;
    DiagnosticSink diagnostics;
    bool isAbridged = false;
    bool areErrorsLimited = false;

    /// Makes a profile of the times of single inferences, if there are any, or puts them into the
    /// block whose other lines stand between them.
    void endTimes();
    /// What comes next is measured with this model, unless names come behind measurements.
    void beginModel(const QString &name);
    /// Lines of several serial ports in one text: what comes next is of this one.
    void selectPort(const QString &name);
    const QString &port() const { return m_port; }
    /// The measurements of all ports, those of one together.
    std::vector<Profile> takeProfiles();
    /// How many measurements there are, of all ports.
    struct Measurements
    {
        quint64 kept = 0;
        quint64 dropped = 0; ///< beyond the limit
        bool wereCountersDropped = false; ///< of a measurement that was kept
    };
    Measurements measurements() const;
    /// Lists a line among the errors. 'code' may be empty.
    void addError(quint64 line, const QString &code, const QString &text);

    Allocator &methodAllocator();
    Allocator &tempAllocator();

private:
    QString m_port; ///< whose measurements `profiles` and `times` hold; empty: lines without one
    std::vector<std::pair<QString, Measuring>> m_otherPorts; ///< in the order in which they came
};

/// What the form of the line alone shows.
quint32 hintsOfPrefix(const ConsoleLine &line);
/// The first family that the hints speak for.
LogFamily familyOf(quint32 hints);
/// Lists the line among the errors if it is one, by its own mark, a status or the hints of rules.
/// Returns whether it is.
bool listError(ParseState &state, const ConsoleLine &line, quint32 hints);
/// How the run ended, by hints and jobs.
RunStatus statusOf(const ParseState &state);

} // namespace tosaic::profile
