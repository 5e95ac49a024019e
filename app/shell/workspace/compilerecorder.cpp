// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/workspace/compilerecorder.h"

#include "app/shell/compile/compilerunner.h"
#include "app/shell/workspace/workspacestore.h"
#include "core/base/try.h"
#include "core/workspace/compiledetails.h"

#include <QFileInfo>

namespace tosaic::shell {

using workspace::Workspace;

CompileRecorder::CompileRecorder(CompileRunner &runner, WorkspaceStore &store, QObject *parent)
    : QObject(parent), m_runner(runner), m_store(store)
{
    connect(&runner, &CompileRunner::started, this, &CompileRecorder::begin);
    connect(&runner, &CompileRunner::finished, this, &CompileRecorder::end);
    connect(&runner, &CompileRunner::finishedAside, this, &CompileRecorder::end);
    connect(&runner, &CompileRunner::endedAside, this, [this](JobId, const auto &result) {
        if (result)
            end(result);
    });
}

bool CompileRecorder::isRecording(const QString &folder) const
{
    const auto state = m_states.value(folder);
    return state && state->path == m_store.path() && !state->isWritten;
}

void CompileRecorder::begin(const toolchain::CompileRequest &request)
{
    m_states.removeIf([](const auto &state) { return state.value()->isWritten.load(); });
    if (m_store.path().isEmpty() || m_store.isReadOnly())
        return;
    auto state = std::make_shared<State>();
    state->path = m_store.path();
    state->input = request.input;
    state->interpreter = request.interpreter;
    m_states.insert(request.outputFolder, state);
    m_store.change(tr("Saving %1").arg(QFileInfo(state->path).fileName()),
        [state, request](Workspace &file) -> Result<void> {
            const auto job = TRY(file.beginJob(workspace::startedCompile(request)));
            state->job = job;
            state->lock = file.jobLock(job);
            return {};
        });
}

void CompileRecorder::end(const std::shared_ptr<const compiled::CompileResult> &result)
{
    if (!isRecording(result->folder)) {
        m_states.remove(result->folder);
        return;
    }
    m_store.change(tr("Saving %1").arg(QFileInfo(m_store.path()).fileName()),
        [state = m_states.value(result->folder), result, log = m_runner.logOf(result->folder)](
            Workspace &file) -> Result<void> {
            auto details = workspace::compileDetails(*result, state->input, state->interpreter);
            details.log = log;
            const auto added = file.addCompile(*result, details, state->job);
            state->lock.reset();
            state->isWritten = true; // or cannot be: then the next saving tries it again
            return added ? Result<void>() : Result<void>(fail(added.error()));
        });
}

} // namespace tosaic::shell
