// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window/parts.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/runsarea.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/frame/smallwindow.h"
#include "core/base/bytesource.h"
#include "profiler/session/programfacts.h"
#include "views/findings/findingspanel.h"

#include <QAction>
#include <QBoxLayout>
#include <QEvent>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

using views::EvidencePage;
using views::FindingsPanel;

/// What the current run tells by itself, beside what is said of the open program where it ran that,
/// and all that is said of that where its trace is joined to it.
std::vector<Finding> findingsAboveRuns(std::vector<Finding> ofRun,
    const std::vector<Finding> &ofProgram, bool isOfProgram, bool isJoined)
{
    const auto totalsOf = [](auto &findings) {
        return std::ranges::find(findings, Finding::Kind::Totals, &Finding::kind);
    };
    const auto known = totalsOf(ofProgram);
    const auto measured = totalsOf(ofRun);
    if (isOfProgram && known != ofProgram.end() && measured != ofRun.end()) {
        for (const auto &one : known->evidence) {
            if (one.origin != measured->evidence.front().origin && !one.includes.isEmpty())
                measured->evidence.push_back(one);
        }
    }
    const auto isTold = [](const Finding &finding) {
        return finding.kind == Finding::Kind::Totals
            || finding.doubt == Finding::Doubt::EstimateOnly;
    };
    if (isJoined)
        std::ranges::copy_if(ofProgram, std::back_inserter(ofRun), std::not_fn(isTold));
    return ofRun;
}

/// The findings of what is open above the graph, those of the current run above the runs; one state
/// for both, and another one in a low window, where they would take the graph its room.
class FindingsBars : public QObject
{
public:
    FindingsBars(const ShellContext &context, QObject *parent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void add(Mode mode, QBoxLayout &place);
    const Setting<bool> &foldedSetting() const;
    void fold();
    void find(const std::shared_ptr<const ProfileSubject> &subject);
    void findOfRun();
    void tell();
    void tell(FindingsPanel &panel, Mode mode);
    void show(EvidencePage page);
    void select(const std::vector<size_t> &operations);

    ShellContext m_context;
    JobSlot m_slot;
    JobSlot m_runSlot;
    QTimer m_soon; ///< a run is told once, however much of it changed
    std::vector<std::pair<Mode, FindingsPanel *>> m_panels;
    bool m_isLow = false; ///< the window
    std::vector<Finding> m_findings; ///< of the program
    std::vector<Finding> m_runFindings; ///< of the current run
    bool m_isOfProgram = false; ///< it ran the open program
    std::shared_ptr<const ProfileSubject> m_subject; ///< that the findings are of
};

FindingsBars::FindingsBars(const ShellContext &context, QObject *parent)
    : QObject(parent), m_context(context)
{
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode, QWidget *page) {
        if (mode == Mode::Model)
            add(mode, *static_cast<QBoxLayout *>(page->layout()));
        else if (mode == Mode::Runs)
            add(mode, static_cast<RunsArea *>(page)->column());
    });
    context.window.installEventFilter(this);
    auto &session = m_context.session;
    // The profile is still that of the model before; what needs none is told at once.
    connect(&session.model(), &ModelDocument::changed, this, [this] { find(nullptr); });
    connect(&session.profile(), &ProfileDocument::changed, this, [this, &session] {
        if (!session.profile().isLoading())
            find(session.profile().subject());
    });
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &FindingsBars::findOfRun);
    const auto findSoon = [this] { m_soon.start(); };
    connect(&session.runs(), &RunsDocument::changed, this, findSoon);
    connect(&session.runs(), &RunsDocument::currentChanged, this, findSoon);
    connect(&session.runs(), &RunsDocument::loadingChanged, this, findSoon);
    connect(&session.runs(), &RunsDocument::runChanged, this, [this, findSoon](int index) {
        if (index == m_context.session.runs().currentIndex())
            findSoon();
    });
    connect(&session.results(), &ResultsDocument::changed, this, findSoon);
}

void FindingsBars::add(Mode mode, QBoxLayout &place)
{
    auto *panel = new FindingsPanel;
    place.insertWidget(0, panel);
    m_panels.emplace_back(mode, panel);
    fold();
    tell(*panel, mode);
    connect(panel, &FindingsPanel::folded, this, [this](bool folded) {
        m_context.session.settings().set(foldedSetting(), folded);
        fold();
    });
    connect(panel, &FindingsPanel::pageRequested, this, &FindingsBars::show);
    connect(panel, &FindingsPanel::operatorRequested, this, &FindingsBars::select);
}

bool FindingsBars::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize && m_isLow != SmallWindow::isLow(m_context.window))
        fold();
    return QObject::eventFilter(watched, event);
}

