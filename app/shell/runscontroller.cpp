// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runscontroller.h"

#include "app/shell/actionregistry.h"
#include "app/shell/filedialog.h"
#include "app/shell/mode.h"
#include "app/shell/session.h"
#include "app/shell/shellsettings.h"
#include "app/shell/workspaceruns.h"
#include "app/shell/workspacestore.h"
#include "core/base/bytesource.h"
#include "core/formats/registry.h"
#include "profiler/session/storedruns.h"

#include <QAction>
#include <QFileInfo>
#include <QScopeGuard>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

/// What users state about a run and nothing else.
profile::StoredRun factsOf(const NamedRun &run)
{
    profile::StoredRun facts{ .id = run.stored, .name = run.name };
    facts.origin = run.origin;
    facts.modelSha256 = run.modelSha256;
    facts.npuClockHz = run.clockHz;
    facts.conditions = run.conditions;
    facts.conditions.modelMacs = run.modelMacs;
    return facts;
}

profile::StoredRun factsOf(const workspace::RunRecord &record)
{
    profile::StoredRun facts{ .id = record.id, .name = record.name };
    facts.origin = profile::originFromKey(record.origin);
    facts.modelSha256 = record.modelSha256;
    facts.npuClockHz = record.npuClockHz;
    facts.conditions = record.conditions;
    return facts;
}

bool areEqual(const profile::StoredRun &a, const profile::StoredRun &b)
{
    return a.name == b.name && a.origin == b.origin && a.modelSha256 == b.modelSha256
        && a.npuClockHz == b.npuClockHz && a.conditions == b.conditions;
}

/// Runs are told apart by what they are and the file they come from.
QString keyOf(const NamedRun &run)
{
    return run.kind + u' ' + run.sha256;
}

/// From the file it was read from, if that is still the same.
Result<NamedRun> loadAnew(const NamedRun &run, const JobControl &control)
{
    auto loaded = loadRun(run.path, control);
    if (loaded && !run.sha256.isEmpty() && loaded->sha256 != run.sha256)
        return fail(ErrorCode::FormatUnsupported,
            u"the file was changed since the run was imported; import it again"_s,
            { .file = run.path });
    return loaded;
}

} // namespace

RunsController::RunsController(const ShellContext &context, WorkspaceStore &store, QObject *parent)
    : QObject(parent), m_context(context), m_store(store), m_import(&context.session.jobs()),
      m_load(&context.session.jobs())
{
    registerActions();
    auto &runs = m_context.session.runs();
    connect(&m_store, &WorkspaceStore::changed, this, &RunsController::link);
    connect(&m_store, &WorkspaceStore::pathChanged, this, [this] {
        // Runs of a workspace are listed, as it says them, before it is the open one.
        m_facts.clear();
        for (const auto &run : m_context.session.runs().runs()) {
            if (isKept(run))
                m_facts.insert(run.stored.value, factsOf(run));
        }
        loadCurrent(m_context.session.runs().currentIndex());
    });
    connect(&runs, &RunsDocument::runChanged, this, &RunsController::writeFacts);
    connect(&runs, &RunsDocument::aboutToRemove, this, &RunsController::forget);
    connect(&runs, &RunsDocument::currentChanged, this, &RunsController::loadCurrent);
}

void RunsController::registerActions()
{
    m_context.actions.add({ .id = u"run.importToWorkspace"_s,
                              .text = tr("Import &measurements..."),
                              .iconName = u"document-import"_s,
                              .tip = tr("Read console logs, ETDumps, PMU traces and reports of "
                                        "Vela into runs; an open workspace keeps them") },
        [this] { askWhat(); });
}

void RunsController::askWhat()
{
    auto &settings = m_context.session.settings();
    auto *dialog = makeFileDialog(
        { .name = u"importRunsDialog"_s,
            .title = tr("Import measurements"),
            .start = settings.value(settings::LastFolder),
            .filter = tr("Measurements and estimates (*.log *.txt *.etdp *.etdump *.json *.gz "
                         "*.csv *.xml);;All files (*)"),
            .mode = QFileDialog::ExistingFiles },
        &m_context.window);
    connect(dialog, &QFileDialog::filesSelected, this, &RunsController::importFiles);
    dialog->open();
}

void RunsController::importFiles(const QStringList &paths)
{
    m_queue += paths;
    if (!m_import.isRunning())
        importNext();
}

void RunsController::noticeOpened(const QString &path)
{
    if (m_store.path().isEmpty() || !QFileInfo(path).isFile())
        return;
    using formats::FileKind;
    const auto source = ByteSource::map(path); // looks at the first bytes only
    const auto kind = source ? formats::recognise((*source)->bytes()) : FileKind::Unknown;
    if (kind == FileKind::VelaSummary || kind == FileKind::VelaPerLayer
        || kind == FileKind::VelaConsole || kind == FileKind::VelaDebugDb)
        importFiles({ path });
}

void RunsController::importNext()
{
    if (m_queue.isEmpty()) {
        if (m_problems.empty())
            m_context.session.problems().clear(u"import"_s);
        else
            m_context.session.problems().set(u"import"_s, std::exchange(m_problems, {}));
        Q_EMIT imported();
        return;
    }
    const auto path = m_queue.takeFirst();
    m_import.start(
        tr("Importing %1").arg(QFileInfo(path).fileName()),
        [path](const JobControl &) { return readMeasurements(path); },
        [this, path](Result<NamedRun> run) {
            take(std::move(run), path);
            importNext();
        });
}

