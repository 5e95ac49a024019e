// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/models/opencontroller.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/models/keptmodels.h"
#include "app/shell/models/modeltabs.h"
#include "core/analysis/entityplace.h"
#include "core/analysis/runnerplan.h"
#include "core/toolchain/environment.h"
#include "profiler/session/modelmatch.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {
constexpr int RememberedPlaces = 50; // places that are kept

/// Each with the thing of the program that it is about.
std::vector<views::Problem> placed(
    const std::vector<Diagnostic> &diagnostics, const model::Program *program)
{
    std::vector<views::Problem> problems;
    for (const auto &diagnostic : diagnostics) {
        problems.push_back({ diagnostic,
            program ? analysis::entityAt(*program, diagnostic.location)
                    : views::entityOf(diagnostic) });
    }
    return problems;
}

} // namespace

OpenController::OpenController(const ShellContext &context, ModelTabs &tabs, QObject *parent)
    : QObject(parent), m_context(context), m_tabs(tabs), m_slot(&context.session.jobs())
{
    registerActions();
    connect(&m_tabs, &ModelTabs::openWanted, this, &OpenController::openAgain);
    connect(&m_context.modes, &ModeSwitch::changed, this, &OpenController::rememberMode);
}

void OpenController::registerActions()
{
    auto &actions = m_context.actions;
    actions.add({ .id = u"file.open"_s,
                    .text = tr("&Open..."),
                    .iconName = u"document-open"_s,
                    .shortcut = QKeySequence::Open,
                    .tip = tr("Open a program, model, compile result, console log or workspace") },
        [this] { showDialog(); });
    auto *recent = actions.addMenu(u"file.recent"_s, tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(recent); });
    auto *samples = actions.addMenu(u"file.samples"_s, tr("Open &sample"));
    connect(samples, &QMenu::aboutToShow, this, [this, samples] {
        samples->clear();
        for (const auto &path : sampleFiles())
            samples->addAction(QFileInfo(path).fileName(), this, [this, path] { open({ path }); });
        if (samples->isEmpty())
            samples->addAction(tr("No samples are installed"))->setEnabled(false);
    });
    auto *close = actions.add({ .id = u"file.close"_s,
                                  .text = tr("&Close model"),
                                  .iconName = u"document-close"_s,
                                  .shortcut = QKeySequence(u"Ctrl+W"_s),
                                  .tip = tr("Close the model that is shown; runs stay") },
        [this] { closeModel(); });
    const auto enable
        = [this, close] { close->setEnabled(!m_context.session.model().path().isEmpty()); };
    connect(&m_context.session.model(), &ModelDocument::changed, close, enable);
    enable();
}

void OpenController::fillRecent(QMenu *menu)
{
    menu->clear();
    for (const auto &path : m_context.session.recentFiles())
        menu->addAction(path, this, [this, path] { open({ path }); });
    if (menu->isEmpty())
        menu->addAction(tr("Nothing was opened yet"))->setEnabled(false);
}

QStringList OpenController::sampleFiles()
{
    // Samples lie beside the drivers: in the installed data folder, else in the source tree.
    const auto drivers = toolchain::driversDir();
    if (drivers.isEmpty())
        return {};
    QStringList files;
    QDirIterator it(QDir(drivers).absoluteFilePath(u"../samples"_s), { u"*.pte"_s }, QDir::Files,
        QDirIterator::Subdirectories);
    while (it.hasNext())
        files << QDir::cleanPath(it.next());
    // The largest shows most.
    std::ranges::sort(files, [](const QString &a, const QString &b) {
        const auto sizes = std::pair(QFileInfo(a).size(), QFileInfo(b).size());
        return sizes.first != sizes.second ? sizes.first > sizes.second : a < b;
    });
    return files;
}

void OpenController::showDialog()
{
    auto &settings = m_context.session.settings();
    auto *dialog = makeFileDialog(
        { .name = u"openDialog"_s,
            .title = tr("Open"),
            .start = settings.value(settings::LastFolder),
            .filter
            = tr("All that Tosaic reads (*.pte *.bpte *.ptd *.py *.pt2 *.tosa *.tflite *.vgf *.npz "
                 "*.etdp *.etdump *.etrecord *.bin *.csv *.xml *.ini *.log *.txt *.json *.gz "
                 "*.tosaic);;Models (*.pte *.bpte *.py *.pt2 *.tosa *.tflite *.vgf "
                 "*.etrecord);;Compiler output (*.npz *.csv *.xml *.ini);;"
                 "Runs and traces (*.log *.txt *.json *.gz *.etdp *.etdump);;All files (*)"),
            .mode = QFileDialog::ExistingFiles },
        &m_context.window);
    connect(dialog, &QFileDialog::filesSelected, this, [this, &settings](const QStringList &files) {
        if (!files.isEmpty())
            settings.set(settings::LastFolder, QFileInfo(files.first()).absolutePath());
        open(files);
    });
    dialog->open();
}

