// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/herecontroller.h"

#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/tools/toolkeeper.h"
#include "core/base/savefile.h"
#include "core/base/storedfile.h"
#include "core/base/try.h"
#include "core/documents/externaldata.h"
#include "core/formats/openprogram.h"
#include "core/formats/registry.h"
#include "core/localrun/bundle.h"
#include "core/localrun/runtimekernels.h"
#include "views/target/runpanel.h"

#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

using views::HereOutcome;

namespace {

const auto HereSource = u"run"_s;
constexpr size_t LargestCount = 5;
constexpr qint64 LargestLabelFile = 1 << 20; // bytes

Result<QStringList> readLabels(const QString &path)
{
    if (path.isEmpty())
        return QStringList();
    return QString::fromUtf8(TRY(readStored(path, LargestLabelFile))).split(u'\n');
}

/// A run and what it needs besides the values that were asked for.
struct HereRun
{
    const views::HereRequest &asked;
    const QStringList &dataFiles; ///< .ptd that were given, besides those beside the program
    localrun::LocalRequest request;
    localrun::RuntimePlace runtime;
    std::shared_ptr<const ByteSource> program;
    std::unique_ptr<QTemporaryDir> unpacked; ///< the program of a .bpte, for the runtime

    Result<void> readInputs(HereOutcome &outcome);
    Result<localrun::LocalResult> runOnce();
    Result<void> judge(HereOutcome &outcome, const std::vector<localrun::ArrayFile> &outputs,
        const localrun::BundledRun *bundle);
    Result<void> into(HereOutcome &outcome);
};

Result<void> HereRun::readInputs(HereOutcome &outcome)
{
    std::vector<std::pair<QString, QString>> files;
    for (qsizetype i = 0; i < asked.inputFiles.size(); ++i) {
        const auto file = TRY(ByteSource::map(asked.inputFiles[i]));
        const bool isArchive = file->bytes().startsWith("PK");
        files.emplace_back(isArchive ? QString() : QString::number(i), asked.inputFiles[i]);
    }
    std::shared_ptr<const model::Program> read;
    const model::Method *method = nullptr;
    if (formats::recognise(program->bytes()) == formats::FileKind::Pte) {
        read = TRY(formats::readProgram(program));
        request.external = bytesByKey(
            findExternalData(*read, QFileInfo(asked.program).absolutePath(), dataFiles));
        const auto found = std::ranges::find(read->methods, asked.method, &model::Method::name);
        method = found == read->methods.end() ? nullptr : &*found;
    }
    auto given = TRY(views::readInputFiles(files, method, request.names, asked.pictures));
    for (auto &[key, array] : given.arrays)
        request.inputs.insert_or_assign(key, std::move(array));
    outcome.pictures = std::move(given.pictures);
    return {};
}

Result<localrun::LocalResult> HereRun::runOnce()
{
    const auto result = localrun::runHere(program, request);
    TRY(program->intact());
    return result;
}

/// Beside what the .bpte (null: there is none) and the files say.
Result<void> HereRun::judge(HereOutcome &outcome, const std::vector<localrun::ArrayFile> &outputs,
    const localrun::BundledRun *bundle)
{
    std::map<qsizetype, localrun::ArrayFile> expected;
    for (const auto &[index, array] :
        bundle ? bundle->expected : std::map<qsizetype, localrun::Array>())
        expected[index] = ByteSource::fromBytes(TRY(localrun::npyOf(array)), asked.program);
    for (qsizetype i = 0; i < asked.expectedFiles.size(); ++i)
        expected[i] = TRY(ByteSource::map(asked.expectedFiles[i]));
    const bool isExact = asked.tolerance.absolute == 0 && asked.tolerance.relative == 0;
    const auto judged = TRY(localrun::judge(
        outputs, expected, bundle && isExact ? localrun::BundledTolerance : asked.tolerance));
    outcome.judged.insert(outcome.judged.end(), judged.begin(), judged.end());
    return {};
}

/// Everything up to the verdict. `outcome` keeps what there is when it fails.
Result<void> HereRun::into(HereOutcome &outcome)
{
    outcome.labels = TRY(readLabels(asked.labelFile));
    const auto file = TRY(ByteSource::map(asked.program));
    program = file;
    std::optional<localrun::BundledRun> bundle;
    if (formats::recognise(file->bytes()) == formats::FileKind::BundledProgram) {
        bundle = TRY(localrun::bundledRun(file, asked.method, {}));
        program = bundle->program;
        request.inputs = bundle->inputs;
        unpacked = std::make_unique<QTemporaryDir>();
        runtime.pte = unpacked->filePath(u"program.pte"_s);
        TRY(saveFile(runtime.pte, program->bytes()));
    }
    request.runtime = localrun::runtimeKernels(runtime);
    request.names = localrun::namesBeside(asked.program);
    TRY(readInputs(outcome));
    outcome.result = TRY(runOnce());
    if (!outcome.result.refused.empty())
        return {};
    outcome.outputs = TRY(localrun::arrayFilesOf(outcome.result));
    for (const auto &output : outcome.outputs)
        outcome.largest.push_back(TRY(localrun::largestOf(*output, LargestCount)));
    TRY(judge(outcome, outcome.outputs, bundle ? &*bundle : nullptr));
    // A .bpte is right if all of it is; with other inputs there is one case.
    const bool isWhole = bundle && asked.inputFiles.isEmpty() && asked.expectedFiles.isEmpty();
    for (size_t number = 1; isWhole && number < bundle->cases; ++number) {
        const auto next = TRY(localrun::bundledRun(file, asked.method, number));
        request.inputs = next.inputs;
        auto result = TRY(runOnce());
        auto &findings = outcome.result.findings;
        findings.insert(findings.end(), result.findings.begin(), result.findings.end());
        outcome.result.refused = result.refused;
        if (!result.refused.empty())
            return {};
        TRY(judge(outcome, TRY(localrun::arrayFilesOf(result)), &next));
        ++outcome.cases;
    }
    return {};
}

} // namespace

