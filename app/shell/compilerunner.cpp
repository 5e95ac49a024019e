// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compilerunner.h"

#include "app/shell/session.h"
#include "app/shell/shellsettings.h"
#include "core/formats/openprogram.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

using toolchain::CompileJob;
using toolchain::CompileResult;
using views::JobRecord;

namespace {

/// The compile's stages in the user's words.
QString stageText(const QString &name)
{
    static const QHash<QString, QString> words{ { u"import"_s,
                                                    CompileRunner::tr("Starting the compilers") },
        { u"load"_s, CompileRunner::tr("Loading the model") },
        { u"export"_s, CompileRunner::tr("Exporting") },
        { u"quantise"_s, CompileRunner::tr("Quantising") },
        { u"partition"_s, CompileRunner::tr("Partitioning") },
        { u"lower"_s, CompileRunner::tr("Lowering to TOSA") },
        { u"vela"_s, CompileRunner::tr("Compiling with Vela") },
        { u"emit"_s, CompileRunner::tr("Writing the program") },
        { u"save"_s, CompileRunner::tr("Saving reports") } };
    return words.value(name, name);
}

QString nextStepOf(const CompileResult &result)
{
    const auto error = std::find_if(result.problems.begin(), result.problems.end(),
        [](const Diagnostic &d) { return d.severity == Severity::Error; });
    if (error == result.problems.end())
        return CompileRunner::tr("Read the log below; the tool's own words are at its end.");
    if (error->id.startsWith("tool."_L1))
        return CompileRunner::tr(
            "Check the tool environment in the Spec mode, or create a new one.");
    if (error->id.startsWith("spec."_L1) || error->id.startsWith("vela.flags"_L1))
        return CompileRunner::tr("Change the field in the Spec mode and compile again.");
    if (error->id.startsWith("model."_L1))
        return CompileRunner::tr("Mend the model at the line named in Problems and compile again.");
    if (error->id.contains("disk"_L1))
        return CompileRunner::tr(
            "Free some space or choose another output folder in the settings.");
    return CompileRunner::tr("Read the problem in the Problems panel and the log below.");
}

} // namespace

CompileRunner::CompileRunner(Session &session, QObject *parent)
    : QObject(parent), m_session(session), m_readSlot(&session.jobs())
{
}

CompileRunner::~CompileRunner() = default;

QString CompileRunner::newFolder(const toolchain::CompileRequest &request) const
{
    auto root = m_session.settings().value(settings::OutputFolder);
    if (root.isEmpty())
        root = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + u"/compiles"_s;
    const auto name = u"%1-%2-%3"_s.arg(QFileInfo(request.input).completeBaseName(),
        request.spec.target, QDateTime::currentDateTime().toString(u"yyyyMMdd-HHmmss-zzz"_s));
    return QDir(root).absoluteFilePath(name);
}

void CompileRunner::start(toolchain::CompileRequest request)
{
    if (isRunning())
        return;
    if (request.outputFolder.isEmpty())
        request.outputFolder = newFolder(request);
    const auto title
        = tr("Compile %1 for %2").arg(QFileInfo(request.input).fileName(), request.spec.target);
    m_session.problems().clear(u"compile"_s);
    m_fraction = 0;
    m_stage = tr("Starting the compilers");
    m_job = std::make_unique<CompileJob>(std::move(request));
    m_listed = m_session.jobs().begin(title, [this] { cancel(); });
    m_record = m_session.history().begin(title, [this] { cancel(); });
    connectJob();
    m_job->start();
    Q_EMIT runningChanged(true);
}

void CompileRunner::connectJob()
{
    connect(m_job.get(), &CompileJob::logLine, this,
        [this](const QString &line) { m_session.history().appendLog(m_record, line); });
    connect(m_job.get(), &CompileJob::stageChanged, this, [this](const QString &name, int, int) {
        m_stage = stageText(name);
        m_session.history().setStage(m_record, m_stage, m_fraction);
        m_session.jobs().setProgress(m_listed, m_fraction, m_stage);
    });
    connect(m_job.get(), &CompileJob::progressed, this, [this](double fraction) {
        m_fraction = fraction;
        m_session.history().setStage(m_record, m_stage, fraction);
        m_session.jobs().setProgress(m_listed, fraction);
    });
    connect(m_job.get(), &CompileJob::problemFound, this, [this](const Diagnostic &problem) {
        m_session.problems().add(u"compile"_s, { problem, views::entityOf(problem) });
    });
    connect(m_job.get(), &CompileJob::finished, this, &CompileRunner::take);
}

void CompileRunner::cancel()
{
    if (m_job)
        m_job->cancel();
}

void CompileRunner::take(const std::shared_ptr<const CompileResult> &result)
{
    endRecord(*result);
    // The job is the sender: it goes when its signal has returned.
    m_job.release()->deleteLater();
    // A place in a compile's problem is a place in the user's source, not in the open program.
    std::vector<views::Problem> problems;
    for (const auto &problem : result->problems)
        problems.push_back({ problem, {} });
    m_session.problems().set(u"compile"_s, std::move(problems));
    if (const auto *record = m_session.history().record(m_record))
        m_logs.insert(result->folder, record->log.join(u'\n'));
    if (result->status == toolchain::Status::Succeeded) {
        show(result);
        return;
    }
    m_session.results().add(result);
    m_session.jobs().end(m_listed);
    Q_EMIT runningChanged(false);
    Q_EMIT finished(result);
}

void CompileRunner::endRecord(const CompileResult &result)
{
    auto &history = m_session.history();
    switch (result.status) {
    case toolchain::Status::Succeeded:
        history.end(m_record, JobRecord::State::Succeeded, tr("Finished"));
        break;
    case toolchain::Status::Failed:
        history.end(
            m_record, JobRecord::State::Failed, tr("Failed: %1").arg(m_stage), nextStepOf(result));
        break;
    case toolchain::Status::Cancelled:
        history.end(m_record, JobRecord::State::Cancelled, tr("Cancelled"),
            tr("Nothing was changed. Compile again when you are ready."));
        break;
    }
}

void CompileRunner::show(const std::shared_ptr<const CompileResult> &result)
{
    using Program = std::shared_ptr<const model::Program>;
    const auto path = result->artefactPath(u"pte"_s);
    m_readSlot.start(
        tr("Opening the result"),
        [path](const JobControl &) -> Result<Program> {
            if (path.isEmpty())
                return Program(); // a Vela job has no .pte
            auto source = ByteSource::map(path);
            if (!source)
                return fail(source.error());
            return formats::readProgram(*source);
        },
        [this, result, path](const Result<Program> &program) {
            if (!program) {
                m_session.problems().add(
                    u"compile"_s, { diagnosticOf(program.error()), model::EntityRef() });
            }
            m_session.selection().reset();
            m_session.model().set(
                path.isEmpty() ? result->folder : path, program ? *program : nullptr, result);
            m_session.results().add(result);
            m_session.setUnsaved(true);
            m_session.jobs().end(m_listed);
            Q_EMIT runningChanged(false);
            Q_EMIT finished(result);
        });
}

} // namespace tosaic::shell
