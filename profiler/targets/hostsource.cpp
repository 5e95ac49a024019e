// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/targets/hostsource.h"

#include "profiler/targets/processsource.h"

using namespace Qt::StringLiterals;

namespace tosaic::profile {

using toolchain::EnvironmentSearch;

HostSource::HostSource(const HostTarget &target, const QString &folder)
    : m_target(target), m_folder(folder)
{
    connect(&m_run, &HostRun::output, this, &ConsoleSource::output);
    connect(&m_run, &HostRun::finished, this, &HostSource::conclude);
}

void HostSource::start()
{
    if (m_target.interpreter.isEmpty())
        find();
    else if (const auto found = findProgram(m_target.interpreter); !found.isEmpty())
        runWith(found);
    else
        runWith(m_target.interpreter); // which says that it is not there
}

void HostSource::find()
{
    m_search = std::make_unique<EnvironmentSearch>();
    connect(m_search.get(), &EnvironmentSearch::finished, this,
        [this](const std::optional<toolchain::ToolEnvironment> &found,
            const std::vector<toolchain::ToolEnvironment> &) {
            m_search.release()->deleteLater(); // it is what calls
            if (found)
                return runWith(found->interpreter);
            setProblem({ u"run.no-interpreter"_s, Severity::Error, {},
                u"no Python environment with ExecuTorch was found; make one (\"tosaic-cli "
                "workspace\" tells which there are) or name its interpreter"_s });
            finishLater();
        });
    m_search->start(EnvironmentSearch::Need::ExecuTorch);
}

void HostSource::runWith(const QString &interpreter)
{
    Q_EMIT stateChanged(State::Running);
    m_run.start(m_target, interpreter, m_folder);
}

void HostSource::stop()
{
    if (m_search) {
        m_search.reset();
        return finishLater();
    }
    m_run.cancel();
}

void HostSource::conclude()
{
    const auto problem = m_run.problem();
    const auto diagnostics = m_run.diagnostics();
    for (const auto &diagnostic : diagnostics) {
        if (!problem || diagnostic != *problem)
            Q_EMIT noticed(diagnostic);
    }
    if (problem)
        setProblem(*problem);
    Q_EMIT finished();
}

std::shared_ptr<const Run> HostSource::run() const
{
    const auto facts = m_run.facts();
    if (!facts)
        return {};
    auto run = std::make_shared<Run>();
    run->status = facts->status == "succeeded"_L1 ? RunStatus::Complete : RunStatus::Failed;
    if (!facts->iterationNs.empty()) {
        run->inferences = facts->iterationNs.size();
        run->profiles.push_back({ .label = facts->method, .runNs = facts->iterationNs });
        run->profiles.front().inferences = run->inferences;
    }
    return run;
}

void HostSource::describe(workspace::RunConditions &conditions) const
{
    const auto known = m_run.conditions();
    if (conditions.target.isEmpty())
        conditions.target = known.target;
    conditions.tools.insert(known.tools.begin(), known.tools.end());
    conditions.artefacts.insert(known.artefacts.begin(), known.artefacts.end());
    if (!conditions.repeats)
        conditions.repeats = known.repeats;
}

} // namespace tosaic::profile