void OpenController::open(const QStringList &paths)
{
    for (const auto &path : paths)
        m_queue.push_back({ path });
    // External data belongs to a program that is opened with it.
    std::stable_partition(m_queue.begin(), m_queue.end(),
        [](const Wanted &wanted) { return !wanted.path.endsWith(".ptd"_L1, Qt::CaseInsensitive); });
    if (!m_slot.isRunning())
        openNext();
}

void OpenController::openHere(const QString &path)
{
    m_queue.push_back({ path, true });
    if (!m_slot.isRunning())
        openNext();
}

void OpenController::openAgain(const QString &path)
{
    m_queue.push_back({ path, true, true });
    if (!m_slot.isRunning())
        openNext();
}

void OpenController::openNext()
{
    if (m_queue.empty())
        return;
    const auto wanted = m_queue.front();
    m_queue.pop_front();
    const auto &model = m_context.session.model();
    const auto program = model.program();
    m_slot.start(
        tr("Opening %1").arg(QFileInfo(wanted.path).fileName()),
        [path = wanted.path, program, programPath = model.path(), external = model.externalData(),
            finder = m_finder](const JobControl &control) -> Result<OpenedFile> {
            if (auto joined = readExternalData(path, programPath, external, finder.get()))
                return std::move(*joined);
            auto file = readAnyFile(path, control, finder.get());
            // Joined without being asked only where the log proves that it ran the open model: the
            // NPU, and with it the bytes of a beat, would be those of another program.
            if (file && program && file->kind == OpenedFile::Kind::ConsoleLog) {
                for (auto &run : file->runs) {
                    const auto match = profile::matchModel(*run.run, *program);
                    if (match.verdict == profile::ModelMatch::Belongs)
                        run.modelSha256 = sha256Hex(program->source->bytes());
                }
            }
            return file;
        },
        [this, wanted](Result<OpenedFile> file) {
            take(std::move(file), wanted);
            openNext();
        });
}

void OpenController::take(Result<OpenedFile> file, const Wanted &wanted)
{
    auto &session = m_context.session;
    const auto &path = wanted.path;
    if (file) {
        if (!wanted.isHere)
            m_tabs.makePlaceFor(*file);
        session.problems().set(u"open"_s, placed(file->diagnostics, file->model.program.get()));
        session.addRecent(path);
        const auto mode = m_context.modes.current();
        apply(std::move(*file), wanted.isHere);
        if (wanted.keepsMode)
            m_context.modes.show(mode);
        Q_EMIT opened(path);
        return;
    }
    auto error = file.error();
    if (error.location.file.isEmpty())
        error.location.file = path;
    session.problems().set(u"open"_s, std::vector{ diagnosticOf(error) });
    Q_EMIT failed(views::errorText(error));
}

void OpenController::apply(OpenedFile file, bool isHere)
{
    auto &session = m_context.session;
    switch (file.kind) {
    case OpenedFile::Kind::Program:
    case OpenedFile::Kind::CompileResult:
        showProgram(std::move(file), isHere);
        break;
    case OpenedFile::Kind::Network:
    case OpenedFile::Kind::Description:
        showFile(std::move(file));
        break;
    case OpenedFile::Kind::CompileInput:
        takeInput(file);
        break;
    case OpenedFile::Kind::ConsoleLog:
        addRuns(std::move(file.runs));
        // What a trace or a dump says about itself is shown where no model is.
        if (file.model.description && session.model().isEmpty())
            session.model().set(std::move(file.model));
        m_context.modes.show(Mode::Runs);
        session.setUnsaved(true);
        break;
    case OpenedFile::Kind::CompileSpec:
        session.spec().reset(*file.spec);
        m_context.modes.show(Mode::Spec);
        break;
    case OpenedFile::Kind::Workspace:
        showWorkspace(std::move(file));
        break;
    }
}

/// A spec that nobody chose would say something else of the program than it does itself.
void OpenController::takeOwnSpec(const model::Program &program)
{
    auto &document = m_context.session.spec();
    if (document.spec() != SpecDocument().spec())
        return;
    if (const auto own = analysis::specOf(program))
        document.reset(*own);
}