HereController::HereController(
    const ShellContext &context, const ToolKeeper &tools, views::RunPanel &panel, QObject *parent)
    : QObject(parent), m_context(context), m_tools(tools), m_panel(panel),
      m_weights(std::make_shared<npusim::WeightCache>())
{
    connect(&panel, &views::RunPanel::problemsRequested, this,
        [this] { Q_EMIT m_context.requests.panelRequested(u"problems"_s); });
}

HereController::~HereController()
{
    stop();
}

void HereController::stop()
{
    if (m_cancelling)
        m_cancelling->want();
}

void HereController::start()
{
    if (isRunning())
        return;
    Q_EMIT m_context.requests.panelRequested(u"run"_s);
    const auto asked = m_panel.hereRequest();
    m_program = asked.program;
    m_cancelling = std::make_shared<RunCancel>();
    auto &session = m_context.session;
    session.problems().clear(HereSource);
    const auto name = QFileInfo(m_program).fileName();
    m_record = session.jobs().start(tr("Run %1 here").arg(name), [this] { stop(); });
    m_panel.beginHere();
    localrun::LocalRequest request;
    request.method = asked.method;
    request.seed = asked.seed;
    request.weights = m_weights;
    request.cancelled = { m_cancelling, &m_cancelling->isWanted };
    localrun::RuntimePlace runtime{
        .interpreter = m_tools.environment() ? m_tools.environment()->interpreter : QString(),
        .pte = QFileInfo(m_program).absoluteFilePath(),
        .method = asked.method,
        .drivers = {},
        .setCancel = [cancelling = m_cancelling](
                         std::function<void()> end) { cancelling->set(std::move(end)); },
        .tell = {},
    };
    const auto external = session.model().externalData();
    const auto dataFiles
        = external && session.model().path() == asked.program ? external->given : QStringList();
    m_running.start(
        {},
        [asked, dataFiles, request, runtime](const JobControl &) -> Result<HereOutcome> {
            HereOutcome outcome;
            HereRun run{ asked, dataFiles, request, runtime, {}, {} };
            if (const auto done = run.into(outcome); !done)
                outcome.error = done.error();
            return outcome;
        },
        [this](Result<HereOutcome> outcome) { take(std::move(*outcome)); });
    Q_EMIT runningChanged();
}

void HereController::take(HereOutcome outcome)
{
    auto &session = m_context.session;
    outcome.program = m_program;
    showProblems(outcome);
    const auto said = views::verdictText(outcome);
    const bool isStopped = outcome.error && outcome.error->code == ErrorCode::Cancelled;
    const bool isFailed = outcome.error || !outcome.result.refused.empty()
        || localrun::verdictOf(outcome.judged) == localrun::Verdict::Fail;
    auto &jobs = session.jobs();
    if (isStopped)
        jobs.end(m_record, JobRecord::State::Cancelled, said);
    else if (isFailed)
        jobs.end(m_record, JobRecord::State::Failed, said, tr("Read what the Run panel says."));
    else
        jobs.end(m_record, JobRecord::State::Succeeded, said);
    m_panel.endHere(outcome);
    Q_EMIT runningChanged();
    Q_EMIT finished(outcome);
}

/// Each leads to its command where the program is the one that is open.
void HereController::showProblems(const HereOutcome &outcome)
{
    auto &model = m_context.session.model();
    const bool isOpen = QFileInfo(m_program) == QFileInfo(model.path());
    const auto commandOf = [&](int delegate, quint32 offset) {
        for (const auto &analysis : model.streams()) {
            const auto &owner = analysis->owner();
            const bool isIt = owner.index == delegate || model.streams().size() == 1;
            if (!isOpen || !isIt || !analysis->stream())
                continue;
            const auto &commands = analysis->stream()->commands;
            const auto found
                = std::ranges::lower_bound(commands, offset, {}, &npu::Command::offset);
            if (found != commands.end() && found->offset == offset)
                return model::EntityRef::npuCommand(owner, int(found - commands.begin()));
        }
        return model::EntityRef();
    };
    std::vector<views::Problem> problems;
    const auto add = [&](const QString &id, Severity severity, int delegate, quint32 offset,
                         const QString &text) {
        Diagnostic problem{ id, severity, { .file = m_program, .offset = offset }, text };
        problem.location.section = tr("delegate %1").arg(delegate);
        problems.push_back({ problem, commandOf(delegate, offset) });
    };
    for (const auto &[delegate, finding] : outcome.result.findings)
        add(u"run."_s + npusim::findingKey(finding.kind), Severity::Warning, delegate,
            finding.offset, finding.text);
    for (const auto &[delegate, why] : outcome.result.refused)
        add(u"run.refused"_s, Severity::Error, delegate, why.offset,
            why.command + u": "_s + why.error.detail);
    if (outcome.error && outcome.error->code != ErrorCode::Cancelled)
        problems.push_back({ diagnosticOf(*outcome.error), {} });
    m_context.session.jobs().setProblems(m_record, [&] {
        std::vector<Diagnostic> plain;
        for (const auto &problem : problems)
            plain.push_back(problem.diagnostic);
        return plain;
    }());
    m_context.session.problems().set(HereSource, std::move(problems));
}

} // namespace tosaic::shell
