// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runs/profilecontroller.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/requests.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "profiler/join/layerjoin.h"
#include "profiler/join/unmatchedwords.h"
#include "profiler/session/profileassembly.h"

#include <QAction>
#include <QFileInfo>
#include <QInputDialog>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

using profile::Unmatched;

/// What is a matter of course in most compiles.
bool isHarmless(Unmatched::Kind kind)
{
    using Kind = Unmatched::Kind;
    const auto harmless = { Kind::SourceAbsorbed, Kind::SourceUnknown, Kind::RowsWithoutEstimate,
        Kind::OperationsUnlocated, Kind::KeysAmbiguous, Kind::SlicesLeftOut, Kind::NoDatabase };
    return std::find(harmless.begin(), harmless.end(), kind) != harmless.end();
}

Diagnostic problemOf(const Unmatched &unmatched, const QString &run)
{
    const QLocale locale;
    auto text = unmatchedSentence(unmatched);
    if (unmatched.cycles)
        text
            = ProfileController::tr("%1 (%2 cycles)").arg(text, locale.toString(*unmatched.cycles));
    return { .id = u"profile.unmatched"_s,
        .severity = isHarmless(unmatched.kind) ? Severity::Info : Severity::Warning,
        .location = { .file = run },
        .text = text };
}

/// Only of a trace: that estimates are folded is nobody's problem.
std::vector<Diagnostic> problemsOf(
    const ProfileSubject &subject, const std::optional<profile::MeasuredRun> &run)
{
    auto problems = subject.diagnostics;
    if (!subject.table || subject.table->inferences.empty() || !run)
        return problems;
    for (const auto &unmatched : subject.table->unmatched)
        problems.push_back(problemOf(unmatched, run->name));
    return problems;
}

/// The first rows of layers; null if the run has none, or is still going on.
const profile::LayerTable *layersOf(const profile::MeasuredRun &run)
{
    if (!run.run || run.isLive)
        return nullptr;
    const auto found = std::ranges::find_if(run.run->profiles,
        [](const profile::Profile &profile) { return profile.layers.has_value(); });
    return found == run.run->profiles.end() ? nullptr : &*found->layers;
}

bool hasLayers(const profile::MeasuredRun &run)
{
    return layersOf(run) != nullptr;
}

/// Whether a run says something about single operations, or a clock.
bool concernsProfile(const profile::MeasuredRun &run)
{
    return run.trace || run.etdump || run.clockHz || hasLayers(run);
}

bool isSameRun(const std::optional<profile::MeasuredRun> &one,
    const std::optional<profile::MeasuredRun> &other)
{
    if (!one || !other)
        return one.has_value() == other.has_value();
    const auto runOf
        = [](const profile::MeasuredRun &run) { return hasLayers(run) ? run.run : nullptr; };
    return one->trace == other->trace && one->etdump == other->etdump && one->name == other->name
        && one->clockHz == other->clockHz && one->origin == other->origin
        && one->path == other->path && runOf(*one) == runOf(*other);
}

bool isSame(const ProfileMaterial &one, const ProfileMaterial &other)
{
    const auto isSameNetwork = [](const RelatedNetwork &a, const RelatedNetwork &b) {
        return a.network == b.network && a.owner == b.owner;
    };
    return one.path == other.path && one.program == other.program && one.result == other.result
        && one.network == other.network && one.streams == other.streams
        && std::ranges::equal(one.related, other.related, isSameNetwork)
        && one.reports == other.reports && isSameRun(one.run, other.run)
        && isSameRun(one.board, other.board) && one.boardColumn == other.boardColumn;
}

} // namespace

ProfileController::ProfileController(const ShellContext &context, QObject *parent)
    : QObject(parent), m_context(context), m_slot(&context.session.jobs())
{
    m_context.actions.add({ .id = u"run.trace"_s,
                              .text = tr("Open PMU &trace..."),
                              .iconName = u"document-open"_s,
                              .tip = tr("Open a trace that an FVP wrote with --pmu-trace and join "
                                        "it to the operators of the model") },
        [this] { showDialog(); });
    m_context.actions.add({ .id = u"run.board-column"_s,
                              .text = tr("&Cycles of the board's layers..."),
                              .tip = tr("State which column of the rows that a board printed for "
                                        "each layer holds the cycles of the NPU") },
        [this] { askForColumn(); });
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &ProfileController::update);
    const auto updateSoon = [this] { m_soon.start(); };
    auto &session = m_context.session;
    connect(&session.model(), &ModelDocument::changed, this, &ProfileController::forgetReports);
    connect(&session.model(), &ModelDocument::changed, this, updateSoon);
    connect(&session.model(), &ModelDocument::streamsChanged, this, updateSoon);
    connect(&session.model(), &ModelDocument::relationsChanged, this, updateSoon);
    connect(&session.runs(), &RunsDocument::changed, this, updateSoon);
    connect(&session.runs(), &RunsDocument::currentChanged, this, updateSoon);
    connect(&session.runs(), &RunsDocument::runChanged, this, updateSoon);
    connect(&session.runs(), &RunsDocument::loadingChanged, this, updateSoon);
}