void RunsController::take(Result<NamedRun> run, const QString &path)
{
    if (!run) {
        auto error = run.error();
        if (error.location.file.isEmpty())
            error.location.file = path;
        m_problems.push_back(diagnosticOf(error));
        return;
    }
    auto &session = m_context.session;
    const auto &known = session.runs().runs();
    const auto same = std::ranges::find(known, keyOf(*run), keyOf);
    if (same != known.end()) {
        session.runs().setCurrentIndex(static_cast<int>(same - known.begin()));
        return;
    }
    session.runs().add(std::move(*run));
    session.setUnsaved(true);
}

bool RunsController::isKept(const NamedRun &run) const
{
    return run.stored && run.storedIn == m_store.path();
}

void RunsController::link()
{
    const auto path = m_store.path();
    if (!m_store.contents() || path.isEmpty() || m_link.isRunning())
        return;
    auto &runs = m_context.session.runs();
    std::vector<NamedRun> missing;
    for (const auto &run : runs.runs()) {
        if (isKept(run)) {
            if (!m_facts.contains(run.stored.value))
                m_facts.insert(run.stored.value, factsOf(run));
        } else if (!run.isLive) {
            missing.push_back(run);
        }
    }
    if (missing.empty()) {
        Q_EMIT linked();
        return;
    }
    m_link.start(
        tr("Looking up runs"),
        [path, missing](const JobControl &) -> Result<Links> {
            auto file = workspace::Workspace::open(path);
            if (!file)
                return fail(file.error());
            Links links;
            for (const auto &run : missing) {
                const auto id = findRun(**file, run);
                if (!id)
                    return fail(id.error());
                const auto record = *id ? (*file)->run(**id)
                                        : Result<workspace::RunRecord>(fail(ErrorCode::IoOpen, {}));
                if (record)
                    links.insert(keyOf(run), factsOf(*record));
            }
            return links;
        },
        [this, path](const Result<Links> &links) {
            if (links && path == m_store.path())
                takeLinks(*links, path);
            Q_EMIT linked();
        });
}

void RunsController::takeLinks(const Links &links, const QString &path)
{
    auto &runs = m_context.session.runs();
    for (int index = 0; index < static_cast<int>(runs.runs().size()); ++index) {
        auto run = runs.runs()[static_cast<size_t>(index)];
        const auto facts = links.constFind(keyOf(run));
        if (run.isLive || isKept(run) || facts == links.cend())
            continue;
        // What was stated here wins over what was kept before.
        run.name = facts->name;
        run.stored = facts->id;
        run.storedIn = path;
        if (!run.origin)
            run.origin = facts->origin;
        if (run.modelSha256.isEmpty())
            run.modelSha256 = facts->modelSha256;
        if (!run.clockHz)
            run.clockHz = facts->npuClockHz;
        if (run.conditions == workspace::RunConditions())
            run.conditions = facts->conditions;
        if (!run.modelMacs)
            run.modelMacs = facts->conditions.modelMacs;
        m_facts.insert(facts->id.value, *facts);
        runs.update(index, std::move(run)); // writes back what the workspace does not say yet
    }
}

void RunsController::writeFacts(int index)
{
    const auto &run = m_context.session.runs().runs()[static_cast<size_t>(index)];
    if (run.isLive || !isKept(run) || m_store.isReadOnly())
        return;
    const auto facts = factsOf(run);
    const auto known = m_facts.constFind(run.stored.value);
    if (known != m_facts.cend() && areEqual(*known, facts))
        return;
    m_facts.insert(run.stored.value, facts);
    m_store.change(tr("Saving %1").arg(run.name),
        [facts](workspace::Workspace &file) { return profile::RunStore(file).saveFacts(facts); });
}

void RunsController::forget(int index)
{
    const auto &runs = m_context.session.runs().runs();
    const auto &run = runs[static_cast<size_t>(index)];
    if (!isKept(run) || m_store.isReadOnly())
        return;
    const auto id = run.stored;
    const auto others = std::ranges::count_if(
        runs, [&](const NamedRun &other) { return isKept(other) && other.stored == id; });
    if (others > 1)
        return; // another row stands for the same run
    m_facts.remove(id.value);
    m_store.change(tr("Removing %1").arg(run.name),
        [id](workspace::Workspace &file) { return file.removeRun(id); });
}

/// What the console of a run is not: its trace or its dump, from the workspace that keeps it or
/// from the file it was imported from.
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
        [path, run = *run](const JobControl &control) -> Result<NamedRun> {
            if (path.isEmpty())
                return loadAnew(run, control);
            auto file = workspace::Workspace::open(path);
            if (!file)
                return fail(file.error());
            return loadFile(**file, run);
        },
        [this, index, key = keyOf(*run)](
            const Result<NamedRun> &loadedRun) { takeLoaded(index, key, loadedRun); });
}

void RunsController::takeLoaded(int index, const QString &key, const Result<NamedRun> &loadedRun)
{
    auto &document = m_context.session.runs();
    const QScopeGuard tell([&document] { document.setLoading(false); });
    const auto *current = document.current();
    if (!loadedRun) {
        m_context.session.problems().set(
            u"import"_s, std::vector{ diagnosticOf(loadedRun.error()) });
        return;
    }
    const auto isAnything = loadedRun->trace || loadedRun->etdump || loadedRun->host;
    if (!current || document.currentIndex() != index || keyOf(*current) != key || !isAnything)
        return;
    auto updated = *current; // what was stated in between stays
    updated.trace = loadedRun->trace;
    updated.etdump = loadedRun->etdump;
    updated.host = loadedRun->host;
    updated.debugBuffer = loadedRun->debugBuffer;
    document.update(index, std::move(updated));
    Q_EMIT loaded(index);
}

} // namespace tosaic::shell
