// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "app/cli/frame/toolcommand.h"
#include "core/base/bytesource.h"
#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/compiled/resultwriter.h"
#include "core/documents/estimatesource.h"
#include "core/documents/programin.h"
#include "core/workspace/compiledetails.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace respeccommand {
namespace {

using compiled::CompileResult;
using toolchain::CompileJob;

struct Arguments
{
    QString program;
    QString specPath;
    QString output;
    QStringList tosa;
    QString interpreter;
    QString workspace;
    bool force = false; ///< what is there may be replaced
    bool json = false;
};

/// One run of the command: the kept TOSA, environment, exchange, save, print.
class RespecRun : private ToolRun
{
public:
    RespecRun(Arguments arguments, Streams &streams)
        : ToolRun(streams), m_arguments(std::move(arguments))
    {
    }

    int run();

private:
    std::optional<toolchain::CompileRequest> makeRequest();
    Result<toolchain::RespecSource> findSource() const;
    void exchange(const toolchain::CompileRequest &request);
    void save();
    void recordResult(const CompileResult &made, const QString &interpreter);
    bool isFree(const QString &path);
    bool copy(const QString &from, const QString &to);
    int print() const;

    Arguments m_arguments;
    QTemporaryDir m_folder;
    CompileResult m_result;
};

int RespecRun::run()
{
    m_result.sourceName = QFileInfo(m_arguments.program).fileName();
    auto request = isFree(m_arguments.output) && canRecord(m_arguments.workspace) ? makeRequest()
                                                                                  : std::nullopt;
    if (request) {
        request->interpreter = findInterpreter(
            toolchain::EnvironmentSearch::Need::ExecuTorch, m_arguments.interpreter, canceller());
        if (!m_isInterrupted)
            exchange(*request);
    }
    m_result.problems = m_problems;
    return print();
}

void RespecRun::exchange(const toolchain::CompileRequest &request)
{
    beginRecord(m_arguments.workspace, request);
    CompileJob job(request);
    m_result = compile(job);
    const auto made = m_result;
    if (made.status == compiled::Status::Succeeded)
        save();
    recordResult(made, request.interpreter);
}

Result<toolchain::RespecSource> RespecRun::findSource() const
{
    if (!m_arguments.tosa.isEmpty()) {
        toolchain::RespecSource source{ m_arguments.program, {}, {} };
        for (const auto &path : m_arguments.tosa)
            source.inputs.push_back(
                { static_cast<int>(source.inputs.size()), QFileInfo(path).absoluteFilePath() });
        return source;
    }
    const auto found = findKeptTosa(m_arguments.program, m_arguments.workspace);
    if (!found)
        return fail(found.error());
    if (found->respec)
        return *found->respec;
    return fail(ErrorCode::FormatUnsupported, u"not a .pte with the TOSA of all its partitions"_s,
        Location{ .file = m_arguments.program });
}

std::optional<toolchain::CompileRequest> RespecRun::makeRequest()
{
    const auto spec = readSpec(m_arguments.specPath);
    if (!spec)
        return {};
    m_result.spec = *spec;
    const auto source = findSource();
    if (!source) {
        refuse(diagnosticOf(source.error()));
        return {};
    }
    auto request = toolchain::respecRequest(*source, *spec);
    if (!request) {
        refuse({ u"respec.needs-lowering"_s, Severity::Error, request.error().location,
            request.error().detail });
        return {};
    }
    request->outputFolder = m_folder.filePath(u"out"_s);
    return *request;
}

/// All that was made, from the temporary folder, and where the new program and its .ptd files are;
/// or why there is none.
void RespecRun::recordResult(const CompileResult &made, const QString &interpreter)
{
    const bool isSaved = m_result.status == compiled::Status::Succeeded;
    auto told = isSaved ? made : m_result;
    told.problems = m_problems;
    auto details = workspace::compileDetails(told, m_arguments.program, interpreter);
    details.bundle.clear(); // goes with the temporary folder
    const auto job = record(told, details);
    if (!job || !isSaved)
        return;
    for (const auto &artefact : m_result.artefacts) {
        const auto added = m_workspace->addArtefact(*job, artefact, m_result.folder);
        if (!added)
            refuse(diagnosticOf(added.error()));
    }
}

bool RespecRun::isFree(const QString &path)
{
    if (m_arguments.force || !QFileInfo::exists(path))
        return true;
    return refuse({ u"output.exists"_s, Severity::Error, Location{ .file = path },
        u"this file is there already; choose another name, or --force to replace it"_s });
}

/// The .pte under its new name, external blocks beside it; all of them or, where one is in the
/// way, none.
void RespecRun::save()
{
    const QDir folder(QFileInfo(m_arguments.output).absolutePath());
    std::vector<std::pair<QString, compiled::Artefact>> wanted; // with where it is now
    bool isAllFree = true;
    for (auto artefact : m_result.artefacts) {
        const auto from = QDir(m_result.folder).filePath(artefact.path);
        if (artefact.kind == u"pte"_s)
            artefact.path = QFileInfo(m_arguments.output).fileName();
        else if (artefact.kind != u"ptd"_s)
            continue;
        isAllFree = isFree(folder.filePath(artefact.path)) && isAllFree;
        wanted.emplace_back(from, artefact);
    }
    if (!isAllFree) {
        wanted.clear();
        m_result.status = compiled::Status::Failed;
    }
    m_result.artefacts.clear(); // the rest goes with the temporary folder
    for (const auto &[from, artefact] : wanted) {
        if (copy(from, folder.filePath(artefact.path)))
            m_result.artefacts.push_back(artefact);
        else
            m_result.status = compiled::Status::Failed;
    }
    m_result.folder = folder.absolutePath();
}

bool RespecRun::copy(const QString &from, const QString &to)
{
    const auto source = ByteSource::map(from);
    if (!source)
        return refuse(diagnosticOf(source.error()));
    const auto saved = saveFile(to, (*source)->bytes());
    return saved || refuse(diagnosticOf(saved.error()));
}

int RespecRun::print() const
{
    const bool isCancelled = m_isInterrupted || m_result.status == compiled::Status::Cancelled;
    if (m_arguments.json) {
        auto shown = m_result;
        if (isCancelled)
            shown.status = compiled::Status::Cancelled;
        printDocument(compiled::toJson(shown), m_streams);
    } else {
        m_streams.out << headline(m_result, m_arguments.program) << '\n'
                      << factsText(artefactFacts(m_result), m_streams.width);
    }
    if (isCancelled)
        return Cancelled;
    const auto code = exitCodeOf(m_problems);
    return code == Fine && m_result.status != compiled::Status::Succeeded ? BadInput : code;
}

Answer answer(const Input &in)
{
    if (in.names.size() != 1 || !in.isSet(u"spec"_s) || !in.isSet(u"o"_s))
        return misuse(u"give one FILE.pte, --spec SPEC.json and -o OUT.pte"_s);
    const auto program = TRY(programIn(in.names.first(), { u"pte"_s }));
    return RespecRun(
        { QFileInfo(program).absoluteFilePath(), in.value(u"spec"_s),
            QFileInfo(in.value(u"o"_s)).absoluteFilePath(), in.values(u"tosa"_s), interpreterOf(in),
            in.value(u"workspace"_s), in.isSet(u"force"_s), in.wantsJson() },
        in.streams)
        .run();
}

} // namespace
} // namespace respeccommand

Command respecCommand()
{
    return commandOf({ .name = u"respec"_s,
        .summary = u"writes a .pte for another spec without lowering the model again"_s,
        .description = u"Writes the .pte that a compile with another spec would give, without "
                       "lowering the model again: Vela runs on the TOSA that was kept."_s,
        .names = { { u"FILE.pte"_s, u"a compiled program"_s } },
        .options = { { u"spec"_s, u"the new compile spec, a JSON file"_s, u"SPEC.json"_s },
            { { u"o"_s, u"output"_s },
                u"where the new program goes, its .ptd files beside it; what is there is not "
                "replaced"_s,
                u"OUT.pte"_s },
            { u"force"_s, u"replaces OUT.pte and .ptd files that are there"_s },
            { u"tosa"_s,
                u"TOSA of a partition; once for each, in execution order. Without it the files are "
                "looked for beside the program and in W.tosaic"_s,
                u"FILE"_s },
            { u"python"_s, u"interpreter of the tool environment"_s, u"INTERPRETER"_s },
            { u"workspace"_s, u"records what was made there"_s, u"W.tosaic"_s } },
        .answer = respeccommand::answer,
        .mayReplaceInput = true });
}

} // namespace tosaic::cli
