// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/parts.h"

#include "app/shell/frame/session.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/base/jobslot.h"
#include "core/base/try.h"
#include "core/workspace/contents.h"
#include "profiler/imports/runimport.h"
#include "profiler/session/workspaceruns.h"

#include <QFileInfo>
#include <QScopeGuard>

#include <QCoreApplication>
#include <QHash>
#include <QObject>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class RunsController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::RunsController)
public:
    RunsController(const ShellContext &context, WorkspaceStore &store, QObject *parent = nullptr);

private:
    void link();
    void takeLinks(const RunNews::Links &links, const QString &path);
    void takeOthers(std::vector<profile::MeasuredRun> others);
    void takeRemoved(const std::vector<workspace::RunId> &removed);
    void writeFacts(int index);
    void forget(int index);
    void loadCurrent(int index);
    void takeLoaded(int index, const QString &key, const Result<profile::MeasuredRun> &loadedRun);
    std::vector<workspace::RunId> unlistedRuns(const workspace::Contents &contents) const;
    std::vector<workspace::RunId> missingRuns(const workspace::Contents &contents) const;
    bool isKept(const profile::MeasuredRun &run) const;
    /// Of the open workspace, as it is there.
    bool isListed(const workspace::RunRecord &head) const;
    /// -1: it is not listed.
    int indexOf(workspace::RunId id) const;

    ShellContext m_context;
    WorkspaceStore &m_store;
    JobSlot m_link;
    JobSlot m_load;
    QHash<quint32, workspace::RunRecord> m_facts; ///< by id: what the workspace says
    workspace::RunId m_removedByOthers; ///< leaves the list, and is not in the workspace any more
};

} // namespace

namespace {

/// Whoever recorded the run when it was listed may have ended it by now.
bool wentOn(const profile::MeasuredRun &run)
{
    return run.status == "running"_L1 && !run.isLive;
}

} // namespace

RunsController::RunsController(const ShellContext &context, WorkspaceStore &store, QObject *parent)
    : QObject(parent), m_context(context), m_store(store), m_load(&context.session.jobs())
{
    auto &runs = m_context.session.runs();
    connect(&m_store, &WorkspaceStore::changed, this, &RunsController::link);
    connect(&m_store, &WorkspaceStore::pathChanged, this, [this] {
        // Runs of a workspace are listed, as it says them, before it is the open one.
        m_facts.clear();
        for (const auto &run : m_context.session.runs().runs()) {
            if (isKept(run))
                m_facts.insert(run.stored.value, profile::statedFacts(run));
        }
        loadCurrent(m_context.session.runs().currentIndex());
    });
    connect(&runs, &RunsDocument::runChanged, this, &RunsController::writeFacts);
    connect(&runs, &RunsDocument::aboutToRemove, this, &RunsController::forget);
    connect(&runs, &RunsDocument::currentChanged, this, &RunsController::loadCurrent);
}

bool RunsController::isKept(const profile::MeasuredRun &run) const
{
    return run.stored && run.storedIn == m_store.path();
}

/// Runs of the window that do not know their place in the workspace are looked up there, those that
/// others keep in it are listed, and those that others removed from it leave the list.
void RunsController::link()
{
    const auto path = m_store.path();
    const auto contents = m_store.contents();
    if (!contents || path.isEmpty() || m_link.isRunning())
        return;
    RunQuestions questions;
    for (const auto &run : m_context.session.runs().runs()) {
        if (isKept(run)) {
            if (!m_facts.contains(run.stored.value))
                m_facts.insert(run.stored.value, profile::statedFacts(run));
        } else if (!run.isLive) {
            questions.unplaced.push_back(run);
        }
    }
    questions.unlisted = unlistedRuns(*contents);
    questions.missing = missingRuns(*contents);
    if (questions.isEmpty())
        return;
    m_link.start(
        tr("Looking up runs"),
        [path, questions](const JobControl &) -> Result<RunNews> {
            auto file = workspace::Workspace::open(path);
            return file ? readNews(**file, questions) : fail(file.error());
        },
        [this, path, contents](Result<RunNews> news) {
            if (news && path == m_store.path()) {
                takeLinks(news->links, path);
                takeOthers(std::move(news->others));
                takeRemoved(news->removed);
            }
            if (m_store.contents() != contents)
                link(); // what came meanwhile
        });
}

