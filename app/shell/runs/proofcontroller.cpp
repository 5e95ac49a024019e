// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/parts.h"

#include "app/shell/frame/session.h"
#include "app/shell/runs/runstabs.h"
#include "app/shell/tools/toolkeeper.h"
#include "core/base/jobslot.h"
#include "core/base/try.h"
#include "core/documents/externaldata.h"
#include "core/localrun/runtimekernels.h"
#include "profiler/session/runproof.h"
#include "views/runs/runspage.h"
#include "views/target/runpanel.h"

#include <QCoreApplication>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// What is known of a run, as values for a pool thread.
struct ProofQuestion
{
    std::shared_ptr<const profile::Run> run;
    std::shared_ptr<const profile::HostFacts> host; ///< null: it was on a target
    std::shared_ptr<const model::Program> program; ///< null: none is open
    std::shared_ptr<const ExternalData> external; ///< of the program; null: it needs none
    QString path; ///< of the program
    QString attachedSha; ///< the program that the user says it is of; empty: not said
    QString elf; ///< that the Run panel names; empty: none
    QString elfSha; ///< of the runner that was started; empty: not recorded
    QString interpreter;
};

QString hashOf(const QString &path)
{
    const auto file = path.isEmpty() ? Result<std::shared_ptr<const ByteSource>>(fail(Error()))
                                     : ByteSource::map(path);
    return file ? sha256Hex((*file)->bytes()) : QString();
}

/// What the program should give for the inputs of the run.
Result<std::vector<std::vector<double>>> rightOutputs(const ProofQuestion &question)
{
    localrun::LocalRequest request{ .names = localrun::namesBeside(question.path),
        .runtime = localrun::runtimeKernels({ .interpreter = question.interpreter,
            .pte = question.path,
            .method = question.host ? question.host->method : u"forward"_s,
            .drivers = {},
            .setCancel = {},
            .tell = {} }),
        .external = bytesByKey(question.external) };
    if (question.host) {
        request.method = question.host->method;
        request.inputs = TRY(profile::inputsOf(*question.host));
    }
    return profile::simulatedOutputs(question.program, std::move(request));
}

profile::RunProof prove(ProofQuestion question)
{
    if (!question.attachedSha.isEmpty() && question.program
        && sha256Hex(question.program->source->bytes()) != question.attachedSha)
        question.program.reset();
    const bool isStartedElf = !question.elfSha.isEmpty() && hashOf(question.elf) == question.elfSha;
    profile::ProofEvidence evidence{ .run = question.run.get(),
        .host = question.host.get(),
        .program = question.program.get(),
        .elf = isStartedElf ? question.elf : QString(),
        .isFileItself = question.host != nullptr,
        .whyNoOutputs = u"the program is not open here"_s };
    return profile::proofOf(evidence, [&] { return rightOutputs(question); });
}

/// Judges the run that is looked at against the open program.
class ProofController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::ProofController)
public:
    ProofController(const ShellContext &context, RunsTabs &tabs, const ToolKeeper &tools,
        const views::RunPanel &panel);

private:
    void look();

    ShellContext m_context;
    const ToolKeeper &m_tools;
    const views::RunPanel &m_panel;
    QPointer<views::RunsPage> m_page; ///< null until it is first shown
    JobSlot m_slot;
};

ProofController::ProofController(const ShellContext &context, RunsTabs &tabs,
    const ToolKeeper &tools, const views::RunPanel &panel)
    : QObject(&context.window), m_context(context), m_tools(tools), m_panel(panel),
      m_slot(&context.session.jobs())
{
    auto &runs = m_context.session.runs();
    connect(&tabs, &RunsTabs::countersBuilt, this, [this](views::RunsPage *page) {
        m_page = page;
        look();
    });
    connect(&runs, &RunsDocument::currentChanged, this, &ProofController::look);
    connect(&runs, &RunsDocument::runChanged, this, [this, &runs](int index) {
        if (index == runs.currentIndex())
            look();
    });
    connect(&m_context.session.model(), &ModelDocument::changed, this, &ProofController::look);
}

void ProofController::look()
{
    m_slot.cancel();
    if (!m_page)
        return;
    m_page->setProof(std::nullopt);
    const auto *run = m_context.session.runs().current();
    if (!run || (!run->host && (!run->isConsole() || !run->run)) || run->isLive)
        return;
    const auto &model = m_context.session.model();
    const auto request = m_panel.request();
    const auto *fvp = std::get_if<profile::FvpTarget>(&request.target);
    const auto elfSha = run->conditions.artefacts.find(u"elf"_s);
    const ProofQuestion question{ .run = run->run,
        .host = run->host,
        .program = model.program(),
        .external = model.externalData(),
        .path = model.path(),
        .attachedSha = run->modelSha256,
        .elf = fvp ? fvp->elf : QString(),
        .elfSha = elfSha == run->conditions.artefacts.end() ? QString() : elfSha->second,
        .interpreter = m_tools.environment() ? m_tools.environment()->interpreter : QString() };
    m_slot.start(
        tr("Judging %1").arg(run->name),
        [question](const JobControl &) -> Result<profile::RunProof> { return prove(question); },
        [this](const Result<profile::RunProof> &proof) {
            if (proof && m_page)
                m_page->setProof(*proof);
        });
}

} // namespace

void addRunProof(const ShellContext &context, RunsTabs &tabs, const ToolKeeper &tools,
    const views::RunPanel &panel)
{
    new ProofController(context, tabs, tools, panel);
}

} // namespace tosaic::shell
