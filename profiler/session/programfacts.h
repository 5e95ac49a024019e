// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compiled/compileresult.h"
#include "core/documents/npuanalysis.h"
#include "core/model/program.h"
#include "core/workspace/workspace.h"
#include "profiler/analysis/knownfacts.h"
#include "profiler/session/rungroups.h"

namespace tosaic {

struct OpenedModel;

/// MACs of one inference as the command streams count them; exact. Absent if there is none, or the
/// work of an operation is not known.
std::optional<quint64> macsOf(const NpuAnalyses &streams);

/// What an open program says of its runs. `sha256` of its file, empty where it is not known yet;
/// `result` of the compile that made it, or null.
profile::ProgramFacts programFactsOf(const QString &path, const QString &sha256,
    const model::Program *program, const compiled::CompileResult *result,
    const NpuAnalyses &streams);

/// The same of what was opened for a command line or a report: hashes the file and takes its
/// streams apart if no compile tells their work. Blocks.
profile::ProgramFacts programFactsOf(const OpenedModel &opened);

/// Of the program that a compile left; its hash is empty if it left none.
profile::ProgramFacts programFactsOf(const compiled::CompileResult &result);

/// Of a model file. One that is no program (a network, a file that only has a hash) says no more
/// than its hash and name. Blocks. Errors: IoOpen, IoRead.
Result<profile::ProgramFacts> readProgramFacts(const QString &path);

/// Remembers where the file of a program that runs are attached to lies.
Result<void> keepProgram(
    workspace::Workspace &workspace, const QString &sha256, const QString &path);

/// What the programs that a workspace knows are called, by its records alone: no file is read.
ProgramNames programNamesOf(const std::vector<workspace::ArtefactRecord> &artefacts,
    const std::vector<workspace::ModelRecord> &models, const std::map<QString, QString> &settings);

/// Of programs that a workspace knows, those with these hashes: from the records of its compiles,
/// whether or not their files are still there, else from the files of its models and of programs
/// that were kept; of a file that is gone no more than its name is left. Blocks.
std::vector<profile::ProgramFacts> programsOf(
    workspace::Workspace &workspace, const QStringList &hashes);

} // namespace tosaic
