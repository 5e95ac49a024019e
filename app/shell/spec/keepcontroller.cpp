// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spec/keepcontroller.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/session.h"
#include "core/spec/pins.h"
#include "views/partition/previewwords.h"

#include <QAction>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

const auto KeepNotice = u"compile.keep"_s;

/// Up to their pins.
bool isAlike(spec::CompileSpec one, const spec::CompileSpec &other)
{
    one.keepOnCpu = other.keepOnCpu;
    return one == other;
}

/// Only a model's own source can be cut otherwise.
bool runsCode(const QString &input)
{
    const auto kind = toolchain::inputKindOf(input);
    return kind && toolchain::runsCode(*kind);
}

} // namespace

KeepController::KeepController(
    const ShellContext &context, CompileController &compile, QObject *parent)
    : QObject(parent), m_context(context), m_compile(compile), m_preview(compile.runner().warm()),
      m_hashSlot(&context.session.jobs())
{
    registerActions();
    auto &session = m_context.session;
    // After others have heard of the change: the offer stands above what they say.
    connect(&session.spec(), &SpecDocument::changed, this, &KeepController::followSpec,
        Qt::QueuedConnection);
    connect(&session.model(), &ModelDocument::changed, this, &KeepController::forgetPreview);
    connect(&session.model(), &ModelDocument::changed, this, &KeepController::followSpec,
        Qt::QueuedConnection);
    connect(&m_preview, &toolchain::PartitionPreview::answered, this, [this](const auto &result) {
        m_answered = m_asked;
        endPreview();
        m_context.session.preview().set(result);
        if (isChanged())
            offerCompile();
    });
    connect(&m_compile.runner(), &CompileRunner::runningChanged, this, [this] {
        if (isChanged())
            offerCompile();
    });
    connect(&session.spec(), &SpecDocument::changed, this, &KeepController::updateActions);
    connect(&session.selection(), &SelectionContext::changed, this, &KeepController::updateActions);
    connect(&session.model(), &ModelDocument::changed, this, &KeepController::updateActions);
    updateActions();
}

void KeepController::registerActions()
{
    auto &actions = m_context.actions;
    m_keep = actions.add({ .id = u"compile.keepOnCpu"_s,
                             .text = tr("&Keep the selected operator on the CPU"),
                             .shortcut = QKeySequence(u"Ctrl+Shift+K"_s),
                             .tip = tr("The next compile leaves this operator on the CPU") },
        [this] { keepOnCpu(selectedNode(false)); });
    m_keepKind = actions.add(
        { .id = u"compile.keepKind"_s,
            .text = tr("Keep &all operators of this kind on the CPU"),
            .tip = tr("The next compile leaves all operators like the selected one on the CPU") },
        [this] { keepOnCpu(selectedNode(true)); });
    m_release = actions.add({ .id = u"compile.release"_s,
                                .text = tr("&Let the NPU take everything again"),
                                .tip = tr("Forget what is kept on the CPU") },
        [this] { release(m_context.session.spec().spec().keepOnCpu); });
    m_show = actions.add({ .id = u"compile.preview"_s,
                             .text = tr("Pre&view the partitions"),
                             .tip = tr("Asks the partitioner what the NPU would take, without "
                                       "compiling") },
        [this] { showPreview(); });
    connect(
        &m_context.session, &Session::compileInputChanged, this, &KeepController::updateActions);
}

void KeepController::updateActions()
{
    m_keep->setEnabled(!selectedNode(false).isEmpty());
    m_keepKind->setEnabled(!selectedNode(true).isEmpty());
    m_release->setEnabled(!m_context.session.spec().spec().keepOnCpu.isEmpty());
    m_show->setEnabled(runsCode(m_context.session.compileInput()));
}

spec::KeepOnCpu KeepController::selectedNode(bool wholeKind) const
{
    const auto &entity = m_context.session.selection().current();
    const auto result = m_context.session.model().compileResult();
    if (entity.kind != model::EntityRef::Kind::Node || !result)
        return {};
    const auto node = std::find_if(result->nodes.begin(), result->nodes.end(),
        [&](const auto &n) { return n.name == entity.name; });
    if (node == result->nodes.end())
        return {};
    return wholeKind ? spec::KeepOnCpu{ .operators = { node->target } }
                     : spec::KeepOnCpu{ .nodes = { node->name } };
}

void KeepController::keepOnCpu(const spec::KeepOnCpu &what)
{
    m_context.session.spec().keepOnCpu(what);
    if (isChanged())
        offerCompile(); // above what others say of the change
}

spec::KeepOnCpu KeepController::compiled() const
{
    const auto shown = m_context.session.model().compileResult();
    return shown ? shown->spec.keepOnCpu : spec::KeepOnCpu();
}

bool KeepController::isChanged() const
{
    auto &session = m_context.session;
    const bool canCompile = session.model().compileResult() || runsCode(session.compileInput());
    return canCompile && (session.spec().spec().keepOnCpu != compiled() || isProposed());
}

/// A change of something else that was asked for to see what it does to the partitions.
bool KeepController::isProposed() const
{
    return m_proposed && *m_proposed == m_context.session.spec().spec();
}

void KeepController::release(const spec::KeepOnCpu &what)
{
    auto spec = m_context.session.spec().spec();
    spec.keepOnCpu = spec::without(spec.keepOnCpu, what);
    propose(spec);
}