/// Runs of the workspace that the window does not have as they are. One that goes on is listed by
/// who records it; here it comes when it has ended.
std::vector<workspace::RunId> RunsController::unlistedRuns(
    const workspace::Contents &contents) const
{
    // What was removed here is still in contents that are older.
    if (!m_store.isCurrent() || m_store.isReadOnly())
        return {};
    std::vector<workspace::RunId> unlisted;
    for (const auto &head : contents.runs) {
        if (head.status != "running"_L1 && !isListed(head))
            unlisted.push_back(head.id);
    }
    return unlisted;
}

/// Runs that the workspace may not have any more: what was kept a moment ago is not in older
/// contents, so that the file is asked again.
std::vector<workspace::RunId> RunsController::missingRuns(const workspace::Contents &contents) const
{
    if (!m_store.isCurrent() || m_store.isReadOnly())
        return {};
    std::vector<workspace::RunId> missing;
    for (const auto &run : m_context.session.runs().runs()) {
        if (isKept(run) && !run.isLive
            && std::ranges::find(contents.runs, run.stored, &workspace::RunRecord::id)
                == contents.runs.end())
            missing.push_back(run.stored);
    }
    return missing;
}

bool RunsController::isListed(const workspace::RunRecord &head) const
{
    const auto index = indexOf(head.id);
    if (index < 0)
        return false;
    const auto &run = m_context.session.runs().runs()[static_cast<size_t>(index)];
    return run.isLive
        || (!wentOn(run)
            && profile::areSameFacts(profile::statedFacts(run), profile::statedFacts(head)));
}

int RunsController::indexOf(workspace::RunId id) const
{
    const auto &runs = m_context.session.runs().runs();
    const auto found = std::ranges::find_if(
        runs, [&](const profile::MeasuredRun &run) { return isKept(run) && run.stored == id; });
    return found == runs.end() ? -1 : static_cast<int>(found - runs.begin());
}

/// Runs that others keep: behind those that are listed, so that what is looked at stays.
void RunsController::takeOthers(std::vector<profile::MeasuredRun> others)
{
    auto &document = m_context.session.runs();
    std::vector<profile::MeasuredRun> unlisted;
    for (auto &other : others) {
        const auto index = indexOf(other.stored);
        const bool isOpened = index < 0 && !other.sha256.isEmpty()
            && std::ranges::any_of(document.runs(), [&](const profile::MeasuredRun &run) {
                   return !run.isLive && !isKept(run) && runKey(run) == runKey(other);
               }); // meanwhile: it is looked up next
        if (isOpened)
            continue;
        m_facts.insert(other.stored.value, profile::statedFacts(other));
        if (index < 0) {
            unlisted.push_back(std::move(other));
            continue;
        }
        // Somebody ended it or stated something about it; what was loaded here stays.
        const auto &known = document.runs()[static_cast<size_t>(index)];
        other.trace = known.trace;
        other.etdump = known.etdump;
        other.host = known.host;
        other.debugBuffer = known.debugBuffer;
        other.arrivals = known.arrivals;
        document.update(index, std::move(other));
        if (index == document.currentIndex())
            loadCurrent(index);
    }
    document.append(std::move(unlisted));
}

void RunsController::takeRemoved(const std::vector<workspace::RunId> &removed)
{
    for (const auto id : removed) {
        m_facts.remove(id.value);
        m_removedByOthers = id;
        for (auto index = indexOf(id); index >= 0; index = indexOf(id))
            m_context.session.runs().remove(index);
        m_removedByOthers = {};
    }
}

void RunsController::takeLinks(const RunNews::Links &links, const QString &path)
{
    auto &runs = m_context.session.runs();
    for (int index = 0; index < static_cast<int>(runs.runs().size()); ++index) {
        auto run = runs.runs()[static_cast<size_t>(index)];
        const auto link = links.constFind(runKey(run));
        if (run.isLive || isKept(run) || link == links.cend())
            continue;
        // What was stated here wins over what was kept before.
        const auto &known = link->facts;
        run.name = known.name;
        run.stored = known.id;
        run.storedIn = path;
        if (!run.origin)
            run.origin = profile::originFromKey(known.origin);
        if (run.modelSha256.isEmpty())
            run.modelSha256 = known.modelSha256;
        if (!run.clockHz)
            run.clockHz = known.npuClockHz;
        if (run.note.isEmpty())
            run.note = known.note;
        auto stated = run.conditions;
        stated.modelMacs.reset();
        if (stated == workspace::RunConditions()) {
            const auto modelMacs = run.conditions.modelMacs;
            run.conditions = known.conditions;
            if (modelMacs)
                run.conditions.modelMacs = modelMacs;
            if (!link->values.empty())
                run.values = link->values;
        }
        if (!run.conditions.modelMacs)
            run.conditions.modelMacs = known.conditions.modelMacs;
        m_facts.insert(known.id.value, known);
        runs.update(index, std::move(run)); // writes back what the workspace does not say yet
    }
}

