// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QDateTime>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <map>
#include <optional>
#include <vector>

/// The rows of a workspace as values. Hashes are SHA-256 in lower-case hexadecimal digits, empty
/// where they are not known; times are UTC.
namespace tosaic::workspace {

using ModelId = Id<struct ModelRowTag>;
using SpecId = Id<struct SpecRowTag>;
using JobId = Id<struct JobRowTag>;
using ArtefactId = Id<struct ArtefactRowTag>;
using RunId = Id<struct RunRowTag>;
using NoteId = Id<struct NoteRowTag>;
using SeriesId = Id<struct SeriesRowTag>;

/// Files up to this many bytes are kept inside the workspace; larger ones by path and hash.
inline constexpr quint64 BlobLimitBytes = 4 * 1024 * 1024;

/// So many versions of a named spec are kept.
inline constexpr int SpecHistoryLimit = 100;

struct ModelRecord
{
    ModelId id;
    QString path; ///< absolute, as it was when recorded
    QString sha256;
    quint64 size = 0; ///< bytes
    bool hasCopy = false; ///< the bytes are in the workspace too
    QDateTime added; ///< UTC
};

struct SpecRecord
{
    SpecId id;
    QString name;
    QJsonObject spec; ///< SPEC.json of the command line
    QDateTime saved;
    int versions = 1; ///< how many specs the history of this name holds, this one too
};

/// What a named spec was at some time.
struct SpecVersion
{
    SpecId owner; ///< the spec it is a version of
    QJsonObject spec;
    QDateTime saved;
};

/// A stage of a compile.
struct StageRecord
{
    QString name;
    quint64 milliseconds = 0;
};

/// A file that a job read: the evidence of where its output comes from.
struct SourceRecord
{
    QString role; ///< "model", "program" (whose payloads were exchanged), "config" (vela.ini),
                  ///< "calibration" (a file, or a folder of pictures with the hash of
                  ///< spec::pictureFacts()), "tosa"; "commit": no file, but the commit that the
                  ///< checkout around the model stood at
    QString path; ///< absolute, as it was when recorded; of "commit" its hexadecimal digits
    QString sha256;
    quint64 size = 0; ///< bytes
    bool operator==(const SourceRecord &) const = default;
};

struct JobRecord
{
    JobId id;
    QString kind; ///< "executorch", "vela"
    /// "running", "succeeded", "failed", "cancelled"; "cut-off": whoever ran it is gone (killed),
    /// and nobody said how it ended.
    QString status;
    QDateTime started;
    QDateTime ended; ///< invalid while it runs, or if it was cut off
    QString sourceName; ///< file name of the model that was compiled
    QString sourceSha256;
    QString folder; ///< absolute output folder
    QJsonObject spec; ///< as asked
    QJsonObject resolvedSpec;
    std::map<QString, QString> tools; ///< "vela" -> "5.1.0"
    QString log;
    QString action; ///< "compile", "respec"; empty: not stated (version 1)
    QString interpreter; ///< Python of the tool environment
    std::optional<int> exitCode; ///< of the compiler's process
    std::vector<StageRecord> stages; ///< in their order
    QString bundle; ///< absolute path of the repro bundle; empty: none
    std::vector<SourceRecord> sources; ///< files it read
    QJsonObject summary; ///< of result.json, with the "need" of analysis::insertNeed()
    QString name; ///< given by the user; a named job is never cleaned up
    bool isPinned = false; ///< never cleaned up either
};

struct ArtefactRecord
{
    ArtefactId id;
    JobId job; ///< provenance
    QString kind; ///< as compiled::Artefact
    QString path; ///< absolute
    QString relativePath; ///< to the job's folder
    QString sha256;
    quint64 size = 0;
    std::optional<int> partition;
    bool hasCopy = false; ///< small: the bytes are in the workspace
    bool isRemoved = false; ///< cleaned up: only this record is left
};

/// The payload of a delegate that a job made.
struct PayloadRecord
{
    int partition = 0;
    QString sha256;
};

/// Why a recorded artefact cannot be had from its path.
enum class ArtefactState
{
    Missing, ///< no such file
    Changed ///< other size or hash
};

struct ArtefactProblem
{
    ArtefactRecord artefact;
    ArtefactState state = ArtefactState::Missing;
};

/// Under which conditions a run was measured. Empty or absent: not known.
struct RunConditions
{
    QString target; ///< "ethos-u55-128", "x86_64"
    std::optional<quint32> macs; ///< MACs per cycle of the NPU
    std::optional<quint64> cpuClockHz;
    std::map<QString, QString> tools; ///< "vela" -> "5.1.0", "fvp" -> "11.27.25"
    QJsonObject spec; ///< SPEC.json of the compile that made the program
    std::map<QString, QString> artefacts; ///< "elf", "trace", "debug-db" -> SHA-256
    /// Hardware events that were asked for, canonical names; where a console does not name its
    /// counters, what the user says they counted: "cntr0=NPU_ACTIVE".
    QStringList events;
    std::optional<quint64> repeats; ///< inferences that were asked for
    QString mode; ///< "fast": simulated without valid timing; empty: as it should be
    std::optional<quint64> modelMacs; ///< of one inference, stated by the user
    /// First executions of an ETDump that do not count, stated by the user; the file keeps them.
    std::optional<quint64> warmups;
    bool operator==(const RunConditions &) const = default;
};

/// One number of a run. Repeats of the same number have the same kind, group and name.
struct RunValue
{
    QString kind; ///< "counter", "cpu", "time", "layer", "operator"
    QString group; ///< label of the profile, name of the network; may be empty
    QString name; ///< canonical event name, operator
    QString unit; ///< "cycles", "beats", "ns", ...; empty: not known
    quint64 repeat = 0; ///< counts from 0
    double value = 0; ///< whole numbers are exact up to 2^53
    bool isDerived = false; ///< computed by the software that printed it
    bool operator==(const RunValue &) const = default;
};

/// A file that belongs to a run. Small ones are kept in the workspace, larger ones by path and
/// hash.
struct RunFile
{
    QString role; ///< "source": what was imported; "trace", "debug-db", ...
    QString path; ///< absolute
    QString sha256;
    quint64 size = 0; ///< bytes
    bool hasCopy = false;
};

/// Takes a part of a console; returns false once it has enough.
using ConsolePart = std::function<bool(QByteArrayView)>;

/// How far a stored console was read.
struct ConsoleEnd
{
    quint64 read = 0; ///< bytes
    bool isWhole = true; ///< there is no more
};

struct RunRecord
{
    RunId id;
    QString name;
    QByteArray console; ///< raw bytes as read; always kept
    QJsonObject summary; ///< the JSON of `inspect LOG`, for tools that do not parse consoles
    QString origin; ///< "est", "fvp", "board", "this-machine"; empty: not stated
    QString modelSha256; ///< the model it belongs to; empty: not known
    std::optional<quint64> npuClockHz; ///< stated by the user, not by the log
    QDateTime imported;
    QString consoleSha256; ///< stated by the file since version 2
    QString kind
        = QStringLiteral("console"); ///< of what it was read from: "etdump", "vela-summary", ...
    /// "running", "complete", "failed", "cancelled"; empty: not stated. "cut-off": whoever recorded
    /// it is gone, and nobody said how it ended.
    QString status;
    QDateTime ended; ///< invalid: while it runs, or imported
    RunConditions conditions;
    QString note; ///< what people wrote about it (the notes on "run ID"), one line after another
    quint64 consoleBytes = 0; ///< also in lists, where `console` is not read
};

/// Consoles up to this many bytes stand in the row of the run as they are; larger ones, and those
/// of live runs, in compressed parts.
inline constexpr qsizetype PlainConsoleBytes = 256 * 1024;

/// What Vela answered.
struct CellRecord
{
    QJsonObject answer; ///< empty: there is none
    bool isOfTeam = false; ///< the team's store had it
};

struct NumberedCell
{
    quint64 number = 0; ///< grows with every cell that is recorded
    QString key;
    QJsonObject answer;
};

/// A job or run that a store of the team has, or is about to get.
struct TeamLink
{
    QString subject; ///< UUID of the job or run, the same on every machine
    std::optional<JobId> job; ///< one of these two
    std::optional<RunId> run;
    QString record; ///< UUID of what was said of it last; UUIDs grow with time
    QString digest; ///< SHA-256 of that
    QString author; ///< user of the store who recorded it; empty: it was made here
    bool isPushed = false; ///< the store has acknowledged `record`
};

struct NoteRecord
{
    NoteId id;
    /// "job 3", "run 1", "model 2", "operator NAME", or empty for the workspace
    QString subject;
    QString text;
    QDateTime written;
    QDateTime changed; ///< invalid: never
};

} // namespace tosaic::workspace
