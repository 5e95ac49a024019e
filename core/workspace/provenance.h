// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/workspace.h"

/// Where a file comes from, as far as the workspace has recorded it.
namespace tosaic::workspace {

enum class FileState
{
    Present, ///< there, with the recorded hash
    Changed, ///< there, with another hash
    Missing,
    NotKnown ///< no path was recorded
};

/// One link of the chain, in reading order: the file, the job that wrote it, what that job read,
/// what it was asked for, what ran; then the same of the file that it was made from.
struct ProvenanceStep
{
    enum class Kind
    {
        File, ///< the file asked about, or at a later generation what it was made from
        Job,
        Source, ///< a file the job read; `name` is its role
        SpecAsked, ///< `name`: what the spec is called in the workspace, if it is
        SpecResolved, ///< with the tools' defaults filled in
        Tools
    };

    Kind kind = Kind::File;
    int generation = 0; ///< 0: the file itself; 1: the earlier artefact that it was made from; ...
    QString name;
    QString path;
    QString sha256;
    FileState state = FileState::NotKnown; ///< of files
    bool isKept = false; ///< a copy of the file is in the workspace
    std::optional<JobId> job;
    QDateTime when; ///< end of the job
    /// Spec: SPEC.json. Tools: name -> version, "interpreter". Job: "status", "action", "kind",
    /// "exitCode", "commit".
    QJsonObject facts;
};

struct Provenance
{
    QString sha256; ///< of the file asked about
    /// The file itself is not recorded, but the payloads of its delegates are.
    bool isByPayload = false;
    std::vector<ProvenanceStep> steps;

    /// A job that wrote it is recorded.
    bool isKnown() const { return steps.size() > 1; }
};

/// What is known of a file: its path, or its SHA-256 in hexadecimal digits; a path that is gone is
/// looked up among the recorded ones. `payloads`: hashes of its delegates, for a file that was
/// repacked. Hashes the files of the chain: blocks. Errors: as the workspace's; IoOpen for a path
/// that is neither there nor recorded.
Result<Provenance> provenanceOf(
    Workspace &workspace, const QString &pathOrSha256, const QStringList &payloads = {});

/// The document that `workspace provenance --json` prints.
QJsonObject toJson(const Provenance &provenance);

} // namespace tosaic::workspace