void RunsController::writeFacts(int index)
{
    const auto &run = m_context.session.runs().runs()[static_cast<size_t>(index)];
    if (run.isLive || !isKept(run) || m_store.isReadOnly())
        return;
    const auto facts = profile::statedFacts(run);
    const auto known = m_facts.value(run.stored.value);
    if (known.id == facts.id && profile::areSameFacts(known, facts))
        return;
    m_facts.insert(run.stored.value, facts);
    auto changed = run;
    if (known.conditions.warmups == facts.conditions.warmups)
        changed.values.clear(); // the numbers stay
    m_store.change(tr("Saving %1").arg(run.name), [changed](workspace::Workspace &file) {
        return profile::RunStore(file).saveFacts(changed);
    });
}

void RunsController::forget(int index)
{
    const auto &runs = m_context.session.runs().runs();
    const auto &run = runs[static_cast<size_t>(index)];
    if (!isKept(run) || m_store.isReadOnly())
        return;
    const auto id = run.stored;
    if (id == m_removedByOthers)
        return;
    const auto others = std::ranges::count_if(runs,
        [&](const profile::MeasuredRun &other) { return isKept(other) && other.stored == id; });
    if (others > 1)
        return; // another row stands for the same run
    m_facts.remove(id.value);
    m_store.change(tr("Removing %1").arg(run.name),
        [id](workspace::Workspace &file) { return file.removeRun(id); });
}

/// What lists leave out: the raw console, the trace or the dump, from the workspace that keeps it
/// or from the file it was imported from.
void RunsController::loadCurrent(int index)
{
    m_load.cancel();
    const QScopeGuard tell([this] { m_context.session.runs().setLoading(m_load.isRunning()); });
    const auto *run = m_context.session.runs().current();
    if (!run || run->isLive || run->trace || run->etdump)
        return;
    const auto isConsole = run->kind == "console"_L1;
    if (!isConsole && run->kind != "pmu-trace"_L1 && run->kind != "etdump"_L1)
        return;
    const auto path = isKept(*run) ? m_store.path() : QString();
    // Of a console file there is nothing more to read than was read when it was opened.
    if (path.isEmpty() && (isConsole || !QFileInfo::exists(run->path)))
        return;
    m_load.start(
        tr("Reading %1").arg(run->name),
        [run = *run](const JobControl &control) { return loadedRun(run, control); },
        [this, index, key = runKey(*run)](
            const Result<profile::MeasuredRun> &loadedRun) { takeLoaded(index, key, loadedRun); });
}

void RunsController::takeLoaded(
    int index, const QString &key, const Result<profile::MeasuredRun> &loadedRun)
{
    auto &document = m_context.session.runs();
    const QScopeGuard tell([&document] { document.setLoading(false); });
    const auto *current = document.current();
    if (!loadedRun) {
        m_context.session.problems().set(
            u"import"_s, std::vector{ diagnosticOf(loadedRun.error()) });
        return;
    }
    const bool isAnything
        = loadedRun->trace || loadedRun->etdump || loadedRun->host || loadedRun->console;
    if (!current || document.currentIndex() != index || runKey(*current) != key || !isAnything)
        return;
    auto updated = *current; // what was stated in between stays
    updated.trace = loadedRun->trace;
    updated.etdump = loadedRun->etdump;
    updated.host = loadedRun->host;
    updated.debugBuffer = loadedRun->debugBuffer;
    updated.console = loadedRun->console;
    document.update(index, std::move(updated));
}

void addKeptRuns(const ShellContext &context, WorkspaceStore &store)
{
    new RunsController(context, store, &context.window);
}

} // namespace tosaic::shell
