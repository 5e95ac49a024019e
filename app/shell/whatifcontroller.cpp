// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/parts.h"

#include "app/shell/actionregistry.h"
#include "app/shell/estimatecontroller.h"
#include "app/shell/memorycontroller.h"
#include "app/shell/mode.h"
#include "app/shell/noticebar.h"
#include "app/shell/pages.h"
#include "app/shell/requests.h"
#include "app/shell/session.h"
#include "app/shell/toolkeeper.h"
#include "app/shell/windowcells.h"
#include "core/base/ids.h"
#include "core/base/joblist.h"
#include "core/spec/specrules.h"
#include "core/sweep/sweep.h"
#include "core/toolchain/compilerun.h"
#include "core/toolchain/velainifacts.h"
#include "views/spec/specpage.h"
#include "views/whatif/whatifpage.h"

#include <QFileInfo>
#include <QThread>

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::shell {

namespace {

class WhatIfController : public QObject
{
    Q_DECLARE_TR_FUNCTIONS(tosaic::shell::WhatIfController)
public:
    WhatIfController(const ShellContext &context, const EstimateController &estimate,
        const MemoryController &memory, ToolKeeper &tools, const WindowCells &cells,
        QObject *parent = nullptr);

private:
    void makePage();
    void start();
    void cancel();
    void take(const std::shared_ptr<const sweep::SweepResult> &result);
    void forget();
    void publish();
    /// Name and interpreter of the two that are held side by side; empty: the one in use alone.
    std::vector<std::pair<QString, QString>> environments() const;
    /// What all cells have in common; absent if it is no spec.
    std::optional<spec::CompileSpec> shared() const;

    ShellContext m_context;
    const EstimateController &m_estimate;
    const MemoryController &m_memory;
    ToolKeeper &m_tools;
    const WindowCells &m_cells;
    QPointer<views::WhatIfPage> m_page;
    sweep::Sweep *m_sweep = nullptr; ///< null: none runs
    JobId m_job;
    std::shared_ptr<const sweep::SweepResult> m_result;
    std::optional<spec::CompileSpec> m_shared; ///< of the result
};

} // namespace

namespace {

constexpr int MostWorkers = 4; // each is a Python with Vela in memory

} // namespace

WhatIfController::WhatIfController(const ShellContext &context, const EstimateController &estimate,
    const MemoryController &memory, ToolKeeper &tools, const WindowCells &cells, QObject *parent)
    : QObject(parent), m_context(context), m_estimate(estimate), m_memory(memory), m_tools(tools),
      m_cells(cells)
{
    m_context.actions.add({ .id = u"spec.whatIf"_s,
                              .text = tr("&What-if Grid"),
                              .iconName = u"mode-compare"_s,
                              .tip = tr("Every target and memory mode side by side, estimated by "
                                        "Vela") },
        [this] {
            m_context.modes.show(Mode::Spec);
            m_context.pages.spec().showTab(u"whatIf"_s);
        });
    connect(&m_context.pages, &Pages::built, this, [this](Mode mode) {
        if (mode == Mode::Spec)
            makePage();
    });
    connect(&estimate, &EstimateController::sourceChanged, this, &WhatIfController::forget);
    connect(&m_tools, &ToolKeeper::changed, this, &WhatIfController::publish);
    connect(&m_context.session.spec(), &SpecDocument::changed, this, &WhatIfController::publish);
}

void WhatIfController::makePage()
{
    m_page = new views::WhatIfPage(m_context.theme);
    auto &spec = m_context.pages.spec();
    spec.addTab(u"whatIf"_s, m_page, tr("What-if"));
    connect(m_page, &views::WhatIfPage::sweepRequested, this, &WhatIfController::start);
    connect(m_page, &views::WhatIfPage::cancelRequested, this, &WhatIfController::cancel);
    connect(
        m_page, &views::WhatIfPage::openRequested, &m_context.requests, &Requests::openRequested);
    connect(m_page, &views::WhatIfPage::toolsWanted, &spec, &views::SpecPage::showEnvironment);
    connect(m_page, &views::WhatIfPage::useRequested, this,
        [this](const spec::CompileSpec &wanted) { m_context.session.spec().addStep(wanted, {}); });
    connect(m_page, &views::WhatIfPage::compileRequested, &m_context.requests,
        &Requests::compileRequested);
    publish();
}

std::optional<spec::CompileSpec> WhatIfController::shared() const
{
    auto spec = sweep::sharedSpec({}, m_context.session.spec().spec());
    return spec ? std::optional(std::move(*spec)) : std::nullopt;
}

std::vector<std::pair<QString, QString>> WhatIfController::environments() const
{
    const auto second = m_tools.second();
    const auto &first = m_tools.environment();
    if (!m_page->withSecond() || !first || second.isEmpty())
        return {};
    return { { tr("in use"), first->interpreter }, { tr("second"), second } };
}

void WhatIfController::start()
{
    const auto &source = m_estimate.source();
    const auto common = shared();
    if (m_sweep || source.isEmpty() || !common || !m_tools.environment())
        return;
    sweep::Grid grid;
    if (const auto systems = m_page->systemConfigs(); !systems.isEmpty())
        grid.systemConfigs = systems;
    const auto ini
        = toolchain::withOwnIni(*common, source.baseFolder).configIni.value_or(QString());
    const auto facts
        = QFileInfo(ini).isAbsolute() ? toolchain::readIniFacts(ini) : spec::bundledIni();
    auto expansion
        = facts ? sweep::expand(grid, *common, spec::targets(), *facts) : fail(facts.error());
    const auto environments = this->environments();
    if (expansion && !environments.empty())
        expansion = sweep::inEnvironments(
            std::move(*expansion), { environments.front().first, environments.back().first });
    if (!expansion) {
        m_context.notices.show({ u"spec.whatIf"_s, u"dialog-warning"_s,
            tr("The grid cannot be made: %1").arg(expansion.error().toText()),
            { { tr("Close"), {} } } });
        return;
    }
    // A .tosa or .tflite by itself was lowered for nothing in particular.
    const bool isLowered
        = source.baseline && (source.baseline->isCompiled || source.respec.has_value());
    sweep::SweepRequest request{ .expansion = std::move(*expansion),
        .sources
        = { { source.inputs, isLowered ? std::optional(source.baseline->spec) : std::nullopt,
            source.baseFolder, {} } },
        .budget = m_memory.budget(),
        .interpreter = m_tools.environment()->interpreter,
        .environments = { environments.begin(), environments.end() },
        .store = m_cells.cells(),
        .jobs = std::clamp(QThread::idealThreadCount() - 1, 1, MostWorkers) };
    m_shared = common;
    m_sweep = new sweep::Sweep(std::move(request), this);
    m_job = m_context.session.jobs().begin(tr("What-if grid"), [this] { cancel(); });
    connect(m_sweep, &sweep::Sweep::cellFinished, this, [this] {
        const auto &result = m_sweep->result();
        m_result = std::make_shared<const sweep::SweepResult>(result);
        const auto waiting = result.count(sweep::CellStatus::Waiting);
        m_context.session.jobs().setProgress(
            m_job, 1.0 - static_cast<double>(waiting) / static_cast<double>(result.cells.size()));
        publish();
    });
    connect(m_sweep, &sweep::Sweep::finished, this, &WhatIfController::take);
    m_result = std::make_shared<const sweep::SweepResult>(m_sweep->result());
    m_sweep->start();
    publish();
}

void WhatIfController::cancel()
{
    if (m_sweep)
        m_sweep->cancel();
}

void WhatIfController::take(const std::shared_ptr<const sweep::SweepResult> &result)
{
    std::exchange(m_sweep, nullptr)->deleteLater();
    m_context.session.jobs().end(m_job);
    m_result = result;
    publish();
}

/// Other TOSA: the numbers are about another model.
void WhatIfController::forget()
{
    if (m_sweep) {
        m_sweep->disconnect(this);
        std::exchange(m_sweep, nullptr)->deleteLater();
        m_context.session.jobs().end(m_job);
    }
    m_result.reset();
    publish();
}

void WhatIfController::publish()
{
    if (!m_page)
        return;
    m_page->setView({ .hasInput = !m_estimate.source().isEmpty(),
        .hasTools = m_tools.environment().has_value(),
        .hasSecond = !m_tools.second().isEmpty(),
        .isRunning = m_sweep != nullptr,
        .result = m_result,
        .isStale = m_result && m_shared != shared(),
        .current = m_context.session.spec().spec() });
}

void addWhatIf(const ShellContext &context, const EstimateController &estimate,
    const MemoryController &memory, ToolKeeper &tools, const WindowCells &cells)
{
    new WhatIfController(context, estimate, memory, tools, cells, &context.window);
}

} // namespace tosaic::shell
