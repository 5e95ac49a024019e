// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/frame/commandline.h"
#include "app/cli/frame/interruptwatch.h"
#include "core/analysis/memoryneed.h"
#include "core/base/description.h"
#include "core/base/diagnostic.h"
#include "core/compiled/estimate.h"
#include "core/documents/estimatesource.h"
#include "core/spec/compilespec.h"
#include "core/toolchain/compilejob.h"
#include "core/toolchain/environment.h"
#include "core/workspace/workspace.h"

#include <functional>
#include <map>
#include <optional>
#include <vector>

/// What commands that run a tool have in common.
namespace tosaic::cli {

/// Reads SPEC.json. What is wrong with it is added to `problems`; absent if it cannot be used.
std::optional<spec::CompileSpec> readSpecFile(
    const QString &path, std::vector<Diagnostic> &problems);

/// The interpreter of --python; empty: none is given.
QString interpreterOf(const Input &in);

/// `given`, else the first environment that has what is needed; if none has, the one TOSAIC_PYTHON
/// names, so that its problem is told; else empty. `setCancel` gets what ends the search.
QString findInterpreter(toolchain::EnvironmentSearch::Need need, const QString &given,
    const std::function<void(std::function<void()>)> &setCancel);

/// The interpreter that a workspace names; empty if it names none or is not there yet. A program
/// that this user has not approved is refused: "trust.needed" with the command that approves it.
tl::expected<QString, Diagnostic> workspaceInterpreter(const QString &workspace);

/// Whether the code of this input may run: it was said on the command line, or its content is
/// approved. Reads the file.
bool mayRunCode(const QString &input, bool isTrusted);

/// Vela's numbers for each of `inputs`. Blocks; `setCancel` gets what ends it, after which the
/// estimate is empty. A relative ini path of the spec starts at `baseFolder`. The cells of
/// `workspace` are looked up first, and new ones kept there; empty: none are.
compiled::Estimate estimated(const spec::CompileSpec &spec,
    const std::vector<compiled::EstimateInput> &inputs, const QString &baseFolder,
    const QString &interpreter, const std::function<void(std::function<void()>)> &setCancel,
    const QString &workspace = {});

/// What there is to run Vela on. `workspace` may know the compile of a .pte that lies alone; empty:
/// none is asked. Errors as findEstimateSource(), and those of a workspace that cannot be read.
Result<EstimateSource> findKeptTosa(const QString &input, const QString &workspace);

/// Why nothing could be recorded in this workspace; makes it if there is none.
std::optional<Diagnostic> workspaceProblem(const QString &path);

/// "failed: add.tosa for ethos-u55-128" without what is not known. `input` is a path.
QString headline(const compiled::CompileResult &result, const QString &input);

/// 2 for a problem "trust.*", 3 for "tool.*" and a store that does not answer, 1 for another error,
/// 0 without one.
int exitCodeOf(const std::vector<Diagnostic> &problems);

/// What Vela estimates of a program, for people.
std::vector<DescriptionFact> summaryFacts(
    const compiled::Summary &summary, const analysis::MemoryNeed &need);
std::vector<DescriptionFact> artefactFacts(const compiled::CompileResult &result);

/// A command that runs tools: what it told, what ends it, and the compiles it records.
class ToolRun
{
protected:
    explicit ToolRun(Streams &streams);

    /// Who can be cancelled says here how.
    std::function<void(std::function<void()>)> canceller();
    /// Tells it and keeps it for the result; false.
    bool refuse(const Diagnostic &problem);
    /// Absent, and told, if it cannot be used.
    std::optional<spec::CompileSpec> readSpec(const QString &path);
    /// Before anything runs: what cannot be recorded in the end is not begun.
    bool canRecord(const QString &workspace);
    /// Before it runs: if we are killed, the workspace still tells that it was tried.
    void beginRecord(const QString &workspace, const toolchain::CompileRequest &request);
    /// Absent: nothing is recorded, or it could not be.
    std::optional<workspace::JobId> record(
        const compiled::CompileResult &result, const workspace::JobRecord &details);
    /// Blocks; stages and problems are told.
    compiled::CompileResult compile(toolchain::CompileJob &job);

    Streams &m_streams;
    std::vector<Diagnostic> m_problems; ///< as told
    std::unique_ptr<workspace::Workspace> m_workspace; ///< null: nothing is recorded
    bool m_isInterrupted = false;

private:
    std::function<void()> m_cancel;
    std::optional<workspace::JobId> m_job; ///< as recorded when it began
    InterruptWatch m_watch;
};

/// What "name=file" of a repeated option says; false if one has another shape.
bool readPairs(const QStringList &values, std::map<QString, QString> &pairs);

} // namespace tosaic::cli
