// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/spec/parts.h"

#include "app/shell/compile/compilecontroller.h"
#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/spec/keepcontroller.h"
#include "core/base/joblist.h"
#include "core/base/jobslot.h"
#include "core/pinsearch/toolevaluator.h"
#include "views/whatif/pinsearchdialog.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileInfo>
#include <QPointer>
#include <QTemporaryDir>

#include <map>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// The search for pins: its dialog, the one search that runs, whichever model is shown meanwhile,
/// and for each model what was found and the cells that its next search takes up.
class PinSearchController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::PinSearchController)
public:
    PinSearchController(const ShellContext &context, CompileController &compile,
        KeepController &keep, QObject *parent);

private:
    void show();
    void askToStart(const pinsearch::Goal &goal, int compiles);
    void start(pinsearch::SearchRequest request, const QString &trustedContent);
    void cancel();
    void end();
    void publish();
    QString obstacle() const;

    /// Of one model.
    struct Kept
    {
        QTemporaryDir cells;
        std::shared_ptr<const pinsearch::SearchResult> result;
        int done = 0;
        int all = 0;
    };

    ShellContext m_context;
    CompileController &m_compile;
    KeepController &m_keep;
    QAction *m_action = nullptr;
    QPointer<views::PinSearchDialog> m_dialog;
    std::map<QString, Kept> m_kept; ///< by what is compiled
    QString m_input; ///< of the search that runs
    std::unique_ptr<pinsearch::ToolEvaluator> m_tools;
    std::unique_ptr<pinsearch::PinSearch> m_search; ///< null: none runs
    JobSlot m_hashSlot;
    JobId m_job;
};

PinSearchController::PinSearchController(
    const ShellContext &context, CompileController &compile, KeepController &keep, QObject *parent)
    : QObject(parent), m_context(context), m_compile(compile), m_keep(keep),
      m_hashSlot(&context.session.jobs())
{
    m_action = m_context.actions.add({ .id = u"compile.findPins"_s,
                                         .text = tr("Find &better pins…"),
                                         .tip = tr("Searches what had better stay on the CPU") },
        [this] { show(); });
    connect(&m_context.requests, &Requests::pinSearchRequested, this, &PinSearchController::show);
    auto &session = m_context.session;
    connect(&session.model(), &ModelDocument::changed, this, &PinSearchController::publish);
    connect(&session, &Session::compileInputChanged, this, &PinSearchController::publish);
    connect(&session.spec(), &SpecDocument::changed, this, &PinSearchController::publish);
    connect(&m_compile.tools(), &ToolKeeper::changed, this, &PinSearchController::publish);
}

void PinSearchController::show()
{
    if (!m_dialog) {
        m_dialog = new views::PinSearchDialog(m_context.theme, &m_context.window);
        connect(m_dialog, &views::PinSearchDialog::searchRequested, this,
            &PinSearchController::askToStart);
        connect(
            m_dialog, &views::PinSearchDialog::cancelRequested, this, &PinSearchController::cancel);
        connect(m_dialog, &views::PinSearchDialog::useRequested, this,
            [this](const spec::CompileSpec &found) {
                auto spec = m_context.session.spec().spec();
                spec.keepOnCpu = found.keepOnCpu;
                spec.memoryMode = found.memoryMode;
                m_keep.propose(spec);
            });
    }
    publish();
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

QString PinSearchController::obstacle() const
{
    const auto &session = m_context.session;
    const auto kind = toolchain::inputKindOf(session.compileInput());
    if (!kind || !toolchain::runsCode(*kind))
        return tr("Choose the model's .py or .pt2 as what is compiled: a program alone does not "
                  "say what else could run where.");
    if (!m_compile.tools().environment())
        return tr("No Python environment with ExecuTorch was found.");
    if (m_search && m_input != session.compileInput())
        return tr("The search for %1 runs; this one can begin when it has ended.")
            .arg(QFileInfo(m_input).fileName());
    return {};
}

/// The search runs the model's code: not before it is approved.
void PinSearchController::askToStart(const pinsearch::Goal &goal, int compiles)
{
    const auto input = m_context.session.compileInput();
    pinsearch::SearchRequest request{ .spec = m_context.session.spec().spec(),
        .goal = goal,
        .compiles = compiles,
        .previews = 20 * compiles };
    m_hashSlot.start(
        tr("Checking %1").arg(QFileInfo(input).fileName()),
        [input](const JobControl &) -> Result<TrustSubject> { return modelSubject(input); },
        [this, input, goal, compiles, request = std::move(request)](
            const Result<TrustSubject> &subject) {
            if (!subject->content.isEmpty() && m_context.session.approvals().allows(*subject))
                return start(request, subject->content);
            m_dialog->hide(); // the question stands in the window
            m_compile.askTrust(input, [this, goal, compiles] {
                m_dialog->show();
                askToStart(goal, compiles);
            });
        });
}

void PinSearchController::start(pinsearch::SearchRequest request, const QString &trustedContent)
{
    const auto &environment = m_compile.tools().environment();
    if (m_search || !environment)
        return;
    m_input = m_context.session.compileInput();
    auto &kept = m_kept[m_input];
    const toolchain::CompileRequest job{ .input = m_input,
        .interpreter = environment->interpreter,
        .trusted = true,
        .trustedContent = trustedContent };
    m_tools = std::make_unique<pinsearch::ToolEvaluator>(
        job, kept.cells.path(), m_compile.runner().warm());
    m_search = std::make_unique<pinsearch::PinSearch>(std::move(request), *m_tools);
    m_job = m_context.session.jobs().begin(tr("Search for pins"), [this] { cancel(); });
    connect(m_search.get(), &pinsearch::PinSearch::progressed, this, [this](int done, int all) {
        auto &found = m_kept[m_input];
        found.done = done;
        found.all = all;
        m_context.session.jobs().setProgress(m_job, double(done) / all);
        found.result = std::make_shared<const pinsearch::SearchResult>(m_search->result());
        publish();
    });
    connect(m_search.get(), &pinsearch::PinSearch::finished, this,
        [this](const std::shared_ptr<const pinsearch::SearchResult> &result) {
            m_kept[m_input].result = result;
            end();
            publish();
        });
    kept.done = kept.all = 0;
    kept.result.reset();
    m_search->start();
    publish();
}

void PinSearchController::cancel()
{
    if (m_search)
        m_search->cancel();
}

void PinSearchController::end()
{
    if (!m_search)
        return;
    m_search->disconnect(this);
    m_search.release()->deleteLater(); // its signal may be on the stack
    m_tools.release()->deleteLater();
    m_context.session.jobs().end(m_job);
}

void PinSearchController::publish()
{
    if (!m_dialog)
        return;
    const auto input = m_context.session.compileInput();
    const auto kept = m_kept.find(input);
    const bool isKnown = kept != m_kept.end();
    m_dialog->setView({ .isRunning = m_search && m_input == input,
        .done = isKnown ? kept->second.done : 0,
        .all = isKnown ? kept->second.all : 0,
        .result = isKnown ? kept->second.result : nullptr,
        .obstacle = obstacle(),
        .current = m_context.session.spec().spec() });
}

} // namespace

void addPinSearch(const ShellContext &context, CompileController &compile, KeepController &keep)
{
    new PinSearchController(context, compile, keep, &context.window);
}

} // namespace tosaic::shell
