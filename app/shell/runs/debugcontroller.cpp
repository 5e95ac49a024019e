// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/runs/herecontroller.h"
#include "app/shell/runs/runcancel.h"
#include "app/shell/runs/runstabs.h"
#include "app/shell/tools/toolkeeper.h"
#include "core/accuracy/streamdifference.h"
#include "core/analysis/join.h"
#include "core/base/jobslot.h"
#include "core/base/try.h"
#include "core/localrun/debugmemory.h"
#include "profiler/session/operatornames.h"
#include "views/debugger/debuggerpage.h"
#include "views/widgets/errortext.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileInfo>
#include <QMenu>
#include <QPointer>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

using Step = views::DebuggerPage::Step;

struct StepAction
{
    Step step;
    const char *id;
    const char *text;
    const char *key;
    const char *tip;
};

constexpr std::array<StepAction, 10> Steps{ {
    { Step::Operation, "debug.over", QT_TRANSLATE_NOOP("Debugger", "Step &over an operation"),
        "F10", QT_TRANSLATE_NOOP("Debugger", "Execute up to the operation behind the next") },
    { Step::Operator, "debug.operator", QT_TRANSLATE_NOOP("Debugger", "Step over an o&perator"),
        "Ctrl+F9",
        QT_TRANSLATE_NOOP("Debugger", "Execute all operations of the compiler's operator") },
    { Step::Command, "debug.into", QT_TRANSLATE_NOOP("Debugger", "Step one &command"), "F9",
        QT_TRANSLATE_NOOP("Debugger", "Execute the next command of the stream") },
    { Step::BackOperation, "debug.back", QT_TRANSLATE_NOOP("Debugger", "&Back over an operation"),
        "Shift+F11", QT_TRANSLATE_NOOP("Debugger", "Stand before the last operation again") },
    { Step::BackCommand, "debug.backCommand", QT_TRANSLATE_NOOP("Debugger", "Back one co&mmand"),
        "Shift+F9", QT_TRANSLATE_NOOP("Debugger", "Stand before the last command again") },
    { Step::ToSelected, "debug.toSelected", QT_TRANSLATE_NOOP("Debugger", "Run to &selected"),
        "Ctrl+F10",
        QT_TRANSLATE_NOOP("Debugger", "Stand before the selected operation or command") },
    { Step::ToDifference, "debug.difference",
        QT_TRANSLATE_NOOP("Debugger", "Run to the first &difference"), "Ctrl+Alt+F10",
        QT_TRANSLATE_NOOP("Debugger",
            "Stand behind the first operation that is not as the TOSA reference model says") },
    { Step::ToEnd, "debug.end", QT_TRANSLATE_NOOP("Debugger", "Run to the &end"), "Ctrl+F5",
        QT_TRANSLATE_NOOP("Debugger", "Execute the rest of the stream") },
    { Step::Restart, "debug.restart", QT_TRANSLATE_NOOP("Debugger", "&Restart"), "Ctrl+Shift+F5",
        QT_TRANSLATE_NOOP("Debugger", "Stand before the first command again") },
    { Step::Stop, "debug.stop", QT_TRANSLATE_NOOP("Debugger", "S&top what runs"), "Ctrl+Shift+F10",
        QT_TRANSLATE_NOOP("Debugger", "Stop between two commands") },
} };

/// The first operation that is not as it should be.
struct Difference
{
    std::optional<quint32> operation; ///< absent: there is none
    QString name; ///< of the tensor
    quint64 differing = 0;
    quint64 elements = 0;
};

/// The keys of the debugger, and what a run of the whole program hands to it.
class DebugController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(Debugger)
public:
    DebugController(
        const ShellContext &context, RunsTabs &tabs, HereController &here, const ToolKeeper &tools);
    ~DebugController() override;

private:
    void take(views::DebuggerPage &page);
    void takeRun(const views::HereOutcome &outcome);
    void updateActions();
    std::optional<int> partition() const;
    void findDifference();
    void nameOperators();
    void takeDifference(const Result<Difference> &found);

    ShellContext m_context;
    const ToolKeeper &m_tools;
    QPointer<views::DebuggerPage> m_page; ///< null until it is first shown
    std::map<int, std::vector<QByteArray>> m_inputs; ///< of the last run of what is open
    std::shared_ptr<RunCancel> m_cancel; ///< of the search for a difference
    JobId m_listed;
    JobSlot m_searching; ///< last: it uses what is above
};

DebugController::DebugController(
    const ShellContext &context, RunsTabs &tabs, HereController &here, const ToolKeeper &tools)
    : QObject(&context.window), m_context(context), m_tools(tools)
{
    const auto translated
        = [](const char *text) { return QCoreApplication::translate("Debugger", text); };
    auto *menu = m_context.actions.addMenu(
        u"run.debug"_s, translated(QT_TRANSLATE_NOOP("Debugger", "&Debug")));
    for (const auto &one : Steps) {
        menu->addAction(
            m_context.actions.add({ .id = QString::fromLatin1(one.id),
                                      .text = translated(one.text),
                                      .shortcut = QKeySequence(QString::fromLatin1(one.key)),
                                      .tip = translated(one.tip) },
                [this, step = one.step] {
                    // The first step shows the page; the stream is opened by that.
                    if (m_page && m_page->isVisible())
                        m_page->step(step);
                    else
                        m_context.actions.action(u"runs.debugger"_s)->trigger();
                }));
    }
    connect(
        &tabs, &RunsTabs::debuggerBuilt, this, [this](views::DebuggerPage *page) { take(*page); });
    connect(&here, &HereController::finished, this, &DebugController::takeRun);
    connect(
        &m_context.session.model(), &ModelDocument::changed, this, [this] { m_inputs.clear(); });
    connect(&m_context.session.model(), &ModelDocument::streamsChanged, this,
        &DebugController::updateActions);
    connect(&m_context.session.profile(), &ProfileDocument::changed, this,
        &DebugController::nameOperators);
    updateActions();
}