void KeepController::propose(const spec::CompileSpec &spec)
{
    auto &document = m_context.session.spec();
    const bool isOfPins = isAlike(spec, document.spec());
    m_proposed = isOfPins ? std::nullopt : std::optional(spec);
    document.addStep(spec, isOfPins ? u"partition"_s : QString());
    if (isChanged())
        offerCompile();
}

void KeepController::beginPreview(const toolchain::CompileRequest &request)
{
    m_asked = request.spec;
    auto &jobs = m_context.session.jobs();
    if (!m_job)
        m_job = jobs.begin(
            tr("Preview the partitions of %1").arg(QFileInfo(request.input).fileName()), [this] {
                m_preview.stop();
                endPreview();
                if (isChanged())
                    offerCompile();
            });
    m_preview.ask(request);
    if (isChanged())
        offerCompile();
}

void KeepController::endPreview()
{
    if (m_job)
        m_context.session.jobs().end(*std::exchange(m_job, std::nullopt));
}

void KeepController::forgetPreview()
{
    m_preview.stop();
    endPreview();
    m_proposed.reset();
    m_context.session.preview().set({});
}

/// After edits of any kind, Undo and Redo, and when another model comes: what is offered is always
/// what differs now. Pages show the old answer until the new one is there, if only pins differ.
void KeepController::followSpec()
{
    m_preview.stop();
    endPreview();
    auto &session = m_context.session;
    const auto old = session.preview().result();
    const bool isWatched = old && !session.model().compileResult();
    if (old && !isAlike(m_answered, session.spec().spec()))
        session.preview().set({});
    if (isChanged())
        offerCompile();
    else
        m_context.notices.dismiss(KeepNotice);
    if (isChanged() || isWatched)
        askPreview(Unapproved::Leave);
    else
        session.preview().set({});
}

void KeepController::showPreview()
{
    m_context.modes.show(Mode::Partition);
    askPreview(Unapproved::Ask);
}

/// Nothing runs that was not approved for a compile before.
void KeepController::askPreview(Unapproved unapproved)
{
    auto &session = m_context.session;
    const auto &environment = m_compile.tools().environment();
    const auto input = session.compileInput();
    if (!environment || !runsCode(input) || m_compile.runner().isRunning())
        return;
    toolchain::CompileRequest request{ .input = input,
        .spec = session.spec().spec(),
        .interpreter = environment->interpreter,
        .trusted = true };
    m_hashSlot.start(
        tr("Checking %1").arg(QFileInfo(input).fileName()),
        [input](const JobControl &) -> Result<TrustSubject> { return modelSubject(input); },
        [this, unapproved, request = std::move(request)](
            const Result<TrustSubject> &subject) mutable {
            auto &now = m_context.session;
            if (request.spec != now.spec().spec() || request.input != now.compileInput())
                return;
            if (!subject->content.isEmpty() && now.approvals().allows(*subject)) {
                request.trustedContent = subject->content;
                beginPreview(request);
            } else if (unapproved == Unapproved::Ask) {
                m_compile.askTrust(request.input, [this] { askPreview(Unapproved::Leave); });
            }
        });
}

QString KeepController::keptText() const
{
    const auto &kept = m_context.session.spec().spec().keepOnCpu;
    const auto nodes = static_cast<int>(kept.nodes.size());
    const auto rules
        = static_cast<int>(kept.operators.size() + kept.modules.size() + kept.patterns.size());
    if (isProposed() && kept == compiled())
        return tr("The spec is another one.");
    if (kept.isEmpty())
        return tr("The NPU may take every operator again.");
    return rules == 0 ? tr("%n operator(s) kept on the CPU.", nullptr, nodes)
                      : tr("%n rule(s) keep operators on the CPU.", nullptr, nodes + rules);
}

/// The very compile that would be offered.
bool KeepController::isCompiling() const
{
    auto &session = m_context.session;
    return std::ranges::any_of(session.jobs().records(), [&](const JobRecord &record) {
        const auto *job = record.hasEnded() ? nullptr : m_compile.runner().job(record.id);
        return job && job->request.input == session.compileInput()
            && job->request.spec == session.spec().spec();
    });
}

void KeepController::offerCompile()
{
    if (isCompiling())
        return m_context.notices.dismiss(KeepNotice);
    const auto shown = m_context.session.model().compileResult();
    const auto preview = m_context.session.preview().result();
    const bool isAnswered = preview && m_answered == m_context.session.spec().spec();
    const auto changes = isAnswered ? views::previewSentence(shown.get(), *preview)
        : m_job                     ? tr("Asking the partitioner what changes…")
                                    : tr("Compile to see what changes.");
    const bool canUndo = isLastEdit();
    m_context.notices.show({ KeepNotice, u"dialog-information"_s,
        tr("%1 %2", "sentence, sentence").arg(keptText(), changes),
        { { tr("Compile"), [this] { m_compile.compile(); }, true },
            { canUndo ? tr("Undo") : tr("As it was compiled"), [this] { takeBack(); } } } });
}

/// The last edit is what the notice is about.
bool KeepController::isLastEdit() const
{
    const auto *last = m_context.session.spec().undoStep();
    return last && (isProposed() || last->after.keepOnCpu != last->before.keepOnCpu);
}

/// The last edit where that is what is offered; else the pins as they were compiled.
void KeepController::takeBack()
{
    auto &document = m_context.session.spec();
    if (isLastEdit())
        return document.undo();
    auto spec = document.spec();
    spec.keepOnCpu = compiled();
    document.addStep(spec, u"partition"_s);
}

} // namespace tosaic::shell
