// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/report/reportcontroller.h"

#include "app/shell/frame/actionregistry.h"
#include "app/shell/frame/filedialog.h"
#include "app/shell/frame/mode.h"
#include "app/shell/frame/noticebar.h"
#include "app/shell/frame/pages.h"
#include "app/shell/frame/session.h"
#include "app/shell/frame/shellsettings.h"
#include "app/shell/report/reportpictures.h"
#include "app/shell/spec/estimatecontroller.h"
#include "app/shell/workspace/windowcells.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/documents/npuanalysis.h"
#include "core/graph/graphbuilder.h"
#include "core/layout/layered/layeredengine.h"
#include "profiler/session/programfacts.h"
#include "views/findings/advicesection.h"
#include "views/findings/findingstatements.h"
#include "views/findings/totalstable.h"
#include "views/graph/graphexport.h"
#include "views/kernels/kernelsection.h"
#include "views/report/measuredsections.h"
#include "views/report/reportbuilder.h"
#include "views/report/reportfile.h"
#include "views/runcompare/runchangewords.h"
#include "views/widgets/errortext.h"

#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

const auto TemplateKey = u"report.template"_s;

QString suffixOf(views::ReportPage::Format format)
{
    using Format = views::ReportPage::Format;
    switch (format) {
    case Format::Html:
        return u"html"_s;
    case Format::Pdf:
        return u"pdf"_s;
    case Format::Markdown:
        return u"md"_s;
    case Format::Json:
        return u"json"_s;
    case Format::Csv:
        return u"csv"_s;
    case Format::Xlsx:
        return u"xlsx"_s;
    }
    return u"html"_s;
}

} // namespace

ReportController::ReportController(const ShellContext &context, WorkspaceStore &store,
    const EstimateController &estimate, const WindowCells &cells, QObject *parent)
    : QObject(parent), m_context(context), m_slot(&context.session.jobs()),
      m_engine(std::make_unique<layout::LayeredEngine>()), m_estimate(estimate), m_cells(cells),
      m_store(store)
{
    registerActions();
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &ReportController::layOutPicture);
    auto &session = m_context.session;
    const auto stale = [this] { noticeChange(); };
    connect(&session.model(), &ModelDocument::changed, this, stale);
    connect(&session.results(), &ResultsDocument::comparisonChanged, this, stale);
    connect(&session.runs(), &RunsDocument::changed, this, stale);
    connect(&session.runs(), &RunsDocument::runChanged, this, stale);
    connect(&session.profile(), &ProfileDocument::changed, this, stale);
    connect(&session.profile(), &ProfileDocument::rangeChanged, this, stale);
    connect(&session.profile(), &ProfileDocument::alignedChanged, this, stale);
    connect(&m_estimate, &EstimateController::sourceChanged, this, stale);
    connect(&m_cells, &WindowCells::changed, this, stale);
    connect(&m_store, &WorkspaceStore::changed, this, &ReportController::readTemplate);
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode != Mode::Report)
            return;
        auto *page = &m_context.pages.report();
        connect(page, &views::ReportPage::templateChanged, this,
            [this, page] { m_store.setSetting(TemplateKey, page->reportTemplate().toText()); });
        readTemplate();
    });
    connect(&m_context.modes, &ModeSwitch::changed, this, [this](Mode mode) {
        if (mode == Mode::Report && m_isStale)
            rebuildSoon();
    });
}

ReportController::~ReportController() = default;

void ReportController::registerActions()
{
    auto &actions = m_context.actions;
    actions.add({ .id = u"report.show"_s,
                    .text = tr("&Show the report"),
                    .iconName = u"document-preview"_s,
                    .shortcut = QKeySequence(u"Ctrl+R"_s),
                    .tip = tr("Show the report of what is open") },
        [this] { m_context.modes.show(Mode::Report); });
    actions.add({ .id = u"report.save"_s,
                    .text = tr("Save the report &as HTML..."),
                    .iconName = u"document-save-as"_s,
                    .shortcut = QKeySequence(u"Ctrl+Shift+R"_s),
                    .tip = tr("Write one self-contained HTML file") },
        [this] { askWhere(u"html"_s); });
}

void ReportController::noticeChange()
{
    m_isStale = true;
    if (m_context.modes.current() == Mode::Report)
        rebuildSoon();
}

void ReportController::compareRuns(
    const QList<int> &oldRuns, const QList<int> &newRuns, double leastEffect)
{
    m_leastEffect = leastEffect;
    const auto &runs = m_context.session.runs().runs();
    const auto runsOf = [&runs](const QList<int> &places) {
        std::vector<profile::MeasuredRun> chosen;
        for (const auto place : places)
            chosen.push_back(runs.at(static_cast<size_t>(place)));
        return chosen;
    };
    m_oldRuns = runsOf(oldRuns);
    m_newRuns = runsOf(newRuns);
    noticeChange();
}