void DebugController::take(views::DebuggerPage &page)
{
    m_page = &page;
    page.setInputs(m_inputs);
    connect(&page, &views::DebuggerPage::stepsChanged, this, &DebugController::updateActions);
    connect(&page, &views::DebuggerPage::streamOpened, this, &DebugController::nameOperators);
    connect(
        &page, &views::DebuggerPage::differenceRequested, this, &DebugController::findDifference);
    updateActions();
}

DebugController::~DebugController()
{
    if (m_cancel)
        m_cancel->want();
}

/// Of the compile that made what is open, the one whose stream is debugged.
std::optional<int> DebugController::partition() const
{
    const auto &model = m_context.session.model();
    const auto compile = model.compileResult();
    const auto program = model.program();
    const auto analysis = m_page ? m_page->session().analysis() : nullptr;
    if (!compile || !program || !analysis)
        return std::nullopt;
    const auto index
        = analysis::joinByPayload(*program, *compile).partitionOf(0, analysis->owner().index);
    return index ? std::optional(compile->partitions[size_t(*index)].index) : std::nullopt;
}

/// As all faces call them.
void DebugController::nameOperators()
{
    const auto analysis = m_page ? m_page->session().analysis() : nullptr;
    const auto subject = m_context.session.profile().subject();
    if (analysis && analysis->stream() && subject)
        m_page->setOperators(
            operatorNamesOf(*subject, analysis->owner(), analysis->stream()->operations.size()));
}

void DebugController::findDifference()
{
    const auto index = partition();
    if (m_searching.isRunning())
        return;
    if (!index)
        return m_page->say(
            tr("The stream is not that of a compile whose TOSA is at hand: nothing says what it "
               "should compute."));
    const auto &model = m_context.session.model();
    m_cancel = std::make_shared<RunCancel>();
    auto right = accuracy::rightValuesOf(*model.compileResult(), *index);
    right.interpreter = m_tools.environment() ? m_tools.environment()->interpreter : QString();
    right.cancelled = { m_cancel, &m_cancel->isWanted };
    right.setCancel
        = [cancel = m_cancel](std::function<void()> end) { cancel->set(std::move(end)); };
    m_listed = m_context.session.jobs().begin(
        tr("Looking for the first difference"), [cancel = m_cancel] { cancel->want(); });
    m_page->say(tr("Looking for the first operation that is not as the reference says…"));
    m_searching.start(
        {},
        [right, analysis = m_page->session().analysis(), source = model.source(),
            given = m_page->inputs(),
            seed = m_page->session().seed()](const JobControl &) -> Result<Difference> {
            std::map<size_t, QByteArray> known;
            for (const auto &input : given)
                known.emplace(known.size(), input);
            const auto inputs = TRY(localrun::debugInputs(analysis->placed, known, seed));
            auto memory = TRY(localrun::debugMemory(analysis->placed, source, inputs, seed));
            const auto table
                = TRY(accuracy::compareStream(*analysis->stream(), memory, inputs, right));
            const auto *first = table.first();
            return first ? Difference{ first->operation, first->name, first->measures.differing(),
                first->measures.elements() }
                         : Difference();
        },
        [this](const Result<Difference> &found) { takeDifference(found); });
}

void DebugController::takeDifference(const Result<Difference> &found)
{
    m_context.session.jobs().end(m_listed);
    if (!m_page)
        return;
    if (!found)
        return m_page->say(views::errorText(found.error()).toPlainText());
    if (!found->operation)
        return m_page->say(tr("Every operation that can be compared is as the reference says."));
    m_page->showDifference(*found->operation,
        tr("%1 is the first that differs: %2 of %3 elements.")
            .arg(found->name)
            .arg(found->differing)
            .arg(found->elements));
}

void DebugController::takeRun(const views::HereOutcome &outcome)
{
    if (QFileInfo(outcome.program) != QFileInfo(m_context.session.model().path()))
        return;
    m_inputs = outcome.result.delegateInputs;
    if (m_page)
        m_page->setInputs(m_inputs);
}

void DebugController::updateActions()
{
    if (m_page && m_page->isVisible())
        m_page->setWhyNoDifference(m_context.session.model().compileResult()
                ? QString()
                : tr("Open the compile: its TOSA says what each operation should compute"));
    const bool hasStreams = !m_context.session.model().streams().empty();
    for (const auto &one : Steps) {
        auto *action = m_context.actions.action(QString::fromLatin1(one.id));
        const bool isStart
            = one.step == Step::Operation && hasStreams && (!m_page || !m_page->isVisible());
        action->setEnabled(isStart || (m_page && m_page->canStep(one.step)));
    }
}

} // namespace

void addDebugger(
    const ShellContext &context, RunsTabs &tabs, HereController &here, const ToolKeeper &tools)
{
    new DebugController(context, tabs, here, tools);
}

} // namespace tosaic::shell