const Setting<bool> &FindingsBars::foldedSetting() const
{
    return m_isLow ? settings::FindingsFoldedLow : settings::FindingsFolded;
}

void FindingsBars::fold()
{
    m_isLow = SmallWindow::isLow(m_context.window);
    const bool isFolded = m_context.session.settings().value(foldedSetting());
    for (const auto &one : m_panels)
        one.second->setFolded(isFolded);
}

void FindingsBars::find(const std::shared_ptr<const ProfileSubject> &subject)
{
    const auto &model = m_context.session.model();
    OpenedModel opened{
        .path = model.path(), .program = model.program(), .result = model.compileResult()
    };
    m_slot.start(
        {},
        [opened = std::move(opened), subject](const JobControl &) -> Result<std::vector<Finding>> {
            return findingsOf(opened, subject.get());
        },
        [this, subject](Result<std::vector<Finding>> findings) {
            m_subject = subject;
            m_findings = findings ? std::move(*findings) : std::vector<Finding>();
            tell();
        });
    m_soon.start(); // what the program says of the run may be another
}

/// With what is known of the program that it ran, the open one or one of the compiles.
void FindingsBars::findOfRun()
{
    auto &session = m_context.session;
    const auto *current = session.runs().current();
    if (!current) {
        m_runSlot.cancel();
        m_runFindings.clear();
        return tell();
    }
    const auto &model = session.model();
    m_runSlot.start(
        {},
        [run = *current, path = model.path(), program = model.program(),
            result = model.compileResult(), streams = model.streams(),
            results = session.results().results()](
            const JobControl &) -> Result<std::pair<std::vector<Finding>, bool>> {
            std::vector<profile::ProgramFacts> programs;
            const auto hash = profile::programHashOf(run);
            if (!hash.isEmpty() && program && program->source)
                programs.push_back(programFactsOf(path, sha256Hex(program->source->bytes()),
                    program.get(), result.get(), streams));
            const bool isOfOpen = !hash.isEmpty() && program && !programs.empty()
                && programs.front().sha256 == hash && !profile::isRefuted(run, programs.front());
            for (const auto &one : results)
                programs.push_back(programFactsOf(*one));
            return std::pair(
                findingsOf(withNumbers(run), profile::statedProgramOf(run, programs)), isOfOpen);
        },
        [this](Result<std::pair<std::vector<Finding>, bool>> found) {
            if (found)
                std::tie(m_runFindings, m_isOfProgram) = std::move(*found);
            tell();
        });
}

void FindingsBars::tell()
{
    for (const auto &[mode, panel] : m_panels)
        tell(*panel, mode);
}

void FindingsBars::tell(FindingsPanel &panel, Mode mode)
{
    auto &session = m_context.session;
    const auto *run = session.runs().current();
    panel.setComplete(!session.profile().isLoading()
        && (mode == Mode::Model || !run || !session.runs().isLoading()));
    if (mode == Mode::Model || !run)
        return panel.setFindings(m_findings);
    const bool isJoined
        = run->trace && m_subject && m_subject->table && !m_subject->table->inferences.empty();
    panel.setFindings(
        findingsAboveRuns(m_runFindings, m_findings, m_isOfProgram || isJoined, isJoined));
}

void FindingsBars::show(EvidencePage page)
{
    switch (page) {
    case EvidencePage::Operators:
        return m_context.actions.action(u"runs.operators"_s)->trigger();
    case EvidencePage::Roofline:
        return m_context.actions.action(u"runs.roofline"_s)->trigger();
    case EvidencePage::Counters:
        return m_context.actions.action(u"runs.counters"_s)->trigger();
    case EvidencePage::Kernels:
        return m_context.actions.action(u"runs.kernels"_s)->trigger();
    case EvidencePage::Timeline:
        return m_context.actions.action(u"runs.timeline"_s)->trigger();
    case EvidencePage::Memory:
        return m_context.modes.show(Mode::Memory);
    case EvidencePage::Partition:
        return m_context.modes.show(Mode::Partition);
    case EvidencePage::Spec:
        return m_context.modes.show(Mode::Spec);
    case EvidencePage::None:
        return;
    }
}

void FindingsBars::select(const std::vector<size_t> &operations)
{
    for (const auto operation : operations) {
        const auto entity = m_subject ? m_subject->entityOf(operation) : model::EntityRef();
        if (!entity.isEmpty())
            return m_context.session.selection().select(entity);
    }
    show(EvidencePage::Operators);
}

} // namespace

void addFindings(const ShellContext &context)
{
    new FindingsBars(context, &context.window);
}

} // namespace tosaic::shell