void ReportController::mergeRuns(const QList<int> &runs)
{
    m_merged.clear();
    for (const auto place : runs)
        m_merged.push_back(m_context.session.runs().runs().at(static_cast<size_t>(place)).run);
    noticeChange();
}

void ReportController::setAdvice(const std::shared_ptr<const advice::AdviceResult> &result)
{
    m_advice = result;
    noticeChange();
}

void ReportController::readTemplate()
{
    if (m_store.path().isEmpty())
        m_templateOf.clear();
    if (!m_context.pages.isBuilt(Mode::Report) || !m_store.contents())
        return;
    auto &page = m_context.pages.report();
    const auto kept = m_store.setting(TemplateKey);
    // What was chosen before there was a workspace goes into it.
    if (kept.isEmpty() && m_templateOf.isEmpty())
        m_store.setSetting(TemplateKey, page.reportTemplate().toText());
    else
        page.setTemplate(views::ReportTemplate::fromText(kept));
    m_templateOf = m_store.path();
}

void ReportController::rebuildSoon()
{
    if (m_isBuilding && !m_isStale)
        return;
    m_isBuilding = true;
    m_soon.start();
}

void ReportController::layOutPicture()
{
    m_isStale = false;
    m_context.pages.report().showBuilding();
    const auto &model = m_context.session.model();
    const auto graph = std::make_shared<graph::Graph>(
        graph::buildOverviewGraph(model.program().get(), model.compileResult().get()));
    m_graph.clear();
    if (graph->nodes.empty())
        return drawTime();
    auto &jobs = m_context.session.jobs();
    jobs.end(m_layoutJob);
    m_layoutJob = jobs.begin(tr("Drawing the report's picture"));
    const auto request = views::layoutRequest(*graph);
    m_engine->layout(request, [this, graph, request](const Result<layout::Layout> &layout) {
        if (layout) {
            // On paper: light, whatever the window is.
            const auto sheet = views::onSheet(request, *layout);
            const auto subject = m_context.session.profile().subject();
            constexpr auto Metric = views::GraphMetric::Cycles;
            const auto overlay = subject && views::hasMetric(Metric, subject->table.get())
                ? views::overlayOf(*graph, *subject, *subject->table, Metric)
                : views::GraphOverlay();
            m_isByCycles = overlay.isShown();
            if (auto svg = views::graphToSvg(*graph, sheet, views::Theme::lightColors(), overlay))
                m_graph = *svg;
        } else {
            m_context.session.problems().set(
                u"report"_s, std::vector{ diagnosticOf(layout.error()) });
        }
        drawTime();
        m_context.session.jobs().end(m_layoutJob);
    });
}

void ReportController::drawTime()
{
    m_timeline.reset();
    const auto subject = m_context.session.profile().aligned();
    if (!subject || !subject->timeline)
        return build();
    using Index = std::shared_ptr<const profile::TimelineIndex>;
    m_slot.start(
        tr("Reading the timeline"),
        [timeline = subject->timeline](const JobControl &) -> Result<Index> {
            return profile::TimelineIndex::build(timeline);
        },
        [this, subject](const Result<Index> &index) {
            if (index)
                m_timeline
                    = timelinePictureOf(subject, *index, m_context.session.profile().range());
            build();
        });
}