void ProfileController::showDialog()
{
    auto &settings = m_context.session.settings();
    auto *dialog = makeFileDialog({ .name = u"traceDialog"_s,
                                      .title = tr("Open PMU trace"),
                                      .start = settings.value(settings::LastFolder),
                                      .filter = tr("PMU traces (*.json *.gz);;All files (*)"),
                                      .mode = QFileDialog::ExistingFiles },
        &m_context.window);
    connect(dialog, &QFileDialog::filesSelected, this, [this, &settings](const QStringList &files) {
        if (!files.isEmpty())
            settings.set(settings::LastFolder, QFileInfo(files.first()).absolutePath());
        for (const auto &file : files)
            Q_EMIT m_context.requests.openFileRequested(file);
    });
    dialog->open();
}

void ProfileController::addReport(const QString &path)
{
    if (!m_reports.contains(path))
        m_reports << path;
    m_soon.start();
}

void ProfileController::forgetReports()
{
    const auto path = m_context.session.model().path();
    if (path != m_path) {
        m_reports.clear();
        m_boardColumn.clear();
    }
    m_path = path;
}

ProfileMaterial ProfileController::material() const
{
    auto &session = m_context.session;
    auto material = profileMaterial(session.model());
    material.reports = m_reports;
    const auto *run = session.runs().current();
    if (run && concernsProfile(*run))
        material.run = *run;
    if (const auto *board = boardRun())
        material.board = *board;
    material.boardColumn = m_boardColumn;
    return material;
}

/// The run that is looked at if a board printed rows of layers in it, else the newest such run
/// that is not known to be of another model.
const profile::MeasuredRun *ProfileController::boardRun() const
{
    const auto &runs = m_context.session.runs();
    const auto isBoard = [](const profile::MeasuredRun &run) {
        return run.origin == Origin::Board && hasLayers(run);
    };
    const auto *current = runs.current();
    if (!current)
        return nullptr;
    if (isBoard(*current))
        return current;
    const auto fits = [&](const profile::MeasuredRun &run) {
        return isBoard(run)
            && (run.modelSha256.isEmpty() || current->modelSha256.isEmpty()
                || run.modelSha256 == current->modelSha256);
    };
    const auto &all = runs.runs();
    const auto newest = std::find_if(all.rbegin(), all.rend(), fits);
    return newest == all.rend() ? nullptr : &*newest;
}

/// By the names that the board printed, or by number.
void ProfileController::askForColumn()
{
    const auto *run = boardRun();
    const auto *layers = run ? layersOf(*run) : nullptr;
    if (!layers)
        return;
    const QStringList names
        = QStringList(tr("The only one that is named cycles")) + profile::columnNames(*layers);
    auto *dialog = new QInputDialog(&m_context.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(u"boardColumnDialog"_s);
    dialog->setWindowTitle(tr("Cycles of the board's layers"));
    dialog->setLabelText(tr("Column of %1 with the cycles of the NPU:").arg(run->name));
    dialog->setComboBoxItems(names);
    if (!m_boardColumn.isEmpty())
        dialog->setTextValue(m_boardColumn);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, names](const QString &name) {
        m_boardColumn = name == names.front() ? QString() : name;
        m_soon.start();
    });
    dialog->open();
}

void ProfileController::update()
{
    auto &session = m_context.session;
    const auto *board = boardRun();
    m_context.actions.action(u"run.board-column"_s)->setEnabled(board && hasLayers(*board));
    // Streams, networks and what a run holds are told when they are there; a profile without them
    // would be replaced at once.
    if (session.model().isAnalysing() || session.model().isRelating()
        || session.runs().isLoading()) {
        session.profile().setLoading(true);
        return;
    }
    auto material = this->material();
    if (m_isShown && isSame(material, m_shown)) {
        session.profile().setLoading(m_slot.isRunning());
        return;
    }
    m_shown = material;
    m_isShown = true;
    session.profile().setLoading(true);
    m_slot.start(
        tr("Putting the profile together"),
        [material = std::move(material)](
            const JobControl &control) -> Result<std::shared_ptr<const ProfileSubject>> {
            return assembleProfile(material, control);
        },
        [this](const Result<std::shared_ptr<const ProfileSubject>> &subject) { take(subject); });
}

void ProfileController::take(const Result<std::shared_ptr<const ProfileSubject>> &subject)
{
    auto &session = m_context.session;
    const auto key = u"profile"_s;
    if (subject && *subject)
        session.problems().set(key, problemsOf(**subject, m_shown.run));
    else
        session.problems().clear(key);
    session.profile().set(subject ? *subject : nullptr);
}

} // namespace tosaic::shell
