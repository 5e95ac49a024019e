// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compile/parts.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "core/base/jobslot.h"
#include "core/base/savefile.h"
#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/toolchain/reprobundle.h"
#include "views/jobs/jobproblems.h"
#include "views/jobs/jobspanel.h"
#include "views/widgets/errortext.h"

#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUrl>

#include <QCoreApplication>
#include <QObject>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class JobsController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::JobsController)
public:
    JobsController(const ShellContext &context, CompileController &compile, views::JobsPanel &panel,
        QObject *parent = nullptr);

private:
    void act(JobId id, views::JobActions::Kind kind);
    void runAgain(JobId id, bool withCurrentSpec);
    void checkAndRun(const toolchain::CompileRequest &request, const QString &oldHash);
    void askBundle(JobId id);
    void chooseBundle(JobId id, bool withSource);
    void saveText(const QString &suggestion, const QString &text);
    void readSource(JobId id, const Diagnostic &problem);
    void goTo(JobId id, const Diagnostic &problem);
    void addEarlier();
    void lookForInput(JobId id, const compiled::CompileResult &result);
    void tell(const Error &error);
    std::shared_ptr<const compiled::CompileResult> resultOf(const JobRecord &job) const;
    std::optional<toolchain::CompileRequest> requestOf(const JobRecord &job) const;

    ShellContext m_context;
    CompileController &m_compile;
    views::JobsPanel &m_panel;
    JobSlot m_slot; ///< what the user asked for last
    JobSlot m_sourceSlot;
};

} // namespace

using views::JobActions;

namespace {

constexpr int ContextLines = 6; // around the line of a problem
constexpr qint64 LargestSource = 4 * 1024 * 1024; // bytes of a source file that are looked at
constexpr qint64 LargestLog = 2 * 1024 * 1024; // bytes of an earlier job's log

Result<QString> hashOf(const QString &path)
{
    const auto source = TRY(ByteSource::map(path));
    return sha256Hex(source->bytes());
}

struct Excerpt
{
    QString path;
    QString text;
    int firstLine = 1;
};

Result<Excerpt> readExcerpt(const QString &path, int line)
{
    QFile file(path);
    TRY(openStored(file));
    const auto lines = QString::fromUtf8(file.read(LargestSource)).split(u'\n');
    const auto first = std::max<qsizetype>(0, line - 1 - ContextLines);
    return Excerpt{ path, lines.mid(first, 2 * ContextLines + 1).join(u'\n'),
        static_cast<int>(first) + 1 };
}

/// A problem's file is relative to the folder of the input; an ini file may lie elsewhere.
QString placeOf(const QString &file, const JobRecord &job, const compiled::CompileResult *result)
{
    const QDir folder = QFileInfo(job.input).absoluteDir();
    if (QFileInfo(file).isAbsolute() || folder.exists(file))
        return folder.absoluteFilePath(file);
    const auto ini = result ? result->spec.configIni.value_or(QString()) : QString();
    return QFileInfo(ini).fileName() == file ? folder.absoluteFilePath(ini)
                                             : QDir(job.folder).filePath(file);
}

JobRecord::State stateOf(compiled::Status status)
{
    switch (status) {
    case compiled::Status::Succeeded:
        return JobRecord::State::Succeeded;
    case compiled::Status::Failed:
        return JobRecord::State::Failed;
    case compiled::Status::Cancelled:
        break;
    }
    return JobRecord::State::Cancelled;
}

} // namespace

JobsController::JobsController(const ShellContext &context, CompileController &compile,
    views::JobsPanel &panel, QObject *parent)
    : QObject(parent), m_context(context), m_compile(compile), m_panel(panel),
      m_slot(&context.session.jobs())
{
    connect(&panel, &views::JobsPanel::actionRequested, this, &JobsController::act);
    connect(&panel, &views::JobsPanel::pauseRequested, this, [this](bool pause) {
        auto &queue = m_context.session.queue();
        pause ? queue.pause() : queue.resume();
    });
    connect(&panel, &views::JobsPanel::saveLogRequested, this,
        [this](JobId, const QString &text) { saveText(u"console.txt"_s, text); });
    connect(&panel, &views::JobsPanel::problemChosen, this, &JobsController::readSource);
    connect(&panel, &views::JobsPanel::problemActivated, this, &JobsController::goTo);
    connect(
        &m_context.session.results(), &ResultsDocument::changed, this, &JobsController::addEarlier);
    addEarlier();
}

void JobsController::act(JobId id, JobActions::Kind kind)
{
    const auto *job = m_context.session.jobs().record(id);
    if (!job)
        return;
    switch (kind) {
    case JobActions::Kind::RunNext:
        return m_compile.runner().runNext(id);
    case JobActions::Kind::RunAgain:
        return runAgain(id, false);
    case JobActions::Kind::RunWithCurrentSpec:
        return runAgain(id, true);
    case JobActions::Kind::OpenResult:
        Q_EMIT m_context.requests.openFileRequested(job->folder);
        return;
    case JobActions::Kind::ShowFolder:
        QDesktopServices::openUrl(QUrl::fromLocalFile(job->folder));
        return;
    case JobActions::Kind::SaveBundle:
        return askBundle(id);
    case JobActions::Kind::Cancel:
    case JobActions::Kind::Remove:
        return; // the panel does it
    }
}