void OpenController::showProgram(OpenedFile file, bool keepsSpec)
{
    auto &session = m_context.session;
    if (file.addsExternalData && !file.model.result)
        file.model.result = session.model().compileResult();
    const auto result = file.model.result;
    if (result) {
        // What was just compiled keeps its history; another file begins a new one.
        if (!keepsSpec && session.spec().spec() != result->spec)
            session.spec().reset(result->spec);
    } else if (file.model.program && !file.addsExternalData) {
        takeOwnSpec(*file.model.program);
    }
    if (!file.source.isEmpty())
        session.setCompileInput(file.source);
    if (!file.addsExternalData)
        session.selection().reset();
    if (file.model.program || result) {
        if (file.model.path.isEmpty())
            file.model.path = file.path;
        session.model().set(std::move(file.model));
    }
    if (result)
        addResult(result);
    if (!file.addsExternalData)
        m_context.modes.show(rememberedMode(session.model().path()));
}

/// A network or a file that describes itself. A network is also what is compiled next.
void OpenController::showFile(OpenedFile file)
{
    auto &session = m_context.session;
    if (file.isVelaReport && (session.model().program() || session.model().network())) {
        Q_EMIT reportOpened(file.path);
        m_context.modes.show(Mode::Runs);
        return;
    }
    if (file.isCompileInput)
        session.setCompileInput(file.path);
    session.selection().reset();
    session.model().set(std::move(file.model));
    m_context.modes.show(rememberedMode(session.model().path()));
}

void OpenController::addResult(const std::shared_ptr<const compiled::CompileResult> &result)
{
    auto &results = m_context.session.results();
    const bool isThere = std::any_of(results.results().begin(), results.results().end(),
        [&](const auto &other) { return other->folder == result->folder; });
    if (!isThere)
        results.add(result);
}

void OpenController::addRuns(std::vector<profile::MeasuredRun> runs)
{
    for (auto &run : runs)
        m_context.session.runs().add(std::move(run));
}

void OpenController::takeInput(const OpenedFile &file)
{
    m_context.session.setCompileInput(file.path);
    m_context.modes.show(Mode::Spec);
    if (file.runsCode)
        Q_EMIT trustNeeded(file.path);
}

void OpenController::showWorkspace(OpenedFile file)
{
    auto &session = m_context.session;
    const auto workspace = file.path;
    session.runs().clear();
    addRuns(std::move(file.runs));
    if (auto kept = keptModelsFrom(file.openModels, file.results)) {
        auto &shown = kept->models[static_cast<size_t>(kept->current)];
        if (shown.toOpen == file.model.path || shown.toOpen.isEmpty()) {
            shown.toOpen.clear();
            shown.model = std::move(file.model);
        }
        if (shown.mode.isEmpty() || shown.mode == modeId(Mode::Home))
            shown.mode = modeId(Mode::Model);
        m_tabs.restore(std::move(kept->models), kept->current);
    } else {
        showOnlyModel(std::move(file));
    }
    session.setUnsaved(false);
    Q_EMIT workspaceOpened(workspace);
}

/// Of a workspace that nobody had open in a window.
void OpenController::showOnlyModel(OpenedFile file)
{
    auto &session = m_context.session;
    for (const auto &result : file.results)
        session.results().add(result);
    const auto modelPath = file.model.path;
    const bool hasModel = file.model.program || file.model.network;
    session.model().set(std::move(file.model));
    if (file.spec)
        session.spec().reset(*file.spec);
    if (!file.source.isEmpty())
        session.setCompileInput(file.source);
    m_context.modes.show(hasModel ? rememberedMode(modelPath) : Mode::Runs);
}

void OpenController::closeModel()
{
    if (m_tabs.count() > 1)
        return m_tabs.close(m_tabs.current());
    m_context.session.selection().reset();
    m_context.session.model().clear();
    m_context.session.problems().clear(u"open"_s);
    m_context.modes.show(Mode::Home);
}

Mode OpenController::rememberedMode(const QString &path) const
{
    const auto places = m_context.session.settings().value(settings::FilePlaces);
    const auto mode = places.value(path).toString();
    return mode.isEmpty() ? Mode::Model : modeOf(mode);
}

void OpenController::rememberMode()
{
    const auto path = m_context.session.model().path();
    const auto mode = m_context.modes.current();
    // Only modes that show the model itself are a place in the file.
    if (path.isEmpty() || (mode != Mode::Model && mode != Mode::Partition && mode != Mode::Memory))
        return;
    auto places = m_context.session.settings().value(settings::FilePlaces);
    while (places.size() >= RememberedPlaces && !places.contains(path))
        places.erase(places.begin());
    places.insert(path, modeId(mode));
    m_context.session.settings().set(settings::FilePlaces, places);
}

} // namespace tosaic::shell