void ReportController::build()
{
    auto &session = m_context.session;
    const auto path = session.model().path();
    const auto program = session.model().program();
    const auto result = session.model().compileResult();
    const auto oldResult = session.results().newSide() == result ? session.results().oldSide()
                                                                 : ResultsDocument::Item();
    const auto runs = session.runs().runs(); // copies share the immutable runs
    const auto subject = session.profile().subject();
    const auto oldRuns = m_oldRuns;
    const auto newRuns = m_newRuns;
    const profile::CompareOptions options{ .leastEffect = m_leastEffect };
    const auto merged = m_merged;
    const auto picture = m_graph;
    const auto isByCycles = m_isByCycles;
    const auto timeline = m_timeline;
    const auto operators = operatorsPictureOf(subject);
    const auto memory = result ? memoryPictureOf(*result, program) : std::nullopt;
    const OpenedModel opened{ .path = path, .program = program, .result = result };
    const auto tried = m_advice;
    const auto asked = !tried ? adviceSubject(opened, m_estimate.source()) : std::nullopt;
    const auto cells = m_cells.cells();
    const auto velaFile = velaFileOf(session.model().opened());
    const auto streams = session.model().streams();
    const auto results = session.results().results();
    const auto names = session.runs().programNames();
    m_slot.start(
        tr("Building the report"),
        [=](const JobControl &) -> Result<report::Report> {
            views::MeasuredMaterial measured{ .runs = runs,
                .profile = subject,
                .operators = operators,
                .timeline = timeline,
                .kernels = views::kernelSections(runs, program, QFileInfo(path).fileName()),
                .ofOneProgram = merged,
                .program = program,
                .programName = QFileInfo(path).fileName() };
            if (program && program->source)
                measured.programs.push_back(programFactsOf(path,
                    sha256Hex(program->source->bytes()), program.get(), result.get(), streams));
            for (const auto &one : results)
                measured.programs.push_back(programFactsOf(*one));
            for (auto it = names.begin(); it != names.end(); ++it) // of the others no more is known
                measured.programs.push_back(
                    { .sha256 = it.key(), .name = it->name, .marks = it->marks });
            if (!oldRuns.empty() && !newRuns.empty())
                measured.comparison = views::comparisonForReport(oldRuns, newRuns, options);
            std::vector<report::Statement> statements;
            if (auto &compared = measured.comparison) {
                compared->statements = views::comparisonStatements(compared->comparison);
                statements = compared->statements;
            }
            std::ranges::move(
                views::foreignRunStatements(measured), std::back_inserter(statements));
            // Of the program first, then of each run: its own costs, and what is doubtful about it.
            auto findings = views::runFindings(measured);
            if (program || result || velaFile) {
                const auto ofProgram = findingsOf(opened, subject.get());
                findings.insert(findings.begin(), ofProgram.begin(), ofProgram.end());
            }
            std::ranges::move(views::findingStatements(findings), std::back_inserter(statements));
            const auto advice = tried ? *tried
                : asked               ? advice::keptAdvice(*asked, cells.get())
                                      : advice::AdviceResult();
            std::ranges::move(views::adviceStatements(advice), std::back_inserter(statements));
            return views::buildReport({ .modelPath = path,
                .program = program.get(),
                .result = result.get(),
                .oldResult = oldResult.get(),
                .velaFile = velaFile,
                .findings = std::move(statements),
                .totals = views::totalsTable(findings),
                .advice = views::adviceSection(advice),
                .runSections = views::measuredSections(measured),
                .pictureSvg = picture,
                .memory = memory,
                .isPictureByCycles = isByCycles });
        },
        [this](Result<report::Report> report) {
            m_isBuilding = false;
            if (!report)
                return;
            m_context.pages.report().setReport(std::move(*report));
            if (!m_saveWhenBuilt.isEmpty())
                save(std::exchange(m_saveWhenBuilt, {}));
            Q_EMIT built();
        });
}

void ReportController::saveAs(views::ReportPage::Format format)
{
    askWhere(suffixOf(format));
}

void ReportController::askWhere(const QString &suffix)
{
    m_context.modes.show(Mode::Report);
    auto &settings = m_context.session.settings();
    const auto name = QFileInfo(m_context.session.model().path()).completeBaseName();
    auto *dialog = makeFileDialog(
        { .name = u"reportDialog"_s,
            .title = tr("Save the report"),
            .start
            = QDir(settings.value(settings::LastFolder))
                  .filePath(u"%1-report.%2"_s.arg(name.isEmpty() ? u"tosaic"_s : name, suffix)),
            .filter = tr("Report (*.%1);;All files (*)").arg(suffix),
            .saveSuffix = suffix },
        &m_context.window);
    connect(dialog, &QFileDialog::fileSelected, this, &ReportController::save);
    dialog->open();
}

void ReportController::save(const QString &path)
{
    if (m_isStale || m_isBuilding) {
        m_saveWhenBuilt = path;
        rebuildSoon();
        return;
    }
    const auto format = views::reportFormat(path).value_or(views::ReportPage::Format::Html);
    const auto saved = views::saveReport(m_context.pages.report().chosenReport(), format, path);
    if (!saved) {
        m_context.session.problems().set(u"report"_s, std::vector{ diagnosticOf(saved.error()) });
        m_context.notices.show({ u"report.saved"_s, u"dialog-error"_s,
            views::errorText(saved.error()).toPlainText(), { { tr("Close"), {} } } });
        return;
    }
    m_context.session.problems().clear(u"report"_s);
    m_context.notices.show({ u"report.saved"_s, u"dialog-ok-apply"_s,
        tr("The report is in %1.").arg(QDir::toNativeSeparators(path)),
        { { tr("Open it"), [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); } },
            { tr("Close"), {} } } });
}

} // namespace tosaic::shell