std::shared_ptr<const compiled::CompileResult> JobsController::resultOf(const JobRecord &job) const
{
    if (const auto *known = m_compile.runner().job(job.id))
        return known->result;
    const auto &results = m_context.session.results().results();
    const auto found = std::find_if(results.begin(), results.end(),
        [&](const auto &result) { return result->folder == job.folder; });
    return found == results.end() ? nullptr : *found;
}

std::optional<toolchain::CompileRequest> JobsController::requestOf(const JobRecord &job) const
{
    if (const auto *known = m_compile.runner().job(job.id))
        return known->request;
    const auto result = resultOf(job);
    if (!result)
        return {};
    const auto &tools = m_compile.tools().environment();
    return toolchain::CompileRequest{ .input = job.input,
        .spec = result->spec,
        .outputFolder = {},
        .interpreter = tools ? tools->interpreter : QString() };
}

void JobsController::runAgain(JobId id, bool withCurrentSpec)
{
    const auto *job = m_context.session.jobs().record(id);
    auto request = job ? requestOf(*job) : std::nullopt;
    if (!request)
        return;
    request->outputFolder.clear();
    if (withCurrentSpec)
        request->spec = m_context.session.spec().spec();
    const auto result = resultOf(*job);
    checkAndRun(*request, result ? result->sourceSha256 : QString());
}

void JobsController::checkAndRun(const toolchain::CompileRequest &request, const QString &oldHash)
{
    const auto name = QFileInfo(request.input).fileName();
    m_slot.start(
        tr("Checking %1").arg(name),
        [path = request.input](const JobControl &) { return hashOf(path); },
        [this, request, oldHash, name](const Result<QString> &hash) {
            if (!hash)
                return tell(hash.error());
            if (oldHash.isEmpty() || *hash == oldHash)
                return m_compile.compile(request);
            m_context.notices.show({ u"jobs.changed"_s, u"dialog-information"_s,
                tr("%1 has changed since this job ran. It is compiled as it is now.").arg(name),
                { { tr("Compile"), [this, request] { m_compile.compile(request); }, true },
                    { tr("Not now"), {} } } });
        });
}

void JobsController::askBundle(JobId id)
{
    const auto *job = m_context.session.jobs().record(id);
    if (!job->input.endsWith(".py"_L1))
        return chooseBundle(id, true);
    m_context.notices.show({ u"jobs.bundle"_s, u"dialog-question"_s,
        tr("May the Python source of %1 go into the bundle? Without it the bundle names only its "
           "size and hash.")
            .arg(QFileInfo(job->input).fileName()),
        { { tr("Without source"), [this, id] { chooseBundle(id, false); }, true },
            { tr("With source"), [this, id] { chooseBundle(id, true); } },
            { tr("Cancel"), {} } } });
}

void JobsController::chooseBundle(JobId id, bool withSource)
{
    const auto *job = m_context.session.jobs().record(id);
    const auto request = job ? requestOf(*job) : std::nullopt;
    const auto result = job ? resultOf(*job) : nullptr;
    if (!request || !result)
        return;
    toolchain::ReproMaterial material{
        .request = *request, .result = *result, .withSource = withSource
    };
    if (const auto *known = m_compile.runner().job(id))
        material.environment = known->environment;
    auto *dialog = makeFileDialog(
        { .name = u"bundleDialog"_s,
            .title = tr("Save repro bundle"),
            .start
            = QDir(m_context.session.settings().value(settings::LastFolder))
                  .filePath(QFileInfo(result->sourceName).completeBaseName() + u"-repro.zip"_s),
            .filter = tr("ZIP archive (*.zip)"),
            .saveSuffix = u"zip"_s },
        &m_context.window);
    connect(dialog, &QFileDialog::fileSelected, this, [this, material](const QString &path) {
        m_slot.start(
            tr("Saving %1").arg(QFileInfo(path).fileName()),
            [path, material](
                const JobControl &) { return toolchain::writeReproBundle(path, material); },
            [this](const Result<void> &written) {
                if (!written)
                    tell(written.error());
            });
    });
    dialog->open();
}

void JobsController::saveText(const QString &suggestion, const QString &text)
{
    askForFile(m_context,
        { .name = u"saveLogDialog"_s,
            .title = tr("Save the log"),
            .start = suggestion,
            .filter = tr("Text (*.txt *.log)"),
            .saveSuffix = u"txt"_s },
        this, [this, text](const QString &path) {
            m_slot.start(
                tr("Saving %1").arg(QFileInfo(path).fileName()),
                [path, text](const JobControl &) { return saveFile(path, text.toUtf8()); },
                [this](const Result<void> &written) {
                    if (!written)
                        tell(written.error());
                });
        });
}

void JobsController::readSource(JobId id, const Diagnostic &problem)
{
    m_sourceSlot.cancel();
    const auto *job = m_context.session.jobs().record(id);
    if (!job || problem.location.file.isEmpty() || !problem.location.line)
        return;
    const auto line = *problem.location.line;
    m_sourceSlot.start(
        {},
        [path = placeOf(problem.location.file, *job, resultOf(*job).get()), line](
            const JobControl &) { return readExcerpt(path, line); },
        [this, line](const Result<Excerpt> &excerpt) {
            if (excerpt)
                m_panel.problems().showSource(
                    tr("%1, line %2").arg(QFileInfo(excerpt->path).fileName()).arg(line),
                    excerpt->text, excerpt->firstLine, line);
        });
}

void JobsController::goTo(JobId id, const Diagnostic &problem)
{
    const auto *job = m_context.session.jobs().record(id);
    if (!job)
        return;
    const auto &place = problem.location;
    if (!place.file.isEmpty()) {
        QDesktopServices::openUrl(
            QUrl::fromLocalFile(placeOf(place.file, *job, resultOf(*job).get())));
        return;
    }
    const auto result = m_context.session.model().compileResult();
    const bool isNode = result
        && std::any_of(result->nodes.begin(), result->nodes.end(),
            [&](const auto &node) { return node.name == place.entity; });
    if (isNode) {
        m_context.modes.show(Mode::Model);
        m_context.session.selection().select(model::EntityRef::node(place.entity));
        return;
    }
    const auto network = m_context.session.model().network();
    for (size_t s = 0; network && s < network->subgraphs.size(); ++s) {
        const auto &tensors = network->subgraphs[s].tensors;
        for (size_t t = 0; t < tensors.size(); ++t) {
            if (tensors[t].name != place.entity)
                continue;
            m_context.modes.show(Mode::Model);
            m_context.session.selection().select(
                model::EntityRef::networkTensor(static_cast<int>(s), static_cast<int>(t)));
            return;
        }
    }
}

void JobsController::addEarlier()
{
    auto &jobs = m_context.session.jobs();
    for (const auto &result : m_context.session.results().results()) {
        const auto &records = jobs.records();
        const bool isKnown = result->folder.isEmpty()
            || std::any_of(records.begin(), records.end(),
                [&](const JobRecord &record) { return record.folder == result->folder; });
        if (isKnown)
            continue;
        JobRecord record{ .title = tr("Compile %1").arg(result->sourceName),
            .target = result->spec.target,
            .stage = tr("From an earlier session"),
            .state = stateOf(result->status),
            .problems = result->problems,
            .folder = result->folder,
            .isEarlier = true,
            .rerun = JobRecord::Rerun::Unknown };
        QFile log(QDir(result->folder).filePath(u"console.txt"_s));
        if (openStored(log))
            record.log = QString::fromUtf8(log.read(LargestLog)).split(u'\n');
        for (const auto &path : m_context.session.recentFiles()) {
            if (QFileInfo(path).fileName() == result->sourceName && QFileInfo::exists(path))
                record.input = path;
        }
        if (const auto chosen = m_context.session.compileInput();
            QFileInfo(chosen).fileName() == result->sourceName)
            record.input = chosen;
        lookForInput(jobs.add(std::move(record)), *result);
    }
}

/// Whether it is still what was compiled.
void JobsController::lookForInput(JobId id, const compiled::CompileResult &result)
{
    auto &jobs = m_context.session.jobs();
    const auto input = jobs.record(id)->input;
    if (input.isEmpty())
        return jobs.setRerun(id, JobRecord::Rerun::Gone);
    auto *slot = new JobSlot(&m_context.session.jobs(), this);
    slot->start(
        tr("Checking %1").arg(result.sourceName),
        [input](const JobControl &) { return hashOf(input); },
        [&jobs, id, slot, old = result.sourceSha256](const Result<QString> &hash) {
            jobs.setRerun(id,
                !hash              ? JobRecord::Rerun::Gone
                    : *hash == old ? JobRecord::Rerun::Same
                                   : JobRecord::Rerun::Changed);
            slot->deleteLater();
        });
}

void JobsController::tell(const Error &error)
{
    m_context.session.problems().set(u"jobs"_s, std::vector{ diagnosticOf(error) });
    m_context.notices.show({ u"jobs.failed"_s, u"dialog-error"_s,
        views::errorText(error).toPlainText(), { { tr("Close"), {} } } });
}

void addJobs(const ShellContext &context, CompileController &compile, views::JobsPanel &panel)
{
    new JobsController(context, compile, panel, &context.window);
}

} // namespace tosaic::shell
